"""The middle line of a track: a smooth closed curve through given points, by stripe."""

import math
from bisect import bisect_right
from typing import NamedTuple

from homestretch.track.circuit import Circuit, Point

OVAL_POINTS = 16
STEPS = 24
"""How many pieces a stretch between two points is measured in."""


class Place(NamedTuple):
    """A place on the middle line and the direction of driving there, as a unit vector."""

    x: float
    y: float
    dx: float
    dy: float

    def beside(self, right: float) -> tuple[float, float]:
        """Give the point so far to the right-hand side (y grows downwards)."""
        return self.x - self.dy * right, self.y + self.dx * right


def drawn(circuit: Circuit) -> Circuit:
    """Give a circuit with a middle line: its own, or an oval where nobody has drawn one."""
    if circuit.points:
        return circuit
    turns = [2 * math.pi * i / OVAL_POINTS for i in range(OVAL_POINTS)]
    points = [
        Point(circuit.finish * i / OVAL_POINTS, 450 - 350 * math.sin(turn), 370 + 270 * math.cos(turn))
        for i, turn in enumerate(turns)
    ]
    return circuit._replace(points=tuple(points))


class MiddleLine:
    """A closed Catmull-Rom curve through points; between two points stripes lie evenly along it."""

    def __init__(self, points: tuple[Point, ...], length: float) -> None:
        """Take points in driving order, the first at stripe 0; length is the stripe at which it closes."""
        self._points, self._length = points, length
        self._starts = [point.s for point in points]
        self._pieces = [self._measured(i) for i in range(len(points))]

    def _measured(self, i: int) -> list[float]:
        """Give the length along stretch i at each of its pieces."""
        lengths, (x, y) = [0.0], self._at(i, 0.0)
        for step in range(1, STEPS + 1):
            nx, ny = self._at(i, step / STEPS)
            lengths.append(lengths[-1] + math.hypot(nx - x, ny - y))
            x, y = nx, ny
        return lengths

    def _at(self, i: int, t: float) -> tuple[float, float]:
        """Give the point at 0..1 of the stretch between points i and i+1 (uniform Catmull-Rom)."""
        n = len(self._points)
        p0, p1, p2, p3 = (self._points[(i + k) % n] for k in (-1, 0, 1, 2))
        return _blend(t, p0.x, p1.x, p2.x, p3.x), _blend(t, p0.y, p1.y, p2.y, p3.y)

    def place(self, s: float) -> Place:
        """Give the place at a stripe; stripes beyond the end go round."""
        s %= self._length
        i = bisect_right(self._starts, s) - 1
        end = self._starts[i + 1] if i + 1 < len(self._starts) else self._length
        lengths = self._pieces[i]
        wanted = (s - self._starts[i]) / (end - self._starts[i]) * lengths[-1]
        step = min(bisect_right(lengths, wanted) - 1, STEPS - 1)
        span = lengths[step + 1] - lengths[step]
        t = (step + (wanted - lengths[step]) / (span or 1)) / STEPS
        (x, y), (ax, ay), (bx, by) = self._at(i, t), self._at(i, t - 0.01), self._at(i, t + 0.01)
        norm = math.hypot(bx - ax, by - ay) or 1
        return Place(x, y, (bx - ax) / norm, (by - ay) / norm)


def _blend(t: float, a: float, b: float, c: float, d: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
