"""1500 m's track, costs and rulings."""

from collections.abc import Mapping
from functools import lru_cache

from homestretch.engine.options import Choice, Count, Data, Option, read_options
from homestretch.games.fifteen_hundred.house import BENDS, COSTS, half_of, values
from homestretch.games.fifteen_hundred.oval import starts, tables
from homestretch.games.fifteen_hundred.runners import LEVELS, LOWEST, RUNNERS, Box

NO_YES = ("no", "yes")
LEVEL_COSTS = tuple(Count(f"cost_{LOWEST + i}", "R-24", 0, 99, 0) for i in range(LEVELS))
"""The printed cost of each level for who has the box; 0 for what the table says."""
OPTIONS: tuple[Option, ...] = (
    Choice("touch_move", "R-35", ("strict", "friendly")),
    Choice("race", "R-2", ("1500", "800")),
    Choice("end_after", "R-3", ("3", "1", "all")),
    Choice("last_runs_on", "R-3", NO_YES),
    Choice("overbid", "R-6", ("penalty", "capped")),
    Choice("may_decline", "R-9", NO_YES),
    Choice("actions_in_play", "R-10", ("all", "one_fewer")),
    Choice("all_lowest_lose", "R-11", NO_YES),
    Choice("lone_bidder_gets_action", "R-13", NO_YES),
    Choice("broke_latch", "R-14", NO_YES),
    Choice("cap_at_100", "R-16", ("yes", "no")),
    Choice("free_pace", "R-19", ("discount", "marker")),
    Choice("push_then_raise", "R-19", ("yes", "no")),
    Choice("no_rebate_after_push", "R-19", NO_YES),
    Choice("simultaneous_pace", "R-23", NO_YES),
    Data("cost", "R-24", COSTS),
    *LEVEL_COSTS,
    Choice("wear", "R-27", NO_YES),
    Choice("medal_pressure", "R-27", NO_YES),
    Choice("leader_pays_when_finished", "R-28", ("yes", "no")),
    Choice("carry_excess", "R-30", NO_YES),
    Data("half", "R-32", BENDS),
    Choice("no_squeeze", "R-33", NO_YES),
    Choice("finishers_stay", "R-44", NO_YES),
    Choice("lanes", "R-46", ("lots", "all_lanes", "chosen")),
    Count("dummies", "R-46", 0, 5, 0),
)
LAPS, COUNTER, POINTS = (4, 2), (3, 1), 100
"""R-2, R-38, 3.9: how many laps are begun, and what the counter shows at the start, by race."""
END_AFTER = (3, 1, RUNNERS)


@lru_cache(maxsize=64)
def _made(given: tuple[tuple[str, str], ...], seats: int) -> Box:
    words = dict(given)
    agreed = read_options(OPTIONS, words)
    half, house = half_of(words.get("half", BENDS[0])), values(words.get("cost", COSTS[0]))
    places, fields, bend, jumps, corners, key = tables(half)
    race = agreed["race"]
    return Box(
        seats=seats,
        runners=min(RUNNERS, seats + agreed["dummies"]),
        fields=fields,
        lane=tuple(lane for _, lane, _ in places),
        section=tuple(section for section, _, _ in places),
        index=tuple(index for _, _, index in places),
        jumps=jumps,
        corners=corners,
        key=key,
        starts=starts(half, race == 1),
        half=half,
        laps=LAPS[race],
        counter=COUNTER[race],
        points=house["points_800"] if race else POINTS,
        staggered=bend if race else 0,
        cost=tuple(agreed[f"cost_{LOWEST + i}"] or house["pace"][i] for i in range(LEVELS)),
        wear_at=tuple(house["wear_at"]),
        wear_pay=tuple(house["wear_pay"]),
        medal_pay=tuple(house["medal_pay"]),
        dummy_pace=tuple(house["dummy_pace"]),
        end_after=END_AFTER[agreed["end_after"]],
        capped_bids=agreed["overbid"],
        may_decline=agreed["may_decline"],
        fewer_spaces=agreed["actions_in_play"],
        all_lowest_lose=agreed["all_lowest_lose"],
        lone_takes=agreed["lone_bidder_gets_action"],
        broke_latch=agreed["broke_latch"],
        no_cap=agreed["cap_at_100"],
        marker=agreed["free_pace"],
        push_is_raise=agreed["push_then_raise"],
        no_push_rebate=agreed["no_rebate_after_push"],
        simultaneous=agreed["simultaneous_pace"],
        leader_free=agreed["leader_pays_when_finished"],
        carry_excess=agreed["carry_excess"],
        no_squeeze=agreed["no_squeeze"],
        friendly=agreed["touch_move"],
        finishers_stay=agreed["finishers_stay"],
        last_runs_on=agreed["last_runs_on"],
        lanes=agreed["lanes"],
        wear=agreed["wear"],
        medal_pressure=agreed["medal_pressure"],
    )


def make_box(given: Mapping[str, str], seats: int = RUNNERS) -> Box:
    """Make the box for what was agreed.

    :raises Problem: naming the option, or what is wrong with costs or bends of one's own.
    """
    return _made(tuple(sorted(given.items())), seats)
