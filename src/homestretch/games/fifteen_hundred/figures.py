"""1500 m's figures, cards and bars as pictures: colour, shape and number together."""

import math
from typing import Any

from homestretch.svg import Theme, tag

BODY = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#f4f1ea")
WRITING = ("#ffffff", "#ffffff", "#ffffff", "#1d0a14", "#1d1300", "#06202f", "#1d1b00", "#1b1a18")
DUMMY, DUMMY_WRITING = "#8a8781", "#ffffff"
CARD_SIZE, SPACE_SIZE, BAR_SIZE = (60, 84), (92, 60), (320, 40)
STAR = "M30 12l3.5 8h8l-6.5 5l2.5 8l-7.5 -5l-7.5 5l2.5 -8l-6.5 -5h8Z"
MEDALS = ("#d9a520", "#a9adb3", "#b0713c")


def _regular(corners: int, turn: float, inner: float = 1.0) -> str:
    points = []
    for i in range(corners if inner == 1 else 2 * corners):
        angle = turn + 2 * math.pi * i / (corners if inner == 1 else 2 * corners)
        far = 1 if inner == 1 or i % 2 == 0 else inner
        points.append(f"{far * math.cos(angle):.2f} {far * math.sin(angle):.2f}")
    return "M" + "L".join(points) + "Z"


_UP = -math.pi / 2
# Square, triangle, circle, diamond, pentagon, hexagon, star, cross, in a box from -1 to 1.
SHAPES = (
    "M-.85 -.85H.85V.85H-.85Z", "M0 -1.1L1.05 .8H-1.05Z", "M-.95 0A.95 .95 0 1 1 .95 0A.95 .95 0 1 1 -.95 0Z",
    "M0 -1.12L1 0L0 1.12L-1 0Z", _regular(5, _UP), _regular(6, 0), _regular(5, _UP, 0.62),
    "M-.45 -1H.45V-.45H1V.45H.45V1H-.45V.45H-1V-.45H-.45Z",
)  # fmt: skip


def figure(box: Any, runner: int, size: float) -> str:
    """Draw a runner's figure around 0, 0: its shape with its number, a dummy's in grey."""
    dummy = runner >= box.seats
    body, ink = (DUMMY, DUMMY_WRITING) if dummy else (BODY[runner], WRITING[runner])
    shape = tag(
        "path", d=SHAPES[2 if dummy else runner], transform=f"scale({size})", fill=body, stroke="#1b1a18",
        stroke_width=round(1.2 / size, 3), stroke_linejoin="round",
    )  # fmt: skip
    text = f"D{runner - box.seats + 1}" if dummy else str(runner + 1)
    low = 0.48 if runner == 1 and not dummy else 0.36
    return shape + words(text, 0, low * size, size * (0.75 if dummy else 1.05), ink)


def words(text: str, x: float, y: float, size: float, fill: str, anchor: str = "middle") -> str:
    """Write bold words with their baseline at x, y."""
    return tag("text", text, x=x, y=round(y, 1), font_size=round(size, 1), font_weight=700, fill=fill,
               text_anchor=anchor)  # fmt: skip


def _sheet(size: tuple[int, int], theme: Theme, token: str) -> str:
    width, height = size
    return tag(
        "rect", x=1.5, y=1.5, width=width - 3, height=height - 3, rx=7, fill=theme.token("field"),
        stroke=theme.token(token), stroke_width=3 if token == "accent" else 2,
    )  # fmt: skip


def card(value: int, theme: Theme, *, bid: bool, chosen: bool) -> str:
    """Draw a movement card or a bid card; the chosen one has a strong frame."""
    frame = _sheet(CARD_SIZE, theme, "accent" if chosen else "line")
    sign = (
        "M16 22h22l-7 -7m7 7l-7 7"
        if not bid
        else "M30 12l3.5 8h8l-6.5 5l2.5 8l-7.5 -5l-7.5 5l2.5 -8l-6.5 -5h8Z"
    )
    look = {"fill": "none" if not bid else "#e69f00", "stroke": theme.token("ink") if not bid else "#8a6100"}
    drawn = tag("path", "", d=sign, **look, stroke_width=2.5, stroke_linecap="round", stroke_linejoin="round")
    return frame + drawn + words(str(value), 30, 70, 34, theme.token("ink"))


def _gain(kind: str) -> str:
    """Draw what an extra action gives: an arrow for movement, T for the pace, a drop of strength."""
    if kind == "p":
        return words("T", 60, 22, 16, "#ffffff")
    if kind == "r":
        return tag("path", d="M60 8c3 5 5 7 5 10a5 5 0 0 1 -10 0c0 -3 2 -5 5 -10Z", fill="#ffffff")
    return tag("path", d="M53 16h14l-5 -5m5 5l-5 5", fill="none", stroke="#ffffff", stroke_width=2.5,
               stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def space(box: Any, sign: str, holder: int, open_: bool, theme: Theme) -> str:
    """Draw a space of an extra action: what it gives, and the figure of who has taken it."""
    colours = {"m": "#e08a1e", "p": "#c5392b", "r": "#2f8a4f", "f": "#1f6fb5"}
    kind = "f" if sign == "mf" else sign[0]
    frame = _sheet(SPACE_SIZE, theme, "line")
    band = tag("rect", x=4, y=4, width=84, height=24, rx=5, fill=colours[kind])
    text = "1." if kind == "f" else f"+{sign[1:]}"
    parts = [frame, band, words(text, 36, 22, 16, "#ffffff"), _gain(kind)]
    if holder >= 0:
        parts.append(tag("g", figure(box, holder, 12), transform="translate(46 43)"))
    return tag("g", "".join(parts), opacity=1 if open_ else 0.35)


def bar(box: Any, seen: Any, runner: int, theme: Theme) -> str:
    """Draw a runner's mental strength as a bar, with its pace, penalty and open cards."""
    width, height = BAR_SIZE
    points, dummy = seen["strength"][runner], runner >= box.seats
    parts = [tag("g", figure(box, runner, 13), transform="translate(18 20)")]
    look = {"height": 18, "y": 11, "rx": 4, "x": 40}
    parts.append(tag("rect", "", **look, width=120, fill=theme.token("shade")))
    if not dummy:
        parts.append(tag("rect", "", **look, width=max(1, 1.2 * points), fill=theme.token("accent")))
        parts.append(words(str(points), 196, 26, 15, theme.token("ink"), "end"))
    parts.append(words(f"T{seen['pace'][runner]}", 216, 26, 16, theme.token("ink")))
    if seen["penalty"][runner]:
        parts.append(words(f"−{seen['penalty'][runner]}", 243, 26, 15, theme.pick("#a3241a", "#ff9d90")))
    held = " ".join(str(8 + i) for i in range(4) if seen["hand"][runner] >> i & 1)
    parts.append(words(held, width - 4, 26, 13, theme.token("muted"), "end"))
    line = tag("path", d=f"M0 {height}H{width}", stroke=theme.token("shade"), stroke_width=1)
    return line + "".join(parts)
