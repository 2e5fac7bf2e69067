"""House values, read from the game's own files or from the text of somebody's own. Interpreted only."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from homestretch.engine.options import is_text
from homestretch.engine.problem import Problem
from homestretch.games.fifteen_hundred.oval import widest
from homestretch.games.fifteen_hundred.runners import LANES, LEVELS, WINDOW

DATA = Path(__file__).parent / "data"
COSTS = ("steep", "double", "flat")
BENDS = ("four_plus_lane", "pairs", "wide")
LISTS = {
    "pace": (LEVELS, 0, 99), "wear_at": (3, 0, 100), "wear_pay": (3, 0, 99), "medal_pay": (3, 0, 99),
    "dummy_pace": (4, 5, 14),
}  # fmt: skip
"""How many numbers each list has, and from where to where they go."""
FEWEST, MOST = 2, 20
"""How many fields half a bend may have."""


def _read(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem("track.no_toml", file=file, why=str(error)) from error


def _own(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


@lru_cache(maxsize=32)
def values(word: str) -> dict[str, Any]:
    """Give the costs of a built-in table, or of a text of one's own, with all other house values.

    :raises Problem: naming the key that is wrong.
    """
    file = _own("costs")
    usual = {**file["usual"], **file["steep" if is_text(word) else word]}
    given = _read(word, "cost") if is_text(word) else {}
    for key, value in given.items():
        _check(key, value)
    return {**usual, **given}


def _check(key: str, value: Any) -> None:
    if key == "points_800":
        if type(value) is not int or not 1 <= value <= 100:
            raise Problem("house.number", key=key, low=1, high=100)
        return
    if key not in LISTS:
        raise Problem("house.unknown", key=key[:30], keys=", ".join((*LISTS, "points_800")))
    count, low, high = LISTS[key]
    if not _is_list(value, count, low, high):
        raise Problem("house.list", key=key, n=count, low=low, high=high)


def _is_list(value: Any, count: int, low: int, high: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == count
        and all(type(each) is int and low <= each <= high for each in value)
    )


@lru_cache(maxsize=32)
def half_of(word: str) -> tuple[int, ...]:
    """Give how many fields half a bend has per lane: a built-in track, or a text of one's own (4.8).

    :raises Problem: naming what keeps a race from being run on it.
    """
    half: Any = _read(word, "half").get("half") if is_text(word) else _own("bends")[word]["half"]
    if not _is_list(half, LANES, FEWEST, MOST):
        raise Problem("house.list", key="half", n=LANES, low=FEWEST, high=MOST)
    lanes = tuple(half)
    if list(lanes) != sorted(lanes):
        raise Problem("oval.inward")
    if is_text(word) and widest(lanes) >= WINDOW:
        raise Problem("oval.uneven", most=WINDOW)
    return lanes
