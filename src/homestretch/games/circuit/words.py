"""Sequester Circuit in words: actions as notation, events and refusals as messages with parameters.

Notation: a card is its lines, O5/B3/Y2, worked from the bottom ~O5/B3/Y2; a wild line names a car, W=R or
W=-; a move is R>b96, R>FIN or R>skip; a bet is bet:R or bet:-.
"""

import re
from typing import Any

from homestretch.engine.contract import OVER
from homestretch.engine.problem import Problem
from homestretch.engine.view import View, from_view
from homestretch.games.circuit.cars import (
    BET,
    BET_LINES,
    BETS,
    CAR,
    CARD,
    CARDS,
    CARS,
    CHOSEN_CARS,
    DECLINE,
    DONE,
    FINISH,
    GIVE,
    IN,
    MOVE,
    NAME,
    NO_BET,
    NO_POWER,
    NOWHERE,
    ODDS,
    PLAY,
    POWER,
    REVERSED,
    SEAT,
    SKIP,
    WINNER_ONLY,
    State,
    is_printed,
    line_speed,
    standing,
)
from homestretch.games.circuit.deck import LETTERS
from homestretch.games.circuit.money import brings
from homestretch.games.circuit.routes import way_to
from homestretch.text import Term
from homestretch.track.circuit import LANES

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
"""The seats' words in a record."""
POWERS = ("omkeerder", "handrem", "opvoerset", "kleurenblind", "dwarsdoor", "briefje", "none")
FINISH_WORD, SKIP_WORD = "FIN", "skip"

# What the two numbers of a message are; what is not listed has none.
_CAR, _CARD, _LINE_CAR, _CAR_FIELD = ("car",), ("card",), ("line", "car"), ("car", "field")
_PARAMS: dict[str, tuple[str, ...]] = {
    "G1.grid": ("car", "n"), "Z4.car": _CAR, "Z4.secret": _CAR, "Z4.taken": _CAR, "Z6.power": ("power",),
    "Z7.card": _CARD, "Z7.dealt": ("n",), "Z10.play": _CARD, "P1.play": _CARD, "Z8.known": _CAR,
    "G4.void": _CAR, "Z29.stuck": ("car", "n"), "Z17.named": ("car", "n"), "P2.skip": ("car", "n"),
    "G2.finish": ("car", "place"), "Z29.stays": _CAR_FIELD, "Z15.move": _CAR_FIELD, "G5.discard": ("n",),
    "G10.crossed": ("line",), "G9.bets": ("line",), "G13.none": ("line",), "G13.bet": _LINE_CAR,
    "P6.none": ("line",), "P6.slip": _LINE_CAR, "G13.all": ("line",), "G13.shown": _LINE_CAR,
    "P6.shown": _LINE_CAR, "G8.not_in": _CAR, "G17.money": ("prize", "bets"), "Z11.turn": ("seat",),
    "Z10.hand": _CARD, "P1.one_line": _CARD, "Z21.finished": _CAR, "Z18.printed": _CAR, "Z19.named": _CAR,
    "Z20.stuck": _CAR, "Z15.field": _CAR, "Z29.must": _CAR, "Z24.forward": _CAR_FIELD,
    "Z26.taken": _CAR_FIELD,
    "Z22.no_way": _CAR_FIELD, "Z13.far": ("car", "n"), "Z15.farthest": ("car", "n"), "Z15.on": ("car", "n"),
    "P2.one_line": _CARD, "G12.finished": _CAR, "P6.same": _CAR,
}  # fmt: skip


def params(box: Any, message: str, seat: int, a: int, b: int) -> dict[str, object]:
    """Give the parameters of a message of the rules; a seat stays a number, for the text to name it."""
    given: dict[str, object] = {"seat": seat}
    for name, value in zip(_PARAMS.get(message, ()), (a, b), strict=False):
        given[name] = value if name == "seat" else _said(box, name, value)
    return given


def _said(box: Any, name: str, value: int) -> object:
    if name == "car":
        return car_word(value)
    if name == "card":
        return card_name(box, value)
    if name == "field":
        return field_name(box, value)
    return power_word(value) if name == "power" else value


def car_word(car: int) -> Term:
    """Give the message id of a car's colour, or of no car."""
    return Term(f"car.{car}" if 0 <= car < CARS else "car.none")


def power_word(power: int) -> Term:
    """Give the message id of a power's name."""
    return Term(f"power.{POWERS[power] if power != NO_POWER else 'none'}")


def card_name(box: Any, card: int) -> str:
    """Write a card as its lines: O5/B3/Y2."""
    lines = range(box.lines[card])
    return "/".join(f"{LETTERS[box.colour[card][i]]}{box.speed[card][i]}" for i in lines)


def field_name(box: Any, field: int) -> str:
    """Write a field as lane and front stripe: b96; the finish as FIN."""
    return FINISH_WORD if field == FINISH else f"{LANES[box.lane[field]]}{box.front[field]}"


def format_action(box: Any, s: Any, seat: int, action: int) -> str:
    """Write an action in the record's notation."""
    if action <= FINISH:
        return f"{LETTERS[s.car]}>{field_name(box, action)}"
    if action == SKIP:
        return f"{LETTERS[s.car]}>{SKIP_WORD}"
    if action == DECLINE:
        return "W=-"
    if action >= BET:
        return f"bet:{'-' if action == NO_BET else LETTERS[action - BET]}"
    if action >= SEAT:
        return f"seat{action - SEAT + 1}"
    if action >= POWER:
        return f"power:{_power_drawn(box, action - POWER)}"
    if action >= CAR:
        return f"W={LETTERS[action - CAR]}" if s.phase == NAME else LETTERS[action - CAR]
    return "~" * (action >= REVERSED) + card_name(box, (action - CARD) % CARDS)


def _power_drawn(box: Any, number: int) -> str:
    from homestretch.games.circuit.setup import power_of

    return POWERS[number] if power_of(box, number) != NO_POWER else POWERS[NO_POWER]


def parse_action(box: Any, s: Any, seat: int, text: str) -> int:
    """Read an action in the record's notation, in capitals or not.

    :raises Problem: if the text is no action of this game.
    """
    said = text.strip().upper()
    found = _parse_turn(box, s, said) if s.phase >= PLAY else _parse_draw(box, said)
    if found is None:
        raise Problem("notation", text=text[:40], example=_example(s))
    return found


def tokens(text: str) -> list[str]:
    """Take a turn as people write it, play O5/B3/Y2: O>b96, B>a102, apart into notation."""
    text = re.sub(r"\bbet\s*:?\s*", "bet:", text, flags=re.IGNORECASE)
    parts = [part.removesuffix(":").removesuffix(".") for part in re.split(r"[\s,;]+", text)]
    return [part for part in parts if part and part.lower() not in ("play", "speel", "spiel")]


def _parse_draw(box: Any, said: str) -> int | None:
    drawn = {LETTERS[car]: CAR + car for car in range(CARS)}
    drawn |= {f"SEAT{seat + 1}": SEAT + seat for seat in range(6)}
    drawn |= {f"POWER:{_power_drawn(box, number).upper()}": POWER + number for number in range(6)}
    return drawn.get(said, _card_action(box, said))


def _parse_turn(box: Any, s: Any, said: str) -> int | None:
    if found := re.fullmatch(r"BET[: ]?([RYPBOG-])", said):
        return NO_BET if found[1] == "-" else BET + LETTERS.index(found[1])
    if found := re.fullmatch(r"W=([RYPBOG-])", said):
        return DECLINE if found[1] == "-" else CAR + LETTERS.index(found[1])
    if found := re.fullmatch(r"([RYPBOG])>(\w+)", said):
        return _move_action(box, s, LETTERS.index(found[1]), found[2])
    return _card_action(box, said)


def _move_action(box: Any, s: Any, car: int, end: str) -> int | None:
    if s.phase != MOVE or s.car != car:
        raise Problem("circuit.other_car", car=car_word(car), now=car_word(s.car if s.phase == MOVE else -1))
    if end in ("FIN", "FINISH"):
        return FINISH
    if end == SKIP_WORD.upper():
        return SKIP
    fields = {field_name(box, i).upper(): i for i in range(len(box.lane)) if box.lane[i] >= 0}
    if end not in fields:
        raise Problem("track.no_field", field=end[:20])
    return fields[end]


def _card_action(box: Any, said: str) -> int | None:
    cards = {card_name(box, card): card for card in range(CARDS) if box.lines[card]}
    if said.removeprefix("~") not in cards:
        return None
    return (REVERSED if said.startswith("~") else CARD) + cards[said.removeprefix("~")]


def _example(s: Any) -> str:
    return {PLAY: "O5/B3/Y2", NAME: "W=R", MOVE: "R>b96, R>FIN", BETS: "bet:R"}.get(
        s.phase, "R, seat3, O5/B3/Y2"
    )


def prompt(box: Any, seen: View, looker: int) -> tuple[str, int, dict[str, object]]:
    """Give the message id of what is to be done, the seat that does it (or OVER), and parameters.

    looker is the seat that reads it, or SPECTATOR.
    """
    phase, seat = seen["phase"], seen["turn"]
    if phase == DONE:
        return "do.over", OVER, {}
    if phase == BETS:
        waiting = seen["to_bet"] | seen["to_slip"]
        first = next((each for each in range(box.seats) if waiting >> each & 1), 0)
        slip = looker >= 0 and seen["to_slip"] >> looker & 1 and not seen["to_bet"] >> looker & 1
        return ("do.slip" if slip else "do.bet"), first, {"line": seen["betting"] + 1}
    if phase == GIVE and box.car_assignment == CHOSEN_CARS:
        return "do.choose_car", seen["count"] % box.seats, {}
    if phase in (MOVE, NAME):
        n = line_speed(box, from_view(State, seen))
        return ("do.move" if phase == MOVE else "do.name"), seat, {"car": car_word(seen["car"]), "n": n}
    return ("do.play" if phase == PLAY else "do.deal"), seat, {}


def hints(box: Any, seen: View, seat: int, legal: list[int]) -> list[tuple[str, dict[str, object]]]:
    """Say what the seat that acts may overlook: where its power helps now, a jam, what a bet brings."""
    s = from_view(State, seen)
    if s.phase == MOVE:
        return _move_hints(box, s, [action for action in legal if action < FINISH])
    if s.phase == NAME and any(_is_printed(box, s, action) for action in legal):
        return [("hint.kleurenblind", {})]
    return [_bet_hint(box, s, seat)] if s.phase == BETS else []


def _is_printed(box: Any, s: State, action: int) -> bool:
    return CAR <= action < CAR + CARS and is_printed(box, s.card, action - CAR)


def _move_hints(box: Any, s: State, ends: list[int]) -> list[tuple[str, dict[str, object]]]:
    speed, ways = line_speed(box, s), [way_to(box, s, end) for end in ends]
    steps = [len(way) - 1 for way in ways]
    said: list[tuple[str, dict[str, object]]] = []
    if steps and min(steps) < speed <= max(steps):
        said.append(("hint.jam", {"n": min(steps), "speed": speed}))
    if any(each > speed for each in steps):
        said.append(("hint.opvoerset", {"n": box.boost_extra}))
    if any(field in s.at for way in ways for field in way[1:-1]):
        said.append(("hint.dwarsdoor", {}))
    return said


def _bet_hint(box: Any, s: State, seat: int) -> tuple[str, dict[str, object]]:
    if box.payout == ODDS:
        return "hint.odds", {}
    first, second, third = _brings(box, s, seat, 0)
    if box.payout == WINNER_ONLY:
        return "hint.winner", {"n": first}
    return "hint.bet", {"first": first, "second": second, "third": third}


def _brings(box: Any, s: State, seat: int, car: int) -> list[int]:
    """Give what the slip that a seat fills in now brings if a car comes first, second, third."""
    first_slip = not 0 <= seat < box.seats or s.to_bet >> seat & 1
    row = s.betting if first_slip else box.slip_pays_as
    return [brings(box, s, car, s.betting, row, place) for place in (1, 2, 3)]


def facts(box: Any, seen: View, seat: int) -> list[tuple[str, dict[str, object]]]:
    """Say what everybody sees of a seat: how many cards it holds, and its power."""
    said: list[tuple[str, dict[str, object]]] = []
    if PLAY <= seen["phase"] < DONE:
        said.append(("cards.left", {"n": seen["held"][seat]}))
    if seen["power"][seat] != NO_POWER:
        said.append((power_word(seen["power"][seat]), {}))
    return said


def remembered(box: Any) -> int:
    """G18: give how many of the latest actions anybody may look through, 0 for all of them."""
    return 14 if box.forget else 0


def describe(box: Any, seen: View) -> list[tuple[str, dict[str, object]]]:
    """Say in words what the picture shows: message ids with parameters."""
    s, said = from_view(State, seen), list[tuple[str, dict[str, object]]]()
    placed = [car for car in range(CARS) if s.at[car] != NOWHERE]
    order = sorted(placed, key=lambda car: (standing(box, s, car), car)) if len(placed) == CARS else placed
    for car in order:
        if s.at[car] == IN:
            said.append(("see.finished", {"car": car_word(car), "place": s.finished[car]}))
        else:
            said.append(("see.car", {"car": car_word(car), "field": field_name(box, s.at[car])}))
    if s.card >= 0:
        said.append(("see.card", {"card": card_name(box, s.card)}))
    return said


def label(box: Any, seen: View, seat: int, action: int) -> tuple[str, dict[str, object]]:
    """Give the message id and parameters of an action's name, for a button or a list."""
    if seen["phase"] == MOVE:
        return _move_label(box, seen, action)
    if action >= BET:
        return _bet_label(box, from_view(State, seen), seat, action)
    if action >= SEAT:
        return "act.starts", {"seat": action - SEAT}
    if action >= POWER:
        return "act.power", {"power": Term(f"power.{_power_drawn(box, action - POWER)}")}
    if action == DECLINE:
        return "act.decline", {}
    if action >= CAR:
        return "act.car", {"car": car_word(action - CAR)}
    back = action >= REVERSED
    return ("act.reversed" if back else "act.card"), {"card": card_name(box, (action - CARD) % CARDS)}


def _bet_label(box: Any, s: State, seat: int, action: int) -> tuple[str, dict[str, object]]:
    if action == NO_BET:
        return "act.no_bet", {}
    given: dict[str, object] = {"car": car_word(action - BET)}
    if box.payout != ODDS or not 0 <= s.betting < BET_LINES:
        return "act.car", given
    first, second, third = _brings(box, s, seat, action - BET)
    return "act.bet_odds", {**given, "first": first, "second": second, "third": third}


def _move_label(box: Any, seen: View, action: int) -> tuple[str, dict[str, object]]:
    if action == SKIP:
        return "act.skip", {"car": car_word(seen["car"]), "n": seen["uses"][seen["turn"]]}
    if action == FINISH:
        return "act.finish", {"car": car_word(seen["car"])}
    s = from_view(State, seen)
    steps, speed = len(way_to(box, s, action)) - 1, line_speed(box, s)
    key = "act.end" if steps >= speed else "act.jam"
    return key, {"field": field_name(box, action), "n": steps, "speed": speed}
