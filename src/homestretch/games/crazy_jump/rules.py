"""Crazy Jump: a 4x4 board, two knights, battles by die. The turn, from CJ-1 to CJ-21.

board.py holds the position, lines.py counts lines, refusals.py says why not.
"""

from homestretch.engine.story import tell
from homestretch.games.crazy_jump.board import (
    BATTLE,
    BLACK,
    BLANK,
    CELLS,
    DEAD,
    DONE,
    END,
    EVEN,
    FLY,
    FOR_GOOD,
    FULL,
    HOP,
    MOST_HOPS,
    NO_CELL,
    NOBODY,
    ODD,
    OPENING,
    PARITY,
    PASS,
    PLAIN,
    QUIET,
    REASONS,
    RED,
    STAY,
    Box,
    State,
    can_hop,
    cells_of,
    has_flight,
    is_own_jump,
    may_enter,
    may_fly,
    to_move,
)
from homestretch.games.crazy_jump.lines import better, longest_line
from homestretch.games.crazy_jump.refusals import why_not

__all__ = [
    "ACTIONS",
    "LENGTH",
    "REASONS",
    "SEATS",
    "VERSION",
    "WIDTH",
    "State",
    "apply",
    "guess",
    "legal",
    "pending",
    "place",
    "reason",
    "score",
    "seen",
    "start",
    "to_move",
    "why_not",
]

VERSION = 1
SEATS = (2, 2)
ACTIONS, WIDTH = 21, 16
LENGTH = 600_000  # 42 changes of a cell at most, 200 quiet turns after each, 64 actions a turn, the opening


def start(box: Box, s: State) -> None:
    """CJ-1, CJ-2: the knights on their fixed Crazy Jumps, the blank jump fields bare."""
    for cell in range(CELLS):
        s.colour[cell] = box.colours[cell]
        s.kind[cell] = box.kinds[cell]
        s.level[cell] = 0
        if box.kinds[cell] == FOR_GOOD:
            tell(s, "CJ-2.fixed", box.colours[cell], cell)
        elif box.kinds[cell] == BLANK:
            tell(s, "CJ-2.blank", NOBODY, cell)
    for seat in range(2):
        s.knight[seat] = box.starts[seat]
        s.parity[seat] = 0
        s.opening[seat] = 0
        s.line[seat] = 0
        tell(s, "CJ-1", seat, box.starts[seat])
    s.phase = PARITY
    s.quiet = 0
    s.passes = 0
    s.ended = 0
    begin_turn(s, BLACK)


def begin_turn(s: State, seat: int) -> None:
    """CJ-12, CJ-17: a turn starts afresh."""
    s.turn = seat
    s.target = NO_CELL
    s.left = NO_CELL
    s.may_end = 0
    s.hops = 0
    s.fought = 0
    s.used = 0
    s.changed = 0


def pending(box: Box, s: State) -> int:
    """Give the bit set of the seats that may act: the one whose turn it is."""
    who = to_move(box, s)
    return 1 << who if who >= 0 else 0


def legal(box: Box, s: State, seat: int, moves: list[int]) -> int:
    """Write the legal actions into moves; give how many."""
    if s.phase == HOP:
        return hops(box, s, moves)
    if s.phase == FLY:
        return flights(box, s, moves)
    if s.phase == PARITY:
        moves[0] = EVEN
        moves[1] = ODD
        return 2
    for face in range(1, 7):
        moves[face - 1] = face
    return 6


def hops(box: Box, s: State, moves: list[int]) -> int:
    """CJ-5, CJ-16: the knight's moves that may be made; a pass only where there is none."""
    n = 0
    for cell in box.knight[s.knight[s.turn]]:
        if cell != NO_CELL and may_enter(box, s, cell, s.left):
            moves[n] = cell
            n += 1
    if s.may_end:
        moves[n] = END
        n += 1
    elif n == 0:
        moves[0] = PASS
        n = 1
    return n


def flights(box: Box, s: State, moves: list[int]) -> int:
    """CJ-10: staying and the flights after which a hop is legal."""
    n = 0
    for cell in range(CELLS):
        if may_fly(box, s, cell):
            moves[n] = cell
            n += 1
    if can_hop(box, s, s.knight[s.turn], s.left):
        moves[n] = STAY
        n += 1
    return n


def apply(box: Box, s: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if s.phase == BATTLE:
        battle(box, s, action)
    elif s.phase == HOP:
        if action == PASS:
            tell(s, "CJ-16.pass", s.turn)
            s.passes += 1
            end_turn(box, s)
        elif action == END:
            tell(s, "CJ-7.end", s.turn)
            end_turn(box, s)
        else:
            hop(box, s, action)
    elif s.phase == FLY:
        fly(box, s, action)
    elif s.phase == OPENING:
        opening_roll(box, s, action)
    else:
        say_parity(s, seat, action)


def say_parity(s: State, seat: int, parity: int) -> None:
    """CJ-3: each player says even or odd before the first roll; both may say the same."""
    s.parity[seat] = parity
    tell(s, "CJ-3.even" if parity == EVEN else "CJ-3.odd", seat)
    s.turn = 1 - seat
    if s.parity[s.turn] != 0:
        s.phase = OPENING


def opening_roll(box: Box, s: State, face: int) -> None:
    """CJ-4: both roll, the higher starts, equal rolls are rolled again."""
    seat = BLACK if s.opening[BLACK] == 0 else RED
    s.opening[seat] = face
    tell(s, "CJ-4.roll", seat, face)
    if seat == BLACK:
        return
    if s.opening[BLACK] == s.opening[RED]:
        tell(s, "CJ-4.again", NOBODY, face)
        s.opening[BLACK] = 0
        s.opening[RED] = 0
        return
    begin_turn(s, BLACK if s.opening[BLACK] > s.opening[RED] else RED)
    s.phase = HOP
    tell(s, "CJ-4.starts", s.turn)


def hop(box: Box, s: State, cell: int) -> None:
    """CJ-5: hop to a cell; what lies there decides what happens."""
    s.passes = 0
    s.hops += 1
    s.fought = 0
    s.may_end = 0
    if s.colour[cell] == NOBODY:
        lay_stone(box, s, cell)
    elif is_own_jump(s, s.turn, cell):
        tell(s, "CJ-10.land", s.turn, cell)
        land(s, cell)
        go_on(box, s, True)
    else:
        s.target = cell
        s.phase = BATTLE
        tell(s, attack(s, cell), s.turn, cell)


def lay_stone(box: Box, s: State, cell: int) -> None:
    """CJ-6: an empty cell gets a stone and the turn ends; CJ-13: a blank jump field is held from then on."""
    land(s, cell)
    put(s, cell, 1)
    tell(s, "CJ-13.stone" if s.kind[cell] == BLANK else "CJ-6", s.turn, cell)
    end_turn(box, s)


def attack(s: State, cell: int) -> str:
    """Name the battle that is about to be fought: CJ-7, CJ-8 or CJ-9."""
    if s.level[cell] == 2:
        return "CJ-9.attack"
    return "CJ-8.attack" if s.colour[cell] == s.turn else "CJ-7.attack"


def put(s: State, cell: int, level: int) -> None:
    """Give a cell the player's colour at a level; at level 0 it is a Crazy Jump for good."""
    s.colour[cell] = s.turn
    s.level[cell] = level
    if level == 0:
        s.kind[cell] = FOR_GOOD
    s.changed = 1


def land(s: State, cell: int) -> None:
    """Move the knight and note which cell it left."""
    s.left = s.knight[s.turn]
    s.knight[s.turn] = cell
    if is_own_jump(s, s.turn, cell):
        s.used |= 1 << cell


def battle(box: Box, s: State, face: int) -> None:
    """CJ-3: the attacker wins on their own parity; a lost battle leaves everything as it was."""
    cell = s.target
    s.target = NO_CELL
    own = EVEN if face % 2 == 0 else ODD
    if own != s.parity[s.turn]:
        tell(s, "CJ-7.lost", s.turn, cell, face)
        end_turn(box, s)
        return
    s.fought = 1
    if s.level[cell] == 1 and s.colour[cell] != s.turn:
        win_stone(box, s, cell, face)
    else:
        win_jump(box, s, cell, face)


def win_stone(box: Box, s: State, cell: int, face: int) -> None:
    """CJ-7: an own stone goes on top, the player may hop again; CJ-13: on a blank jump field they must."""
    put(s, cell, 2)
    land(s, cell)
    if s.kind[cell] == BLANK:
        tell(s, "CJ-13.won", s.turn, cell, face)
        go_on(box, s, box.fly_after_battle != 0)
        return
    tell(s, "CJ-7.won", s.turn, cell, face)
    if can_hop(box, s, cell, s.left) and not at_hop_limit(box, s):
        s.may_end = 1
        s.phase = HOP
    else:
        end_turn(box, s)


def win_jump(box: Box, s: State, cell: int, face: int) -> None:
    """CJ-8, CJ-9: the cell becomes an own Crazy Jump for good, the player must hop again."""
    tell(s, "CJ-9.won" if s.level[cell] == 2 else "CJ-8.won", s.turn, cell, face)
    put(s, cell, 0)
    land(s, cell)
    go_on(box, s, box.fly_after_battle != 0)


def at_hop_limit(box: Box, s: State) -> bool:
    """CJ-17, ruling free: the turn ends after 32 hops."""
    return box.free_chain != 0 and s.hops >= MOST_HOPS


def go_on(box: Box, s: State, flying: bool) -> None:
    """CJ-10, CJ-12, CJ-14: the player stands on a Crazy Jump, may fly where `flying`, and must hop again."""
    if at_hop_limit(box, s):
        tell(s, "CJ-17.limit", s.turn)
        end_turn(box, s)
    elif flying and has_flight(box, s):
        s.phase = FLY
    elif can_hop(box, s, s.knight[s.turn], s.left):
        s.phase = HOP
    else:
        tell(s, "CJ-12.stranded", s.turn, s.knight[s.turn])
        end_turn(box, s)


def fly(box: Box, s: State, action: int) -> None:
    """CJ-10: fly to another own Crazy Jump, or stay; either way the player must hop again."""
    if action == STAY:
        tell(s, "CJ-10.stay", s.turn, s.knight[s.turn])
    else:
        tell(s, "CJ-10.fly", s.turn, s.knight[s.turn], action)
        land(s, action)
    s.phase = HOP


def end_turn(box: Box, s: State) -> None:
    """CJ-18, CJ-19: the other is to move, unless the game is over."""
    s.quiet = 0 if s.changed else s.quiet + 1
    if is_full(box, s):
        finish(box, s, FULL)
    elif s.quiet > 0 and is_dead(box, s):
        finish(box, s, DEAD)
    elif s.quiet >= box.quiet_turns:
        finish(box, s, QUIET)
    else:
        begin_turn(s, 1 - s.turn)
        s.phase = HOP


def is_full(box: Box, s: State) -> bool:
    """CJ-18: all cells are occupied; a blank jump field counts, unless the ruling wants a stone on it."""
    for cell in range(CELLS):
        if s.colour[cell] == NOBODY and (s.kind[cell] == PLAIN or box.blank_must_fill):
            return False
    return True


def is_dead(box: Box, s: State) -> bool:
    """CJ-19a: neither player can change a cell any more, or both have passed in succession."""
    return s.passes >= 2 or not (can_change(box, s, BLACK) or can_change(box, s, RED))


def can_change(box: Box, s: State, seat: int) -> bool:
    """CJ-19a: from here, or from own Crazy Jumps that hops and flights lead to, a cell in reach can change.

    Who hops onto one own Crazy Jump can fly to all of them.
    """
    here = s.knight[seat]
    if change_in_reach(box, s, seat, here):
        return True
    lands = False
    for cell in box.knight[here]:
        lands = lands or (cell != NO_CELL and is_own_jump(s, seat, cell))
    if lands:
        for cell in range(CELLS):
            if is_own_jump(s, seat, cell) and change_in_reach(box, s, seat, cell):
                return True
    return False


def change_in_reach(box: Box, s: State, seat: int, here: int) -> bool:
    """Tell whether an empty cell or an attackable stone is one hop away from `here`."""
    for cell in box.knight[here]:
        if cell != NO_CELL and s.kind[cell] != FOR_GOOD and not is_own_jump(s, seat, cell):
            return True
    return False


def finish(box: Box, s: State, why: int) -> None:
    """CJ-18 to CJ-21: the game is over; count the lines."""
    s.phase = DONE
    s.ended = why
    s.target = NO_CELL
    tell(s, REASONS[why], NOBODY)
    for seat in range(2):
        s.line[seat] = longest_line(box, s, seat)
        tell(s, "CJ-20", seat, s.line[seat])
    winner = better(box, s)
    if winner == NOBODY:
        tell(s, "CJ-21.draw", NOBODY, s.line[BLACK])
    else:
        tell(s, "CJ-21.won" if s.line[BLACK] != s.line[RED] else "CJ-21.cells", winner, cells_of(s, winner))


def seen(box: Box, s: State, seat: int, action: int) -> int:
    """Give who may know an action: both."""
    return 3


def score(box: Box, s: State, out: list[int]) -> None:
    """CJ-20: write the longest lines."""
    for seat in range(2):
        out[seat] = s.line[seat] if s.phase == DONE else longest_line(box, s, seat)


def place(box: Box, s: State, out: list[int]) -> None:
    """CJ-21: write the places of a game that is over."""
    winner = better(box, s)
    for seat in range(2):
        out[seat] = 1 if winner in (NOBODY, seat) else 2


def reason(box: Box, s: State) -> int:
    """Give why the game is over, as an index into REASONS."""
    return s.ended


def guess(box: Box, s: State, seat: int, rng: list[int]) -> None:
    """Nothing is hidden."""
