"""1500 m: bidding and movement, by the vectors of section 3.10 and the points of section 2, by hand."""

from runs import FIFTEEN, Run, secret

from homestretch.engine.play import act
from homestretch.games.fifteen_hundred import runners as r

ALL = "m2 m3 p1 p2 r3 r4 mf"


def bidding(bids: str, cards: str = "9 9 9 9 9", strength: str = "100 100 100 100 100") -> Run:
    """Give a race of five in order A to E, in which all have chosen."""
    run = Run(5)
    run.s.strength[:5] = [int(each) for each in strength.split()]
    return run.new_round().choose(cards, bids)


def takers(run: Run) -> str:
    """Let all take what they may; give who did, in order."""
    return "".join(each for each, _, _ in run.take_any().events("R-8.takes"))


# Bidding.


def test_3_10_and_r_8_the_highest_bid_chooses_first_and_of_equals_who_is_placed_worse() -> None:
    run = bidding("8 5 5 2 2")
    assert takers(run) == "ACBE"
    assert run.events("R-11.no_action") == [("D", 2, 0)]
    assert list(run.s.strength[:5]) == [92, 95, 95, 98, 98]


def test_3_10_and_r_13_who_has_no_points_is_not_the_lowest_bidder() -> None:
    run = bidding("8 5 0 2 2", strength="100 100 0 100 100")
    assert takers(run) == "ABE"
    assert run.events("R-11.no_action") == [("D", 2, 0)]
    assert run.events("R-14.no_bid") == [("C", 0, 0)]


def test_3_10_and_r_30_a_bid_beyond_the_points_costs_movement() -> None:
    run = bidding("8 7 1 1 1", strength="3 100 100 100 100")
    assert run.events("R-30.short") == [("A", 5, 5)]
    assert run.s.strength[0] == 0
    run.play("r4")
    assert (run.s.strength[0], run.s.penalty[0]) == (4, 5)
    run.take_any()
    assert run.who() == "A"
    assert run.s.points == 4
    assert run.s.penalty[0] == 0


def test_r_4_card_and_bid_are_secret_until_all_have_chosen() -> None:
    run = Run(3)
    for seat, card in ((2, "c8"), (0, "c9")):
        events = act(
            FIFTEEN.rules, run.box, run.s, seat, FIFTEEN.words.parse_action(run.box, run.s, seat, card)
        )
        assert secret(events) == ["R-4.card"]
    assert run.may("A") == "b1 b2 b3 b4 b5 b6 b7 b8"
    assert run.may("B") == "c8 c9 c10 c11"
    assert FIFTEEN.rules.pending(run.box, run.s) == 0b111
    assert FIFTEEN.rules.seen(run.box, run.s, 1, 0) == 0b010
    assert list(run.s.shown_bid[:3]) == [0, 0, 0]
    run.choose("0 11 0", "4 5 6")
    assert list(run.s.shown_bid[:3]) == [4, 5, 6]
    assert list(run.s.shown_card[:3]) == [0, 0, 0]
    run.take_any()
    assert list(run.s.shown_card[:3]) == [9, 11, 8]


def test_r_4_the_card_is_chosen_first_and_each_once() -> None:
    run = Run(3)
    assert run.refusal("b4", "A") == "R-4.card_first"
    run.play("c9 b4")
    assert run.refusal("c8", "A") == "R-4.chosen"
    assert run.refusal("m2", "B") == "R-4.card_first"


def test_r_7_who_has_points_must_bid() -> None:
    run = Run(3).play("c9")
    assert run.refusal("-", "A") == "R-7.must"


def test_r_10_a_taken_action_is_blocked_and_all_seven_are_open_to_three_players() -> None:
    run = Run(3).choose("9 9 9", "3 2 1")
    assert run.may() == ALL
    run.play("p2")
    assert run.may() == "m2 m3 p1 r3 r4 mf"
    assert run.refusal("p2") == "R-10.blocked"
    assert run.refusal("-") == "R-9.must"


def test_r_10_with_eight_bidders_the_seventh_takes_the_last_space_unasked() -> None:
    run = Run(8).choose("9 9 9 9 9 9 9 9", "8 7 6 5 4 3 2 1").play("m2 m3 p1 p2 r3 r4")
    assert run.events("R-8.takes")[-1] == ("G", r.MF, 0)
    assert run.events("R-11.no_action") == [("H", 1, 0)]


def test_r_12_of_two_level_the_outer_one_chooses_first() -> None:
    run = Run(8).choose("9 9 9 9 9 9 9 9", "3 3 3 3 3 3 3 3")
    assert takers(run) == "HGFEDCB"
    assert run.events("R-11.no_action") == [("A", 3, 0)]


def test_r_13_a_lone_bidder_gets_no_action() -> None:
    run = bidding("0 0 3 0 0", strength="0 0 50 0 0")
    assert run.events("R-13.lone") == [("C", 3, 0)]
    assert run.events("R-8.takes") == []
    assert run.s.strength[2] == 47


def test_r_14_points_are_counted_when_bids_are_due() -> None:
    """A bids its last points and has them back by recover 4: it bids in the next round."""
    run = bidding("4 2 2 2 2", strength="4 100 100 100 100").play("r4").take_any().stay()
    assert run.s.strength[0] == 4
    run.paces("L5 L5 L5 L5 L5")
    assert run.s.phase == r.CHOOSE
    assert run.s.to_bid & 1


def test_r_15_all_eight_bids_are_in_hand_every_round() -> None:
    run = Run(3).choose("9 9 9", "8 8 8").take_any().stay().paces("L5 L5 L5").play("c8")
    assert run.may("A") == "b1 b2 b3 b4 b5 b6 b7 b8"


def test_r_16_points_are_saved_after_the_bid_and_not_beyond_100() -> None:
    run = bidding("5 1 2 1 1", strength="99 100 100 100 100").play("r4 r3")
    assert run.events("R-16.recovers") == [("A", 4, 98), ("C", 2, 100)]


def test_r_17_extra_movement_counts_for_the_card_only() -> None:
    run = bidding("8 7 1 1 1", cards="9 8 9 9 9").play("m3 m2").take_any()
    assert (run.who(), run.s.points) == ("A", 12)
    run.play("1BS0")
    assert (run.who(), run.s.points) == ("B", 10)
    run.stay().play("L5")
    assert run.s.points == 5


# Movement.


def test_r_20_cards_are_turned_together_and_used_in_race_order() -> None:
    run = Run(3, at="A=1BS3 B=2BS5 C=3BS4").choose("8 9 11", "3 2 1").play("m2 m3")
    assert [each for each, _, _ in run.events("R-20.card")] == ["A", "B", "C"]
    assert run.who() == "B"
    run.play("2BS5")
    assert run.who() == "C"
    run.play("3BS4")
    assert (run.who(), run.s.points) == ("A", 10)
    assert run.refusal("1BS3", "B") == "R-20.turn"


def test_r_21_a_used_card_lies_open_until_the_fourth() -> None:
    run = Run(3)
    for number, card in enumerate(["9", "8", "11"]):
        run.choose(f"{card} {card} {card}", "3 2 1").play("m2 m3").stay().paces("L5 L5 L5")
        assert run.s.hand[0].bit_count() == 3 - number
    assert run.events("R-21.only_card") == [("A", 10, 0), ("B", 10, 0), ("C", 10, 0)]
    assert run.s.to_card == 0
    run.choose("0 0 0", "3 2 1").play("m2 m3").stay()
    assert list(run.s.hand[:3]) == [r.HAND] * 3
    assert [each for each, _, _ in run.events("R-21.back")] == ["A", "B", "C"]


def test_r_21_a_card_that_lies_open_is_refused() -> None:
    run = Run(3).choose("9 9 9", "3 2 1").play("m2 m3").stay().paces("L5 L5 L5")
    assert run.may("A") == "c8 c10 c11"
    assert run.refusal("c9", "A") == "R-21.used"


def test_r_22_points_need_not_be_used() -> None:
    run = Run(3).moves(8, 8, 8)
    assert run.may().split()[0] == "1BS0"
    run.play("1BS0")
    assert run.events("R-22.stays") == [("A", 8, 0)]


def test_r_31_forward_and_inward_cost_1_outward_2() -> None:
    run = Run(3, at="A=3BS0 B=6BS0 C=8BS0").moves(2, 1, 1)
    assert run.who() == "A"
    assert sorted(run.may().split()) == sorted(["3BS0", "3BS1", "3BS2", "2BS1", "2BS2", "1BS2", "4BS1"])
    run.play("3BS0")
    assert sorted(run.may().split()) == sorted(["6BS0", "6BS1", "5BS1"])
    assert run.refusal("7BS1") == "R-31.far"


def test_r_33_nobody_runs_through_another_or_ends_on_its_field() -> None:
    run = Run(3, at="A=1BS0 B=1BS1 C=5BS1").moves(3, 3, 3).play("1BS1 5BS1")
    assert run.who() == "A"
    assert run.may() == "1BS0 2BS1 1BS2 2BS2"  # round B by lane 2: 2 + 1 points


def test_r_33_corner_to_corner_is_no_obstacle() -> None:
    run = Run(3, at="A=2BS0 B=2BS1 C=1BS0").moves(1, 1, 1).play("2BS1 1BS0")
    assert run.may() == "2BS0 1BS1"


def test_r_34_who_is_boxed_in_loses_the_rest_of_the_points() -> None:
    run = Run(4, at="A=2BS0 B=1BS1 C=2BS1 D=3BS1").moves(8, 8, 8, 8).play("1BS1 2BS1 3BS1")
    assert run.events("R-34.boxed_in") == [("A", 8, 0)]
    assert run.at("A") == "2BS0"
    assert run.s.phase == r.LEVEL


def test_r_18_who_moves_first_is_first_adds_a_point_and_runs_through_others() -> None:
    run = Run(4, at="A=2BS0 B=1BS1 C=2BS1 D=3BS1").choose("8 8 8 8", "8 1 1 1").play("mf").take_any()
    assert run.events("R-18.first") == [("A", 0, 0)]
    assert (run.who(), run.s.points) == ("A", 9)
    assert run.refusal("2BS1") == "R-33.taken"
    assert "2BS2" in run.may().split()
    assert "2BS9" in run.may().split()
    run.play("2BS2")
    assert run.who() == "B"


def test_r_18_a_field_is_entered_only_where_a_free_one_can_be_reached() -> None:
    """The two fields ahead of A are taken; with 2 points it cannot get past them, with 3 it can."""
    strict = {"touch_move": "strict"}
    run = Run(3, strict, "A=1BS0 B=1BS1 C=1BS2").moves(1, 0, 0, ghost="A")
    assert run.s.points == 2
    assert run.refusal("f") == "R-18.no_end"
    assert run.may() == "o ."
    run = Run(3, strict, "A=1BS0 B=1BS1 C=1BS2").moves(2, 0, 0, ghost="A").play("f")
    assert run.at("A") == "1BS1"
    assert run.may() == "f o"  # it must leave B's field: outward to a free one, or on through C
    assert run.refusal(".") == "R-18.go_on"
    run.play("f")
    assert run.may() == "f"
    assert run.refusal("o") == "R-31.cost"
    run.play("f")
    assert run.at("A") == "1BS3"


def test_r_18_with_no_free_field_in_reach_there_is_only_staying() -> None:
    run = Run(3, at="A=1BS0 B=1BS1 C=2BS1").moves(0, 0, 0, ghost="A")
    assert run.events("R-34.boxed_in") == [("A", 1, 0)]
    assert run.at("A") == "1BS0"


def test_r_18_counts_in_the_card_phase_only() -> None:
    run = Run(4, at="A=2BS0 B=1BS1 C=2BS1 D=3BS1").choose("8 8 8 8", "8 1 1 1").play("mf").take_any().stay()
    assert run.s.phase == r.LEVEL
    assert run.order() == "BCDA"
    run.paces("L5 L5 L5").play("L5")
    assert run.events("R-34.boxed_in") == [("A", 5, 0)]


def test_r_35_strict_steps_are_final_one_by_one() -> None:
    run = Run(3, {"touch_move": "strict"}).moves(3, 3, 3)
    assert run.may() == "f o ."
    run.play("f")
    assert (run.at("A"), run.s.points, run.who()) == ("1BS1", 2, "A")
    assert run.refusal("i") == "R-31.edge"
    assert run.refusal("2BS2") == "R-35.step"
    run.play("o")
    assert (run.at("A"), run.who()) == ("2BS2", "B")
    run.play("f .")
    assert run.events("R-22.stops") == [("B", 2, 0)]
    assert run.refusal("f", "A") == "R-20.turn"
    run.play("f f")
    assert run.refusal("o") == "R-31.cost"


def test_r_30_a_penalty_is_taken_off_the_next_move_and_then_forgotten() -> None:
    run = Run(3)
    run.s.penalty[0], run.s.penalty[1] = 3, 12
    run.moves(8, 8, 8)
    assert (run.who(), run.s.points) == ("A", 5)
    run.stay()
    assert run.events("R-30.lost") == [("A", 3, 5), ("B", 8, 0)]
    assert list(run.s.penalty[:3]) == [0, 0, 0]
