"""Taking finishes into an event: which are new, and which of them will not count, so that it can be told."""

from collections.abc import Iterable
from typing import NamedTuple

from homestretch.event.event import Event
from homestretch.games.boardmania.day import Finish, by_day, closing


class Look(NamedTuple):
    """What some finishes come to. None of it is an error: all but those known are taken."""

    fresh: tuple[Finish, ...]
    """Not yet in the journal."""
    known: int
    """How many are there already."""
    retired: int
    """BM-B9: how many have the time 0."""
    outside: tuple[Finish, ...]
    """BM-B3: driven on a day's map, but not in its window."""
    nowhere: tuple[Finish, ...]
    """On a map, or of a day, that the event does not have."""
    days: tuple[int, ...]
    """The days for which new ones count."""


def look_at(event: Event, finishes: Iterable[Finish]) -> Look:
    """Tell what finishes would come to; nothing is written."""
    unique = _unique(finishes)
    known = set(map(_identity, event.journal.finishes()))
    fresh = [finish for key, finish in unique.items() if key not in known]
    groups, counted = by_day(event.days(), unique.values()), dict[Finish, int]()
    for day in event.days():
        closes = closing(event.box, day)
        counted |= {each: day.number for each in groups[day.number] if day.opens <= each.driven_at < closes}
    placed = {finish for group in groups.values() for finish in group}
    driven = [finish for finish in fresh if finish.time_ms > 0]
    return Look(
        tuple(fresh),
        len(unique) - len(fresh),
        sum(finish.time_ms <= 0 for finish in fresh),
        tuple(finish for finish in driven if finish in placed and finish not in counted),
        tuple(finish for finish in driven if finish not in placed),
        tuple(sorted({counted[finish] for finish in driven if finish in counted})),
    )


def _unique(finishes: Iterable[Finish]) -> dict[tuple[object, ...], Finish]:
    """Give each drive once, the same of several whatever their order."""
    unique: dict[tuple[object, ...], Finish] = {}
    for finish in finishes:
        other = unique.setdefault(_identity(finish), finish)
        if other < finish:
            unique[_identity(finish)] = finish
    return unique


def _identity(finish: Finish) -> tuple[object, ...]:
    """Give what tells a finish from others in the journal: a nickname may change, a drive does not."""
    return finish[:5], finish.source


def take(event: Event, finishes: Iterable[Finish]) -> Look:
    """Write finishes into the journal; those that are there already are passed over."""
    with event.journal.writing():
        look = look_at(event, finishes)
        event.journal.add(look.fresh, event.clock())
    return look
