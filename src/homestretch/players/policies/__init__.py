"""How games are played on in a search, one module a game; without one, lots are drawn."""
