"""A second, naive Crazy Jump, written from the rule sheet alone: a yardstick for the tests.

It shares nothing with the game's own rules: cells have names, a cell holds a pile of stones, and every
action gives a new position. It is slow and meant to be read next to the rules CJ-1 to CJ-21.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

CELLS = tuple(file + rank for rank in "1234" for file in "abcd")
OTHER = {"black": "red", "red": "black"}
DEFAULTS = {
    "layout": "centre",
    "flight_after_battle": "hop_on",
    "knights": "share",
    "chain": "once",
    "blank_must_fill": "no",
    "quiet_turns": "50",
    "line": "path",
    "tie": "draw",
}
FACES = frozenset("123456")
MOST_HOPS = 32


def _distance(one: str, two: str) -> int:
    """Give the squared distance of two cells; a knight's move is 5, a neighbour 1."""
    return (ord(one[0]) - ord(two[0])) ** 2 + (int(one[1]) - int(two[1])) ** 2


def _all_at(distance: int) -> dict[str, frozenset[str]]:
    return {one: frozenset(two for two in CELLS if _distance(one, two) == distance) for one in CELLS}


KNIGHT = _all_at(5)
BESIDE = _all_at(1)


def longest_path(cells: frozenset[str]) -> int:
    """CJ-20 `path`: the most cells on a line through neighbours that never crosses itself."""

    def onward(cell: str, free: frozenset[str]) -> int:
        return 1 + max((onward(near, free - {near}) for near in BESIDE[cell] & free), default=0)

    return max((onward(cell, cells - {cell}) for cell in cells), default=0)


def largest_group(cells: frozenset[str]) -> int:
    """CJ-20 `group`: the most cells joined by neighbours."""

    def group(cell: str) -> frozenset[str]:
        joined, size = frozenset({cell}), 0
        while len(joined) > size:
            size = len(joined)
            joined = joined.union(*(BESIDE[one] for one in joined)) & cells
        return joined

    return max((len(group(cell)) for cell in cells), default=0)


def longest_straight(cells: frozenset[str]) -> int:
    """CJ-20 `straight`: the longest unbroken piece of a row or a column."""
    rows = [[file + rank for file in "abcd"] for rank in "1234"]
    columns = [[file + rank for rank in "1234"] for file in "abcd"]
    pieces = [row[i:j] for row in rows + columns for i in range(4) for j in range(i + 1, 5)]
    return max((len(piece) for piece in pieces if cells.issuperset(piece)), default=0)


COUNTS: dict[str, Callable[[frozenset[str]], int]] = {
    "path": longest_path,
    "group": largest_group,
    "straight": longest_straight,
}


@dataclass(frozen=True)
class Position:
    """All that can change: the board, and how far the game and the turn have come."""

    piles: Mapping[str, tuple[str, ...]]
    """The stones on each cell that has any, the upper one last."""
    jumps: Mapping[str, str]
    """The Crazy Jumps for good, with their colour."""
    blanks: frozenset[str]
    """The blank jump fields that nobody has for good."""
    knights: Mapping[str, str]
    step: str = "say"
    """One of say, open, turn, must, may, fly, battle, over."""
    mover: str = "black"
    said: Mapping[str, str] = field(default_factory=dict)
    rolled: tuple[int, ...] = ()
    left: str = ""
    """The cell the knight has just left in this turn."""
    used: frozenset[str] = frozenset()
    """The Crazy Jumps that this turn has landed on, won or flown to."""
    hops: int = 0
    target: str = ""
    """The cell that is fought for."""
    changed: bool = False
    passed: bool = False
    """Whether the turn before this one was a pass."""
    quiet: int = 0
    why: str = ""


def _set_up(layout: str) -> Position:
    """CJ-1 and CJ-2: knights, fixed Crazy Jumps and blank jump fields."""
    if layout == "corners":
        starts, blanks = {"black": "a4", "red": "d1"}, {"b3", "c2"}
    else:
        starts, blanks = {"black": "b3", "red": "c2"}, {"c3", "b2"}
    jumps = {cell: colour for colour, cell in starts.items()}
    if layout == "owned":
        jumps, blanks = jumps | {"c3": "black", "b2": "red"}, set()
    return Position(piles={}, jumps=jumps, blanks=frozenset(blanks), knights=starts)


class Reference:
    """A position under some options; playing gives a new one."""

    def __init__(self, options: Mapping[str, str] | None = None, at: Position | None = None) -> None:
        self.options = DEFAULTS | dict(options or {})
        self.at = at or _set_up(self.options["layout"])

    # What a caller asks.

    def who(self) -> str:
        """Give who decides: black, red, chance or over."""
        if self.at.step in ("open", "battle"):
            return "chance"
        return "over" if self.at.step == "over" else self.at.mover

    def legal(self) -> frozenset[str]:
        """Give the words that may be played."""
        step = self.at.step
        if step in ("open", "battle"):
            return FACES
        if step == "say":
            return frozenset({"even", "odd"})
        if step == "fly":
            return self._flights() | self._stay()
        if step == "over":
            return frozenset()
        hops = self._hops()
        if step == "may":
            return hops | {"end"}
        return hops or frozenset({"pass"})

    def play(self, word: str) -> "Reference":
        """Carry out a word."""
        if word not in self.legal():
            raise ValueError(f"{word} is not legal at {self.at}")
        steps = {"say": self._say, "open": self._open, "battle": self._battle, "fly": self._fly}
        return steps.get(self.at.step, self._move)(word)

    def lines(self) -> tuple[int, int]:
        """CJ-20: give black's and red's longest line."""
        count = COUNTS[self.options["line"]]
        return count(self.cells_of("black")), count(self.cells_of("red"))

    def winner(self) -> str:
        """CJ-21: give black, red or draw."""
        black, red = self.lines()
        if black == red and self.options["tie"] == "cells":
            black, red = len(self.cells_of("black")), len(self.cells_of("red"))
        if black == red:
            return "draw"
        return "black" if black > red else "red"

    def why(self) -> str:
        """Give why the game is over: full, dead or quiet, or nothing while it goes on."""
        return self.at.why

    def board(self) -> dict[str, tuple[str, int | str]]:
        """Give each cell's colour (or nothing) and its level, or the word jump for one that is for good."""
        return {
            cell: (self.colour(cell), "jump" if cell in self.at.jumps else len(self._pile(cell)))
            for cell in CELLS
        }

    def colour(self, cell: str) -> str:
        """CJ-20: a Crazy Jump's colour, or that of the upper stone."""
        return self.at.jumps.get(cell) or (self._pile(cell) or ("",))[-1]

    def cells_of(self, colour: str) -> frozenset[str]:
        """Give all cells of a colour."""
        return frozenset(cell for cell in CELLS if self.colour(cell) == colour)

    # What a cell is to a player.

    def _pile(self, cell: str) -> tuple[str, ...]:
        return self.at.piles.get(cell, ())

    def _is_own_jump(self, cell: str, colour: str) -> bool:
        """CJ-10 and CJ-13: for good, or held."""
        return self.colour(cell) == colour and (cell in self.at.jumps or cell in self.at.blanks)

    def _is_closed(self, cell: str, colour: str) -> bool:
        """CJ-11: the opponent's for good."""
        return self.at.jumps.get(cell) == OTHER[colour]

    def _own_jumps(self, colour: str) -> frozenset[str]:
        return frozenset(cell for cell in CELLS if self._is_own_jump(cell, colour))

    def _can_be_changed(self, cell: str, colour: str) -> bool:
        """CJ-19: an empty cell or an attackable stone."""
        return not self._is_closed(cell, colour) and not self._is_own_jump(cell, colour)

    # Where the knight may go.

    def _here(self) -> str:
        return self.at.knights[self.at.mover]

    def _is_barred(self, cell: str, left: str, used: frozenset[str]) -> bool:
        """CJ-12, CJ-15 and CJ-17 for hops and flights alike."""
        solid = self.options["knights"] == "solid" and self.at.knights[OTHER[self.at.mover]] == cell
        again = self.options["chain"] == "once" and cell in used
        return cell == left or solid or again

    def _hops_from(self, cell: str, left: str, used: frozenset[str]) -> frozenset[str]:
        mover = self.at.mover
        return frozenset(
            end
            for end in KNIGHT[cell]
            if not self._is_barred(end, left, used) and not self._is_closed(end, mover)
        )

    def _hops(self) -> frozenset[str]:
        return self._hops_from(self._here(), self.at.left, self.at.used)

    def _flights(self) -> frozenset[str]:
        """CJ-10: the other own Crazy Jumps from which the knight could hop on."""
        here, used = self._here(), self.at.used
        return frozenset(
            end
            for end in self._own_jumps(self.at.mover) - {here}
            if not self._is_barred(end, self.at.left, used) and self._hops_from(end, here, used | {end})
        )

    def _stay(self) -> frozenset[str]:
        return frozenset({"stay"}) if self._hops() else frozenset()

    # Before the first turn.

    def _say(self, word: str) -> "Reference":
        """CJ-3: black's parity, then red's."""
        said = {**self.at.said, self.at.mover: word}
        if self.at.mover == "black":
            return self._with(said=said, mover="red")
        return self._with(said=said, step="open")

    def _open(self, word: str) -> "Reference":
        """CJ-4: the higher roll starts."""
        rolled = (*self.at.rolled, int(word))
        if len(rolled) < 2:
            return self._with(rolled=rolled)
        if rolled[0] == rolled[1]:
            return self._with(rolled=())
        return self._begin("black" if rolled[0] > rolled[1] else "red")

    # A turn.

    def _begin(self, mover: str) -> "Reference":
        return self._with(
            mover=mover, step="turn", left="", used=frozenset(), hops=0, target="", changed=False
        )

    def _move(self, word: str) -> "Reference":
        if word == "pass":
            return self._finish(passing=True)
        if word == "end":
            return self._finish()
        return self._hop(word)

    def _hop(self, cell: str) -> "Reference":
        mover = self.at.mover
        counted = self._with(hops=self.at.hops + 1)
        if self._is_own_jump(cell, mover):
            return counted._to(cell)._land(may_fly=True)
        if self._pile(cell):
            return counted._with(step="battle", target=cell)
        return counted._to(cell)._pile_up(cell, (mover,))._finish()

    def _battle(self, face: str) -> "Reference":
        """CJ-7, CJ-8, CJ-9 and CJ-13: the attacker wins on their own parity."""
        mover, cell = self.at.mover, self.at.target
        if self.at.said[mover] != ("odd" if face in "135" else "even"):
            return self._finish()
        if self._pile(cell) == (OTHER[mover],):
            won = self._pile_up(cell, (OTHER[mover], mover))
        else:
            won = self._make_jump(cell)
        won = won._to(cell)
        if won._is_own_jump(cell, mover):
            return won._land(may_fly=self.options["flight_after_battle"] == "allowed")
        if won._is_spent() or not won._hops():
            return won._finish()
        return won._with(step="may")

    def _land(self, *, may_fly: bool) -> "Reference":
        """CJ-10: on an own Crazy Jump the knight may fly and must hop on."""
        if self._is_spent():
            return self._finish()
        if may_fly and self._flights():
            return self._with(step="fly")
        return self._must_hop()

    def _fly(self, word: str) -> "Reference":
        return (self if word == "stay" else self._to(word))._must_hop()

    def _must_hop(self) -> "Reference":
        """CJ-12 `stranded`: who cannot hop ends the turn where the knight stands."""
        return self._with(step="must") if self._hops() else self._finish()

    def _is_spent(self) -> bool:
        """CJ-17 `free`: the turn has had its 32 hops."""
        return self.options["chain"] == "free" and self.at.hops >= MOST_HOPS

    # Changing the board.

    def _with(self, **changes: object) -> "Reference":
        return Reference(self.options, replace(self.at, **changes))  # type: ignore[arg-type]

    def _to(self, cell: str) -> "Reference":
        """Put the mover's knight on a cell; if that is its own Crazy Jump, this turn has used it."""
        moved = self._with(knights={**self.at.knights, self.at.mover: cell}, left=self._here())
        if moved._is_own_jump(cell, self.at.mover):
            return moved._with(used=self.at.used | {cell})
        return moved

    def _pile_up(self, cell: str, pile: Iterable[str]) -> "Reference":
        return self._with(piles={**self.at.piles, cell: tuple(pile)}, changed=True)

    def _make_jump(self, cell: str) -> "Reference":
        piles = {one: pile for one, pile in self.at.piles.items() if one != cell}
        jumps = {**self.at.jumps, cell: self.at.mover}
        return self._with(piles=piles, jumps=jumps, blanks=self.at.blanks - {cell}, changed=True)

    # The end.

    def _finish(self, *, passing: bool = False) -> "Reference":
        """End the turn, and the game where CJ-18 or CJ-19 says so."""
        quiet = 0 if self.at.changed else self.at.quiet + 1
        passes = passing and self.at.passed
        done = self._with(quiet=quiet, passed=passing)
        why = done._end(passes)
        return done._with(step="over", why=why) if why else done._begin(OTHER[self.at.mover])

    def _end(self, passes: bool) -> str:
        if self._is_full():
            return "full"
        if not self.at.changed and (passes or self._is_dead()):
            return "dead"
        return "quiet" if self.at.quiet >= int(self.options["quiet_turns"]) else ""

    def _is_full(self) -> bool:
        """CJ-18: no cell is empty; a blank jump field counts as empty only by ruling."""
        empty = {cell for cell in CELLS if not self.colour(cell)}
        return not (empty if self.options["blank_must_fill"] == "yes" else empty - self.at.blanks)

    def _is_dead(self) -> bool:
        """CJ-19 (a): neither player can change a cell any more."""
        return not any(
            self._can_be_changed(end, colour)
            for colour in OTHER
            for cell in self._in_reach(colour)
            for end in KNIGHT[cell]
        )

    def _in_reach(self, colour: str) -> frozenset[str]:
        """Give where a knight can come by hops and flights over own Crazy Jumps, its own cell included.

        The other knight may move on, so it stands in nobody's way here. A flight follows only a hop onto
        a Crazy Jump; after one such hop every own Crazy Jump can be flown to.
        """
        home, own = self.at.knights[colour], self._own_jumps(colour)
        return own | {home} if KNIGHT[home] & own else frozenset({home})
