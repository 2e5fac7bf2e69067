"""Walking over a whole board: what makes it poor to play on, though it can be played on.

From every field where a piece can end a day, every value is moved with an empty hand and with two cards of
everything, by the rules themselves.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from homestretch.engine.problem import Problem
from homestretch.games.boardmania.moves import move
from homestretch.games.boardmania.pieces import (
    BEAM,
    ENVIRONMENTS,
    FACES,
    JUMP,
    PLAIN,
    SIT_OUT,
    START,
    Box,
    State,
    field_at,
)
from homestretch.games.boardmania.told import path_of

LAPS_AHEAD = 2
"""A walk begins in the third lap, so that a jump back over Start shows where it leads."""


class Walk(NamedTuple):
    """One move: from a field by a value, where it ends (progress gained) and the fields come onto."""

    start: int
    value: int
    gain: int
    path: tuple[int, ...]
    stuck: int
    """The field that was come onto again, -1 for none."""


def walk(box: Box, field: int, value: int, cards: int) -> Walk:
    """Move a piece from a field by a value, with so many cards of every environment."""
    s: Any = State()
    began = s.progress[0] = LAPS_AHEAD * box.fields + field
    s.cards[0] = [cards] * ENVIRONMENTS
    s.story = []
    move(box, s, 0, value, value)
    path = path_of(box, s.story)
    again = [event.a for event in s.story if event.message == "BM-G2.again"]
    return Walk(field, value, s.progress[0] - began, path, again[0] if again else -1)


def walks(box: Box) -> list[Walk]:
    """Give every move from every field where a piece can come to stand, beginning at Start."""
    found, ends, to_go = list[Walk](), {0}, [0]
    while to_go:
        field = to_go.pop()
        for value in range(1, FACES + 1):
            for cards in (0, 2):
                one = walk(box, field, value, cards)
                found.append(one)
                end = field_at(box, field + one.gain)
                if end not in ends:
                    ends.add(end)
                    to_go.append(end)
    return found


def survey(box: Box) -> list[Problem]:
    """List what is poor about a board: loops, dead ends, fields that nobody reaches, jumps onto jumps."""
    found = walks(box)
    return [*loops(found), *_dead_zones(found), *_unreached(box, found), *_landings(box)]


def loops(found: list[Walk]) -> Iterator[Problem]:
    """G2: list the fields that a move comes onto twice, each with one way to do it."""
    seen = dict[int, Walk]()
    for one in found:
        if one.stuck >= 0:
            seen.setdefault(one.stuck, one)
    for field, one in sorted(seen.items()):
        way = ", ".join(map(str, one.path))
        yield Problem("boardmania.loop", field=field, start=one.start, value=one.value, way=way)


def _dead_zones(found: list[Walk]) -> Iterator[Problem]:
    best: dict[int, int] = {}
    for one in found:
        best[one.start] = max(one.gain, best.get(one.start, one.gain))
    for field in sorted(best):
        if best[field] <= 0:
            yield Problem("boardmania.dead", field=field)


def _unreached(box: Box, found: list[Walk]) -> Iterator[Problem]:
    reached = {field for one in found for field in one.path}
    for field in range(box.fields):
        if field not in reached and box.kind[field] not in (PLAIN, START):
            yield Problem("boardmania.unreached", field=field)


def _landings(box: Box) -> Iterator[Problem]:
    for field in range(box.fields):
        if box.kind[field] == JUMP:
            target = field_at(box, field + box.amount[field])
            if box.kind[target] == JUMP:
                yield Problem("boardmania.jump_on_jump", field=field, target=target)
            elif box.kind[target] in (BEAM, SIT_OUT):
                yield Problem("boardmania.jump_on_trap", field=field, target=target)
