"""Crazy Jump: a 4x4 board, two knights, battles by die. Rules CJ-1 to CJ-21 of the rulebook, nothing else.

A cell is file + 4 * (rank - 1): a1 is 0, d4 is 15.
"""

from homestretch.engine.contract import CHANCE, OVER, Refusal
from homestretch.engine.state import ALL, array, box, num, state, table
from homestretch.engine.story import tell

VERSION = 1
SEATS = (2, 2)
BLACK, RED = 0, 1
NOBODY, NO_CELL = -1, -1
CELLS = 16

# Actions: a cell 0..15 (hop or flight), a die face 1..6, or one of these.
STAY, PASS, END, EVEN, ODD = 16, 17, 18, 19, 20
ACTIONS, WIDTH = 21, 16
LENGTH = 600_000  # 42 changes of a cell at most, 200 quiet turns after each, 64 actions a turn, the opening

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


def to_move(box: Box, s: State) -> int:
    """Give who decides now: a seat, CHANCE for the die, or OVER."""
    if s.phase == DONE:
        return OVER
    if s.phase == BATTLE or s.phase == OPENING:
        return CHANCE
    return s.turn


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


def has_flight(box: Box, s: State) -> bool:
    """Tell whether a flight is on offer."""
    for cell in range(CELLS):
        if may_fly(box, s, cell):
            return True
    return False


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


def longest_line(box: Box, s: State, seat: int) -> int:
    """CJ-20: the longest line of this colour, by the ruling that was agreed."""
    own = 0
    for cell in range(CELLS):
        if s.colour[cell] == seat:
            own |= 1 << cell
    best = 0
    for cell in range(CELLS):
        if own >> cell & 1:
            best = max(best, line_from(box, cell, own))
    return best


def line_from(box: Box, cell: int, own: int) -> int:
    """CJ-20: the longest line that begins at a cell (path, straight) or holds it (group)."""
    if box.line == PATH:
        return path_from(box, cell, own & ~(1 << cell))
    if box.line == GROUP:
        return group_of(box, cell, own)
    return straight_from(cell, own)


def path_from(box: Box, cell: int, free: int) -> int:
    """Count the cells of the longest path that starts at cell and goes on over free (a bit set)."""
    best = 0
    for near in box.beside[cell]:
        if near != NO_CELL and free >> near & 1:
            best = max(best, path_from(box, near, free & ~(1 << near)))
    return 1 + best


def group_of(box: Box, cell: int, own: int) -> int:
    """Count the cells of the connected group that holds cell."""
    group = 1 << cell
    size = 0
    grown = 1
    while grown != size:
        size = grown
        grown = 0
        for member in range(CELLS):
            if group >> member & 1:
                grown += 1
                for near in box.beside[member]:
                    if near != NO_CELL and own >> near & 1:
                        group |= 1 << near
    return grown


def straight_from(cell: int, own: int) -> int:
    """Count the cells of the straight row or column that begins at cell, to the right or upwards."""
    row = 0
    while cell % 4 + row < 4 and own >> (cell + row) & 1:
        row += 1
    column = 0
    while cell + 4 * column < CELLS and own >> (cell + 4 * column) & 1:
        column += 1
    return max(row, column)


def cells_of(s: State, seat: int) -> int:
    """Count the cells of a colour."""
    n = 0
    for cell in range(CELLS):
        if s.colour[cell] == seat:
            n += 1
    return n


def better(box: Box, s: State) -> int:
    """CJ-21: the longer line wins; by ruling more cells break a tie; NOBODY for a draw."""
    black = s.line[BLACK]
    red = s.line[RED]
    if black == red and box.tie_by_cells:
        black = cells_of(s, BLACK)
        red = cells_of(s, RED)
    if black == red:
        return NOBODY
    return BLACK if black > red else RED


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


def why_not(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """Give the rule that forbids an action; None exactly for what `legal` lists."""
    who = to_move(box, s)
    if who == OVER:
        return Refusal(REASONS[s.ended].partition(".")[0] + ".over")
    if seat != who:
        return Refusal("CJ-3.wait" if who == CHANCE else "CJ-16.turn", s.turn)
    if who == CHANCE:
        return None if 1 <= action <= 6 else Refusal("CJ-4.face", action)
    if s.phase == PARITY:
        return None if action in (EVEN, ODD) else Refusal("CJ-3.say")
    if s.phase == FLY:
        return why_no_flight(box, s, action)
    return why_no_hop(box, s, action)


def why_no_flight(box: Box, s: State, action: int) -> Refusal | None:
    """CJ-10: only the other own Crazy Jumps, and only where the flight can go on."""
    here = s.knight[s.turn]
    if action == STAY:
        return None if can_hop(box, s, here, s.left) else Refusal("CJ-10.no_stay", here)
    if not 0 <= action < CELLS or action == here or not is_own_jump(s, s.turn, action):
        return Refusal("CJ-10.choose", here)
    if not may_enter(box, s, action, s.left):
        return why_closed(box, s, action)
    return None if can_hop(box, s, action, here) else Refusal("CJ-10.lost", action)


def why_no_hop(box: Box, s: State, action: int) -> Refusal | None:
    """CJ-5, CJ-16: only a knight's move to a cell that is open; what else may be said in a hop."""
    here = s.knight[s.turn]
    if action in (END, PASS):
        return why_no_end(box, s, action)
    if not 0 <= action < CELLS:
        return Refusal("CJ-5.hop", here)
    if action not in box.knight[here]:
        flying = s.fought and s.kind[here] != PLAIN and is_own_jump(s, s.turn, action)
        return Refusal("CJ-14.hop" if flying else "CJ-5.shape", here, action)
    return None if may_enter(box, s, action, s.left) else why_closed(box, s, action)


def why_no_end(box: Box, s: State, action: int) -> Refusal | None:
    """CJ-7, CJ-8, CJ-16: ending a turn is for who may hop again, passing for who has no hop at all."""
    if s.may_end:
        return None if action == END else Refusal("CJ-16.end")
    if s.hops > 0 or can_hop(box, s, s.knight[s.turn], s.left):
        return Refusal("CJ-8.must" if s.hops > 0 else "CJ-16.must")
    return None if action == PASS else Refusal("CJ-16.only_pass")


def why_closed(box: Box, s: State, cell: int) -> Refusal:
    """Name the rule that closes a cell to the player."""
    if cell == s.left:
        return Refusal("CJ-12.back", cell)
    if s.kind[cell] == FOR_GOOD and s.colour[cell] != s.turn:
        return Refusal("CJ-11.closed", cell)
    if s.used >> cell & 1 and not box.free_chain:
        return Refusal("CJ-17.once", cell)
    return Refusal("CJ-15.solid", cell)
