"""One day's ranking: which finishes count, whose they are, in which order, and what each rolls (B, C)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from homestretch.engine.problem import Problem
from homestretch.games.boardmania.pieces import BY_LOGIN, BY_STAMP, EQUAL_RANK, Box, roll_of


class Finish(NamedTuple):
    """One finish, as a source or the journal gives it."""

    login: str
    """The player's stable identity."""
    time_ms: int
    """Race time in milliseconds; 0 is a retirement, which never counts."""
    driven_at: int
    """Instant, milliseconds since the epoch, UTC."""
    map_uid: str = ""
    """Empty where only the day is known."""
    day: int = 0
    """0 where only the map is known."""
    nickname: str = ""
    """With its $ codes; empty where unknown."""
    source: str = ""
    """The name of the source."""
    number: int = -1
    """The source's own running number (a database id), -1 where it has none."""
    id: int = 0
    """The journal's own number, 0 while not in it."""


class Day(NamedTuple):
    """One day of the calendar; its window is opens <= driven_at < closes (ms since the epoch, UTC)."""

    number: int
    """1, 2, ..."""
    opens: int
    closes: int
    maps: tuple[str, ...] = ()
    """The UIDs of the day's map; empty where the finish itself says its day."""
    is_void: bool = False


@dataclass(frozen=True)
class Acts:
    """What the organiser has decided; logins as they are spelled in the finishes."""

    aliases: Mapping[str, str] = field(default_factory=dict)
    """B11: login -> the login of the same person that stays."""
    excluded: Collection[str] = frozenset()
    """B13: logins that are not counted."""
    withdrawn: Mapping[str, int] = field(default_factory=dict)
    """D8: login -> the day from which it takes no part."""
    registered: Collection[str] = frozenset()
    """B2: the logins that count where only registered ones do."""
    revoked: Collection[int] = frozenset()
    """B12: ids of finishes that do not count."""
    set_times: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """(day, login) -> time in ms set by hand, in place of what was driven; 0 for none."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Login -> the name that is shown in place of the nickname."""


class Placed(NamedTuple):
    """One driver in a day's ranking; roll is 0 beyond max_scored, if C1 does not say otherwise."""

    login: str
    nickname: str
    rank: int
    time_ms: int
    driven_at: int
    roll: int


class Doubt(NamedTuple):
    """Something the organiser should look at: a message id and the logins it concerns."""

    message: str
    logins: tuple[str, ...]


class Ranking(NamedTuple):
    """A day's ranking: n drivers are scored."""

    n: int
    placed: tuple[Placed, ...] = ()
    late: tuple[Finish, ...] = ()
    """B3: finishes on the day's map at or after the cut-off."""
    warnings: tuple[Doubt, ...] = ()
    sat_out: tuple[str, ...] = ()
    """G22: who drove, but sits out."""
    revoked: tuple[str, ...] = ()
    """B12, D4: whose finishes of the day have all been revoked."""


def persons(acts: Acts) -> dict[str, str]:
    """B11: give for every merged login the login that stays, along chains of aliases.

    :raises Problem: if a chain comes back to where it began.
    """
    found = {}
    for login in acts.aliases:
        person, steps = login, 0
        while person in acts.aliases:
            person, steps = acts.aliases[person], steps + 1
            if steps > len(acts.aliases):
                raise Problem("boardmania.alias_loop", login=login)
        found[login] = person
    return found


def withdrawn(acts: Acts, day: int) -> set[str]:
    """D8: give who has withdrawn by a day, merged logins under the one that stays."""
    person = persons(acts)
    return {person.get(login, login) for login, first in acts.withdrawn.items() if first <= day}


def closing(box: Box, day: Day) -> int:
    """B3: give the instant from which on a finish is too late for a day."""
    return day.closes + (1 if box.cutoff_inclusive else 0)


def by_day(days: Iterable[Day], finishes: Iterable[Finish]) -> dict[int, list[Finish]]:
    """Sort finishes by the day whose map they were driven on, inside its window or not."""
    groups: dict[int, list[Finish]] = {}
    by_map: dict[str, list[int]] = {}
    for day in days:
        groups[day.number] = []
        for uid in day.maps:
            by_map.setdefault(uid, []).append(day.number)
    by_number = {day.number for day in days if not day.maps}
    for finish in finishes:
        numbers = by_map.get(finish.map_uid, []) if finish.map_uid else []
        if not numbers and (finish.day in by_number or (finish.day in groups and not finish.map_uid)):
            numbers = [finish.day]
        for number in numbers:
            groups[number].append(finish)
    return groups


def rank_day(
    box: Box, day: Day, finishes: Iterable[Finish], acts: Acts, sitting_out: Collection[str] = ()
) -> Ranking:
    """Section 10, steps 1-3 and 5: rank the best times of a day; a voided day ranks nobody.

    :param finishes: what `by_day` gives for this day, in any order.
    :param sitting_out: logins, merged ones under the login that stays.
    """
    if day.is_void:
        return Ranking(0)
    sieve = _Sieve(box, day, acts)
    for finish in finishes:
        sieve.take(finish)
    sieve.set_times()
    order, warnings = _in_order(box, list(sieve.best.items()))
    kept, beyond = _cut(box, order, set(sitting_out))
    return Ranking(
        len(kept),
        tuple(_placed(box, kept, beyond, sieve)),
        tuple(sorted(sieve.late, key=_fully)),
        (*warnings, *sieve.unknown()),
        tuple(login for login, _ in order if login in sitting_out),
        tuple(sorted(sieve.revoked - sieve.best.keys())),
    )


def _fully(finish: Finish) -> tuple[object, ...]:
    """Order finishes the same way however they came in."""
    return finish.driven_at, finish.time_ms, finish


def _own_best(finish: Finish) -> tuple[int, int]:
    """Section 10, step 1: the lowest time counts, of equal ones the earliest."""
    return finish.time_ms, finish.driven_at


class _Sieve:
    """Takes the finishes of a day one by one and keeps the best of each person."""

    def __init__(self, box: Box, day: Day, acts: Acts) -> None:
        self.day, self.acts, self.person = day, acts, persons(acts)
        self.closes = closing(box, day)
        self.away = {
            self.person.get(each, each) for each, first in acts.withdrawn.items() if first <= day.number
        }
        self.away |= set(acts.excluded)
        registered = {self.person.get(each, each) for each in acts.registered}
        self.registered = registered if box.registered_only else None
        self.best: dict[str, Finish] = {}
        self.newest: dict[str, Finish] = {}
        self.late: list[Finish] = []
        self.outside: set[str] = set()
        self.revoked: set[str] = set()

    def may_drive(self, login: str) -> bool:
        """B2, B13, D8: tell whether a person takes part on this day."""
        return login not in self.away and (self.registered is None or login in self.registered)

    def take(self, finish: Finish) -> None:
        """B3, B8, B9, B12: look at one finish."""
        login = self.person.get(finish.login, finish.login)
        if finish.time_ms <= 0 or finish.login in self.away or not self.may_drive(login):
            return
        inside = self.day.opens <= finish.driven_at < self.closes
        if finish.id and finish.id in self.acts.revoked:
            self.revoked |= {login} if inside else set()
        elif inside:
            self._count(login, finish)
        else:
            self.outside.add(login)
            self.late += [finish] if finish.driven_at >= self.closes else []

    def _count(self, login: str, finish: Finish) -> None:
        best = self.best.get(login)
        if best is None or _own_best(finish) < _own_best(best) or _same_but_first(finish, best):
            self.best[login] = finish
        newest = self.newest.get(login)
        if finish.nickname and (newest is None or _newer(finish, newest)):
            self.newest[login] = finish

    def set_times(self) -> None:
        """Put times set by hand in place of driven ones; the one for the login that stays holds."""
        by_hand = self.acts.set_times.items()
        for (number, said), time_ms in sorted(
            by_hand, key=lambda each: (each[0][1] not in self.person, each)
        ):
            login = self.person.get(said, said)
            if number == self.day.number and self.may_drive(login):
                self.best.pop(login, None)
                if time_ms > 0:
                    self.best[login] = Finish(login, time_ms, self.day.closes - 1, day=number)

    def unknown(self) -> Iterator[Doubt]:
        """B8: list who has a time on the map, but none inside the window that the source still knows."""
        unknown = tuple(sorted(self.outside - self.best.keys()))
        if unknown:
            yield Doubt("BM-B8.unknown", unknown)

    def nickname(self, login: str) -> str:
        """Give the nickname seen last on this day, or the one that the organiser has set."""
        seen = self.newest[login].nickname if login in self.newest else ""
        return self.acts.names.get(login, seen)


def _same_but_first(finish: Finish, best: Finish) -> bool:
    """Choose between two finishes of one time and stamp the same way however they came in."""
    return _own_best(finish) == _own_best(best) and finish < best


def _newer(finish: Finish, newest: Finish) -> bool:
    return (finish.driven_at, finish.number, finish.nickname) > (
        newest.driven_at,
        newest.number,
        newest.nickname,
    )


_Entry = tuple[str, Finish]


def _in_order(box: Box, best: list[_Entry]) -> tuple[list[_Entry], list[Doubt]]:
    """C6: sort by time, and equal times as agreed; say where only the login could decide."""
    if box.ties == BY_LOGIN:
        return sorted(best, key=lambda each: (each[1].time_ms, each[0].casefold(), each[0])), []
    best = sorted(best, key=lambda each: (each[1].time_ms, each[1].driven_at, each[0].casefold(), each[0]))
    doubts, first = list[Doubt](), 0
    for i in range(1, len(best) + 1):
        if i == len(best) or _own_best(best[i][1]) != _own_best(best[first][1]):
            if i - first > 1 and not _by_number(best, first, i) and box.ties == BY_STAMP:
                doubts.append(Doubt("BM-C6.login", tuple(login for login, _ in best[first:i])))
            first = i
    return best, doubts


def _by_number(best: list[_Entry], first: int, behind: int) -> bool:
    """C6: sort a group by the running number of its source; False where there is no such number."""
    group = best[first:behind]
    if len({finish.source for _, finish in group}) > 1 or any(finish.number < 0 for _, finish in group):
        return False
    best[first:behind] = sorted(group, key=lambda each: each[1].number)
    return len({finish.number for _, finish in group}) == len(group)


def _cut(box: Box, order: list[_Entry], sitting_out: set[str]) -> tuple[list[_Entry], list[_Entry]]:
    """C1, C2, G22: take out who sits out, and part the scored ones from the others."""
    if box.cut_first:
        kept, beyond = order[: box.scored], order[box.scored :]
        return _without(kept, sitting_out), _without(beyond, sitting_out)
    order = _without(order, sitting_out)
    return order[: box.scored], order[box.scored :]


def _without(order: list[_Entry], sitting_out: set[str]) -> list[_Entry]:
    return [each for each in order if each[0] not in sitting_out]


def _placed(box: Box, kept: list[_Entry], beyond: list[_Entry], sieve: _Sieve) -> Iterator[Placed]:
    """C4, C6, C8: give rank and roll; equal times share a rank where that is agreed."""
    n, rank, before = len(kept), 0, 0
    for i, (login, finish) in enumerate([*kept, *beyond], 1):
        if box.ties != EQUAL_RANK or finish.time_ms != before:
            rank = i
        before = finish.time_ms
        roll = roll_of(box, n, rank) if i <= n else box.beyond_rolls
        yield Placed(login, sieve.nickname(login), rank, finish.time_ms, finish.driven_at, roll)
