"""Pig's options."""

from collections.abc import Mapping

from homestretch.engine.options import Count, read_options
from homestretch.games.pig.rules import Box

OPTIONS = (Count("goal", "PIG-5", 10, 1000, 100),)


def make_box(given: Mapping[str, str], seats: int = 2) -> Box:
    """Make the box for what was agreed.

    :raises Problem: naming the option that does not fit.
    """
    return Box(seats=seats, **read_options(OPTIONS, given))
