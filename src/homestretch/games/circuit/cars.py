"""Sequester Circuit's box and position: circuit, deck, rulings; cars, hands, bets, the turn so far.

A car is its colour, 0..5. A field is its number on the circuit, in driving order.
"""

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.state import ALL, NOBODY, OWNER, array, box, num, state, table

CARS, WILD = 6, 6
MOST_SEATS, MOST_FIELDS, MOST_POINTS = 6, 256, 64
DECK, CARDS = 42, 48
"""The cards that are dealt are 0..41 at most; the speed-8 card of a car is DECK plus its colour."""
MOST_LINES, BET_LINES = 6, 3

# Actions: an end field 0..255, or one of these plus a card, a car, a power or a seat.
FINISH = 256
CARD, REVERSED, CAR, POWER, SEAT, BET = 260, 308, 356, 364, 371, 378
DECLINE, SKIP, NO_BET = 362, 363, 384

# Where a car is, beside the fields.
IN, NOWHERE = -1, -2
# Whose a car is, beside the seats.
NEUTRAL, UNKNOWN = -1, -2
# A bet, beside the cars.
NOT_YET, NO_CAR = -1, 6
NO_CARD, NONE = -1, -1

# What must be decided now.
GRID, GIVE, POWERS, DEAL, START, PLAY, NAME, MOVE, BETS, DONE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
# The powers, in the order of section 5.
NO_POWER = -1
REVERSER, BRAKE, BOOST, COLOUR_BLIND, THROUGH, SLIP = 0, 1, 2, 3, 4, 5
# Rulings, in the order of their values in box.py.
OPEN_CARS, CHOSEN_CARS, SECRET_CARS = 0, 1, 2
FIRST_ROW, LAST_ROW, ANY_SEAT = 0, 1, 2
STANDARD, WINNER_ONLY, ODDS = 0, 1, 2
REASONS = ("", "G7.all_in", "G7.five_in", "G7.no_cards")
ALL_IN, FIVE_IN, NO_CARDS = 1, 2, 3


@box
class Box:
    """The circuit, the cards and the rulings."""

    seats: int = num()
    ahead: tuple[int, ...] = table(MOST_FIELDS, pad=0)
    """Per field the fields one step ahead, as a bit set in which bit i is the field i further on."""
    leads_in: tuple[int, ...] = table(MOST_FIELDS, pad=0)
    """1 for a field from which one step leads into the finish."""
    lane: tuple[int, ...] = table(MOST_FIELDS)
    """The lane of each field, 0 on the right-hand side; -1 where there is no field."""
    back: tuple[int, ...] = table(MOST_FIELDS, pad=0)
    front: tuple[int, ...] = table(MOST_FIELDS, pad=0)
    """The back and front stripe of each field."""
    finish: int = num()
    """The stripe of the finish."""
    points: tuple[tuple[int, ...], ...] = table(MOST_POINTS, 3)
    """The middle line of the drawing: stripe, x and y in tenths of its units."""
    grid: tuple[int, ...] = table(CARS)
    bet_line: tuple[int, ...] = table(BET_LINES)
    """The stripes of the bet lines."""
    cards: int = num()
    """How many cards there are, the speed-8 cards not counted."""
    lines: tuple[int, ...] = table(CARDS, pad=0)
    """Per card how many lines it has."""
    colour: tuple[tuple[int, ...], ...] = table(CARDS, MOST_LINES)
    speed: tuple[tuple[int, ...], ...] = table(CARDS, MOST_LINES)
    brake_uses: int = num()
    boost_highest: int = num()
    boost_extra: int = num()
    slip_line: int = num()
    slip_pays_as: int = num()
    hand: int = num()
    """How many cards each seat is dealt."""
    cars_each: int = num()
    car_assignment: int = num()
    start_player: int = num()
    powers_off: int = num()
    keep_hand: int = num()
    may_decline: int = num()
    must_be_movable: int = num()
    farthest: int = num()
    first_bet: int = num()
    """The first bet line that is bet on, BET_LINES for none."""
    bet_optional: int = num()
    shuffle_eights: int = num()
    payout: int = num()
    reveal_bets: int = num()
    shared_tie: int = num()
    race_on: int = num()
    """1 where the race goes on with five cars in."""
    rank_by_distance: int = num()
    forget: int = num()
    """1 where nobody may look through the played cards."""


@state
class State:
    """Cars, hands, bets and the card in play."""

    phase: int = num(sees=ALL)
    count: int = num(sees=ALL)
    """How many cars, powers or cards have been given out in this phase of the set-up."""
    turn: int = num(sees=ALL)
    at: list[int] = array(CARS, kind="i2", sees=ALL)
    """Per car its field, IN or NOWHERE."""
    finished: list[int] = array(CARS, sees=ALL)
    """Per car its place, 0 while it is on the track."""
    arrived: int = num(sees=ALL)
    """How many cars are in."""
    owner: list[int] = array(CARS, sees=ALL)
    """Per car the seat that everybody knows to drive it, NEUTRAL or UNKNOWN."""
    own: list[int] = array(MOST_SEATS, sees=OWNER)
    """Per seat the bit set of its cars."""
    hand: list[int] = array(MOST_SEATS, kind="i8", sees=OWNER)
    """Per seat the bit set of its cards."""
    held: list[int] = array(MOST_SEATS, sees=ALL)
    """Per seat how many cards it holds."""
    pack: int = num("i8", sees=NOBODY)
    """Bit set of the cards that nobody holds and nobody has played."""
    played: int = num("i8", sees=ALL)
    """Bit set of the cards that have been played, as far as anybody may look."""
    power: list[int] = array(MOST_SEATS, sees=ALL)
    uses: list[int] = array(MOST_SEATS, sees=ALL)
    """Per seat how often its power may still be used, where that is limited."""
    card: int = num(sees=ALL)
    """The card in play, or NO_CARD."""
    backward: int = num(sees=ALL)
    """1 while the card is worked from bottom to top."""
    line: int = num(sees=ALL)
    """How many lines of the card in play are done."""
    car: int = num(sees=ALL)
    """The car that is to be moved now, or NONE."""
    named: int = num(sees=ALL)
    """Bit set of the cars that wild lines of this card have named."""
    opened: int = num(sees=ALL)
    """Bit set of the bet lines that have been crossed."""
    to_open: int = num(sees=ALL)
    """Bit set of the bet lines on which bets are still to be made."""
    betting: int = num(sees=ALL)
    """The bet line on which bets are made now, or NONE."""
    to_bet: int = num(sees=ALL)
    """Bit set of the seats that have not bet yet on this line."""
    to_slip: int = num(sees=ALL)
    """Bit set of the seats that have yet to fill a second slip on this line."""
    settled: int = num(sees=ALL)
    """Bit set of the bet lines on which all have bet."""
    bets: list[list[int]] = array(MOST_SEATS, BET_LINES, sees=OWNER)
    """Per seat and line the car it bet on, NO_CAR or NOT_YET."""
    slip: list[int] = array(MOST_SEATS, sees=OWNER)
    """Per seat the car on its second slip, NO_CAR or NOT_YET."""
    shown_bets: list[list[int]] = array(MOST_SEATS, BET_LINES, sees=ALL)
    """The bets that have been revealed."""
    shown_slip: list[int] = array(MOST_SEATS, sees=ALL)
    odds: list[list[int]] = array(BET_LINES, CARS, sees=ALL)
    """Per line and car its standing when bets were made, 0 before."""
    in_before: list[int] = array(BET_LINES, sees=ALL)
    """Per line how many cars were in when bets were made."""
    ended: int = num(sees=ALL)
    """Why the race is over, as an index into REASONS."""


def to_move(box: Box, s: State) -> int:
    """Give the seat that is to act, CHANCE or OVER; while bets are made the lowest seat still to choose."""
    if s.phase == DONE:
        return OVER
    if s.phase == BETS:
        seat = 0
        while not (s.to_bet | s.to_slip) >> seat & 1:
            seat += 1
        return seat
    if s.phase >= PLAY:
        return s.turn
    if s.phase == GIVE and box.car_assignment == CHOSEN_CARS:
        return s.count % box.seats
    return CHANCE


def is_own(s: State, seat: int, car: int) -> bool:
    """Z4: tell whether a seat drives a car."""
    return (s.own[seat] >> car & 1) != 0


def is_in(s: State, car: int) -> bool:
    """G2: tell whether a car has finished."""
    return s.at[car] == IN


def all_in(s: State, seat: int) -> bool:
    """G5: tell whether every car of a seat has finished."""
    for car in range(CARS):
        if is_own(s, seat, car) and not is_in(s, car):
            return False
    return True


def line_number(box: Box, s: State) -> int:
    """Z12, P1: give which line of the card in play is being worked, counted as printed."""
    return box.lines[s.card] - 1 - s.line if s.backward else s.line


def line_colour(box: Box, s: State) -> int:
    """Give the colour of the line being worked, or WILD."""
    return box.colour[s.card][line_number(box, s)]


def line_speed(box: Box, s: State) -> int:
    """Give the steps of the line being worked."""
    return box.speed[s.card][line_number(box, s)]


def is_printed(box: Box, card: int, car: int) -> bool:
    """Z18: tell whether a card has a line of the car's colour."""
    for line in range(box.lines[card]):
        if box.colour[card][line] == car:
            return True
    return False


def standing(box: Box, s: State, car: int) -> int:
    """4.4: give a car's standing: finished cars by place, then by front stripe; equal stripes share."""
    if is_in(s, car):
        return s.finished[car]
    better = s.arrived
    for other in range(CARS):
        if not is_in(s, other) and box.front[s.at[other]] > box.front[s.at[car]]:
            better += 1
    return better + 1
