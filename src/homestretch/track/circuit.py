"""A circuit: fields in lanes between stripes, which of them touch, and reading one from a file.

Along the track a place is a stripe number; across it there are lanes, a on the right-hand side in driving
direction. A field is (lane, back stripe, front stripe) and is called by lane and front stripe: b96.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from homestretch.engine.problem import Problem

LANES = "abcdefgh"
FINISH = -1
"""Stands for the finish where a field's number is asked for."""
MOST_FIELDS = 256
FEWEST_POINTS, MOST_POINTS = 4, 64
LARGEST = 99_999
"""The largest stripe or coordinate."""
BUILT_IN = Path(__file__).parent / "data"
"""The folder of the circuits that come with the program."""
_FIELD = re.compile(r"([a-h])(\d{1,5})")


class Field(NamedTuple):
    """One field of a track."""

    lane: int
    back: int
    front: int

    @property
    def name(self) -> str:
        """Lane and front stripe: b96."""
        return f"{LANES[self.lane]}{self.front}"


class Point(NamedTuple):
    """A point of the middle line of the drawing: at stripe s the track passes x, y."""

    s: float
    x: float
    y: float


class Circuit(NamedTuple):
    """A circuit as its file says it, its fields in driving order."""

    name: str
    finish: int
    lines: tuple[int, ...]
    """The stripes of the bet lines."""
    grid: tuple[str, ...]
    """The start fields, place 1 first."""
    fields: tuple[Field, ...]
    walls: tuple[tuple[str, str], ...]
    """Pairs of fields that touch but between which nobody can drive."""
    points: tuple[Point, ...]
    """The drawing's middle line, closed, the first at stripe 0; empty where nobody has drawn one."""

    def number_of(self, name: str) -> int:
        """Give the number of a field.

        :raises Problem: if there is no such field.
        """
        for number, field in enumerate(self.fields):
            if field.name == name:
                return number
        raise Problem("track.no_field", field=name[:20])

    def successors(self, number: int) -> tuple[int, ...]:
        """List the fields one step ahead of a field, FINISH last.

        From X to Y if their lanes touch, Y's front stripe lies further ahead, and Y begins no later than X
        ends; a corner is enough (4.4, Z22 to Z25 of the circuit game's rules).
        """
        here = self.fields[number]
        ahead = [
            i
            for i, field in enumerate(self.fields)
            if is_ahead(here, field) and (here.name, field.name) not in self.walls
        ]
        return (*ahead, FINISH) if here.front == self.finish else tuple(ahead)


def is_ahead(here: Field, there: Field) -> bool:
    """Tell whether `there` touches `here` and lies further forward."""
    return abs(there.lane - here.lane) <= 1 and there.front > here.front >= there.back


def read_circuit(path: Path) -> Circuit:
    """Read a circuit's TOML file and check it.

    :raises Problem: naming the first thing that is wrong.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Problem("cli.unreadable", file=path, why=getattr(error, "strerror", None) or error) from error
    return parse_circuit(text, str(path))


def parse_circuit(text: str, file: str = "circuit") -> Circuit:
    """Read a circuit's TOML text; file is what a problem calls it.

    :raises Problem: naming the first thing that is wrong.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem("track.no_toml", file=file, why=str(error)) from error
    return circuit_of(data)


def circuit_of(data: Mapping[str, Any]) -> Circuit:
    """Make a circuit of what a file says.

    :raises Problem: for a key that is missing or of the wrong kind, a field that stands twice or backwards.
    """
    fields = [field for section in _get(data, "section", list) for field in _section_fields(section)]
    if len(fields) > MOST_FIELDS:
        raise Problem("track.too_many", n=len(fields), most=MOST_FIELDS)
    fields.sort(key=lambda field: (field.front, field.lane))
    points = [Point(*_numbers(point, 3)) for point in data.get("points", [])]
    stripes = [point.s for point in points]
    in_order = not points or (stripes[0] == 0 and stripes == sorted(set(stripes)))
    if not in_order or 0 < len(points) < FEWEST_POINTS or len(points) > MOST_POINTS:
        raise Problem("track.points")
    return Circuit(
        name=_get(data, "name", str),
        finish=_get(data, "finish", int),
        lines=tuple(_numbers(_get(data, "lines", list))),
        grid=tuple(str(name) for name in _get(data, "grid", list)),
        fields=tuple(fields),
        walls=tuple((str(wall[0]), str(wall[1])) for wall in _pairs(data.get("walls", []))),
        points=tuple(points),
    )


def _get(data: Mapping[str, Any], key: str, kind: type) -> Any:
    value: Any = data.get(key)
    out_of_range = isinstance(value, int) and not 0 <= value <= LARGEST
    if not isinstance(value, kind) or isinstance(value, bool) or out_of_range:
        raise Problem("track.key", key=key, kind=Problem(f"track.kind.{kind.__name__}"))
    return data[key]


def _numbers(values: Any, count: int = 0) -> list[Any]:
    good = isinstance(values, list) and all(
        isinstance(v, int | float) and not isinstance(v, bool) and -LARGEST <= v <= LARGEST for v in values
    )
    if not good or (count and len(values) != count):
        raise Problem("track.numbers", text=str(values)[:60])
    return list(values)


def _pairs(walls: Any) -> list[Any]:
    if not isinstance(walls, list) or not all(isinstance(wall, list) and len(wall) == 2 for wall in walls):
        raise Problem("track.walls", text=str(walls)[:60])
    return walls


def _section_fields(section: Any) -> list[Field]:
    if not isinstance(section, dict):
        raise Problem("track.key", key="section", kind=Problem("track.kind.list"))
    start = _get(section, "from", int)
    fields: list[Field] = []
    for lane, letter in enumerate(LANES):
        back = start
        for front in _numbers(section.get(letter, [])):
            if not isinstance(front, int) or front <= back:
                raise Problem("track.backwards", field=f"{letter}{front}", back=back)
            fields.append(Field(lane, back, front))
            back = front
    return fields
