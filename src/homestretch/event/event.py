"""An event in its folder: setup and journal together, and what follows from them.

Results are never stored: they are computed from the journal (BM-F2), so that it does not matter when, or how
often, a day is evaluated.
"""

import time
from collections.abc import Callable, Iterable
from copy import copy
from pathlib import Path
from typing import Any

from homestretch.engine.problem import Problem
from homestretch.event import setup as setups
from homestretch.event.clock import Calendar
from homestretch.event.decisions import acts_of, extra_days, voided
from homestretch.event.journal import FILE, Act, Journal
from homestretch.event.setup import Setup, read_setup
from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.day import Acts, Day
from homestretch.games.boardmania.evaluate import Evaluation, evaluate

Clock = Callable[[], int]
"""Gives the present instant in milliseconds since the epoch."""


def utc_now() -> int:
    """Give the present instant in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def init(folder: Path, setup: Setup, files: dict[str, str] | None = None) -> "Event":
    """Begin an event in a folder that has none; files gives the name of the file of an option's own text.

    :raises Problem: if there is one already, what was agreed does not fit, or nothing can be written.
    """
    if (folder / setups.FILE).exists() or (folder / FILE).exists():
        raise Problem("event.exists", file=folder / setups.FILE)
    setups.check(setup)
    setups.check_maps(setup, setup.days)
    make_box({**setup.options, "days": str(setup.days)})
    try:
        _write(folder, setup, files or {})
    except OSError as error:
        raise Problem("event.file", file=folder, why=error.strerror or str(error)) from None
    return Event(folder)


def _write(folder: Path, setup: Setup, files: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for key, name in files.items():
        (folder / name).write_text(setup.options[key], "utf-8")
    Journal(folder / FILE, create=True).close()
    (folder / setups.FILE).write_text(setups.written(setup, files), "utf-8")


def days_of(setup: Setup, acts: Iterable[Act]) -> list[Day]:
    """Give all days of the calendar with their windows and maps, those that were appended included."""
    acts = list(acts)
    void = voided(acts)
    return [
        Day(number, *window, setup.maps.get(number, ()), number in void)
        for number, window in enumerate(setup.calendar(extra_days(acts)).windows, 1)
    ]


def box_of(setup: Setup, acts: Iterable[Act]) -> Any:
    """Give the game's box for what was agreed.

    :raises Problem: naming what does not fit.
    """
    return make_box({**setup.options, "days": str(setup.days + extra_days(acts))})


class Event:
    """An event whose folder holds `event.toml` and `journal.sqlite`."""

    def __init__(self, folder: Path, clock: Clock = utc_now) -> None:
        """Open an event.

        :raises Problem: if there is none, or naming what is wrong with it.
        """
        self.folder, self.clock = folder, clock
        self.agreed_at = self._file_stamp()
        """Changes with the file: an organiser writes maps into it while the event goes on."""
        self.setup = read_setup(folder)
        self.journal = Journal(folder / FILE)
        self._known: tuple[object, Evaluation] | None = None

    def _file_stamp(self) -> tuple[int, int]:
        try:
            found = (self.folder / setups.FILE).stat()
        except OSError:
            return 0, 0
        return found.st_mtime_ns, found.st_size

    def refresh(self) -> None:
        """Read `event.toml` again if it has changed.

        :raises Problem: naming what is wrong with it; then what was read before still holds.
        """
        stamp = self._file_stamp()
        if stamp != self.agreed_at:
            self.setup = read_setup(self.folder)
            self.agreed_at, self._known = stamp, None

    def under(self, setup: Setup) -> "Event":
        """Give the same event with the same journal, as if this had been agreed."""
        twin = copy(self)
        twin.setup, twin._known = setup, None
        return twin

    @property
    def calendar(self) -> Calendar:
        """The calendar, with the days that were appended."""
        return self.setup.calendar(extra_days(self.journal.acts()))

    @property
    def box(self) -> Any:
        """The game's box for what was agreed."""
        return box_of(self.setup, self.journal.acts())

    def days(self) -> list[Day]:
        """Give all days of the calendar with their windows and maps."""
        return days_of(self.setup, self.journal.acts())

    def acts(self) -> Acts:
        """Give what the organiser has decided, as the rules take it."""
        return acts_of(self.journal.acts())

    def closed(self) -> int:
        """Give the last day whose cut-off has passed, 0 before the first."""
        now = self.clock()
        return sum(day.closes <= now for day in self.days())

    def evaluate(self, until: int | None = None) -> list[int]:
        """Evaluate all days whose cut-off has passed, or those until a day; give the days that are new.

        :raises Problem: for a day that is not over, or agreements that have changed since day 1.
        """
        closed = self.closed()
        if until is not None and not 1 <= until <= closed:
            raise Problem("event.open", day=until, closed=closed)
        done, last = self.journal.evaluated(), closed if until is None else until
        self.check_agreed()
        self.result(max(done, last))  # what cannot be computed is not marked either
        fresh = list(range(done + 1, last + 1))
        with self.journal.writing():
            if done == 0 and fresh:
                self.journal.act("agreed", self.clock(), "", **self.setup.agreed())
            for day in fresh:
                self.journal.mark_evaluated(day, self.clock())
        return fresh

    def check_agreed(self) -> None:
        """Refuse results under other agreements than those that day 1 was evaluated with.

        :raises Problem: naming what has changed; `agree` makes a change public.
        """
        changed = self.changed()
        if changed:
            raise Problem("event.changed", keys=", ".join(changed))

    def changed(self) -> list[str]:
        """List what was agreed otherwise when day 1 was evaluated, or when a change was made public."""
        known = [act.data for act in self.journal.acts() if act.kind == "agreed"]
        now = self.setup.agreed()
        return sorted(key for key in now if known and known[-1].get(key) != now[key])

    def agree(self, reason: str) -> list[str]:
        """Make a change of what was agreed public: from now on all days are computed with it.

        :raises Problem: if there is no reason.
        """
        if not reason.strip():
            raise Problem("event.no_reason")
        changed = self.changed()
        if changed:
            self.journal.act("agreed", self.clock(), reason, **self.setup.agreed())
        return changed

    def result(self, until: int | None = None) -> Evaluation:
        """Compute all days that are evaluated, or all until a day."""
        last = self.journal.evaluated() if until is None else until
        acts = [act for act in self.journal.acts() if act.kind not in ("agreed", "suspect")]
        state = (last, self.journal.last_finish(), acts, len(self.journal.editions()))
        if self._known is None or self._known[0] != state:
            days = self.days()[:last]
            found = evaluate(self.box, days, self.journal.finishes(), self.acts(), self.journal.numbers())
            self._known = (state, found)
        return self._known[1]
