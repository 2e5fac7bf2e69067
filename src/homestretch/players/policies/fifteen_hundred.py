"""How 1500 m is run on in a search: quick habits of a sensible runner, with some chance.

Run as far as it goes and on the inside; bid low unless rich; run as fast as the points last.
"""

from typing import Any

from homestretch.engine import rng as stream
from homestretch.games.fifteen_hundred.runners import (
    BID,
    CHOOSE,
    DECLINE,
    FREE,
    INWARD,
    LAP_KEYS,
    LEVEL,
    LOWEST,
    MOVE,
    PACE,
    PUSH,
    PUSHING,
    RUN,
    STEP,
    STOP,
    TAKE,
    TAKING,
    WINDOW,
    is_home,
)

DRAWS = 16
"""How often the search draws here what to look at in a position."""
WANTED = (7, 9, 3, 6, 4, 5, 1)
"""How much each extra action is liked, in the order of its spaces."""
A_BID, NOISE = 3, 3
A_LAP, A_ROUND = 40, 17
"""How many fields lane 1 has, and how many a runner takes in a round, about."""


def pick(box: Any, s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Give which of the k legal actions in moves is taken."""
    if k == 1 or who < 0 or stream.below(rng, 10) == 0:
        return stream.below(rng, k)
    if s.phase == MOVE or s.phase == RUN:
        return pick_move(box, s, moves, k, rng)
    if s.phase == LEVEL:
        return pick_level(box, s, who, moves, k, rng)
    if s.phase == CHOOSE:
        return pick_choice(s, who, moves, k, rng)
    if s.phase == TAKING:
        return pick_space(moves, k, rng)
    return k - 1 if s.phase == PUSHING and moves[k - 1] >= PUSH else stream.below(rng, k)


def pick_move(box: Any, s: Any, moves: Any, k: int, rng: Any) -> int:
    """Take the end that is furthest ahead in the race order, or step inward where that is free."""
    best = 0
    best_value = -1
    for i in range(k):
        value = move_value(box, s, moves[i]) * 4 + stream.below(rng, 4)
        if value > best_value:
            best_value = value
            best = i
    return best


def move_value(box: Any, s: Any, action: int) -> int:
    """Give how good an end field or a step is; stopping is good for nothing."""
    if action >= WINDOW:
        if action == STOP:
            return 0
        return 3 if action == STEP + INWARD else 2 if action == STEP else 1
    field: int = s.at[s.turn] + action
    if field >= box.fields and not is_home(box, s, s.turn):
        return int(LAP_KEYS + box.key[0][field - box.fields])
    return int(box.key[0][field])


def rounds_left(box: Any, s: Any, who: int) -> int:
    """Guess how many rounds a runner has still to run, from how far it is from the finish."""
    laps = 1000 * (box.laps - s.lap[who]) - 1000 * box.key[0][s.at[who]] // box.fields
    return int(max(1, (laps * A_LAP // A_ROUND + 500) // 1000))


def pick_level(box: Any, s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Run as fast as the points last, if every round costs as much and a bid."""
    rounds = rounds_left(box, s, who)
    later = A_BID * (rounds - 1)
    budget = (s.strength[who] - later) // rounds + stream.below(rng, NOISE)
    best = 0
    best_value = -100
    for i in range(k):
        level = (moves[i] - PACE) // FREE
        free = (moves[i] - PACE) % FREE
        cost = box.cost[level]
        value = level + LOWEST + 2 * free - (3 * (cost - budget) if cost > budget else 0)
        if value > best_value:
            best_value = value
            best = i
    return best


def pick_choice(s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Any card; a bid that the points can bear, mostly a middling one."""
    if moves[0] < BID:
        return stream.below(rng, k)
    wanted = min(k - 1, stream.below(rng, 4) + stream.below(rng, 4))
    return wanted if s.strength[who] > 12 else min(wanted, 1)


def pick_space(moves: Any, k: int, rng: Any) -> int:
    """Take the extra action that is liked best."""
    best = 0
    best_value = -1
    for i in range(k):
        if moves[i] != DECLINE:
            value = WANTED[moves[i] - TAKE] * 2 + stream.below(rng, 5)
            if value > best_value:
                best_value = value
                best = i
    return best
