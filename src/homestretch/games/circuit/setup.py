"""Before the race: grid, cars, powers, hands and who starts (Z4, Z6 to Z9, Z11, G1, section 4.2)."""

from homestretch.engine.story import tell, whisper
from homestretch.games.circuit.cars import (
    ANY_SEAT,
    BET_LINES,
    CAR,
    CARD,
    CARS,
    CHOSEN_CARS,
    DEAL,
    DECK,
    GIVE,
    GRID,
    LAST_ROW,
    MOST_SEATS,
    NEUTRAL,
    NO_CARD,
    NO_POWER,
    NONE,
    NOT_YET,
    NOWHERE,
    PLAY,
    POWER,
    POWERS,
    SEAT,
    SECRET_CARS,
    SLIP,
    START,
    UNKNOWN,
    Box,
    State,
    is_own,
)

SIX_POWERS = 6


def start(box: Box, s: State) -> None:
    """4.2: nothing stands, nobody holds anything."""
    for car in range(CARS):
        s.at[car] = NOWHERE
        s.finished[car] = 0
        s.owner[car] = NEUTRAL
    for seat in range(MOST_SEATS):
        s.own[seat] = 0
        s.hand[seat] = 0
        s.held[seat] = 0
        s.power[seat] = NO_POWER
        s.uses[seat] = 0
        s.slip[seat] = NOT_YET
        s.shown_slip[seat] = NOT_YET
        for line in range(BET_LINES):
            s.bets[seat][line] = NOT_YET
            s.shown_bets[seat][line] = NOT_YET
    for line in range(BET_LINES):
        s.in_before[line] = 0
        for car in range(CARS):
            s.odds[line][car] = 0
    s.phase = GRID
    s.count = 0
    s.turn = 0
    s.arrived = 0
    s.pack = (1 << box.cards) - 1
    s.played = 0
    s.card = NO_CARD
    s.backward = 0
    s.line = 0
    s.car = NONE
    s.named = 0
    s.opened = 0
    s.to_open = 0
    s.betting = NONE
    s.to_bet = 0
    s.to_slip = 0
    s.settled = 0
    s.ended = 0


def legal_outcomes(box: Box, s: State, moves: list[int]) -> int:
    """Write what may be drawn, or chosen as a car, in this phase of the set-up; give how many."""
    first, count = CAR, CARS
    if s.phase == DEAL:
        first, count = CARD, DECK + CARS
    elif s.phase == POWERS:
        first, count = POWER, SIX_POWERS
    elif s.phase == START:
        first, count = SEAT, box.seats
    n = 0
    for i in range(count):
        if may_draw(box, s, i):
            moves[n] = first + i
            n += 1
    return n


def may_draw(box: Box, s: State, i: int) -> bool:
    """Tell whether a card is in the pack, a power is left, a car is free, or a seat may start."""
    if s.phase == DEAL:
        return (s.pack >> i & 1) != 0
    if s.phase == POWERS:
        return not is_dealt(box, s, i)
    return s.phase == START or is_free(box, s, i)


def is_free(box: Box, s: State, car: int) -> bool:
    """Z4, G1: tell whether a car has no place on the grid yet, or no driver."""
    if s.phase == GRID:
        return s.at[car] == NOWHERE
    if box.car_assignment == CHOSEN_CARS:
        return s.owner[car] == NEUTRAL
    for seat in range(box.seats):
        if is_own(s, seat, car):
            return False
    return True


def power_of(box: Box, number: int) -> int:
    """Z2: give a power by number; without bets on its line the second slip is none."""
    return NO_POWER if number == SLIP and box.first_bet > box.slip_line else number


def is_dealt(box: Box, s: State, number: int) -> bool:
    """Z6: tell whether a power lies before a seat."""
    for seat in range(s.count):
        if s.power[seat] == power_of(box, number):
            return True
    return False


def set_up(box: Box, s: State, action: int) -> None:
    """Carry out one draw, or one choice of a car."""
    if s.phase == GRID:
        place_car(box, s, action - CAR)
    elif s.phase == GIVE:
        give_car(box, s, action - CAR)
    elif s.phase == POWERS:
        give_power(box, s, action - POWER)
    elif s.phase == DEAL:
        deal(box, s, action - CARD)
    else:
        begin(s, action - SEAT)


def place_car(box: Box, s: State, car: int) -> None:
    """G1: put a car on the next place of the grid."""
    s.at[car] = box.grid[s.count]
    s.count += 1
    tell(s, "G1.grid", NONE, car, s.count)
    if s.count == CARS:
        s.phase = GIVE
        s.count = 0


def give_car(box: Box, s: State, car: int) -> None:
    """Z4: give the next seat a car; each has the same number of cars, the others are neutral."""
    seat = s.count % box.seats
    s.own[seat] |= 1 << car
    if box.car_assignment == SECRET_CARS:
        whisper(s, "Z4.secret", seat, car)
    else:
        s.owner[car] = seat
        tell(s, "Z4.car", seat, car)
    s.count += 1
    if s.count == box.seats * box.cars_each:
        s.count = 0
        if box.car_assignment == SECRET_CARS:
            for other in range(CARS):
                s.owner[other] = UNKNOWN
        hand_out_eights(box, s)
        s.phase = DEAL if box.powers_off else POWERS


def hand_out_eights(box: Box, s: State) -> None:
    """Z7, Z8: each seat has the 8 of each own car; those of neutral cars leave, or come into the pack."""
    for car in range(CARS):
        driven = False
        for seat in range(box.seats):
            if is_own(s, seat, car):
                s.hand[seat] |= 1 << DECK + car
                driven = True
        if not driven and box.shuffle_eights:
            s.pack |= 1 << DECK + car
    for seat in range(box.seats):
        s.held[seat] = box.cars_each


def give_power(box: Box, s: State, number: int) -> None:
    """Z6: lay a power before the next seat."""
    seat, power = s.count, power_of(box, number)
    s.power[seat] = power
    s.uses[seat] = box.brake_uses
    tell(s, "Z6.none" if power == NO_POWER else "Z6.power", seat, power)
    s.count += 1
    if s.count == box.seats:
        s.phase = DEAL
        s.count = 0


def deal(box: Box, s: State, card: int) -> None:
    """Z7: deal the next seat a card; what is left over stays unseen (Z9)."""
    seat = s.count % box.seats
    s.hand[seat] |= 1 << card
    s.held[seat] += 1
    s.pack &= ~(1 << card)
    s.count += 1
    whisper(s, "Z7.card", seat, card)
    if s.count == box.hand * box.seats:
        s.count = 0
        tell(s, "Z7.dealt", NONE, s.held[0])
        choose_start(box, s)


def choose_start(box: Box, s: State) -> None:
    """Z11: the owner of grid place 1 starts; whoever it is must not tell where cars are secret."""
    if box.start_player == ANY_SEAT or box.car_assignment == SECRET_CARS:
        s.phase = START
        return
    place, step = (CARS - 1, -1) if box.start_player == LAST_ROW else (0, 1)
    while owner_at(box, s, place) == NEUTRAL:
        place += step
    begin(s, owner_at(box, s, place))


def owner_at(box: Box, s: State, place: int) -> int:
    """Give who drives the car on a place of the grid."""
    for car in range(CARS):
        if s.at[car] == box.grid[place]:
            return s.owner[car]
    return NEUTRAL


def begin(s: State, seat: int) -> None:
    """Z11: the race begins."""
    s.turn = seat
    s.phase = PLAY
    tell(s, "Z11.starts", seat)
