"""BoardMania's board, dice table and rulings."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from homestretch.engine.options import Choice, Count, Data, Option, read_options
from homestretch.engine.problem import Problem
from homestretch.games.boardmania.dice import GENERATORS, table_problems, upto
from homestretch.games.boardmania.layout import board_of, problems, read_toml
from homestretch.games.boardmania.pieces import FACES, MOST_SCORED, Box
from homestretch.games.boardmania.survey import loops, survey, walks

NO_YES, YES_NO, LAPSES = ("no", "yes"), ("yes", "no"), ("next_day", "next_move")
BOARD, LAP = "sieben_strecken", (47, 48)
OPTIONS: tuple[Option, ...] = (
    Choice("far", "BM-A1", ("laps", "field")),
    Choice("final_tie", "BM-A2", ("shared", "list")),
    Choice("enrolment", "BM-B2", ("auto", "registered")),
    Choice("cutoff_inclusive", "BM-B3", NO_YES),
    Count("days", "BM-B6", 1, 31, 9),
    Count("max_scored", "BM-C1", FACES, MOST_SCORED, 42),
    Choice("beyond", "BM-C1", ("none", "one")),
    Choice("cut_before_sitout", "BM-C2", NO_YES),
    Choice("few_drivers", "BM-C4", ("top", "bottom", "spread")),
    Data("table", "BM-C5", GENERATORS),
    Choice("ties", "BM-C6", ("earlier", "equal_rank", "login")),
    Data("board", "BM-D1", (BOARD,)),
    Choice("lap_length", "BM-D1", ("47", "48")),
    Choice("card_on_effect", "BM-E1", YES_NO),
    Choice("cards_spent", "BM-E5", YES_NO),
    Choice("card_bonus_repeat", "BM-E6", ("unlimited", "once_per_env")),
    Choice("bonus_chain", "BM-E7", YES_NO),
    Choice("chain", "BM-G1", ("all", "roll_only")),
    Choice("repeat_guard", "BM-G2", ("once_per_day", "step_limit", "forbid")),
    Choice("below_start", "BM-G6", ("clamp", "negative", "wrap")),
    Choice("half_expires", "BM-G8", LAPSES),
    Choice("booster_expires", "BM-G11", LAPSES),
    Choice("blocker_expires", "BM-G12", LAPSES[::-1]),
    Choice("wechsel_parity", "BM-G13", ("value", "roll")),
    Choice("wechsel_arrival", "BM-G14", ("any", "roll_only")),
    Choice("wechsel_steps", "BM-G15", ("value", "roll")),
    Choice("wechsel_repeat", "BM-G16", ("each", "once")),
    Choice("beam_origin", "BM-G17", ("day_start", "previous_step")),
    Choice("beam_triggers", "BM-G18", NO_YES),
    Choice("sit_out_serves", "BM-G23", ("calendar", "participation")),
    Choice("void_serves", "BM-G24", NO_YES),
)
FORBID = 2


class Finding(NamedTuple):
    """What is wrong with a board or a table: a message id, its parameters, and whether it forbids play."""

    key: str
    params: Mapping[str, object]
    is_error: bool


@lru_cache(maxsize=64)
def _made(given: tuple[tuple[str, str], ...]) -> Box:
    words = dict(given)
    agreed = read_options(OPTIONS, words)
    fields = LAP[agreed["lap_length"]]
    board = board_of(words.get("board", BOARD), fields)
    made = Box(
        fields=fields,
        kind=board.kinds,
        amount=board.amounts,
        zone=board.zones,
        upto=upto(words.get("table", GENERATORS[0]), agreed["few_drivers"], agreed["max_scored"]),
        scored=agreed["max_scored"],
        days=agreed["days"],
        beyond_rolls=agreed["beyond"],
        cut_first=agreed["cut_before_sitout"],
        ties=agreed["ties"],
        registered_only=agreed["enrolment"],
        cutoff_inclusive=agreed["cutoff_inclusive"],
        void_serves=agreed["void_serves"],
        far_by_field=agreed["far"],
        list_ties=agreed["final_tie"],
        below_start=agreed["below_start"],
        direct_cards=agreed["card_on_effect"],
        keep_cards=agreed["cards_spent"],
        bonus_once=agreed["card_bonus_repeat"],
        bonus_rests=agreed["bonus_chain"],
        roll_only=agreed["chain"],
        guard=agreed["repeat_guard"],
        half_waits=agreed["half_expires"],
        booster_waits=agreed["booster_expires"],
        blocker_waits=1 - agreed["blocker_expires"],
        parity_of_roll=agreed["wechsel_parity"],
        wechsel_direct=agreed["wechsel_arrival"],
        wechsel_by_roll=agreed["wechsel_steps"],
        wechsel_once=agreed["wechsel_repeat"],
        beam_one_step=agreed["beam_origin"],
        beam_triggers=agreed["beam_triggers"],
        sit_out_waits=agreed["sit_out_serves"],
    )
    if made.guard == FORBID:
        for problem in loops(walks(made)):
            raise problem
    return made


def make_box(given: Mapping[str, str] | None = None, seats: int = 0) -> Box:
    """Make the box for what was agreed; an event has no seats, so their number says nothing.

    :raises Problem: naming the option, or what is wrong with a board or a table of one's own.
    """
    return _made(tuple(sorted((given or {}).items())))


def check_board(text: str, given: Mapping[str, str] | None = None) -> list[Finding]:
    """List all that is wrong or poor about a board of one's own, under the rulings given beside it.

    :param text: the board as TOML.
    :raises Problem: if the text is too long, or one of the other options does not fit.
    """
    agreed = {**(given or {}), "repeat_guard": "once_per_day", "board": text + "\n"}
    fields = LAP[read_options(OPTIONS, agreed)["lap_length"]]
    try:
        wrong = list(problems(read_toml(text), fields))
    except Problem as problem:
        wrong = [problem]
    if wrong:
        return [_finding(each, True) for each in wrong]
    return [_finding(each, False) for each in survey(make_box(agreed))]


def check_table(text: str, given: Mapping[str, str] | None = None) -> list[Finding]:
    """List all that is wrong with a dice table of one's own (CSV: n, rank, value).

    :raises Problem: if the text is too long, or one of the other options does not fit.
    """
    scored = read_options(OPTIONS, {**(given or {}), "table": text + "\n"})["max_scored"]
    return [_finding(each, True) for each in table_problems(text, scored)]


def _finding(problem: Problem, is_error: bool) -> Finding:
    return Finding(problem.key, problem.params, is_error)
