"""An athletics oval: lanes that are longer outside, straights with aligned fields, bends cut in halves.

One unit is the length of a field. Runners go anticlockwise; section 0 is the first half of the bend after the
finish line, 5 the home straight. Lane 1 is the innermost. (Rules of the 1500 m, sections 4.1 to 4.5.)
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from homestretch.svg import Theme, tag

UNIT = 30.0
"""Drawing units per field length."""
BEND_1, BACK, BEND_2, HOME = (0, 1), 2, (3, 4), 5
EXTENSION = 6
"""Stands for the straight finish board, which is laid over the bend after the finish line."""
GRASS, TARTAN, PAINT, BOARD = (
    ("#cfe0b8", "#26331d"), ("#c0644a", "#6e3628"), ("#fbf3e6", "#e3d3c0"), ("#e9dcc3", "#4a4338"),
)  # fmt: skip


class Spot(NamedTuple):
    """The middle of a field in drawing units, and the direction of running there in degrees."""

    x: float
    y: float
    turn: float


class Oval:
    """Where the fields of an oval lie: `half` gives per lane the fields of half a bend."""

    def __init__(self, half: tuple[int, ...], straight: int = 10, rows: int = 14) -> None:
        self.half, self.straight, self.rows = half, straight, rows
        self.radii = [2 * count / math.pi for count in half]
        gaps = [(b - a) / 2 for a, b in zip(self.radii, self.radii[1:], strict=False)]
        self._inner = [r - gap for r, gap in zip(self.radii, [gaps[0], *gaps], strict=True)]
        self._outer = [r + gap for r, gap in zip(self.radii, [*gaps, gaps[-1]], strict=True)]
        self._left, self._top = self._outer[-1] + 0.4, self._outer[-1] + 0.4

    @property
    def width(self) -> int:
        """The width of the drawing, the finish board included."""
        return round((self._left + self.straight + self.rows + 0.4) * UNIT)

    @property
    def height(self) -> int:
        """The height of the drawing."""
        return round(2 * self._top * UNIT)

    def fields(self, section: int, lane: int) -> int:
        """Give how many fields a lane (from 1) has in a section."""
        if section == EXTENSION:
            return self.rows
        return self.straight if section in (BACK, HOME) else self.half[lane - 1]

    def _at(self, section: int, along: float, radius: float, lane: int) -> tuple[float, float]:
        """Give the point so many fields into a section, at a distance from the middle of the oval."""
        if section in (BACK, HOME, EXTENSION):
            x = {BACK: self.straight - along, HOME: along, EXTENSION: self.straight + along}[section]
            y = radius if section == BACK else -radius
        else:
            centre, start = (
                (self.straight, (-90, 0)[section]) if section < BACK else (0, (90, 180)[section - 3])
            )
            angle = math.radians(start + 90 * along / self.half[lane - 1])
            x, y = centre + radius * math.cos(angle), radius * math.sin(angle)
        return round((self._left + x) * UNIT, 1), round((self._top - y) * UNIT, 1)

    def spot(self, section: int, lane: int, index: int) -> Spot:
        """Give the middle of a field."""
        radius = self.radii[lane - 1]
        x, y = self._at(section, index + 0.5, radius, lane)
        ahead = self._at(section, index + 0.6, radius, lane)
        return Spot(x, y, math.degrees(math.atan2(ahead[1] - y, ahead[0] - x)))

    def outline(self, section: int, lane: int, index: int) -> str:
        """Give a field's outline as the path of a polygon that follows the bend."""
        steps = 1 if section in (BACK, HOME, EXTENSION) else 6
        along = [index + i / steps for i in range(steps + 1)]
        edge = [self._at(section, each, self._inner[lane - 1], lane) for each in along]
        edge += [self._at(section, each, self._outer[lane - 1], lane) for each in reversed(along)]
        return "M" + "L".join(f"{x} {y}" for x, y in edge) + "Z"

    def line(self, section: int) -> str:
        """Give the line across all lanes with which a section begins, as a path."""
        ends = (
            self._at(section, 0, self._inner[0], 1),
            self._at(section, 0, self._outer[-1], len(self.half)),
        )
        return "M" + "L".join(f"{x} {y}" for x, y in ends)


def draw_oval(oval: Oval, theme: Theme, *, board: bool) -> str:
    """Draw an oval as the inside of an SVG; with the finish board where the last lap has begun."""
    parts = [tag("rect", width=oval.width, height=oval.height, fill=theme.pick(*GRASS))]
    parts += _lanes(oval, theme, range(6), TARTAN)
    parts += _crossings(oval, theme)
    if board:
        parts += _lanes(oval, theme, (EXTENSION,), BOARD)
    parts += _finish(oval)
    return "".join(parts)


def _lanes(
    oval: Oval, theme: Theme, sections: range | tuple[int, ...], ground: tuple[str, str]
) -> Iterator[str]:
    """Lay the ground of some sections and paint the borders of their fields."""
    path = "".join(
        oval.outline(section, lane, index)
        for section in sections
        for lane in range(1, len(oval.half) + 1)
        for index in range(oval.fields(section, lane))
    )
    fill = {"fill": theme.pick(*ground), "stroke": theme.pick(*PAINT)}
    yield tag("path", "", d=path, **fill, stroke_width=1, stroke_linejoin="round")


def _crossings(oval: Oval, theme: Theme) -> Iterator[str]:
    """Paint the lines at which positions are counted: the middle and the end of each bend."""
    for section in (1, 2, 4, 5):
        yield tag("path", d=oval.line(section), stroke=theme.pick(*PAINT), stroke_width=3)
    yield tag("path", d=oval.line(3), stroke=theme.pick(*PAINT), stroke_width=2, stroke_dasharray="6 4")


def _finish(oval: Oval) -> Iterator[str]:
    """Paint the finish line, and the lane numbers in the row behind it."""
    yield tag("path", d=oval.line(0), stroke="#ffffff", stroke_width=7)
    yield tag("path", d=oval.line(0), stroke="#111111", stroke_width=7, stroke_dasharray="5 5")
    for lane in range(1, len(oval.half) + 1):
        spot = oval.spot(0, lane, 0)
        yield tag(
            "text", str(lane), x=spot.x, y=spot.y + 4, font_size=12, fill="#ffffff", stroke="#00000066",
            stroke_width=0.6, text_anchor="middle",
        )  # fmt: skip
