"""How Sequester Circuit is played on in a search: quick habits of a sensible player, with some chance.

Own cars forward, others' on long ways or into a jam; cards that help more than they give away. Whoever bets
weighs their own car against the leader, and not all follow the leader: then three push one car (section 8).
"""

from typing import Any

from homestretch.engine import rng as stream
from homestretch.games.circuit.cars import (
    BET,
    BETS,
    CAR,
    CARD,
    CARS,
    FINISH,
    MOVE,
    NAME,
    NO_BET,
    PLAY,
    REVERSED,
    SKIP,
    WILD,
    is_in,
    is_own,
    standing,
)

DRAWS = 0
"""The search looks at every legal action."""


def pick(box: Any, s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Give which of the k legal actions in moves is taken."""
    if k == 1 or who < 0 or stream.below(rng, 8) == 0:
        return stream.below(rng, k)
    if s.phase == MOVE:
        return pick_end(box, s, who, moves, k, rng)
    if s.phase == PLAY:
        return pick_card(box, s, who, moves, k, rng)
    if s.phase == NAME:
        return pick_name(s, who, moves, k, rng)
    if s.phase == BETS:
        return pick_bet(box, s, who, moves, k, rng)
    return stream.below(rng, k)


def worth(s: Any, who: int, car: int) -> int:
    """Give what a step of a car is worth to a seat: 4 for its own, some for one it bet on, else a loss."""
    if is_own(s, who, car):
        return 4
    liked = 0
    for line in range(3):
        if s.bets[who][line] == car:
            liked += 3 - line
    return liked - 1 if liked else -2


def pick_end(box: Any, s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Drive a car one likes as far as it goes, any other the shortest way; ties by chance."""
    liked = worth(s, who, s.car) > 0
    best = 0
    best_value = -(10**6)
    for i in range(k):
        front = box.front[s.at[s.car]]
        if moves[i] == FINISH:
            front = box.finish + 60
        elif moves[i] != SKIP:
            front = box.front[moves[i]]
        value = (front if liked else -front) * 4 + stream.below(rng, 24)
        if value > best_value:
            best_value = value
            best = i
    return best


def pick_card(box: Any, s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Play the card that helps most for what it gives away, of three looked at."""
    best = stream.below(rng, k)
    best_value = card_worth(box, s, who, moves[best])
    for _ in range(2):
        i = stream.below(rng, k)
        value = card_worth(box, s, who, moves[i])
        if value > best_value:
            best_value = value
            best = i
    return best


def card_worth(box: Any, s: Any, who: int, action: int) -> int:
    """Give what the steps of a card are worth to a seat; a wild line goes to a car of its choice."""
    card = action - REVERSED if action >= REVERSED else action - CARD
    total = 0
    for line in range(box.lines[card]):
        colour = box.colour[card][line]
        if colour == WILD:
            total += 3 * box.speed[card][line]
        elif not is_in(s, colour):
            total += worth(s, who, colour) * box.speed[card][line]
    return total


def pick_name(s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Name the car one likes best; where one likes none, any."""
    best = stream.below(rng, k)
    best_value = 0
    for i in range(k):
        car = moves[i] - CAR
        if 0 <= car < CARS and worth(s, who, car) > best_value:
            best_value = worth(s, who, car)
            best = i
    return best


def pick_bet(box: Any, s: Any, who: int, moves: Any, k: int, rng: Any) -> int:
    """Bet on the own car while it lies well, else on one of the first three."""
    best = stream.below(rng, k)
    best_value = -100
    for i in range(k):
        if moves[i] != NO_BET:
            car = moves[i] - BET
            value = stream.below(rng, 4) - 2 * standing(box, s, car) + (4 if is_own(s, who, car) else 0)
            if value > best_value:
                best_value = value
                best = i
    return best
