"""Pig's table as a picture: two banks, the turn's points and the die."""

from typing import Any

from homestretch.engine.view import View
from homestretch.svg import Theme, die, group, tag

SIDES = 480
SIZE = (SIDES, SIDES)


def spot(box: Any, seen: View, action: int) -> tuple[int, int, int, int] | None:
    """Pig has no board to lay buttons on."""
    return None


def draw(box: Any, seen: View, theme: Theme, before: View | None = None) -> str:
    """Draw a view as the inside of an SVG of SIZE by SIZE units; nothing moves from place to place."""
    parts = [tag("rect", width=SIDES, height=SIDES, fill=theme.token("paper"))]
    parts += [_bank(box, seen, seat, theme) for seat in range(2)]
    parts.append(group("pot", 240, 400, [theme.text(f"+ {seen['pot']}", 0, 0, 48)]))
    return "".join(parts)


def _bank(box: Any, seen: View, seat: int, theme: Theme) -> str:
    """Draw a column that fills up to the goal, with its points in figures."""
    points, height = seen["bank"][seat], 280
    level = min(height, height * points // box.goal)
    line = theme.token("accent" if seen["turn"] == seat else "line")
    frame = tag("rect", x=-50, y=0, width=100, height=height, rx=8, fill="none", stroke=line, stroke_width=4)
    fill = tag("rect", x=-50, y=height - level, width=100, height=level, rx=8, fill=theme.token("shade"))
    marks = [theme.text(str(points), 0, height // 2, 40), theme.text(str(seat + 1), 0, -12, 24, "muted")]
    return group(f"bank-{seat}", 140 + 200 * seat, 60, [fill, frame, *marks])


def mark(box: Any, seen: View, seat: int, theme: Theme) -> str:
    """Draw a seat's own sign in a box of 100 by 100: its number."""
    frame = tag(
        "rect", x=10, y=10, width=80, height=80, rx=16, fill="none", stroke=theme.token("ink"), stroke_width=6
    )
    return frame + theme.text(str(seat + 1), 50, 70, 56)


def outcome(box: Any, action: int, theme: Theme) -> str:
    """Draw what chance brought, in a box of 100 by 100: a die."""
    return die(action, theme)


def plain(box: Any, seen: View) -> str:
    """Draw a view for a terminal."""
    marks = [">" if seen["turn"] == seat else " " for seat in range(2)]
    rows = [f"{marks[seat]} {seat + 1}  {seen['bank'][seat]:>4} / {box.goal}" for seat in range(2)]
    return "\n".join([*rows, f"     + {seen['pot']}" + ("  (die rolling)" if seen["rolling"] else "")])
