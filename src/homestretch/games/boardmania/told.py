"""Reading a story: the fields that a move came onto."""

from collections.abc import Iterable

from homestretch.engine.story import Event
from homestretch.games.boardmania.pieces import Box

_FIELD_IS_A = ("BM-D3.moves",)
_FIELD_IS_B = ("BM-G5.forward", "BM-G5.back", "BM-G13.odd", "BM-E4.bonus")


def path_of(box: Box, story: Iterable[Event]) -> tuple[int, ...]:
    """Give the fields that a move came onto, in order; not the one a piece was only beamed back to (G18)."""
    first = (*_FIELD_IS_A, "BM-G17.beam") if box.beam_triggers else _FIELD_IS_A
    return tuple(
        event.a if event.message in first else event.b
        for event in story
        if event.message in first or event.message in _FIELD_IS_B
    )
