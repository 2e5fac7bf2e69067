"""Playthroughs: a game shown action by action, as a file that a person can read and a test compares.

Each game's folder `examples` holds two of them and a perft table; `hs examples` writes them anew.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from homestretch.engine import rng as stream
from homestretch.engine.contract import CHANCE
from homestretch.engine.play import scores
from homestretch.engine.story import Event
from homestretch.engine.view import View, to_json
from homestretch.games import Game
from homestretch.lab.perft import perft_table
from homestretch.table.explain import tell_event
from homestretch.table.match import Match, Move
from homestretch.text import Text, text_of

SEEDS = (1, 2)
A_BOARD = 10
"""After how many actions the board is written down again."""
A_LONG_GAME = 10_000
"""From how many actions at most a game is shown with its fewest seats, so that a person can read it."""


def playthrough(found: Game, seed: int) -> str:
    """Play a random game of the stream (seed, 0) and write down all that the rules say about it."""
    rules = found.rules
    seats = rules.SEATS[0] if rules.LENGTH > A_LONG_GAME else rules.SEATS[1]
    match, text = Match(found, {}, seats), text_of("en", found.folder)
    rng = [0, 0]
    stream.seed_stream(rng, seed, 0)
    lines = [f"{found.name}, rules version {found.rules.VERSION}, random game {seed}", ""]
    lines += list(_told(match, text, match.opening_story))
    shown = _Shown()
    while not match.is_over():
        lines += ["", *shown.news(match)]
        seat = match.to_move()
        actions = match.legal(seat)
        action = actions[stream.below(rng, len(actions))]
        words = [found.words.format_action(match.box, match.state, seat, each) for each in actions]
        lines.append(f"{_who(match, seat)} may: {' '.join(words)}")
        lines.append(f"> {words[actions.index(action)]}")
        lines += _told(match, text, match.act(Move(seat, action)))
    return "\n".join([*lines, "", *shown.news(match), f"places {match.places()}", ""])


def _who(match: Match, seat: int) -> str:
    return "chance" if seat == CHANCE else str(match.game.words.SEATS[seat])


def _told(match: Match, text: Text, events: list[Event]) -> Iterator[str]:
    for event in events:
        yield f"  {event.rule}: {tell_event(event, match.game, match.box, text)}"


class _Shown:
    """What a reader has seen of a position: of the next one only what is new is written down."""

    def __init__(self) -> None:
        self._board = ""
        self._view: dict[str, Any] = {}

    def news(self, match: Match) -> Iterator[str]:
        """Write the board now and then, and the fields of seat 0's view that have changed."""
        yield f"after {len(match.moves)} actions, scores {scores(match.game.rules, match.box, match.state)}"
        seen = match.view(0)
        board = match.game.picture.plain(match.box, seen)
        if board != self._board and (len(match.moves) % A_BOARD == 0 or match.is_over()):
            yield board
            self._board = board
        yield to_json(View({key: value for key, value in seen.items() if value != self._view.get(key, self)}))
        self._view = seen


def examples(found: Game) -> dict[Path, str]:
    """Give the example files of a game, as they should be: path -> content."""
    folder = found.folder / "examples"
    files = {folder / f"game-{seed}.txt": playthrough(found, seed) for seed in SEEDS}
    return files | {folder / "perft.txt": perft_table(found)}
