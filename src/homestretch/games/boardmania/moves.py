"""One move on the board: from the roll to the field where the piece stays (parts D, E and G).

How a piece comes onto a field: by the roll, by a field, by a bonus or beamed; STAY ends the move.
"""

from homestretch.engine.story import tell
from homestretch.games.boardmania.pieces import (
    BEAM,
    BONUS,
    BOOSTER,
    HALF,
    JUMP,
    MOST_TRIGGERS,
    NEGATIVE,
    SET,
    SIT_OUT,
    STEP_LIMIT,
    VEHICLE,
    WECHSEL,
    WRAP,
    Box,
    State,
    field_at,
)

STAY, BY_ROLL, BY_FIELD, BY_BONUS, BEAMED = 0, 1, 2, 3, 4


def move(box: Box, s: State, player: int, roll: int, value: int) -> None:
    """D, section 10 step 7: move a player by a value and carry out every field that is reached."""
    s.roll, s.value, s.stood = roll, value, s.progress[player]
    step(s, player, value)
    tell(s, "BM-D3.moves", player, field_at(box, s.progress[player]), value)
    how = BY_ROLL
    while how != STAY:
        tell_lap(box, s, player)
        how = arrive(box, s, player, how) if may_act(box, s, player, how) else STAY
    lay_down(s)


def lay_down(s: State) -> None:
    """Forget the move in hand."""
    s.roll, s.value, s.stood, s.came_from = 0, 0, 0, 0
    s.visited, s.triggers, s.repeats = 0, 0, 0


def may_act(box: Box, s: State, player: int, how: int) -> bool:
    """G1, E7, G2, G18: tell whether the field that a player has come onto acts; it then has acted."""
    if how == BEAMED and not box.beam_triggers:
        return False
    if how != BY_ROLL and (box.roll_only or (how == BY_BONUS and box.bonus_rests)):
        return False
    field = field_at(box, s.progress[player])
    if s.triggers >= MOST_TRIGGERS or (box.guard != STEP_LIMIT and s.visited >> field & 1):
        tell(s, "BM-G2.again", player, field)
        return False
    s.visited |= 1 << field
    s.triggers += 1
    return True


def step(s: State, player: int, steps: int) -> None:
    """Set a piece forward or back."""
    s.came_from = s.progress[player]
    s.progress[player] += steps


def tell_lap(box: Box, s: State, player: int) -> None:
    """A3, A5: say that a piece has begun another lap, or has gone back into the one before."""
    lap, was = s.progress[player] // box.fields, s.came_from // box.fields
    if lap > was and lap > 0:
        tell(s, "BM-A3.lap", player, lap + 1)
    elif lap < was and lap >= 0:
        tell(s, "BM-A5.lap", player, lap + 1)


def arrive(box: Box, s: State, player: int, how: int) -> int:
    """Carry out the field that a player has come onto; give how it comes onto the next one."""
    field = field_at(box, s.progress[player])
    kind = box.kind[field]
    if kind == VEHICLE:
        return take_card(box, s, player, box.amount[field], how)
    if kind == JUMP:
        return jump(box, s, player, box.amount[field])
    if kind == WECHSEL:
        return go_again(box, s, player, how)
    if kind == BEAM:
        return beam(box, s, player)
    if kind >= HALF:
        take_status(s, player, kind)
    return STAY


def take_card(box: Box, s: State, player: int, environment: int, how: int) -> int:
    """E1, E4, E5, E6: take a card; the third one of an environment gives a bonus."""
    if box.direct_cards and how != BY_ROLL:
        return STAY
    s.cards[player][environment] += 1
    tell(s, "BM-E1.card", player, environment, s.cards[player][environment])
    if not is_set(box, s, player, environment):
        return STAY
    if not box.keep_cards:
        s.cards[player][environment] -= SET
    s.bonuses[player] += 1
    s.had[player] |= 1 << environment
    step(s, player, BONUS)
    tell(s, "BM-E4.bonus", player, environment, field_at(box, s.progress[player]))
    return BY_BONUS


def is_set(box: Box, s: State, player: int, environment: int) -> bool:
    """E5, E6: tell whether the card just taken completes a set that gives a bonus."""
    held = s.cards[player][environment]
    if box.bonus_once and s.had[player] >> environment & 1:
        return False
    return bool(held % SET == 0 if box.keep_cards else held >= SET)


def jump(box: Box, s: State, player: int, steps: int) -> int:
    """G5: x fields forward or back."""
    step(s, player, steps)
    if steps > 0:
        tell(s, "BM-G5.forward", player, steps, field_at(box, s.progress[player]))
        return BY_FIELD
    below = s.progress[player] < 0
    if below and box.below_start != NEGATIVE:
        come_back(box, s, player)
    tell(s, "BM-G5.back", player, -steps, field_at(box, s.progress[player]))
    if below:
        tell(s, "BM-G6.start", player, field_at(box, s.progress[player]))
    return BY_FIELD


def come_back(box: Box, s: State, player: int) -> None:
    """G6: who would go back below Start stops there, or goes on from the end of the lap."""
    s.progress[player] = s.progress[player] + box.fields if box.below_start == WRAP else 0


def go_again(box: Box, s: State, player: int, how: int) -> int:
    """G13-G16: with an odd number the Wechselbooster moves a piece as far once more."""
    number = s.roll if box.parity_of_roll else s.value
    if (box.wechsel_direct and how != BY_ROLL) or (box.wechsel_once and s.repeats):
        return STAY
    if number % 2 == 0:
        tell(s, "BM-G13.even", player, number)
        return STAY
    s.repeats += 1
    steps = s.roll if box.wechsel_by_roll else s.value
    step(s, player, steps)
    tell(s, "BM-G13.odd", player, steps, field_at(box, s.progress[player]))
    return BY_FIELD


def beam(box: Box, s: State, player: int) -> int:
    """G17, G18, G21: put a piece back where it came from, its lap included."""
    left = s.progress[player]
    s.progress[player] = s.came_from if box.beam_one_step else s.stood
    s.came_from = left
    tell(s, "BM-G17.beam", player, field_at(box, s.progress[player]))
    return BEAMED


def take_status(s: State, player: int, kind: int) -> None:
    """G8, G11, G12, G22: a field that acts on the next roll."""
    s.status[player] = kind
    if kind == HALF:
        tell(s, "BM-G8.next", player)
    elif kind == BOOSTER:
        tell(s, "BM-G11.next", player)
    elif kind == SIT_OUT:
        tell(s, "BM-G22.next", player)
    else:
        tell(s, "BM-G12.next", player)
