"""Playthroughs: a game shown action by action, as a file that a person can read and a test compares.

Each game's folder `examples` holds two of them and a perft table; `hs examples` writes them anew.
"""

from collections.abc import Iterator
from pathlib import Path

from homestretch.engine import rng as stream
from homestretch.engine.contract import CHANCE
from homestretch.engine.play import scores
from homestretch.engine.story import Event
from homestretch.engine.view import to_json
from homestretch.games import Game
from homestretch.lab.perft import perft_table
from homestretch.table.explain import tell_event
from homestretch.table.match import Match, Move
from homestretch.text import Text, text_of

SEEDS = (1, 2)


def playthrough(found: Game, seed: int) -> str:
    """Play a random game of the stream (seed, 0) and write down all that the rules say about it."""
    match, text = Match(found), text_of("en", found.folder)
    rng = [0, 0]
    stream.seed_stream(rng, seed, 0)
    lines = [f"{found.name}, rules version {found.rules.VERSION}, random game {seed}", ""]
    lines += list(_told(match, text, match.opening_story))
    while not match.is_over():
        lines += ["", *_position(match)]
        seat = match.to_move()
        actions = match.legal(seat)
        action = actions[stream.below(rng, len(actions))]
        words = [found.words.format_action(match.box, match.state, seat, each) for each in actions]
        lines.append(f"{_who(match, seat)} may: {' '.join(words)}")
        lines.append(f"> {words[actions.index(action)]}")
        lines += _told(match, text, match.act(Move(seat, action)))
    return "\n".join([*lines, "", *_position(match), f"places {match.places()}", ""])


def _who(match: Match, seat: int) -> str:
    return "chance" if seat == CHANCE else str(match.game.words.SEATS[seat])


def _told(match: Match, text: Text, events: list[Event]) -> Iterator[str]:
    for event in events:
        yield f"  {event.rule}: {tell_event(event, match.game, match.box, text)}"


def _position(match: Match) -> Iterator[str]:
    yield f"after {len(match.moves)} actions, scores {scores(match.game.rules, match.box, match.state)}"
    yield match.game.picture.plain(match.box, match.view(0))
    yield to_json(match.view(0))


def examples(found: Game) -> dict[Path, str]:
    """Give the example files of a game, as they should be: path -> content."""
    folder = found.folder / "examples"
    files = {folder / f"game-{seed}.txt": playthrough(found, seed) for seed in SEEDS}
    return files | {folder / "perft.txt": perft_table(found)}
