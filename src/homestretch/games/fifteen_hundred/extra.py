"""The end of a phase and of a round: finishers, medals, the cost of the lead, wear (R-1, R-3, R-27, R-44)."""

from homestretch.engine.story import tell
from homestretch.games.fifteen_hundred.runners import (
    ALL_IN,
    DONE,
    GONE,
    LAST_LEFT,
    MEDALS,
    NONE,
    OUT,
    REASONS,
    RUNNERS,
    WINNER,
    Box,
    State,
    is_dummy,
    is_racing,
    key,
    line_up,
    pay,
)

LEAD, THREE = 2, 3
"""R-27: what the lead costs; how many feel medal pressure, and how many marks of wear there are."""


def end_phase(box: Box, s: State) -> None:
    """R-1, R-44: rank who has passed the line in this phase, best placed first; maybe end the race."""
    for runner in range(box.runners):
        if is_dummy(box, runner) and has_crossed(box, s, runner):
            s.rank[runner] = OUT
            tell(s, "R-44.leaves", runner)
    best = best_crossed(box, s)
    while best != NONE:
        give_rank(s, best)
        tell(s, "R-1.rank", best, s.rank[best])
        best = best_crossed(box, s)
    end_if_over(box, s)
    if s.phase != DONE and not box.finishers_stay:
        for runner in range(RUNNERS):
            if s.rank[runner]:
                s.at[runner] = GONE


def has_crossed(box: Box, s: State, runner: int) -> bool:
    """R-39: tell whether a runner is on the finish board and still in the race."""
    return is_racing(s, runner) and s.at[runner] >= box.fields


def best_crossed(box: Box, s: State) -> int:
    """R-1: give the best placed runner that has passed the line and has no rank yet, or NONE."""
    best = NONE
    for seat in range(box.seats):
        if has_crossed(box, s, seat) and (best == NONE or key(box, s, seat) > key(box, s, best)):
            best = seat
    return best


def give_rank(s: State, seat: int) -> None:
    """R-1: give a runner the next rank."""
    s.ranked += 1
    s.rank[seat] = s.ranked


def end_if_over(box: Box, s: State) -> None:
    """R-3, 3.8: the race is over when enough have finished, or when one is left, who gets the next rank."""
    if s.ranked == box.seats:
        finish(s, ALL_IN)
    elif s.ranked >= box.end_after:
        finish(s, WINNER if box.end_after == 1 else MEDALS)
    elif s.ranked == box.seats - 1 and not box.last_runs_on:
        for seat in range(box.seats):
            if is_racing(s, seat):
                give_rank(s, seat)
                tell(s, "R-3.last_rank", seat, s.rank[seat])
        finish(s, LAST_LEFT)


def finish(s: State, why: int) -> None:
    """R-3: the race is over."""
    s.phase = DONE
    s.ended = why
    tell(s, REASONS[why], NONE)


def extra_costs(box: Box, s: State) -> None:
    """R-27, R-28: who leads pays, or in the last lap the first three; then wear."""
    line_up(box, s)
    if not (box.leader_free and somebody_finished(s)):
        if box.medal_pressure and s.counter == 0:
            for i in range(min(THREE, s.queued)):
                charge_medal(box, s, s.order[i], i)
        else:
            charge_lead(box, s, s.order[0])
    if box.wear:
        for seat in range(box.seats):
            if is_racing(s, seat):
                charge_wear(box, s, seat)


def somebody_finished(s: State) -> bool:
    """R-28: tell whether a runner has passed the finish."""
    for runner in range(RUNNERS):
        if s.rank[runner]:
            return True
    return False


def charge_lead(box: Box, s: State, runner: int) -> None:
    """R-27, R-29: the lead costs 2; a dummy in the lead pays nothing and spares the others."""
    if is_dummy(box, runner):
        tell(s, "R-27.spared", runner)
    else:
        tell(s, "R-27.leads", runner, LEAD, max(0, s.strength[runner] - LEAD))
        pay(s, runner, LEAD)


def charge_medal(box: Box, s: State, runner: int, i: int) -> None:
    """R-27: in the last lap the pressure of the medals costs the first three something."""
    if not is_dummy(box, runner):
        tell(s, "R-27.pressure", runner, box.medal_pay[i], i + 1)
        pay(s, runner, box.medal_pay[i])


def charge_wear(box: Box, s: State, seat: int) -> None:
    """R-27: each mark of wear costs something when a runner comes down to it for the first time."""
    for mark in range(THREE):
        if not s.worn[seat] >> mark & 1 and s.strength[seat] <= box.wear_at[mark]:
            s.worn[seat] |= 1 << mark
            tell(s, "R-27.wear", seat, box.wear_pay[mark], box.wear_at[mark])
            pay(s, seat, box.wear_pay[mark])


def score(box: Box, s: State, out: list[int]) -> None:
    """R-3: write the medals: 3 for gold, 2 for silver, 1 for bronze."""
    for seat in range(box.seats):
        out[seat] = 4 - s.rank[seat] if 0 < s.rank[seat] <= THREE else 0


def is_ahead(box: Box, s: State, one: int, other: int) -> bool:
    """R-3, R-41: tell whether one runner is placed better: ranks first, the others by position."""
    if s.rank[one] and s.rank[other]:
        return s.rank[one] < s.rank[other]
    if s.rank[one] or s.rank[other]:
        return s.rank[one] != 0
    return key(box, s, one) > key(box, s, other)


def place(box: Box, s: State, out: list[int]) -> None:
    """R-3: write the places; no two are equal."""
    for seat in range(box.seats):
        out[seat] = 1
        for other in range(box.seats):
            if other != seat and is_ahead(box, s, other, seat):
                out[seat] += 1
