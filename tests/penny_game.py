"""A game for tests only: two seats, two sealed choices each, a hidden hand; the higher sum wins.

Each seat holds a secret card 0 or 1 (dealt by chance) and in one sealed phase says two numbers 0..2.
"""

from typing import Any

from homestretch.engine.contract import CHANCE, OVER, Refusal
from homestretch.engine.rng import below
from homestretch.engine.state import ALL, OWNER, array, box, num, state
from homestretch.engine.story import tell

VERSION, SEATS, ACTIONS, WIDTH, LENGTH = 1, (2, 2), 3, 3, 6
REASONS = ("", "PEN-3.end")


@box
class Box:
    """Nothing but the seats."""

    seats: int = num()


@state
class State:
    """Secret cards and sealed choices; what is shown at the end."""

    dealt: int = num(sees=ALL)
    card: list[int] = array(2, sees=OWNER)
    said: list[list[int]] = array(2, 2, sees=OWNER)
    count: list[int] = array(2, sees=ALL)
    sums: list[int] = array(2, sees=ALL)


def start(box: Any, s: Any) -> None:
    """Set everything."""
    s.dealt = 0
    for seat in range(2):
        s.card[seat] = s.count[seat] = s.sums[seat] = 0
        s.said[seat][0] = s.said[seat][1] = 0


def to_move(box: Any, s: Any) -> int:
    """Chance deals, then both choose."""
    if s.dealt < 2:
        return CHANCE
    bits = pending(box, s)
    return OVER if bits == 0 else (0 if bits & 1 else 1)


def pending(box: Any, s: Any) -> int:
    """Give who still has to say something."""
    if s.dealt < 2:
        return 0
    return sum(1 << seat for seat in range(2) if s.count[seat] < 2)


def legal(box: Any, s: Any, seat: int, moves: list[int]) -> int:
    """List 0 and 1 for the deal, 0 to 2 for a seat."""
    n = 2 if seat == CHANCE else 3
    for i in range(n):
        moves[i] = i
    return n


def apply(box: Any, s: Any, seat: int, action: int) -> None:
    """Deal, or note what was said."""
    if seat == CHANCE:
        s.card[s.dealt] = action
        s.dealt += 1
        return
    s.said[seat][s.count[seat]] = action
    s.count[seat] += 1
    if pending(box, s) == 0:
        for each in range(2):
            s.sums[each] = s.card[each] + s.said[each][0] + s.said[each][1]
            tell(s, "PEN-2", each, s.sums[each])


def seen(box: Any, s: Any, seat: int, action: int) -> int:
    """Give who may know: the owner of the card, or of the choice."""
    return 1 << (s.dealt if seat == CHANCE else seat)


def score(box: Any, s: Any, out: list[int]) -> None:
    """Write the sums."""
    for seat in range(2):
        out[seat] = s.sums[seat]


def place(box: Any, s: Any, out: list[int]) -> None:
    """The higher sum is first."""
    for seat in range(2):
        out[seat] = 1 if s.sums[seat] >= s.sums[1 - seat] else 2


def reason(box: Any, s: Any) -> int:
    """Give 1 when both have said two numbers."""
    return 1 if s.dealt == 2 and pending(box, s) == 0 else 0


def guess(box: Any, s: Any, seat: int, rng: list[int]) -> None:
    """Guess the other's card and choices."""
    other = 1 - seat
    s.card[other] = below(rng, 2)
    for i in range(2):
        s.said[other][i] = below(rng, 3) if i < s.count[other] else 0
    if to_move(box, s) == OVER:
        s.said[other][0] = min(2, s.sums[other])
        s.said[other][1] = min(2, s.sums[other] - s.said[other][0])
        s.card[other] = s.sums[other] - s.said[other][0] - s.said[other][1]


def why_not(box: Any, s: Any, seat: int, action: int) -> Refusal | None:
    """Give the rule that forbids an action."""
    who = to_move(box, s)
    if who == CHANCE or seat == CHANCE:
        return None if who == seat and action in (0, 1) else Refusal("PEN-1.deal")
    if not pending(box, s) >> seat & 1:
        return Refusal("PEN-2.done")
    return None if 0 <= action <= 2 else Refusal("PEN-2.what")
