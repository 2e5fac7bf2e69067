"""The pace phase: choosing a level, its price, free steps, running it (R-19, R-23 to R-26, R-36, 3.6)."""

from homestretch.engine.story import tell, whisper
from homestretch.games.fifteen_hundred.moves import begin_move
from homestretch.games.fifteen_hundred.runners import (
    FREE,
    GAIN,
    HIGHEST,
    LEVEL,
    LEVELS,
    LOWEST,
    P1,
    P2,
    PACE,
    RUN,
    Box,
    State,
    has,
    is_dummy,
    is_racing,
    line_up,
    pay,
)


def begin_pace(box: Box, s: State) -> None:
    """R-23, R-40: the order is fixed anew; all choose one after the other, or under that ruling at once."""
    line_up(box, s)
    s.phase = LEVEL
    s.points = 0
    s.to_pace = 0
    if box.simultaneous:
        for seat in range(box.seats):
            if is_racing(s, seat):
                ask_pace(box, s, seat)


def ask_pace(box: Box, s: State, seat: int) -> None:
    """R-23, R-36: let a seat choose in secret; who has no points and no free steps has no choice."""
    if is_forced(box, s, seat):
        s.level[seat] = 1
    else:
        s.to_pace |= 1 << seat


def is_forced(box: Box, s: State, runner: int) -> bool:
    """R-36: tell whether level 5 is all that a runner can choose."""
    return s.strength[runner] == 0 and free_steps(box, s, runner) == 0


def free_steps(box: Box, s: State, runner: int) -> int:
    """R-19: give how many levels a runner may go up without paying, after choosing one."""
    if box.marker:
        return 0
    if has(s, runner, P2):
        return GAIN[P2]
    return GAIN[P1] if has(s, runner, P1) else 0


def top_level(box: Box, s: State, runner: int) -> int:
    """R-25, R-19: give the highest level that may be chosen: one up, unless pushing was the raise."""
    if box.push_is_raise and s.pushed >> runner & 1:
        return s.pace[runner]
    return min(HIGHEST, s.pace[runner] + 1)


def may_run(box: Box, s: State, runner: int, level: int, free: int) -> bool:
    """R-19, R-25, R-36, R-37: tell whether a runner may choose a level and so many free steps."""
    if free > free_steps(box, s, runner) or level + free > HIGHEST:
        return False
    return level <= (LOWEST if s.strength[runner] == 0 else top_level(box, s, runner))


def price(box: Box, s: State, runner: int, level: int, free: int) -> int:
    """R-25, R-19: give what a level costs; 1 less, but not less than 0, for who runs slower than before."""
    if s.strength[runner] == 0:
        return 0
    cost = box.cost[level - LOWEST]
    if level == LOWEST or level + free >= s.pace[runner] or (box.no_push_rebate and s.pushed >> runner & 1):
        return cost
    return max(0, cost - 1)


def legal_levels(box: Box, s: State, runner: int, moves: list[int]) -> int:
    """R-25: write the levels that a runner may choose, each with each number of free steps; give how many."""
    n = 0
    for choice in range(LEVELS * FREE):
        if may_run(box, s, runner, LOWEST + choice // FREE, choice % FREE):
            moves[n] = PACE + choice
            n += 1
    return n


def choose_level(box: Box, s: State, seat: int, action: int) -> None:
    """R-23: choose a level: it is paid and run at once, or sealed until all have chosen."""
    if box.simultaneous:
        s.level[seat] = action - PACE + 1
        s.to_pace &= ~(1 << seat)
        whisper(s, "R-23.sealed", seat, LOWEST + (action - PACE) // FREE, (action - PACE) % FREE)
    else:
        s.phase = RUN
        run_level(box, s, seat, action - PACE)


def levels_chosen(box: Box, s: State) -> bool:
    """R-23: go on to who is next to choose a level, or to running them; give whether nobody is to choose."""
    if box.simultaneous:
        if s.to_pace:
            return False
        for seat in range(box.seats):
            s.shown_level[seat] = s.level[seat]
        s.phase = RUN
        return True
    runner = s.order[s.done]
    s.turn = runner
    s.done += 1
    if not is_dummy(box, runner) and not is_forced(box, s, runner):
        return False
    s.phase = RUN
    run_unasked(box, s, runner)
    return True


def run_unasked(box: Box, s: State, runner: int) -> None:
    """R-36, R-46: a runner without a choice runs: a dummy at the pace of its lap, others at level 5."""
    if is_dummy(box, runner):
        s.pace[runner] = box.dummy_pace[s.lap[runner]]
        tell(s, "R-46.dummy_pace", runner, s.pace[runner])
        begin_move(box, s, runner, s.pace[runner])
    else:
        run_level(box, s, runner, 0)


def next_run(box: Box, s: State) -> bool:
    """R-23: after a run the next runner chooses, or runs what it has chosen; give whether there is one."""
    if s.done == s.queued:
        return False
    if not box.simultaneous:
        s.phase = LEVEL
        return True
    runner = s.order[s.done]
    s.done += 1
    if is_dummy(box, runner):
        run_unasked(box, s, runner)
    else:
        run_level(box, s, runner, s.level[runner] - 1)
    return True


def run_level(box: Box, s: State, runner: int, choice: int) -> None:
    """R-24 to R-26, R-36: pay a level, set the pace, and have as many movement points."""
    level, free = LOWEST + choice // FREE, choice % FREE
    cost, before = price(box, s, runner, level, free), s.pace[runner]
    s.pace[runner] = level + free
    if s.strength[runner] == 0:
        tell(s, "R-36.drops", runner, level)
    elif level + free > before:
        tell(s, "R-25.raises", runner, level, cost)
    elif level + free < before:
        tell(s, "R-25.lowers", runner, level, cost)
    else:
        tell(s, "R-25.keeps", runner, level, cost)
    if free > 0:
        tell(s, "R-19.free", runner, free, level + free)
    pay(s, runner, cost)
    begin_move(box, s, runner, level + free)
