"""The rules against an independent second implementation, move by move, under all kinds of options."""

import random

import pytest
from circuit_reference import Race

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.play import act, legal_actions, new_state, places, scores
from homestretch.games import game
from homestretch.games.circuit.box import OPTIONS
from homestretch.games.circuit.cars import CARDS, IN, PLAY
from homestretch.games.circuit.words import card_name, field_name, format_action

RULES = game("circuit").rules
LETTERS = "RYPBOG"
REASON = {"G7.all_in": "all_in", "G7.five_in": "five_in", "G7.no_cards": "no_cards"}
FREE = [option for option in OPTIONS if option.key not in ("circuit", "deck", "seats")]


def some_options(dice: random.Random) -> tuple[dict[str, str], int]:
    """Draw a number of seats and half of the options at random."""
    seats = dice.choice((2, 3, 4, 5, 6, 6, 6))
    given = {option.key: dice.choice(option.words) for option in FREE if dice.random() < 0.5}
    return given | ({} if seats == 6 else {"seats": "open"}), seats


@pytest.mark.parametrize("seed", range(60))
def test_every_move_agrees_with_the_reference(seed: int) -> None:
    for number in range(5):
        dice = random.Random(100 * seed + number)
        options, seats = some_options(dice)
        run_both(options, seats, dice)


def run_both(options: dict[str, str], seats: int, dice: random.Random) -> None:
    box, race = game("circuit").box(options, seats), Race(options, seats)
    s, _ = new_state(RULES, box)
    while RULES.to_move(box, s) != OVER:
        bits = RULES.pending(box, s)
        acting = [seat for seat in range(seats) if bits >> seat & 1] or [CHANCE]
        assert acting == race.to_act(), options
        for seat in acting:
            actions = {
                format_action(box, s, seat, action): action for action in legal_actions(RULES, box, s, seat)
            }
            assert set(actions) == race.legal(seat), (options, seat)
        seat = dice.choice(acting)
        token = dice.choice(sorted(race.legal(seat)))
        action = next(
            action
            for action in legal_actions(RULES, box, s, seat)
            if format_action(box, s, seat, action) == token
        )
        act(RULES, box, s, seat, action)
        race.play(seat, token)
        compare(box, s, race)
    assert race.to_act() == []
    assert list(scores(RULES, box, s)) == race.money(), options
    assert list(places(RULES, box, s)) == race.places(), options
    assert REASON[RULES.REASONS[RULES.reason(box, s)]] == race.reason()


def compare(box: object, s: object, race: Race) -> None:
    """Compare where the cars are, and between turns who holds what."""
    for car, letter in enumerate(LETTERS):
        at = s.at[car]  # type: ignore[attr-defined]
        if letter in race.at:
            assert race.at[letter] == ("FIN" if at == IN else field_name(box, at))
    if s.phase >= PLAY and s.card < 0:  # type: ignore[attr-defined]
        for seat, hand in enumerate(race.hands):
            mine = {card_name(box, card) for card in range(CARDS) if s.hand[seat] >> card & 1}  # type: ignore[attr-defined]
            assert mine == set(hand)
            assert s.held[seat] == len(mine)  # type: ignore[attr-defined]
