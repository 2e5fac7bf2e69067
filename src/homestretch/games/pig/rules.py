"""Pig, the smallest example of a game: roll to gather points, hold to bank them; a 1 loses them."""

from homestretch.engine.contract import CHANCE, OVER, Refusal
from homestretch.engine.state import ALL, array, box, num, state
from homestretch.engine.story import tell

VERSION = 1
SEATS = (2, 2)
ROLL, HOLD = 0, 7
ACTIONS, WIDTH, LENGTH = 8, 6, 100_000
REASONS = ("", "PIG-5.end")
NOBODY = -1


@box
class Box:
    """What was agreed: how many points win."""

    seats: int = num()
    goal: int = num()


@state
class State:
    """Whose turn it is, whether the die is in the air, and the points."""

    turn: int = num(sees=ALL)
    rolling: int = num(sees=ALL)
    pot: int = num("i2", sees=ALL)
    bank: list[int] = array(2, kind="i2", sees=ALL)


def start(box: Box, s: State) -> None:
    """PIG-1: the first seat begins, nobody has points."""
    s.turn = 0
    s.rolling = 0
    s.pot = 0
    for seat in range(2):
        s.bank[seat] = 0
    tell(s, "PIG-1", 0, box.goal)


def to_move(box: Box, s: State) -> int:
    """Give who decides now."""
    if reason(box, s):
        return OVER
    return CHANCE if s.rolling else s.turn


def pending(box: Box, s: State) -> int:
    """Give the bit set of the seats that may act."""
    return 0 if s.rolling or reason(box, s) else 1 << s.turn


def legal(box: Box, s: State, seat: int, moves: list[int]) -> int:
    """PIG-2: roll, or hold what the turn has brought; a die has six faces."""
    if seat == CHANCE:
        for face in range(1, 7):
            moves[face - 1] = face
        return 6
    moves[0] = ROLL
    if s.pot == 0:
        return 1
    moves[1] = HOLD
    return 2


def apply(box: Box, s: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if seat == CHANCE:
        fall(box, s, action)
    elif action == ROLL:
        s.rolling = 1
    else:
        bank(box, s)


def fall(box: Box, s: State, face: int) -> None:
    """PIG-3: a 1 loses the turn's points and ends the turn; any other face adds to them."""
    s.rolling = 0
    if face == 1:
        tell(s, "PIG-3.lost", s.turn, s.pot)
        s.pot = 0
        s.turn = 1 - s.turn
    else:
        s.pot += face
        tell(s, "PIG-3.more", s.turn, face, s.pot)


def bank(box: Box, s: State) -> None:
    """PIG-4: who holds adds the turn's points to their own; PIG-5: who has enough wins at once."""
    s.bank[s.turn] += s.pot
    tell(s, "PIG-4", s.turn, s.pot, s.bank[s.turn])
    s.pot = 0
    if s.bank[s.turn] >= box.goal:
        tell(s, "PIG-5", s.turn, s.bank[s.turn])
    s.turn = 1 - s.turn


def seen(box: Box, s: State, seat: int, action: int) -> int:
    """Give who may know an action: all."""
    return 3


def score(box: Box, s: State, out: list[int]) -> None:
    """Write the banked points."""
    for seat in range(2):
        out[seat] = s.bank[seat]


def place(box: Box, s: State, out: list[int]) -> None:
    """PIG-5: who has enough is first."""
    for seat in range(2):
        out[seat] = 1 if s.bank[seat] >= box.goal else 2


def reason(box: Box, s: State) -> int:
    """PIG-5: the game ends when somebody has enough."""
    return 1 if s.bank[0] >= box.goal or s.bank[1] >= box.goal else 0


def guess(box: Box, s: State, seat: int, rng: list[int]) -> None:
    """Nothing is hidden."""


def why_not(box: Box, s: State, seat: int, action: int) -> Refusal | None:
    """Give why an action is refused."""
    if reason(box, s):
        return Refusal("PIG-5.over")
    if seat == CHANCE or s.rolling:
        return die_refusal(s, seat, action)
    if seat != s.turn:
        return Refusal("PIG-2.turn", s.turn)
    if action == HOLD and s.pot == 0:
        return Refusal("PIG-2.empty")
    return None if action in (ROLL, HOLD) else Refusal("PIG-2.what")


def die_refusal(s: State, seat: int, action: int) -> Refusal | None:
    """PIG-3: only while the die is in the air, only chance, only a face."""
    if seat != CHANCE:
        return Refusal("PIG-3.wait")
    if not s.rolling:
        return Refusal("PIG-2.turn", s.turn)
    return None if 1 <= action <= 6 else Refusal("PIG-3.face", action)
