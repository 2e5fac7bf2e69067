"""An event's journal: an SQLite file to which finishes and the organiser's acts are added, never changed.

Beside them it holds what follows from them and was made known: which days are evaluated, each edition of a
day with its numbers, and the notices that are to go out.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from homestretch.engine.problem import Problem
from homestretch.games.boardmania.day import Finish

FILE = "journal.sqlite"
FORMAT = 1
COLUMNS = "login, time_ms, driven_at, map_uid, day, nickname, source, number"
SCHEMA = """
CREATE TABLE finish (
  id INTEGER PRIMARY KEY, login TEXT NOT NULL, time_ms INTEGER NOT NULL, driven_at INTEGER NOT NULL,
  map_uid TEXT NOT NULL, day INTEGER NOT NULL, nickname TEXT NOT NULL, source TEXT NOT NULL,
  number INTEGER NOT NULL, taken_at INTEGER NOT NULL,
  UNIQUE (login, time_ms, driven_at, map_uid, day, source)
) STRICT;
CREATE TABLE act (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL, data TEXT NOT NULL
) STRICT;
CREATE TABLE evaluation (day INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE TABLE edition (
  day INTEGER NOT NULL, revision INTEGER NOT NULL, at INTEGER NOT NULL, digest TEXT NOT NULL,
  note TEXT NOT NULL, numbers TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (day, revision)
) STRICT;
CREATE TABLE notice (
  id INTEGER PRIMARY KEY, day INTEGER NOT NULL, revision INTEGER NOT NULL, target TEXT NOT NULL,
  title TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL, tries INTEGER NOT NULL,
  next_at INTEGER NOT NULL, said TEXT NOT NULL, UNIQUE (day, revision, target)
) STRICT;
"""


class Act(NamedTuple):
    """What the organiser decided: kind, instant (ms since the epoch), reason, and what it is about."""

    id: int
    kind: str
    at: int
    reason: str
    data: dict[str, Any]


class Edition(NamedTuple):
    """A day as it was made known: revision 1, 2, ...; digest says whether a later result differs."""

    day: int
    revision: int
    at: int
    digest: str
    note: str
    numbers: dict[str, int]
    data: str = ""
    """The day as data, as canonical JSON; digest is its SHA-256."""


class Notice(NamedTuple):
    """A message to one target about one edition; see outbox.py for what the states mean."""

    id: int
    day: int
    revision: int
    target: str
    """The target's name, never its address: that is a secret."""
    title: str
    body: str
    state: str
    tries: int
    next_at: int
    """When it is to be tried, ms since the epoch."""
    said: str
    """Why the last try failed: the status of the answer, such as 500, or "" where there was none."""


class Journal:
    """The journal of one event. Every method is one transaction, unless it is called inside `writing`."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open a journal, or begin one.

        :raises Problem: if there is none, it is no journal, or of a later version.
        """
        if not create and not path.exists():
            raise Problem("event.none", folder=path.parent)
        try:
            self._db = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise Problem("event.journal", file=path, why=str(error)) from None
        try:
            self._prepare(path, create)
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise Problem("event.journal", file=path, why=str(error)) from None

    def _prepare(self, path: Path, create: bool) -> None:
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        found = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if found == 0 and create:
            self._db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {FORMAT}; COMMIT;")
        elif found != FORMAT:
            raise Problem("event.journal", file=path, why=f"version {found}")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Do several things at once: all of them or, after an error or a crash, none."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def add(self, finishes: Iterable[Finish], now: int) -> int:
        """Add finishes; those that are there already are left out. Give how many were new."""
        before = self._db.total_changes
        with self.writing():
            self._db.executemany(
                f"INSERT OR IGNORE INTO finish ({COLUMNS}, taken_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                ((*finish[:8], now) for finish in finishes),
            )
        return self._db.total_changes - before

    def finishes(self) -> list[Finish]:
        """Give all finishes, with their ids, in the order in which they were added."""
        rows = self._db.execute(f"SELECT {COLUMNS}, id FROM finish ORDER BY id")
        return [Finish._make(row) for row in rows]

    def last_finish(self) -> int:
        """Give the id of the newest finish, 0 where there is none."""
        return int(self._db.execute("SELECT coalesce(max(id), 0) FROM finish").fetchone()[0])

    def act(self, kind: str, now: int, reason: str, **data: object) -> int:
        """Write down an act; give its id."""
        with self.writing():
            made = self._db.execute(
                "INSERT INTO act (kind, at, reason, data) VALUES (?, ?, ?, ?)",
                (kind, now, reason, json.dumps(data, ensure_ascii=False)),
            )
        return int(made.lastrowid or 0)

    def acts(self) -> list[Act]:
        """Give all acts, oldest first."""
        rows = self._db.execute("SELECT id, kind, at, reason, data FROM act ORDER BY id")
        return [Act._make((*row[:4], json.loads(row[4]))) for row in rows]

    def evaluated(self) -> int:
        """Give the last day that is evaluated, 0 before the first."""
        return int(self._db.execute("SELECT coalesce(max(day), 0) FROM evaluation").fetchone()[0])

    def mark_evaluated(self, day: int, now: int) -> None:
        """Write down that a day is evaluated; a second time changes nothing."""
        with self.writing():
            self._db.execute("INSERT OR IGNORE INTO evaluation VALUES (?, ?)", (day, now))

    def editions(self) -> list[Edition]:
        """Give all editions, in the order of days and revisions."""
        rows = self._db.execute(
            "SELECT day, revision, at, digest, note, numbers, data FROM edition ORDER BY day, revision"
        )
        return [Edition._make((*row[:5], json.loads(row[5]), row[6])) for row in rows]

    def add_edition(self, edition: Edition) -> None:
        """Add an edition of a day."""
        with self.writing():
            numbers = json.dumps(edition.numbers, ensure_ascii=False)
            row = (*edition[:5], numbers, edition.data)
            self._db.execute("INSERT INTO edition VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def numbers(self) -> dict[str, int]:
        """BM-D4: give the numbers that have been made known; they never change."""
        known: dict[str, int] = {}
        for edition in self.editions():
            known = {**edition.numbers, **known}
        return known

    def add_notice(self, edition: Edition, target: str, title: str, body: str) -> None:
        """Queue a notice of an edition; a target gets one of each edition."""
        with self.writing():
            self._db.execute(
                "INSERT OR IGNORE INTO notice"
                " (day, revision, target, title, body, state, tries, next_at, said)"
                " VALUES (?, ?, ?, ?, ?, 'queued', 0, ?, '')",
                (edition.day, edition.revision, target, title, body, edition.at),
            )

    def notices(self) -> list[Notice]:
        """Give all notices, oldest first."""
        return [Notice._make(row) for row in self._db.execute("SELECT * FROM notice ORDER BY id")]

    def settle(self, notice: Notice, state: str, next_at: int = 0, said: str = "") -> bool:
        """Write down what became of a notice, unless somebody else already did; tell whether that holds."""
        with self.writing():
            changed = self._db.execute(
                "UPDATE notice SET state = ?, tries = tries + (? = 'sending'), next_at = ?, said = ?"
                " WHERE id = ? AND state = ?",
                (state, state, next_at, said, notice.id, notice.state),
            )
        return changed.rowcount == 1

    def backup(self, path: Path) -> None:
        """Copy the journal as it is now into a new file, also while it is written.

        :raises Problem: if the file exists or cannot be written.
        """
        if path.exists():
            raise Problem("event.exists", file=path)
        try:
            copy = sqlite3.connect(path)
        except sqlite3.OperationalError as error:
            raise Problem("event.file", file=path, why=str(error)) from None
        with copy:
            self._db.backup(copy)
        copy.close()
