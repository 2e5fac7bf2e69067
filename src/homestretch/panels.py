"""What a page shows beside the board: cards, slips, score sheets; from a game's `picture.beside`."""

from typing import NamedTuple

Said = tuple[str, dict[str, object]]
"""A message id with its parameters."""


class Item(NamedTuple):
    """One thing in a panel: a picture, what it is in words, and the action that a touch on it is, if any."""

    svg: str
    width: int
    height: int
    label: Said
    action: int = -1


class Panel(NamedTuple):
    """A titled row of things, or a table of texts with a head."""

    key: str
    """Names the panel in the page; stays the same from ply to ply."""
    title: Said
    items: tuple[Item, ...] = ()
    head: tuple[Said, ...] = ()
    rows: tuple[tuple[tuple[Said, ...], ...], ...] = ()
    """Per row its cells, each of one text or several."""
    notes: tuple[Said, ...] = ()
    asked: Said | None = None
    """The question to which the notes are the answer: they are shown when a reader asks it."""
    folded: bool = False
    """Whether only the title is shown until a reader opens it."""
