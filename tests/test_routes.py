"""Bots that run 1500 m step by step: the steps do what the end field that was thought of does."""

import random

import pytest

from homestretch.engine.play import legal_actions
from homestretch.games import game
from homestretch.games.fifteen_hundred.runners import MOVE, RUN
from homestretch.lab.conformance import random_match
from homestretch.players.bots import Bot
from homestretch.players.routes.fifteen_hundred import simple_box, steps
from homestretch.table.match import Move

RACE = game("fifteen_hundred")


@pytest.mark.parametrize("options", [{}, {"no_squeeze": "yes"}, {"race": "800"}], ids=str)
def test_steps_to_an_end_field_lead_to_the_same_race_as_the_end_field(options: dict[str, str]) -> None:
    """Also through others with move first, over the line, onto the finish board and where one is boxed in."""
    dice, compared = random.Random(4), 0
    for seed in range(3):
        for match, _ in random_match(RACE, {**options, "touch_move": "friendly"}, seed):
            if match.state.phase in (MOVE, RUN):
                strict, turn = RACE.box(options), match.to_move()
                end = dice.choice(legal_actions(RACE.rules, match.box, match.state, turn))
                one, other = match.state.copy(), match.state.copy()
                RACE.rules.apply(match.box, one, turn, end)
                for action in steps(strict, match.state, end):
                    assert action in legal_actions(RACE.rules, strict, other, turn)
                    RACE.rules.apply(strict, other, turn, action)
                assert one == other
                compared += 1
    assert compared > 500


def test_a_bot_thinks_in_the_friendly_mode_and_gives_all_steps_of_its_move() -> None:
    bot = Bot(RACE, "bot:easy", seed=1)
    assert simple_box(RACE.box()).friendly == 1
    for match, _ in random_match(RACE, {}, 5):
        if match.state.phase == MOVE and match.state.points > 5:
            break
    turn = match.to_move()
    for action in bot.choose(match.box, match.view(turn), turn):
        assert match.to_move() == turn
        match.act(Move(turn, action))
    assert match.to_move() != turn
