"""The command line: hs, or homestretch where the package is installed."""

from homestretch.cli.app import main

__all__ = ["main"]
