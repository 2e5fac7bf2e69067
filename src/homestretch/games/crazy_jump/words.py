"""Crazy Jump in words: actions as notation, events and refusals as messages with parameters."""

from typing import Any

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.problem import Problem
from homestretch.engine.view import View, from_view
from homestretch.games.crazy_jump.board import (
    BATTLE,
    BLANK,
    END,
    EVEN,
    FLY,
    FOR_GOOD,
    ODD,
    OPENING,
    PARITY,
    PASS,
    PLAIN,
    STAY,
    State,
)
from homestretch.games.crazy_jump.box import cell_name
from homestretch.games.crazy_jump.refusals import why_not

SEATS = ("black", "red")
"""The seats' words in a record."""
_WORDS = {STAY: "stay", PASS: "pass", END: "end", EVEN: "even", ODD: "odd"}
_CELLS = {cell_name(cell): cell for cell in range(16)}

# What the two numbers of a message are; what is not listed has none.
_CELL = ("cell",)
_BATTLE = ("cell", "face")
_PARAMS: dict[str, tuple[str, ...]] = {
    "CJ-1": _CELL, "CJ-2.fixed": _CELL, "CJ-2.blank": _CELL,
    "CJ-4.roll": ("face",), "CJ-4.again": ("face",), "CJ-4.face": ("face",),
    "CJ-5.hop": ("start",), "CJ-5.shape": ("start", "cell"), "CJ-6": _CELL,
    "CJ-7.attack": _CELL, "CJ-7.won": _BATTLE, "CJ-7.lost": _BATTLE,
    "CJ-8.attack": _CELL, "CJ-8.won": _BATTLE, "CJ-9.attack": _CELL, "CJ-9.won": _BATTLE,
    "CJ-10.land": _CELL, "CJ-10.stay": _CELL, "CJ-10.fly": ("start", "cell"),
    "CJ-10.no_stay": _CELL, "CJ-10.choose": _CELL, "CJ-10.lost": _CELL,
    "CJ-11.closed": _CELL, "CJ-12.back": _CELL, "CJ-12.stranded": _CELL,
    "CJ-13.stone": _CELL, "CJ-13.won": _BATTLE, "CJ-14.hop": ("start", "cell"),
    "CJ-15.solid": _CELL, "CJ-16.turn": ("seat",), "CJ-17.once": _CELL,
    "CJ-20": ("n",),
    "CJ-21.won": ("n",), "CJ-21.cells": ("n",), "CJ-21.draw": ("n",),
}  # fmt: skip


def params(box: Any, message: str, seat: int, a: int, b: int) -> dict[str, object]:
    """Give the parameters of a message of the rules; a seat stays a number, for the text to name it."""
    given: dict[str, object] = {"seat": seat}
    for name, value in zip(_PARAMS.get(message, ()), (a, b), strict=False):
        given[name] = cell_name(value) if name in ("cell", "start") and value >= 0 else value
    return given


def format_action(box: Any, s: Any, seat: int, action: int) -> str:
    """Write an action in the record's notation: a cell, a die face or a word."""
    if seat == CHANCE:
        return str(action)
    return _WORDS.get(action) or cell_name(action)


def parse_action(box: Any, s: Any, seat: int, text: str) -> int:
    """Read an action in the record's notation.

    :raises Problem: if the text is no action of this game.
    """
    text = text.lower()
    if seat == CHANCE and len(text) == 1 and text in "123456":
        return int(text)
    for action, word in _WORDS.items():
        if seat != CHANCE and word == text:
            return action
    if seat != CHANCE and text in _CELLS:
        return _CELLS[text]
    raise Problem("notation", text=text, example="4" if seat == CHANCE else "c3, stay, end")


def prompt(box: Any, seen: View, looker: int) -> tuple[str, int, dict[str, object]]:
    """Give the message id of what is to be done, the seat that does it (or OVER), and parameters.

    looker is the seat that reads it, or SPECTATOR.
    """
    phase, seat = seen["phase"], seen["turn"]
    if phase == PARITY:
        return "do.parity", seat, {}
    if phase == OPENING:
        return "do.opening", 0 if seen["opening"][0] == 0 else 1, {}
    if phase == BATTLE:
        return "do.battle", seat, {}
    if seen["ended"]:
        return "do.over", OVER, {}
    s = from_view(State, seen)
    if phase == FLY:
        return ("do.fly" if why_not(box, s, seat, STAY) is None else "do.fly_only"), seat, {}
    if seen["may_end"]:
        return "do.hop_or_end", seat, {}
    if seen["hops"]:
        return "do.again", seat, {}
    return ("do.pass" if why_not(box, s, seat, PASS) is None else "do.hop"), seat, {}


def describe(box: Any, seen: View) -> list[tuple[str, dict[str, object]]]:
    """Say in words what the picture shows: message ids with parameters."""
    said: list[tuple[str, dict[str, object]]] = []
    for seat in range(2):
        own = [cell for cell in range(16) if seen["colour"][cell] == seat]
        said.append(("see.knight", {"seat": seat, "cell": cell_name(seen["knight"][seat])}))
        kinds = {
            "see.jumps": [cell for cell in own if seen["kind"][cell] == FOR_GOOD],
            "see.held": [cell for cell in own if seen["kind"][cell] == BLANK],
            "see.double": [cell for cell in own if seen["kind"][cell] == PLAIN and seen["level"][cell] == 2],
            "see.single": [cell for cell in own if seen["kind"][cell] == PLAIN and seen["level"][cell] == 1],
        }
        said += [(key, {"seat": seat, "cells": _list(cells)}) for key, cells in kinds.items() if cells]
    empty = [cell for cell in range(16) if seen["colour"][cell] < 0]
    return [*said, ("see.empty", {"cells": _list(empty)})] if empty else said


def _list(cells: list[int]) -> str:
    return ", ".join(cell_name(cell) for cell in cells)


def label(box: Any, seen: View, seat: int, action: int) -> tuple[str, dict[str, object]]:
    """Give the message id and parameters of an action's name, for a button or a list."""
    if seat == CHANCE:
        return "act.face", {"face": action}
    if action in _WORDS:
        return f"act.{_WORDS[action]}", {}
    return ("act.fly" if seen["phase"] == FLY else "act.hop"), {"cell": cell_name(action)}
