"""The conformance suite itself: a sound game with sealed choices passes, and each fault is caught by name."""

import types
from collections.abc import Callable, Iterator
from typing import Any

import penny_game
import penny_page
import pytest

from homestretch.engine.contract import CHANCE, Refusal
from homestretch.games import Game
from homestretch.lab.conformance import CHECKS, check


@pytest.fixture
def penny(penny_rules: Game) -> Iterator[Game]:
    with penny_page.among_the_games(penny_rules):
        yield Game("penny", penny_rules.package)


def test_a_game_with_a_hidden_hand_and_sealed_choices_conforms(penny: Game) -> None:
    check(penny, games=20)


def _late_start(box: Any, s: Any) -> None:
    count = list(s.count)
    penny_game.start(box, s)
    s.count = count


def _silent(box: Any, s: Any, seat: int, action: int) -> Refusal | None:
    return None


def _stubborn(box: Any, s: Any, seat: int, action: int) -> Refusal | None:
    return Refusal("PEN-9") if action == 1 and seat != CHANCE else penny_game.why_not(box, s, seat, action)


def _first_wins(box: Any, s: Any, out: list[int]) -> None:
    out[0], out[1] = 2, 2


def _overflow(box: Any, s: Any, seat: int, action: int) -> None:
    penny_game.apply(box, s, seat, action)
    s.dealt = 300 if s.dealt == 2 and seat == CHANCE else s.dealt


def _order_matters(box: Any, s: Any, seat: int, action: int) -> None:
    if seat == 1 and s.count[0] == 0:
        action = 0
    penny_game.apply(box, s, seat, action)


def _same_guess(box: Any, s: Any, seat: int, rng: list[int]) -> None:
    penny_game.guess(box, s, seat, [0, 0])


def _contrary_guess(box: Any, s: Any, seat: int, rng: list[int]) -> None:
    s.card[seat] = 1 - s.card[seat]


FAULTS: list[tuple[str, str, Callable[..., Any]]] = [
    ("start_sets_every_field", "start", _late_start),
    ("why_not_agrees_with_legal", "why_not", _stubborn),
    ("illegal_actions_change_nothing", "why_not", _silent),
    ("somebody_can_act_until_the_end", "place", _first_wins),
    ("numbers_fit_their_fields", "apply", _overflow),
    ("order_of_sealed_choices_is_without_effect", "apply", _order_matters),
    ("guesses_vary", "guess", _same_guess),
    ("guesses_agree_with_the_view", "guess", _contrary_guess),
]


@pytest.mark.parametrize(("name", "function", "fault"), FAULTS, ids=[name for name, _, _ in FAULTS])
def test_a_fault_is_caught(penny: Game, name: str, function: str, fault: Callable[..., Any]) -> None:
    faulty = types.ModuleType("faulty")
    faulty.__dict__.update(vars(penny_game))
    setattr(faulty, function, fault)
    penny.__dict__["rules"] = faulty
    one = next(each for each in CHECKS if each.__name__ == name)
    with pytest.raises(AssertionError, match=name):
        check(penny, games=20, checks=[one])
