"""Words and picture of the sealed test game, and the game put among the others.

A card, a choice or a view is written so that it cannot be overlooked where it does not belong.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from homestretch import games
from homestretch.engine.contract import CHANCE
from homestretch.engine.view import View, to_json
from homestretch.games import Game, pig
from homestretch.svg import Theme

SIZE, SEATS = (100, 100), ("heads", "tails")


def _all_of(seen: View) -> str:
    return to_json(seen).strip("{}")


def format_action(box: Any, s: Any, seat: int, action: int) -> str:
    """Write a card or a choice."""
    return f"{'card' if seat == CHANCE else 'choice'}{action}"


def parse_action(box: Any, s: Any, seat: int, text: str) -> int:
    """Read a card or a choice."""
    return int(text[-1])


def params(box: Any, message: str, seat: int, a: int, b: int) -> dict[str, object]:
    """Give no parameters but the seat."""
    return {"seat": seat}


def prompt(box: Any, seen: View, looker: int) -> tuple[str, int, dict[str, object]]:
    """Say what is to be done."""
    return f"do.{_all_of(seen)}", 0, {}


def describe(box: Any, seen: View) -> list[tuple[str, dict[str, object]]]:
    """Say what is seen."""
    return [(_all_of(seen), {})]


def label(box: Any, seen: View, seat: int, action: int) -> tuple[str, dict[str, object]]:
    """Name an action."""
    return format_action(box, None, seat, action), {}


def spot(box: Any, seen: View, action: int) -> None:
    """Lay no button on the board."""


def draw(box: Any, seen: View, theme: Theme, before: View | None = None) -> str:
    """Draw all that is seen, now and before."""
    return theme.text(_all_of(seen) + _all_of(before or View({})), 0, 0, 9)


def mark(box: Any, seen: View, seat: int, theme: Theme) -> str:
    """Draw a seat's sign."""
    return ""


def outcome(box: Any, action: int, theme: Theme) -> str:
    """Draw what chance brought."""
    return theme.text(f"card{action}", 0, 0, 9)


@contextmanager
def among_the_games(penny: Game) -> Iterator[None]:
    """Have the game found by its name, everywhere in this process."""
    here, known = sys.modules[__name__], games._packages()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules[penny.package], "__file__", pig.__file__, raising=False)
        for part in ("words", "picture"):
            patch.setitem(sys.modules, f"{penny.package}.{part}", here)
        patch.setattr(games, "_packages", lambda: {**known, "penny": penny.package})
        yield
    games.game.cache_clear()
