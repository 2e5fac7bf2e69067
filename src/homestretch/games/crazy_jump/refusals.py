"""Why an action is refused: the rule that forbids it. Interpreted only."""

from homestretch.engine.contract import CHANCE, OVER, Refusal
from homestretch.games.crazy_jump.board import (
    CELLS,
    END,
    EVEN,
    FLY,
    FOR_GOOD,
    ODD,
    PARITY,
    PASS,
    PLAIN,
    REASONS,
    STAY,
    Box,
    State,
    can_hop,
    is_own_jump,
    may_enter,
    to_move,
)


def why_not(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """Give the rule that forbids an action; None exactly for what `legal` lists."""
    who = to_move(box, s)
    if who == OVER:
        return Refusal(REASONS[s.ended].partition(".")[0] + ".over")
    if seat != who:
        return Refusal("CJ-3.wait" if who == CHANCE else "CJ-16.turn", s.turn)
    if who == CHANCE:
        return None if 1 <= action <= 6 else Refusal("CJ-4.face", action)
    if s.phase == PARITY:
        return None if action in (EVEN, ODD) else Refusal("CJ-3.say")
    if s.phase == FLY:
        return why_no_flight(box, s, action)
    return why_no_hop(box, s, action)


def why_no_flight(box: Box, s: State, action: int) -> Refusal | None:
    """CJ-10: only the other own Crazy Jumps, and only where the flight can go on."""
    here = s.knight[s.turn]
    if action == STAY:
        return None if can_hop(box, s, here, s.left) else Refusal("CJ-10.no_stay", here)
    if not 0 <= action < CELLS or action == here or not is_own_jump(s, s.turn, action):
        return Refusal("CJ-10.choose", here)
    if not may_enter(box, s, action, s.left):
        return why_closed(box, s, action)
    return None if can_hop(box, s, action, here) else Refusal("CJ-10.lost", action)


def why_no_hop(box: Box, s: State, action: int) -> Refusal | None:
    """CJ-5, CJ-16: only a knight's move to a cell that is open; what else may be said in a hop."""
    here = s.knight[s.turn]
    if action in (END, PASS):
        return why_no_end(box, s, action)
    if not 0 <= action < CELLS:
        return Refusal("CJ-5.hop", here)
    if action not in box.knight[here]:
        flying = s.fought and s.kind[here] != PLAIN and is_own_jump(s, s.turn, action)
        return Refusal("CJ-14.hop" if flying else "CJ-5.shape", here, action)
    return None if may_enter(box, s, action, s.left) else why_closed(box, s, action)


def why_no_end(box: Box, s: State, action: int) -> Refusal | None:
    """CJ-7, CJ-8, CJ-16: ending a turn is for who may hop again, passing for who has no hop at all."""
    if s.may_end:
        return None if action == END else Refusal("CJ-16.end")
    if s.hops > 0 or can_hop(box, s, s.knight[s.turn], s.left):
        return Refusal("CJ-8.must" if s.hops > 0 else "CJ-16.must")
    return None if action == PASS else Refusal("CJ-16.only_pass")


def why_closed(box: Box, s: State, cell: int) -> Refusal:
    """Name the rule that closes a cell to the player."""
    if cell == s.left:
        return Refusal("CJ-12.back", cell)
    if s.kind[cell] == FOR_GOOD and s.colour[cell] != s.turn:
        return Refusal("CJ-11.closed", cell)
    if s.used >> cell & 1 and not box.free_chain:
        return Refusal("CJ-17.once", cell)
    return Refusal("CJ-15.solid", cell)
