"""A runner that is killed at the Nth thing it does around a cut-off, and one that is started after it.

For each N a process of its own runs the event of `<folder>/<N>` and dies at the Nth statement that writes,
file put in place, or side of a send; a second one, some minutes later, makes up for what is missing. Prints
N and what the first one was about to do, until a first one survives. test_runner_kill.py starts this.
"""

import asyncio
import os
import shutil
import signal
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest import mock

import apprise
from evenings import SIX, Clock, closes, drives, new_event

from homestretch.event import outbox
from homestretch.event.event import Event
from homestretch.event.runner import Runner

MINUTE = 60_000
WRITES = ("BEGIN", "COMMIT", "INSERT", "UPDATE")


class Hasty(sqlite3.Connection):
    """Does not wait for the disk: a killed process loses nothing that it has written."""

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        """Carry out a statement."""
        return super().execute(sql.replace("synchronous = FULL", "synchronous = OFF"), *given)


class Fate:
    """Counts what is done, and dies at the Nth; 0 lives."""

    def __init__(self, deadly: int, last_words: Path) -> None:
        self.deadly, self.last_words, self.done = deadly, last_words, 0

    def reach(self, what: str) -> None:
        """Do one thing more."""
        self.done += 1
        if self.done == self.deadly:
            self.last_words.write_text(what)
            os.kill(os.getpid(), signal.SIGKILL)

    def connect(self, *args: Any, **more: Any) -> sqlite3.Connection:
        """Open a database whose writes are counted."""
        db = _connect(*args, **more, factory=Hasty)
        db.set_trace_callback(self.hear)
        return db

    def hear(self, statement: str) -> None:
        """Count a statement if it writes."""
        if statement.startswith(WRITES):
            self.reach(statement.partition("(")[0])

    def replace(self, half: Path, path: Path) -> None:
        """Put a file in place."""
        self.reach(f"replace {path.name}")
        _replace(half, path)

    def send(self, *given: Any) -> str:
        """Send, with a moment before and one after."""
        self.reach("send")
        why = outbox.send(*given)
        self.reach("sent")
        return why


_connect, _replace = sqlite3.connect, os.replace


def run(folder: Path, hook: str, deadly: int, begin: int, end: int) -> None:
    """Run the event from one instant to another; both are counted from the end of day 1, in milliseconds."""
    fate = Fate(deadly, folder / "last_words")
    with (
        mock.patch("homestretch.event.journal.sqlite3.connect", fate.connect),
        mock.patch("homestretch.event.files.os.replace", fate.replace),
        mock.patch("homestretch.event.files.os.fsync"),
        mock.patch("homestretch.event.files.to_png", return_value=b"PNG"),
        mock.patch("homestretch.event.files.LANGUAGES", ("de",)),
    ):
        event = Event(folder)
        clock = Clock(closes(event, 1) + begin, closes(event, 1) + end)
        event.clock = clock
        runner = Runner(event, sleep=clock.sleep, environment={"HOOK": hook}, send=fate.send)
        with suppress(asyncio.CancelledError):
            asyncio.run(runner.run())


def survives(folder: Path, hook: str, deadly: int, begin: int, end: int) -> bool:
    """Run in a process of its own; tell whether it came to its end."""
    child = os.fork()
    if child == 0:
        try:
            run(folder, hook, deadly, begin, end)
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def prepare(folder: Path) -> None:
    """Make an event on whose first day the six have driven."""
    event = new_event(folder, targets=("${HOOK}",))
    event.journal.add(drives(event, 1, *SIX), 0)
    event.journal.close()


def main(folder: Path, port: int) -> None:
    """Kill at each point in turn, until there is none left."""
    apprise.Apprise.instantiate("json://localhost")  # loads the services once, before the first fork
    prepare(folder / "0")
    for deadly in range(1, 10_000):
        place, hook = folder / str(deadly), f"json://127.0.0.1:{port}/{deadly}"
        shutil.copytree(folder / "0", place)
        is_whole = survives(place, hook, deadly, -MINUTE, MINUTE)
        survives(place, hook, 0, 10 * MINUTE, 13 * MINUTE)
        words = "survived" if is_whole else (place / "last_words").read_text()
        print(deadly, words, flush=True)
        if is_whole:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
