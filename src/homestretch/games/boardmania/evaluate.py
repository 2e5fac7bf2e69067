"""The whole event as a pure function: days, finishes and acts in, every player's days out."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from homestretch.engine.problem import Problem
from homestretch.engine.story import Event
from homestretch.games.boardmania.day import (
    Acts,
    Day,
    Doubt,
    Finish,
    Placed,
    Ranking,
    by_day,
    persons,
    rank_day,
    withdrawn,
)
from homestretch.games.boardmania.pieces import MOST, SIT_OUT, Box, State, value_of
from homestretch.games.boardmania.rules import enrol, evaluate_day, place, start, void_day
from homestretch.games.boardmania.told import path_of


class PlayerDay(NamedTuple):
    """What a day brought one player; rank, time, roll and value are None where there is none."""

    number: int
    login: str
    nickname: str
    """The latest one seen up to this day."""
    rank: int | None
    time_ms: int | None
    roll: int | None
    value: int | None
    path: tuple[int, ...]
    """The fields come onto, 0..46; not the one beamed back to."""
    steps: tuple[Event, ...]
    """All that the rules told of this player; the seat of an event is the index of enrolment."""
    cards_before: tuple[int, ...]
    cards: tuple[int, ...]
    """Per environment in the order of LETTERS."""
    bonuses: int
    """Taken on this day."""
    all_bonuses: int
    status_used: int
    status: int
    """Kinds of fields as in pieces.py, 0 for none."""
    sat_out: bool
    withdrawn: bool
    progress_before: int
    progress: int
    place: int


class DayResult(NamedTuple):
    """One day evaluated: all enrolled players by number."""

    day: int
    is_void: bool
    n: int
    players: tuple[PlayerDay, ...]
    late: tuple[Finish, ...]
    warnings: tuple[Doubt, ...]
    story: tuple[Event, ...]
    """What concerns no player: day begun, voided, event over."""


class Position(NamedTuple):
    """The event between two days. The players of all tuples are in the order of enrolment."""

    state: Any
    logins: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()


class Evaluation(NamedTuple):
    """All days, and the numbers of all who are enrolled, to be published with the last of them."""

    days: tuple[DayResult, ...]
    numbers: dict[str, int]


def first_position(box: Box) -> Position:
    """F4: give the event before day 1."""
    s = State()
    start(box, s)
    return Position(s)


def evaluate(
    box: Box, days: Iterable[Day], finishes: Iterable[Finish], acts: Acts, numbers: Mapping[str, int]
) -> Evaluation:
    """Evaluate all days in order.

    :param numbers: login -> number of all numbers published so far (D4); new players get the next ones.
    :raises Problem: for days out of order or beyond the end, a number given twice, or too many players.
    """
    days = list(days)
    groups, now, results = by_day(days, finishes), first_position(box), list[DayResult]()
    for day in days:
        now, result = next_day(box, now, day, groups[day.number], acts, numbers)
        results.append(result)
    return Evaluation(tuple(results), dict(zip(now.logins, now.state.number, strict=False)))


def next_day(
    box: Box, now: Position, day: Day, finishes: Iterable[Finish], acts: Acts, numbers: Mapping[str, int]
) -> tuple[Position, DayResult]:
    """Evaluate one day on top of the days before it; `now` stays as it is.

    :param finishes: what `by_day` gives for this day.
    :raises Problem: as `evaluate`.
    """
    if day.number != now.state.day + 1 or day.number > box.days:
        raise Problem("boardmania.day_order", day=day.number, wanted=now.state.day + 1, last=box.days)
    sitting = {login for i, login in enumerate(now.logins) if now.state.status[i] == SIT_OUT}
    ranking = rank_day(box, day, finishes, acts, sitting)
    s = now.state.copy()
    s.story = []
    logins = _enrolled(box, s, now, ranking, acts, numbers)
    nicknames = _nicknames(logins, now, ranking, acts)
    before = s.copy()
    _play(box, s, day, logins, ranking, acts)
    story, s.story = s.story, None
    after = Position(s, logins, nicknames)
    return after, _result(box, before, after, day, ranking, story)


def _enrolled(
    box: Box, s: Any, now: Position, ranking: Ranking, acts: Acts, numbers: Mapping[str, int]
) -> tuple[str, ...]:
    """B2, D4: enrol who is new, in the order of the ranking; a published number is kept.

    Whose enrolling finish was revoked after its number had been published is enrolled all the same.
    """
    published = _published(acts, numbers)
    known = set(now.logins)
    new = [placed.login for placed in ranking.placed if placed.login not in known]
    new += sorted(
        (login for login in ranking.revoked if login in published and login not in known),
        key=published.__getitem__,
    )
    if len(known) + len(new) > MOST:
        raise Problem("boardmania.players", most=MOST)
    free = max([0, *numbers.values(), *s.number[: s.players]]) + 1
    for login in new:
        enrol(box, s, published.get(login, free))
        free += login not in published
    return (*now.logins, *new)


def _published(acts: Acts, numbers: Mapping[str, int]) -> dict[str, int]:
    """D4, B11: give each person's published number; merged ones keep that of the login that stays."""
    twice = sorted(number for number, count in Counter(numbers.values()).items() if count > 1)
    if twice:
        raise Problem("boardmania.number_twice", numbers=", ".join(map(str, twice)))
    person, found = persons(acts), dict[str, int]()
    for login, number in sorted(numbers.items(), key=lambda each: (each[0] in person, each[1])):
        found.setdefault(person.get(login, login), number)
    return found


def _nicknames(logins: tuple[str, ...], now: Position, ranking: Ranking, acts: Acts) -> tuple[str, ...]:
    """Give the latest nickname seen of each player, or the one that the organiser has set."""
    known = dict(zip(now.logins, now.nicknames, strict=True))
    known |= {placed.login: placed.nickname for placed in ranking.placed if placed.nickname}
    return tuple(acts.names.get(login) or known.get(login, "") for login in logins)


def _play(box: Box, s: Any, day: Day, logins: tuple[str, ...], ranking: Ranking, acts: Acts) -> None:
    """Section 10, steps 0 and 5-8."""
    away = withdrawn(acts, day.number)
    for i, login in enumerate(logins):
        s.withdrawn[i] = int(login in away)
    if day.is_void:
        void_day(box, s)
        return
    placed = {each.login: each for each in ranking.placed}
    rolls = [placed[login].roll if login in placed else int(login in ranking.sat_out) for login in logins]
    evaluate_day(box, s, rolls, [placed[login].rank if login in placed else 0 for login in logins])


def _result(
    box: Box, before: Any, after: Position, day: Day, ranking: Ranking, story: list[Event]
) -> DayResult:
    """Section 10, step 9: write down what the day brought."""
    placed = {each.login: each for each in ranking.placed}
    told: dict[int, list[Event]] = {}
    for event in story:
        told.setdefault(event.seat, []).append(event)
    places = [0] * len(after.logins)
    place(box, after.state, places)
    players = [
        _player(box, before, after, i, placed.get(login), tuple(told.get(i, ())), places[i])
        for i, login in enumerate(after.logins)
    ]
    players.sort(key=lambda each: each.number)
    general = tuple(told.get(-1, ()))
    return DayResult(
        day.number, day.is_void, ranking.n, tuple(players), ranking.late, ranking.warnings, general
    )


def _player(
    box: Box, before: Any, after: Position, i: int, placed: Placed | None, told: tuple[Event, ...], at: int
) -> PlayerDay:
    s = after.state
    roll = placed.roll if placed and placed.roll else None
    return PlayerDay(
        number=s.number[i],
        login=after.logins[i],
        nickname=after.nicknames[i],
        rank=placed.rank if placed else None,
        time_ms=placed.time_ms if placed else None,
        roll=roll,
        value=value_of(before.status[i], roll) if roll else None,
        path=path_of(box, told),
        steps=told,
        cards_before=tuple(before.cards[i]),
        cards=tuple(s.cards[i]),
        bonuses=s.bonuses[i] - before.bonuses[i],
        all_bonuses=s.bonuses[i],
        status_used=before.status[i] if roll else 0,
        status=s.status[i],
        sat_out=any(event.message == "BM-G22.sits" for event in told),
        withdrawn=bool(s.withdrawn[i]),
        progress_before=before.progress[i],
        progress=s.progress[i],
        place=at,
    )
