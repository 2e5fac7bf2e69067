"""The policy that takes every legal action as likely as any other."""

from typing import Any

from homestretch.engine import rng as stream

DRAWS = 0
"""The search looks at every legal action."""


def pick(box: Any, s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Give which of the k legal actions in moves is taken."""
    return stream.below(rng, k)
