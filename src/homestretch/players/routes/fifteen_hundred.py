"""1500 m step by step: think of ends as in the friendly mode, then run there by the cheapest route (R-35)."""

from functools import lru_cache
from typing import Any

from homestretch.games.fifteen_hundred.moves import step
from homestretch.games.fifteen_hundred.reach import legal_steps
from homestretch.games.fifteen_hundred.runners import MOVE, RUN, STEP, STOP, WINDOW, is_dummy
from homestretch.games.fifteen_hundred.words import end_field


@lru_cache(maxsize=64)
def simple_box(box: Any) -> Any:
    """Give the same box in the friendly mode, where a move is one action."""
    return type(box)(**{name: getattr(box, name) for name in box.FIELDS} | {"friendly": 1})


def steps(box: Any, s: Any, action: int) -> list[int]:
    """Give the actions that do the same as a friendly one: all steps of a move, or the action itself."""
    if box.friendly or s.phase not in (MOVE, RUN) or is_dummy(box, s.turn):
        return [action]
    goal = end_field(box, s, action)
    path, left = _route(box, s, goal)
    return [*path, STOP] if left else path


def _route(box: Any, s: Any, goal: int) -> tuple[list[int], int]:
    """Give the cheapest steps to a field and the points left there; of equal ones the first found.

    Every step leads to a field that is later in running order, so that no route is looked at twice.
    """
    best: dict[int, tuple[list[int], int]] = {}
    open_ends: list[tuple[list[int], Any]] = [([], s.copy())]
    while open_ends:
        path, here = open_ends.pop()
        field, left = here.at[here.turn], here.points
        if field in best and best[field][1] >= left:
            continue
        best[field] = (path, left)
        if left:
            open_ends += [([*path, way], _after(box, here, way)) for way in _ways(box, here)]
    return best[goal]


def _ways(box: Any, s: Any) -> list[int]:
    moves = [0] * WINDOW
    return [move for move in moves[: legal_steps(box, s, moves)] if move != STOP]


def _after(box: Any, s: Any, way: int) -> Any:
    twin = s.copy()
    step(box, twin, way - STEP)
    return twin
