"""Playing many BoardMania events with bots and counting: who comes how far, by driver and by plan."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from homestretch.engine.problem import Problem
from homestretch.games.boardmania.box import make_box
from homestretch.lab.events import COMPILE_FROM, PLANS, Driver, play_events

USUAL, USUAL_SKILL = 42, 50
CHUNK = 2 * COMPILE_FROM


class PlanFigures(NamedTuple):
    """What a plan came to: how many drove by it, the share of events won (of a shared win a part), means."""

    drivers: int
    won: float
    place_mean: float
    progress_mean: float


class EventReport(NamedTuple):
    """What a simulation of events showed."""

    game: str
    players: list[str]
    options: dict[str, str]
    seed: int
    games: int
    wins: list[int]
    """Per driver: events in which it is first alone."""
    shared: list[int]
    """Events in which it is first together with others."""
    places: list[dict[int, int]]
    """Per driver: place -> events."""
    progress: list[float]
    """Per driver: fields from Start at the end, on average."""
    plans: dict[str, PlanFigures]


def usual_drivers() -> list[Driver]:
    """Give 42 drivers: as many of each plan, of every skill from 0 to 100."""
    most = USUAL // len(PLANS) - 1
    return [Driver(PLANS[i % len(PLANS)], 100 * (i // len(PLANS)) // most) for i in range(USUAL)]


def parse_driver(word: str) -> Driver:
    """Read a driver such as planner or planner:80; the skill is 50 where none is given.

    :raises Problem: if the skill is no number.
    """
    plan, colon, skill = word.strip().partition(":")
    if colon and not (skill.isascii() and skill.isdigit() and len(skill) < 4):
        raise Problem("event.driver", word=word[:40], plans=", ".join(PLANS))
    return Driver(plan, int(skill) if colon else USUAL_SKILL)


class _Tally:
    """Counts what became of each driver."""

    def __init__(self, drivers: Sequence[Driver]) -> None:
        self.drivers, self.games = drivers, 0
        self.counts = [Counter[int]() for _ in drivers]
        self.alone, self.far, self.part = ([0.0] * len(drivers) for _ in range(3))

    def add(self, places: list[int], ends: list[int]) -> None:
        """Count one event."""
        self.games += 1
        winners = places.count(1)
        for i, (place, end) in enumerate(zip(places, ends, strict=True)):
            self.counts[i][place] += 1
            self.far[i] += end
            if place == 1:
                self.alone[i] += winners == 1
                self.part[i] += 1 / winners

    def plans(self) -> dict[str, PlanFigures]:
        """Give what each plan came to."""
        return {plan: self._plan(plan) for plan in dict.fromkeys(driver.plan for driver in self.drivers)}

    def _plan(self, plan: str) -> PlanFigures:
        own = [i for i, driver in enumerate(self.drivers) if driver.plan == plan]
        events = self.games * len(own)
        places = sum(place * n for i in own for place, n in self.counts[i].items())
        won, far = sum(self.part[i] for i in own), sum(self.far[i] for i in own)
        return PlanFigures(len(own), won / self.games, places / events, far / events)


def simulate_events(
    name: str,
    options: Mapping[str, str],
    drivers: Sequence[Driver],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> EventReport:
    """Play events by numbered streams of seed: the same seed gives the same report on any machine.

    :param progress: called with the number of events finished since the last call.
    :raises Problem: for an option or a driver that does not fit.
    """
    box, tally = make_box(options), _Tally(drivers)
    for first in range(0, games, CHUNK):
        played = play_events(box, drivers, seed, first, min(CHUNK, games - first))
        for places, ends in zip(played.places, played.progress, strict=True):
            tally.add(places, ends)
        progress(len(played.places))
    wins = list(map(int, tally.alone))
    return EventReport(
        name, [f"{driver.plan}:{driver.skill}" for driver in drivers], dict(options), seed, games, wins,
        [count[1] - won for count, won in zip(tally.counts, wins, strict=True)],
        [dict(sorted(count.items())) for count in tally.counts], [far / games for far in tally.far],
        tally.plans(),
    )  # fmt: skip
