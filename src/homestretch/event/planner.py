"""The planner: where each roll would bring a player, which times give it now, and what comes of it (F6).

Pure, and nothing is decided here: the rules play every move that is shown.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from homestretch.engine.story import Event
from homestretch.games.boardmania.day import Placed, Ranking
from homestretch.games.boardmania.evaluate import DayResult
from homestretch.games.boardmania.pieces import (
    BY_LOGIN,
    ENVIRONMENTS,
    EQUAL_RANK,
    FACES,
    SIT_OUT,
    Box,
    State,
    roll_of,
    value_of,
)
from homestretch.games.boardmania.rules import enrol, evaluate_day, start
from homestretch.games.boardmania.told import path_of

AT_HOME = 0
"""The roll of who stays at home."""
MOST_MORE = 9
"""So many more drivers are looked at."""


class Piece(NamedTuple):
    """What a move of a player depends on."""

    progress: int = 0
    cards: tuple[int, ...] = (0,) * ENVIRONMENTS
    status: int = 0
    bonuses: int = 0
    had: int = 0
    """E6: bit set of the environments that have given a bonus."""


class Outlook(NamedTuple):
    """The day after: progress after each of the rolls 1..6, and the rolls that bring furthest."""

    progress: tuple[int, ...]
    best: tuple[int, ...]

    @property
    def furthest(self) -> int:
        """The progress after the best roll."""
        return max(self.progress)

    @property
    def average(self) -> float:
        """The mean over the six rolls."""
        return sum(self.progress) / FACES


class Move(NamedTuple):
    """What a roll brings, AT_HOME for none."""

    roll: int
    value: int
    path: tuple[int, ...]
    steps: tuple[Event, ...]
    """What the rules tell; the seat is 0."""
    piece: Piece
    gain: int
    outlook: Outlook | None
    """None on the last day."""


class Span(NamedTuple):
    """Times in milliseconds that give a roll now (0: none), from..to; to is None where there is no end."""

    roll: int
    first: int
    last: int | None


class Shift(NamedTuple):
    """With so many more drivers: the ranks of each roll, and one's own roll if all are slower, or faster."""

    more: int
    n: int
    ranks: dict[int, tuple[int, int]]
    slower: int | None
    faster: int | None


class Plan(NamedTuple):
    """All that the planner says to one player about one day."""

    login: str
    day: int
    piece: Piece
    leader: int
    """The progress of whoever leads before this day."""
    sits_out: bool
    moves: tuple[Move, ...]
    """By roll, 6 first, and at last AT_HOME; who sits out has only that one."""
    n: int
    """So many drivers are reckoned with."""
    ranks: dict[int, tuple[int, int]]
    own: Placed | None
    """One's own time so far."""
    spans: tuple[Span, ...]
    shifts: tuple[Shift, ...]


class Board:
    """One player on the board, on which days are tried out again and again."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._s: Any = State()
        start(box, self._s)
        enrol(box, self._s, 1)

    def move(self, piece: Piece, day: int, roll: int, looks_ahead: bool = True) -> Move:
        """Play a day of a piece."""
        after, steps = self._play(piece, day, roll)
        sits = piece.status == SIT_OUT
        value = value_of(piece.status, roll) if roll and not sits else 0
        ahead = self._outlook(after, day + 1) if looks_ahead and day < self.box.days else None
        path = path_of(self.box, steps)
        return Move(roll, value, path, steps, after, after.progress - piece.progress, ahead)

    def _outlook(self, piece: Piece, day: int) -> Outlook:
        progress = tuple(self._play(piece, day, roll)[0].progress for roll in range(1, FACES + 1))
        best = tuple(roll for roll, far in enumerate(progress, 1) if far == max(progress))
        return Outlook(progress, best)

    def _play(self, piece: Piece, day: int, roll: int) -> tuple[Piece, tuple[Event, ...]]:
        s = self._s
        s.day, s.progress[0], s.status[0] = day - 1, piece.progress, piece.status
        s.cards[0], s.bonuses[0], s.had[0] = list(piece.cards), piece.bonuses, piece.had
        s.story = []
        evaluate_day(self.box, s, [roll], [0])
        steps, s.story = tuple(event for event in s.story if event.seat == 0), None
        return Piece(s.progress[0], tuple(s.cards[0]), s.status[0], s.bonuses[0], s.had[0]), steps


def pieces(days: Iterable[DayResult]) -> dict[str, Piece]:
    """Give every enrolled player's piece after some days, by login."""
    found: dict[str, Piece] = {}
    for day in days:
        for each in day.players:
            had = found[each.login].had if each.login in found else 0
            for event in each.steps:
                had |= 1 << event.a if event.message == "BM-E4.bonus" else 0
            found[each.login] = Piece(each.progress, each.cards, each.status, each.all_bonuses, had)
    return found


def rank_spans(box: Box, n: int) -> dict[int, tuple[int, int]]:
    """C4, C5: give per roll the first and the last rank that has it among n drivers."""
    row, first, found = box.upto[min(n, box.scored)], 1, {}
    for face, last in zip(range(FACES, 0, -1), row, strict=True):
        if last >= first:
            found[face] = (first, last)
        first = last + 1
    return found


def rank_at(box: Box, others: Sequence[Placed], login: str, time_ms: int) -> int:
    """C6: give the rank that a time would have now behind and before those of the others."""
    if box.ties == EQUAL_RANK:
        return 1 + sum(other.time_ms < time_ms for other in others)
    if box.ties == BY_LOGIN:
        mine = (time_ms, login.casefold(), login)
        return 1 + sum((o.time_ms, o.login.casefold(), o.login) < mine for o in others)
    return 1 + sum(other.time_ms <= time_ms for other in others)


def time_spans(box: Box, others: Sequence[Placed], login: str) -> tuple[Span, ...]:
    """Give the times that would give each roll if the day ended now; the fastest first."""
    n, found = min(len(others) + 1, box.scored), list[Span]()
    for time_ms in sorted({1, *(t for o in others for t in (o.time_ms, o.time_ms + 1))}):
        roll = roll_of(box, n, rank_at(box, others, login, time_ms))
        if found and found[-1].roll == roll:
            continue
        if found:
            found[-1] = found[-1]._replace(last=time_ms - 1)
        found.append(Span(roll, time_ms, None))
    return tuple(found)


def shifts(box: Box, n: int, rank: int | None, most: int) -> tuple[Shift, ...]:
    """Give what becomes of the rolls, and of one's own rank, when 1..most more people drive."""
    found = []
    for more in range(1, most + 1):
        scored = min(n + more, box.scored)
        slower = None if rank is None else roll_of(box, scored, rank)
        faster = None if rank is None else roll_of(box, scored, rank + more)
        found.append(Shift(more, n + more, rank_spans(box, scored), slower, faster))
    return tuple(found)


def plan(
    box: Box, day: int, found: dict[str, Piece], live: Ranking, login: str, n: int | None = None,
    more: int = 3,
) -> Plan:  # fmt: skip
    """Plan a day of one player, enrolled or not.

    :param found: the pieces before this day, by login.
    :param live: the day's ranking so far.
    :param n: so many drivers are assumed; else those who have driven, and the player himself.
    :param more: up to so many more drivers are looked at.
    """
    piece = found.get(login, Piece())
    own = next((each for each in live.placed if each.login == login), None)
    others = [each for each in live.placed if each.login != login]
    sits_out = piece.status == SIT_OUT
    board, rolls = Board(box), () if sits_out else range(FACES, 0, -1)
    drivers = min(max(1, n or len(others) + 1), box.scored)
    return Plan(
        login, day, piece, max((each.progress for each in found.values()), default=0), sits_out,
        tuple(board.move(piece, day, roll) for roll in (*rolls, AT_HOME)),
        drivers, rank_spans(box, drivers), own, () if sits_out else time_spans(box, others, login),
        () if sits_out else shifts(box, drivers, own and own.rank, min(more, MOST_MORE)),
    )  # fmt: skip
