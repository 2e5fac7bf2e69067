"""The contract of a game: the functions and constants that its rules.py has.

Rules are plain functions on a box (what was agreed before play) and a state. They draw no random
numbers, do no input or output and import nothing but the engine.
"""

from typing import Any, NamedTuple, Protocol

from homestretch.engine.problem import Problem

CHANCE, OVER = -1, -2
"""Who decides when no seat does: chance picks one of the legal outcomes, or the game has ended."""
SPECTATOR, OPEN = -3, -4
"""Who looks when no seat does: somebody without a seat, or anybody after the end."""


class Refusal(NamedTuple):
    """Why an action is not legal: message id (it begins with the rule's id) and two numbers."""

    message: str
    a: int = 0
    b: int = 0

    @property
    def rule(self) -> str:
        """The id of the rule that forbids it."""
        return self.message.partition(".")[0]


class IllegalAction(Problem):
    """Somebody tried what the rules forbid; the state is untouched."""

    def __init__(self, box: Any, seat: int, action: int, refusal: Refusal) -> None:
        super().__init__("illegal", seat=seat, action=action, rule=refusal.rule)
        self.box, self.seat, self.action, self.refusal = box, seat, action, refusal


class Rules(Protocol):
    """A game's rules.py, as the engine, the searches and the table see it."""

    VERSION: int
    """Goes up when the same actions could lead to another state."""
    SEATS: tuple[int, int]
    """The fewest and the most seats."""
    ACTIONS: int
    """Actions, those of chance included, are 0..ACTIONS-1."""
    WIDTH: int
    """The most actions that can be legal at once."""
    LENGTH: int
    """The most actions a game can have under any options."""
    REASONS: tuple[str, ...]
    """Message ids of the ways a game ends; index 0 is "" for a game that goes on."""
    State: type[Any]

    def start(self, box: Any, s: Any) -> None:
        """Set every field of s to the start position."""

    def to_move(self, box: Any, s: Any) -> int:
        """Give a seat, CHANCE or OVER; in a sealed phase the lowest seat still to choose."""

    def pending(self, box: Any, s: Any) -> int:
        """Give the bit set of the seats that may act now."""

    def legal(self, box: Any, s: Any, seat: int, moves: list[int]) -> int:
        """Write the legal actions of seat (or the outcomes of CHANCE) into moves; give how many."""

    def apply(self, box: Any, s: Any, seat: int, action: int) -> None:
        """Carry out a legal action."""

    def seen(self, box: Any, s: Any, seat: int, action: int) -> int:
        """Give the bit set of the seats that may know this action before the end."""

    def score(self, box: Any, s: Any, out: list[int]) -> None:
        """Write what the sheet counts, per seat."""

    def place(self, box: Any, s: Any, out: list[int]) -> None:
        """Write the places 1, 2, ... per seat of a game that is over; ties share the better place."""

    def reason(self, box: Any, s: Any) -> int:
        """Give why the game is over, as an index into REASONS; 0 while it goes on."""

    def guess(self, box: Any, s: Any, seat: int, rng: list[int]) -> None:
        """Fill what the seat does not know with something that agrees with all it knows."""

    def why_not(self, box: Any, s: Any, seat: int, action: int) -> Refusal | None:
        """Give why an action is refused; None exactly for what legal lists."""
