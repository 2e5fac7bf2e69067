"""BoardMania as a picture for a page or a blog: the ring of fields, and in its middle the standings."""

from typing import Any

from homestretch.games.boardmania.pieces import LETTERS
from homestretch.games.boardmania.ring import HEIGHT, WIDTH, draw_ring
from homestretch.games.boardmania.sheet import day_line, draw_sheet
from homestretch.games.boardmania.standing import Row, Standing
from homestretch.games.boardmania.words import kind_word, texts, where
from homestretch.svg import Theme, document, tag
from homestretch.text import Text

MARGIN = 20
SIZE = (WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN)


def draw(box: Any, standing: Standing, theme: Theme, lang: str) -> str:
    """Draw the event after a day as a whole SVG file; `homestretch.svg.to_png` makes a PNG of it."""
    say = texts(lang)
    paper = tag("rect", width=SIZE[0], height=SIZE[1], fill=theme.token("paper"))
    inside = draw_ring(box, standing, theme, say) + draw_sheet(box, standing, theme, say)
    title = f"{standing.title}, {day_line(box, standing, say)}"
    return document(paper + tag("g", inside, transform=f"translate({MARGIN} {MARGIN})"), *SIZE, title)


def plain(box: Any, standing: Standing, lang: str) -> str:
    """Write the event after a day for a terminal: the head, and a line for each player."""
    say = texts(lang)
    lines = [f"{standing.title} · {day_line(box, standing, say)}", ""]
    wide = max((len(row.plain_name) for row in standing.rows), default=0)
    for row in standing.rows:
        held = "".join(letter * count for letter, count in zip(LETTERS, row.cards, strict=True))
        notes = " ".join(_notes(row, say))
        who = f"{row.place:>3}. #{row.number:<4} {row.plain_name:<{wide}}"
        lines.append(f"{who} {row.progress:>4}  {where(box, say, row.progress)}  {held} {notes}".rstrip())
    return "\n".join(lines if standing.rows else [*lines, say("see.nobody")])


def _notes(row: Row, say: Text) -> list[str]:
    notes = [say("see.bonuses", n=row.bonuses)] if row.bonuses else []
    notes += [say(kind_word(row.status))] if row.status else []
    return notes + ([say("see.withdrawn")] if row.withdrawn else [])


def describe(box: Any, standing: Standing, lang: str) -> str:
    """Say in words what the picture shows, as its alternative text: one sentence for each player."""
    say = texts(lang)
    day = day_line(box, standing, say).removesuffix(".")
    head = f"{standing.title}. {day}. {say('see.board', n=box.fields)}"
    rows = [row_line(box, row, say) for row in standing.rows] or [say("see.nobody").removesuffix(".")]
    return head + " " + " ".join(f"{each}." for each in rows)


def row_line(box: Any, row: Row, say: Text) -> str:
    """Say in one line where a player is, with which cards, bonuses and status; no full stop."""
    at = where(box, say, row.progress)
    said = [say("see.row", place=row.place, name=row.plain_name, number=row.number, field=at)]
    held = [f"{letter} {count}" for letter, count in zip(LETTERS, row.cards, strict=True) if count]
    said += [say("see.cards", cards=", ".join(held))] if held else []
    return ", ".join(said + _notes(row, say))
