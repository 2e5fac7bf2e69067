"""What everything is worth: prizes, bets, places (section 4.5; Z1, G7, G8, G17)."""

from homestretch.games.circuit.cars import (
    BET_LINES,
    CARS,
    DONE,
    NO_CAR,
    NOT_YET,
    ODDS,
    WINNER_ONLY,
    Box,
    State,
    is_in,
    is_own,
    standing,
)

PRIZE = (0, 12, 9, 6, 4, 2, 0)
"""Millions for a car on place 1..6; entry 0 is for a car without a place."""
PAY = (9, 6, 3, 6, 4, 2, 3, 2, 1)
"""Millions for a bet on lines 1..3 on the car that comes first, second, third."""
FACTOR = (3, 2, 1, 2, 1, 0, 1, 0, 0)
"""F42: what a bet's odds are multiplied with, in the same order."""
BACK = 7
"""Stands for the place of a car without one, behind all others."""


def final_place(box: Box, s: State, car: int) -> int:
    """G2, G8: give a car's place at the end, 0 for none."""
    if is_in(s, car):
        return s.finished[car]
    return standing(box, s, car) if box.rank_by_distance else 0


def pay(box: Box, s: State, car: int, line: int, pays_as: int) -> int:
    """Z1: give what a bet made at a line on a car brings; pays_as names the row of the table."""
    if car in (NOT_YET, NO_CAR):
        return 0
    return brings(box, s, car, line, pays_as, final_place(box, s, car))


def brings(box: Box, s: State, car: int, line: int, pays_as: int, place: int) -> int:
    """Z1: give what a bet made at a line on a car brings if the car ends on a place, 0 for none."""
    if place == 0 or place > 3 or (box.payout == WINNER_ONLY and place > 1):
        return 0
    column = 3 * pays_as + place - 1
    return FACTOR[column] * s.odds[line][car] if box.payout == ODDS else PAY[column]


def bet_money(box: Box, s: State, seat: int) -> int:
    """Give what a seat's bets bring, the second slip included."""
    total = pay(box, s, s.slip[seat], box.slip_line, box.slip_pays_as)
    for line in range(BET_LINES):
        total += pay(box, s, s.bets[seat][line], line, line)
    return total


def prize_money(box: Box, s: State, seat: int) -> int:
    """Give the prizes of a seat's cars; who looks on may know whose a car is by its known owner only."""
    total = 0
    for car in range(CARS):
        if is_own(s, seat, car) or s.owner[car] == seat:
            total += PRIZE[final_place(box, s, car)] if s.phase == DONE else PRIZE[s.finished[car]]
    return total


def score(box: Box, s: State, out: list[int]) -> None:
    """4.5: write the money of each seat in millions; before the end the prizes that are certain."""
    for seat in range(box.seats):
        out[seat] = prize_money(box, s, seat)
        if s.phase == DONE:
            out[seat] += bet_money(box, s, seat)


def best_place(box: Box, s: State, seat: int) -> int:
    """Give the best place of a seat's cars, BACK where none has one."""
    best = BACK
    for car in range(CARS):
        if is_own(s, seat, car):
            place = final_place(box, s, car)
            if 0 < place < best:
                best = place
    return best


def rank(box: Box, s: State, seat: int) -> int:
    """G17: give a number that is the higher the better a seat has done.

    Seats without a car in have no prize, so with equal money they have equal bets too: they share.
    """
    money = prize_money(box, s, seat) + bet_money(box, s, seat)
    return money if box.shared_tie else 10 * money + BACK - best_place(box, s, seat)


def place(box: Box, s: State, out: list[int]) -> None:
    """4.5, G17: write the places of a race that is over; ties share the better place."""
    for seat in range(box.seats):
        mine = rank(box, s, seat)
        out[seat] = 1
        for other in range(box.seats):
            if rank(box, s, other) > mine:
                out[seat] += 1
