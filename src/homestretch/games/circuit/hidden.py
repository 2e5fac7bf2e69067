"""What a seat does not know, filled with something that agrees with all it knows (G13, G18)."""

from homestretch.engine import rng as stream
from homestretch.games.circuit.cars import (
    BET_LINES,
    CARDS,
    CARS,
    DECK,
    DONE,
    MOST_SEATS,
    NO_CAR,
    NOT_YET,
    SLIP,
    UNKNOWN,
    Box,
    State,
    is_own,
)


def guess(box: Box, s: State, seat: int, rng: list[int]) -> None:
    """Deal out unseen cars, cards and bets at random."""
    if s.phase != DONE:
        guess_cars(box, s, seat, rng)
        guess_hands(box, s, seat, rng)
        guess_bets(box, s, seat, rng)


def count_bits(bits: int) -> int:
    """Give how many bits are set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


def guess_cars(box: Box, s: State, seat: int, rng: list[int]) -> None:
    """Z4: give the cars whose driver nobody knows to the seats that lack some."""
    for other in range(box.seats):
        if other != seat:
            s.own[other] = 0
            for car in range(CARS):
                if s.owner[car] == other:
                    s.own[other] |= 1 << car
    unknown = 0
    for car in range(CARS):
        if s.owner[car] == UNKNOWN and not is_own(s, seat, car):
            unknown += 1
    for car in range(CARS):
        if s.owner[car] == UNKNOWN and not is_own(s, seat, car):
            give_at_random(box, s, seat, car, unknown, rng)
            unknown -= 1


def give_at_random(box: Box, s: State, seat: int, car: int, unknown: int, rng: list[int]) -> None:
    """Give a car to a seat that lacks one, each lack as likely as any other, or leave it neutral."""
    pick = stream.below(rng, unknown)
    for other in range(box.seats):
        lack = box.cars_each - count_bits(s.own[other])
        if other != seat and 0 <= pick < lack:
            s.own[other] |= 1 << car
        if other != seat:
            pick -= lack


def guess_hands(box: Box, s: State, seat: int, rng: list[int]) -> None:
    """Z7 to Z9: own 8s lie with their drivers as far as there is room, all else that is unseen anywhere."""
    unseen = cards_in_game(box, s) & ~(s.played | s.hand[seat])
    for other in range(box.seats):
        if other != seat:
            s.hand[other] = 0
            for car in range(CARS):
                card = DECK + car
                if is_own(s, other, car) and unseen >> card & 1 and count_bits(s.hand[other]) < s.held[other]:
                    s.hand[other] |= 1 << card
                    unseen &= ~(1 << card)
    s.pack = 0
    left = count_bits(unseen)
    for card in range(CARDS):
        if unseen >> card & 1:
            deal_at_random(box, s, seat, card, left, rng)
            left -= 1


def cards_in_game(box: Box, s: State) -> int:
    """Z8: give the bit set of the cards in the game: the deck and the 8s that are dealt with it or driven."""
    cards = (1 << box.cards) - 1
    for car in range(CARS):
        driven = False
        for seat in range(box.seats):
            driven = driven or is_own(s, seat, car)
        if driven or box.shuffle_eights:
            cards |= 1 << DECK + car
    return cards


def deal_at_random(box: Box, s: State, seat: int, card: int, left: int, rng: list[int]) -> None:
    """Put a card into a hand that lacks some, each lack as likely as any other, or back into the pack."""
    pick = stream.below(rng, left)
    for other in range(box.seats):
        if other != seat:
            lack = s.held[other] - count_bits(s.hand[other])
            if 0 <= pick < lack:
                s.hand[other] |= 1 << card
            pick -= lack
    if pick >= 0:
        s.pack |= 1 << card


def guess_bets(box: Box, s: State, seat: int, rng: list[int]) -> None:
    """G12, G13: others bet on some car that was on the track then."""
    for other in range(MOST_SEATS):
        if other != seat:
            for line in range(BET_LINES):
                s.bets[other][line] = s.shown_bets[other][line]
                if other < box.seats and s.settled >> line & 1 and s.bets[other][line] == NOT_YET:
                    s.bets[other][line] = some_car(box, s, line, NO_CAR, rng)
            s.slip[other] = s.shown_slip[other]
            if s.power[other] == SLIP and s.settled >> box.slip_line & 1 and s.slip[other] == NOT_YET:
                s.slip[other] = some_car(box, s, box.slip_line, s.bets[other][box.slip_line], rng)


def some_car(box: Box, s: State, line: int, but: int, rng: list[int]) -> int:
    """Draw a car that could be bet on at a line, but not this one; NO_CAR where there is none."""
    pick = NO_CAR
    found = 0
    for car in range(CARS):
        was_in = 0 < s.finished[car] <= s.in_before[line]
        if car != but and not was_in:
            found += 1
            if stream.below(rng, found) == 0:
                pick = car
    return pick
