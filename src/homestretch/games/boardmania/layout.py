"""A board of one's own, read from TOML: the list of its fields and zones, and what is wrong with it."""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from homestretch.engine.options import is_text
from homestretch.engine.problem import Problem
from homestretch.games.boardmania.pieces import (
    BEAM,
    BLOCKER,
    BOOSTER,
    HALF,
    JUMP,
    LETTERS,
    NO_ZONE,
    PLAIN,
    SIT_OUT,
    START,
    VEHICLE,
    WECHSEL,
)

DATA = Path(__file__).parent / "data"
WORDS = {
    "start": START, "plain": PLAIN, "half": HALF, "booster": BOOSTER, "wechsel": WECHSEL, "blocker": BLOCKER,
    "beam": BEAM, "sit_out": SIT_OUT,
}  # fmt: skip
KINDS = (*WORDS, *LETTERS, "+1 ... +46", "-1 ... -46")
"""What a field may be, as it is named to who got it wrong."""
_JUMP = re.compile(r"([+-])([1-9]\d?)")
_USUAL_NAME = "board"


class Board(NamedTuple):
    """A board: per field its kind, the environment or the jump, and the environment of its zone."""

    name: str
    kinds: tuple[int, ...]
    amounts: tuple[int, ...]
    zones: tuple[int, ...]


@lru_cache(maxsize=32)
def board_of(word: str, fields: int) -> Board:
    """Give the built-in board, or that of a text of one's own, of so many fields, Start included.

    The built-in board has 47; where a lap has 48 it gets a plain field behind its last one (D1).

    :raises Problem: the first thing that keeps it from being played on.
    """
    source = word if is_text(word) else (DATA / "board.toml").read_text("utf-8")
    data = read_toml(source)
    if not is_text(word):
        data["fields"] += ["plain"] * (fields - len(data["fields"]))
    for problem in problems(data, fields):
        raise problem
    read = [read_kind(each) for each in data["fields"]]
    kinds, amounts = zip(*[each for each in read if each is not None], strict=True)
    return Board(str(data.get("name", _USUAL_NAME)), kinds, amounts, _zones(data.get("zones", {}), fields))


def read_toml(text: str) -> dict[str, Any]:
    """Read the text of a board.

    :raises Problem: if it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:  # brackets in brackets go too deep
        raise Problem("track.no_toml", file="board", why=str(error)) from error


def read_kind(word: object) -> tuple[int, int] | None:
    """Give kind and amount of a field's word, None where it is no kind; a minus sign may be a real one."""
    said = str(word).strip().replace("−", "-")
    if found := _JUMP.fullmatch(said):
        steps = int(found[1] + found[2])
        return (JUMP, steps) if abs(steps) < 47 else None
    if len(said) == 1 and said.upper() in LETTERS:
        return VEHICLE, LETTERS.index(said.upper())
    return (WORDS[said.lower()], 0) if said.lower() in WORDS else None


def problems(data: dict[str, Any], fields: int) -> Iterator[Problem]:
    """List all that keeps a board from being played on."""
    words = data.get("fields")
    if not isinstance(words, list):
        yield Problem("boardmania.no_fields", n=fields)
        return
    if len(words) != fields:
        yield Problem("boardmania.field_count", found=len(words), wanted=fields)
    for field, word in enumerate(words):
        kind = read_kind(word)
        if kind is None:
            yield Problem("boardmania.kind", field=field, kind=str(word)[:20], kinds=", ".join(KINDS))
        elif (kind[0] == START) != (field == 0):
            yield Problem("boardmania.start", field=field)
    yield from _zone_problems(data.get("zones", {}), fields)


def _zone_problems(zones: object, fields: int) -> Iterator[Problem]:
    if not isinstance(zones, dict):
        yield Problem("boardmania.zones", zone="zones", last=fields - 1)
        return
    for letter, first in zones.items():
        if letter not in list(LETTERS) or type(first) is not int or not 0 <= first < fields:
            yield Problem("boardmania.zones", zone=str(letter)[:20], last=fields - 1)


def _zones(given: dict[str, int], fields: int) -> tuple[int, ...]:
    """Give per field its zone: the one that began last."""
    firsts = {first: LETTERS.index(letter) for letter, first in given.items()}
    zones, zone = [], NO_ZONE
    for field in range(fields):
        zone = firsts.get(field, zone)
        zones.append(zone)
    return tuple(zones)
