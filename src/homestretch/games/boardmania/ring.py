"""The board as a ring of fields around the outline of a 14 x 12 grid, with the pieces on it."""

from typing import Any

from homestretch.games.boardmania.icons import field_icon, sign
from homestretch.games.boardmania.lettering import width_of
from homestretch.games.boardmania.pieces import NO_ZONE, START
from homestretch.games.boardmania.standing import Row, Standing, by_field
from homestretch.svg import Theme, group, tag
from homestretch.text import Text

COLUMNS, ROWS, CELL = 14, 12, 100
WIDTH, HEIGHT = COLUMNS * CELL, ROWS * CELL
# Tints of the zones A, B, C, D, I, R, S, light and dark; they differ in lightness a little as well.
TINTS = (
    ("#e3e1f3", "#34324a"), ("#cddff4", "#22384f"), ("#f5d6cf", "#50312b"), ("#f7e9b4", "#4b421c"),
    ("#c3e9e0", "#1f443c"), ("#ecd8bd", "#483824"), ("#d6e9c1", "#2f4220"),
)  # fmt: skip
NO_TINT = ("#efe9de", "#34312d")
# Chips up to so many: columns, width, height, size of writing.
_CHIPS = (
    (2, 2, 43.0, 40.0, 27.0),
    (4, 2, 43.0, 27.0, 21.0),
    (6, 3, 28.0, 27.0, 19.0),
    (12, 4, 20.5, 17.0, 14.5),
)
_GOLD = ("#f2c230", "#e0ae18")


def corner(fields: int, field: int) -> tuple[int, int]:
    """D3: give column and row of a field's cell: up the right side, left, down, right along the bottom."""
    up, left, down = ROWS - 1, COLUMNS - 1, ROWS - 1
    if field <= up:
        column, row = COLUMNS - 1, ROWS - 1 - field
    elif field <= up + left:
        column, row = COLUMNS - 1 - (field - up), 0
    elif field <= up + left + down:
        column, row = 0, field - up - left
    else:
        column, row = field - up - left - down, ROWS - 1
    return (column - (fields < 48), row) if field == 0 else (column, row)


def cell(box: Any, field: int) -> tuple[int, int, int, int]:
    """Give x, y, width and height of a field; Start is two cells wide where a lap has 47 fields."""
    column, row = corner(box.fields, field)
    wide = 2 if field == 0 and box.fields < 48 else 1
    return column * CELL, row * CELL, wide * CELL, CELL


def draw_ring(box: Any, standing: Standing, theme: Theme, say: Text) -> str:
    """Draw all fields and all pieces."""
    there = by_field(box, standing)
    parts = [_field(box, field, theme, say) for field in range(box.fields)]
    parts += [_pieces(box, field, rows, theme) for field, rows in sorted(there.items())]
    return "".join(parts)


def _field(box: Any, field: int, theme: Theme, say: Text) -> str:
    x, y, wide, high = cell(box, field)
    zone = box.zone[field]
    fill = theme.pick(*(NO_TINT if zone == NO_ZONE or box.kind[field] == START else TINTS[zone]))
    parts = [
        tag("rect", x=x + 1.5, y=y + 1.5, width=wide - 3, height=high - 3, rx=8, fill=fill,
            stroke=theme.token("line"), stroke_width=1.5),
        theme.text(str(field), x + 8, y + 24, 16, "muted", "start"),
        tag("g", field_icon(box, field, theme), transform=f"translate({x + 47} {y + 20})"),
    ]  # fmt: skip
    written = sign(box, field, say)
    if box.kind[field] == START:
        parts.append(_way_out(x + wide - 30, y + 20, theme))
        parts.append(_strong(written, x + wide / 2 + 10, y + 28, 24, theme.token("ink")))
    elif written:
        size = min(24.0, 31 / width_of(written, 1))
        parts.append(_strong(written, x + 78, y + 20 + 0.36 * size, size, theme.token("ink")))
    return "".join(parts)


def _way_out(x: float, y: float, theme: Theme) -> str:
    """D3: draw the arrow at Start that says which way the pieces go."""
    arrow = tag("path", d="M0 13V-11M-8 -3L0 -11L8 -3", fill="none", stroke=theme.token("accent"),
                stroke_width=4, stroke_linecap="round", stroke_linejoin="round")  # fmt: skip
    return tag("g", arrow, transform=f"translate({x} {y})")


def _strong(words: str, x: float, y: float, size: float, fill: str) -> str:
    return tag(
        "text", words, x=round(x, 1), y=round(y, 1), font_size=round(size, 1), font_weight=700, fill=fill,
        text_anchor="middle",
    )  # fmt: skip


def shown(box: Any, field: int, rows: list[Row]) -> int:
    """D5: give how many of those on a field have a chip there; where some have none, "+n" counts them."""
    most = room(box, field)
    return len(rows) if len(rows) <= most else most - 1


def room(box: Any, field: int) -> int:
    """Give how many chips a field has room for."""
    return _CHIPS[-1][0] * cell(box, field)[2] // CELL


def _pieces(box: Any, field: int, rows: list[Row], theme: Theme) -> str:
    """D5: draw the numbers of those on a field, in order, smaller where there are many."""
    x, y, wide, _ = cell(box, field)
    times = wide // CELL
    fitting = [each for each in _CHIPS if len(rows) <= each[0] * times]
    _, columns, width, height, size = (fitting or _CHIPS[-1:])[0]
    count = shown(box, field, rows)
    parts = []
    for i in range(count + (count < len(rows))):
        at = x + 5.5 + (i % (columns * times)) * (width + 2), y + 38 + (i // (columns * times)) * (height + 2)
        if i < count:
            parts.append(group(f"piece-{rows[i].number}", *at, [chip(rows[i], width, height, size, theme)]))
        else:
            more = f"+{len(rows) - count}"
            parts.append(
                _strong(more, at[0] + width / 2 - 1, at[1] + height * 0.78, 0.9 * size, theme.token("ink"))
            )
    return "".join(parts)


def chip(row: Row, width: float, height: float, size: float, theme: Theme) -> str:
    """Draw a player's number; the leaders' on gold, of who has withdrawn in grey."""
    if row.withdrawn:
        fill, ink = theme.pick("#b9b2a6", "#6b655c"), theme.pick("#4a453e", "#d2ccc0")
    elif row.place == 1:
        fill, ink = theme.pick(*_GOLD), "#2b2100"
    else:
        fill, ink = theme.pick("#2d2a26", "#ece7dd"), theme.pick("#ffffff", "#1b1a18")
    number = str(row.number)
    fitting = min(size, 1.6 * width / max(2, len(number)))
    body = tag("rect", width=width, height=height, rx=min(6, height / 3), fill=fill)
    return body + _strong(number, width / 2, height / 2 + fitting * 0.36, fitting, ink)
