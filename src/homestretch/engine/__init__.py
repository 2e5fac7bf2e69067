"""What a game is, and how one rule source runs twice: interpreted and compiled. Knows no game."""
