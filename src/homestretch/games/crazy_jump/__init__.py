"""Crazy Jump: two players, a 4x4 board, a knight each and a die."""
