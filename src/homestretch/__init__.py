"""Homestretch: play, host, study and extend four tabletop games."""

__version__ = "0.1.0"
