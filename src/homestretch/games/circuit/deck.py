"""The cards and the limits of the powers: reading them from a file, and checking that they add up."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from homestretch.engine.problem import Problem
from homestretch.games.circuit.cars import BET_LINES, CARS, DECK, MOST_LINES

LETTERS = "RYPBOGW"
"""Red, yellow, pink, blue, orange, green; wild."""
FASTEST, EIGHT = 8, 8
FEWEST_CARDS = 6
DATA = Path(__file__).parent / "data"
BUILT_IN = ("zeven_families",)
LIMITS = {
    "handrem_uses": (0, 99), "opvoerset_highest": (0, 7), "opvoerset_extra": (0, 2),
    "briefje_line": (1, BET_LINES), "briefje_pays_as": (1, BET_LINES),
}  # fmt: skip
"""What may be said of the powers, from and to."""

Line = tuple[int, int]
"""A line of a card: the number of its colour and its steps."""


class Deck(NamedTuple):
    """A deck as its file says it."""

    name: str
    cards: tuple[tuple[Line, ...], ...]
    powers: Mapping[str, int]

    def all_cards(self) -> tuple[tuple[Line, ...], ...]:
        """Give the cards by number: the deck, nothing up to DECK, the speed-8 cards."""
        missing: tuple[tuple[Line, ...], ...] = ((),) * (DECK - len(self.cards))
        return self.cards + missing + tuple(((car, EIGHT),) for car in range(CARS))


def read_deck(text: str) -> Deck:
    """Read and check a deck's TOML text.

    :raises Problem: naming the first thing that is wrong.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem("track.no_toml", file="deck", why=str(error)) from error
    cards = data.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise Problem("deck.cards")
    if not FEWEST_CARDS <= len(cards) <= DECK:
        raise Problem("deck.number", n=len(cards), fewest=FEWEST_CARDS, most=DECK)
    deck = Deck(
        str(data.get("name", ""))[:60], tuple(_card(card) for card in cards), _limits(data.get("powers"))
    )
    for problem in problems(deck):
        raise problem
    return deck


def _card(text: str) -> tuple[Line, ...]:
    lines = text.upper().split("/")
    for line in lines:
        if len(line) != 2 or line[0] not in LETTERS or not "1" <= line[1] <= "8":
            raise Problem("deck.line", card=text[:40], line=line[:10])
    return tuple((LETTERS.index(line[0]), int(line[1])) for line in lines)


def _limits(given: Any) -> dict[str, int]:
    usual = {
        "handrem_uses": 3,
        "opvoerset_highest": 4,
        "opvoerset_extra": 1,
        "briefje_line": 2,
        "briefje_pays_as": 3,
    }
    if given is not None and not isinstance(given, dict):
        raise Problem("deck.powers", key="powers", low=0, high=0)
    for key, value in (given or {}).items():
        low, high = LIMITS.get(key, (0, 0))
        if key not in LIMITS or type(value) is not int or not low <= value <= high:
            raise Problem("deck.powers", key=str(key)[:30], low=low, high=high)
        usual[key] = value
    return usual


def card_text(lines: tuple[Line, ...]) -> str:
    """Write a card as its lines: O5/B3/Y2."""
    return "/".join(f"{LETTERS[colour]}{steps}" for colour, steps in lines)


def problems(deck: Deck) -> Iterator[Problem]:
    """List what would make a deck unfair or unplayable."""
    for card in deck.cards:
        yield from _card_problems(card)
    for text, count in Counter(card_text(card) for card in deck.cards).items():
        if count > 1:
            yield Problem("deck.twice", card=text)
    steps = Counter(dict.fromkeys(range(CARS), 0))
    for card in deck.cards:
        for colour, count in card:
            if colour < CARS:
                steps[colour] += count
    if len(set(steps.values())) > 1:
        yield Problem("deck.colours", steps=", ".join(f"{LETTERS[car]} {steps[car]}" for car in range(CARS)))


def _card_problems(card: tuple[Line, ...]) -> Iterator[Problem]:
    text = card_text(card)
    if len(card) > MOST_LINES:
        yield Problem("deck.too_long", card=text, most=MOST_LINES)
    printed = [colour for colour, _ in card if colour < CARS]
    if len(set(printed)) < len(printed):
        yield Problem("deck.colour_twice", card=text)
    speeds = [steps for _, steps in card]
    if any(above <= below for above, below in pairwise(speeds)):
        yield Problem("deck.speeds", card=text)
