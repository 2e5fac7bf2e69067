"""Crazy Jump's board: what lies there, and which cells are open to a knight (CJ-5, CJ-10 to CJ-17).

A cell is file + 4 * (rank - 1): a1 is 0, d4 is 15.
"""

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.state import ALL, array, box, num, state, table

BLACK, RED = 0, 1
NOBODY, NO_CELL = -1, -1
CELLS = 16

# Actions: a cell 0..15 (hop or flight), a die face 1..6, or one of these.
STAY, PASS, END, EVEN, ODD = 16, 17, 18, 19, 20

# What must be decided now.
PARITY, OPENING, HOP, FLY, BATTLE, DONE = 0, 1, 2, 3, 4, 5
# What kind of cell it is.
PLAIN, BLANK, FOR_GOOD = 0, 1, 2
# Rulings, in the order of their values in box.py.
CENTRE, CORNERS, OWNED = 0, 1, 2
PATH, GROUP, STRAIGHT = 0, 1, 2
MOST_HOPS = 32
REASONS = ("", "CJ-18.full", "CJ-19.dead", "CJ-19.quiet")
FULL, DEAD, QUIET = 1, 2, 3


@box
class Box:
    """The board and the rulings."""

    seats: int = num()
    knight: tuple[tuple[int, ...], ...] = table(16, 4)
    """The knight's moves of each cell, filled up with -1."""
    beside: tuple[tuple[int, ...], ...] = table(16, 4)
    """The neighbours of each cell up, down, left and right, filled up with -1."""
    kinds: tuple[int, ...] = table(16)
    colours: tuple[int, ...] = table(16)
    starts: tuple[int, ...] = table(2)
    fly_after_battle: int = num()
    solid: int = num()
    free_chain: int = num()
    blank_must_fill: int = num()
    quiet_turns: int = num()
    line: int = num()
    tie_by_cells: int = num()


@state
class State:
    """The board, the knights and how far the turn has come; all of it is open."""

    turn: int = num(sees=ALL)
    phase: int = num(sees=ALL)
    knight: list[int] = array(2, sees=ALL)
    colour: list[int] = array(16, sees=ALL)
    level: list[int] = array(16, sees=ALL)
    kind: list[int] = array(16, sees=ALL)
    parity: list[int] = array(2, sees=ALL)
    """EVEN or ODD, 0 while unsaid."""
    opening: list[int] = array(2, sees=ALL)
    """The rolls for the first turn, 0 before the roll."""
    target: int = num(sees=ALL)
    """The cell fought for, while the phase is BATTLE."""
    left: int = num(sees=ALL)
    """The cell just left in this turn, to which no direct return is allowed."""
    may_end: int = num(sees=ALL)
    """1 while the player may end the turn instead of hopping again."""
    hops: int = num(sees=ALL)
    fought: int = num(sees=ALL)
    """1 while the knight stands where it has just won a battle."""
    used: int = num("i4", sees=ALL)
    """Bit set of the Crazy Jumps landed on, won or flown to in this turn."""
    changed: int = num(sees=ALL)
    """1 once this turn has changed a cell."""
    quiet: int = num("i2", sees=ALL)
    """Turns in a row without a change."""
    passes: int = num(sees=ALL)
    """Passes in succession."""
    ended: int = num(sees=ALL)
    """Why the game is over: an index into REASONS."""
    line: list[int] = array(2, sees=ALL)
    """The longest lines, counted when the game is over."""


def to_move(box: Box, s: State) -> int:
    """Give who decides now: a seat, CHANCE for the die, or OVER."""
    if s.phase == DONE:
        return OVER
    if s.phase == BATTLE or s.phase == OPENING:
        return CHANCE
    return s.turn


def is_own_jump(s: State, seat: int, cell: int) -> bool:
    """CJ-10, CJ-13: a Crazy Jump of this colour, for good or held."""
    return s.kind[cell] != PLAIN and s.colour[cell] == seat


def may_enter(box: Box, s: State, cell: int, left: int) -> bool:
    """CJ-11, CJ-12, CJ-15, CJ-17: whether the cell is open to the knight that has just left `left`."""
    if cell == left:
        return False
    if s.kind[cell] == FOR_GOOD and s.colour[cell] != s.turn:
        return False
    if s.used >> cell & 1 and not box.free_chain:
        return False
    return not (box.solid and s.knight[1 - s.turn] == cell)


def may_fly(box: Box, s: State, cell: int) -> bool:
    """CJ-10: to another own Crazy Jump that may be entered and from which a hop is legal."""
    here = s.knight[s.turn]
    if cell == here or not is_own_jump(s, s.turn, cell):
        return False
    return may_enter(box, s, cell, s.left) and can_hop(box, s, cell, here)


def can_hop(box: Box, s: State, here: int, left: int) -> bool:
    """Tell whether the player has a legal hop from `here` after leaving `left`."""
    for cell in box.knight[here]:
        if cell != NO_CELL and may_enter(box, s, cell, left):
            return True
    return False


def has_flight(box: Box, s: State) -> bool:
    """Tell whether a flight is on offer."""
    for cell in range(CELLS):
        if may_fly(box, s, cell):
            return True
    return False


def cells_of(s: State, seat: int) -> int:
    """Count the cells of a colour."""
    n = 0
    for cell in range(CELLS):
        if s.colour[cell] == seat:
            n += 1
    return n
