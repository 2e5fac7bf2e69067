"""Icons of BoardMania's fields: every kind has a drawing of its own and a sign in writing beside it."""

from typing import Any

from homestretch.games.boardmania.pieces import (
    BEAM,
    BLOCKER,
    BOOSTER,
    HALF,
    JUMP,
    LETTERS,
    SIT_OUT,
    START,
    VEHICLE,
    WECHSEL,
)
from homestretch.games.boardmania.words import KIND_WORDS, jump_name
from homestretch.svg import Theme, tag
from homestretch.text import Text

# Lines in a box from -12 to 12.
_LINES = {
    "forward": "M-10 0H9M2 -7L9 0L2 7",
    "back": "M10 0H-9M-2 -7L-9 0L-2 7",
    "wechsel": "M-9 5A9 9 0 0 1 8 -4M8 -10V-3H1M9 -1A9 9 0 0 1 -6 8",
    "beam": "M-9 3A9 8 0 1 1 -3 9M-12 -3L-9 4L-2 2",
    "half": "M-9 -9H9V9H-9ZM9 -9L-9 9",
    "booster": "M-8 1L0 -7L8 1M-8 9L0 1L8 9",
    "blocker": "M-5 -10H5L10 -5V5L5 10H-5L-10 5V-5ZM-5 0H5",
    "sit_out": "M-5 -9V9M5 -9V9",
    "start": "M-7 11V-10M-7 -10H9L5 -5L9 0H-7",
}
_KINDS = {
    WECHSEL: "wechsel", BEAM: "beam", HALF: "half", BOOSTER: "booster", BLOCKER: "blocker",
    SIT_OUT: "sit_out", START: "start",
}  # fmt: skip
# One landscape for each environment: peaks, waves, sun over the sea, dunes, palm, bends, stadium.
_LANDSCAPES = {
    "A": "M-12 9L-4 -9L2 4L5 -2L12 9ZM-7 -2L-4 1L-1 -2",
    "B": "M-12 -4Q-9 -8 -6 -4T0 -4T6 -4T12 -4M-12 3Q-9 -1 -6 3T0 3T6 3T12 3M-8 9Q-5 5 -2 9T4 9T10 9",
    "C": "M-12 6H12M-6 6A6 6 0 0 1 6 6M0 -6V-10M-7 -3L-10 -6M7 -3L10 -6M-8 10H8",
    "D": "M-12 8Q-5 -6 1 4Q5 -2 12 8ZM6 -6A3 3 0 1 1 5.9 -6Z",
    "I": "M-2 9Q1 0 0 -4M0 -4Q-6 -10 -10 -3M0 -4Q-2 -11 -8 -9M0 -4Q4 -11 9 -7M0 -4Q8 -6 10 1M-9 9H9",
    "R": "M-8 11Q-10 4 0 2T7 -10M-1 11Q-2 7 5 5M-10 -4L-7 -10L-4 -4Z",
    "S": "M-5 -8H5A8 8 0 0 1 5 8H-5A8 8 0 0 1 -5 -8ZM-4 -2H4A2 2 0 0 1 4 2H-4A2 2 0 0 1 -4 -2Z",
}


def sign(box: Any, field: int, say: Text) -> str:
    """Give a field's sign in writing: the letter of a vehicle, a jump, or the letters of a special field."""
    kind = box.kind[field]
    if kind == VEHICLE:
        return LETTERS[box.amount[field]]
    return jump_name(box.amount[field]) if kind == JUMP else kind_sign(kind, say)


def kind_sign(kind: int, say: Text) -> str:
    """Give the letters of a kind of special field; nothing for another one."""
    return say(f"sign.{KIND_WORDS[kind]}") if kind in _KINDS else ""


def field_icon(box: Any, field: int, theme: Theme) -> str:
    """Draw a field's icon around 0, 0, in a box of 24; nothing for a plain field."""
    kind = box.kind[field]
    if kind == VEHICLE:
        return environment_icon(LETTERS[box.amount[field]], theme)
    if kind == JUMP:
        return _drawn(_LINES["forward" if box.amount[field] > 0 else "back"], theme)
    return kind_icon(kind, theme)


def environment_icon(letter: str, theme: Theme) -> str:
    """Draw an environment's landscape around 0, 0, in a box of 24."""
    return _drawn(_LANDSCAPES[letter], theme)


def kind_icon(kind: int, theme: Theme) -> str:
    """Draw the icon of a kind of field, or of the status it gives, around 0, 0, in a box of 24."""
    return _drawn(_LINES[_KINDS[kind]], theme) if kind in _KINDS else ""


def _drawn(lines: str, theme: Theme) -> str:
    return tag(
        "path", d=lines, fill="none", stroke=theme.token("ink"), stroke_width=2.2, stroke_linecap="round",
        stroke_linejoin="round",
    )  # fmt: skip
