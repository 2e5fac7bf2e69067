"""What tests of published events share: an event in a folder, a clock, and the sheet's six drivers."""

import asyncio
from datetime import date
from pathlib import Path
from typing import Any

from homestretch.event.event import Event, init
from homestretch.event.setup import Setup
from homestretch.games.boardmania.day import Finish

SIX = ("Anton", "Berti", "Conny", "Det", "Emil", "Fritzchen")
OPENS = date(2026, 6, 1)
MAPS = {day: (f"m{day}",) for day in range(1, 10)}


class Clock:
    """A clock that shows what the test sets, and a sleep that only moves it, up to an end."""

    def __init__(self, now: int = 0, end: int | None = None) -> None:
        self.now, self.end = now, end
        self.naps = list[float]()

    def __call__(self) -> int:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Let the time pass; at the end whoever sleeps is told to stop."""
        self.naps.append(seconds)
        self.now += round(seconds * 1000)
        await asyncio.sleep(0)
        if self.end is not None and self.now >= self.end:
            raise asyncio.CancelledError


def new_event(folder: Path, clock: Clock | None = None, **agreed: Any) -> Event:
    """Begin an event of nine days from 1 June 2026 on, whose clock stands at its opening."""
    setup = Setup(**{"name": "Sommercup", "opens": OPENS, "maps": MAPS, **agreed})
    targets, sources = setup.targets, setup.sources
    init(folder, setup).journal.close()
    path = folder / "event.toml"
    written = path.read_text("utf-8").replace("targets = []", f"targets = {list(targets)!r}")
    for source in sources:
        written += "\n[[sources]]\n" + "".join(f"{key} = '{value}'\n" for key, value in source.items())
    path.write_text(written, "utf-8")
    event = Event(folder, clock or Clock())
    if clock is None:
        event.clock = Clock(closes(event, 0))
    return event


def closes(event: Event, day: int) -> int:
    """Give when a day ends; day 0 ends when day 1 begins."""
    windows = event.calendar.windows
    return windows[day - 1].closes if day else windows[0].opens


def at(event: Event, day: int, shift: int = 0) -> Event:
    """Set the event's clock to the end of a day and so many milliseconds."""
    event.clock = Clock(closes(event, day) + shift)
    return event


def drives(event: Event, day: int, *names: str, seconds: int = 50) -> list[Finish]:
    """Give finishes of a day, each a second behind the one before, driven one after the other."""
    opens = event.calendar.windows[day - 1].opens
    return [
        Finish(name, (seconds + i) * 1000, opens + 3_600_000 + i, f"m{day}") for i, name in enumerate(names)
    ]


def driven(event: Event, days: int = 1) -> Event:
    """Let the six drive on so many days, on each in the sheet's order, and set the clock to the evening."""
    for day in range(1, days + 1):
        event.journal.add(drives(event, day, *SIX), 0)
    return at(event, days)
