"""Drawing a circuit as seen from above: grass, asphalt, kerbs, fields, bet lines, grid and finish."""

from collections.abc import Iterator

from homestretch.svg import Theme, tag
from homestretch.track.circuit import Circuit, Field
from homestretch.track.line import MiddleLine

LANE = 25.0
"""The width of a lane in the drawing's units."""
WIDTH, HEIGHT = 900, 740
GRASS, ASPHALT, PAINT, KERB = (
    ("#cfe0b8", "#26331d"),
    ("#77746f", "#45423e"),
    ("#f4f1ea", "#d8d3c8"),
    ("#b3261e", "#e0675d"),
)


class Drawing:
    """Where things of one circuit lie in its drawing."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit, self.line = circuit, MiddleLine(circuit.points, circuit.finish)
        self.lanes = 1 + max(field.lane for field in circuit.fields)

    def right(self, lane: float) -> float:
        """Give how far right of the middle line a lane's right edge lies; lane a is the rightmost."""
        return (self.lanes / 2 - lane) * LANE

    def point(self, s: float, right: float) -> str:
        """Give a point as SVG coordinates."""
        x, y = self.line.place(s).beside(right)
        return f"{x:.1f} {y:.1f}"

    def middle(self, field: Field) -> tuple[float, float, float, float]:
        """Give the middle of a field and the direction of driving there."""
        place = self.line.place((field.back + field.front) / 2)
        x, y = place.beside(self.right(field.lane + 0.5))
        return x, y, place.dx, place.dy

    def outline(self, field: Field, margin: float = 0.0) -> str:
        """Give a field's outline as the path of a polygon that follows the bend."""
        right, left = self.right(field.lane) - margin, self.right(field.lane + 1) + margin
        steps = max(2, (field.front - field.back) // 3)
        stripes = [field.back + (field.front - field.back) * i / steps for i in range(steps + 1)]
        edge = [self.point(s, right) for s in stripes] + [self.point(s, left) for s in reversed(stripes)]
        return "M" + "L".join(edge) + "Z"


def draw_circuit(circuit: Circuit, theme: Theme, *, names: bool = False) -> str:
    """Draw a circuit as the inside of an SVG of WIDTH by HEIGHT units; names writes each field's name."""
    drawing = Drawing(circuit)
    parts = [tag("rect", width=WIDTH, height=HEIGHT, fill=theme.pick(*GRASS))]
    parts += _asphalt(drawing, theme)
    parts += _kerbs(drawing, theme)
    parts += _fields(drawing, theme)
    parts += _lines(drawing, theme)
    parts += _finish(drawing)
    parts += _grid(drawing, theme)
    if names:
        parts += _names(drawing, theme)
    return "".join(parts)


def _asphalt(drawing: Drawing, theme: Theme) -> Iterator[str]:
    """Lay all fields once with a wide outline, so that they grow together to a road with a soft edge."""
    path = "".join(drawing.outline(field) for field in drawing.circuit.fields)
    yield tag(
        "path",
        d=path,
        fill=theme.pick(*PAINT),
        stroke=theme.pick(*PAINT),
        stroke_width=12,
        stroke_linejoin="round",
    )
    yield tag(
        "path",
        d=path,
        fill=theme.pick(*ASPHALT),
        stroke=theme.pick(*ASPHALT),
        stroke_width=7,
        stroke_linejoin="round",
    )


def _fields(drawing: Drawing, theme: Theme) -> Iterator[str]:
    path = "".join(drawing.outline(field, 1.5) for field in drawing.circuit.fields)
    yield tag(
        "path",
        d=path,
        fill="none",
        stroke=theme.pick(*PAINT),
        stroke_width=1.2,
        stroke_linejoin="round",
        opacity=0.75,
    )


def _kerbs(drawing: Drawing, theme: Theme) -> Iterator[str]:
    """Paint kerbs where the lanes have unequal numbers of fields: there is a real bend."""
    for field in drawing.circuit.fields:
        inner, outer = field.lane == 0, field.lane == drawing.lanes - 1
        if (inner or outer) and field.front - field.back != 12:
            right = drawing.right(0) + 5 if inner else drawing.right(drawing.lanes) - 5
            steps = [field.back + (field.front - field.back) * i / 8 for i in range(9)]
            path = "M" + "L".join(drawing.point(s, right) for s in steps)
            yield tag(
                "path", d=path, fill="none", stroke=theme.pick(*KERB), stroke_width=5, stroke_dasharray="7 7"
            )


def _edges(drawing: Drawing, s: int) -> tuple[float, float]:
    """Give the right and left edge of the road at a stripe."""
    lanes = [field.lane for field in drawing.circuit.fields if s in (field.front, field.back)]
    return drawing.right(min(lanes)), drawing.right(max(lanes) + 1)


def _lines(drawing: Drawing, theme: Theme) -> Iterator[str]:
    for number, s in enumerate(drawing.circuit.lines, start=1):
        right, left = _edges(drawing, s)
        path = f"M{drawing.point(s, right + 6)}L{drawing.point(s, left - 6)}"
        yield tag("path", d=path, stroke="#e69f00", stroke_width=5, stroke_linecap="round")
        x, y = drawing.line.place(s).beside(left - 24)
        yield tag("circle", cx=round(x, 1), cy=round(y, 1), r=13, fill="#e69f00")
        yield tag(
            "text",
            str(number),
            x=round(x, 1),
            y=round(y + 5.5, 1),
            font_size=16,
            fill="#201400",
            text_anchor="middle",
        )


def _finish(drawing: Drawing) -> Iterator[str]:
    """Draw the chequered line."""
    right, left = _edges(drawing, drawing.circuit.finish)
    squares = round((right - left) / 6)
    for row in range(2):
        for i in range(squares):
            a, b = right - i * 6, right - (i + 1) * 6
            s = drawing.circuit.finish - 0.2 - 1.3 * (1 - row)
            corners = [(s, a), (s, b), (s + 1.3, b), (s + 1.3, a)]
            path = "M" + "L".join(drawing.point(*corner) for corner in corners) + "Z"
            yield tag("path", d=path, fill="#111" if (i + row) % 2 else "#fff")


def _grid(drawing: Drawing, theme: Theme) -> Iterator[str]:
    """Paint the bracket and number of each start place."""
    for place, name in enumerate(drawing.circuit.grid, start=1):
        field = drawing.circuit.fields[drawing.circuit.number_of(name)]
        s, right, left = field.front - 1, drawing.right(field.lane) - 4, drawing.right(field.lane + 1) + 4
        corners = [(s - 3, right), (s, right), (s, left), (s - 3, left)]
        path = "M" + "L".join(drawing.point(*corner) for corner in corners)
        yield tag("path", d=path, fill="none", stroke=theme.pick(*PAINT), stroke_width=2.5)
        x, y, _, _ = drawing.middle(field)
        yield tag(
            "text",
            str(place),
            x=round(x, 1),
            y=round(y + 4, 1),
            font_size=11,
            fill=theme.pick(*PAINT),
            text_anchor="middle",
        )


def _names(drawing: Drawing, theme: Theme) -> Iterator[str]:
    for field in drawing.circuit.fields:
        x, y, _, _ = drawing.middle(field)
        yield tag(
            "text",
            field.name,
            x=round(x, 1),
            y=round(y + 3, 1),
            font_size=8,
            fill=theme.pick(*PAINT),
            text_anchor="middle",
        )
