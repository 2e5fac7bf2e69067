"""Drivers of BoardMania as bots, and whole events of them; runs interpreted and compiled, like a search.

A driver has a skill 0..100 and a plan: always as fast as possible, aiming at the roll whose landing is best
two days ahead, or staying away now and then. Working memory is handed in; times are milliseconds, 0 for none.
"""

from typing import Any

from homestretch.engine import rng as stream
from homestretch.games.boardmania.pieces import ENVIRONMENTS, FACES, SIT_OUT, roll_of
from homestretch.games.boardmania.rules import evaluate_day, place, take_turn

G: Any = None
P: Any = None
copy_state: Any = None

FASTEST, PLANNER, LAZY = 0, 1, 2
SLOWEST, PER_SKILL, LUCK = 60_000, 60, 1_800
"""A time is SLOWEST, less PER_SKILL per point of skill, plus twice a draw below LUCK."""
AWAY = 3
"""A lazy driver stays away on one day in so many."""


def play_events(
    box: Any, states: Any, root: Any, plans: Any, skills: Any, seed: int, first: int, count: int, rng: Any,
    times: Any, order: Any, rolls: Any, ranks: Any, progress: Any, places: Any,
) -> None:  # fmt: skip
    """Play events number first .. first+count-1 of seed from root, in which the drivers are enrolled.

    progress[i, player] and places[i, player] receive the end of event first+i. times, order, rolls and ranks
    are working memory, one entry per player.
    """
    for i in range(count):
        stream.seed_stream(rng, seed, first + i)
        copy_state(states, 0, root)
        s = states[0]
        for _ in range(box.days):
            plan_day(box, s, plans, skills, rng, times, order, rolls, ranks)
            evaluate_day(box, s, rolls, ranks)
        place(box, s, places[i])
        for player in range(s.players):
            progress[i][player] = s.progress[player]


def plan_day(
    box: Any, s: Any, plans: Any, skills: Any, rng: Any, times: Any, order: Any, rolls: Any, ranks: Any
) -> None:
    """Let everybody drive: write each player's roll and rank of the next day, 0 for none."""
    for player in range(s.players):
        times[player] = fast_time(s, player, plans[player], skills[player], rng)
    n = rank_times(s, times, order, ranks)
    for player in range(s.players):
        if plans[player] == PLANNER and ranks[player] > 0:
            times[player] = planned_time(box, s, player, n, ranks[player], times, order)
    n = min(rank_times(s, times, order, ranks), box.scored)
    for player in range(s.players):
        rolls[player] = roll_of(box, n, ranks[player]) if ranks[player] > 0 else 0
        if s.status[player] == SIT_OUT:
            rolls[player] = 1


def fast_time(s: Any, player: int, plan: int, skill: int, rng: Any) -> int:
    """Give the time of somebody who does his best; 0 for who stays away or sits out."""
    luck = stream.below(rng, LUCK) + stream.below(rng, LUCK)
    away = stream.below(rng, AWAY) == 0 and plan == LAZY
    if away or s.status[player] == SIT_OUT:
        return 0
    return SLOWEST - PER_SKILL * skill + luck


def rank_times(s: Any, times: Any, order: Any, ranks: Any) -> int:
    """Write the ranks of the day and, in order, who has them; give how many have driven."""
    n = 0
    for player in range(s.players):
        ranks[player] = 0
        if times[player] > 0:
            j = n
            while j > 0 and times[order[j - 1]] > times[player]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = player
            n += 1
    for i in range(n):
        ranks[order[i]] = i + 1
    return n


def planned_time(box: Any, s: Any, player: int, n: int, rank: int, times: Any, order: Any) -> int:
    """Give the time with which a planner gets the roll it wants: its own, or that of a slower driver."""
    scored = min(n, box.scored)
    wanted = wanted_roll(box, s, player, roll_of(box, scored, rank))
    aim = rank
    while aim < scored and roll_of(box, scored, aim) > wanted:
        aim += 1
    return int(times[order[aim - 1]] + (1 if aim > rank else 0))


def wanted_roll(box: Any, s: Any, player: int, best: int) -> int:
    """Give the roll up to best after which a player is furthest two days ahead, on average of the next."""
    wanted = best
    furthest = -1
    for roll in range(best, 0, -1):
        far = outlook(box, s, player, roll)
        if far > furthest:
            furthest = far
            wanted = roll
    return wanted


def outlook(box: Any, s: Any, player: int, roll: int) -> int:
    """Give the sum of where a player can be two days ahead after a roll, over the six next rolls.

    The two places behind the enrolled players are used to try it out.
    """
    tried, then, far = s.players, s.players + 1, 0
    copy_player(s, player, tried)
    take_turn(box, s, tried, roll, 0)
    if s.status[tried] == SIT_OUT:
        return int(FACES * s.progress[tried])
    for next_roll in range(1, FACES + 1):
        copy_player(s, tried, then)
        take_turn(box, s, then, next_roll, 0)
        far += s.progress[then]
    return int(far)


def copy_player(s: Any, player: int, to: int) -> None:
    """Set what a move of a place looks at to what it is for a player."""
    s.progress[to], s.status[to] = s.progress[player], s.status[player]
    s.had[to], s.bonuses[to] = s.had[player], s.bonuses[player]
    for environment in range(ENVIRONMENTS):
        s.cards[to][environment] = s.cards[player][environment]
