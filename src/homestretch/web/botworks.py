"""Bots at the tables of a server: they think in processes of their own and act through the service."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import NamedTuple

from homestretch.engine.problem import Problem
from homestretch.engine.view import View
from homestretch.games import game
from homestretch.players.bots import Bot
from homestretch.store.service import Info, Service
from homestretch.table.table import PERSON, Table

log = logging.getLogger(__name__)
WORKERS = max(1, (os.cpu_count() or 1) - 1)


@cache
def _bot(game_name: str, name: str) -> Bot:
    return Bot(game(game_name), name)


def think(game_name: str, name: str, options: dict[str, str], seats: int, seen: View, seat: int) -> list[int]:
    """Choose actions, in a worker process; bots stay there with what they have compiled."""
    found = game(game_name)
    return _bot(game_name, name).choose(found.box(options, seats), seen, seat)


def _settle_in() -> None:
    """Let the pages go first, leave interrupts from the keyboard to the server, and end when it ends."""
    os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that was killed cannot end its workers: each of them watches it."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


class BotWorks:
    """Wakes the bots of a match when it is their turn. The processes start when the first bot thinks."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._pool: ProcessPoolExecutor | None = None
        self._loop = asyncio.get_running_loop()
        self._busy: set[str] = set()
        self._again: set[str] = set()
        """Matches that were woken while somebody looked at them: what they saw may be old."""
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self, match: str) -> None:
        """Look at a match and let its bots act; may be called from any thread."""
        self._loop.call_soon_threadsafe(self._start, match)

    def _start(self, match: str) -> None:
        if match in self._busy:
            self._again.add(match)
            return
        self._busy.add(match)
        task = self._loop.create_task(self._play(match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play(self, match: str) -> None:
        """Let bots act in a match until a person is to act."""
        try:
            while True:
                self._again.discard(match)
                info = await asyncio.to_thread(self._service.info, match)
                seat = bot_to_move(info)
                if seat >= 0:
                    await self._one_action(info, seat)
                elif match not in self._again:
                    break
        except Problem as problem:
            log.warning("bots leave match %s: %s", match, problem)
        finally:
            self._busy.discard(match)

    async def _one_action(self, info: Info, seat: int) -> None:
        setup, version = info.setup, info.table.version
        shown = info.table.seen_by(seat).view(seat)
        job = (setup.game.name, setup.seats[seat], dict(setup.options), len(setup.seats), shown, seat)
        try:
            actions = await self._loop.run_in_executor(self._workers(), think, *job)
        except BrokenProcessPool:
            self._pool = None  # a worker was killed; fresh ones think again
            return
        with contextlib.suppress(Problem):  # somebody took back or resigned meanwhile: look again
            key, move = f"bot-{version}-{seat}", _MoveAt(version, seat, actions)
            await asyncio.to_thread(self._service.command, info.id, seat, key, move.made)

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(WORKERS, multiprocessing.get_context("spawn"), _settle_in)
        return self._pool

    async def stop(self) -> None:
        """Stop thinking."""
        for task in list(self._tasks):
            task.cancel()
        if self._pool:
            await asyncio.to_thread(self._pool.shutdown, True, cancel_futures=True)


class _MoveAt(NamedTuple):
    """A bot's move, good only for the version that it was thought out for."""

    version: int
    seat: int
    actions: list[int]

    def made(self, table: Table) -> Table:
        """Carry out the move.

        :raises Problem: if the table has changed meanwhile.
        """
        if table.version != self.version:
            raise Problem("table.changed")
        return table.act(self.seat, self.actions)


def bot_to_move(info: Info) -> int:
    """Give the seat of a bot that is to act, or -1."""
    if info.readonly:
        return -1
    waits = [seat for seat in info.table.waits_for() if seat >= 0 and info.setup.seats[seat] != PERSON]
    return waits[0] if waits else -1
