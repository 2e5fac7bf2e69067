"""Finishes from a CSV file of the organiser's, and finishes as a CSV file.

Columns, in any order and case: day, map_uid, login, nickname, time_ms, driven_at, source. login, time_ms and
driven_at must be there, and day or map_uid. Nothing a file could say instead makes up for a missing
driven_at: whether a finish counts depends on it (BM-B3), and so does who comes first of two equal times
(BM-C6). A time of 0 is a retirement and stays in, as does a finish outside any window: which of them count
is for the ranking to say.

Commas, semicolons and tabs separate; UTF-8 with or without a mark, UTF-16 with one, else the code page of
western Windows. Cells that export has guarded against spreadsheets are read back as they were.
"""

import csv
import io
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from zoneinfo import ZoneInfo

from homestretch.engine.problem import Problem
from homestretch.event.clock import zone_of
from homestretch.event.escape import for_csv, from_csv
from homestretch.event.times import format_instant, parse_instant, parse_time, short
from homestretch.games.boardmania.day import Finish
from homestretch.text import Text

COLUMNS = ("day", "map_uid", "login", "nickname", "time_ms", "driven_at", "source")
NEEDED = ("login", "time_ms", "driven_at")
LONGEST_CELL = 1000
SHORTEST_RACE = 1000
"""Milliseconds; a shorter time is read, but named: somebody may have written seconds."""
_SEPARATORS = ",;\t"


class Trouble(NamedTuple):
    """A row that could not be read, and why."""

    line: int
    column: str
    """"" where the row as a whole is wrong."""
    value: str
    problem: Problem

    def said(self, text: Text) -> str:
        """Say it in the reader's language."""
        reason = text(self.problem.key, **self.problem.params)
        if not self.column:
            return text("csv.row", line=self.line, reason=reason)
        return text("csv.cell", line=self.line, column=self.column, reason=reason)


class Read(NamedTuple):
    """What a file gave: finishes in the order of its rows, rows that are wrong, and what else to know."""

    finishes: tuple[Finish, ...]
    troubles: tuple[Trouble, ...]
    notes: tuple[Problem, ...]


def read_csv(data: bytes | str, zone: str = "UTC", source: str = "csv") -> Read:
    """Read a file; instants without an offset are wall times of the zone.

    :param source: the name of the source for rows that give none.
    :raises Problem: if the file as a whole cannot be read: empty, or a column missing or twice.
    """
    text, notes = _decoded(data)
    separator = _separator(text.partition("\n")[0])
    rows = _rows(text, separator)
    header = next(rows, (0, []))[1]
    columns, strange = _columns(header)
    if strange:
        notes.append(Problem("csv.ignored", columns=", ".join(map(short, strange))))
    reader = _Reader(columns, len(header), zone_of(zone), source)
    for line, row in rows:
        reader.take(line, row)
    return Read(tuple(reader.finishes), tuple(reader.troubles), (*notes, *reader.notes()))


def _decoded(data: bytes | str) -> tuple[str, list[Problem]]:
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), []
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), []
    try:
        return data.removeprefix(BOM_UTF8).decode(), []
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), [Problem("csv.encoding")]


def _name(cell: str) -> str:
    return cell.strip().lower()


def _separator(header: str) -> str:
    def fits(separator: str) -> int:
        return sum(_name(cell.strip('"')) in COLUMNS for cell in header.strip("\r").split(separator))

    return max(_SEPARATORS, key=fits)


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Give each row that is not empty with the number of its first line.

    :raises Problem: where a quote is opened and never closed, so that no row after it can be told apart.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    line = 1
    try:
        for row in reader:
            if any(row):
                yield line, row
            line = reader.line_num + 1
    except csv.Error:
        raise Problem("csv.quote", line=line) from None


def _columns(header: list[str]) -> tuple[dict[str, int], list[str]]:
    """Give where each column stands, and the names that we do not know.

    :raises Problem: if one is missing or stands twice.
    """
    names = [_name(cell) for cell in header]
    if not any(names):
        raise Problem("csv.empty")
    for name in COLUMNS:
        if names.count(name) > 1:
            raise Problem("csv.twice", column=name)
    missing = [name for name in NEEDED if name not in names]
    if "day" not in names and "map_uid" not in names:
        missing.append("day/map_uid")
    if missing:
        raise Problem("csv.missing", columns=", ".join(missing), found=short(", ".join(filter(None, names))))
    return {name: names.index(name) for name in COLUMNS if name in names}, [
        cell.strip() for cell, name in zip(header, names, strict=True) if name and name not in COLUMNS
    ]


class _Reader:
    """Turns rows into finishes and troubles."""

    def __init__(self, columns: dict[str, int], width: int, zone: ZoneInfo, source: str) -> None:
        self.columns, self.width, self.zone, self.source = list(columns.items()), width, zone, source
        self.finishes, self.troubles = list[Finish](), list[Trouble]()
        self.tiny: list[tuple[int, int]] = []
        self._parsers: dict[str, Callable[[str], object]] = {
            "day": _day, "map_uid": _word, "login": _login, "nickname": _cell, "time_ms": parse_time,
            "driven_at": lambda cell: parse_instant(cell, zone), "source": lambda cell: _word(cell) or source,
        }  # fmt: skip

    def take(self, line: int, row: list[str]) -> None:
        """Add a row's finish, or what is wrong with it."""
        if len(row) > self.width:
            return self._refuse(line, "", "", Problem("csv.width", n=len(row), most=self.width))
        given: dict[str, object] = {"source": self.source}
        before = len(self.troubles)
        for column, at in self.columns:
            cell = row[at] if at < len(row) else ""
            try:
                given[column] = self._parsers[column](cell)
            except Problem as problem:
                self._refuse(line, column, cell, problem)
        if len(self.troubles) == before:
            self._add(line, Finish(**given))  # type: ignore[arg-type]
        return None

    def _refuse(self, line: int, column: str, value: str, problem: Problem) -> None:
        self.troubles.append(Trouble(line, column, short(value), problem))

    def _add(self, line: int, finish: Finish) -> None:
        if not finish.day and not finish.map_uid:
            return self._refuse(line, "", "", Problem("csv.no_place"))
        if 0 < finish.time_ms < SHORTEST_RACE:
            self.tiny.append((line, finish.time_ms))
        self.finishes.append(finish)
        return None

    def notes(self) -> list[Problem]:
        """Say what the rows had in common that may be a mistake."""
        if not self.tiny:
            return []
        line, ms = self.tiny[0]
        return [Problem("csv.tiny", n=len(self.tiny), line=line, ms=ms)]


def _cell(cell: str) -> str:
    if len(cell) > LONGEST_CELL:
        raise Problem("csv.long", value=short(cell), n=len(cell), most=LONGEST_CELL)
    return from_csv(cell) if cell.startswith("'") else cell


def _word(cell: str) -> str:
    return _cell(cell.strip())


def _login(cell: str) -> str:
    login = _word(cell)
    if not login:
        raise Problem("csv.no_login")
    return login


def _day(cell: str) -> int:
    text = cell.strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise Problem("csv.day", value=short(cell))
    return int(text)


def write_csv(finishes: Iterable[Finish]) -> str:
    """Give finishes as a file that read_csv reads back; encode it as utf-8-sig for spreadsheets.

    A running number and the journal's number are not part of it.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    writer.writerows(map(_row, finishes))
    return file.getvalue()


def _row(finish: Finish) -> tuple[object, ...]:
    map_uid, login, nickname, source = map(
        for_csv, (finish.map_uid, finish.login, finish.nickname, finish.source)
    )
    driven_at = format_instant(finish.driven_at)
    return finish.day or "", map_uid, login, nickname, finish.time_ms, driven_at, source
