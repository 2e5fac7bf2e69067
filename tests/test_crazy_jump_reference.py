"""Crazy Jump's rules against a second, naive implementation, action by action."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from crazy_jump_reference import (
    CELLS,
    DEFAULTS,
    KNIGHT,
    OTHER,
    Reference,
    largest_group,
    longest_path,
    longest_straight,
)

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.options import Choice
from homestretch.engine.play import act, legal_actions, new_state, places, scores
from homestretch.games import game

GAME = game("crazy_jump")
SEATS = ("black", "red")
WHO = {0: "black", 1: "red", CHANCE: "chance", OVER: "over"}
WHY = {"": "", "CJ-18.full": "full", "CJ-19.dead": "dead", "CJ-19.quiet": "quiet"}
WINNERS: dict[tuple[int, ...], str] = {(1, 2): "black", (2, 1): "red", (1, 1): "draw"}
BLANK, FOR_GOOD = 1, 2
Board = dict[str, tuple[str, int | str]]


class Ours:
    """The game's own rules behind the words of the reference."""

    def __init__(self, options: Mapping[str, str], state: object = None) -> None:
        self.options, self.box = options, GAME.box(options)
        self.state: Any = new_state(GAME.rules, self.box)[0] if state is None else state

    def seat(self) -> int:
        return GAME.rules.to_move(self.box, self.state)

    def who(self) -> str:
        return WHO[self.seat()]

    def legal(self) -> set[str]:
        seat = self.seat()
        actions = legal_actions(GAME.rules, self.box, self.state, seat)
        words = {str(GAME.words.format_action(self.box, self.state, seat, action)) for action in actions}
        assert len(words) == len(actions)
        return words

    def play(self, word: str) -> "Ours":
        seat, state = self.seat(), self.state.copy()
        act(GAME.rules, self.box, state, seat, GAME.words.parse_action(self.box, state, seat, word))
        return Ours(self.options, state)

    def board(self) -> Board:
        colour, level, kind = self.state.colour, self.state.level, self.state.kind
        return {
            name: (
                "" if colour[cell] < 0 else SEATS[colour[cell]],
                "jump" if kind[cell] == FOR_GOOD else level[cell],
            )
            for cell, name in enumerate(CELLS)
        }

    def blanks(self) -> set[str]:
        return {name for cell, name in enumerate(CELLS) if self.state.kind[cell] == BLANK}

    def knights(self) -> dict[str, str]:
        return {SEATS[seat]: CELLS[cell] for seat, cell in enumerate(self.state.knight)}

    def why(self) -> str:
        return WHY[GAME.rules.REASONS[GAME.rules.reason(self.box, self.state)]]

    def lines(self) -> tuple[int, ...]:
        return scores(GAME.rules, self.box, self.state)

    def winner(self) -> str:
        return WINNERS[places(GAME.rules, self.box, self.state)]


def compare(ours: Ours, theirs: Reference, so_far: list[str]) -> None:
    __tracebackhide__ = True
    story = f"{ours.options} {' '.join(so_far)}"
    assert ours.who() == theirs.who(), story
    assert ours.legal() == theirs.legal(), story
    assert ours.board() == theirs.board(), story
    assert ours.blanks() == theirs.at.blanks, story
    assert ours.knights() == theirs.at.knights, story
    assert ours.why() == theirs.why(), story
    if theirs.who() == "over":
        assert ours.lines() == theirs.lines(), story
        assert ours.winner() == theirs.winner(), story


def choose(theirs: Reference, rng: random.Random, bold: bool) -> str:
    """Pick any word; a bold player shuns empty cells and mostly wins battles, which makes long turns."""
    words = sorted(theirs.legal())
    if bold and rng.random() < 0.9:
        said = theirs.at.said.get(theirs.at.mover, "")
        lucky = {"even": "246", "odd": "135"}.get(said, "")
        return rng.choice([w for w in words if w in lucky or theirs.colour(w)] or words)
    return rng.choice(words)


def play_on(ours: Ours, theirs: Reference, rng: random.Random, *, bold: bool) -> Counter[str]:
    """Play at random to the end on both, compared at every action; give what happened."""
    so_far, seen = list[str](), Counter[str]()
    compare(ours, theirs, so_far)
    while theirs.who() != "over":
        word = choose(theirs, rng, bold)
        so_far.append(word)
        seen[theirs.at.step] += 1
        seen[word] += 1
        seen["limit"] += theirs.at.hops == 31 and theirs.at.step == "must"
        seen["flight only"] += theirs.at.step == "fly" and "stay" not in theirs.legal()
        ours, theirs = ours.play(word), theirs.play(word)
        compare(ours, theirs, so_far)
    seen[theirs.why()] += 1
    return seen


def play_both(options: Mapping[str, str], seed: str, *, bold: bool) -> Counter[str]:
    """Play a random game from the start."""
    return play_on(Ours(options), Reference(options), random.Random(seed), bold=bold)


def alternatives() -> list[dict[str, str]]:
    """Give the defaults and every single alternative of every option."""
    found: list[dict[str, str]] = [{}]
    for option in GAME.options:
        words = option.words[1:] if isinstance(option, Choice) else ("2", "7", "200")
        found += [{option.key: word} for word in words]
    return found


def mixes(number: int, seed: str) -> list[dict[str, str]]:
    """Give random mixes of all options."""
    rng = random.Random(seed)
    words = {o.key: o.words if isinstance(o, Choice) else ("2", "5", "20", "50") for o in GAME.options}
    return [{key: rng.choice(some) for key, some in words.items()} for _ in range(number)]


# Positions that need not come from a game.

Cell = tuple[str, int | str]


def arrange(
    options: Mapping[str, str], board: Mapping[str, Cell], knights: Mapping[str, str], first: str = "black"
) -> tuple[Ours, Reference]:
    """Set up a position at the start of a turn on both; cells not named stay as in the layout."""
    ours, theirs = Ours(options), Reference(options)
    for word in ("even", "odd", *("61" if first == "black" else "16")):
        ours, theirs = ours.play(word), theirs.play(word)
    for name, (colour, level) in board.items():
        cell = CELLS.index(name)
        ours.state.colour[cell] = SEATS.index(colour) if colour else -1
        ours.state.level[cell] = 0 if level == "jump" else level
        if level == "jump":
            ours.state.kind[cell] = FOR_GOOD
    ours.state.knight = [CELLS.index(knights[colour]) for colour in SEATS]
    good = {name: colour for name, (colour, level) in board.items() if level == "jump"}
    piles = {
        name: (OTHER[colour], colour)[-level:]
        for name, (colour, level) in board.items()
        if isinstance(level, int) and level
    }
    at = replace(
        theirs.at,
        piles=piles,
        jumps={**theirs.at.jumps, **good},
        blanks=theirs.at.blanks - set(good),
        knights=dict(knights),
    )
    return ours, Reference(options, at)


SHARES = ([1, 1, 1, 1], [6, 3, 3, 1], [0, 1, 0, 8], [0, 0, 0, 1])
LEVELS: tuple[int | str, ...] = (0, 1, 2, "jump")


def random_board(options: Mapping[str, str], rng: random.Random) -> dict[str, Cell]:
    """Give every cell that is no fixed Crazy Jump something at random; a1 or another cell is empty."""
    start = Reference(options).at
    cells = [name for name in CELLS if name not in start.jumps]
    levels = dict(zip(cells, rng.choices(LEVELS, rng.choice(SHARES), k=len(cells)), strict=True))
    levels[rng.choice(["a1", *(name for name in cells if name not in start.blanks)])] = 0
    sides = rng.choice([[1, 1], [1, 4], [4, 1]])
    return {name: (rng.choices(SEATS, sides)[0] if level else "", level) for name, level in levels.items()}


def nearly_dead(options: Mapping[str, str], rng: random.Random) -> tuple[Ours, Reference]:
    """Set up a position with few cells to change, guarded by one colour whose knight is mostly shut in."""
    start = Reference(options).at
    corner, guard, shut = rng.choice(["a1", "d4", "d1"]), rng.choice(SEATS), rng.choice(CELLS)
    board: dict[str, Cell] = {name: (rng.choice(SEATS), "jump") for name in CELLS}
    board |= dict.fromkeys(KNIGHT[shut], (OTHER[guard], "jump"))
    board |= dict.fromkeys(KNIGHT[corner], (guard, "jump"))
    board[rng.choice(CELLS)] = (OTHER[guard], rng.choice(LEVELS[1:]))
    board[corner] = ("", 0)
    board = {name: cell for name, cell in board.items() if name not in start.jumps}
    other = rng.choice([name for name in CELLS if name != shut])
    return arrange(options, board, {guard: shut, OTHER[guard]: other}, rng.choice(SEATS))


def random_position(options: Mapping[str, str], rng: random.Random) -> tuple[Ours, Reference]:
    black, red = rng.sample(CELLS, 2)
    if options.get("knights") != "solid" and rng.random() < 0.2:
        red = black
    first = rng.choice(SEATS)
    return arrange(options, random_board(options, rng), {"black": black, "red": red}, first)


# Random games and positions.


def test_the_reference_knows_the_same_options() -> None:
    assert {option.key: option.default for option in GAME.options} == DEFAULTS


@pytest.mark.parametrize("options", alternatives(), ids=str)
def test_random_games_agree_for_every_alternative(options: dict[str, str]) -> None:
    for number in range(16):
        play_both(options, f"{options} {number}", bold=number % 2 == 1)


@pytest.mark.parametrize("part", range(4))
def test_random_games_agree_for_mixed_options(part: int) -> None:
    for number, options in enumerate(mixes(40, f"mixes {part}")):
        play_both(options, f"{part} {number}", bold=number % 2 == 1)


@pytest.mark.parametrize("part", range(4))
def test_random_positions_agree(part: int) -> None:
    rng = random.Random(f"positions {part}")
    for number, options in enumerate([*alternatives(), *mixes(40, f"position mixes {part}")]):
        play_on(*random_position(options, rng), rng, bold=number % 2 == 1)
        play_on(*nearly_dead(options, rng), rng, bold=number % 2 == 1)


def test_random_play_sees_everything_that_can_happen() -> None:
    seen: Counter[str] = Counter()
    rng = random.Random("sees")
    for number, options in enumerate([{"chain": "free"}, {"knights": "solid"}, {"quiet_turns": "5"}] * 12):
        seen += play_both(options, f"sees {number}", bold=number % 2 == 1)
        seen += play_on(*random_position(options, rng), rng, bold=number % 2 == 0)
        seen += play_on(*nearly_dead(options, rng), rng, bold=number % 2 == 1)
    words = {*CELLS, *"123456", "even", "odd", "stay", "pass", "end"}
    steps = {"say", "open", "turn", "must", "may", "fly", "battle", "limit", "flight only"}
    assert seen.keys() >= words | steps | {"full", "dead", "quiet"}


def test_lines_and_winners_agree_on_random_boards() -> None:
    rng = random.Random("lines")
    for number in range(150):
        options = {"line": rng.choice(["path", "group", "straight"]), "tie": rng.choice(["draw", "cells"])}
        ours, theirs = random_position(options, rng)
        assert (ours.lines(), options, number) == (theirs.lines(), options, number)


# The tree of all that can be played.


def leaves(at: Ours | Reference, depth: int) -> int:
    """Count the sequences of that many actions; every outcome of the die is one action."""
    words = at.legal() if at.who() != "over" else set()
    return len(words) if depth == 1 else sum(leaves(at.play(word), depth - 1) for word in words)


def test_the_tree_from_the_start_is_the_same() -> None:
    counts = [leaves(Reference({}), depth) for depth in range(1, 7)]
    assert counts == [2, 4, 24, 144, 624, 2784]
    assert [leaves(Ours({}), depth) for depth in range(1, 7)] == counts


@pytest.mark.parametrize("layout", ["centre", "corners", "owned"])
def test_the_tree_from_the_first_turn_is_the_same(layout: str) -> None:
    options = {"layout": layout}
    ours, theirs = arrange(options, {}, Reference(options).at.knights)
    assert [leaves(ours, depth) for depth in range(1, 6)] == [leaves(theirs, depth) for depth in range(1, 6)]


@pytest.mark.parametrize("part", range(2))
def test_the_tree_from_random_positions_is_the_same(part: int) -> None:
    rng = random.Random(f"trees {part}")
    for options in [*alternatives()[part::2], *mixes(6, f"tree mixes {part}")]:
        ours, theirs = random_position(options, rng)
        assert leaves(ours, 4) == leaves(theirs, 4), options


# What was worked out by hand.


def test_longest_lines() -> None:
    everything = frozenset(CELLS)
    block = frozenset({"a1", "a2", "b1", "b2"})
    plus = frozenset({"b2", "a2", "c2", "b1", "b3"})
    ell = frozenset({"a1", "b1", "c1", "a2", "a3"})
    assert [longest_path(one) for one in (everything, block, plus, ell)] == [16, 4, 3, 5]
    assert longest_path(block | {"a3", "b3"}) == 6
    assert [largest_group(one) for one in (everything, block, plus, ell)] == [16, 4, 5, 5]
    assert [longest_straight(one) for one in (everything, block, plus, ell)] == [4, 2, 3, 3]
    assert longest_path(frozenset()) == largest_group(frozenset()) == longest_straight(frozenset()) == 0


def test_knight_graph() -> None:
    assert KNIGHT["a4"] == {"b2", "c3"}
    assert KNIGHT["b3"] == {"d4", "d2", "a1", "c1"}
    assert KNIGHT["c2"] == {"a1", "a3", "b4", "d4"}
    assert sum(map(len, KNIGHT.values())) == 2 * 24


@pytest.mark.parametrize(
    ("first", "cells"), [("black", {"a1", "c1", "d2", "d4"}), ("red", {"a1", "a3", "b4", "d4"})]
)
def test_first_turn(first: str, cells: set[str]) -> None:
    for at in arrange({}, {}, {"black": "b3", "red": "c2"}, first):
        assert at.who() == first
        assert at.legal() == cells


def test_stranded_without_another_own_jump() -> None:
    for at in arrange({}, {"a1": ("black", "jump")}, {"black": "b3", "red": "c2"}):
        after = at.play("a1")
        assert after.who() == "red"
        assert after.board() == at.board()


def test_a_held_field_that_is_won_back() -> None:
    for at in arrange({}, {"c3": ("black", 1)}, {"black": "a4", "red": "a2"}, "red"):
        won = at.play("c3").play("1")
        assert (won.who(), won.board()["c3"]) == ("red", ("red", 2))
        assert won.legal() == {"a4", "b1", "d1"}


def test_a_dead_position() -> None:
    rows = {"4": "RBBB", "3": "BBRB", "2": "BRRB", "1": "BBB"}
    board: dict[str, Cell] = {
        file + rank: ("red" if letter == "R" else "black", "jump")
        for rank, row in rows.items()
        for file, letter in zip("abcd", row, strict=False)
    }
    ours, theirs = arrange({}, board, {"black": "a3", "red": "c1"})
    play_on(ours, theirs, random.Random(1), bold=False)
    for at in arrange({}, board, {"black": "a3", "red": "c1"}, "red"):
        over = at.play("pass")
        assert (over.who(), over.why(), over.lines(), over.winner()) == ("over", "dead", (11, 3), "black")


def test_two_passes_where_the_knights_block_each_other() -> None:
    board: dict[str, Cell] = dict.fromkeys(("b4", "d4", "a3"), ("black", "jump"))
    board |= {"b3": ("red", "jump"), "a1": ("black", 1), "c2": ("red", 1)}
    options = {"layout": "corners", "knights": "solid"}
    for at in arrange(options, board, {"black": "a1", "red": "c2"}):
        once = at.play("pass")
        assert (once.who(), once.legal(), once.why()) == ("red", {"pass"}, "")
        assert once.play("pass").why() == "dead"


def test_a_dead_position_beside_a_held_field() -> None:
    red = dict.fromkeys(("c1", "b4", "c3"), ("red", "jump"))
    board: dict[str, Cell] = {name: ("black", "jump") for name in CELLS if name not in ("b3", "c2")}
    board |= red | {"a2": ("", 0), "b2": ("black", 1)}
    for at in arrange({}, board, {"black": "a4", "red": "d2"}, "red"):
        assert at.play("pass").why() == "dead"


@pytest.mark.parametrize(("cell", "face"), [("d2", "2"), ("a1", "2"), ("c1", "")])
def test_the_turn_ends_after_32_hops(cell: str, face: str) -> None:
    board: dict[str, Cell] = {
        "d2": ("red", 1),
        "a1": ("red", 2),
        "c1": ("black", "jump"),
        "d3": ("black", "jump"),
    }
    options = {"chain": "free", "flight_after_battle": "allowed"}
    ours, theirs = arrange(options, board, {"black": "b3", "red": "c2"})
    ours.state.hops = 31
    for at in (ours, Reference(options, replace(theirs.at, hops=31))):
        after = at.play(cell).play(face) if face else at.play(cell)
        assert (after.who(), after.board()[cell][0]) == ("red", "black")
