"""Before the race: lanes by lot or by choice, points, hands (R-46, R-47, section 3.0)."""

from homestretch.engine.story import tell
from homestretch.games.fifteen_hundred.runners import (
    DONE,
    GONE,
    HAND,
    LANE,
    LANES,
    LOTS,
    LOTS_1_TO_N,
    LOWEST,
    NONE,
    RUNNERS,
    SPACES,
    Box,
    State,
    count_bits,
    is_dummy,
)


def start(box: Box, s: State) -> None:
    """R-46: full points, pace 5, all cards in hand; nobody has a lane yet."""
    for runner in range(RUNNERS):
        s.at[runner] = GONE
        s.lap[runner] = 0
        s.strength[runner] = 0 if is_dummy(box, runner) else box.points
        s.pace[runner] = LOWEST
        s.penalty[runner] = 0
        s.hand[runner] = HAND
        s.card[runner] = 0
        s.shown_card[runner] = 0
        s.bid[runner] = 0
        s.shown_bid[runner] = 0
        s.level[runner] = 0
        s.shown_level[runner] = 0
        s.order[runner] = NONE
        s.worn[runner] = 0
        s.rank[runner] = 0
    for space in range(SPACES):
        s.space[space] = NONE
    start_clock(box, s)


def start_clock(box: Box, s: State) -> None:
    """R-38: the lap counter is set; nothing has happened."""
    s.phase = LOTS
    s.round = 0
    s.turn = NONE
    s.count = 0
    s.to_card = 0
    s.to_bid = 0
    s.to_pace = 0
    s.open_spaces = 0
    s.queued = 0
    s.done = 0
    s.points = 0
    s.pushed = 0
    s.broke = 0
    s.ranked = 0
    s.counter = box.counter
    s.led = 0
    s.ended = 0
    tell(s, "R-2.race", NONE, box.laps, box.points)


def free_lanes(box: Box, s: State) -> int:
    """R-46: give the bit set of the lanes that may be drawn, or chosen."""
    lanes = (1 << (box.runners if box.lanes == LOTS_1_TO_N else LANES)) - 1
    for runner in range(s.count):
        lanes &= ~(1 << box.lane[s.at[runner]])
    return lanes


def legal_lanes(box: Box, s: State, moves: list[int]) -> int:
    """R-46: write the lanes that are left; give how many."""
    n, free = 0, free_lanes(box, s)
    for lane in range(LANES):
        if free >> lane & 1:
            moves[n] = LANE + lane
            n += 1
    return n


def give_lane(box: Box, s: State, lane: int) -> None:
    """R-46: put the next runner at its start field."""
    s.at[s.count] = box.starts[lane]
    tell(s, "R-46.lane", s.count, lane + 1)
    s.count += 1


def last_lane(box: Box, s: State) -> bool:
    """R-46: the last lane needs no lot; give whether a lane was given."""
    free = free_lanes(box, s)
    if s.phase == DONE or s.count == box.runners or count_bits(free) > 1:
        return False
    lane = 0
    while not free >> lane & 1:
        lane += 1
    give_lane(box, s, lane)
    return True
