"""Pig, the dice game: the smallest example of a game."""
