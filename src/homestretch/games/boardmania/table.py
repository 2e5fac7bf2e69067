"""The standings in the middle of the picture: place, number, name, progress, cards, bonuses, status."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from homestretch.games.boardmania.icons import environment_icon, kind_icon
from homestretch.games.boardmania.lettering import clipped, write, write_name
from homestretch.games.boardmania.pieces import ENVIRONMENTS, LETTERS, NO_STATUS
from homestretch.games.boardmania.ring import TINTS, chip
from homestretch.games.boardmania.standing import Row, Standing
from homestretch.games.boardmania.words import kind_word
from homestretch.svg import Theme, tag
from homestretch.text import Text

ONE_COLUMN, MOST_ROWS, TALLEST = 16, 60, (54.0, 34.0)
"""Up to so many players stand in one column; so many have a row at most; how high a row is at most in one
column or two: in two, lower rows leave more room to the names."""
GAP, WIDEST = 24.0, 900.0


class Frame(NamedTuple):
    """One column of the table: where its head begins, how wide it is and how high a row is."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def card(self) -> float:
        """The width of a column of cards."""
        return min(self.high * 0.72, 22.0 if self.wide < WIDEST else 40.0)

    @property
    def cards(self) -> float:
        """Where the cards begin."""
        return self.x + self.wide - 2.05 * self.high - ENVIRONMENTS * self.card

    @property
    def progress(self) -> float:
        """Where the progress ends."""
        return self.cards - 0.25 * self.high

    @property
    def size(self) -> float:
        """The size of the writing."""
        return min(26.0, self.high * 0.6)


def columns(count: int, left: float, right: float, top: float, bottom: float) -> tuple[int, list[Frame]]:
    """Give how many rows a column has, and the columns: as large as there is room."""
    number = 1 if count <= ONE_COLUMN else 2
    rows = -(-count // number)
    high = min(TALLEST[number - 1], (bottom - top) / (rows + 1))
    wide = min(WIDEST, right - left) if number == 1 else (right - left - GAP) / 2
    first = (left + right - number * wide - (number - 1) * GAP) / 2
    return rows, [Frame(first + i * (wide + GAP), top, wide, high) for i in range(number)]


def bottom_of(frames: list[Frame], rows: int) -> float:
    """Give where the table ends."""
    return frames[0].y + frames[0].high * (rows + 1)


def draw_table(standing: Standing, rows: int, frames: list[Frame], theme: Theme, say: Text) -> str:
    """Draw the standings; where there are more than have a row, the last line counts the others."""
    listed = standing.rows if len(standing.rows) <= MOST_ROWS else standing.rows[: MOST_ROWS - 1]
    parts = []
    for i, frame in enumerate(frames):
        parts.append(_titles(frame, theme, say))
        for line, row in enumerate(listed[i * rows : (i + 1) * rows]):
            parts += _row(row, frame._replace(y=frame.y + frame.high * (line + 1)), line % 2 == 0, theme, say)
    if len(listed) < len(standing.rows):
        last, more = frames[-1], say("see.more", n=len(standing.rows) - len(listed))
        ink = theme.token("muted")
        parts.append(write(more, last.x + last.wide, last.y + last.high * (rows + 0.7), 18, ink, 400, "end"))
    return "".join(parts)


def _titles(frame: Frame, theme: Theme, say: Text) -> str:
    high, muted, size = frame.high, theme.token("muted"), min(18.0, frame.high * 0.5)
    low, after = frame.y + high * 0.72, frame.cards + ENVIRONMENTS * frame.card
    parts = [
        write(say("see.name"), frame.x + 2.5 * high, low, size, muted, 400, "start"),
        write(say("see.progress"), frame.progress, low, size, muted, 400, "end"),
        write(say("see.bonus"), after + 0.95 * high, low, 0.75 * size, muted),
    ]
    for i, letter in enumerate(LETTERS):
        x = frame.cards + i * frame.card
        parts.append(
            tag("rect", x=round(x + 1, 1), y=round(frame.y + 2, 1), width=round(frame.card - 2, 1),
                height=round(high - 4, 1), rx=4, fill=theme.pick(*TINTS[i]))
        )  # fmt: skip
        parts.append(
            _icon(environment_icon(letter, theme), x + frame.card / 2, frame.y + high * 0.27, high / 84)
        )
        parts.append(
            write(letter, x + frame.card / 2, frame.y + high * 0.86, high * 0.46, theme.token("ink"), 700)
        )
    return "".join(parts)


def _icon(drawn: str, x: float, y: float, scale: float) -> str:
    return tag("g", drawn, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


def _row(row: Row, frame: Frame, is_shaded: bool, theme: Theme, say: Text) -> Iterator[str]:
    x, y, wide, high = frame
    low, ink = y + high * 0.71, theme.token("muted" if row.withdrawn else "ink")
    if is_shaded:
        look = {"width": round(wide, 1), "height": round(high, 1), "fill": theme.token("shade")}
        yield tag("rect", "", x=round(x, 1), y=round(y, 1), rx=5, **look, fill_opacity=0.55)
    yield write(f"{row.place}.", x + 1.0 * high, low, frame.size, ink, 400, "end")
    number = chip(row, 1.1 * high, 0.8 * high, frame.size * 0.9, theme)
    yield tag("g", number, transform=f"translate({x + 1.2 * high:.1f} {y + 0.1 * high:.1f})")
    room = frame.progress - 3.1 * frame.size - x - 2.5 * high
    name = clipped(row.name, room, frame.size)
    yield write_name(name, x + 2.5 * high, low, frame.size, theme, "start", muted=row.withdrawn)
    yield from _far(row, frame, low, ink, theme)
    yield from _cards(row, frame, low, ink, theme)
    yield from _after(row, frame, low, ink, theme, say)


def _far(row: Row, frame: Frame, low: float, ink: str, theme: Theme) -> Iterator[str]:
    """Write what the day brought, small, and the progress."""
    yield write(_signed(row.progress), frame.progress, low, frame.size, ink, 700, "end")
    if row.gain is not None:
        gain = _signed(row.gain) if row.gain < 0 else f"+{row.gain}"
        far = frame.progress - 1.55 * frame.size
        yield write(gain, far, low, frame.size * 0.72, theme.token("muted"), 400, "end")


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _cards(row: Row, frame: Frame, low: float, ink: str, theme: Theme) -> Iterator[str]:
    """Write the cards in hand; a dot stands for none."""
    dots = ""
    for i, held in enumerate(row.cards):
        x = frame.cards + (i + 0.5) * frame.card
        if held:
            yield write(str(held), x, low, frame.size, ink, 700)
        else:
            dots += f"M{x:.1f} {frame.y + frame.high / 2:.1f}h0"
    yield tag("path", d=dots, stroke=theme.token("line"), stroke_width=3, stroke_linecap="round")


def _after(row: Row, frame: Frame, low: float, ink: str, theme: Theme, say: Text) -> Iterator[str]:
    """Write how many bonuses a player has taken, and draw what acts on the next roll."""
    after = frame.cards + ENVIRONMENTS * frame.card
    if row.bonuses:
        yield write(f"{row.bonuses}×", after + 0.62 * frame.high, low, frame.size * 0.9, ink)
    if row.status != NO_STATUS:
        icon = _icon(
            kind_icon(row.status, theme), after + 1.55 * frame.high, frame.y + frame.high / 2, frame.high / 40
        )
        yield tag("g", tag("title", escape(say(kind_word(row.status)))) + icon)
