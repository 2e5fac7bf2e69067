"""Crazy Jump's board and rulings."""

from collections.abc import Mapping

from homestretch.engine.options import Choice, Count, read_options
from homestretch.games.crazy_jump.board import BLACK, BLANK, FOR_GOOD, NOBODY, PLAIN, RED, Box

OPTIONS = (
    Choice("layout", "CJ-2", ("centre", "corners", "owned")),
    Choice("flight_after_battle", "CJ-14", ("hop_on", "allowed")),
    Choice("knights", "CJ-15", ("share", "solid")),
    Choice("chain", "CJ-17", ("once", "free")),
    Choice("blank_must_fill", "CJ-18", ("no", "yes")),
    Count("quiet_turns", "CJ-19", 2, 200, 50),
    Choice("line", "CJ-20", ("path", "group", "straight")),
    Choice("tie", "CJ-21", ("draw", "cells")),
)

FILES = "abcd"
KNIGHT_STEPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
SIDE_STEPS = [(0, 1), (0, -1), (-1, 0), (1, 0)]
# CJ-2: for each layout the cells of black's and red's fixed Crazy Jumps, and the blank jump fields.
LAYOUTS = (
    (("b3",), ("c2",), ("c3", "b2")),
    (("a4",), ("d1",), ("b3", "c2")),
    (("b3", "c3"), ("c2", "b2"), ()),
)


def cell_of(name: str) -> int:
    """Give the number of a cell, 0 for a1 to 15 for d4."""
    return FILES.index(name[0]) + 4 * (int(name[1]) - 1)


def cell_name(cell: int) -> str:
    """Give the name of a cell, a1 for 0 to d4 for 15."""
    return f"{FILES[cell % 4]}{cell // 4 + 1}"


def _steps(cell: int, steps: list[tuple[int, int]]) -> tuple[int, ...]:
    file, rank = cell % 4, cell // 4
    ends = [(file + x, rank + y) for x, y in steps]
    return tuple(sorted(x + 4 * y for x, y in ends if 0 <= x < 4 and 0 <= y < 4))


def make_box(given: Mapping[str, str], seats: int = 2) -> Box:
    """Make the box for what was agreed.

    :raises Problem: naming the option that does not fit.
    """
    agreed = read_options(OPTIONS, given)
    kinds, colours = [PLAIN] * 16, [NOBODY] * 16
    blacks, reds, blanks = LAYOUTS[agreed["layout"]]
    for name in blacks + reds + blanks:
        kinds[cell_of(name)] = BLANK if name in blanks else FOR_GOOD
    for name in blacks + reds:
        colours[cell_of(name)] = BLACK if name in blacks else RED
    return Box(
        seats=seats,
        knight=tuple(_steps(cell, KNIGHT_STEPS) for cell in range(16)),
        beside=tuple(_steps(cell, SIDE_STEPS) for cell in range(16)),
        kinds=tuple(kinds),
        colours=tuple(colours),
        starts=(cell_of(blacks[0]), cell_of(reds[0])),
        fly_after_battle=agreed["flight_after_battle"],
        solid=agreed["knights"],
        free_chain=agreed["chain"],
        blank_must_fill=agreed["blank_must_fill"],
        quiet_turns=agreed["quiet_turns"],
        line=agreed["line"],
        tie_by_cells=agreed["tie"],
    )
