"""Sequester Circuit's cars, cards and slips as pictures: colour, symbol and letter together."""

import math
from functools import lru_cache
from typing import Any

from homestretch.games.circuit.cars import CARS, MOST_POINTS, WILD
from homestretch.games.circuit.deck import LETTERS
from homestretch.svg import Theme, tag
from homestretch.track.circuit import Circuit, Field, Point
from homestretch.track.draw import Drawing, draw_circuit

# Body and what is written on it; the lightness of the six differs too, for who sees no colours.
BODY = ("#c22a1d", "#f5cf1b", "#f0a3c0", "#1552a8", "#ec8a17", "#2f8a4f", "#8a8781")
WRITING = ("#ffffff", "#1b1600", "#2a0714", "#ffffff", "#1d0f00", "#ffffff", "#ffffff")
CARD_SIZE = (108, 172)
SLIP_SIZE = (96, 64)
TALLY_SIZE = (322, 58)
ROW = 25


def _star(points: int, inner: float) -> str:
    corners = []
    for i in range(2 * points):
        turn, far = math.pi * i / points - math.pi / 2, 1 if i % 2 == 0 else inner
        corners.append(f"{far * math.cos(turn):.2f} {far * math.sin(turn):.2f}")
    return "M" + "L".join(corners) + "Z"


def _polygon(corners: int) -> str:
    turns = [2 * math.pi * i / corners - math.pi / 2 for i in range(corners)]
    return "M" + "L".join(f"{math.cos(turn):.2f} {math.sin(turn):.2f}" for turn in turns) + "Z"


# Triangle, star, diamond, square, pentagon, circle; a cross for wild. In a box from -1 to 1.
SYMBOLS = (
    "M0 -.95L.95 .75L-.95 .75Z", _star(5, 0.42), "M0 -1L.8 0L0 1L-.8 0Z", "M-.8 -.8H.8V.8H-.8Z", _polygon(5),
    "M-.9 0A.9 .9 0 1 1 .9 0A.9 .9 0 1 1 -.9 0Z",
    "M-.3 -.95H.3V-.3H.95V.3H.3V.95H-.3V.3H-.95V-.3H-.3Z",
)  # fmt: skip


def symbol(colour: int, x: float, y: float, size: float, fill: str = "") -> str:
    """Draw a colour's symbol with its middle at x, y."""
    return tag(
        "path", d=SYMBOLS[colour], transform=f"translate({x} {y}) scale({size})", fill=fill or WRITING[colour]
    )


def _letter(text: str, x: float, y: float, size: float, fill: str, anchor: str = "middle") -> str:
    return tag("text", text, x=x, y=y, font_size=size, font_weight=700, fill=fill, text_anchor=anchor)


def car(colour: int, turn: float = 0.0, scale: float = 1.0) -> str:
    """Draw a car seen from above around 0, 0; turn is its direction in degrees, 0 to the right."""
    black = {"fill": "#1b1a18"}
    wheels = "".join(
        tag("rect", **black, x=x, y=y, width=5, height=3, rx=1) for x in (-9, 4) for y in (-9.5, 6.5)
    )
    body = tag(
        "rect",
        x=-11.5,
        y=-7.5,
        width=23,
        height=15,
        rx=5,
        fill=BODY[colour],
        stroke="#1b1a18",
        stroke_width=1,
    )
    nose = tag(
        "path", d="M6.5 -5.5Q10 0 6.5 5.5", fill="none", stroke=WRITING[colour], stroke_width=1, opacity=0.7
    )
    turned = tag("g", wheels + body + nose, transform=f"rotate({turn:.0f})")
    written = symbol(colour, -4.6, 0.2, 3.6) + _letter(LETTERS[colour], 4.2, 3.4, 9.5, WRITING[colour])
    return tag("g", turned + written, transform=f"scale({scale})")


def token(colour: int, size: float) -> str:
    """Draw a round token of a colour around 0, 0, with symbol and letter."""
    disc = tag("circle", r=size, fill=BODY[colour], stroke="#1b1a18", stroke_width=size / 14)
    tall = 0.66 if colour == WILD else 0.9  # a W is wide
    return (
        disc
        + symbol(colour, -size * 0.4, 0, size * 0.34 * (0.8 if colour == WILD else 1))
        + _letter(LETTERS[colour], size * 0.36, size * 0.36 * tall, size * tall, WRITING[colour])
    )


def tally(counts: list[int], own: list[int], theme: Theme) -> str:
    """Draw a number under the token of each colour, grey last; the own cars' are framed."""
    parts, step = [], TALLY_SIZE[0] / len(counts)
    for colour, count in enumerate(counts):
        x = step * (colour + 0.5)
        if colour in own:
            frame: dict[str, Any] = {"fill": "none", "stroke": theme.token("accent"), "stroke_width": 2}
            parts.append(tag("rect", **frame, x=x - step / 2 + 2, y=1, width=step - 4, height=56, rx=8))
        parts.append(tag("g", token(colour, 14), transform=f"translate({x:.1f} 19)"))
        parts.append(theme.text(str(count), x, 52, 17, "ink" if count else "muted"))
    return "".join(parts)


def card(
    box: Any, number: int, theme: Theme, *, done: int = -1, backward: bool = False, upward: bool = False
) -> str:
    """Draw a card; `done` is how many of its lines are worked (-1 for a card that is not in play).

    With `upward` its last line stands first, as it is worked from bottom to top.
    """
    width, height = CARD_SIZE
    paper = tag(
        "rect", x=1, y=1, width=width - 2, height=height - 2, rx=9, fill=theme.token("field"),
        stroke=theme.token("line"), stroke_width=2,
    )  # fmt: skip
    count = box.lines[number]
    order = [count - 1 - line if upward else line for line in range(count)]
    rows = [
        _row(box, number, line, row, theme, _state(line, count, done, backward))
        for row, line in enumerate(order)
    ]
    return paper + "".join(rows)


def _state(line: int, count: int, done: int, backward: bool) -> str:
    order = count - 1 - line if backward else line
    if done < 0:
        return ""
    return "done" if order < done else "now" if order == done else "later"


def _row(box: Any, number: int, line: int, row: int, theme: Theme, state: str) -> str:
    colour, speed, y = box.colour[number][line], box.speed[number][line], 9 + row * (ROW + 1.2)
    ink = WRITING[colour]
    look: dict[str, Any] = {"stroke": theme.token("accent"), "stroke_width": 3.5} if state == "now" else {}
    block = tag("rect", x=8, y=y, width=92, height=ROW - 1, rx=5, fill=BODY[colour], **look)
    parts = [block, symbol(colour, 22, y + 12, 7.5), _letter(LETTERS[colour], 42, y + 18, 17, ink)]
    parts.append(_letter(str(speed), 86, y + 19, 20, ink))
    if state == "done":
        parts.append(tag("path", d=f"M57 {y + 12}l5 6l10 -13", fill="none", stroke=ink, stroke_width=3.5))
    return tag("g", "".join(parts), opacity=0.55) if state == "done" else "".join(parts)


def slip(colour: int, theme: Theme, heading: str) -> str:
    """Draw a bet slip: the car it names (WILD for an open or secret one) under its bet line's number."""
    width, height = SLIP_SIZE
    teeth = "l-8 6l-8 -6" * 5 + "l-6 4.5"
    paper = tag(
        "path", d=f"M2 2H{width - 2}V{height - 8}{teeth}L2 {height - 4}Z",
        fill=theme.token("field"), stroke=theme.token("line"), stroke_width=2,
    )  # fmt: skip
    flag = tag("circle", cx=20, cy=26, r=12, fill="#e69f00") + _letter(heading, 20, 31.5, 15, "#201400")
    named = (
        tag("g", token(colour, 17), transform="translate(62 27)")
        if colour < CARS
        else _letter("?" if colour == WILD else "–", 62, 34, 24, theme.token("muted"))
    )
    return paper + flag + named


@lru_cache(maxsize=32)
def circuit_from(box: Any) -> Circuit:
    """Give back the circuit that a box was made of, without its name and walls."""
    fields = [Field(box.lane[i], box.back[i], box.front[i]) for i in range(len(box.lane)) if box.lane[i] >= 0]
    points = [
        Point(*(part / 10 for part in box.points[i])) for i in range(MOST_POINTS) if box.points[i][0] >= 0
    ]
    return Circuit(
        "",
        box.finish,
        box.bet_line,
        tuple(fields[i].name for i in box.grid),
        tuple(fields),
        (),
        tuple(points),
    )


@lru_cache(maxsize=32)
def drawing_of(box: Any) -> Drawing:
    """Give where things lie on a box's circuit."""
    return Drawing(circuit_from(box))


@lru_cache(maxsize=32)
def track(box: Any, scheme: str) -> str:
    """Draw a box's circuit without cars."""
    return draw_circuit(circuit_from(box), Theme(scheme))
