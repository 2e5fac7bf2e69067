"""The bet lines: crossing them, and betting in secret (G9 to G15, P6)."""

from homestretch.engine.story import tell, whisper
from homestretch.games.circuit.cars import (
    BET,
    BET_LINES,
    BETS,
    CARS,
    NO_BET,
    NO_CAR,
    NONE,
    SLIP,
    Box,
    State,
    is_in,
    standing,
)


def cross_lines(box: Box, s: State) -> None:
    """G10: open each line that the first car has crossed; standing on it is not crossing."""
    for line in range(BET_LINES):
        if not s.opened >> line & 1:
            for car in range(CARS):
                if is_in(s, car) or box.front[s.at[car]] > box.bet_line[line]:
                    s.opened |= 1 << line
            if s.opened >> line & 1:
                tell(s, "G10.crossed", NONE, line + 1)
                if line >= box.first_bet:
                    s.to_open |= 1 << line


def open_bets(box: Box, s: State) -> None:
    """G9, G11: let all bet on the lowest line that waits for bets."""
    line = 0
    while not s.to_open >> line & 1:
        line += 1
    s.to_open &= ~(1 << line)
    s.phase = BETS
    s.betting = line
    s.to_bet = (1 << box.seats) - 1
    s.to_slip = 0
    for seat in range(box.seats):
        if s.power[seat] == SLIP and line == box.slip_line:
            s.to_slip |= 1 << seat
    for car in range(CARS):
        s.odds[line][car] = standing(box, s, car)
    s.in_before[line] = s.arrived
    tell(s, "G9.bets", NONE, line + 1)


def may_bet_on(s: State, seat: int, car: int) -> bool:
    """G12, P6: any car that is on the track; on the second slip another than on the first."""
    return not is_in(s, car) and (s.to_bet >> seat & 1 != 0 or s.bets[seat][s.betting] != car)


def may_abstain(box: Box, s: State, seat: int) -> bool:
    """G12, P6: a bet is compulsory, the second slip is not."""
    return box.bet_optional != 0 or not s.to_bet >> seat & 1


def legal_bets(box: Box, s: State, seat: int, moves: list[int]) -> int:
    """Write the bets that a seat may make now; give how many."""
    n = 0
    for car in range(CARS):
        if may_bet_on(s, seat, car):
            moves[n] = BET + car
            n += 1
    if may_abstain(box, s, seat):
        moves[n] = NO_BET
        n += 1
    return n


def bet(box: Box, s: State, seat: int, action: int) -> bool:
    """G13: fill a slip, which only its seat sees; give whether all have bet."""
    car = NO_CAR if action == NO_BET else action - BET
    if s.to_bet >> seat & 1:
        s.bets[seat][s.betting] = car
        s.to_bet &= ~(1 << seat)
        whisper(s, "G13.none" if car == NO_CAR else "G13.bet", seat, s.betting + 1, car)
    else:
        s.slip[seat] = car
        s.to_slip &= ~(1 << seat)
        whisper(s, "P6.none" if car == NO_CAR else "P6.slip", seat, s.betting + 1, car)
    if s.to_slip >> seat & 1 and not has_choice(s, seat):
        s.to_slip &= ~(1 << seat)
    return (s.to_bet | s.to_slip) == 0


def has_choice(s: State, seat: int) -> bool:
    """P6: tell whether there is a car for the second slip."""
    for car in range(CARS):
        if may_bet_on(s, seat, car):
            return True
    return False


def settle(box: Box, s: State) -> None:
    """G13: all have bet; the ruling may show the bets now."""
    s.settled |= 1 << s.betting
    tell(s, "G13.all", NONE, s.betting + 1)
    if box.reveal_bets:
        for seat in range(box.seats):
            s.shown_bets[seat][s.betting] = s.bets[seat][s.betting]
            tell(s, "G13.shown", seat, s.betting + 1, s.bets[seat][s.betting])
            if s.betting == box.slip_line:
                s.shown_slip[seat] = s.slip[seat]
                if 0 <= s.slip[seat] < CARS:
                    tell(s, "P6.shown", seat, s.betting + 1, s.slip[seat])
    s.betting = NONE
