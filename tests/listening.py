"""What tests of listening share: a journal, a clock, and a way to let a server say something."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from fake_gbx import PASSWORD, FakeServer

from homestretch.engine.problem import Problem
from homestretch.event.listener import ServerSource, listen
from homestretch.event.watch import Suspicion
from homestretch.games.boardmania.day import Finish


class Journal:
    """Takes what a listener hands on; the clock shows what the test sets."""

    def __init__(self) -> None:
        self.taken = list[Finish]()
        self.suspect = list[Suspicion]()
        self.reports = list[Problem | None]()
        self.naps = list[float]()
        self.now = 1_000_000
        self.news = asyncio.Event()

    def write(self, into: list[Any]) -> Callable[[Any], None]:
        """Give a way to write into one of the lists."""

        def add(value: Any) -> None:
            into.append(value)
            self.news.set()

        return add

    async def has(self, test: Callable[["Journal"], bool]) -> None:
        """Wait until the test holds."""
        while not test(self):
            self.news.clear()
            await self.news.wait()

    async def sleep(self, seconds: float) -> None:
        """Note the wait and do not wait."""
        self.naps.append(seconds)
        await asyncio.sleep(0)

    def told(self) -> list[tuple[str, int]]:
        """Give logins and times."""
        return [(each.login, each.time_ms) for each in self.taken]


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Do the work; hanging is failing."""
    return asyncio.run(asyncio.wait_for(work, 20))


def source(server: FakeServer) -> ServerSource:
    """Give the server as a source."""
    return ServerSource("127.0.0.1", server.port, password=PASSWORD)


def listening(server: FakeServer, journal: Journal, **settings: Any) -> "asyncio.Task[None]":
    """Start to listen."""
    work = listen(
        source(server),
        journal.write(journal.taken),
        suspect=journal.write(journal.suspect),
        report=journal.write(journal.reports),
        clock=lambda: journal.now,
        sleep=journal.sleep,
        **settings,
    )
    return asyncio.create_task(work)


async def stop(task: "asyncio.Task[None]") -> None:
    """End the listening."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def heard(say: Callable[[FakeServer], None], *, script: bool = False, cut: int = 0) -> Journal:
    """Give what a listener takes of what a server says, the last thing being a finish of the player zz."""

    async def talk() -> Journal:
        journal = Journal()
        async with FakeServer(script=script, cut=cut) as server:
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            say(server)
            server.finish("zz", 1)
            await journal.has(lambda it: "zz" in [each.login for each in it.taken])
            await stop(task)
        return journal

    journal: Journal = run(talk())
    assert journal.taken.pop()[:2] == ("zz", 1)
    return journal
