"""Copying a state into working memory, in the form that compiled code needs."""

from typing import Any


def copy_state(states: Any, i: int, s: Any) -> None:
    """Set states[i] to a copy of s."""
    states[i] = s
