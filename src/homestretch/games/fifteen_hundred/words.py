"""1500 m in words: actions as notation, events and refusals as messages with parameters.

Notation: a lane is 3; a movement card c9, a bid b5; an extra action m2, m3, p1, p2, r3, r4, mf, or - for
none; a push of the pace +2; a pace L8, with free steps L8+2. A field is its lane, its section and its
place there from 0: 4HS7. A move is its end field, 4HS7, or steps: f forward, i inward, o outward, . to stop.
"""

import re
from functools import lru_cache
from typing import Any

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.problem import Problem
from homestretch.engine.view import View, from_view
from homestretch.games.fifteen_hundred.runners import (
    BID,
    CARD,
    CARDS,
    CHOOSE,
    DECLINE,
    DONE,
    DRAW_CARDS,
    DRAW_SPACES,
    FIRST_CARD,
    FREE,
    GONE,
    LANE,
    LANES,
    LEVEL,
    LOTS,
    LOWEST,
    MOVE,
    PACE,
    PUSH,
    PUSHING,
    RUN,
    SPACES,
    STEP,
    STOP,
    TAKE,
    TAKING,
    WINDOW,
    State,
    is_dummy,
    is_home,
    key,
    to_move,
)
from homestretch.text import Term

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8")
"""The seats' words in a record."""
SPACE_WORDS = ("m2", "m3", "p1", "p2", "r3", "r4", "mf")
SECTION_WORDS = ("B1a", "B1b", "BS", "B2a", "B2b", "HS", "F")
STEP_LETTERS = "fio."

# What the two numbers of a message are; what is not listed has none.
_N, _FIELD, _FIELD_LEFT, _LEVEL, _SPACE = ("n",), ("field",), ("field", "left"), ("level", "cost"), ("space",)
_WHO, _STEPS, _COST_LEFT = ("seat",), ("n", "level"), ("n", "left")
_PARAMS: dict[str, tuple[str, ...]] = {
    "R-2.race": ("n", "points"), "R-46.lane": ("lane",), "R-4.round": ("n", "counter"),
    "R-10.in_play": _SPACE, "R-21.only_card": ("card",), "R-4.card": ("card",), "R-4.bid": _N,
    "R-4.shown": _N,
    "R-5.pays": _COST_LEFT, "R-30.short": ("n", "penalty"), "R-11.no_action": _N, "R-13.lone": _N,
    "R-8.takes": _SPACE, "R-16.recovers": _COST_LEFT, "R-19.pushes": _STEPS, "R-20.card": ("card", "extra"),
    "R-30.lost": _COST_LEFT, "R-34.boxed_in": _N, "R-22.stops": _N, "R-22.stays": _N,
    "R-31.moves": ("field", "n"), "R-31.forward": _FIELD_LEFT, "R-31.inward": _FIELD_LEFT,
    "R-31.outward": _FIELD_LEFT, "R-39.line": _N, "R-38.counter": _N, "R-23.sealed": ("level", "n"),
    "R-46.dummy_pace": ("level",), "R-36.drops": ("level",), "R-25.raises": _LEVEL, "R-25.lowers": _LEVEL,
    "R-25.keeps": _LEVEL, "R-19.free": _STEPS, "R-1.rank": ("place",), "R-3.last_rank": ("place",),
    "R-27.leads": _COST_LEFT, "R-27.pressure": ("n", "place"), "R-27.wear": ("n", "mark"),
    "R-45.out": ("place",), "R-8.turn": _WHO, "R-20.turn": _WHO, "R-23.turn": _WHO, "R-46.turn": _WHO,
    "R-19.push": _N, "R-46.lane_taken": ("lane",), "R-21.used": ("card",), "R-6.capped": _COST_LEFT,
    "R-10.not_in_play": _SPACE, "R-10.blocked": ("space", "seat"), "R-19.free_steps": _N,
    "R-24.highest": ("level",), "R-36.five": ("level",), "R-19.pushed": ("level",),
    "R-25.one_up": ("level", "top"),
    "R-43.edge": ("lane",), "R-31.edge": ("lane",), "R-31.cost": _COST_LEFT, "R-18.no_end": _FIELD,
    "R-33.taken": ("field", "seat"), "R-33.squeeze": _FIELD, "R-33.no_way": _FIELD,
    "R-31.far": ("field", "n"),
}  # fmt: skip


def params(box: Any, message: str, seat: int, a: int, b: int) -> dict[str, object]:
    """Give the parameters of a message of the rules; a seat stays a number, for the text to name it."""
    given: dict[str, object] = {"seat": runner_word(box, seat)}
    for name, value in zip(_PARAMS.get(message, ()), (a, b), strict=False):
        given[name] = _said(box, name, value)
    return given


def _said(box: Any, name: str, value: int) -> object:
    if name == "seat":
        return runner_word(box, value)
    if name == "field":
        return field_name(box, value)
    return space_word(value) if name == "space" else value


def runner_word(box: Any, runner: int) -> object:
    """A dummy has a name of its own; a seat stays a number."""
    return Term(f"dummy.{runner - box.seats}") if is_dummy(box, runner) else runner


def space_word(space: int) -> Term:
    """Give the message id of an extra action's name."""
    return Term(f"space.{SPACE_WORDS[space]}")


def field_name(box: Any, field: int) -> str:
    """Write a field as lane, section and its place there: 4HS7; on the finish board 4F0."""
    return f"{box.lane[field] + 1}{SECTION_WORDS[box.section[field]]}{box.index[field]}"


@lru_cache(maxsize=32)
def field_numbers(box: Any) -> dict[str, int]:
    """Give the field of each name, in capitals."""
    return {field_name(box, i).upper(): i for i in range(len(box.lane)) if box.lane[i] >= 0}


def end_field(box: Any, s: Any, span: int) -> int:
    """Give the field on which a move of the runner on the move ends."""
    field: int = s.at[s.turn] + span
    return field if field < box.fields or is_home(box, s, s.turn) else field - box.fields


def format_action(box: Any, s: Any, seat: int, action: int) -> str:
    """Write an action in the record's notation."""
    if action < WINDOW:
        return field_name(box, end_field(box, s, action))
    if action <= STOP:
        return STEP_LETTERS[action - STEP]
    if action < CARD:
        return str(action - LANE + 1)
    if action < BID:
        return f"c{FIRST_CARD + action - CARD}"
    if action < TAKE:
        return f"b{action - BID + 1}"
    if action <= DECLINE:
        return "-" if action == DECLINE else SPACE_WORDS[action - TAKE]
    return f"+{action - PUSH}" if action < PACE else _pace_word(action - PACE)


def _pace_word(choice: int) -> str:
    free = choice % FREE
    return f"L{LOWEST + choice // FREE}" + (f"+{free}" if free else "")


def parse_action(box: Any, s: Any, seat: int, text: str) -> int:
    """Read an action in the record's notation, in capitals or not.

    :raises Problem: if the text is no action of this game.
    """
    said = text.strip().upper()
    found = _simple(said)
    if found is None and said in field_numbers(box):
        found = _end(box, s, field_numbers(box)[said])
    if found is None:
        raise Problem("notation", text=text[:40], example=_example(box, s))
    return found


@lru_cache(maxsize=1)
def _simple_words() -> dict[str, int]:
    words = {letter.upper(): STEP + i for i, letter in enumerate(STEP_LETTERS)}
    words |= {str(lane + 1): LANE + lane for lane in range(LANES)}
    words |= {f"C{FIRST_CARD + card}": CARD + card for card in range(CARDS)}
    words |= {f"B{bid + 1}": BID + bid for bid in range(TAKE - BID)}
    words |= {word.upper(): TAKE + space for space, word in enumerate(SPACE_WORDS)}
    words |= {"-": DECLINE} | {f"+{levels}": PUSH + levels for levels in range(PACE - PUSH)}
    return words


def _simple(said: str) -> int | None:
    if found := re.fullmatch(r"L(\d{1,2})(?:\+([012]))?", said):
        level = int(found[1])
        return PACE + FREE * (level - LOWEST) + int(found[2] or 0) if 5 <= level <= 14 else None
    return _simple_words().get(said)


def _end(box: Any, s: Any, field: int) -> int:
    """Give the action that ends the move on a field.

    :raises Problem: if nobody is on the move, or no move leads that far.
    """
    if s.phase not in (MOVE, RUN):
        raise Problem("fifteen.no_move")
    span: int = field - s.at[s.turn]
    if span < 0 and not is_home(box, s, s.turn):
        span += box.fields
    if not 0 <= span < WINDOW:
        raise Problem("fifteen.far", field=field_name(box, field))
    return span


def tokens(text: str) -> list[str]:
    """Take what people write apart into notation: fffi. is five steps, c9 b5 a card and a bid."""
    parts = [part for part in re.split(r"[\s,;]+", text) if part]
    return [letter for part in parts for letter in _letters(part)]


def _letters(part: str) -> list[str]:
    return list(part) if re.fullmatch(r"[fio]+\.?", part, re.IGNORECASE) else [part]


_EXAMPLES = {
    LOTS: "3", CHOOSE: "c9, b5", TAKING: "m2, r3, mf", DRAW_SPACES: "m2", PUSHING: "+1", DRAW_CARDS: "c9",
    LEVEL: "L8, L8+2",
}  # fmt: skip


def _example(box: Any, s: Any) -> str:
    move = "4HS7" if box.friendly else "f, i, o, ."
    return _EXAMPLES.get(s.phase, move)


def prompt(box: Any, seen: View, looker: int) -> tuple[str, int, dict[str, object]]:
    """Give the message id of what is to be done, the seat that does it (or OVER), and parameters.

    looker is the seat that reads it, or SPECTATOR.
    """
    s = from_view(State, seen)
    who, phase = to_move(box, s), s.phase
    if phase == DONE:
        return "do.over", OVER, {}
    if who == CHANCE:
        return "do.draw", 0, {}
    if phase == CHOOSE:
        bids = looker >= 0 and s.to_bid >> looker & 1 and not s.to_card >> looker & 1
        return ("do.bid" if bids else "do.card"), who, {}
    if phase in (MOVE, RUN):
        return "do.move", who, {"n": s.points}
    asked = {LOTS: "do.lane", TAKING: "do.take", PUSHING: "do.push", LEVEL: "do.pace"}
    return asked[phase], who, {}


def facts(box: Any, seen: View, seat: int) -> list[tuple[str, dict[str, object]]]:
    """Say what everybody sees of a runner beside the bars: its extra action, its place once it is in."""
    s = from_view(State, seen)
    if s.rank[seat]:
        return [("fact.place", {"place": s.rank[seat]})] if not s.ended else []
    return [(space_word(space), {}) for space in range(SPACES) if s.space[space] == seat]


def describe(box: Any, seen: View) -> list[tuple[str, dict[str, object]]]:
    """Say in words what the picture shows: message ids with parameters."""
    s, said = from_view(State, seen), list[tuple[str, dict[str, object]]]()
    if s.round:
        said.append(("see.round", {"n": s.round, "counter": s.counter}))
    here = [runner for runner in range(box.runners) if s.at[runner] != GONE]
    told = box.friendly or s.phase not in (
        MOVE,
        RUN,
    )  # who moves step by step is not told who is ahead
    if told:
        here.sort(key=lambda runner: -key(box, s, runner))
    for number, runner in enumerate(here, 1):
        where = {"seat": runner_word(box, runner), "field": field_name(box, s.at[runner]), "n": number}
        said.append(("see.runner" if told else "see.at", where))
    ranks = {s.rank[runner]: runner for runner in range(box.seats) if s.rank[runner]}
    said += [("see.place", {"seat": runner, "place": place}) for place, runner in sorted(ranks.items())]
    return said


def label(box: Any, seen: View, seat: int, action: int) -> tuple[str, dict[str, object]]:
    """Give the message id and parameters of an action's name, for a button or a list."""
    if action < WINDOW:
        s = from_view(State, seen)
        return ("act.end" if action else "act.stay"), {"field": field_name(box, end_field(box, s, action))}
    if action <= STOP:
        return f"act.{('forward', 'inward', 'outward', 'stop')[action - STEP]}", {}
    if action < CARD:
        return "act.lane", {"lane": action - LANE + 1}
    if action < BID:
        return "act.card", {"card": FIRST_CARD + action - CARD}
    if action < TAKE:
        return "act.bid", {"n": action - BID + 1}
    if action <= DECLINE:
        return (
            ("act.decline", {}) if action == DECLINE else ("act.take", {"space": space_word(action - TAKE)})
        )
    return _pace_label(box, seen, seat, action)


def _pace_label(box: Any, seen: View, seat: int, action: int) -> tuple[str, dict[str, object]]:
    from homestretch.games.fifteen_hundred.pace import price

    if action < PACE:
        return "act.push", {"n": action - PUSH}
    level, free = LOWEST + (action - PACE) // FREE, (action - PACE) % FREE
    cost = price(box, from_view(State, seen), seat, level, free)
    return ("act.free_pace" if free else "act.pace"), {"level": level, "free": free, "cost": cost}
