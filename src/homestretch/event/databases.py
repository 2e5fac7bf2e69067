"""Finishes from the record store of a server's controller, read and never written.

A table of all finishes is preferred. Where the store has none, or an empty one, the table of best times is
read; such finishes are marked (`is_best_only`), for a best from outside a day's window says nothing about
what was driven in it (BM-B8). Of a table of best times every row of the maps is given, however old it is.

Stamps without a zone are wall times of the zone that the organiser names for the source; those that the
clocks showed twice are taken as the first and counted in a note.
"""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from homestretch.engine.problem import Problem
from homestretch.event.clock import instant_of, is_twice, milliseconds, zone_of
from homestretch.event.mojibake import ENCODINGS, repaired
from homestretch.event.session import parse_address, place_of, session
from homestretch.event.stores import pyplanet, uaseco, xaseco
from homestretch.event.stores.shape import Shape
from homestretch.event.times import LONGEST_RACE, format_time, short
from homestretch.games.boardmania.day import Finish

STORES = ("xaseco", "xaseco2", "uaseco", "pyplanet")
MOST_SKEW = 2000
"""Milliseconds that the database's clock may differ from ours without a note."""
BEST = "/best"
# A wall time before this is no date: stores write a date of zeros where they know none.
_NO_DATE = datetime(1970, 1, 2)


@dataclass(frozen=True)
class DatabaseSource:
    """Where a store is and how to read it.

    :raises Problem: naming the setting that does not fit.
    """

    address: str = field(repr=False)
    """Such as mysql://user:password@host/database; an account that may only read is enough."""
    name: str = "database"
    """What its finishes are marked with."""
    zone: str = "UTC"
    """Where the clocks stand that wrote the stamps."""
    store: str = ""
    """One of STORES; "" finds out."""
    prefix: str = ""
    """How the names of UASECO's tables begin, needed only where several stores share a database."""
    encoding: str = "auto"

    def __post_init__(self) -> None:
        parse_address(self.address)
        zone_of(self.zone)
        if self.store and self.store not in STORES:
            raise Problem("source.store", value=short(self.store), known=", ".join(STORES))
        if self.encoding not in ENCODINGS:
            raise Problem("source.encoding", value=short(self.encoding), known=", ".join(ENCODINGS))


class Reading(NamedTuple):
    """What a store gave: finishes by instant, rows that only the organiser can judge, what else to know."""

    finishes: tuple[Finish, ...]
    doubts: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    store: str
    table: str


class Repair(NamedTuple):
    """A nickname as it is stored and as it is read."""

    login: str
    stored: str
    read: str


def is_best_only(finish: Finish) -> bool:
    """Tell whether a finish comes from a store that keeps only each player's best (BM-B8)."""
    return finish.source.endswith(BEST)


def _now() -> int:
    return time.time_ns() // 1_000_000


def detect(source: DatabaseSource) -> Shape:
    """Find out which store the database holds, and which of its tables is to be read.

    :raises Problem: if there is none, more than one, or the named one lacks a table; or see session.
    """
    with session(parse_address(source.address)) as db:
        return _choose(db, source)


def read_database(
    source: DatabaseSource, since: int = 0, maps: Collection[str] = (), now: Callable[[], int] = _now
) -> Reading:
    """Read the finishes since an instant (milliseconds since the epoch) on these maps; no maps means all.

    :param now: our clock, which the database's is compared with.
    :raises Problem: see detect.
    """
    with session(parse_address(source.address)) as db:
        shape = _choose(db, source)
        since = since if shape.keeps_all else 0
        rows = _Rows(source, shape, since, maps)
        for row in db.execute(_query(shape, maps, since, rows.zone)):
            rows.take(row)
        skew = _skew(db, now)
    return rows.reading(_notes(shape, skew))


def preview(source: DatabaseSource, most: int = 20) -> tuple[Repair, ...]:
    """Show nicknames that are read otherwise than stored, so that the organiser can judge `encoding`.

    :raises Problem: see detect.
    """
    with session(parse_address(source.address)) as db:
        shape = _choose(db, source)
        players = _columns(shape.players, shape.login, shape.nickname)
        rows = db.execute(sa.select(players.c[shape.login], players.c[shape.nickname])).all()
    repairs = (Repair(login, nickname, repaired(nickname, source.encoding)) for login, nickname in rows)
    return tuple(sorted(each for each in repairs if each.stored != each.read)[:most])


def _choose(db: sa.Connection, source: DatabaseSource) -> Shape:
    there = _tables(db)
    wanted = _wanted(source, there)
    fitting = [shape for shape in wanted if not _missing(shape, there)]
    if not fitting:
        raise _none_fits(wanted, there, source)
    found = sorted({(shape.store, shape.maps) for shape in fitting})
    if len(found) > 1:
        raise Problem("source.several", stores=", ".join(f"{store} ({maps})" for store, maps in found))
    chosen = next((shape for shape in fitting if _has_rows(db, there, shape)), fitting[0])
    return _as_spelled(chosen, there)


def _wanted(source: DatabaseSource, there: Iterable[str]) -> list[Shape]:
    if source.prefix:
        return list(uaseco.shapes(there, source.prefix.lower()))
    known = (*xaseco.SHAPES, *uaseco.shapes(there), *pyplanet.SHAPES)
    return [shape for shape in known if source.store in ("", shape.store)]


Tables = dict[str, tuple[str, set[str]]]
"""By small name: the name as it is spelled, and the small names of its columns."""


def _tables(db: sa.Connection) -> Tables:
    names = ("table_schema", "table_name", "column_name")
    columns = sa.table("columns", *map(sa.column, names), schema="information_schema")
    schema = sa.func.database() if db.dialect.name == "mysql" else sa.func.current_schema()
    query = sa.select(columns.c.table_name, columns.c.column_name).where(columns.c.table_schema == schema)
    there: Tables = {}
    for table, column in db.execute(query):
        there.setdefault(table.lower(), (table, set()))[1].add(column.lower())
    return there


def _missing(shape: Shape, there: Tables) -> list[str]:
    """Give the tables and columns that a shape needs and that are not there."""
    missing = []
    for table in shape.tables:
        if table.name not in there:
            missing.append(table.name)
        else:
            columns = (name for name in table.columns if name.lower() not in there[table.name][1])
            missing += [f"{table.name}.{name}" for name in columns]
    return missing


def _none_fits(wanted: list[Shape], there: Tables, source: DatabaseSource) -> Problem:
    nearest = min(wanted, key=lambda shape: len(_missing(shape, there)))
    missing, place = _missing(nearest, there), place_of(parse_address(source.address))
    if not source.store and not source.prefix and {table.name for table in nearest.tables} == set(missing):
        return Problem("source.nothing", place=place, known=", ".join(STORES))
    return Problem("source.table", place=place, store=nearest.store, tables=", ".join(missing))


def _has_rows(db: sa.Connection, there: Tables, shape: Shape) -> bool:
    return db.execute(sa.select(1).select_from(sa.table(there[shape.times][0])).limit(1)).first() is not None


def _as_spelled(shape: Shape, there: Tables) -> Shape:
    """Give a shape with the names of its tables as the database spells them."""
    times, maps, players = (there[table.name][0] for table in shape.tables)
    return shape._replace(times=times, maps=maps, players=players)


def _columns(table: str, *columns: str) -> sa.TableClause:
    return sa.table(table, *(sa.column(name) for name in columns if name))


def _query(shape: Shape, maps: Collection[str], since: int, zone: ZoneInfo) -> sa.Select[Any]:
    times, tracks, players = (_columns(table.name, *table.columns) for table in shape.tables)
    number = times.c[shape.number] if shape.number else sa.literal(-1)
    query = (
        sa.select(
            tracks.c[shape.uid], players.c[shape.login], players.c[shape.nickname], times.c[shape.score],
            times.c[shape.stamp], number,
        )
        .join_from(times, tracks, times.c[shape.map_id] == tracks.c[shape.maps_id])
        .outerjoin(players, times.c[shape.player_id] == players.c[shape.players_id])
    )  # fmt: skip
    query = query.where(tracks.c[shape.uid].in_(maps)) if maps else query
    return query.where(_since(shape, times.c[shape.stamp], since, zone)) if since else query


def _since(shape: Shape, stamp: sa.ColumnElement[Any], since: int, zone: ZoneInfo) -> sa.ColumnElement[bool]:
    """Give a condition that lets through at least all rows since the instant, and those without a date."""
    if shape.is_epoch:
        return sa.or_(stamp >= since // 1000, stamp == 0)
    wall = datetime.fromtimestamp(since / 1000, zone).replace(tzinfo=None) - timedelta(days=1)
    return sa.or_(stamp >= wall, stamp < _NO_DATE, stamp.is_(None))


def _skew(db: sa.Connection, now: Callable[[], int]) -> int:
    """Give by how many milliseconds the database's clock is before ours."""
    mysql = db.dialect.name == "mysql"
    clock = sa.func.utc_timestamp(6) if mysql else sa.func.timezone("UTC", sa.func.clock_timestamp())
    before = now()
    theirs: datetime = db.execute(sa.select(clock)).scalar_one()
    return milliseconds(theirs.replace(tzinfo=UTC)) - (before + now()) // 2


def _notes(shape: Shape, skew: int) -> Iterable[Problem]:
    if not shape.keeps_all:
        yield Problem("source.best_only", table=shape.times)
    if abs(skew) > MOST_SKEW:
        yield Problem("source.clock", seconds=round(skew / 1000, 1))


class _Rows:
    """Turns rows of a store into finishes and doubts."""

    def __init__(self, source: DatabaseSource, shape: Shape, since: int, maps: Collection[str]) -> None:
        self.source, self.shape, self.since, self.maps = source, shape, since, set(maps)
        self.zone, self.name = zone_of(source.zone), source.name + ("" if shape.keeps_all else BEST)
        self.finishes, self.doubts = list[Finish](), list[Problem]()
        self.twice, self.repairs = 0, set[str]()

    def take(self, row: Sequence[Any]) -> None:
        """Add a row; the database may take large and small letters of a map's UID for the same."""
        uid, login, stored, score, stamp, number = row
        if self.maps and uid not in self.maps:
            return
        if login is None:
            self.doubts.append(Problem("source.no_player", table=self.shape.players, map=uid, value=score))
        elif not isinstance(score, int) or not 0 <= score <= LONGEST_RACE:
            self.doubts.append(Problem("source.score", login=login, map=uid, value=short(str(score))))
        elif (driven_at := self._instant(stamp)) is None:
            self.doubts.append(Problem("source.no_date", login=login, map=uid, time=format_time(score)))
        elif driven_at >= self.since:
            nickname = self._nickname(stored or "")
            self.finishes.append(Finish(login, score, driven_at, uid, 0, nickname, self.name, number))

    def _nickname(self, stored: str) -> str:
        nickname = repaired(stored, self.source.encoding)
        if nickname != stored:
            self.repairs.add(stored)
        return nickname

    def _instant(self, stamp: object) -> int | None:
        """Give milliseconds since the epoch, None where there is no date; one of zeros comes as text."""
        if isinstance(stamp, datetime) and stamp.tzinfo:
            return milliseconds(stamp)
        if isinstance(stamp, datetime) and stamp >= _NO_DATE:
            self.twice += is_twice(stamp, self.zone)
            return instant_of(stamp, self.zone)
        return stamp * 1000 if isinstance(stamp, int) and stamp > 0 else None

    def reading(self, notes: Iterable[Problem]) -> Reading:
        """Give what the rows came to."""
        said = list(notes)
        if self.twice:
            said.append(Problem("source.twice", n=self.twice, zone=self.source.zone))
        if self.repairs:
            said.append(Problem("source.repaired", n=len(self.repairs)))
        ordered = sorted(self.finishes, key=lambda each: (each.driven_at, each.number, each.login))
        return Reading(tuple(ordered), tuple(self.doubts), tuple(said), self.shape.store, self.shape.times)
