"""BoardMania's moves: the board, statuses, cards and special fields, each ruling and its alternative."""

import pytest
from boardmania import After, board, moved, one_player, seen

from homestretch.games.boardmania import pieces as p
from homestretch.games.boardmania.box import OPTIONS, make_box
from homestretch.games.boardmania.rules import evaluate_day, void_day


@pytest.mark.parametrize(
    ("at", "cards", "status", "roll", "path", "ends", "after", "new", "bonuses"),
    [
        (0, "-", "", 6, (6, 10), 10, "R1", "", 0),
        (0, "-", "", 3, (3,), 3, "-", "half", 0),
        (0, "S2", "", 4, (4, 7), 7, "S1", "", 1),
        (6, "-", "", 3, (9, 7), 7, "S1", "", 0),
        (7, "-", "", 5, (12, 17), 17, "D1", "", 0),
        (7, "-", "booster", 3, (13,), 13, "R1", "", 0),
        (9, "-", "", 3, (12, 15, 18), 18, "D1", "", 0),
        (11, "-", "blocker", 6, (14,), 14, "-", "blocker", 0),
        (17, "-", "", 5, (22,), 17, "-", "", 0),
        (18, "-", "half", 6, (21,), 21, "-", "", 0),
        (25, "-", "", 3, (28, 24), 24, "I1", "", 0),
        (36, "-", "", 2, (38,), 38, "-", "", 0),
        (33, "-", "", 5, (38, 43), 43, "A1", "", 0),
        (44, "-", "", 1, (45,), 45, "-", "sit_out", 0),
        (46, "-", "", 5, (4,), 51, "S1", "", 0),
        (3, "R2 S2", "booster", 3, (9, 7, 10, 13), 13, "R1", "", 2),
        (16, "D2", "", 1, (17, 20), 20, "D1", "", 1),
    ],
)
def test_the_built_in_board_moves_as_worked_out_by_hand(
    at: int, cards: str, status: str, roll: int, path: tuple[int, ...], ends: int, after: str, new: str,
    bonuses: int,
) -> None:  # fmt: skip
    assert moved(at, roll, cards=cards, status=status) == After(ends, after, new, bonuses, path)


@pytest.mark.parametrize(
    ("status", "values"),
    [
        ("half", [1, 1, 2, 2, 3, 3]),
        ("booster", [2, 4, 6, 4, 5, 6]),
        ("blocker", [1, 2, 3, 1, 2, 3]),
        ("", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_a_status_changes_the_next_roll_and_is_used_up(status: str, values: list[int]) -> None:
    plain = {"board": board({})}
    gone = [moved(0, roll, status=status, options=plain) for roll in range(1, 7)]
    assert [after.progress for after in gone] == values
    assert {after.status for after in gone} == {""}


def test_landing_counts_not_passing_over() -> None:
    assert moved(1, 4).cards == "-"


def test_a_field_that_one_stands_on_does_nothing_at_the_start_of_a_day() -> None:
    assert moved(2, 3) == After(5, "-", "", 0, (5,))
    assert moved(2, 0) == After(2, "-", "", 0, ())


def test_back_over_start_costs_the_lap_and_in_the_first_lap_start_is_the_end() -> None:
    jumps = {"board": board({2: "-5"})}
    assert moved(0, 2, options=jumps).progress == 0
    assert moved(46, 3, options=jumps).progress == 44


def test_being_beamed_back_takes_the_lap_back_too_and_keeps_cards_and_bonus() -> None:
    beams = {"board": board({46: "D", 2: "beam"})}
    assert moved(45, 1, cards="D2", options=beams) == After(45, "-", "", 1, (46, 2))


def test_a_beam_in_a_chain_leads_to_where_the_day_began() -> None:
    beams = {"board": board({3: "+2", 5: "beam"})}
    assert moved(1, 2, options=beams) == After(1, "-", "", 0, (3, 5))


def test_two_different_wechselboosters_act_in_one_move() -> None:
    again = {"board": board({3: "wechsel", 6: "wechsel"})}
    assert moved(0, 3, options=again) == After(9, "-", "", 0, (3, 6, 9))


def test_a_field_acts_once_a_day_so_that_a_circle_of_jumps_ends() -> None:
    circle = {"board": board({4: "+3", 7: "-3"})}
    assert moved(0, 4, options=circle) == After(4, "-", "", 0, (4, 7, 4))


def test_who_sits_out_does_not_move_and_may_roll_the_day_after() -> None:
    box = make_box()
    s = one_player(box, 44)
    for roll, progress, status in [(1, 45, p.SIT_OUT), (0, 45, 0), (3, 48, 0)]:
        evaluate_day(box, s, [roll], [1])
        assert (s.progress[0], s.status[0]) == (progress, status)


def test_after_the_last_day_no_status_is_left_but_the_move_counts() -> None:
    box = make_box({"days": "1"})
    s = one_player(box)
    evaluate_day(box, s, [3], [1])
    assert (s.progress[0], s.status[0]) == (3, 0)


def test_a_voided_day_moves_nobody_and_freezes_statuses() -> None:
    box = make_box()
    for status in ("half", "booster", "blocker", "sit_out"):
        s = one_player(box, 5, status=status)
        void_day(box, s)
        assert seen(box, s) == After(5, "-", status, 0, ())
        assert s.day == 1


# Option, word; where the piece stands, roll, cards, status, own fields; what comes out; what by default.
Case = tuple[str, str, int, int, str, str, dict[int, str], tuple[object, ...], tuple[object, ...]]
CASES: list[Case] = [
    ("card_on_effect", "no", 0, 6, "-", "", {6: "+4", 10: "R"}, (10, "-"), (10, "R1")),
    ("cards_spent", "no", 0, 4, "S2", "", {4: "S"}, (7, "S3", "", 1), (7, "-", "", 1)),
    ("cards_spent", "no", 0, 4, "S3", "", {4: "S"}, (4, "S4", "", 0), (7, "S1", "", 1)),
    ("cards_spent", "no", 0, 4, "S5", "", {4: "S"}, (7, "S6", "", 1), (7, "S3", "", 1)),
    ("bonus_chain", "no", 0, 4, "S2", "", {4: "S", 7: "D"}, (7, "-"), (7, "D1")),
    ("chain", "roll_only", 0, 6, "-", "", {6: "+4", 10: "half"}, (10, "-", ""), (10, "-", "half")),
    ("chain", "roll_only", 0, 6, "-", "", {6: "+4", 10: "R"}, (10, "-"), (10, "R1")),
    ("repeat_guard", "step_limit", 0, 4, "-", "", {4: "+3", 7: "-3"}, (7,), (4,)),
    ("below_start", "negative", 0, 2, "-", "", {2: "-5"}, (-3,), (0,)),
    ("below_start", "wrap", 0, 2, "-", "", {2: "-5"}, (44,), (0,)),
    ("half_expires", "next_move", 0, 0, "-", "half", {}, (0, "-", "half"), (0, "-", "")),
    ("booster_expires", "next_move", 0, 0, "-", "booster", {}, (0, "-", "booster"), (0, "-", "")),
    ("blocker_expires", "next_day", 0, 0, "-", "blocker", {}, (0, "-", ""), (0, "-", "blocker")),
    ("wechsel_parity", "roll", 0, 6, "-", "half", {3: "wechsel"}, (3,), (6,)),
    ("wechsel_arrival", "roll_only", 0, 3, "-", "", {3: "+2", 5: "wechsel"}, (5,), (8,)),
    ("wechsel_steps", "roll", 0, 6, "-", "half", {3: "wechsel"}, (9,), (6,)),
    ("wechsel_repeat", "once", 0, 3, "-", "", {3: "wechsel", 6: "wechsel"}, (6,), (9,)),
    ("beam_origin", "previous_step", 1, 2, "-", "", {3: "+2", 5: "beam"}, (3,), (1,)),
    ("beam_triggers", "yes", 2, 3, "-", "", {2: "S", 5: "beam"}, (2, "S1"), (2, "-")),
    ("sit_out_serves", "participation", 5, 0, "-", "sit_out", {}, (5, "-", "sit_out"), (5, "-", "")),
    ("lap_length", "48", 46, 3, "-", "", {1: "+3"}, (52,), (49,)),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case[0]}-{case[1]}-{i}" for i, case in enumerate(CASES)])
def test_a_ruling_ends_as_it_says_and_the_default_otherwise(case: Case) -> None:
    key, word, at, roll, cards, status, fields, alternative, usual = case
    count = 48 if (key, word) == ("lap_length", "48") else 47
    other = moved(at, roll, cards=cards, status=status, options={"board": board(fields, count), key: word})
    default = moved(at, roll, cards=cards, status=status, options={"board": board(fields)})
    assert other[: len(alternative)] == alternative
    assert default[: len(usual)] == usual
    assert alternative != usual


def test_once_per_environment_a_second_set_brings_nothing() -> None:
    fields = {"board": board({1: "S", 5: "S"})}
    for word, ends in (("unlimited", 8), ("once_per_env", 5)):
        box = make_box({**fields, "card_bonus_repeat": word})
        s = one_player(box, cards="S2")
        evaluate_day(box, s, [1], [1])
        assert (s.progress[0], s.bonuses[0], s.cards[0][p.LETTERS.index("S")]) == (4, 1, 0)
        s.cards[0][p.LETTERS.index("S")] = 2
        evaluate_day(box, s, [1], [1])
        assert s.progress[0] == ends


def test_a_sit_out_by_participation_is_served_by_driving() -> None:
    box = make_box({"sit_out_serves": "participation"})
    s = one_player(box, 5, status="sit_out")
    evaluate_day(box, s, [0], [0])
    assert s.status[0] == p.SIT_OUT
    evaluate_day(box, s, [4], [0])
    assert (s.progress[0], s.status[0]) == (5, 0)


def test_a_voided_day_serves_a_sit_out_where_that_is_agreed() -> None:
    box = make_box({"void_serves": "yes"})
    s = one_player(box, 5, status="sit_out")
    void_day(box, s)
    assert s.status[0] == 0


def test_the_board_with_48_fields_has_a_plain_one_more() -> None:
    box = make_box({"lap_length": "48"})
    assert (box.fields, box.kind[46], box.kind[47]) == (48, p.VEHICLE, p.PLAIN)


def test_every_option_is_tested_somewhere() -> None:
    elsewhere = {
        "far", "final_tie", "enrolment", "cutoff_inclusive", "days", "max_scored", "beyond",
        "cut_before_sitout", "few_drivers", "table", "ties", "board", "card_bonus_repeat", "void_serves",
    }  # fmt: skip
    assert {option.key for option in OPTIONS} == elsewhere | {case[0] for case in CASES}
