"""The calendar of an event: wall times of a zone as instants, right across changes of summer time.

A day ends at the cut-off and the next begins there, so that windows are half-open and leave no gap (BM-B3,
BM-F1). A wall time that the clocks skip stands for the first instant after the gap, one that comes twice
for the first of the two.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo

from homestretch.engine.problem import Problem

MOST_DAYS = 366
YEARS = range(1970, 2200)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def zone_of(name: str) -> ZoneInfo:
    """Give a time zone by its IANA name, such as Europe/Berlin.

    :raises Problem: if there is none.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # a name is looked up as a file: "Europe" is a folder
        raise Problem("calendar.zone", zone=name[:60]) from None


def milliseconds(instant: datetime) -> int:
    """Give an aware datetime as milliseconds since the epoch, rounded down."""
    return (instant - _EPOCH) // _MILLISECOND


def is_skipped(wall: datetime, zone: ZoneInfo) -> bool:
    """Tell whether the clocks of the zone jump over this wall time."""
    return _offset(wall, zone, 0) < _offset(wall, zone, 1)


def is_twice(wall: datetime, zone: ZoneInfo) -> bool:
    """Tell whether the clocks of the zone show this wall time twice."""
    return _offset(wall, zone, 0) > _offset(wall, zone, 1)


def instant_of(wall: datetime, zone: ZoneInfo) -> int:
    """Give a wall time in milliseconds since the epoch; skipped: the end of the gap; twice: the first."""
    early = wall.replace(tzinfo=zone, fold=0)
    if not is_skipped(wall, zone):
        return milliseconds(early)
    return milliseconds(_gap_end(wall, zone))


def _offset(wall: datetime, zone: ZoneInfo, fold: int) -> timedelta:
    return wall.replace(tzinfo=zone, fold=fold).utcoffset() or timedelta()


def _gap_end(wall: datetime, zone: ZoneInfo) -> datetime:
    """Find the second of the change: it lies between the wall time read with the offset after and before."""
    after = _offset(wall, zone, 1)
    low = (wall - after).replace(tzinfo=UTC, microsecond=0)
    high = (wall - _offset(wall, zone, 0)).replace(tzinfo=UTC)
    seconds = int((high - low).total_seconds())
    first, last = 0, seconds
    while first < last:
        middle = (first + last) // 2
        is_after = (low + timedelta(seconds=middle)).astimezone(zone).utcoffset() == after
        first, last = (first, middle) if is_after else (middle + 1, last)
    return low + timedelta(seconds=first)


class Window(NamedTuple):
    """A day's time to drive, half-open: opens <= driven_at < closes, milliseconds since the epoch."""

    opens: int
    closes: int


@dataclass(frozen=True)
class Calendar:
    """When an event is evaluated; `opens` is the evening on which day 1 begins, at that evening's cut-off.

    :raises Problem: naming what is out of bounds.
    """

    zone: str
    cut_off: time
    opens: date
    days: int = 9
    extra: int = 0
    """Days appended, for example for those that were void (BM-B7)."""

    def __post_init__(self) -> None:
        zone_of(self.zone)
        if self.days < 1 or self.extra < 0 or self.days + self.extra > MOST_DAYS:
            raise Problem("calendar.days", n=self.days + self.extra, most=MOST_DAYS)
        if self.opens.year not in YEARS:
            raise Problem("calendar.year", date=self.opens, first=YEARS[0], last=YEARS[-1])

    @cached_property
    def _walls(self) -> tuple[datetime, ...]:
        start = datetime.combine(self.opens, self.cut_off.replace(tzinfo=None, fold=0))
        return tuple(start + timedelta(days=day) for day in range(self.days + self.extra + 1))

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """One window a day, day 1 first; each opens when the one before closes."""
        cuts = [instant_of(wall, zone_of(self.zone)) for wall in self._walls]
        return tuple(map(Window, cuts, cuts[1:]))

    def day_at(self, instant: int) -> int:
        """Give the day (from 1) in whose window an instant lies, 0 where in none."""
        days = (i for i, window in enumerate(self.windows, 1) if window.opens <= instant < window.closes)
        return next(days, 0)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What to tell the organiser beforehand: cut-offs that the clocks skip or show twice."""
        return tuple(filter(None, map(self._warning, self._walls)))

    def _warning(self, wall: datetime) -> Problem | None:
        zone = zone_of(self.zone)
        if is_skipped(wall, zone):
            used = datetime.fromtimestamp(instant_of(wall, zone) / 1000, zone)
            return Problem("calendar.skipped", wall=_minute(wall), zone=self.zone, used=_minute(used))
        if is_twice(wall, zone):
            return Problem("calendar.twice", wall=_minute(wall), zone=self.zone)
        return None


def _minute(wall: datetime) -> str:
    return wall.strftime("%Y-%m-%d %H:%M")
