"""How far a car gets: layer by layer over free fields (Z13 to Z15, Z22 to Z30), and past others (P5).

A set of fields is a bit set in which bit i is the field i further on than the car; GOAL is the finish.
"""

from homestretch.games.circuit.cars import (
    BOOST,
    CARS,
    FINISH,
    THROUGH,
    WILD,
    Box,
    State,
    is_own,
    line_colour,
    line_speed,
)

WINDOW = 62
"""How many fields a move may span; the deck's and circuit's checks see to it."""
GOAL = 1 << WINDOW


def taken(s: State, start: int) -> int:
    """Give the fields ahead of `start` on which cars stand."""
    bits = 0
    for car in range(CARS):
        ahead = s.at[car] - start
        if 0 < ahead < WINDOW:
            bits |= 1 << ahead
    return bits


def can_move(box: Box, s: State, car: int) -> bool:
    """Z29: tell whether a car that is on the track has a free field, or the finish, one step ahead."""
    start = s.at[car]
    return (box.ahead[start] & ~taken(s, start)) != 0 or box.leads_in[start] != 0


def reachable(box: Box, s: State, car: int, steps: int, through: bool) -> int:
    """4.4: give where a car may end: all steps done, or stuck before that; the finish swallows what is left.

    Where `through` holds it may drive through one occupied field, which it leaves at once (P5).
    """
    start = s.at[car]
    occupied = taken(s, start)
    ends, clear, inside, past = 0, 1, 0, 0
    for low in range(steps):
        stuck, goal, next_clear, next_inside, next_past = 0, 0, 0, 0, 0
        rest, i = (clear | inside | past) >> low, low
        while rest:
            if rest & 1:
                ahead = box.ahead[start + i] << i
                free = ahead & ~occupied
                goal |= box.leads_in[start + i]
                if clear >> i & 1:
                    next_clear |= free
                    if through:
                        next_inside |= ahead & occupied
                if inside >> i & 1 or past >> i & 1:
                    next_past |= free
                if free == 0 and not box.leads_in[start + i] and (clear | past) >> i & 1:
                    stuck |= 1 << i
            rest >>= 1
            i += 1
        if not box.farthest:
            ends |= stuck | (GOAL if goal else 0)
        elif goal or next_clear or next_past:
            ends = GOAL if goal else 0
        else:
            ends |= stuck
        clear, inside, past = next_clear, next_inside, next_past
    return ends | clear | past


def may_leave(box: Box, s: State, car: int, steps: int) -> bool:
    """Z20, P5: tell whether a car would get away from where it stands, through another if need be."""
    if can_move(box, s, car):
        return True
    return may_pass(s, car) and reachable(box, s, car, steps, True) != 1


def may_pass(s: State, car: int) -> bool:
    """P5: tell whether a car may drive through another."""
    return s.power[s.turn] == THROUGH and is_own(s, s.turn, car)


def most_steps(box: Box, s: State) -> int:
    """P3: give the steps of the line in work, with those that the tuning kit adds to an own, printed one."""
    speed = line_speed(box, s)
    printed = line_colour(box, s) != WILD and speed <= box.boost_highest
    if printed and s.power[s.turn] == BOOST and is_own(s, s.turn, s.car):
        return speed + box.boost_extra
    return speed


def ends(box: Box, s: State) -> int:
    """Give where the car of the line in work may end, with what the player's power adds (section 5)."""
    speed, most = line_speed(box, s), most_steps(box, s)
    found = reachable(box, s, s.car, speed, may_pass(s, s.car))
    if most > speed:
        found |= reachable(box, s, s.car, most, False)
    return found


def end_of(s: State, bit: int) -> int:
    """Give the action that ends a move at a bit of `ends`."""
    return FINISH if bit == WINDOW else s.at[s.car] + bit
