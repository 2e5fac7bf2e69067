"""Crazy Jump's board as a picture: a view as SVG and as plain text; where the page lays its buttons."""

from collections.abc import Iterator
from typing import Any

from homestretch.engine.view import View
from homestretch.games.crazy_jump.board import BATTLE, BLANK, DONE, FOR_GOOD, NOBODY, RED
from homestretch.games.crazy_jump.box import FILES, cell_name
from homestretch.svg import Theme, die, group, tag

SIDES = 480
SIZE = (SIDES, SIDES)
EDGE, SIDE = 40, 100
"""Millimetres of no board: user units of the edge with the names of files and ranks, and of a cell."""
_BLACK_MARK, _RED_MARK = "B", "R"
COLOUR_MARKS = (_BLACK_MARK, _RED_MARK)
# Fill, outline and mark of black's and red's pieces, each in the light and in the dark scheme.
_BODY = (("#2b2a29", "#0c0c0c"), ("#c8321f", "#dd4b36"))
_EDGE = (("#000000", "#d8d2c6"), ("#7c160a", "#ffc2b6"))
_MARK = (("#f6f1e7", "#f6f1e7"), ("#ffffff", "#ffffff"))
# A horse's head in a box of 100 by 100.
_HEAD = (
    "M30 80 C28 66 34 58 44 50 C38 52 31 55 26 55 C21 55 18 50 21 46 L40 25 L39 14 L50 21 "
    "C68 22 80 38 78 60 C77 68 74 74 73 80 Z"
)
_EYE = "M46 33 a3.4 3.4 0 1 0 .1 0 Z"


def spot(box: Any, seen: View, action: int) -> tuple[int, int, int, int] | None:
    """Give where the button of an action lies: x, y, width, height in the picture's units, or None."""
    if not 0 <= action < 16:
        return None
    x, y = _corner(action)
    return x, y, SIDE, SIDE


def _corner(cell: int) -> tuple[int, int]:
    return EDGE + SIDE * (cell % 4), EDGE + SIDE * (3 - cell // 4)


def draw(box: Any, seen: View, theme: Theme, before: View | None = None) -> str:
    """Draw a view as the inside of an SVG of SIZE by SIZE units, with a trace of what moved since then."""
    parts = [tag("rect", width=SIDES, height=SIDES, fill=theme.token("paper")), *_edge(theme)]
    parts += [part for cell in range(16) for part in _cell(seen, cell, theme)]
    if seen["phase"] == BATTLE:
        parts.append(_battle_ring(seen["target"], theme))
    if before:
        parts += _traces(before, seen, theme)
    parts += [_knight(seen, seat, theme) for seat in range(2)]
    return "".join(parts)


def _edge(theme: Theme) -> Iterator[str]:
    """Name files and ranks on all four sides, so that no one needs to look far."""
    for i in range(4):
        middle = EDGE + SIDE * i + SIDE // 2
        for at in (EDGE // 2, SIDES - EDGE // 2):
            yield theme.text(FILES[i], middle, at + 6, size=18, token="muted")
            yield theme.text(str(4 - i), at, middle + 6, size=18, token="muted")


def _cell(seen: View, cell: int, theme: Theme) -> Iterator[str]:
    x, y = _corner(cell)
    dark = (cell % 4 + cell // 4) % 2 == 0
    fill = theme.token("shade" if dark else "field")
    yield tag(
        "rect", x=x, y=y, width=SIDE, height=SIDE, fill=fill, stroke=theme.token("line"), stroke_width=1
    )
    colour, level, kind = seen["colour"][cell], seen["level"][cell], seen["kind"][cell]
    inside = []
    if kind == BLANK:
        inside.append(_dashed(theme))
    if kind == FOR_GOOD:
        inside.append(_jump(colour, theme))
    elif level:
        inside += _stones(colour, level, theme)
    if inside:
        yield group(f"cell-{cell_name(cell)}", x + SIDE // 2, y + SIDE // 2, inside)


def _dashed(theme: Theme) -> str:
    """Draw a blank jump field: a dashed ring round whatever lies on it."""
    return tag("circle", r=44, fill="none", stroke=theme.token("ink"), stroke_width=3, stroke_dasharray="9 7")


def _stones(colour: int, level: int, theme: Theme) -> list[str]:
    """Draw one stone, or two with the upper one shifted: black round, red square."""
    if level == 1:
        return [_stone(colour, 0, 0, theme)]
    return [_stone(colour, 5, 9, theme), _stone(colour, -5, -7, theme)]


def _stone(colour: int, x: int, y: int, theme: Theme) -> str:
    look: dict[str, Any] = {
        "fill": theme.pick(*_BODY[colour]),
        "stroke": theme.pick(*_EDGE[colour]),
        "stroke_width": 2.5,
    }
    if colour == RED:
        return tag("rect", x=x - 21, y=y - 21, width=42, height=42, rx=5, **look)
    return tag("circle", cx=x, cy=y, r=24, **look)


def _jump(colour: int, theme: Theme) -> str:
    """Draw a Crazy Jump: its colour all over, with an arc that leaps from corner to corner."""
    look: dict[str, Any] = {
        "fill": theme.pick(*_BODY[colour]),
        "stroke": theme.pick(*_EDGE[colour]),
        "stroke_width": 2.5,
    }
    shape = tag("circle", r=43, **look)
    if colour == RED:
        shape = tag("rect", x=-41, y=-41, width=82, height=82, rx=9, **look)
    mark = theme.pick(*_MARK[colour])
    leap = tag(
        "path", d="M-27 20 Q0 -46 23 12", fill="none", stroke=mark, stroke_width=6, stroke_linecap="round"
    )
    head = tag("path", d="M13 6 L25 23 L34 4 Z", fill=mark)
    return shape + leap + head


def _knight(seen: View, seat: int, theme: Theme) -> str:
    """Draw a knight in its own corner of its cell: what it stands on stays in sight, and two have room."""
    x, y = _corner(seen["knight"][seat])
    turn = seen["turn"] == seat and seen["phase"] != DONE
    edge = theme.token("accent" if turn else "ink")
    ring = tag("circle", r=27, fill=theme.token("paper"), stroke=edge, stroke_width=4 if turn else 2.5)
    look: dict[str, Any] = {
        "fill": theme.pick(*_BODY[seat]),
        "stroke": theme.pick(*_EDGE[seat]),
        "stroke_width": 3,
    }
    head = tag("path", d=_HEAD, transform="translate(-27 -28) scale(.54)", stroke_linejoin="round", **look)
    eye = tag("path", d=_EYE, transform="translate(-27 -28) scale(.54)", fill=theme.pick(*_MARK[seat]))
    return group(f"knight-{seat}", x + (69 if seat else 31), y + 31, [ring, head, eye])


def _traces(before: View, seen: View, theme: Theme) -> Iterator[str]:
    """Draw a thin line from where a knight stood to where it stands."""
    for seat in range(2):
        start, end = before["knight"][seat], seen["knight"][seat]
        if start != end:
            (x1, y1), (x2, y2) = _corner(start), _corner(end)
            shift = 69 if seat else 31
            look: dict[str, Any] = {
                "stroke": theme.token("accent"),
                "stroke_width": 3,
                "stroke_dasharray": "2 7",
            }
            look |= {"x1": x1 + shift, "y1": y1 + 31, "x2": x2 + shift, "y2": y2 + 31}
            yield tag("line", **look, stroke_linecap="round")


def mark(box: Any, seen: View, seat: int, theme: Theme) -> str:
    """Draw a seat's own sign in a box of 100 by 100: its stone."""
    return tag("g", _stone(seat, 0, 0, theme), transform="translate(50 50) scale(1.7)")


def _battle_ring(cell: int, theme: Theme) -> str:
    x, y = _corner(cell)
    return tag("rect", x=x + 3, y=y + 3, width=94, height=94, rx=8, fill="none", stroke=theme.token("accent"),
               stroke_width=5, stroke_dasharray="14 8")  # fmt: skip


def outcome(box: Any, action: int, theme: Theme) -> str:
    """Draw what chance brought, in a box of 100 by 100: a die."""
    return die(action, theme)


def plain(box: Any, seen: View) -> str:
    """Draw a view for a terminal: B1 and B2 stones, B* a Crazy Jump, ( ) a blank jump field, <B> a knight."""
    rule = "  +" + "------+" * 4
    rows = [rule]
    for rank in (3, 2, 1, 0):
        cells = [_plain_cell(seen, 4 * rank + file) for file in range(4)]
        rows += [f"{rank + 1} |" + "|".join(cells) + "|", rule]
    return "\n".join([*rows, "     a      b      c      d"])


def _plain_cell(seen: View, cell: int) -> str:
    here = "".join(COLOUR_MARKS[seat] for seat in range(2) if seen["knight"][seat] == cell)
    colour, level, kind = seen["colour"][cell], seen["level"][cell], seen["kind"][cell]
    what = "" if colour == NOBODY else COLOUR_MARKS[colour] + ("*" if kind == FOR_GOOD else str(level))
    if kind == BLANK:
        what = f"({what or ' '})"
    return (
        f"{f'<{here}>' if here else '':<2}{what:>3}".center(6)[:6] if len(here) < 2 else f"<BR>{what[:2]:<2}"
    )
