"""Playing by the rules, one action at a time: what the table, the terminal and the tests use."""

from typing import Any

from homestretch.engine.contract import CHANCE, IllegalAction, Rules
from homestretch.engine.story import Event


def new_state(rules: Rules, box: Any) -> tuple[Any, list[Event]]:
    """Give the start position and the story of the set-up."""
    s = rules.State()
    s.story = []
    rules.start(box, s)
    events, s.story = s.story, None
    return s, events


def legal_actions(rules: Rules, box: Any, s: Any, seat: int) -> list[int]:
    """List the legal actions of seat; empty where it is not for seat (or CHANCE) to act."""
    if seat == CHANCE:
        if rules.to_move(box, s) != CHANCE:
            return []
    elif seat < 0 or not rules.pending(box, s) >> seat & 1:
        return []
    moves = [0] * rules.WIDTH
    return moves[: rules.legal(box, s, seat, moves)]


def act(rules: Rules, box: Any, s: Any, seat: int, action: int) -> list[Event]:
    """Carry out an action on s and give its story.

    :raises IllegalAction: with the rule that forbids it; s is untouched.
    """
    refusal = rules.why_not(box, s, seat, action)
    if refusal is not None:
        raise IllegalAction(box, seat, action, refusal)
    s.story = []
    rules.apply(box, s, seat, action)
    events: list[Event] = s.story
    s.story = None
    return events


def places(rules: Rules, box: Any, s: Any) -> tuple[int, ...]:
    """Give the place of each seat in a game that is over."""
    out = [0] * box.seats
    rules.place(box, s, out)
    return tuple(out)


def scores(rules: Rules, box: Any, s: Any) -> tuple[int, ...]:
    """Give what the sheet counts, per seat."""
    out = [0] * box.seats
    rules.score(box, s, out)
    return tuple(out)
