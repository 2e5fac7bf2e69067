"""1500 m, a running race of three to eight with secret bids and a pace to pay for."""
