"""An event of a few bots told day by day, as a file that a person can read and a test compares."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from homestretch.games import Game
from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.pieces import LETTERS
from homestretch.games.boardmania.rules import VERSION, place
from homestretch.games.boardmania.words import kind_word, line, texts, where
from homestretch.lab.events import Driver, event_days
from homestretch.text import Text

SEED, NUMBER = 1, 1
DRIVERS = (
    Driver("fastest", 90), Driver("planner", 85), Driver("fastest", 70), Driver("planner", 60),
    Driver("lazy", 75), Driver("planner", 45), Driver("fastest", 30), Driver("lazy", 20),
)  # fmt: skip


def event_examples(found: Game) -> dict[Path, str]:
    """Give the example files of an event, as they should be: path -> content."""
    return {found.folder / "examples" / "event-1.txt": told_event(found.name)}


def told_event(name: str) -> str:
    """Play one event and write down all that the rules say about it, and after each day who stands where."""
    names = [f"{driver.plan} {driver.skill}" for driver in DRIVERS]
    box, say = make_box(), texts("en", names)
    lines = [f"{name}, rules version {VERSION}, event {NUMBER} of seed {SEED}"]
    for s, story in event_days(box, DRIVERS, SEED, NUMBER):
        lines += ["", *(f"{event.rule:<7} {line(box, say, event)}" for event in story), ""]
        lines += _standings(box, say, s, names)
    return "\n".join([*lines, ""])


def _standings(box: Any, say: Text, s: Any, names: list[str]) -> Iterator[str]:
    """Write who stands where, in the order of the numbers."""
    places = [0] * s.players
    place(box, s, places)
    for i, name in enumerate(names):
        held = "".join(letter * count for letter, count in zip(LETTERS, s.cards[i], strict=True)) or "-"
        status = say(kind_word(s.status[i])) if s.status[i] else ""
        at = where(box, say, s.progress[i])
        yield f"  place {places[i]}  {name:<10}  {s.progress[i]:>3}  {at:<22}  {held:<8}  {status}".rstrip()
