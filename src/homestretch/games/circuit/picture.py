"""Sequester Circuit as a picture: the circuit with its cars, hands, slips and the score sheet."""

import math
from collections.abc import Iterator
from typing import Any

from homestretch.engine.contract import OPEN
from homestretch.engine.view import View, from_view
from homestretch.games.circuit.cars import (
    BET,
    BET_LINES,
    CAR,
    CARD,
    CARDS,
    CARS,
    DONE,
    FINISH,
    IN,
    MOVE,
    NO_CAR,
    NO_POWER,
    NOT_YET,
    NOWHERE,
    PLAY,
    POWER,
    REVERSED,
    SEAT,
    SLIP,
    UNKNOWN,
    WILD,
    State,
    is_own,
    line_speed,
)
from homestretch.games.circuit.money import final_place, pay, prize_money
from homestretch.games.circuit.money import place as place_all
from homestretch.games.circuit.paint import (
    CARD_SIZE,
    SLIP_SIZE,
    TALLY_SIZE,
    car,
    card,
    drawing_of,
    slip,
    tally,
    token,
    track,
)
from homestretch.games.circuit.reach import WINDOW, end_of, ends
from homestretch.games.circuit.routes import way_to
from homestretch.games.circuit.rules import may_reverse
from homestretch.games.circuit.words import car_word, card_name, field_name, power_word
from homestretch.panels import Item, Panel, Said
from homestretch.svg import Theme, group, tag
from homestretch.track import draw as ground

STAND = 60
"""The strip below the circuit where cars that are in stand."""
SIZE = (ground.WIDTH, ground.HEIGHT + STAND)
SIDE = 25
"""The side of a button on the board."""
CAR_SCALE = 1.25
CLOSEST, CLOSEST_ON_DESK = 230, 420
"""How much of the circuit is shown at least when it is drawn near."""
FARTHEST = 340
"""How much of it a small screen shows at most so that a finger still hits a field."""


def spot(box: Any, seen: View, action: int) -> tuple[float, float, float, float] | None:
    """Give where the button of an action lies: x, y, width, height in the picture's units, or None."""
    if seen["phase"] != MOVE or not 0 <= action <= FINISH:
        return None
    if action == FINISH:
        x, y = _finish(box)
        return x - SIDE, y - SIDE, 2 * SIDE, 2 * SIDE
    if box.lane[action] < 0:
        return None
    x, y, _ = place(box, action)
    return x - SIDE / 2, y - SIDE / 2, SIDE, SIDE


def badge(box: Any, seen: View, action: int) -> str:
    """Give what a button on the board says: the steps to its field, 2/6 where the car jams there."""
    if action == FINISH:
        return ""
    s = from_view(State, seen)
    steps, speed = len(way_to(box, s, action)) - 1, line_speed(box, s)
    return str(steps) if steps >= speed else f"{steps}/{speed}"


def place(box: Any, field: int) -> tuple[float, float, float]:
    """Give the middle of a field and the direction of driving there in degrees."""
    drawing = drawing_of(box)
    x, y, dx, dy = drawing.middle(drawing.circuit.fields[field])
    return round(x, 1), round(y, 1), math.degrees(math.atan2(dy, dx))


def _finish(box: Any) -> tuple[float, float]:
    """Give a point just beyond the finish line."""
    drawing = drawing_of(box)
    place_there = drawing.line.place(box.finish + 6)
    return place_there.beside(0)


def focus(box: Any, seen: View) -> tuple[float, float, float, float]:
    """Give the part of the picture that matters to who is to move: x, y, width, height.

    It is where the car in work may end, and the car too if there is room; or where all cars are that race.
    """
    if seen["phase"] != MOVE:
        return scene(box, seen)
    spots = _ends(box, seen)
    both = _around([*spots, place(box, seen["at"][seen["car"]])[:2]], CLOSEST)
    return both if both[2] <= FARTHEST else _around(spots, CLOSEST)


def scene(box: Any, seen: View) -> tuple[float, float, float, float]:
    """Give the part of the picture in which all is that races; the whole when the race is over."""
    racing = [place(box, at)[:2] for at in seen["at"] if at >= 0]
    return _around(racing, CLOSEST) if racing and seen["phase"] != DONE else _whole()


def focus_on_desk(box: Any, seen: View) -> tuple[float, float, float, float]:
    """Give the part that a wide screen shows: the whole, or the car in work and where it may end."""
    if seen["phase"] != MOVE:
        return _whole()
    return _around([*_ends(box, seen), place(box, seen["at"][seen["car"]])[:2]], CLOSEST_ON_DESK)


def _whole() -> tuple[float, float, float, float]:
    return 0.0, 0.0, float(SIZE[0]), float(SIZE[1])


def _ends(box: Any, seen: View) -> list[tuple[float, float]]:
    """List the middles of the buttons on the board."""
    s = from_view(State, seen)
    found = ends(box, s)
    numbers = [end_of(s, bit) for bit in range(WINDOW + 1) if found >> bit & 1]
    return [_finish(box) if number == FINISH else place(box, number)[:2] for number in numbers]


def _around(corners: list[tuple[float, float]], least: float) -> tuple[float, float, float, float]:
    """Give the frame of the picture's shape around some points, with a margin, inside the picture.

    It keeps off the stand below the circuit if it can.
    """
    low_x, high_x = min(x for x, _ in corners) - 40, max(x for x, _ in corners) + 40
    low_y, high_y = min(y for _, y in corners) - 40, max(y for _, y in corners) + 40
    shape = SIZE[0] / SIZE[1]
    width = min(SIZE[0], max(high_x - low_x, (high_y - low_y) * shape, least))
    height = width / shape
    left = min(max((low_x + high_x - width) / 2, 0), SIZE[0] - width)
    top = min(max((low_y + high_y - height) / 2, 0), max(ground.HEIGHT - height, 0))
    return round(left, 1), round(top, 1), round(width, 1), round(height, 1)


def draw(box: Any, seen: View, theme: Theme, before: View | None = None) -> str:
    """Draw a view as the inside of an SVG of SIZE units, with a trace of what moved since then."""
    parts = [track(box, theme.scheme), *_stand(seen, theme)]
    if before and before["phase"] == MOVE:
        parts += _trace(box, before, seen, theme)
    for each in range(CARS):
        at = _at(box, seen, each)
        if at is not None:
            x, y, turn = at
            ring = [_ring(theme)] if seen["phase"] == MOVE and seen["car"] == each else []
            parts.append(group(f"car-{each}", x, y, [*ring, car(each, turn, CAR_SCALE)]))
    return "".join(parts)


def _at(box: Any, seen: View, each: int) -> tuple[float, float, float] | None:
    """Give where a car is drawn: on its field, or on its place of the stand."""
    at = seen["at"][each]
    if at == NOWHERE:
        return None
    if at == IN:
        return _stand_x(seen["finished"][each]) + 26, ground.HEIGHT + STAND / 2, 0
    return place(box, at)


def _stand_x(number: int) -> int:
    return 90 + 140 * (number - 1)


def _stand(seen: View, theme: Theme) -> Iterator[str]:
    yield tag("rect", y=ground.HEIGHT, width=SIZE[0], height=STAND, fill=theme.token("paper"))
    for number in range(1, CARS + 1):
        frame: dict[str, Any] = {
            "fill": theme.token("field"),
            "stroke": theme.token("line"),
            "stroke_width": 1.5,
        }
        yield tag("rect", **frame, x=_stand_x(number) - 36, y=ground.HEIGHT + 10, width=104, height=40, rx=8)
        yield theme.text(f"{number}.", _stand_x(number) - 14, ground.HEIGHT + 38, 22, "muted")


def _ring(theme: Theme) -> str:
    return tag("circle", r=20, fill="none", stroke=theme.token("accent"), stroke_width=3)


def _trace(box: Any, before: View, seen: View, theme: Theme) -> Iterator[str]:
    """Draw the way of the car that moved, as a thin line under the cars."""
    s, moved = from_view(State, before), before["car"]
    end = seen["at"][moved]
    if end == s.at[moved]:
        return
    way = way_to(box, s, FINISH if end == IN else end)
    points = [place(box, field)[:2] for field in way if field != FINISH]
    if end == IN:
        points.append(_finish(box))
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    yield tag(
        "path", d=path, fill="none", stroke=theme.token("accent"), stroke_width=4, stroke_dasharray="1 8",
        stroke_linecap="round",
    )  # fmt: skip


def mark(box: Any, seen: View, seat: int, theme: Theme) -> str:
    """Draw a seat's sign in a box of 100 by 100: its cars, or its number while these are secret."""
    own = [each for each in range(CARS) if seen["owner"][each] == seat]
    if seen["own"][seat]:
        own = [each for each in range(CARS) if seen["own"][seat] >> each & 1]
    if not own:
        frame: dict[str, Any] = {"fill": "none", "stroke": theme.token("ink"), "stroke_width": 6}
        return tag("circle", **frame, cx=50, cy=50, r=42) + theme.text(str(seat + 1), 50, 68, 52)
    size = 46 if len(own) == 1 else 27
    spots = [(50, 50)] if len(own) == 1 else [(27, 30), (73, 30), (50, 72)]
    return "".join(
        tag("g", token(each, size), transform=f"translate({x} {y})")
        for each, (x, y) in zip(own, spots, strict=False)
    )


def outcome(box: Any, action: int, theme: Theme) -> str:
    """Draw what chance brought, in a box of 100 by 100: a car, a power, a card's back, a seat."""
    if CARD <= action < CARD + CARDS:
        scale = 100 / CARD_SIZE[1]
        return tag("g", card(box, action - CARD, theme), transform=f"translate(18 0) scale({scale:.3f})")
    if action >= SEAT:
        return theme.text(str(action - SEAT + 1), 50, 74, 70)
    if action >= POWER:
        return theme.text("⚡", 50, 74, 64)
    return tag("g", token(action - CAR, 44), transform="translate(50 50)")


def icon(box: Any, seen: View, action: int, theme: Theme) -> str:
    """Draw what a button of the action bar is about, in a box of 100 by 100: its car, or nothing."""
    for first in (CAR, BET):
        if seen["phase"] != MOVE and first <= action < first + CARS:
            return tag("g", token(action - first, 44), transform="translate(50 50)")
    return ""


def beside(box: Any, seen: View, seat: int, theme: Theme) -> list[Panel]:
    """Give what is shown beside the board to a seat, a SPECTATOR, or everybody after the end (OPEN)."""
    s = from_view(State, seen)
    panels = []
    if s.phase == DONE:
        panels.append(_sheet(box, s))
    if s.card >= 0:
        drawn = card(box, s.card, theme, done=s.line, backward=s.backward != 0)
        item = Item(drawn, *CARD_SIZE, ("see.card", {"card": card_name(box, s.card)}))
        panels.append(Panel("card", ("panel.card", {}), (item,)))
    if s.phase == MOVE and s.turn == seat:
        panels.append(_map(box, seen, theme))
    if seat >= 0:
        panels.append(_hand(box, s, seat, theme, ("panel.hand", {}), _hand_notes(box, s, seat)))
        if s.phase == PLAY and s.turn == seat:
            panels.append(_from_the_bottom(box, s, seat, theme))
        panels.append(_steps_left(box, s, seat, theme))
        panels += _slips(s, seat, theme)
    elif seat == OPEN:
        for each in range(box.seats):
            panels.append(_hand(box, s, each, theme, ("panel.hand_of", {"seat": each})))
    if s.played:
        panels.append(_played(box, s, theme))
    return [panel for panel in panels if panel.items or panel.rows]


def _map(box: Any, seen: View, theme: Theme) -> Panel:
    """Give the whole circuit in small, while the board shows a part of it."""
    parts = [track(box, theme.scheme)]
    for each in range(CARS):
        at = _at(box, seen, each)
        if at is not None:
            x, y, turn = at
            ring = tag("circle", r=44, fill="none", stroke=theme.token("accent"), stroke_width=8)
            mine = ring if seen["car"] == each else ""
            parts.append(tag("g", mine + car(each, turn, 2.2), transform=f"translate({x} {y})"))
    item = Item("".join(parts), ground.WIDTH, ground.HEIGHT, ("panel.map", {}))
    return Panel("map", ("panel.map", {}), (item,))


def _cards(s: State, seat: int) -> list[int]:
    return [number for number in range(CARDS) if s.hand[seat] >> number & 1]


def _hand(box: Any, s: State, seat: int, theme: Theme, title: Said, notes: tuple[Said, ...] = ()) -> Panel:
    items = tuple(
        Item(
            card(box, number, theme),
            *CARD_SIZE,
            ("act.card", {"card": card_name(box, number)}),
            CARD + number,
        )
        for number in _cards(s, seat)
    )
    return Panel(f"hand-{seat}", title, items, notes=notes)


def _hand_notes(box: Any, s: State, seat: int) -> tuple[Said, ...]:
    """Say what a seat's power does, and what a grey line is, as long as it holds cards for that."""
    cards, notes = _cards(s, seat), list[Said]()
    if cards and s.power[seat] != NO_POWER:
        notes.append((f"{power_word(s.power[seat])}.text", {}))
    if _steps(box, cards, WILD):
        notes.append(("note.wild", {}))
    return tuple(notes)


def _from_the_bottom(box: Any, s: State, seat: int, theme: Theme) -> Panel:
    """P1: give the cards that may be worked from bottom to top, their lines in the order they are worked."""
    items = tuple(
        Item(
            card(box, number, theme, upward=True), *CARD_SIZE,
            ("act.reversed", {"card": card_name(box, number)}), REVERSED + number,
        )
        for number in _cards(s, seat)
        if may_reverse(box, s, number)
    )  # fmt: skip
    return Panel("upward", ("panel.upward", {}), items)


def _steps_left(box: Any, s: State, seat: int, theme: Theme) -> Panel:
    """Give how many steps of each colour, grey too, a seat's cards have; its own cars stand out."""
    cards = _cards(s, seat)
    if not cards:
        return Panel("steps", ("panel.steps", {}))
    steps = [_steps(box, cards, colour) for colour in range(WILD + 1)]
    own = [each for each in range(CARS) if is_own(s, seat, each)]
    named: Said = ("see.steps", {f"n{colour}": n for colour, n in enumerate(steps)})
    return Panel("steps", ("panel.steps", {}), (Item(tally(steps, own, theme), *TALLY_SIZE, named),))


def _steps(box: Any, cards: list[int], each: int) -> int:
    """Give the printed steps of a colour on some cards."""
    lines = [
        (box.colour[number][i], box.speed[number][i]) for number in cards for i in range(box.lines[number])
    ]
    return sum(steps for colour, steps in lines if colour == each)


def _slips(s: State, seat: int, theme: Theme) -> Iterator[Panel]:
    items = []
    for line in range(BET_LINES):
        if s.bets[seat][line] != NOT_YET:
            items.append(_slip_item(s.bets[seat][line], line, theme))
    if s.slip[seat] != NOT_YET:
        items.append(_slip_item(s.slip[seat], BET_LINES, theme))
    yield Panel("bets", ("panel.bets", {}), tuple(items))


def _slip_item(each: int, line: int, theme: Theme) -> Item:
    heading = str(line + 1) if line < BET_LINES else "+"
    drawn = slip(each if each != NO_CAR else CARS + 1, theme, heading)
    named: Said = ("act.bet", {"car": car_word(each)}) if each != NO_CAR else ("act.no_bet", {})
    return Item(drawn, *SLIP_SIZE, named)


def _played(box: Any, s: State, theme: Theme) -> Panel:
    items = tuple(
        Item(card(box, number, theme), *CARD_SIZE, ("see.played", {"card": card_name(box, number)}))
        for number in range(CARDS)
        if s.played >> number & 1 and number != s.card
    )
    return Panel("played", ("panel.played", {"n": len(items)}), items, folded=True)


def _sheet(box: Any, s: State) -> Panel:
    """4.5: the score sheet, the winner first, with what each bet was on and brought."""
    head = ["seat", "total", "car", "prize", "bet1", "bet2", "bet3"]
    if any(s.power[seat] == SLIP for seat in range(box.seats)):
        head.append("slip")
    places = [0] * box.seats
    place_all(box, s, places)
    order = sorted(range(box.seats), key=lambda seat: places[seat])
    return Panel(
        "sheet",
        ("panel.sheet", {}),
        head=tuple((f"sheet.{key}", {}) for key in head),
        rows=tuple(_sheet_row(box, s, seat, places[seat], "slip" in head) for seat in order),
    )


def _sheet_row(box: Any, s: State, seat: int, place: int, slips: bool) -> tuple[tuple[Said, ...], ...]:
    own = [each for each in range(CARS) if s.own[seat] >> each & 1]
    prize = prize_money(box, s, seat)
    cars = tuple(_car_and_place(each, final_place(box, s, each)) for each in own)
    bets = [(s.bets[seat][line], line, line) for line in range(BET_LINES)]
    if slips:
        bets.append((s.slip[seat], box.slip_line, box.slip_pays_as))
    won = [pay(box, s, *each) for each in bets]
    cells = [_bet_cell(each, n) for (each, _, _), n in zip(bets, won, strict=True)]
    sums: list[tuple[Said, ...]] = [(("sheet.number", {"n": n}),) for n in (prize, prize + sum(won))]
    return ((("sheet.name", {"seat": seat, "place": place}),), sums[1], cars, sums[0], *cells)


def _car_and_place(each: int, number: int) -> Said:
    return ("sheet.car_place" if number else "sheet.car_out"), {"car": car_word(each), "place": number}


def _bet_cell(each: int, won: int) -> tuple[Said, ...]:
    named = 0 <= each < CARS
    return ((("sheet.bet", {"car": car_word(each), "n": won}) if named else ("sheet.nothing", {})),)


def plain(box: Any, seen: View) -> str:
    """Draw a view for a terminal: where each car stands, who drives it, and the card in play."""
    rows = []
    for each in range(CARS):
        at, owner = seen["at"][each], seen["owner"][each]
        where = "-" if at == NOWHERE else f"{seen['finished'][each]}." if at == IN else field_name(box, at)
        who = "?" if owner == UNKNOWN else f"p{owner + 1}" if owner >= 0 else "-"
        front = 0 if at == NOWHERE else box.finish if at == IN else box.front[at]
        rows.append(
            (front, f"  {'RYPBOG'[each]}  {who:<3} {where:<6} " + "=" * (40 * front // box.finish) + ">")
        )
    drawn = [row for _, row in sorted(rows, key=lambda each: -each[0])]
    if seen["card"] >= 0:
        drawn.append(f"  [{card_name(box, seen['card'])}] {seen['line'] + 1}/{box.lines[seen['card']]}")
    return "\n".join(drawn)
