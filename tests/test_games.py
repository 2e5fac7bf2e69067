"""What must hold of every registered game and ruling: conformance, compiled twin, examples, texts."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from homestretch.engine.contract import CHANCE, IllegalAction
from homestretch.engine.load import compiled, interpreted
from homestretch.engine.options import Count
from homestretch.engine.play import act, legal_actions, new_state
from homestretch.engine.problem import Problem
from homestretch.engine.records import from_record
from homestretch.games import Game, events, game, names
from homestretch.lab.conformance import (
    CHECKS,
    check,
    illegal_actions_change_nothing,
    why_not_agrees_with_legal,
)
from homestretch.lab.eventplay import event_examples
from homestretch.lab.playthrough import examples
from homestretch.lab.simulate import Tally, play_span
from homestretch.players.thinker import SEARCH
from homestretch.table.match import Match, Move
from homestretch.text import LANGUAGES, Text

ACTIONS_PLAYED = 200_000
"""How many actions of random games are compared at least, of a ruling a fifth of that."""
MANY_OPTIONS = 25
QUICK = tuple(
    each for each in CHECKS if each not in (why_not_agrees_with_legal, illegal_actions_change_nothing)
)
"""What the rulings of a game with many of them are checked for; its default is checked for all."""


def rulings(found: Game) -> Iterator[dict[str, str]]:
    """Give the default options and each alternative of each option."""
    yield {}
    for option in found.options:
        ends = (str(option.low), str(option.high)) if isinstance(option, Count) else option.words
        words = [word for word in ends if word != option.default]
        yield from ({option.key: word} for word in words)


CASES = [(name, options) for name in names() for options in rulings(game(name))]
IDS = [f"{name}-{'-'.join(options.values()) or 'default'}" for name, options in CASES]


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_the_game_conforms(name: str, options: dict[str, str]) -> None:
    many = options and len(game(name).options) > MANY_OPTIONS
    check(game(name), options, games=1 if options else 3, checks=QUICK if many else ())


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_interpreted_equals_compiled_game_by_game(name: str, options: dict[str, str]) -> None:
    found = game(name)
    tallies = [_play(found, options, bind) for bind in (interpreted, compiled)]
    assert tallies[0] == tallies[1]


def _play(found: Game, options: dict[str, str], bind: object) -> Tally:
    assert callable(bind)
    kit = bind(found.package + ".rules", SEARCH)
    played = min(1_000, ACTIONS_PLAYED // length(found))
    return play_span(kit, found, found.box(options), 3, 0, played // 5 if options else played)


@cache
def length(found: Game) -> int:
    """Give how many actions a random game has."""
    match = Match(found)
    dice = random.Random(1)
    while not match.is_over():
        match.act(Move(match.to_move(), dice.choice(match.legal(match.to_move()))))
    return len(match.moves)


@pytest.mark.parametrize("name", names())
def test_whole_states_agree_move_by_move_with_bounds_checks(name: str) -> None:
    """Each move of some games is applied by both, and every field of the two states is compared."""
    found = game(name)
    kit = compiled(found.package + ".rules", SEARCH, bounds_check=True)
    box, dice = found.box(), random.Random(5)
    compiled_box = kit.box(box)
    for _ in range(20):
        s, _ = new_state(found.rules, box)
        memory = kit.states(1)
        kit.search.copy_state(memory, 0, kit.state(s))
        while (seat := found.rules.to_move(box, s)) >= CHANCE:
            action = dice.choice(legal_actions(found.rules, box, s, seat))
            found.rules.apply(box, s, seat, action)
            kit.search.G.apply(compiled_box, memory[0], seat, action)
            assert from_record(found.rules.State, memory[0]) == s


@pytest.mark.parametrize("name", names())
def test_the_examples_are_what_the_rules_say(name: str) -> None:
    """After a change of the rules: read the difference, then `hs examples`."""
    wanted = examples(game(name))
    assert len(wanted) >= 3
    for path, content in wanted.items():
        assert path.exists(), f"{path} is missing: run hs examples"
        assert path.read_text("utf-8") == content, f"{path} differs: run hs examples"


@pytest.mark.parametrize("name", events())
def test_the_example_of_an_event_is_what_the_rules_say(name: str) -> None:
    """After a change of the rules: read the difference, then `hs examples`."""
    for path, content in event_examples(game(name)).items():
        assert path.read_text("utf-8") == content, f"{path} differs: run hs examples"


def test_an_event_is_no_game_for_a_table() -> None:
    assert events() == ["boardmania"]
    assert not set(events()) & set(names())
    for refused in (lambda: game("boardmania").box(), lambda: Match(game("boardmania"))):
        with pytest.raises(Problem) as wrong:
            refused()
        assert (wrong.value.key, wrong.value.params) == ("game.event", {"game": "boardmania"})
    assert [each for each in names() if game(each).at_table() is not game(each)] == []


# What random games cannot show, with the reason.
NEVER_SEEN: dict[str, dict[str, str]] = {
    "circuit": {
        "G18": "an option of what is shown",
        "G20": "options of how many play",
        "Z1": "the pay-outs, which are told as money",
        "Z2": "an option of how many lines are bet on",
        "Z19": "no card of the deck has two wild lines",
        "P3": "more end fields, which are told as moves",
        "P4": "more cars to name, which are told as named",
        "P5": "more end fields, which are told as moves",
    },
    "crazy_jump": {},
    "fifteen_hundred": {
        "R-28": "an option of who pays, which is told as the costs of the lead",
        "R-32": "how bends are crossed, which is told as steps",
        "R-44": "an option of who leaves the track, which is told as the finish",
    },
    "pig": {},
}


@pytest.mark.parametrize("name", names())
def test_every_rule_is_told_or_refused_in_random_games(name: str) -> None:
    found, seen = game(name), set[str]()
    for options in rulings(found):
        for number in range(max(2, min(20 if options else 100, 10_000 // length(found)))):
            seen |= _messages(found, options, number)
    ruled = {message.partition(".")[0] for message in seen}
    book = (found.folder / "rulebook" / "en.md").read_text("utf-8")
    ids = set(re.findall(r"^## ([A-Z]+-?[A-Z]?\d+) · ", book, re.MULTILINE))
    assert ruled <= ids, "a rule without an anchor in the rulebook"
    assert ids - ruled == set(NEVER_SEEN[name]), "rules that never fire"
    for lang in LANGUAGES:
        text = Text(lang, found.folder / "locale")
        assert [message for message in sorted(seen) if not text.has(message)] == [], lang


def _messages(found: Game, options: dict[str, str], seed: int) -> set[str]:
    """Play a random game, trying something at random before each move; give all messages."""
    box, dice = found.box(options), random.Random(f"{seed} {options}")
    s, events = new_state(found.rules, box)
    seen = {event.message for event in events}
    while (seat := found.rules.to_move(box, s)) >= CHANCE:
        for who in (seat, CHANCE, 0, 1):
            try:
                act(found.rules, box, s.copy(), who, dice.randrange(found.rules.ACTIONS))
            except IllegalAction as illegal:
                seen.add(illegal.refusal.message)
        seen |= {
            e.message
            for e in act(found.rules, box, s, seat, dice.choice(legal_actions(found.rules, box, s, seat)))
        }
    seen.update(r.message for a in range(found.rules.ACTIONS) if (r := found.rules.why_not(box, s, 0, a)))
    return seen


@pytest.mark.parametrize("name", [*names(), *events()])
def test_the_three_rulebooks_have_the_same_rules_and_options(name: str) -> None:
    found = game(name)
    books = [(found.folder / "rulebook" / f"{lang}.md").read_text("utf-8") for lang in LANGUAGES]
    headings = [re.findall(r"^## ([A-Z]+-?[A-Z]?\d+) · ", book, re.MULTILINE) for book in books]
    assert headings[0] == headings[1] == headings[2]
    assert len(set(headings[0])) == len(headings[0]) > 0
    for book in books:
        for option in found.options:
            assert option.rule in headings[0]
            words = (option.default,) if isinstance(option, Count) else option.words
            for word in words:
                assert f"`{option.key}={word}`" in book, f"{option.key}={word}"
