"""Databases for tests: a file of SQLite, or a schema of PostgreSQL where one answers on loopback."""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from homestretch.store.schema import metadata, open_database
from homestretch.store.service import Service
from homestretch.table.table import Entry, Table

POSTGRES = "postgresql+psycopg://postgres@127.0.0.1:5432/test"


Rows = dict[str, list[dict[str, Any]]]


class Database:
    """A database, and the workers that have opened it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engines: list[sa.Engine] = []
        self._looker = self.engine()

    def engine(self) -> sa.Engine:
        """Open the database as one more worker does."""
        engine = open_database(self.url)
        self._engines.append(engine)
        return engine

    def service(self, publish: Callable[[str, int], None] = lambda match, version: None) -> Service:
        """Give the service of one more worker."""
        return Service(self.engine(), publish)

    def connect(self) -> sa.Connection:
        """Give a connection that has seen nothing yet, for reading."""
        return self._looker.connect().execution_options(reading=True)

    def change(self, statement: sa.Update) -> None:
        """Change what is stored behind the service's back."""
        with self._looker.begin() as db:
            assert db.execute(statement).rowcount == 1

    def rows(self) -> Rows:
        """Give everything that is stored, by table."""
        with self.connect() as db:
            return {
                table.name: [dict(row) for row in db.execute(_all_of(table)).mappings()]
                for table in metadata.sorted_tables
            }

    def raw(self) -> bytes:
        """Give everything that is stored as it lies on the disk; for PostgreSQL as text."""
        path = self._looker.url.database if self._looker.dialect.name == "sqlite" else None
        if path is None:
            return repr(self.rows()).encode()
        return b"".join(file.read_bytes() for file in Path(path).parent.glob(f"{Path(path).name}*"))

    def close(self) -> None:
        """Close all connections."""
        for engine in self._engines:
            engine.dispose()


def stored_log(rows: Rows, match: str) -> list[Entry]:
    """Give a match's log as it is stored; its versions must count from 1 without a gap."""
    lines = [row for row in rows["entries"] if row["match"] == match]
    assert [line["version"] for line in lines] == list(range(1, len(lines) + 1))
    return [Entry(line["kind"], line["seat"], tuple(line["data"])) for line in lines]


def check_stored(rows: Rows, table: Table, match: str) -> None:
    """Check that what is stored of a match is the table: its log, and what was computed from it."""
    log = stored_log(rows, match)
    row = next(row for row in rows["matches"] if row["id"] == match)
    again = Table.replayed(table.setup, log)
    assert log == table.log
    assert (row["version"], row["over"]) == (len(log), table.is_over())
    assert row["state"] == list(again.match.state.values()) == list(table.match.state.values())


def _all_of(table: sa.Table) -> sa.Select[Any]:
    return sa.select(table).order_by(*table.primary_key.columns)


@contextmanager
def database_in(url: str) -> Iterator[Database]:
    """Open a database and close it."""
    opened = Database(url)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def postgres() -> Iterator[str]:
    """Give the address of an empty schema, which is dropped afterwards.

    Without PostgreSQL the test is skipped, in CI it fails.
    """
    problem = _no_postgres()
    if problem and os.environ.get("CI") == "true":
        pytest.fail(problem)
    if problem:
        pytest.skip(problem)
    name, admin = f"homestretch_{secrets.token_hex(6)}", sa.create_engine(POSTGRES)
    try:
        with admin.begin() as db:
            db.execute(sa.schema.CreateSchema(name))
        yield f"{POSTGRES}?options=-csearch_path%3D{name}"
    finally:
        with admin.begin() as db:
            db.execute(sa.schema.DropSchema(name, cascade=True, if_exists=True))
        admin.dispose()


@cache
def _no_postgres() -> str:
    """Give why PostgreSQL cannot be used, "" where it can."""
    engine = sa.create_engine(POSTGRES, connect_args={"connect_timeout": 3})
    try:
        engine.connect().close()
    except sa.exc.OperationalError as problem:
        return f"no PostgreSQL at {POSTGRES}: {problem.orig}".strip()
    finally:
        engine.dispose()
    return ""
