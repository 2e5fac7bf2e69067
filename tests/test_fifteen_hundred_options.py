"""1500 m's rulings: each default and its alternative; dummies; costs and bends of one's own."""

import pytest
from runs import FIFTEEN, FRIENDLY, Run
from test_fifteen_hundred_rules import takers

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.options import Count
from homestretch.engine.problem import Problem
from homestretch.games.fifteen_hundred import runners as r

NO = dict[str, str]()


def bidding(options: dict[str, str], bids: str, strength: str, at: str = "") -> Run:
    """Give a race in which all have chosen, with so many points."""
    run = Run(len(bids.split()), options, at)
    for seat, each in enumerate(strength.split()):
        run.s.strength[seat] = int(each)
    return run.new_round().choose(" ".join("9" for _ in bids.split()), bids)


def paced(options: dict[str, str], pace: int, space: int = r.NONE) -> Run:
    """Give a pace phase in which A is about to choose."""
    run = Run(3, options)
    run.s.pace[0] = pace
    if space != r.NONE:
        run.s.space[space] = 0
    return run.pace_phase()


@pytest.mark.parametrize(("word", "ended"), [("3", 0), ("1", r.WINNER), ("all", 0)])
def test_end_after_one_finisher(word: str, ended: int) -> None:
    run = Run(5, {"end_after": word}, "A=1F0/3").end_phase()
    assert run.s.ended == ended


@pytest.mark.parametrize(("word", "ended"), [("3", r.MEDALS), ("1", r.WINNER), ("all", 0)])
def test_end_after_three_finishers(word: str, ended: int) -> None:
    run = Run(5, {"end_after": word}, "A=1F0/3 B=1F1/3 C=1F2/3").end_phase()
    assert run.s.ended == ended


def test_last_runs_on() -> None:
    at = "A=1F0/3 B=1F1/3 C=1HS9/3"
    assert Run(3, at=at).end_phase().s.ended == r.LAST_LEFT
    run = Run(3, {"last_runs_on": "yes"}, at).end_phase()
    assert run.s.ended == 0
    run.pace_phase().play("L5 1F4")
    assert run.s.ended == r.ALL_IN
    assert run.places() == (2, 1, 3)


def test_overbid() -> None:
    assert bidding(NO, "8 1 1", "3 100 100").events("R-30.short") == [("A", 5, 5)]
    run = Run(3, {"overbid": "capped"})
    run.s.strength[:3] = [3, 1, 100]
    run.new_round().choose("9 9 9", "0 0 0")
    assert run.may("A") == "b1 b2 b3"
    assert run.refusal("b4", "A") == "R-6.capped"
    assert (run.s.to_bid, run.s.bid[1]) == (0b101, 1)  # with one point there is nothing to choose


def test_may_decline() -> None:
    run = bidding({"may_decline": "yes"}, "3 2 1", "9 9 9")
    assert run.may().split()[-1] == "-"
    run.play("- m2")
    assert run.events("R-9.declines") == [("A", 0, 0)]
    assert run.s.space[r.M2] == 1
    assert bidding(NO, "3 2 1", "9 9 9").refusal("-") == "R-9.must"


def test_actions_in_play() -> None:
    run = Run(4, {"actions_in_play": "one_fewer"})
    assert (run.who(), run.may()) == ("chance", "m2 m3 p1 p2 r3 r4 mf")
    run.play("r4 m2")
    assert run.may() == "m3 p1 p2 r3 mf"
    assert run.refusal("m2") == "R-10.draw"
    run.play("mf").choose("9 9 9 9", "4 3 2 1")
    assert run.may() == "m2 r4 mf"
    assert run.refusal("p1") == "R-10.not_in_play"
    run.play("m2 r4")
    assert run.events("R-8.takes")[-1] == ("C", r.MF, 0)  # the only one left
    assert Run(8, {"actions_in_play": "one_fewer"}).s.phase == r.CHOOSE  # all seven, nothing to draw


def test_all_lowest_lose() -> None:
    assert takers(bidding(NO, "8 5 2 2", "9 9 9 9")) == "ABD"
    run = bidding({"all_lowest_lose": "yes"}, "8 5 2 2", "9 9 9 9")
    assert takers(run) == "AB"
    assert sorted(run.events("R-11.no_action")) == [("C", 2, 0), ("D", 2, 0)]
    assert takers(bidding({"all_lowest_lose": "yes"}, "2 2 2 2", "9 9 9 9")) == ""


def test_lone_bidder_gets_action() -> None:
    assert takers(bidding(NO, "3 0 0", "9 0 0")) == ""
    for other in (NO, {"all_lowest_lose": "yes"}):
        assert takers(bidding({"lone_bidder_gets_action": "yes", **other}, "3 0 0", "9 0 0")) == "A"


@pytest.mark.parametrize(("word", "bids"), [("no", True), ("yes", False)])
def test_broke_latch(word: str, bids: bool) -> None:
    """A bids its last points and recovers 4."""
    run = bidding({"broke_latch": word}, "8 2 1", "8 100 100").play("r4").take_any().stay()
    run.paces("L5 L5 L5")
    assert run.s.strength[0] == 4 - 2  # it led
    assert bool(run.s.to_bid & 1) == bids


def test_cap_at_100() -> None:
    assert bidding(NO, "2 1 1", "100 9 9").play("r4").s.strength[0] == 100
    assert bidding({"cap_at_100": "no"}, "2 1 1", "100 9 9").play("r4").s.strength[0] == 102


def test_3_10_free_pace_marker_pushes_the_cube_at_once() -> None:
    run = bidding({"free_pace": "marker"}, "3 2 1", "100 100 100")
    run.s.pace[0] = 7
    run.play("p2")
    assert run.may() == "+0 +1 +2"
    run.play("+2")
    assert run.s.pace[0] == 9
    run.play("p1")
    assert run.may() == "+0 +1"
    run.play("+0").stay()
    assert run.s.strength[0] == 97
    assert run.may() == "L5 L6 L7 L8 L9 L10"
    run.play("L9")
    assert (run.s.strength[0], run.s.points) == (90, 9)


def pushed(options: dict[str, str]) -> Run:
    """Give A's choice of a pace after it was pushed from 5 to 7."""
    run = Run(3, {"free_pace": "marker", **options}).choose("9 9 9", "3 2 1").play("p2 +2 m2").stay()
    run.s.strength[0] = 100
    return run


def test_push_then_raise() -> None:
    assert pushed({}).may() == "L5 L6 L7 L8"
    run = pushed({"push_then_raise": "no"})
    assert run.may() == "L5 L6 L7"
    assert run.refusal("L8") == "R-19.pushed"
    assert paced({"free_pace": "marker", "push_then_raise": "no"}, 7).may() == "L5 L6 L7 L8"


def test_no_rebate_after_push() -> None:
    assert pushed({}).play("L6").s.strength[0] == 100
    assert pushed({"no_rebate_after_push": "yes"}).play("L6").s.strength[0] == 99
    assert paced({"free_pace": "marker", "no_rebate_after_push": "yes"}, 7).play("L6").s.strength[0] == 100


def test_simultaneous_pace() -> None:
    run = Run(3, {"simultaneous_pace": "yes"})
    run.s.strength[1] = 0
    run.pace_phase()
    assert FIFTEEN.rules.pending(run.box, run.s) == 0b101
    assert run.refusal("L5", "B") == "R-23.chosen"
    run.play("L6")
    assert (run.s.phase, run.s.strength[0], list(run.s.shown_level[:3])) == (r.LEVEL, 100, [0, 0, 0])
    run.play("L6")
    assert (run.who(), run.s.points, run.s.strength[0], run.s.strength[2]) == ("A", 6, 99, 100)
    run.play("1BS6")
    assert (run.who(), run.s.points) == ("B", 5)
    run.play("2BS5 3BS0")
    assert run.s.strength[2] == 99


@pytest.mark.parametrize(("word", "cost"), [("steep", 12), ("double", 12), ("flat", 6)])
def test_cost(word: str, cost: int) -> None:
    assert paced({"cost": word}, 10).play("L11").s.strength[0] == 100 - cost


def test_3_9_the_tables_of_costs() -> None:
    tables = {word: FIFTEEN.box({"cost": word}).cost for word in ("steep", "double", "flat")}
    assert tables["steep"] == (0, 1, 3, 5, 7, 9, 12, 15, 18, 22)
    assert tables["double"] == tuple(range(0, 20, 2))
    assert tables["flat"] == tuple(range(10))


@pytest.mark.parametrize("level", range(5, 15))
def test_printed_costs_take_the_place_of_the_table(level: int) -> None:
    box = FIFTEEN.box({f"cost_{level}": "33"})
    steep = FIFTEEN.box().cost
    assert box.cost == (*steep[: level - 5], 33, *steep[level - 4 :])
    run = paced({f"cost_{level}": "33"}, level).play(f"L{level}")
    assert run.s.strength[0] == 67


def test_wear() -> None:
    run = Run(3, {"wear": "yes"})
    run.s.strength[:3] = [100, 76, 51]
    run.costs()
    assert list(run.s.strength[:3]) == [98, 76, 48]  # C: 1 at 75, then it stands at 50 and pays 2
    assert run.events("R-27.wear") == [("C", 1, 75), ("C", 2, 50)]
    run.s.strength[1] = 20
    run.costs()
    assert list(run.s.strength[:3]) == [96, 14, 48]  # B pays 1, 2 and 3 at once; C has paid
    off = Run(3)
    off.s.strength[:3] = [100, 76, 51]
    assert list(off.costs().s.strength[:3]) == [98, 76, 51]


def test_medal_pressure() -> None:
    for counter, paid in ((1, [2, 0, 0, 0]), (0, [3, 2, 1, 0])):
        run = Run(4, {"medal_pressure": "yes"})
        run.s.counter = counter
        assert list(run.costs().s.strength[:4]) == [100 - each for each in paid]
    run = Run(4)
    run.s.counter = 0
    assert list(run.costs().s.strength[:4]) == [98, 100, 100, 100]


@pytest.mark.parametrize(("word", "left"), [("yes", 98), ("no", 100)])
def test_leader_pays_when_finished(word: str, left: int) -> None:
    run = Run(4, {"leader_pays_when_finished": word}, "A=1F0/3 B=2HS9/3").end_phase().costs()
    assert run.s.strength[1] == left


@pytest.mark.parametrize(("word", "left"), [("no", 0), ("yes", 4)])
def test_carry_excess(word: str, left: int) -> None:
    run = Run(3, {"carry_excess": word})
    run.s.penalty[0] = 12
    run.moves(8, 8, 8)
    assert run.s.penalty[0] == left
    assert run.who() == "B"


def test_half() -> None:
    milder = Run(3, {"half": "pairs"}, "A=2B1a4/1").moves(1, 1, 1)
    assert milder.box.half == (5, 5, 6, 6, 7, 7, 8, 8)
    assert milder.may() == "2B1a4 1B1b0 2B1b0"
    assert Run(3, at="A=2B1a4/1").moves(1, 1, 1).may() == "2B1a4 1B1a4 2B1a5"


@pytest.mark.parametrize("way", ["friendly", "strict"])
def test_no_squeeze(way: str) -> None:
    """B is straight ahead of A, C beside it: A may slip between them, or not."""
    at, end = "A=2BS0 B=2BS1 C=1BS0", "1BS1" if way == "friendly" else "i"
    run = Run(3, {"touch_move": way}, at).moves(1, 0, 0)
    assert end in run.may().split()
    run = Run(3, {"touch_move": way, "no_squeeze": "yes"}, at).moves(1, 0, 0)
    assert run.s.phase == r.LEVEL
    assert run.events("R-34.boxed_in") == [("A", 1, 0)]
    run = Run(3, {"touch_move": way, "no_squeeze": "yes"}, at).moves(2, 0, 0)
    assert run.refusal(end) == ("R-33.no_way" if way == "friendly" else "R-33.squeeze")
    ghost = Run(3, {"touch_move": way, "no_squeeze": "yes"}, at).moves(0, 0, 0, ghost="A")
    assert end in ghost.may().split()


def test_no_squeeze_in_a_bend_only_where_corners_meet() -> None:
    """In the first half-bend lane 3 has 7 fields and lane 2 has 6: corners meet at its end only."""
    squeeze = {"no_squeeze": "yes"}
    assert "2B1a2" in Run(3, squeeze, "A=3B1a2 B=3B1a3 C=2B1a1").moves(2, 0, 0).may().split()
    run = Run(3, squeeze, "A=3B1a6 B=3B1b0 C=2B1a5").moves(2, 0, 0)
    assert run.refusal("2B1b0") == "R-33.no_way"


def test_finishers_stay() -> None:
    at = "A=1F0/3 B=1HS9/3 C=1BS0/3 D=2BS0/3"
    free = Run(4, at=at).end_phase().moves(0, 2, 0, 0)
    assert "1F0" in free.may().split()
    run = Run(4, {"finishers_stay": "yes"}, at).end_phase().moves(0, 2, 0, 0)
    assert run.may() == "1HS9 2F0"
    assert run.refusal("1F0") == "R-33.taken"


def test_lanes() -> None:
    s, rules = FIFTEEN.rules.State(), FIFTEEN.rules
    for word, who, count in (("lots", CHANCE, 3), ("all_lanes", CHANCE, 8), ("chosen", 0, 8)):
        box = FIFTEEN.box({"lanes": word}, 3)
        rules.start(box, s)
        assert rules.to_move(box, s) == who
        assert rules.legal(box, s, who, [0] * rules.WIDTH) == count
    rules.apply(box, s, 0, r.LANE + 7)
    assert (rules.to_move(box, s), box.lane[s.at[0]]) == (1, 7)
    refusal = rules.why_not(box, s, 1, r.LANE + 7)
    assert refusal is not None
    assert refusal.message == "R-46.lane_taken"
    refusal = rules.why_not(box, s, 2, r.LANE)
    assert refusal is not None
    assert (refusal.message, refusal.a) == ("R-46.turn", 1)


# Dummies.


def test_dummies_have_no_bids_draw_a_card_and_take_the_best_end() -> None:
    run = Run(3, {"dummies": "2"})
    assert run.box.runners == 5
    run.choose("9 9 9", "3 2 1").play("m2 m3")
    assert (run.who(), run.may()) == ("chance", "c8 c9 c10 c11")
    run.play("c8 c11").play("1BS0 2BS0 3BS0")
    assert (run.who(), run.may()) == ("chance", "1BS8")  # as far as 4BS8, and innermost
    assert run.refusal("4BS8", "A") == "R-46.wait"
    run.play("1BS8")
    assert run.may() == "1B2a1"  # past the other by lane 2: 4 fields to go, from lane 5 there would be 8


def test_a_dummy_in_the_lead_pays_nothing_and_spares_the_others() -> None:
    run = Run(3, {"dummies": "1"}, "D=4HS0").costs()
    assert list(run.s.strength[:4]) == [100, 100, 100, 0]
    assert run.events("R-27.spared") == [("D", 0, 0)]
    assert Run(3, {"dummies": "1"}, "D=4HS0").s.penalty[3] == 0


def test_a_dummy_runs_the_pace_of_its_lap() -> None:
    for lap, pace in enumerate((7, 8, 8, 9)):
        run = Run(3, {"dummies": "1"}, f"D=4HS0/{lap}").pace_phase()
        assert (run.who(), run.s.points, run.s.pace[3]) == ("chance", pace, pace)


def test_a_dummy_that_crosses_leaves_without_a_rank() -> None:
    run = Run(3, {"dummies": "1", "end_after": "1"}, "D=4F3/3 A=1F0/3").end_phase()
    assert list(run.s.rank[:4]) == [1, 0, 0, r.OUT]
    assert run.s.ended == r.WINNER
    run = Run(3, {"dummies": "1"}, "D=4F3/3").end_phase()
    assert run.s.at[3] == r.GONE


def test_dummies_fill_no_more_than_eight_lanes() -> None:
    assert FIFTEEN.box({"dummies": "5"}, 3).runners == 8
    assert FIFTEEN.box({"dummies": "5"}, 6).runners == 8


# Own data.


def test_costs_of_ones_own() -> None:
    text = "pace = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]\nwear_pay = [9, 9, 9]\npoints_800 = 30\n"
    box = FIFTEEN.box({"cost": text, "race": "800"})
    assert box.cost == (0, 0, 1, 1, 2, 2, 3, 3, 4, 4)
    assert (box.wear_pay, box.wear_at, box.points) == ((9, 9, 9), (75, 50, 25), 30)


def test_bends_of_ones_own() -> None:
    box = FIFTEEN.box({"half": "half = [10, 11, 12, 13, 14, 15, 16, 17]\n"})
    assert box.fields == 4 * (10 + 11 + 12 + 13 + 14 + 15 + 16 + 17) + 160


WRONG = [
    ("cost", "pace = 3\n", "house.list"),
    ("cost", "pace = [0, 1]\n", "house.list"),
    ("cost", "dummy_pace = [5, 5, 5, 15]\n", "house.list"),
    ("cost", "pacing = []\n", "house.unknown"),
    ("cost", "points_800 = true\n", "house.number"),
    ("cost", "pace = \n", "track.no_toml"),
    ("half", "half = [1, 2, 3, 4, 5, 6, 7, 8]\n", "house.list"),
    ("half", "halves = 3\n", "house.list"),
    ("half", "half = [9, 8, 8, 8, 8, 8, 8, 8]\n", "oval.inward"),
    ("half", "half = [2, 20, 20, 20, 20, 20, 20, 20]\n", "oval.uneven"),
]


@pytest.mark.parametrize(("key", "text", "problem"), WRONG)
def test_what_is_wrong_with_own_data_is_named(key: str, text: str, problem: str) -> None:
    with pytest.raises(Problem) as wrong:
        FIFTEEN.box({key: text})
    assert wrong.value.key == problem


def test_every_option_of_the_document_is_there_and_cites_a_numbered_point() -> None:
    rules = {option.key: option.rule for option in FIFTEEN.options}
    assert len(rules) == len(FIFTEEN.options)
    for rule in rules.values():
        assert 1 <= int(rule.removeprefix("R-")) <= 47
    wanted = {
        "end_after": 3, "overbid": 6, "may_decline": 9, "actions_in_play": 10, "all_lowest_lose": 11,
        "lone_bidder_gets_action": 13, "broke_latch": 14, "cap_at_100": 16, "free_pace": 19,
        "push_then_raise": 19, "no_rebate_after_push": 19, "simultaneous_pace": 23, "wear": 27,
        "medal_pressure": 27,
        "leader_pays_when_finished": 28, "carry_excess": 30, "no_squeeze": 33, "touch_move": 35,
        "finishers_stay": 44, "lanes": 46, "dummies": 46, "race": 2, "cost": 24, "half": 32,
        "last_runs_on": 3,
    }  # fmt: skip
    assert {key: int(rule[2:]) for key, rule in rules.items() if not key.startswith("cost_")} == wanted
    assert sum(isinstance(option, Count) for option in FIFTEEN.options) == 11


def test_a_race_over_is_over() -> None:
    run = Run(3, FRIENDLY, "A=1F0/3 B=2F0/3").end_phase()
    assert FIFTEEN.rules.to_move(run.box, run.s) == OVER
    assert run.refusal("c9", "A") == "R-3.over"
