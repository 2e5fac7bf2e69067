"""A BoardMania event to try: a person drives nine days against bots, each day as hard as they choose.

All of it follows from the seed and the choices, so that an address can hold a whole event.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from homestretch.engine.load import interpreted
from homestretch.engine.problem import Problem
from homestretch.engine.rng import below, seed_stream
from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.day import Acts, Day, Finish
from homestretch.games.boardmania.evaluate import DayResult, Position, first_position, next_day
from homestretch.games.boardmania.pieces import SIT_OUT, roll_of
from homestretch.games.boardmania.rules import enrol
from homestretch.lab.events import DRIVERS, PLANS, RULES

FEWEST, MOST, USUAL = 2, 42, 12
ME, NAME, SKILL = "you", "Robin", 75
FAST, HOME, AIMS = "f", "h", "123456"
OTHERS = ("mixed", *PLANS)
LARGEST_SEED = 10**6
_SLOWEST, _FASTEST = 10, 96
_NAMES = (
    "$f80Ada", "$o$09fBen", "Cem", "$2a4Dora", "$c3fEmre", "$f33Fien", "Gijs", "$0aaHanna", "$iIvo",
    "Jule", "$e70Kai", "$oLotte", "$36cMats", "Nour", "$093Onno", "$c06Pia", "Quinn", "$a50Rosa",
    "$06fSem", "Tilda", "$0a5Uwe", "$o$909Vera", "Wout", "$d40Xenia", "$39fYara", "$iZoe", "$770Anke",
    "Bram", "$f06Carlo", "Daan", "$084Elif", "$oFrits", "$55dGreta", "Hugo", "$c70Inez", "$0a0Joost",
    "Klara", "$a0aLars", "$08cMila", "Noah", "$d22Olga",
)  # fmt: skip


class Trial(NamedTuple):
    """What was chosen: how many drive, how the others drive, a seed, and one letter a day."""

    drivers: int = USUAL
    others: str = OTHERS[0]
    seed: int = 0
    choices: str = ""


class Course(NamedTuple):
    """The days so far, and where everybody stands. The person is the first player."""

    box: Any
    days: tuple[DayResult, ...]
    now: Position


def check(trial: Trial) -> None:
    """Check what was chosen.

    :raises Problem: naming what does not fit.
    """
    if not FEWEST <= trial.drivers <= MOST:
        raise Problem("try.range", low=FEWEST, high=MOST)
    if trial.others not in OTHERS:
        raise Problem("try.plan", plan=trial.others[:20], plans=", ".join(OTHERS))
    days = make_box().days
    if len(trial.choices) > days or set(trial.choices) - set(FAST + HOME + AIMS):
        raise Problem("try.choices", choices=trial.choices[:20])


def play(trial: Trial) -> Course:
    """Play the days for which there is a choice.

    :raises Problem: as `check`.
    """
    check(trial)
    box, rng = make_box(), [0, 0]
    seed_stream(rng, trial.seed, 0)
    plans, skills = _crowd(trial, rng)
    now, days = _enrolled(box, trial.drivers, rng), list[DayResult]()
    for number, choice in enumerate(trial.choices, 1):
        finishes = _drive(box, now, number, choice, plans, skills, rng)
        now, result = next_day(box, now, Day(number, 0, 1), finishes, Acts(), {})
        days.append(result)
    return Course(box, tuple(days), now)


def _crowd(trial: Trial, rng: list[int]) -> tuple[list[int], list[int]]:
    """Give plan and skill of each driver: the person's, and the others' from slow to fast, shuffled."""
    count = trial.drivers - 1
    skills = [_SLOWEST + (_FASTEST - _SLOWEST) * i // max(1, count - 1) for i in range(count)]
    _shuffle(skills, rng)
    plans = [i % len(PLANS) if trial.others == "mixed" else PLANS.index(trial.others) for i in range(count)]
    return [0, *plans], [SKILL, *skills]


def _enrolled(box: Any, drivers: int, rng: list[int]) -> Position:
    """Put everybody on Start, the person as number 1."""
    names = list(_NAMES)
    _shuffle(names, rng)
    start = first_position(box)
    for number in range(1, drivers + 1):
        enrol(box, start.state, number)
    logins = (ME, *(f"bot{number}" for number in range(2, drivers + 1)))
    return Position(start.state, logins, (NAME, *names[: drivers - 1]))


def _shuffle(things: list[Any], rng: list[int]) -> None:
    for i in range(len(things) - 1, 0, -1):
        j = below(rng, i + 1)
        things[i], things[j] = things[j], things[i]


def _drive(
    box: Any,
    now: Position,
    day: int,
    choice: str,
    plans: Sequence[int],
    skills: Sequence[int],
    rng: list[int],
) -> list[Finish]:
    """Let everybody drive a day; the same luck comes to all, whatever the person chooses."""
    kit, n = interpreted(RULES, DRIVERS), len(plans)
    times, order, rolls, ranks = ([0] * n for _ in range(4))
    kit.search.plan_day(box, now.state.copy(), plans, skills, rng, times, order, rolls, ranks)
    if choice == HOME or now.state.status[0] == SIT_OUT:
        times[0] = 0
    elif choice in AIMS:
        times[0] = aimed(box, times, int(choice))
    return [
        Finish(login, times[i], 0, day=day, number=i) for i, login in enumerate(now.logins) if times[i] > 0
    ]


def aimed(box: Any, times: Sequence[int], roll: int) -> int:
    """Give the time of who aims for a roll: just behind whoever is before it, or the best that is possible.

    :param times: everybody's times in ms, 0 for none, one's own best first.
    """
    others = sorted(time for time in times[1:] if time > 0)
    n, own = min(len(others) + 1, box.scored), times[0]
    rank = 1 + sum(time <= own for time in others)
    while rank <= len(others) and roll_of(box, n, rank) > roll:
        rank += 1
    return max(own, others[rank - 2] + 1) if rank > 1 else own
