"""An event in a folder for the tests of its pages: six drivers, a clock that can be set, hostile names."""

from datetime import date
from pathlib import Path

from homestretch.event.event import Event, init
from homestretch.event.setup import Setup
from homestretch.games.boardmania.day import Finish

ROOT = Path(__file__).parent
NICKNAMES = (ROOT / "data" / "nicknames.txt").read_text("utf-8").splitlines()
OPENS = date(2026, 3, 2)
SHEET = ("Anton", "Berti", "Conny", "Det", "Emil", "Fritzchen")
MINUTE, HOUR = 60_000, 3_600_000
DAY = 24 * HOUR


class Clock:
    """A clock that stands where it is put."""

    def __init__(self, now: int = 0) -> None:
        self.now = now

    def __call__(self) -> int:
        """Give the instant."""
        return self.now


def new_event(folder: Path, name: str = "Spring cup") -> tuple[Event, Clock]:
    """Begin an event; its clock stands one hour before day 1."""
    init(folder, Setup(name, OPENS, language="en"))
    clock = Clock()
    event = Event(folder, clock)
    clock.now = event.calendar.windows[0].opens - HOUR
    return event, clock


def drive(event: Event, day: int, times: dict[str, int], nicknames: dict[str, str] | None = None) -> None:
    """Let people drive on a day: login -> milliseconds."""
    at, named = event.calendar.windows[day - 1].opens + 12 * HOUR, nicknames or {}
    event.journal.add(
        [
            Finish(who, ms, at + i, "", day, named.get(who, ""), "csv")
            for i, (who, ms) in enumerate(times.items())
        ],
        event.clock(),
    )


def sheets_first_day(event: Event, clock: Clock) -> None:
    """Play the sheet's example: six drivers with 50 to 55 seconds, and stand in day 2 afterwards."""
    drive(event, 1, {name: 50_000 + 1000 * i for i, name in enumerate(SHEET)})
    clock.now = event.calendar.windows[0].closes + HOUR
    event.evaluate()


def crowd(event: Event, clock: Clock, count: int = 42) -> None:
    """Play a day of many drivers with names as strangers choose them, and let some drive on day 2."""
    names = {f"login{i}": NICKNAMES[i % len(NICKNAMES)] for i in range(count)}
    drive(event, 1, {who: 50_000 + 37 * i for i, who in enumerate(names)}, names)
    clock.now = event.calendar.windows[0].closes + 13 * HOUR
    event.evaluate()
    drive(event, 2, {who: 60_000 - 37 * i for i, who in enumerate(names) if i % 3}, names)
