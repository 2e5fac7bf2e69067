"""1500 m: pace, the lead, laps and finish, by the vectors of section 3.10 and the points of section 2."""

import pytest
from runs import FIFTEEN, Run
from test_fifteen_hundred_rules import takers

from homestretch.engine.contract import CHANCE
from homestretch.games.fifteen_hundred import runners as r

# Pace.


def paced(pace: int, strength: int = 100, space: int = r.NONE, options: dict[str, str] | None = None) -> Run:
    """Give a pace phase in which A is about to choose."""
    run = Run(3, options)
    run.s.pace[0], run.s.strength[0] = pace, strength
    if space != r.NONE:
        run.s.space[space] = 0
    return run.pace_phase()


def test_r_25_keep_raise_one_or_lower_as_many_as_wanted() -> None:
    run = paced(8)
    assert run.may() == "L5 L6 L7 L8 L9"
    assert run.refusal("L10") == "R-25.one_up"
    assert paced(14).may().split()[-1] == "L14"


@pytest.mark.parametrize(
    ("pace", "level", "cost"),
    [(8, 6, 0), (8, 5, 0), (9, 7, 2), (8, 8, 5), (8, 9, 7), (14, 14, 22), (5, 5, 0), (5, 6, 1), (14, 13, 17)],
)
def test_3_10_and_r_25_what_a_level_costs(pace: int, level: int, cost: int) -> None:
    run = paced(pace).play(f"L{level}")
    assert run.s.strength[0] == 100 - cost
    assert run.s.pace[0] == run.s.points == level


def test_r_26_what_is_paid_is_paid_though_it_is_not_run() -> None:
    run = paced(8).play("L8 1BS0")
    assert run.s.strength[0] == 95
    assert run.at("A") == "1BS0"


def test_3_10_and_r_37_a_level_beyond_the_points_costs_movement_at_once() -> None:
    run = paced(8, strength=2).play("L9")
    assert (run.s.strength[0], run.s.points, run.s.pace[0], run.s.penalty[0]) == (0, 4, 9, 0)
    run.stay()
    run.s.strength[1:3] = [0, 0]
    run.pace_phase()
    assert run.s.pace[0] == 5
    assert run.events("R-36.drops") == [("A", 5, 0)]
    assert (run.who(), run.s.points) == ("A", 5)


def test_r_36_without_points_a_runner_drops_to_5_for_nothing() -> None:
    run = paced(11, strength=0)
    assert (run.s.phase, run.s.pace[0], run.s.points) == (r.RUN, 5, 5)
    free = paced(11, strength=0, space=r.P2)
    assert free.may() == "L5 L5+1 L5+2"
    assert free.refusal("L6") == "R-36.five"
    free.play("L5+2")
    assert (free.s.pace[0], free.s.points, free.s.strength[0]) == (7, 7, 0)


@pytest.mark.parametrize(
    ("pace", "words", "paid", "runs"),
    [
        (7, "L8+2", 5, 10),
        (9, "L7+2", 3, 9),
        (9, "L6+1", 0, 7),
        (7, "L8", 5, 8),
        (7, "L5+2", 0, 7),
        (14, "L12+2", 15, 14),
    ],
)
def test_3_10_and_r_19_free_steps_are_run_and_not_paid(pace: int, words: str, paid: int, runs: int) -> None:
    run = paced(pace, space=r.P2).play(words)
    assert (run.s.strength[0], run.s.points, run.s.pace[0]) == (100 - paid, runs, runs)


def test_3_10_and_r_19_the_cube_stays_up_and_is_paid_for_in_the_next_round() -> None:
    run = paced(7, space=r.P2).play("L8+2").stay()
    run.s.space[r.P2] = r.NONE
    run.s.strength[0] = 100
    run.pace_phase().play("L10")
    assert run.s.strength[0] == 91


def test_r_19_one_free_level_with_p1_none_without_and_never_beyond_14() -> None:
    assert paced(5, space=r.P1).may() == "L5 L5+1 L6 L6+1"
    assert paced(5).refusal("L5+1") == "R-19.free_steps"
    run = paced(13, space=r.P2)
    assert run.refusal("L14+1") == "R-24.highest"
    assert run.may().split()[-4:] == ["L12+2", "L13", "L13+1", "L14"]


def test_r_23_one_after_the_other_and_the_order_is_fixed_anew() -> None:
    run = Run(3).choose("11 8 8", "1 3 2").play("p1 p2").play("1BS0 2BS8 3BS4")
    assert (run.s.phase, run.who()) == (r.LEVEL, "B")
    run.play("L6")
    assert (run.who(), run.s.points) == ("B", 6)
    run.play("2BS8")
    assert run.who() == "C"
    assert run.refusal("L5", "A") == "R-23.turn"


# The lead, laps, finish.


def test_3_10_r_27_and_r_29_the_lead_costs_2_and_what_is_missing_is_lost_movement() -> None:
    run = Run(3, at="A=1BS5")
    run.s.strength[0] = 1
    run.costs()
    assert (run.s.strength[0], run.s.penalty[0]) == (0, 1)
    assert list(run.s.strength[1:3]) == [100, 100]
    run.choose("10 9 9", "0 2 1").take_any()
    assert (run.who(), run.s.points) == ("A", 9)


def test_r_28_the_best_placed_that_is_still_running_pays_for_the_lead() -> None:
    run = Run(4, at="A=1F2/3 B=1HS4/3 C=2HS2/3 D=3HS0/3").end_phase().costs()
    assert list(run.s.strength[:4]) == [100, 98, 100, 100]
    assert run.refusal("c9", "A") == "R-45.out"


def test_r_38_the_first_to_complete_a_lap_turns_the_counter_down_at_once() -> None:
    run = Run(3, at="A=1HS8 B=2HS8 C=3HS0").moves(8, 8, 8)
    run.play("1B1a2")
    assert (run.s.counter, run.s.lap[0]) == (2, 1)
    run.play("2B1a4")
    assert (run.s.counter, run.s.lap[1]) == (2, 1)
    assert run.events("R-38.counter") == [("@", 2, 0)]
    run = Run(3, at="A=1HS8/2 B=2HS9/1 C=3HS0/1")
    run.s.counter, run.s.led = 1, 2
    run.moves(8, 8, 8).play("1B1a2")
    assert run.s.counter == 0
    assert run.events("R-43.board") == [("@", 0, 0)]
    run.play("2B1a4")
    assert run.s.counter == 0


def test_r_43_who_finishes_runs_onto_the_board_and_a_lapped_runner_round_the_bend() -> None:
    run = Run(3, at="A=1HS9/3 B=2HS9/2 C=3BS0/2")
    run.s.counter, run.s.led = 0, 3
    run.moves(8, 8, 8)
    assert "1F3" in run.may().split()
    assert "1B1a0" not in run.may().split()
    run.play("1F3")
    assert "2B1a0" in run.may().split()
    assert "2F0" not in run.may().split()


def test_r_43_the_board_has_room_for_the_longest_move() -> None:
    run = Run(3, at="A=8HS9/3").moves(14, 8, 8)
    assert "8F13" in run.may().split()


def test_3_10_and_r_1_in_one_phase_the_place_at_its_end_decides_not_who_crossed_first() -> None:
    run = Run(3, at="A=1HS8/3 B=2HS9/3 C=3BS0/3").moves(3, 8, 8, ghost="A")
    run.play("1F2 2F4 3BS0")
    assert list(run.s.rank[:3]) == [2, 1, 3]
    assert run.places() == (2, 1, 3)
    assert run.scores() == (2, 3, 1)


def test_r_1_an_earlier_phase_beats_a_later_one_and_level_the_inner_lane_wins() -> None:
    run = Run(5, at="A=4F1/3 B=2F1/3 C=1HS8/3 D=1BS0/3 E=2BS0/3").end_phase()
    assert list(run.s.rank[:5]) == [2, 1, 0, 0, 0]
    run.pace_phase().play("L6")
    run.play("1F3").paces("L5 L5")
    assert run.s.rank[2] == 3
    assert run.who() == "over"


def test_r_3_the_phase_in_which_the_third_crosses_is_played_out_and_all_who_cross_are_ranked() -> None:
    run = Run(5, at="A=1HS9/3 B=2HS9/3 C=3HS9/3 D=4HS9/3 E=5BS0/3").moves(2, 3, 4, 5, 1)
    run.play("1F1 2F2 3F3")
    assert run.who() == "D"
    run.play("4F4 5BS0")
    assert run.who() == "over"
    assert run.places() == (4, 3, 2, 1, 5)
    assert run.s.ended == r.MEDALS


def test_r_3_who_has_not_finished_is_listed_by_position() -> None:
    run = Run(6, at="A=1F0/3 B=2F1/3 C=3F2/3 D=1BS0/3 E=2BS5/3 F=5HS0/2").end_phase()
    assert run.places() == (3, 2, 1, 5, 4, 6)
    assert run.scores() == (1, 2, 3, 0, 0, 0)


def test_3_8_when_one_is_left_it_gets_the_next_rank() -> None:
    run = Run(3, at="A=1F0/3 B=2F1/3 C=3HS2/3").end_phase()
    assert list(run.s.rank[:3]) == [2, 1, 3]
    assert run.s.ended == r.LAST_LEFT


def test_3_8_after_round_60_the_race_is_over() -> None:
    run = Run(3)
    run.s.round = 60
    run.costs()
    assert run.s.ended == r.LIMIT
    assert run.places() == (1, 2, 3)


def test_r_44_finishers_block_until_the_end_of_the_phase_and_are_gone_after_it() -> None:
    run = Run(4, at="A=1HS9/3 B=1HS8/3 C=1BS0/3 D=2BS0/3").moves(1, 8, 1, 1).play("1F0")
    assert run.refusal("1F0") == "R-33.taken"
    run.play("1HS8 1BS0 2BS0")
    assert run.s.at[0] == r.GONE
    assert run.who() == "B"
    run.play("L5")
    assert "1F0" in run.may().split()


def test_r_45_finishers_bid_no_more_and_the_lowest_of_the_others_goes_without() -> None:
    run = Run(4, at="A=1F0/3").end_phase().costs().choose("0 9 9 9", "0 3 2 1")
    assert takers(run) == "BC"
    assert run.events("R-11.no_action") == [("D", 1, 0)]


def test_nobody_acts_before_the_lots_are_drawn() -> None:
    box, s = FIFTEEN.box(seats=3), FIFTEEN.rules.State()
    FIFTEEN.rules.start(box, s)
    assert FIFTEEN.rules.to_move(box, s) == CHANCE
    for seat, action, message in (
        (0, r.LANE, "R-46.wait"),
        (CHANCE, r.LANE + 3, "R-46.lane_taken"),
        (CHANCE, r.CARD, "R-46.choose"),
    ):
        refusal = FIFTEEN.rules.why_not(box, s, seat, action)
        assert refusal is not None
        assert refusal.message == message
