"""One process at a time sends an event's messages: a lock that ends with the process, however that ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from homestretch.engine.problem import Problem

FILE = "run.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of an event. SQLite knows how to lock a file on every system.

    :raises Problem: if another process holds it.
    """
    with closing(sqlite3.connect(folder / FILE, isolation_level=None, timeout=0)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise Problem("run.locked", folder=folder) from None
        yield
