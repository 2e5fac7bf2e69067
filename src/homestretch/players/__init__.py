"""Those who choose: searches, written once for every game, and the bots made of them."""
