"""1500 m: a race of three laps and three quarters. A round by sections 3.5 to 3.7.

runners.py holds the position, setup.py the lots, bidding.py cards, bids and actions, reach.py where a runner
may go, moves.py the moves, pace.py the pace, extra.py finish and costs, hidden.py what a seat does not know,
refusals.py why not. Rule ids R-n are the numbered points of section 2 of the rule document.
"""

from homestretch.engine.contract import CHANCE
from homestretch.engine.story import tell
from homestretch.games.fifteen_hundred.bidding import (
    all_chosen,
    begin_round,
    cards_drawn,
    choose,
    clear_spaces,
    decline,
    give_card,
    legal_cards,
    legal_choices,
    legal_takes,
    most_push,
    next_taker,
    open_space,
    push,
    spaces_drawn,
    take,
    take_back_cards,
)
from homestretch.games.fifteen_hundred.extra import end_phase, extra_costs, finish, place, score
from homestretch.games.fifteen_hundred.hidden import guess
from homestretch.games.fifteen_hundred.moves import begin_moves, go, next_mover
from homestretch.games.fifteen_hundred.pace import (
    begin_pace,
    choose_level,
    legal_levels,
    levels_chosen,
    next_run,
)
from homestretch.games.fifteen_hundred.reach import furthest, legal_ends, legal_steps
from homestretch.games.fifteen_hundred.refusals import why_not
from homestretch.games.fifteen_hundred.runners import (
    CARD,
    CHOOSE,
    DECLINE,
    DONE,
    DRAW_CARDS,
    DRAW_SPACES,
    EXTRA,
    FIRST_CARD,
    LANE,
    LEVEL,
    LIMIT,
    LOTS,
    MOST_ROUNDS,
    MOVE,
    NONE,
    PUSH,
    PUSHING,
    REASONS,
    RUN,
    SPACES,
    TAKE,
    TAKING,
    WINDOW,
    Box,
    State,
    choosing,
    is_dummy,
    to_move,
)
from homestretch.games.fifteen_hundred.setup import give_lane, last_lane, legal_lanes, start

__all__ = [
    "ACTIONS",
    "LENGTH",
    "REASONS",
    "SEATS",
    "VERSION",
    "WIDTH",
    "State",
    "apply",
    "final",
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
SEATS = (3, 8)
ACTIONS, WIDTH = 305, WINDOW
LENGTH = 20_000  # 8 lots, 60 rounds of 12 draws and, for each of 8, 5 choices and 29 steps


def pending(box: Box, s: State) -> int:
    """Give the bit set of the seats that may act: all that have yet to choose, or the one to move."""
    waiting = choosing(s)
    if waiting:
        return waiting
    who = to_move(box, s)
    return 1 << who if who >= 0 else 0


def legal(box: Box, s: State, seat: int, moves: list[int]) -> int:
    """Write the legal actions into moves; give how many."""
    if s.phase in (MOVE, RUN):
        return legal_moves(box, s, moves)
    if s.phase == CHOOSE:
        return legal_choices(box, s, seat, moves)
    if s.phase == LEVEL:
        return legal_levels(box, s, seat, moves)
    if s.phase == TAKING:
        return legal_takes(box, s, moves)
    if s.phase == PUSHING:
        return legal_pushes(s, moves)
    if s.phase == DRAW_CARDS:
        return legal_cards(s, moves)
    if s.phase == DRAW_SPACES:
        return legal_spaces(s, moves)
    return legal_lanes(box, s, moves)


def legal_moves(box: Box, s: State, moves: list[int]) -> int:
    """R-35: write the ends or steps of the runner on the move; a dummy has one end (3.9)."""
    if is_dummy(box, s.turn):
        return furthest(box, s, moves)
    return legal_ends(box, s, moves) if box.friendly else legal_steps(box, s, moves)


def legal_pushes(s: State, moves: list[int]) -> int:
    """R-19: write how far the pace may be pushed up; give how many ways there are."""
    n = most_push(s, s.turn) + 1
    for levels in range(n):
        moves[levels] = PUSH + levels
    return n


def legal_spaces(s: State, moves: list[int]) -> int:
    """R-10: write the actions that may come into play; give how many."""
    n = 0
    for space in range(SPACES):
        if not s.open_spaces >> space & 1:
            moves[n] = TAKE + space
            n += 1
    return n


def apply(box: Box, s: State, seat: int, action: int) -> None:
    """Carry out a legal action, and all that follows from it without a decision."""
    if s.phase in (MOVE, RUN):
        go(box, s, action)
    elif s.phase == CHOOSE:
        choose(s, seat, action)
    elif s.phase == LEVEL:
        choose_level(box, s, seat, action)
    else:
        take_or_draw(box, s, action)
    while goes_on(box, s):
        pass


def take_or_draw(box: Box, s: State, action: int) -> None:
    """Carry out an action or draw that is open to all."""
    if s.phase == DRAW_SPACES:
        open_space(s, action - TAKE)
    elif s.phase == DRAW_CARDS:
        give_card(s, s.turn, FIRST_CARD + action - CARD)
    elif s.phase == PUSHING:
        push(s, action - PUSH)
    elif s.phase == LOTS:
        give_lane(box, s, action - LANE)
    elif action == DECLINE:
        decline(s)
    else:
        take(box, s, action - TAKE)


def goes_on(box: Box, s: State) -> bool:
    """Do the next thing that needs no decision; give whether there may be more."""
    if s.phase in (MOVE, RUN):
        return moves_on(box, s)
    if s.phase == CHOOSE:
        return all_chosen(box, s)
    if s.phase == LEVEL:
        return levels_chosen(box, s)
    if s.phase == TAKING:
        return next_taker(box, s)
    if s.phase == DRAW_SPACES:
        return spaces_drawn(box, s)
    return changes_phase(box, s)


def moves_on(box: Box, s: State) -> bool:
    """R-20, R-23: the move goes on while there are points; then the next runner, then the next phase."""
    if s.points > 0:
        return False
    if s.phase == MOVE:
        if not next_mover(box, s):
            end_cards(box, s)
    elif not next_run(box, s):
        end_pace(box, s)
    return True


def changes_phase(box: Box, s: State) -> bool:
    """3.5 to 3.7: go from lots to the first round, from cards to moves, from costs to the next round."""
    if s.phase == LOTS:
        return leaves_lots(box, s)
    if s.phase == DRAW_CARDS:
        if not cards_drawn(box, s):
            return False
        begin_moves(box, s)
        return True
    if s.phase != EXTRA:
        return False
    extra_costs(box, s)
    if s.round == MOST_ROUNDS:
        finish(s, LIMIT)
    else:
        begin_round(box, s)
    return True


def leaves_lots(box: Box, s: State) -> bool:
    """R-46, R-47: once all have a lane the race begins."""
    if s.count < box.runners:
        return last_lane(box, s)
    tell(s, "R-47.start", NONE)
    begin_round(box, s)
    return True


def end_cards(box: Box, s: State) -> None:
    """3.5: the card phase is over: finishers, cards and actions."""
    end_phase(box, s)
    take_back_cards(box, s)
    clear_spaces(s, False)
    if s.phase != DONE:
        begin_pace(box, s)


def end_pace(box: Box, s: State) -> None:
    """3.6: the pace phase is over: finishers and the free levels."""
    s.phase = EXTRA
    clear_spaces(s, True)
    end_phase(box, s)


def seen(box: Box, s: State, seat: int, action: int) -> int:
    """Give who may know an action: what is chosen in secret only its seat, all else everybody."""
    if seat != CHANCE and choosing(s):
        return 1 << seat
    return (1 << box.seats) - 1


def final(box: Box) -> str:
    """Give the rule by which nothing can be taken back, "" where there is none (R-35)."""
    return "" if box.friendly else "R-35"


def reason(box: Box, s: State) -> int:
    """R-3: give why the race is over; 0 while it goes on."""
    return s.ended
