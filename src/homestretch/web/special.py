"""Rulebooks as HTML, and a position of the day for the home page."""

import re
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt

from homestretch.engine import rng as stream
from homestretch.engine.view import View
from homestretch.games import Game, game
from homestretch.table.match import Match, Move

_HEADING = re.compile(r"<h2>([A-Z]+-?[A-Z]?\d+) · ")


@lru_cache(maxsize=64)
def rulebook_html(found: Game, lang: str) -> str:
    """Give a rulebook as HTML, each rule's heading with its id as anchor."""
    source = (found.folder / "rulebook" / f"{lang}.md").read_text("utf-8")
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    return _HEADING.sub(r'<h2 id="\1">\1 · ', html)


@lru_cache(maxsize=64)
def sample_position(name: str, day: int) -> tuple[Any, View]:
    """Give a box and a view from the middle of a random game, another one each day."""
    rng = [0, 0]
    stream.seed_stream(rng, day, 0)
    whole = Match(game(name))
    while not whole.is_over():
        actions = whole.legal(whole.to_move())
        whole.act(Move(whole.to_move(), actions[stream.below(rng, len(actions))]))
    middle = whole.at(len(whole.moves) * 2 // 3)
    return middle.box, middle.view(-3)
