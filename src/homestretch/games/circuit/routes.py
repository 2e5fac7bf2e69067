"""Ways over the circuit, for people: how many steps an end takes, and over which fields. Interpreted only."""

from functools import lru_cache

from homestretch.games.circuit.cars import (
    CARS,
    FINISH,
    Box,
    State,
)
from homestretch.games.circuit.reach import may_pass, most_steps

Way = tuple[int, ...]
"""Field numbers from the car's own field to the end; FINISH for the finish."""


def steps_ahead(box: Box, field: int) -> list[int]:
    """List what lies one step ahead of a field, occupied or not, FINISH last."""
    ahead, bits = [], box.ahead[field]
    while bits:
        ahead.append(field + (bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return [*ahead, FINISH] if box.leads_in[field] else ahead


def ways(box: Box, s: State, car: int, steps: int, through: bool = False) -> list[dict[int, Way]]:
    """Give, for each number of steps from 0, the fields reached so and one way to each; what is stuck too.

    With `through` a way may pass one occupied field, but not end on it.
    """
    return _ways(box, tuple(s.at), car, steps, through)


@lru_cache(maxsize=64)
def _ways(box: Box, at: tuple[int, ...], car: int, steps: int, through: bool) -> list[dict[int, Way]]:
    occupied = {at[other] for other in range(CARS) if other != car and at[other] >= 0}
    layers: list[dict[int, Way]] = [{at[car]: (at[car],)}]
    inside: dict[int, Way] = {}
    passed: set[int] = set()
    for _ in range(steps):
        following: dict[int, Way] = {}
        next_inside: dict[int, Way] = {}
        past: set[int] = set()
        for field, way in [*layers[-1].items(), *inside.items()]:
            for each in steps_ahead(box, field) if field != FINISH else ():
                if each not in occupied:
                    following.setdefault(each, (*way, each))
                    if field in inside or field in passed:
                        past.add(each)
                elif through and field not in inside and field not in passed:
                    next_inside.setdefault(each, (*way, each))
        layers.append(following)
        inside, passed = next_inside, past
    return layers


def way_to(box: Box, s: State, end: int) -> Way:
    """Give the way of the car in work to a legal end that takes the most steps its line allows."""
    for layer in reversed(ways(box, s, s.car, most_steps(box, s), may_pass(s, s.car))):
        if end in layer:
            return layer[end]
    return (s.at[s.car],)
