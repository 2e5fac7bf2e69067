"""An event that runs by itself: listens, pulls, evaluates at every cut-off, publishes.

Nothing hangs on being up at the cut-off: results are a pure function of the journal (BM-F2), and each turn
does whatever is not done yet. A day is evaluated on time, also while a source is down; once that source
answers, its finishes of inside the window make a corrected edition (BM-F3).
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing, suppress
from datetime import datetime
from typing import TypeVar

from homestretch.engine.problem import Problem
from homestretch.event import listener
from homestretch.event.clock import zone_of
from homestretch.event.databases import DatabaseSource, Reading, read_database
from homestretch.event.editions import bring_out
from homestretch.event.event import Event
from homestretch.event.files import write_public
from homestretch.event.journal import Edition
from homestretch.event.listener import ServerSource
from homestretch.event.lock import locked
from homestretch.event.outbox import Outbox, Report, Send, send
from homestretch.event.sources import databases, servers
from homestretch.event.watch import Suspicion
from homestretch.games.boardmania.day import Finish

TURN = 60_000
"""Milliseconds between two turns at most, so that a clock set anew or a correction is soon noticed."""
BEFORE = 60_000
"""How long before a cut-off the sources are asked once more: what they then give is safe whatever happens."""
GRACE = 5_000
"""How long after a cut-off finishes that were driven in time may still be on their way."""
EVERY = 300_000
"""How often sources are asked between cut-offs."""
PATIENCE = 10.0
"""Seconds that a turn waits for the answer of a source; a later answer is taken when it comes."""
ASK_AGAIN = 600.0
"""Seconds until a game server that turned us away is tried again."""

Read = Callable[[DatabaseSource, int, tuple[str, ...]], Reading]
Sleep = Callable[[float], Awaitable[object]]
Result = TypeVar("Result")


async def in_thread(work: Callable[[], Result]) -> Result:
    """Do work in a thread; told to stop meanwhile, let it end first, for it cannot be broken off."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        with suppress(Exception):
            await task
        raise


def news_of(edition: Edition) -> Problem:
    """Say that an edition was published."""
    if edition.note:
        return Problem("run.day_corrected", day=edition.day, revision=edition.revision, note=edition.note)
    if edition.day == 0:
        return Problem("run.start_published", revision=edition.revision)
    return Problem("run.day_published", day=edition.day, revision=edition.revision)


class Runner:
    """Runs one event. All that it tells goes to report; the clock is the event's."""

    def __init__(
        self,
        event: Event,
        *,
        report: Report = lambda _: None,
        sleep: Sleep = asyncio.sleep,
        environment: Mapping[str, str] = os.environ,
        read: Read = read_database,
        send: Send = send,
        patience: float = PATIENCE,
    ) -> None:
        """Make ready.

        :raises Problem: naming what does not fit in the setup's sources.
        """
        self.event, self.report, self.sleep = event, report, sleep
        self.databases, self.servers = databases(event.setup, environment), servers(event.setup, environment)
        self.outbox = Outbox(event, environment, report, send)
        self._read, self._patience = read, patience
        self._asked: dict[str, int] = {}
        self._pulls: dict[str, asyncio.Task[None]] = {}
        self._last_said: dict[str, str] = {}
        self._seen: tuple[int, ...] | None = None

    async def run(self) -> None:
        """Run until cancelled.

        :raises Problem: if another process runs the event.
        """
        with locked(self.event.folder):
            self.report(self._greeting())
            self.outbox.recover()
            ears = [asyncio.create_task(self._listen(server)) for server in self.servers]
            try:
                while True:
                    await self.turn()
                    await self.sleep(self.pause())
                    for ear in ears:
                        if ear.done():
                            ear.result()
            finally:
                await _end([*ears, *self._pulls.values()])

    def _greeting(self) -> Problem:
        ends = (window.closes for window in self.event.calendar.windows)
        cut, setup = next((end for end in ends if end > self.event.clock()), None), self.event.setup
        if cut is None:
            return Problem("run.over", name=setup.name)
        wall = datetime.fromtimestamp(cut / 1000, zone_of(setup.zone))
        return Problem("run.ready", name=setup.name, cut_off=f"{wall:%Y-%m-%d %H:%M}", zone=setup.zone)

    async def turn(self) -> None:
        """Do what is due."""
        self._look_at_the_setup()
        await self._pull()
        if not self._is_settling():
            await self._evening()
            await self.outbox.deliver(self._next_point())

    def _look_at_the_setup(self) -> None:
        """Take over what the organiser has written since; tell what is wrong with it, or is wanting."""
        try:
            self.event.refresh()
        except Problem as problem:
            self._say_once("event.toml", problem)
            return
        if (self.databases or self.servers) and not self.event.setup.maps:
            self._say_once("event.toml", Problem("event.no_maps"))
        else:
            self._last_said.pop("event.toml", None)

    def pause(self) -> float:
        """Give the seconds until the next turn, computed anew from clock and calendar each time."""
        now = self.event.clock()
        points = (now + TURN, self._next_point(), self.outbox.next_at())
        return max(0, min(point for point in points if point is not None) - now) / 1000

    def _points(self) -> list[int]:
        """Give when a turn is wanted, whatever else: before each cut-off, and when its grace is over."""
        cuts = [window.closes for window in self.event.calendar.windows]
        return sorted(cut + shift for cut in cuts for shift in (-BEFORE, GRACE))

    def _next_point(self) -> int | None:
        now = self.event.clock()
        return next((point for point in self._points() if point > now), None)

    def _is_settling(self) -> bool:
        now = self.event.clock()
        return any(0 <= now - window.closes < GRACE for window in self.event.calendar.windows)

    async def _evening(self) -> None:
        """Evaluate and publish, if anything is new, in a thread: listening goes on meanwhile."""
        state = self._state()
        if state == self._seen:
            return
        try:
            made = await in_thread(self._publish)
        except Problem as problem:
            self._say_once("evening", problem)
            return
        self._last_said.pop("evening", None)
        self._seen = state
        for edition in made:
            self.report(news_of(edition))

    def _state(self) -> tuple[int, ...]:
        """Give what results follow from; taken before they are computed, so that nothing new is missed."""
        journal = self.event.journal
        return (self.event.closed(), journal.last_finish(), len(journal.acts()), *self.event.agreed_at)

    def _publish(self) -> list[Edition]:
        """Work with a journal of the thread's own, whose transactions are nobody else's."""
        desk = Event(self.event.folder, self.event.clock)
        with closing(desk.journal):
            made = bring_out(desk)
            write_public(desk)
        return made

    def _say_once(self, who: str, problem: Problem) -> None:
        """Tell a trouble when it begins or changes, not at each turn."""
        if self._last_said.get(who) != str(problem):
            self._last_said[who] = str(problem)
            self.report(problem if who == "evening" else Problem("run.trouble", source=who, why=problem))

    async def _pull(self) -> None:
        """Ask the databases that are due, all at once; a slow one goes on while the others have answered."""
        for source in self.databases:
            pull = self._pulls.get(source.name)
            if pull and pull.done():
                pull.result()
            if (not pull or pull.done()) and self._is_due(source.name):
                self._pulls[source.name] = asyncio.create_task(self._ask(source))
        running = [pull for pull in self._pulls.values() if not pull.done()]
        if running:
            await asyncio.wait(running, timeout=self._patience)

    def _is_due(self, name: str) -> bool:
        """Tell whether a source has not answered since the last point, or not for long."""
        now, last = self.event.clock(), self._asked.get(name)
        return last is None or now - last >= EVERY or any(last < point <= now for point in self._points())

    async def _ask(self, source: DatabaseSource) -> None:
        begun, windows = self.event.clock(), self.event.calendar.windows
        maps = tuple(uid for uids in self.event.setup.maps.values() for uid in uids)
        try:
            reading = await in_thread(lambda: self._read(source, windows[0].opens, maps))
        except Problem as problem:
            self._say_once(source.name, problem)
            return
        self._asked[source.name] = begun
        self._last_said.pop(source.name, None)
        self._take_reading(source.name, reading)

    def _take_reading(self, name: str, reading: Reading) -> None:
        """Write down what is new; doubts are told once."""
        fresh = self.event.journal.add(reading.finishes, self.event.clock())
        if fresh:
            self.report(Problem("run.pulled", source=name, n=fresh))
        for doubt in (*reading.notes, *reading.doubts):
            self._say_once(f"{name}: {doubt.key}", doubt)

    async def _listen(self, server: ServerSource) -> None:
        """Listen to a server; one that turns us away is tried again, for somebody may mend that."""
        while True:
            try:
                await listener.listen(
                    server, self._take, suspect=self._suspect, clock=self.event.clock, sleep=self.sleep,
                    report=lambda problem: self._heard(server.name, problem),
                )  # fmt: skip
            except Problem as problem:
                self._heard(server.name, problem)
            await self.sleep(ASK_AGAIN)

    def _heard(self, name: str, problem: Problem | None) -> None:
        if problem:
            self._say_once(name, problem)
        else:
            self._last_said.pop(name, None)
            self.report(Problem("run.listening", source=name))

    def _take(self, finish: Finish) -> None:
        """Write a finish down before anything else; it counts once its map is known (BM-B1)."""
        self.event.journal.add([finish], self.event.clock())

    def _suspect(self, found: Suspicion) -> None:
        seen = {"login": found.login, "seen_at": found.at, "map_uid": found.map_uid, "source": found.source}
        self.event.journal.act("suspect", self.event.clock(), "", **seen)
        self.report(Problem("run.suspect", source=found.source, login=found.login))


async def _end(tasks: "list[asyncio.Task[None]]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
