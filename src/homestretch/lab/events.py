"""Playing many BoardMania events with bots, and one of them with its whole story."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from homestretch.engine.load import Kit, compiled, interpreted
from homestretch.engine.problem import Problem
from homestretch.engine.rng import seed_stream
from homestretch.engine.story import Event
from homestretch.games.boardmania.pieces import MOST, Box, State
from homestretch.games.boardmania.rules import enrol, evaluate_day, start

RULES, DRIVERS = "homestretch.games.boardmania.rules", "homestretch.players.drivers"
PLANS = ("fastest", "planner", "lazy")
MOST_DRIVERS = MOST - 2
"""Two places of the board are the planners' to try moves out."""
COMPILE_FROM = 1_000
"""From so many events on, compiling first is faster than interpreting."""


class Driver(NamedTuple):
    """A bot: its plan (a word of PLANS) and its skill 0..100."""

    plan: str
    skill: int


class Events(NamedTuple):
    """The outcome of some events: per event and driver the progress and the place."""

    progress: list[list[int]]
    places: list[list[int]]


def play_events(box: Box, drivers: Sequence[Driver], seed: int, first: int, count: int) -> Events:
    """Play events number first .. first+count-1 of a seed; the same numbers give the same on any machine.

    :raises Problem: for a plan that does not exist, a skill out of range or too many drivers.
    """
    bind = compiled if count >= COMPILE_FROM else interpreted
    return play_span(bind(RULES, DRIVERS), box, drivers, seed, first, count)


def play_span(kit: Kit, box: Box, drivers: Sequence[Driver], seed: int, first: int, count: int) -> Events:
    """Play events with bound drivers."""
    _check(drivers)
    n = len(drivers)
    progress, places = kit.ints(count, n), kit.ints(count, n)
    working = [kit.ints(n) for _ in range(4)]
    kit.search.play_events(
        kit.box(box), kit.states(1), kit.state(_root(box, n)), *_bots(kit, drivers), seed, first, count,
        kit.ints(2), *working, progress, places,
    )  # fmt: skip
    return Events(*(each if isinstance(each, list) else each.tolist() for each in (progress, places)))


def tell_event(
    box: Box, drivers: Sequence[Driver], seed: int, number: int
) -> tuple[State, list[list[Event]]]:
    """Play event number of a seed as `play_events` does; give its end and the story of each day.

    :raises Problem: as `play_events`.
    """
    days = list(event_days(box, drivers, seed, number))
    return days[-1][0], [story for _, story in days]


def event_days(
    box: Box, drivers: Sequence[Driver], seed: int, number: int
) -> Iterator[tuple[State, list[Event]]]:
    """Play event number of a seed day by day; give the position after each day and the day's story.

    :raises Problem: as `play_events`.
    """
    _check(drivers)
    kit, n, rng = interpreted(RULES, DRIVERS), len(drivers), [0, 0]
    seed_stream(rng, seed, number)
    times, order, rolls, ranks = ([0] * n for _ in range(4))
    s = _root(box, n)
    for _ in range(box.days):
        kit.search.plan_day(box, s, *_bots(kit, drivers), rng, times, order, rolls, ranks)
        s.story = story = list[Event]()
        evaluate_day(box, s, rolls, ranks)
        s.story = None  # what planners try out is no part of the story
        yield s, story


def _check(drivers: Sequence[Driver]) -> None:
    if len(drivers) > MOST_DRIVERS:
        raise Problem("boardmania.players", most=MOST_DRIVERS)
    for driver in drivers:
        if driver.plan not in PLANS or not 0 <= driver.skill <= 100:
            plan, skill = driver.plan[:20], driver.skill
            raise Problem("boardmania.driver", plan=plan, skill=skill, plans=", ".join(PLANS))


def _root(box: Box, count: int) -> Any:
    s = State()
    start(box, s)
    for number in range(1, count + 1):
        enrol(box, s, number)
    return s


def _bots(kit: Kit, drivers: Sequence[Driver]) -> tuple[Any, Any]:
    plans, skills = kit.ints(len(drivers)), kit.ints(len(drivers))
    for i, driver in enumerate(drivers):
        plans[i], skills[i] = PLANS.index(driver.plan), driver.skill
    return plans, skills
