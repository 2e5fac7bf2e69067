"""Steps and moves: where a runner may go, through whom, and how far (R-18, R-31 to R-34, 3.4, 4.3)."""

from homestretch.games.fifteen_hundred.runners import (
    COST,
    END,
    FORWARD,
    INWARD,
    NONE,
    OUTWARD,
    RUNNERS,
    STEP,
    STOP,
    WINDOW,
    Box,
    State,
    is_ghost,
    is_home,
    key_at,
)

NO_FIELD, WAYS = -1, 3
TAKEN = 99
"""Stands in `reach` for a field on which another stands; else 1 more than the points left there, or 0."""


def holder(s: State, field: int) -> int:
    """R-33: give the runner that stands on a field, or NONE; a lapped runner stands there all the same."""
    for runner in range(RUNNERS):
        if s.at[runner] == field:
            return runner
    return NONE


def keeps_lane(box: Box, s: State, runner: int, field: int) -> bool:
    """4.6: tell whether a runner may not change lanes on a field: in the first bend of the 800 m."""
    return s.lap[runner] == 0 and field < box.staggered


def ahead(box: Box, home: int, field: int, way: int) -> int:
    """4.3: give the field one step ahead, NO_FIELD where there is none."""
    jump = box.jumps[field][WAYS * home + way]
    if jump == 0:
        return NO_FIELD
    return field + jump if home or field + jump < box.fields else field + jump - box.fields


def is_squeezed(box: Box, s: State, home: int, field: int, way: int) -> bool:
    """R-33: tell whether a diagonal step would pass between two runners standing corner to corner."""
    if way == FORWARD or not box.corners[field] >> way & 1:
        return False
    beside = field - 1 if way == INWARD else field + 1
    return holder(s, ahead(box, home, field, FORWARD)) != NONE and holder(s, beside) != NONE


def lands(box: Box, s: State, home: int, field: int, points: int) -> bool:
    """R-18: tell whether a field is free, or a free one can be reached from it through others."""
    if holder(s, field) == NONE:
        return True
    for way in range(WAYS):
        target = ahead(box, home, field, way)
        if points >= COST[way] and target != NO_FIELD and lands(box, s, home, target, points - COST[way]):
            return True
    return False


def may_step(box: Box, s: State, way: int) -> bool:
    """R-31, R-33: tell whether the runner on the move may take a step: a field ahead, free and affordable."""
    runner = s.turn
    field, home = s.at[runner], is_home(box, s, runner)
    target, left = ahead(box, home, field, way), s.points - COST[way]
    if left < 0 or target == NO_FIELD or (way != FORWARD and keeps_lane(box, s, runner, field)):
        return False
    if is_ghost(s, runner):
        return lands(box, s, home, target, left)
    if box.no_squeeze and is_squeezed(box, s, home, field, way):
        return False
    return holder(s, target) == NONE


def can_go(box: Box, s: State) -> bool:
    """R-34: tell whether the runner on the move can take any step."""
    return may_step(box, s, FORWARD) or may_step(box, s, INWARD) or may_step(box, s, OUTWARD)


def is_through(s: State, runner: int) -> bool:
    """R-18: tell whether a runner is on another's field, which it must leave."""
    for other in range(RUNNERS):
        if other != runner and s.at[other] == s.at[runner]:
            return True
    return False


def legal_steps(box: Box, s: State, moves: list[int]) -> int:
    """R-31, R-35: write the steps that the runner on the move may take, and stopping; give how many."""
    n = 0
    for way in range(WAYS):
        if may_step(box, s, way):
            moves[n] = STEP + way
            n += 1
    if not is_through(s, s.turn):
        moves[n] = STOP
        n += 1
    return n


def mark_others(box: Box, s: State, runner: int, mark: int, reach: list[int]) -> None:
    """R-33: write a mark for every field ahead on which another stands."""
    home, own = is_home(box, s, runner), s.at[runner]
    for other in range(box.runners):
        span = s.at[other] - own
        if s.at[other] >= 0 and other != runner and (home or s.at[other] < box.fields):
            if span < 0 and not home:
                span += box.fields
            if 0 < span < WINDOW:
                reach[span] = mark


def spread(box: Box, s: State, reach: list[int]) -> int:
    """3.4: write per field ahead 1 more than the points left there, 0 if out of reach; give the farthest.

    Fields are in running order, so that all ways to a field are known when its turn comes.
    """
    runner = s.turn
    home, ghost, own = is_home(box, s, runner), is_ghost(s, runner), int(s.at[runner])
    narrow = box.staggered if s.lap[runner] == 0 else 0
    tight = box.no_squeeze != 0 and not ghost
    for span in range(WINDOW):
        reach[span] = 0
    if not ghost:
        mark_others(box, s, runner, TAKEN, reach)
    reach[0] = s.points + 1
    span, last = 0, 0
    while span <= last:
        if 1 < reach[span] < TAKEN:
            field = own + span if home or own + span < box.fields else own + span - box.fields
            ways = 1 if field < narrow and own + span < box.fields else WAYS
            last = max(last, expand(box, s, home, field, ways, tight, span, reach))
        span += 1
    if ghost:
        mark_others(box, s, runner, 0, reach)
    return last


def expand(
    box: Box, s: State, home: int, field: int, ways: int, tight: bool, span: int, reach: list[int]
) -> int:
    """4.3: take every step from a field that was reached; give the farthest end of them."""
    farthest = 0
    for way in range(ways):
        end = span + box.jumps[field][WAYS * home + way]
        left = reach[span] - COST[way]
        if reach[end] < left and not (tight and is_squeezed(box, s, home, field, way)):
            reach[end] = left
            farthest = max(farthest, end)
    return farthest


def legal_ends(box: Box, s: State, moves: list[int]) -> int:
    """R-22, R-31: write where the runner on the move may end, its own field included; give how many."""
    last, n = spread(box, s, moves), 0
    for span in range(last + 1):
        left = moves[span]  # without a branch, which the processor could not foresee: a tenth faster
        moves[n] = END + span
        n += 1 if 0 < left < TAKEN else 0
    return n


def furthest(box: Box, s: State, moves: list[int]) -> int:
    """3.9: write the one end of a dummy: the best place that it can reach."""
    n, best, pick = legal_ends(box, s, moves), NONE, 0
    for i in range(n):
        field, lap = s.at[s.turn] + moves[i], s.lap[s.turn]
        if field >= box.fields and not is_home(box, s, s.turn):
            field -= box.fields
            lap += 1
        if key_at(box, lap, field) > best:
            best = key_at(box, lap, field)
            pick = moves[i]
    moves[0] = pick
    return 1
