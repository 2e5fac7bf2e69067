"""BoardMania: a day's rolls move the pieces (parts A, D, E and G). An event, so without seats and turns.

pieces.py holds the position and moves.py one move; day.py makes the rolls from the finishes.
"""

from typing import Any

from homestretch.engine.story import tell
from homestretch.games.boardmania.moves import lay_down, move
from homestretch.games.boardmania.pieces import (
    BLOCKER,
    BOOSTER,
    ENVIRONMENTS,
    HALF,
    MOST,
    NO_STATUS,
    SIT_OUT,
    Box,
    State,
    cards_held,
    field_at,
    value_of,
    waits,
)

VERSION = 1
NOBODY = -1


def start(box: Box, s: State) -> None:
    """D2, F4: set every field of s to the board before day 1: nobody is enrolled."""
    s.day, s.players = 0, 0
    for player in range(MOST):
        clear(s, player)
    lay_down(s)


def clear(s: State, player: int) -> None:
    """Set all that belongs to a player to nothing."""
    s.number[player], s.progress[player], s.status[player], s.withdrawn[player] = 0, 0, NO_STATUS, 0
    s.bonuses[player], s.had[player], s.rolled[player], s.wins[player] = 0, 0, 0, 0
    s.reached[player], s.last_rank[player], s.order[player] = 0, 0, 0
    for environment in range(ENVIRONMENTS):
        s.cards[player][environment] = 0


def enrol(box: Box, s: State, number: int) -> None:
    """B2, D2, D4: put one more player on Start, with a number; there is room for MOST of them."""
    player = s.players
    s.number[player] = number
    s.order[player] = player
    s.players = player + 1
    tell(s, "BM-D4.number", player, number)


def evaluate_day(box: Box, s: State, rolls: Any, ranks: Any) -> None:
    """Section 10, steps 6-9: move everybody by the day's rolls.

    :param rolls: per player the roll, 0 for none. Who sits out has one where he drove all the same: it
        does not count, but it serves the sit-out where G23 says so.
    :param ranks: per player the rank of the day, 0 for none; only ties at the end look at it (A2).
    """
    s.day += 1
    tell(s, "BM-F1.day", NOBODY, s.day)
    for player in range(s.players):
        s.last_rank[player] = ranks[player]
        if s.status[player] == SIT_OUT:
            sit_out(box, s, player, rolls[player])
        elif rolls[player] > 0 and not s.withdrawn[player]:
            take_turn(box, s, player, rolls[player], ranks[player])
        elif s.status[player] != NO_STATUS and not waits(box, s.status[player]):
            lapse(s, player)
    close_day(box, s)


def void_day(box: Box, s: State) -> None:
    """B7, G24: let a day pass on which nobody moves; statuses and sit-outs are frozen."""
    s.day += 1
    tell(s, "BM-B7.void", NOBODY, s.day)
    for player in range(s.players):
        s.last_rank[player] = 0
        if box.void_serves and s.status[player] == SIT_OUT:
            sit_out(box, s, player, 1)
    close_day(box, s)


def sit_out(box: Box, s: State, player: int, drove: int) -> None:
    """G22, G23: serve a sit-out, by the calendar or by a day on which the player drove."""
    if drove > 0 or not waits(box, SIT_OUT):
        s.status[player] = NO_STATUS
        tell(s, "BM-G22.sits", player)


def take_turn(box: Box, s: State, player: int, roll: int, rank: int) -> None:
    """Section 10, steps 6 and 7: use up the status and move."""
    before, status = s.progress[player], s.status[player]
    value = value_of(status, roll)
    tell(s, "BM-C4.rolls", player, roll, rank)
    tell_status(s, player, status, roll, value)
    s.status[player] = NO_STATUS
    s.rolled[player] += roll
    s.wins[player] += 1 if rank == 1 else 0
    move(box, s, player, roll, value)
    if s.progress[player] != before:
        s.reached[player] = s.day


def tell_status(s: State, player: int, status: int, roll: int, value: int) -> None:
    """G8, G11, G12: say what a status makes of the roll."""
    if status == HALF:
        tell(s, "BM-G8.used", player, roll, value)
    elif status == BOOSTER:
        tell(s, "BM-G11.used", player, roll, value)
    elif status == BLOCKER:
        tell(s, "BM-G12.used", player, roll, value)


def lapse(s: State, player: int) -> None:
    """G8, G11, G12: a status that acted on the next day only is gone."""
    if s.status[player] == HALF:
        tell(s, "BM-G8.lapses", player)
    elif s.status[player] == BOOSTER:
        tell(s, "BM-G11.lapses", player)
    else:
        tell(s, "BM-G12.lapses", player)
    s.status[player] = NO_STATUS


def close_day(box: Box, s: State) -> None:
    """F8, G25: put the players in order; after the last day no status is left."""
    if s.day == box.days:
        tell(s, "BM-F8.over", NOBODY, s.day)
        for player in range(s.players):
            s.status[player] = NO_STATUS
    sort_players(box, s)


def sort_players(box: Box, s: State) -> None:
    """A1, A2: put who is further first (Shell's sort: players are nearly in order from the day before)."""
    gap = s.players // 2
    while gap > 0:
        for i in range(gap, s.players):
            player = s.order[i]
            j = i
            while j >= gap and is_ahead(box, s, player, s.order[j - gap]):
                s.order[j] = s.order[j - gap]
                j -= gap
            s.order[j] = player
        gap //= 2


def is_ahead(box: Box, s: State, player: int, other: int) -> bool:
    """Tell whether a player comes before another one; the earlier enrolled where they are equal."""
    mine, theirs = standing(box, s, player), standing(box, s, other)
    return mine > theirs or (mine == theirs and player < other)


def standing(box: Box, s: State, player: int) -> int:
    """A1, A2: give how far a player is, as a number; with ties by the list, all that breaks them in it.

    The list: sum of the rolls, days won, cards in hand, there on an earlier day, better on the last day.
    """
    far = field_at(box, s.progress[player]) if box.far_by_field else s.progress[player]
    if not box.list_ties:
        return int(far)
    late = s.last_rank[player] if s.last_rank[player] > 0 else MOST + 1
    far = (far << 8) + s.rolled[player]
    far = (far << 5) + s.wins[player]
    far = (far << 12) + cards_held(s, player)
    far = (far << 5) + 31 - s.reached[player]
    return int((far << 11) + MOST + 1 - late)


def score(box: Box, s: State, out: Any) -> None:
    """A1: write each player's progress."""
    for player in range(s.players):
        out[player] = s.progress[player]


def place(box: Box, s: State, out: Any) -> None:
    """A2: write each player's place 1, 2, ...; equal ones share the better place (1, 1, 3)."""
    for i in range(s.players):
        player = s.order[i]
        tied = i > 0 and standing(box, s, player) == standing(box, s, s.order[i - 1])
        out[player] = out[s.order[i - 1]] if tied else i + 1
