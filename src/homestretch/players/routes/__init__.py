"""How bots play a move step by step, one module a game where steps are final."""
