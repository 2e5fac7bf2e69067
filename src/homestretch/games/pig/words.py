"""Pig in words: actions as notation, events and refusals as messages with parameters."""

from typing import Any

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.problem import Problem
from homestretch.engine.view import View
from homestretch.games.pig.rules import HOLD, ROLL

SEATS = ("first", "second")
"""The seats' words in a record."""
_WORDS = {ROLL: "roll", HOLD: "hold"}
_PARAMS: dict[str, tuple[str, ...]] = {
    "PIG-1": ("n",), "PIG-2.turn": ("seat",), "PIG-3.face": ("face",), "PIG-3.lost": ("n",),
    "PIG-3.more": ("face", "n"), "PIG-4": ("n", "total"), "PIG-5": ("n",),
}  # fmt: skip


def params(box: Any, message: str, seat: int, a: int, b: int) -> dict[str, object]:
    """Give the parameters of a message of the rules; a seat stays a number, for the text to name it."""
    given: dict[str, object] = {"seat": seat}
    return given | dict(zip(_PARAMS.get(message, ()), (a, b), strict=False))


def format_action(box: Any, s: Any, seat: int, action: int) -> str:
    """Write an action in the record's notation: a die face, roll or hold."""
    return str(action) if seat == CHANCE else _WORDS[action]


def parse_action(box: Any, s: Any, seat: int, text: str) -> int:
    """Read an action in the record's notation.

    :raises Problem: if the text is no action of this game.
    """
    if seat == CHANCE and len(text) == 1 and text in "123456":
        return int(text)
    for action, word in _WORDS.items():
        if seat != CHANCE and word == text.lower():
            return action
    raise Problem("notation", text=text, example="4" if seat == CHANCE else "roll, hold")


def prompt(box: Any, seen: View, looker: int) -> tuple[str, int, dict[str, object]]:
    """Give the message id of what is to be done, the seat that does it (or OVER), and parameters.

    looker is the seat that reads it, or SPECTATOR.
    """
    if max(seen["bank"]) >= box.goal:
        return "do.over", OVER, {}
    return "do.die" if seen["rolling"] else "do.choose", seen["turn"], {}


def describe(box: Any, seen: View) -> list[tuple[str, dict[str, object]]]:
    """Say in words what the picture shows: message ids with parameters."""
    said: list[tuple[str, dict[str, object]]] = [("see.pot", {"n": seen["pot"]})]
    return [("see.bank", {"seat": seat, "n": n}) for seat, n in enumerate(seen["bank"])] + said


def label(box: Any, seen: View, seat: int, action: int) -> tuple[str, dict[str, object]]:
    """Give the message id and parameters of an action's name, for a button or a list."""
    if seat == CHANCE:
        return "act.face", {"face": action}
    return f"act.{_WORDS[action]}", {"n": seen["pot"]}
