"""BoardMania's bots: what they aim at; events of them are the same compiled, interpreted and told."""

import pytest
from boardmania import board

from homestretch.engine.load import compiled, interpreted
from homestretch.engine.problem import Problem
from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.pieces import State
from homestretch.games.boardmania.rules import enrol, start
from homestretch.lab.events import DRIVERS, PLANS, RULES, Driver, play_events, play_span, tell_event
from homestretch.players.drivers import wanted_roll

CROWD = [Driver(PLANS[i % 3], (7 * i) % 101) for i in range(42)]


def test_events_are_the_same_compiled_interpreted_and_told() -> None:
    box = make_box({"final_tie": "list"})
    plain = play_span(interpreted(RULES, DRIVERS), box, CROWD, 5, 0, 3)
    assert play_span(compiled(RULES, DRIVERS, bounds_check=True), box, CROWD, 5, 0, 3) == plain
    assert play_events(box, CROWD, 5, 1, 2).progress == plain.progress[1:]
    s, stories = tell_event(box, CROWD, 5, 2)
    assert s.progress[:42] == plain.progress[2]
    assert len(stories) == 9


@pytest.mark.parametrize(
    ("fields", "best", "wanted"),
    [({6: "sit_out"}, 6, 5), ({}, 6, 6), ({6: "sit_out"}, 4, 4), ({4: "half", 5: "beam", 6: "-5"}, 6, 3)],
)
def test_a_planner_avoids_what_costs_it_the_next_day(fields: dict[int, str], best: int, wanted: int) -> None:
    box, s = make_box({"board": board(fields)}), State()
    start(box, s)
    enrol(box, s, 1)
    assert wanted_roll(box, s, 0, best) == wanted
    assert s.progress[0] == 0


def test_planning_pays_and_staying_away_does_not() -> None:
    drivers = [Driver(plan, 50) for plan in PLANS for _ in range(14)]
    ends = play_events(make_box(), drivers, 1, 0, 200).progress
    mean = [sum(sum(end[i : i + 14]) for end in ends) for i in (0, 14, 28)]
    assert mean[1] > 1.02 * mean[0]
    assert mean[0] > 1.2 * mean[2]


def test_skill_pays() -> None:
    drivers = [Driver("fastest", skill) for skill in (20, 80) for _ in range(10)]
    ends = play_events(make_box(), drivers, 1, 0, 200).progress
    assert sum(sum(end[10:]) for end in ends) > 1.2 * sum(sum(end[:10]) for end in ends)


@pytest.mark.parametrize("wrong", [Driver("brave", 50), Driver("lazy", 101), Driver("lazy", -1)])
def test_a_driver_that_cannot_be_is_refused(wrong: Driver) -> None:
    with pytest.raises(Problem) as refused:
        play_events(make_box(), [wrong], 1, 0, 1)
    assert refused.value.key == "boardmania.driver"


def test_more_drivers_than_places_are_refused() -> None:
    with pytest.raises(Problem):
        play_events(make_box(), [Driver("lazy", 1)] * 1999, 1, 0, 1)
