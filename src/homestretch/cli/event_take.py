"""`hs event import-times` and `pull`: times go into the journal, and what they come to is told."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from homestretch.cli.event_show import MOST_ROWS, grid, show_changes, show_finishes, show_problem, write
from homestretch.cli.speech import text
from homestretch.engine.problem import Problem
from homestretch.event.changes import changes
from homestretch.event.clock import zone_of
from homestretch.event.csv_source import Trouble, read_csv
from homestretch.event.databases import DatabaseSource, preview, read_database
from homestretch.event.event import Event
from homestretch.event.nick import plain
from homestretch.event.replay import read_replay
from homestretch.event.sources import databases
from homestretch.event.taking import Look, look_at, take
from homestretch.event.times import parse_instant
from homestretch.games.boardmania.day import Finish


def import_file(event: Event, file: Path, zone: str, driven_at: str, skip_bad_rows: bool) -> None:
    """Take the finishes of a CSV file or a replay.

    :raises Problem: if the file cannot be read; naming the bad rows, nothing is taken then.
    """
    event.check_agreed()
    data = _bytes(file)
    zone = zone or event.setup.zone
    if file.suffix.lower() == ".gbx":
        if not driven_at:
            raise Problem("event.no_driven_at", file=file)
        finishes = [read_replay(data, parse_instant(driven_at, zone_of(zone)))]
    else:
        finishes = _rows(data, file, zone, skip_bad_rows)
    _take(event, finishes)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Problem("cli.unreadable", file=file, why=error.strerror or str(error)) from error


def _rows(data: bytes, file: Path, zone: str, skip_bad_rows: bool) -> list[Finish]:
    found = read_csv(data, zone)
    for note in found.notes:
        show_problem(note)
    bad = len({trouble.line for trouble in found.troubles})
    for line in _troubles(found.troubles):
        print(line, file=sys.stdout if skip_bad_rows else sys.stderr)
    if bad and not skip_bad_rows:
        raise Problem("event.bad_rows", file=file, n=bad, good=len(found.finishes))
    if bad:
        write(text("event.skipped", n=bad))
    return list(found.finishes)


def _troubles(troubles: Sequence[Trouble]) -> Iterator[str]:
    """Say what is wrong with which row, as many as a person reads."""
    yield from (trouble.said(text) for trouble in troubles[:MOST_ROWS])
    if len(troubles) > MOST_ROWS:
        yield text("event.more", n=len(troubles) - MOST_ROWS)


def _take(event: Event, finishes: list[Finish]) -> None:
    """Take finishes and tell what they come to, with whom they move on days that are evaluated."""
    before = event.result()
    look = take(event, finishes)
    write(text("event.taken", n=len(look.fresh), known=look.known))
    _tell(event, look)
    late = [str(day) for day in look.days if day <= event.journal.evaluated()]
    if late:
        write(text("event.afterwards", days=", ".join(late)))
        show_changes(changes(before, event.result()))


def _tell(event: Event, look: Look) -> None:
    if look.retired:
        write(text("event.retired", n=look.retired))
    for key, finishes in (("event.outside", look.outside), ("event.nowhere", look.nowhere)):
        if finishes:
            write(text(key, n=len(finishes)))
            show_finishes(event, finishes)


def pull_databases(event: Event, is_written: bool) -> None:
    """Read the databases of an event; only show what they gave, or take it.

    :raises Problem: if there are none, no maps are known, or a database cannot be read.
    """
    event.check_agreed()
    sources = databases(event.setup, os.environ)
    if not sources:
        raise Problem("event.no_source")
    if not event.setup.maps:
        raise Problem("event.no_maps")
    finishes = [finish for source in sources for finish in _pulled(event, source)]
    if is_written:
        _take(event, finishes)
        return
    look = look_at(event, finishes)
    write(text("event.would_take", n=len(look.fresh), known=look.known))
    show_finishes(event, look.fresh)
    _tell(event, look)


def _pulled(event: Event, source: DatabaseSource) -> tuple[Finish, ...]:
    """Read one database, and say what to look at: doubts, notes, and nicknames that are read as repaired."""
    maps = {uid for uids in event.setup.maps.values() for uid in uids}
    reading = read_database(source, event.days()[0].opens, maps, event.clock)
    write(text("event.read", name=source.name, store=reading.store, table=reading.table,
               n=len(reading.finishes)))  # fmt: skip
    for doubt in reading.doubts[:MOST_ROWS]:
        show_problem(doubt)
    for note in reading.notes:
        show_problem(note)
    repairs = preview(source)
    if repairs:
        heads = [text(f"event.col.{key}") for key in ("login", "stored", "name")]
        grid(heads, ((plain("", each.login), each.stored, plain(each.read, each.login)) for each in repairs))
    return reading.finishes
