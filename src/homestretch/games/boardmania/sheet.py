"""What stands in the middle of the picture: title, day, standings, what the fields do, who stands where.

Before day 1, and while few take part, there is room to say what the special fields do; before day 1 also for
the dice table (F4).
"""

from typing import Any

from homestretch.games.boardmania.icons import kind_icon, kind_sign
from homestretch.games.boardmania.lettering import broken, clipped, width_of, write, write_name
from homestretch.games.boardmania.pieces import BEAM, BLOCKER, BOOSTER, FACES, HALF, SIT_OUT, WECHSEL
from homestretch.games.boardmania.ring import CELL, HEIGHT, WIDTH, shown
from homestretch.games.boardmania.standing import Standing, by_field
from homestretch.games.boardmania.table import MOST_ROWS, bottom_of, columns, draw_table
from homestretch.games.boardmania.words import does_word, kind_word
from homestretch.svg import Theme, tag
from homestretch.text import Text

LEFT, RIGHT, TOP, BOTTOM = CELL + 14, WIDTH - CELL - 14, CELL + 14, HEIGHT - CELL - 14
HEAD, LEGEND, LINE = 116, 44, 26
EXPLAINED = 11
"""Up to so many players leave room for what the fields do."""
MOST_LINES = 4
_SPECIAL = (HALF, BOOSTER, WECHSEL, BLOCKER, BEAM, SIT_OUT)


def draw_sheet(box: Any, standing: Standing, theme: Theme, say: Text) -> str:
    """Draw the middle of the picture."""
    head = _head(box, standing, theme, say)
    if not standing.rows:
        return head + _before(box, theme, say)
    crowded = _crowded(box, standing, say)
    explains = len(standing.rows) <= EXPLAINED
    foot = BOTTOM - (12 if explains else LEGEND) - LINE * len(crowded)
    rows, frames = columns(min(MOST_ROWS, len(standing.rows)), LEFT, RIGHT, TOP + HEAD, foot)
    parts = [head, draw_table(standing, rows, frames, theme, say)]
    parts.append(
        _explained(box, bottom_of(frames, rows) + 40, theme, say) if explains else _legend(theme, say)
    )
    ink = theme.token("ink")
    for i, line in enumerate(crowded):
        parts.append(write(line, LEFT, foot + LINE * (i + 0.9), 20, ink, 400, "start"))
    return "".join(parts)


def day_line(box: Any, standing: Standing, say: Text) -> str:
    """Say which day it is, how many were scored, and the date."""
    if standing.day == 0:
        said = [say("see.before")]
    else:
        said = [say("see.day", day=standing.day, days=box.days)]
        said.append(say("see.void") if standing.is_void else say("see.drivers", n=standing.n))
    return " · ".join([*said, *[each for each in (standing.date, standing.note) if each]])


def _head(box: Any, standing: Standing, theme: Theme, say: Text) -> str:
    title = clipped(((standing.title, None, True, False),), RIGHT - LEFT, 44)
    line = day_line(box, standing, say)
    size = min(26.0, 26 * (RIGHT - LEFT) / width_of(line, 26))
    under = write(line, WIDTH / 2, TOP + 92, size, theme.token("muted"))
    return write_name(title, WIDTH / 2, TOP + 50, 44, theme, "middle") + under


def _legend(theme: Theme, say: Text) -> str:
    """Name the special fields with their icons, in one line."""
    parts, x = [], float(LEFT)
    names = [say(kind_word(kind)) for kind in _SPECIAL]
    wide = [width_of(name, 18) + 64 for name in names]
    gap = (RIGHT - LEFT - sum(wide)) / (len(names) - 1)
    for kind, name, each in zip(_SPECIAL, names, wide, strict=True):
        parts.append(_sign(kind, x, BOTTOM - 8, theme, say))
        parts.append(write(name, x + 62, BOTTOM - 8, 18, theme.token("muted"), 400, "start"))
        x += each + gap
    return "".join(parts)


def _sign(kind: int, x: float, y: float, theme: Theme, say: Text) -> str:
    icon = tag("g", kind_icon(kind, theme), transform=f"translate({x + 12:.1f} {y - 6:.1f})")
    return icon + write(kind_sign(kind, say), x + 42, y, 18, theme.token("ink"), 700)


def _explained(box: Any, top: float, theme: Theme, say: Text) -> str:
    """Say what the special fields do, one below the other."""
    parts, left, y = [], (WIDTH - 900) / 2, top
    for kind in _SPECIAL:
        parts.append(_sign(kind, left, y, theme, say))
        parts.append(write(say(kind_word(kind)), left + 74, y, 20, theme.token("ink"), 700, "start"))
        for line in broken(say(does_word(box, kind)), 900 - 270, 19):
            parts.append(write(line, left + 270, y, 19, theme.token("muted"), 400, "start"))
            y += 25
        y += 9
    return "".join(parts)


def _before(box: Any, theme: Theme, say: Text) -> str:
    """F4: before day 1 draw the dice table and what the fields do."""
    lines = -(-box.scored // 3)
    high = min(26.0, 430 / lines)
    parts = [write(say("see.nobody"), WIDTH / 2, TOP + HEAD + 18, 22, theme.token("ink"))]
    for n in range(1, box.scored + 1):
        column, line = divmod(n - 1, lines)
        parts += _dice(
            box, n, LEFT + 6 + column * (RIGHT - LEFT) / 3, TOP + HEAD + 78 + line * high, high, theme
        )
    for column in range(3):
        parts += _faces(LEFT + 6 + column * (RIGHT - LEFT) / 3, TOP + HEAD + 50, theme, say)
    return "".join(parts) + _explained(box, TOP + HEAD + 110 + lines * high, theme, say)


def _faces(x: float, y: float, theme: Theme, say: Text) -> list[str]:
    parts = [write(say("see.n"), x + 60, y, 16, theme.token("muted"), 400, "end")]
    return parts + [
        write(str(FACES - i), x + 96 + 53 * i, y, 20, theme.token("ink"), 700) for i in range(FACES)
    ]


def _dice(box: Any, n: int, x: float, y: float, high: float, theme: Theme) -> list[str]:
    """C5: write which ranks of n drivers roll what."""
    size, first, parts = (
        high * 0.68,
        1,
        [write(str(n), x + 60, y, high * 0.68, theme.token("ink"), 700, "end")],
    )
    for i in range(FACES):
        last = box.upto[n][i]
        if last >= first:
            ranks = str(last) if first == last else f"{first}–{last}"
            parts.append(write(ranks, x + 96 + 53 * i, y, size, theme.token("muted")))
        first = last + 1
    return parts


def _crowded(box: Any, standing: Standing, say: Text) -> list[str]:
    """D5: list who stands on the fields whose chips do not show everybody."""
    lines = []
    for field, rows in sorted(by_field(box, standing).items()):
        if shown(box, field, rows) < len(rows):
            numbers = " ".join(str(row.number) for row in rows)
            lines += broken(say("see.on_field", field=field, numbers=numbers), RIGHT - LEFT, 20)
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1] + " …"]
