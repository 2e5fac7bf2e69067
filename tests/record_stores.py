"""Record stores as controllers make them, in databases of their own, and an account that may only read."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

import pytest
import sqlalchemy as sa
from databases import postgres

MARIADB = "mysql+pymysql://root@127.0.0.1:3306"
PASSWORD = "geheim-ß-7"
_QUOTED = "geheim-%C3%9F-7"

XASECO = """
CREATE TABLE challenges (Id mediumint AUTO_INCREMENT PRIMARY KEY, Uid varchar(27) UNIQUE, Name varchar(100),
    Author varchar(30), Environment varchar(10));
CREATE TABLE players (Id mediumint AUTO_INCREMENT PRIMARY KEY, Login varchar(50) UNIQUE, Game varchar(3),
    NickName varchar(100), Nation varchar(3), UpdatedAt datetime NOT NULL DEFAULT '0000-00-00 00:00:00',
    Wins mediumint, TimePlayed int, TeamName varchar(60));
CREATE TABLE records (Id int AUTO_INCREMENT PRIMARY KEY, ChallengeId mediumint, PlayerId mediumint, Score int,
    Date datetime NOT NULL DEFAULT '0000-00-00 00:00:00', Checkpoints text, UNIQUE (PlayerId, ChallengeId));
CREATE TABLE rs_times (ID int AUTO_INCREMENT PRIMARY KEY, challengeID mediumint, playerID mediumint,
    score int, date int unsigned, checkpoints text)
"""
XASECO2 = XASECO.replace("challenges", "maps").replace("ChallengeId", "MapId").replace("challengeID", "MapId")
UASECO = """
CREATE TABLE {p}maps (MapId mediumint AUTO_INCREMENT PRIMARY KEY, Uid varchar(27) UNIQUE, Name varchar(100));
CREATE TABLE {p}players (PlayerId mediumint AUTO_INCREMENT PRIMARY KEY, Login varchar(64),
    Nickname varchar(100));
CREATE TABLE {p}records (MapId mediumint, PlayerId mediumint, GamemodeId tinyint, Date datetime, Score int,
    Checkpoints text, PRIMARY KEY (MapId, PlayerId, GamemodeId));
CREATE TABLE {p}times (MapId mediumint, PlayerId mediumint, GamemodeId tinyint, Date datetime, Score int,
    Checkpoints text, PRIMARY KEY (MapId, PlayerId, GamemodeId, Score))
"""
PYPLANET = """
CREATE TABLE map (id integer PRIMARY KEY, uid varchar(50), name varchar(150), file varchar(255));
CREATE TABLE player (id integer PRIMARY KEY, login varchar(100), nickname varchar(150));
CREATE TABLE localrecord (id integer PRIMARY KEY, map_id integer, player_id integer, score integer,
    checkpoints text, created_at {stamp}, updated_at {stamp});
CREATE TABLE stats_scores (id integer PRIMARY KEY, map_id integer, player_id integer, score integer,
    checkpoints text, created_at {stamp})
"""


class Store:
    """A store's database: filled by its owner, read at `address` with an account that may do nothing else."""

    def __init__(self, owner: sa.Engine, address: str) -> None:
        self.owner, self.address = owner, address

    def run(self, statements: str, **values: object) -> None:
        """Run statements, separated by semicolons."""
        with self.owner.begin() as db:
            for statement in statements.split(";"):
                db.execute(sa.text(statement), values)

    def add(self, table: str, **row: Any) -> None:
        """Add a row; bytes go in as they are, whatever the letters of their column."""
        names = ", ".join(row)
        values = ", ".join(f"UNHEX(:{name})" if isinstance(row[name], bytes) else f":{name}" for name in row)
        given = {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()}
        self.run(f"INSERT INTO {table} ({names}) VALUES ({values})", **given)


@contextmanager
def mariadb(schema: str, letters: str = "latin1") -> Iterator[Store]:
    """Make a store in MariaDB. Without a server the test is skipped, in CI it fails."""
    _need(_no_mariadb())
    name, admin = f"homestretch_{secrets.token_hex(6)}", sa.create_engine(MARIADB)
    try:
        with admin.begin() as db:
            db.execute(sa.text(f"CREATE DATABASE {name} CHARACTER SET {letters}"))
            db.execute(sa.text(f"CREATE USER {name}@'127.0.0.1' IDENTIFIED BY '{PASSWORD}'"))
            db.execute(sa.text(f"GRANT SELECT ON {name}.* TO {name}@'127.0.0.1'"))
        owner = sa.create_engine(f"{MARIADB}/{name}")
        store = Store(owner, f"mysql://{name}:{_QUOTED}@127.0.0.1:3306/{name}")
        if schema:
            store.run(schema)
        yield store
        owner.dispose()
    finally:
        with admin.begin() as db:
            db.execute(sa.text(f"DROP DATABASE IF EXISTS {name}"))
            db.execute(sa.text(f"DROP USER IF EXISTS {name}@'127.0.0.1'"))
        admin.dispose()


@contextmanager
def postgresql(schema: str) -> Iterator[Store]:
    """Make a store in PostgreSQL. Without a server the test is skipped, in CI it fails."""
    with postgres() as address:
        owner, name = sa.create_engine(address), f"reader_{secrets.token_hex(6)}"
        place = address.rpartition("%3D")[2]
        store = Store(owner, address.replace("postgresql+psycopg://postgres@", f"postgresql://{name}:x@"))
        try:
            store.run(schema)
            store.run(f"CREATE ROLE {name} LOGIN PASSWORD 'x'; GRANT USAGE ON SCHEMA {place} TO {name}")
            store.run(f"GRANT SELECT ON ALL TABLES IN SCHEMA {place} TO {name}")
            yield store
        finally:
            store.run(f"DROP OWNED BY {name}; DROP ROLE {name}")
            owner.dispose()


def fill(store: Store, maps: str, players: str, ids: tuple[str, str], nickname: str) -> None:
    """Add two maps and three players: Ann, Bob and a third whose login is odd."""
    for number, uid in enumerate(("UidA", "UidB"), 1):
        store.add(maps, **{ids[0]: number, "Uid": uid})
    for number, (login, name) in enumerate((("ann", "$f00Ännñ»"), ("bob", "Bob"), ("a b/1:2", "шс")), 1):
        store.add(players, **{ids[1]: number, "Login": login, nickname: name})


def wall(text: str) -> datetime:
    """Give a naive datetime."""
    return datetime.fromisoformat(text)


def _need(problem: str) -> None:
    if problem and os.environ.get("CI") == "true":
        pytest.fail(problem)
    if problem:
        pytest.skip(problem)


@cache
def _no_mariadb() -> str:
    """Give why MariaDB cannot be used, "" where it can."""
    engine = sa.create_engine(MARIADB, connect_args={"connect_timeout": 3})
    try:
        engine.connect().close()
    except sa.exc.OperationalError as problem:
        return f"no MariaDB at {MARIADB}: {problem.orig}"
    finally:
        engine.dispose()
    return ""
