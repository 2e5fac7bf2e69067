"""Why an action is refused: the rule that forbids it. Interpreted only."""

from homestretch.engine.contract import CHANCE, OVER, Refusal
from homestretch.games.circuit.bets import may_abstain, may_bet_on
from homestretch.games.circuit.cars import (
    BET,
    BETS,
    BRAKE,
    CAR,
    CARD,
    CARDS,
    CARS,
    CHOSEN_CARS,
    COLOUR_BLIND,
    DECLINE,
    FINISH,
    GIVE,
    MOST_FIELDS,
    MOVE,
    NAME,
    NO_BET,
    PLAY,
    REVERSED,
    REVERSER,
    SKIP,
    WILD,
    Box,
    State,
    is_in,
    is_own,
    is_printed,
    line_colour,
    line_speed,
    to_move,
)
from homestretch.games.circuit.reach import WINDOW, ends, may_leave
from homestretch.games.circuit.routes import ways
from homestretch.games.circuit.setup import is_free, legal_outcomes


def why_not(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """Give the rule that forbids an action; None exactly for what `legal` lists."""
    who = to_move(box, s)
    if who == OVER:
        return Refusal("G7.over")
    if s.phase == BETS:
        return why_no_bet(box, s, seat, action)
    if seat != who:
        return (
            Refusal("G1.wait") if who == CHANCE else Refusal("Z11.turn", s.turn if s.phase >= PLAY else who)
        )
    if s.phase == PLAY:
        return why_no_card(box, s, seat, action)
    if s.phase == NAME:
        return why_no_name(box, s, action)
    if s.phase == MOVE:
        return why_no_end(box, s, action)
    return why_no_outcome(box, s, action)


def why_no_outcome(box: Box, s: State, action: int) -> Refusal | None:
    """4.2: only what is left to draw or to choose."""
    moves = [0] * CARDS
    if action in moves[: legal_outcomes(box, s, moves)]:
        return None
    if s.phase == GIVE and box.car_assignment == CHOSEN_CARS:
        taken = 0 <= action - CAR < CARS and not is_free(box, s, action - CAR)
        return Refusal("Z4.taken", action - CAR) if taken else Refusal("Z4.choose")
    return Refusal("G1.outcome")


def why_no_card(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """Z10, P1: a card of the own hand; from the bottom only with the reverser."""
    if CARD <= action < CARD + CARDS:
        card, backward = action - CARD, False
    elif REVERSED <= action < REVERSED + CARDS:
        card, backward = action - REVERSED, True
    else:
        return Refusal("Z10.card")
    if not s.hand[seat] >> card & 1:
        return Refusal("Z10.hand", card)
    if not backward:
        return None
    if s.power[seat] != REVERSER:
        return Refusal("P1.reverse")
    return None if box.lines[card] > 1 else Refusal("P1.one_line", card)


def why_no_name(box: Box, s: State, action: int) -> Refusal | None:
    """Z18 to Z21: what a wild line may not be given to."""
    if action == DECLINE:
        return None if box.may_decline else Refusal("Z20.must")
    car = action - CAR
    if not 0 <= car < CARS:
        return Refusal("Z20.choose")
    if is_in(s, car):
        return Refusal("Z21.finished", car)
    if s.power[s.turn] != COLOUR_BLIND and is_printed(box, s.card, car):
        return Refusal("Z18.printed", car)
    if s.named >> car & 1:
        return Refusal("Z19.named", car)
    return (
        Refusal("Z20.stuck", car)
        if box.must_be_movable and not may_leave(box, s, car, line_speed(box, s))
        else None
    )


def why_no_end(box: Box, s: State, action: int) -> Refusal | None:
    """Z13 to Z30: why the car may not end there."""
    if action == SKIP:
        return why_no_skip(box, s)
    if action != FINISH and not (0 <= action < MOST_FIELDS and box.front[action]):
        return Refusal("Z15.field", s.car)
    here = s.at[s.car]
    if action not in (here, FINISH) and box.front[action] <= box.front[here]:
        return Refusal("Z24.forward", s.car, action)
    if action != here and action in s.at:
        return Refusal("Z26.taken", s.at.index(action), action)
    ahead = WINDOW if action == FINISH else action - here
    if ahead <= WINDOW and ends(box, s) >> ahead & 1:
        return None
    return Refusal("Z29.must", s.car) if action == here else why_out_of_reach(box, s, action)


def why_out_of_reach(box: Box, s: State, end: int) -> Refusal:
    """Z13, Z15, Z22: not far enough while it can go on, too far, or beside every free way."""
    speed = line_speed(box, s)
    layers = ways(box, s, s.car, speed)
    if any(end in layer for layer in layers):
        return Refusal("Z15.farthest" if box.farthest else "Z15.on", s.car, speed)
    reach = max(box.front[field] for layer in layers for field in layer if field != FINISH)
    if end == FINISH or box.front[end] > reach:
        return Refusal("Z13.far", s.car, speed)
    return Refusal("Z22.no_way", s.car, end)


def why_no_skip(box: Box, s: State) -> Refusal | None:
    """P2: what the handbrake may not leave out."""
    if s.power[s.turn] != BRAKE:
        return Refusal("P2.power")
    if s.uses[s.turn] == 0:
        return Refusal("P2.used")
    if line_colour(box, s) == WILD:
        return Refusal("P2.wild")
    if is_own(s, s.turn, s.car):
        return Refusal("P2.own")
    return None if box.lines[s.card] > 1 else Refusal("P2.one_line", s.card)


def why_no_bet(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """G12, G13, P6: who has bet has bet; a bet is on a car that is on the track."""
    if seat < 0 or not (s.to_bet | s.to_slip) >> seat & 1:
        return Refusal("G13.done" if seat >= 0 else "G9.wait")
    if action == NO_BET:
        return None if may_abstain(box, s, seat) else Refusal("G12.must")
    car = action - BET
    if not 0 <= car < CARS:
        return Refusal("G12.choose")
    if is_in(s, car):
        return Refusal("G12.finished", car)
    return None if may_bet_on(s, seat, car) else Refusal("P6.same", car)
