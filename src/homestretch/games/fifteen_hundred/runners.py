"""1500 m's box and position: track, costs, rulings; runners, cards, bids, actions, whose turn it is.

A runner is its number: the seats come first, then the dummies. A field is its number in running order
from the finish line; the fields of the finish board follow those of the lap. A lane here is 0..7.
"""

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.state import ALL, OWNER, array, box, num, state, table
from homestretch.engine.story import tell

RUNNERS, LANES, SPACES, CARDS, BIDS = 8, 8, 7, 4, 8
MOST_FIELDS, LAP_KEYS = 912, 1024
MOST_ROUNDS, WINDOW = 60, 240
"""The latest round, and how many fields a move may span in running order."""
FIRST_CARD, LOWEST, HIGHEST, LEVELS, FREE = 8, 5, 14, 10, 3
HAND = (1 << CARDS) - 1
ALL_SPACES = (1 << SPACES) - 1
NONE, GONE, OUT = -1, -1, 9
"""Nobody; where a runner is that has left the track; the rank of a dummy that has crossed the line."""

# Actions. An end field is how many fields further on it is in running order, 0 for staying.
END, STEP, STOP, LANE = 0, 240, 243, 244
CARD, BID, TAKE, DECLINE, PUSH, PACE = 252, 256, 264, 271, 272, 275
"""PACE plus FREE times the level above LOWEST, plus the free steps."""
FORWARD, INWARD, OUTWARD = 0, 1, 2
COST = (1, 1, 2)

# The spaces of the extra actions, and what they give.
M2, M3, P1, P2, R3, R4, MF = 0, 1, 2, 3, 4, 5, 6
GAIN = (2, 3, 1, 2, 3, 4, 1)

# What must be decided now.
LOTS, DRAW_SPACES, CHOOSE, TAKING, PUSHING, DRAW_CARDS = 0, 1, 2, 3, 4, 5
MOVE, LEVEL, RUN, EXTRA, DONE = 6, 7, 8, 9, 10
# Rulings, in the order of their values in box.py.
LOTS_1_TO_N, LOTS_1_TO_8, CHOSEN = 0, 1, 2
REASONS = ("", "R-3.winner", "R-3.medals", "R-3.all_in", "R-3.last_left", "R-3.limit")
WINNER, MEDALS, ALL_IN, LAST_LEFT, LIMIT = 1, 2, 3, 4, 5


@box
class Box:
    """The track, the costs and the rulings."""

    seats: int = num()
    runners: int = num()
    """The seats and the dummies."""
    fields: int = num()
    """How many fields a lap has, the finish board not counted."""
    lane: tuple[int, ...] = table(MOST_FIELDS)
    section: tuple[int, ...] = table(MOST_FIELDS)
    index: tuple[int, ...] = table(MOST_FIELDS)
    """Per field its lane, its section (6 for the finish board) and its place there."""
    jumps: tuple[tuple[int, ...], ...] = table(MOST_FIELDS, 6, pad=0)
    """Per field, per way and again per way for the last lap: how far a step leads, 0 for none."""
    corners: tuple[int, ...] = table(MOST_FIELDS, pad=0)
    """Per field: bit 1 where the inward step passes a corner of four fields, bit 2 for the outward step."""
    key: tuple[tuple[int, ...], ...] = table(2, MOST_FIELDS)
    """Per field its place in the race order of a lap, higher is better; then the same at the 800 m start."""
    starts: tuple[int, ...] = table(LANES)
    half: tuple[int, ...] = table(LANES)
    laps: int = num()
    counter: int = num()
    """What the lap counter shows at the start."""
    points: int = num()
    staggered: int = num()
    """How many fields the first bend has where lanes are kept in it, else 0."""
    cost: tuple[int, ...] = table(LEVELS)
    wear_at: tuple[int, ...] = table(3)
    wear_pay: tuple[int, ...] = table(3)
    medal_pay: tuple[int, ...] = table(3)
    dummy_pace: tuple[int, ...] = table(4)
    end_after: int = num()
    """After how many ranks the race is over."""
    capped_bids: int = num()
    may_decline: int = num()
    fewer_spaces: int = num()
    all_lowest_lose: int = num()
    lone_takes: int = num()
    broke_latch: int = num()
    no_cap: int = num()
    marker: int = num()
    push_is_raise: int = num()
    no_push_rebate: int = num()
    simultaneous: int = num()
    leader_free: int = num()
    """1 where nobody pays for the lead once somebody has finished."""
    carry_excess: int = num()
    no_squeeze: int = num()
    friendly: int = num()
    """1 where a move is one action, its end field."""
    finishers_stay: int = num()
    last_runs_on: int = num()
    lanes: int = num()
    wear: int = num()
    medal_pressure: int = num()


@state
class State:
    """Runners, cards, bids, actions and the move so far."""

    phase: int = num(sees=ALL)
    round: int = num(sees=ALL)
    turn: int = num(sees=ALL)
    """The runner that takes, moves or chooses a pace."""
    count: int = num(sees=ALL)
    """How many lots, or cards of dummies, have been drawn."""
    at: list[int] = array(RUNNERS, kind="i2", sees=ALL)
    """Per runner its field, or GONE."""
    lap: list[int] = array(RUNNERS, sees=ALL)
    """Per runner how often it has passed the line; on the finish board still the last lap."""
    strength: list[int] = array(RUNNERS, kind="i2", sees=ALL)
    """Per runner its mental strength points."""
    pace: list[int] = array(RUNNERS, sees=ALL)
    penalty: list[int] = array(RUNNERS, kind="i2", sees=ALL)
    hand: list[int] = array(RUNNERS, sees=ALL)
    """Per runner the bit set of the movement cards that do not lie open."""
    card: list[int] = array(RUNNERS, sees=OWNER)
    """Per runner the card chosen in this round, 0 before."""
    shown_card: list[int] = array(RUNNERS, sees=ALL)
    bid: list[int] = array(RUNNERS, sees=OWNER)
    """Per runner the bid of this round, 0 for none."""
    shown_bid: list[int] = array(RUNNERS, sees=ALL)
    level: list[int] = array(RUNNERS, sees=OWNER)
    """Per runner the pace chosen where all choose at once: 1 more than the action after PACE, 0 for none."""
    shown_level: list[int] = array(RUNNERS, sees=ALL)
    to_card: int = num("i2", sees=ALL)
    to_bid: int = num("i2", sees=ALL)
    to_pace: int = num("i2", sees=ALL)
    """Bit sets of the seats that have yet to choose a card, a bid, a pace."""
    open_spaces: int = num("i2", sees=ALL)
    """Bit set of the extra actions that are in play in this round."""
    space: list[int] = array(SPACES, sees=ALL)
    """Per extra action the runner that has taken it, or NONE."""
    order: list[int] = array(RUNNERS, sees=ALL)
    """Who acts in this phase, one after the other."""
    queued: int = num(sees=ALL)
    done: int = num(sees=ALL)
    """How many are in that order, and how many of them have begun."""
    points: int = num(sees=ALL)
    """How many movement points the runner on the move has left."""
    pushed: int = num("i2", sees=ALL)
    """Bit set of the runners whose pace was pushed up in this round."""
    broke: int = num("i2", sees=ALL)
    """Bit set of the runners that have been without points at any moment."""
    worn: list[int] = array(RUNNERS, sees=ALL)
    """Per runner the bit set of the marks of wear that it has paid for."""
    rank: list[int] = array(RUNNERS, sees=ALL)
    """Per runner its place, 0 while it is racing, OUT for a dummy that has crossed."""
    ranked: int = num(sees=ALL)
    counter: int = num(sees=ALL)
    """What the lap counter shows."""
    led: int = num(sees=ALL)
    """How often the first runner has passed the line."""
    ended: int = num(sees=ALL)
    """Why the race is over, as an index into REASONS."""


def to_move(box: Box, s: State) -> int:
    """Give the seat that is to act, CHANCE or OVER; where all choose at once the lowest still to choose."""
    if s.phase == DONE:
        return OVER
    waiting = choosing(s)
    if waiting:
        seat = 0
        while not waiting >> seat & 1:
            seat += 1
        return seat
    if s.phase in (DRAW_SPACES, DRAW_CARDS) or (s.phase == LOTS and box.lanes != CHOSEN):
        return CHANCE
    who = s.count if s.phase == LOTS else s.turn
    return who if who < box.seats else CHANCE


def choosing(s: State) -> int:
    """R-4, R-23: give the bit set of the seats that have yet to choose where all do at once."""
    if s.phase == CHOOSE:
        return s.to_card | s.to_bid
    return s.to_pace if s.phase == LEVEL else 0


def is_racing(s: State, runner: int) -> bool:
    """R-45: tell whether a runner is still in the race."""
    return s.rank[runner] == 0


def is_dummy(box: Box, runner: int) -> bool:
    """R-46: tell whether a runner is a dummy, which has no points and no bids."""
    return runner >= box.seats


def is_home(box: Box, s: State, runner: int) -> int:
    """R-43: give 1 for a runner whose next passage of the line, or last one, is the finish."""
    return 1 if s.lap[runner] == box.laps - 1 else 0


def has(s: State, runner: int, space: int) -> bool:
    """R-10: tell whether a runner has taken an extra action."""
    return s.space[space] == runner


def is_ghost(s: State, runner: int) -> bool:
    """R-18: tell whether a runner may run through others now."""
    return s.phase == MOVE and has(s, runner, MF)


def key_at(box: Box, lap: int, field: int) -> int:
    """R-41: give a number that is the higher the better a field is placed in a lap."""
    row = 1 if box.staggered and lap == 0 else 0
    return LAP_KEYS * lap + box.key[row][field]


def key(box: Box, s: State, runner: int) -> int:
    """3.2, R-41, R-42: give a runner's place in the race order, higher is better; no two are equal."""
    return key_at(box, s.lap[runner], s.at[runner])


def line_up(box: Box, s: State) -> None:
    """R-40: order those who race from first to last."""
    s.queued = 0
    s.done = 0
    for runner in range(box.runners):
        if is_racing(s, runner):
            put_in_order(box, s, runner)


def put_in_order(box: Box, s: State, runner: int) -> None:
    """R-40: put a runner where it belongs among those in order so far."""
    mine = key(box, s, runner)
    i = s.queued
    while i > 0 and key(box, s, s.order[i - 1]) < mine:
        s.order[i] = s.order[i - 1]
        i -= 1
    s.order[i] = runner
    s.queued += 1


def pay(s: State, runner: int, cost: int) -> None:
    """3.3, R-30: take points off; each point that is missing is a movement point off the next move."""
    short = cost - s.strength[runner]
    s.strength[runner] = max(0, -short)
    if short > 0:
        s.penalty[runner] += short
        tell(s, "R-30.short", runner, short, s.penalty[runner])
    if s.strength[runner] == 0:
        s.broke |= 1 << runner


def count_bits(bits: int) -> int:
    """Give how many bits are set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n
