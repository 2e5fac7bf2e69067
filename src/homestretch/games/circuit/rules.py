"""Sequester Circuit: six cars, hidden hands, secret bets. A turn by section 4.4.

cars.py holds the position, setup.py the deal, reach.py the moves, bets.py the bets, money.py the score,
hidden.py what a seat does not know, refusals.py why not. Rule ids are those of the rulebook.
"""

from homestretch.engine.contract import CHANCE
from homestretch.engine.story import tell
from homestretch.games.circuit.bets import bet, cross_lines, legal_bets, open_bets, settle
from homestretch.games.circuit.cars import (
    ALL_IN,
    BETS,
    BRAKE,
    CAR,
    CARD,
    CARDS,
    CARS,
    COLOUR_BLIND,
    DEAL,
    DECK,
    DECLINE,
    DONE,
    FINISH,
    FIVE_IN,
    GIVE,
    IN,
    MOVE,
    NAME,
    NEUTRAL,
    NO_CARD,
    NO_CARDS,
    NONE,
    PLAY,
    REASONS,
    REVERSED,
    REVERSER,
    SECRET_CARS,
    SKIP,
    THROUGH,
    UNKNOWN,
    WILD,
    Box,
    State,
    all_in,
    is_in,
    is_own,
    is_printed,
    line_colour,
    line_speed,
    to_move,
)
from homestretch.games.circuit.hidden import guess
from homestretch.games.circuit.money import bet_money, place, prize_money, score
from homestretch.games.circuit.reach import can_move, end_of, ends, may_leave
from homestretch.games.circuit.refusals import why_not
from homestretch.games.circuit.setup import legal_outcomes, set_up, start

__all__ = [
    "ACTIONS",
    "LENGTH",
    "REASONS",
    "SEATS",
    "VERSION",
    "WIDTH",
    "State",
    "apply",
    "guess",
    "legal",
    "pending",
    "place",
    "reason",
    "score",
    "seen",
    "start",
    "to_move",
    "why_not",
]

VERSION = 1
SEATS = (2, 6)
ACTIONS, WIDTH = 385, 100
LENGTH = 800  # 66 draws, 48 cards of at most 6 lines with a name and a move each, 3 times 7 bets


def pending(box: Box, s: State) -> int:
    """Give the bit set of the seats that may act: all that have yet to bet, or the one whose turn it is."""
    if s.phase == BETS:
        return s.to_bet | s.to_slip
    who = to_move(box, s)
    return 1 << who if who >= 0 else 0


def legal(box: Box, s: State, seat: int, moves: list[int]) -> int:
    """Write the legal actions into moves; give how many."""
    if s.phase == MOVE:
        return legal_ends(box, s, moves)
    if s.phase == PLAY:
        return legal_cards(box, s, seat, moves)
    if s.phase == NAME:
        return legal_names(box, s, moves)
    if s.phase == BETS:
        return legal_bets(box, s, seat, moves)
    return legal_outcomes(box, s, moves)


def legal_cards(box: Box, s: State, seat: int, moves: list[int]) -> int:
    """Z10, P1: every card of the hand; with the reverser those of two lines and more from the bottom too."""
    n = 0
    for card in range(CARDS):
        if s.hand[seat] >> card & 1:
            moves[n] = CARD + card
            n += 1
            if may_reverse(box, s, card):
                moves[n] = REVERSED + card
                n += 1
    return n


def may_reverse(box: Box, s: State, card: int) -> bool:
    """P1: tell whether the player may work a card from bottom to top."""
    return s.power[s.turn] == REVERSER and box.lines[card] > 1


def legal_names(box: Box, s: State, moves: list[int]) -> int:
    """Z18 to Z21: the cars that the wild line may be given to."""
    n = 0
    for car in range(CARS):
        if may_name(box, s, car):
            moves[n] = CAR + car
            n += 1
    if box.may_decline:
        moves[n] = DECLINE
        n += 1
    return n


def may_name(box: Box, s: State, car: int) -> bool:
    """Z18 to Z21, P4: any car on the track whose colour is not on the card and not yet named on it."""
    if is_in(s, car) or s.named >> car & 1:
        return False
    if s.power[s.turn] != COLOUR_BLIND and is_printed(box, s.card, car):
        return False
    return box.must_be_movable == 0 or may_leave(box, s, car, line_speed(box, s))


def legal_ends(box: Box, s: State, moves: list[int]) -> int:
    """Z15, P2: the end fields of the car in work, and leaving the line out where the handbrake may."""
    n, bits, bit = 0, ends(box, s), 0
    while bits:
        if bits & 1:
            moves[n] = end_of(s, bit)
            n += 1
        bits >>= 1
        bit += 1
    if may_skip(box, s):
        moves[n] = SKIP
        n += 1
    return n


def may_skip(box: Box, s: State) -> bool:
    """P2: a printed line of another's colour, on a card of two lines or more, that could move its car."""
    if s.power[s.turn] != BRAKE or s.uses[s.turn] == 0 or box.lines[s.card] < 2:
        return False
    return line_colour(box, s) != WILD and not is_own(s, s.turn, s.car)


def apply(box: Box, s: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if s.phase == MOVE:
        work_line(box, s, action)
    elif s.phase == PLAY:
        play(box, s, action)
    elif s.phase == NAME:
        name_car(box, s, action)
    elif s.phase == BETS:
        if bet(box, s, seat, action):
            settle(box, s)
            go_on(box, s)
    else:
        set_up(box, s, action)


def play(box: Box, s: State, action: int) -> None:
    """Z10, Z12, P1: play a card; its lines are worked from top to bottom, or reversed."""
    s.backward = 1 if action >= REVERSED else 0
    card = action - (REVERSED if s.backward else CARD)
    s.hand[s.turn] &= ~(1 << card)
    s.held[s.turn] -= 1
    if not box.forget:
        s.played |= 1 << card
    s.card = card
    s.line = 0
    s.named = 0
    tell(s, "P1.play" if s.backward else "Z10.play", s.turn, card)
    if card >= DECK and s.owner[card - DECK] == UNKNOWN and not box.shuffle_eights:
        s.owner[card - DECK] = s.turn
        tell(s, "Z8.known", s.turn, card - DECK)
    next_line(box, s)


def next_line(box: Box, s: State) -> None:
    """Z12: go on to the next line in which something is to be decided; after the last the card is done."""
    while s.line < box.lines[s.card]:
        colour = line_colour(box, s)
        if colour == WILD:
            if somebody_may_be_named(box, s):
                s.phase = NAME
                return
            tell(s, "Z21.void", s.turn)
            s.line += 1
        elif begin_move(box, s, colour):
            return
    end_card(box, s)


def somebody_may_be_named(box: Box, s: State) -> bool:
    """Z20, Z21: tell whether the wild line has a car."""
    for car in range(CARS):
        if may_name(box, s, car):
            return True
    return False


def begin_move(box: Box, s: State, car: int) -> bool:
    """G4, Z29: a car that is in, or stuck, has nothing to choose: the line is done. Give whether it has.

    Who may drive through others is always asked, so that nobody learns from that whose car it is.
    """
    if is_in(s, car):
        tell(s, "G4.void", s.turn, car)
    elif s.power[s.turn] != THROUGH and not can_move(box, s, car):
        tell(s, "Z29.stuck", s.turn, car, line_speed(box, s))
    else:
        s.car = car
        s.phase = MOVE
        return True
    s.line += 1
    return False


def name_car(box: Box, s: State, action: int) -> None:
    """Z17, Z20: name the car of a wild line, or leave the line out where the ruling allows it."""
    if action == DECLINE:
        tell(s, "Z20.declined", s.turn)
        s.line += 1
    else:
        car = action - CAR
        s.named |= 1 << car
        tell(s, "Z17.named", s.turn, car, line_speed(box, s))
        if begin_move(box, s, car):
            return
    next_line(box, s)


def work_line(box: Box, s: State, action: int) -> None:
    """Z13, Z15, G2: move the car of the line to an end field, or leave the line out (P2)."""
    car = s.car
    s.car = NONE
    s.line += 1
    if action == SKIP:
        s.uses[s.turn] -= 1
        tell(s, "P2.skip", s.turn, car, s.uses[s.turn])
    elif action == FINISH:
        finish_car(s, car)
    elif action == s.at[car]:
        tell(s, "Z29.stays", s.turn, car, action)
    else:
        s.at[car] = action
        tell(s, "Z15.move", s.turn, car, action)
    next_line(box, s)


def finish_car(s: State, car: int) -> None:
    """G2, G3: the car leaves the track and takes the next place."""
    s.arrived += 1
    s.finished[car] = s.arrived
    s.at[car] = IN
    tell(s, "G2.finish", s.turn, car, s.arrived)


def end_card(box: Box, s: State) -> None:
    """4.4: the card is done: hands of those who are in, the end, the bet lines, the next turn."""
    s.card = NO_CARD
    s.backward = 0
    s.line = 0
    s.named = 0
    if not box.keep_hand:
        discard_hands(box, s)
    why = end_of_race(box, s)
    if why:
        finish_race(box, s, why)
    else:
        cross_lines(box, s)
        go_on(box, s)


def discard_hands(box: Box, s: State) -> None:
    """G5: whose cars are all in lays down the hand unseen, and with it comes out whose cars they were."""
    for seat in range(box.seats):
        if s.held[seat] > 0 and all_in(s, seat):
            s.pack |= s.hand[seat]
            tell(s, "G5.discard", seat, s.held[seat])
            s.hand[seat] = 0
            s.held[seat] = 0
            for car in range(CARS):
                if is_own(s, seat, car):
                    s.owner[car] = seat


def end_of_race(box: Box, s: State) -> int:
    """G7: give why the race is over, 0 while it goes on."""
    if s.arrived == CARS:
        return ALL_IN
    if s.arrived == CARS - 1 and not box.race_on:
        return FIVE_IN
    for seat in range(box.seats):
        if s.held[seat] > 0:
            return 0
    return NO_CARDS


def go_on(box: Box, s: State) -> None:
    """G6, G9: bets that are due, or the next seat clockwise that holds a card."""
    if s.to_open:
        open_bets(box, s)
        return
    s.phase = PLAY
    s.turn = (s.turn + 1) % box.seats
    while s.held[s.turn] == 0:
        s.turn = (s.turn + 1) % box.seats


def finish_race(box: Box, s: State, why: int) -> None:
    """G7, 4.5: the race is over; all is opened and counted."""
    s.phase = DONE
    s.ended = why
    tell(s, REASONS[why], NONE)
    for car in range(CARS):
        s.owner[car] = NEUTRAL
        for seat in range(box.seats):
            if is_own(s, seat, car):
                s.owner[car] = seat
        if not is_in(s, car):
            tell(s, "G8.not_in", NONE, car)
    for seat in range(box.seats):
        tell(s, "G17.money", seat, prize_money(box, s, seat), bet_money(box, s, seat))


def seen(box: Box, s: State, seat: int, action: int) -> int:
    """Give who may know an action: a dealt card, a secret car or a bet only its seat, all else everybody."""
    if s.phase == DEAL or (s.phase == GIVE and box.car_assignment == SECRET_CARS):
        return 1 << s.count % box.seats
    if s.phase == BETS and seat != CHANCE:
        return 1 << seat
    return (1 << box.seats) - 1


def reason(box: Box, s: State) -> int:
    """G7: give why the race is over; 0 while it goes on."""
    return s.ended
