"""Which map belongs to which day, as an organiser writes it: a file of lines, or single words."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from homestretch.engine.problem import Problem

_SEPARATORS = ",;\t"


def read_maps(words: Iterable[str]) -> dict[int, tuple[str, ...]]:
    """Read words such as 1=UID and the names of files, whose lines hold a day and the UID of its map.

    A day may come more than once: all its UIDs count (BM-B1).

    :raises Problem: naming the file and the line, or the word.
    """
    maps: dict[int, tuple[str, ...]] = {}
    for word in words:
        for day, uid in _read(word):
            maps[day] = tuple(dict.fromkeys((*maps.get(day, ()), uid)))
    return maps


def _read(word: str) -> Iterator[tuple[int, str]]:
    day, equals, uid = word.partition("=")
    if equals and day.strip().isdecimal() and uid.strip():
        yield int(day), uid.strip()
        return
    try:
        lines = Path(word).read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise Problem("event.maps", word=word[:60], why=getattr(error, "strerror", None) or error) from None
    yield from _lines(word, lines)


def _lines(file: str, lines: list[str]) -> Iterator[tuple[int, str]]:
    """Read lines; the first may name the columns, and what stands behind a # is for people."""
    for number, line in enumerate(lines, 1):
        cells = line.partition("#")[0].translate(dict.fromkeys(map(ord, _SEPARATORS), " ")).split()
        if not cells or (number == 1 and cells == ["day", "map_uid"]):
            continue
        if len(cells) != 2 or not cells[0].isdecimal():
            raise Problem("event.maps_line", file=file, line=number, text=line[:60])
        yield int(cells[0]), cells[1]
