"""Why an action is refused: the rule that forbids it. Interpreted only."""

from functools import lru_cache

from homestretch.engine.contract import CHANCE, OVER, Refusal
from homestretch.games.fifteen_hundred.bidding import highest_bid, is_free, most_push
from homestretch.games.fifteen_hundred.pace import free_steps, top_level
from homestretch.games.fifteen_hundred.reach import (
    NO_FIELD,
    TAKEN,
    ahead,
    furthest,
    holder,
    is_squeezed,
    is_through,
    keeps_lane,
    lands,
    spread,
)
from homestretch.games.fifteen_hundred.runners import (
    BID,
    BIDS,
    CARD,
    CARDS,
    CHOOSE,
    COST,
    DECLINE,
    DRAW_CARDS,
    DRAW_SPACES,
    FIRST_CARD,
    FORWARD,
    FREE,
    GONE,
    HIGHEST,
    LANE,
    LANES,
    LEVEL,
    LEVELS,
    LOTS,
    LOWEST,
    MF,
    MOVE,
    NONE,
    PACE,
    PUSH,
    PUSHING,
    RUN,
    SPACES,
    STEP,
    STOP,
    TAKE,
    TAKING,
    WINDOW,
    Box,
    State,
    choosing,
    is_dummy,
    is_ghost,
    is_home,
    is_racing,
    to_move,
)
from homestretch.games.fifteen_hundred.setup import free_lanes


def why_not(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """Give the rule that forbids an action; None exactly for what `legal` lists."""
    waiting = choosing(s)
    if not waiting or seat == CHANCE:
        who = to_move(box, s)
        if who == OVER:
            return Refusal("R-3.over")
        if seat != who:
            return not_now(s, who)
    elif seat < 0 or not waiting >> seat & 1:
        return has_chosen(box, s, seat)
    return why_not_now(box, s, seat, action)


def not_now(s: State, who: int) -> Refusal:
    """R-8, R-20, R-23: it is another's turn, or chance's, or all choose a card and a bid."""
    if who == CHANCE:
        return Refusal("R-46.wait")
    if s.phase in (CHOOSE, LEVEL) and choosing(s):
        return Refusal("R-4.wait")
    if s.phase in (TAKING, PUSHING):
        return Refusal("R-8.turn", who)
    if s.phase == LOTS:
        return Refusal("R-46.turn", who)
    return Refusal("R-20.turn" if s.phase == MOVE else "R-23.turn", who)


def has_chosen(box: Box, s: State, seat: int) -> Refusal:
    """R-4, R-23, R-45: a seat has chosen, or is out of the race."""
    if not 0 <= seat < box.seats:
        return Refusal("R-4.wait")
    if not is_racing(s, seat):
        return Refusal("R-45.out", s.rank[seat])
    return Refusal("R-23.chosen" if s.phase == LEVEL else "R-4.chosen")


def why_not_now(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """Give the rule that forbids an action to who is to act."""
    if s.phase in (MOVE, RUN):
        return why_no_move(box, s, action)
    if s.phase == CHOOSE:
        return why_no_choice(box, s, seat, action)
    if s.phase == LEVEL:
        return why_no_level(box, s, seat, action)
    if s.phase == TAKING:
        return why_no_take(box, s, action)
    return why_no_draw(box, s, action)


def why_no_draw(box: Box, s: State, action: int) -> Refusal | None:
    """R-10, R-19, R-46: what is not left to draw, or to push."""
    if s.phase == DRAW_CARDS:
        fits = 0 <= action - CARD < CARDS and s.hand[s.turn] >> action - CARD & 1
        return None if fits else Refusal("R-46.card")
    if s.phase == DRAW_SPACES:
        fits = 0 <= action - TAKE < SPACES and not s.open_spaces >> action - TAKE & 1
        return None if fits else Refusal("R-10.draw")
    if s.phase == PUSHING:
        most = most_push(s, s.turn)
        return None if 0 <= action - PUSH <= most else Refusal("R-19.push", most)
    if not 0 <= action - LANE < LANES:
        return Refusal("R-46.choose")
    return None if free_lanes(box, s) >> action - LANE & 1 else Refusal("R-46.lane_taken", action - LANE + 1)


def why_no_choice(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """R-4, R-6, R-7, R-21: a card of the own hand first, then a bid."""
    if s.to_card >> seat & 1:
        card = action - CARD
        if not 0 <= card < CARDS:
            return Refusal("R-4.card_first")
        return None if s.hand[seat] >> card & 1 else Refusal("R-21.used", FIRST_CARD + card)
    bid = action - BID + 1
    if not 1 <= bid <= BIDS:
        return Refusal("R-7.must")
    return None if bid <= highest_bid(box, s, seat) else Refusal("R-6.capped", bid, s.strength[seat])


def why_no_take(box: Box, s: State, action: int) -> Refusal | None:
    """R-9, R-10: a free space that is in play; declining only under that ruling."""
    if action == DECLINE:
        return None if box.may_decline else Refusal("R-9.must")
    space = action - TAKE
    if not 0 <= space < SPACES:
        return Refusal("R-9.take")
    if is_free(s, space):
        return None
    taken = s.space[space] != NONE
    return Refusal("R-10.blocked", space, s.space[space]) if taken else Refusal("R-10.not_in_play", space)


def why_no_level(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """R-19, R-24, R-25, R-36: what a runner may not choose as its pace."""
    if not 0 <= action - PACE < LEVELS * FREE:
        return Refusal("R-25.choose")
    level, free = LOWEST + (action - PACE) // FREE, (action - PACE) % FREE
    if free > free_steps(box, s, seat):
        return Refusal("R-19.free_steps", free_steps(box, s, seat))
    if level + free > HIGHEST:
        return Refusal("R-24.highest", HIGHEST)
    if s.strength[seat] == 0:
        return None if level == LOWEST else Refusal("R-36.five", LOWEST)
    top = top_level(box, s, seat)
    if level <= top:
        return None
    return Refusal("R-19.pushed" if top == s.pace[seat] else "R-25.one_up", s.pace[seat], top)


def why_no_move(box: Box, s: State, action: int) -> Refusal | None:
    """R-31 to R-35: why the runner may not go there."""
    if is_dummy(box, s.turn):
        moves = [0] * WINDOW
        furthest(box, s, moves)
        return None if action == moves[0] else Refusal("R-46.dummy_moves")
    if box.friendly:
        return why_no_end(box, s, action) if 0 <= action < WINDOW else Refusal("R-35.end")
    if action == STOP:
        return Refusal("R-18.go_on") if is_through(s, s.turn) else None
    if not 0 <= action - STEP < len(COST):
        return Refusal("R-35.step")
    return why_no_step(box, s, action - STEP)


def why_no_step(box: Box, s: State, way: int) -> Refusal | None:
    """R-31, R-33, R-18: no field, no points, a runner in the way."""
    runner = s.turn
    field, home = s.at[runner], is_home(box, s, runner)
    target, left = ahead(box, home, field, way), s.points - COST[way]
    if target == NO_FIELD:
        return Refusal("R-43.edge" if way == FORWARD else "R-31.edge", box.lane[field] + 1)
    if way != FORWARD and keeps_lane(box, s, runner, field):
        return Refusal("R-2.keep_lane")
    if left < 0:
        return Refusal("R-31.cost", COST[way], s.points)
    if is_ghost(s, runner):
        return None if lands(box, s, home, target, left) else Refusal("R-18.no_end", target)
    if holder(s, target) != NONE:
        return Refusal("R-33.taken", target, holder(s, target))
    if box.no_squeeze and is_squeezed(box, s, home, field, way):
        return Refusal("R-33.squeeze", target)
    return None


def why_no_end(box: Box, s: State, span: int) -> Refusal | None:
    """R-31, R-33: out of reach, taken, or all ways there are blocked."""
    runner = s.turn
    reached, free = _ends(box, *_position(s)), _ends(box, *_position(s)[:3], alone(s), 0)
    if 0 < reached[span] < TAKEN:
        return None
    field = s.at[runner] + span
    if field >= box.fields and not is_home(box, s, runner):
        field -= box.fields
    if field >= len(box.lane) or box.lane[field] < 0:
        return Refusal("R-43.no_field")
    if holder(s, field) != NONE:
        return Refusal("R-33.taken", field, holder(s, field))
    return Refusal("R-33.no_way", field) if free[span] else Refusal("R-31.far", field, s.points)


Position = tuple[int, int, int, tuple[int, ...], int]


def _position(s: State) -> Position:
    """Give all that the ends of the runner on the move depend on."""
    return s.turn, s.lap[s.turn], s.points, tuple(s.at), int(is_ghost(s, s.turn))


def alone(s: State) -> tuple[int, ...]:
    """Give where all stand when only the runner on the move is on the track."""
    return tuple(s.at[runner] if runner == s.turn else GONE for runner in range(len(s.at)))


@lru_cache(maxsize=64)
def _ends(box: Box, turn: int, lap: int, points: int, at: tuple[int, ...], ghost: int) -> list[int]:
    s = State()
    s.turn, s.points, s.phase = turn, points, MOVE if ghost else RUN
    s.at[:], s.lap[turn] = at, lap
    s.space[MF] = turn if ghost else NONE
    reach = [0] * WINDOW
    spread(box, s, reach)
    return reach
