"""Movement: who moves, with how many points, steps, ends, the line (R-18, R-20, R-22, R-30 to R-39)."""

from homestretch.engine.story import tell
from homestretch.games.fifteen_hundred.bidding import extra
from homestretch.games.fifteen_hundred.reach import ahead, can_go
from homestretch.games.fifteen_hundred.runners import (
    COST,
    FORWARD,
    INWARD,
    MF,
    MOVE,
    NONE,
    STEP,
    STOP,
    Box,
    State,
    is_home,
    line_up,
)


def begin_moves(box: Box, s: State) -> None:
    """R-20, R-40: all move from first to last, before them who moves first (R-18)."""
    line_up(box, s)
    s.phase = MOVE
    s.points = 0
    first = s.space[MF]
    if first == NONE:
        return
    i = s.queued - 1
    while s.order[i] != first:
        i -= 1
    while i > 0:
        s.order[i] = s.order[i - 1]
        i -= 1
    s.order[0] = first
    tell(s, "R-18.first", first)


def next_mover(box: Box, s: State) -> bool:
    """R-20: let the next runner move by its card; give whether there was one."""
    if s.done == s.queued:
        return False
    runner = s.order[s.done]
    s.done += 1
    begin_move(box, s, runner, s.card[runner] + extra(s, runner))
    return True


def begin_move(box: Box, s: State, runner: int, points: int) -> None:
    """3.4, R-30, R-34: take the penalty off; who has nothing left or cannot go stays where it is."""
    s.turn = runner
    lost = min(points, s.penalty[runner])
    s.points = points - lost
    if s.penalty[runner] > 0:
        tell(s, "R-30.lost", runner, lost, s.points)
    s.penalty[runner] = s.penalty[runner] - lost if box.carry_excess else 0
    end_if_stuck(box, s)


def end_if_stuck(box: Box, s: State) -> None:
    """R-34: who is boxed in loses the rest of the points."""
    if s.points > 0 and not can_go(box, s):
        tell(s, "R-34.boxed_in", s.turn, s.points)
        s.points = 0


def go(box: Box, s: State, action: int) -> None:
    """R-22, R-31, R-35: end the move on a field, take a step, or stop."""
    if action == STOP:
        tell(s, "R-22.stops", s.turn, s.points)
        s.points = 0
    elif action >= STEP:
        step(box, s, action - STEP)
    else:
        run_to(box, s, action)


def run_to(box: Box, s: State, span: int) -> None:
    """R-31: end the move so many fields further on in running order."""
    runner = s.turn
    if span == 0:
        tell(s, "R-22.stays", runner, s.points)
    else:
        field = s.at[runner] + span
        if field >= box.fields and not is_home(box, s, runner):
            field -= box.fields
        put(box, s, runner, field)
        tell(s, "R-31.moves", runner, field, s.points)
    s.points = 0


def step(box: Box, s: State, way: int) -> None:
    """R-31, R-35: take one step, which is final."""
    runner = s.turn
    field = ahead(box, is_home(box, s, runner), s.at[runner], way)
    s.points -= COST[way]
    put(box, s, runner, field)
    if way == FORWARD:
        tell(s, "R-31.forward", runner, field, s.points)
    elif way == INWARD:
        tell(s, "R-31.inward", runner, field, s.points)
    else:
        tell(s, "R-31.outward", runner, field, s.points)
    end_if_stuck(box, s)


def put(box: Box, s: State, runner: int, field: int) -> None:
    """R-39: put a runner on a field ahead; it may have passed the line to get there."""
    was = s.at[runner]
    s.at[runner] = field
    if field >= box.fields:
        if was < box.fields:
            tell(s, "R-39.finish", runner)
            pass_line(s, s.lap[runner] + 1)
    elif field < was:
        s.lap[runner] += 1
        tell(s, "R-39.line", runner, s.lap[runner])
        pass_line(s, s.lap[runner])


def pass_line(s: State, laps: int) -> None:
    """R-38: the first runner to complete a lap turns the counter down; at 0 the last lap begins (R-43)."""
    if laps <= s.led:
        return
    s.led = laps
    if s.counter > 0:
        s.counter -= 1
        tell(s, "R-38.counter", NONE, s.counter)
        if s.counter == 0:
            tell(s, "R-43.board", NONE)
