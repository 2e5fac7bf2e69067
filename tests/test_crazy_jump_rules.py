"""Crazy Jump, rule by rule; positions and values are worked out by hand from the rule document."""

import pytest
from boards import CRAZY_JUMP, Board

from homestretch.engine.play import legal_actions, new_state
from homestretch.games.crazy_jump.box import cell_name
from homestretch.table.match import Match, Move

NEAR_END = """
B1 B1 B1 B1
B1 B* () R1
R1 () R* R1
R1 R1 .. R1
"""


def test_cj_1_black_starts_top_left_and_red_bottom_right_on_their_own_crazy_jump() -> None:
    match = Match(CRAZY_JUMP)
    assert [cell_name(cell) for cell in match.state.knight] == ["b3", "c2"]
    corners = Match(CRAZY_JUMP, {"layout": "corners"})
    assert [cell_name(cell) for cell in corners.state.knight] == ["a4", "d1"]


@pytest.mark.parametrize(
    ("layout", "jumps", "blanks"),
    [
        ("centre", {"b3": 0, "c2": 1}, {"c3", "b2"}),
        ("corners", {"a4": 0, "d1": 1}, {"b3", "c2"}),
        ("owned", {"b3": 0, "c3": 0, "c2": 1, "b2": 1}, set()),
    ],
)
def test_cj_2_four_fixed_crazy_jumps_by_layout(layout: str, jumps: dict[str, int], blanks: set[str]) -> None:
    s = Match(CRAZY_JUMP, {"layout": layout}).state
    assert {cell_name(c): s.colour[c] for c in range(16) if s.kind[c] == 2} == jumps
    assert {cell_name(c) for c in range(16) if s.kind[c] == 1} == blanks


def test_cj_3_each_says_even_or_odd_before_the_first_roll_and_both_may_say_the_same() -> None:
    match = Match(CRAZY_JUMP)
    for seat in (0, 1):
        assert match.to_move() == seat
        assert match.legal(seat) == [19, 20]
        match.act(Move(seat, 19))
    assert match.to_move() == -1


def test_cj_3_the_attacker_wins_on_their_own_parity() -> None:
    attack = "R1 .. .. .. .. B* () .. .. () R* .. .. .. .. R1"
    for die, won in [("1", False), ("2", True), ("3", False), ("4", True), ("5", False), ("6", True)]:
        assert (Board(attack, black="c3").play(f"d1 {die}").at("d1") == "B2") is won
    red = "B1 .. .. .. .. B* () .. .. () R* .. .. .. .. .."
    for die, won in [("1", True), ("2", False)]:
        assert (Board(red, red="b2", turn="red").play(f"a4 {die}").at("a4") == "R2") is won


def test_cj_4_the_higher_roll_starts_and_equal_rolls_are_rolled_again() -> None:
    match = Match(CRAZY_JUMP)
    for move in [Move(0, 19), Move(1, 19), Move(-1, 4), Move(-1, 4), Move(-1, 2)]:
        match.act(move)
    assert match.to_move() == -1
    match.act(Move(-1, 3))
    assert match.to_move() == 1
    assert [e.message for e in match.stories[3]] == ["CJ-4.roll", "CJ-4.again"]


def test_cj_5_a_hop_is_the_knights_move() -> None:
    assert Board().may() == "a1 c1 d2 d4"
    assert Board(turn="red").may() == "a1 a3 b4 d4"
    edges = sum(cell >= 0 for row in CRAZY_JUMP.box().knight for cell in row)
    assert edges == 2 * 24
    near = {
        cell_name(c): {cell_name(n) for n in row if n >= 0} for c, row in enumerate(CRAZY_JUMP.box().knight)
    }
    assert near["a4"] == {"b2", "c3"}
    assert near["b3"] == {"d4", "d2", "a1", "c1"}
    assert near["c2"] == {"a1", "a3", "b4", "d4"}
    assert Board().refusal("b4") == "CJ-5.shape"
    assert Board().refusal("b3") == "CJ-5.shape"


def test_cj_6_an_empty_cell_gets_a_stone_and_the_turn_ends() -> None:
    board = Board().play("d4")
    assert (board.at("d4"), board.knight("black"), board.who()) == ("B1", "d4", "red")


ATTACK = ".. .. .. .. .. B* () .. .. () R* {} .. .. .. .."
"""Black stands on b3 and can attack what lies on d2; from there a knight reaches b1, b3 and c4."""


def test_cj_7_a_battle_won_puts_an_own_stone_on_top_and_the_player_may_hop_again_or_end() -> None:
    board = Board(ATTACK.format("R1")).play("d2")
    assert board.who() == "die"
    assert board.refusal("b1", seat="black") == "CJ-3.wait"
    board.play("2")
    assert (board.at("d2"), board.knight("black"), board.who()) == ("B2", "d2", "black")
    assert board.may() == "b1 c4 end"
    assert board.refusal("pass") == "CJ-16.end"
    assert board.play("end").who() == "red"


def test_cj_7_a_lost_battle_leaves_everything_as_it_was() -> None:
    for stone in ("R1", "B1", "R2", "B2"):
        board = Board(ATTACK.format(stone))
        before = board.drawing()
        board.play("d2 3")
        assert (board.drawing(), board.knight("black"), board.who()) == (before, "b3", "red")


def test_cj_8_a_battle_against_oneself_wins_a_crazy_jump_and_the_player_must_hop_again() -> None:
    board = Board(ATTACK.format("B1")).play("d2 6")
    assert (board.at("d2"), board.who(), board.may()) == ("B*", "black", "b1 c4")
    assert board.refusal("end") == "CJ-8.must"


@pytest.mark.parametrize("stone", ["R2", "B2"])
def test_cj_9_level_two_of_either_colour_becomes_a_crazy_jump_for_good(stone: str) -> None:
    board = Board(ATTACK.format(stone)).play("d2 2")
    assert (board.at("d2"), board.who(), board.may()) == ("B*", "black", "b1 c4")


def test_cj_10_on_an_own_crazy_jump_no_battle_one_flight_and_a_hop() -> None:
    board = Board("B* .. .. .. .. B* () .. .. () R* .. .. .. .. ..", black="c1").play("b3")
    assert board.may() == "a4 stay"
    board.play("a4")
    assert (board.knight("black"), board.may()) == ("a4", "b2 c3")
    stay = Board("B* .. .. .. .. B* () .. .. () R* .. .. .. .. ..", black="c1").play("b3 stay")
    assert (stay.knight("black"), stay.may()) == ("b3", "a1 d2 d4")


def test_cj_10_a_knight_that_begins_its_turn_on_a_crazy_jump_hops_it_does_not_fly() -> None:
    assert Board("B* .. .. .. .. B* () .. .. () R* .. .. .. .. ..").may() == "a1 c1 d2 d4"


def test_cj_10_only_flights_after_which_a_hop_is_legal_are_offered() -> None:
    # From a4 a knight reaches b2 and c3 only; both are red's for good, so nobody flies there.
    board = Board("B* .. .. .. .. B* R* .. .. R* R* .. .. .. .. ..", black="c1").play("b3")
    assert board.may() == "a1 d2 d4"


def test_cj_11_the_opponents_crazy_jump_may_not_be_entered() -> None:
    assert Board(black="a3").refusal("c2") == "CJ-11.closed"
    assert "c2" not in Board(black="a3").may()


def test_cj_12_no_direct_return_within_the_turn_by_hop_or_by_flight() -> None:
    board = Board("B* .. .. .. .. B* () .. .. () R* .. .. .. .. ..", black="c1").play("b3 stay")
    assert board.refusal("c1") == "CJ-12.back"
    three = Board("B* .. .. B* .. B* () .. .. () R* .. .. .. .. ..", black="d4").play("b3")
    assert three.may() == "a4 stay"
    assert three.refusal("d4") == "CJ-12.back"
    afresh = Board().play("d4 a1")
    assert "b3" in afresh.may()


def test_cj_12_who_must_hop_and_cannot_is_stranded_where_the_knight_stands() -> None:
    # From a1 a knight reaches b3, which it has just left, and c2, which is red's for good.
    board = Board(".. .. .. .. .. B* () .. .. () R* .. B* .. .. ..")
    before = board.drawing()
    board.play("a1")
    assert (board.knight("black"), board.drawing(), board.who()) == ("a1", before, "red")
    assert "CJ-12.stranded" in board.told()


def test_cj_13_the_first_stone_on_a_blank_jump_field_makes_it_a_held_crazy_jump_and_the_turn_ends() -> None:
    board = Board(black="a4").play("c3")
    assert (board.at("c3"), board.who()) == ("b1", "red")
    later = Board(".. .. .. .. .. B* b1 .. .. () R* .. .. .. .. ..", black="a4").play("c3")
    assert later.who() == "black"
    assert "CJ-10.land" in later.told()
    assert later.at("c3") == "b1"


def test_cj_13_a_held_field_can_be_won_back_and_the_winner_must_hop_again() -> None:
    board = Board(".. .. .. .. .. B* b1 .. .. () R* .. .. .. .. ..", red="a2", turn="red").play("c3 1")
    assert (board.at("c3"), board.who(), board.may()) == ("r2", "red", "a4 b1 d1")
    again = Board(".. .. .. .. .. B* r2 .. .. () R* .. .. .. .. ..", black="a2").play("c3 2")
    assert (again.at("c3"), again.may()) == ("B*", "a4 b1 d1")


def test_cj_14_after_a_battle_the_player_hops_on_or_by_ruling_may_fly_first() -> None:
    drawing = "B* .. .. .. .. B* () .. .. () R* B1 .. .. .. .."
    default = Board(drawing).play("d2 2")
    assert default.may() == "b1 c4"
    assert default.refusal("a4") == "CJ-14.hop"
    allowed = Board(drawing, options={"flight_after_battle": "allowed"}).play("d2 2")
    assert allowed.may() == "a4 stay"


def test_cj_15_both_knights_may_stand_on_one_cell_or_by_ruling_not() -> None:
    drawing = "R1 .. .. .. .. B* () .. .. () R* .. .. .. .. .."
    shared = Board(drawing, black="c3", red="a4")
    assert "a4" in shared.may()
    shared.play("a4 2")
    assert shared.knight("black") == shared.knight("red") == "a4"
    solid = Board(drawing, black="c3", red="a4", options={"knights": "solid"})
    assert solid.refusal("a4") == "CJ-15.solid"


def test_cj_16_who_has_a_hop_must_make_one_and_who_has_none_passes() -> None:
    assert Board().refusal("pass") == "CJ-16.must"
    stuck = Board("R1 .. .. .. .. B* R* .. .. R* R* .. .. .. .. ..", black="a4")
    assert stuck.may() == "pass"
    assert stuck.play("pass").who() == "red"


def test_cj_17_each_crazy_jump_once_a_turn_or_by_ruling_again() -> None:
    # Black goes c1-b3, flies to a4, hops to c3 (held), and could come back to b3 or a4 by flight.
    drawing = "B* .. .. .. .. B* b1 .. .. () R* .. .. .. .. .."
    once = Board(drawing, black="c1").play("b3 a4 c3")
    assert once.may() == "a2 b1 d1"
    free = Board(drawing, black="c1", options={"chain": "free"}).play("b3 a4 c3")
    assert free.may() == "b3 stay"


def test_cj_17_ruling_free_ends_the_turn_after_32_hops() -> None:
    # All but d1 are black's Crazy Jumps, so black hops and stays as long as the rules let it.
    drawing = "B* B* B* B* B* B* B* B* B* B* B* B* B* B* B* .."
    board = Board(drawing, black="a1", red="c2", options={"chain": "free"})
    hops = 0
    while board.who() == "black":
        words = [word for word in board.may().split() if word not in ("stay", "d1")]
        word = "stay" if "stay" in board.may() else words[0]
        hops += word != "stay"
        board.play(word)
    assert hops == 32
    assert "CJ-17.limit" in board.told()


def test_cj_18_the_game_ends_at_once_when_all_cells_are_occupied() -> None:
    board = Board(NEAR_END, red="a2", turn="red").play("c1")
    assert board.who() == "over"
    assert board.told()[1] == "CJ-18.full"
    stricter = Board(NEAR_END, red="a2", turn="red", options={"blank_must_fill": "yes"}).play("c1")
    assert stricter.who() == "black"


DEAD = """
R* B* B* B*
B* B* R* B*
B* R* R* B*
B* B* B* ..
"""


def test_cj_19_a_the_game_is_dead_when_nobody_can_change_a_cell_any_more() -> None:
    board = Board(DEAD, black="a3", red="c1")
    board.play(board.may().split()[0])
    while board.who() != "over":
        board.play(board.may().split()[0])
    assert board.s.ended == 2
    assert board.lines() == (11, 3)
    assert board.places() == (1, 2)


def test_cj_19_a_two_passes_in_succession_end_the_game() -> None:
    # Each knight stands on the only cell that the other could attack; all else in reach is closed.
    drawing = "B1 .. .. .. .. .. R1 .. B* R* .. .. .. B* .. B*"
    board = Board(drawing, black="a4", red="c3", options={"knights": "solid"}).play("pass")
    assert board.who() == "red"
    board.play("pass")
    assert (board.who(), "CJ-19.dead" in board.told()) == ("over", True)
    assert Board(drawing, black="a4", red="c3").may() == "c3"


@pytest.mark.parametrize("quiet", [2, 3])
def test_cj_19_b_so_many_turns_without_a_change_end_the_game(quiet: int) -> None:
    drawing = "R1 .. .. R1 R1 B* () .. .. () R* .. B1 .. .. B1"
    board = Board(drawing, options={"quiet_turns": str(quiet)})
    turns = 0
    while board.who() != "over":
        board.play("d4 1" if board.who() == "black" else "a1 2")
        turns += 1
    assert turns == quiet
    assert "CJ-19.quiet" in board.told()


LINES = [
    ("B1 B1 B1 B1 B1 B1 B1 B1 B1 B1 B1 B1 B1 B1 B1 B1", 16, 16, 4),
    ("B1 B1 .. .. B1 B1 .. .. .. .. .. .. .. .. .. ..", 4, 4, 2),
    (".. B1 .. .. B1 B1 B1 .. .. B1 .. .. .. .. .. ..", 3, 5, 3),
    ("B1 .. .. .. B1 .. .. .. B1 B1 B1 .. .. .. .. ..", 5, 5, 3),
    ("B1 B1 B1 .. B1 B1 B1 .. .. .. .. .. .. .. .. ..", 6, 6, 3),
    ("B1 .. .. .. .. B1 .. .. .. .. B1 .. .. .. .. B1", 1, 1, 1),
    (".. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ()", 0, 0, 0),
    ("B2 .. .. .. B* .. .. .. .. .. .. .. b1 .. .. ..", 2, 2, 2),
]


@pytest.mark.parametrize(("drawing", "path", "group", "straight"), LINES)
def test_cj_20_the_longest_line_by_ruling(drawing: str, path: int, group: int, straight: int) -> None:
    found = [Board(drawing, options={"line": line}).lines()[0] for line in ("path", "group", "straight")]
    assert found == [path, group, straight]


def test_cj_21_the_longer_line_wins() -> None:
    # Black d4-c4-b4-a4-a3-b3, red a2-a1-b1-c1-c2-d2-d3.
    longer = Board(NEAR_END, red="a2", turn="red").play("c1")
    assert (longer.lines(), longer.places()) == ((6, 7), (2, 1))


def test_cj_21_equal_lines_are_a_draw_or_by_ruling_decided_by_cells() -> None:
    # Lines of 4 each; black has 9 cells, red 7.
    drawing = "B1 B1 B1 B1 R1 R1 R1 R1 B1 B1 B1 B1 R1 R1 B1 .."
    for tie, expected in [("draw", (1, 1)), ("cells", (1, 2))]:
        board = Board(drawing, red="c3", turn="red", options={"tie": tie}).play("d1")
        assert (board.lines(), board.places()) == ((4, 4), expected)


def test_nothing_is_legal_for_the_seat_that_is_not_to_move() -> None:
    s, _ = new_state(CRAZY_JUMP.rules, CRAZY_JUMP.box())
    assert legal_actions(CRAZY_JUMP.rules, CRAZY_JUMP.box(), s, 1) == []
    assert Board().refusal("a1", seat="red") == "CJ-16.turn"
