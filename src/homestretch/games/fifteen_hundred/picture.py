"""1500 m as a picture: the oval with its runners, cards, extra actions and the bars of mental strength."""

from functools import lru_cache
from typing import Any

from homestretch.engine.view import View, from_view
from homestretch.games.fifteen_hundred.extra import place as give_places
from homestretch.games.fifteen_hundred.figures import (
    BAR_SIZE,
    CARD_SIZE,
    MEDALS,
    SPACE_SIZE,
    bar,
    card,
    figure,
    space,
    words,
)
from homestretch.games.fifteen_hundred.reach import NO_FIELD, ahead, legal_ends
from homestretch.games.fifteen_hundred.runners import (
    ALL_SPACES,
    BID,
    BIDS,
    CARD,
    CARDS,
    CHOOSE,
    DONE,
    FIRST_CARD,
    GONE,
    LOTS,
    MOVE,
    OUT,
    RUN,
    SPACES,
    STEP,
    STOP,
    TAKE,
    WINDOW,
    State,
    is_home,
    key,
)
from homestretch.games.fifteen_hundred.words import (
    SPACE_WORDS,
    end_field,
    field_name,
    runner_word,
    space_word,
)
from homestretch.panels import Item, Panel, Said
from homestretch.svg import Theme, group, tag
from homestretch.text import Term
from homestretch.track.oval import EXTENSION, Oval, draw_oval

SIZE = (984, 502)
SIDE = 20
"""The side of a button on the track."""
NEAR = 230.0
"""How much of the track is shown at least to who moves, on a small screen."""
SECTIONS = ("section.0", "section.1", "section.2", "section.3", "section.4", "section.5", "section.6")


@lru_cache(maxsize=32)
def oval_of(half: tuple[int, ...]) -> Oval:
    """Give where things lie on a track."""
    return Oval(half)


@lru_cache(maxsize=32)
def ground(half: tuple[int, ...], scheme: str, board: bool) -> str:
    """Draw a track without runners."""
    return draw_oval(oval_of(half), Theme(scheme), board=board)


def scale(box: Any) -> float:
    """Give how much a track is made smaller to fit the picture."""
    oval = oval_of(box.half)
    return min(1.0, SIZE[0] / oval.width, SIZE[1] / oval.height)


def place(box: Any, field: int) -> tuple[float, float]:
    """Give the middle of a field in the picture."""
    spot_there = oval_of(box.half).spot(box.section[field], box.lane[field] + 1, box.index[field])
    return round(spot_there.x * scale(box), 1), round(spot_there.y * scale(box), 1)


def spot(box: Any, seen: View, action: int) -> tuple[float, float, float, float] | None:
    """Give where the button of an action lies: x, y, width, height in the picture's units, or None."""
    if seen["phase"] not in (MOVE, RUN) or not 0 <= action < STOP:
        return None
    s = from_view(State, seen)
    if box.friendly != (action < WINDOW):
        return None
    if box.friendly:
        field = end_field(box, s, action)
        if field >= len(box.lane) or box.lane[field] < 0:
            return None
    else:
        field = ahead(box, is_home(box, s, s.turn), s.at[s.turn], action - STEP)
    if field == NO_FIELD:
        return None
    x, y = place(box, field)
    return x - SIDE / 2, y - SIDE / 2, SIDE, SIDE


def focus(box: Any, seen: View) -> tuple[float, float, float, float]:
    """Give the part of the picture that matters to who moves: x, y, width, height."""
    if seen["phase"] not in (MOVE, RUN) or seen["at"][seen["turn"]] == GONE:
        return 0.0, 0.0, float(SIZE[0]), float(SIZE[1])
    places = [place(box, field) for field in _in_play(box, from_view(State, seen))]
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*places, strict=True))
    shape = SIZE[0] / SIZE[1]
    width = min(SIZE[0], max(NEAR, right - left + 3 * SIDE, (bottom - top + 3 * SIDE) * shape))
    height = width / shape
    x, y = (left + right - width) / 2, (top + bottom - height) / 2
    x, y = min(max(x, 0), SIZE[0] - width), min(max(y, 0), SIZE[1] - height)
    return round(x, 1), round(y, 1), round(width, 1), round(height, 1)


def _in_play(box: Any, s: State) -> list[int]:
    """List the field of the runner on the move and, in the friendly mode, where it may end."""
    ends = [0] * WINDOW
    count = legal_ends(box, s, ends) if box.friendly else 0
    return [s.at[s.turn], *(end_field(box, s, end) for end in ends[:count])]


def draw(box: Any, seen: View, theme: Theme, before: View | None = None) -> str:
    """Draw a view as the inside of an SVG of SIZE units; runners glide to where they stand."""
    paper = tag("rect", width=SIZE[0], height=SIZE[1], fill=theme.pick("#cfe0b8", "#26331d"))
    last_lap = seen["counter"] == 0 and seen["round"] > 0
    track = tag("g", ground(box.half, theme.scheme, last_lap), transform=f"scale({scale(box):.3f})")
    parts = [paper, track, *_infield(box, seen, theme)]
    for runner in range(box.runners):
        at = seen["at"][runner]
        if at != GONE:
            x, y = place(box, at)
            ring = [_ring(theme)] if seen["phase"] in (MOVE, RUN) and seen["turn"] == runner else []
            parts.append(group(f"runner-{runner}", x, y, [*ring, figure(box, runner, 9)]))
    return "".join(parts)


def _ring(theme: Theme) -> str:
    return tag("circle", r=15, fill="none", stroke=theme.token("accent"), stroke_width=3)


def _infield(box: Any, seen: View, theme: Theme) -> list[str]:
    """Draw the lap counter, and the medals with those that have won them."""
    x, y = SIZE[0] * 0.41 * scale(box), SIZE[1] / 2 * scale(box)
    frame = tag("rect", x=x - 150, y=y - 44, width=76, height=88, rx=8, fill="#1b1a18")
    parts = [frame, words(str(seen["counter"]), x - 112, y + 26, 72, "#f5cf1b")]
    won = {
        seen["rank"][runner]: runner for runner in range(box.runners) if seen["rank"][runner] not in (0, OUT)
    }
    for i, colour in enumerate(MEDALS):
        at = x - 22 + 76 * i
        parts.append(tag("circle", cx=at, cy=y, r=32, fill=colour, stroke="#1b1a18", stroke_width=1.5))
        if i + 1 in won:
            parts.append(group(f"medal-{i + 1}", round(at, 1), round(y, 1), [figure(box, won[i + 1], 19)]))
        else:
            parts.append(words(str(i + 1), at, y + 13, 36, "#ffffff"))
    return parts


def mark(box: Any, seen: View, seat: int, theme: Theme) -> str:
    """Draw a seat's sign in a box of 100 by 100: its figure."""
    return tag("g", figure(box, seat, 42), transform="translate(50 50)")


def outcome(box: Any, action: int, theme: Theme) -> str:
    """Draw what chance brought, in a box of 100 by 100; what the track shows anyway is not drawn again."""
    if action < CARD:
        return ""
    if CARD <= action < BID:
        drawn = card(FIRST_CARD + action - CARD, theme, bid=False, chosen=False)
        return tag("g", drawn, transform="translate(16 4) scale(1.1)")
    return words(SPACE_WORDS[action - TAKE], 50, 66, 44, theme.token("ink"))


def beside(box: Any, seen: View, seat: int, theme: Theme) -> list[Panel]:
    """Give what is shown beside the board to a seat, a SPECTATOR, or everybody after the end (OPEN)."""
    s = from_view(State, seen)
    panels = []
    if s.phase in (MOVE, RUN) and s.turn == seat:
        whole = draw(box, View({**seen, "phase": DONE}), theme).replace(' id="', ' data-small="')
        panels.append(Panel("map", ("panel.map", {}), (Item(whole, *SIZE, ("panel.map", {})),)))
    if seat >= 0 and s.rank[seat] == 0 and s.phase != LOTS:
        panels += _cards(s, seat, theme)
    if s.phase == DONE:
        return [_sheet(box, s), _runners(box, s, seen, theme)]
    if s.phase != LOTS:
        panels.append(_actions(box, s, theme))
    panels.append(_runners(box, s, seen, theme))
    return panels


def _sheet(box: Any, s: State) -> Panel:
    """R-3: the result: who has which place and medal, and what was left of the points."""
    places = [0] * box.seats
    give_places(box, s, places)
    rows = tuple(
        _row(box, s, seat, places[seat]) for seat in sorted(range(box.seats), key=places.__getitem__)
    )
    head: tuple[Said, ...] = (("head.place", {}), ("head.runner", {}), ("head.points", {}))
    return Panel("sheet", ("panel.sheet", {}), head=head, rows=rows)


def _row(box: Any, s: State, seat: int, place: int) -> tuple[tuple[Said, ...], ...]:
    won = f"medal.{place}" if place <= len(MEDALS) and s.rank[seat] else "cell.text"
    return (
        ((won, {"text": place}),),
        (("cell.name", {"seat": runner_word(box, seat)}),),
        (("cell.text", {"text": s.strength[seat]}),),
    )


def _cards(s: State, seat: int, theme: Theme) -> list[Panel]:
    """R-4: the own movement cards, and the bids while they may be made; the chosen ones are marked."""
    items = [
        _card_item(FIRST_CARD + i, theme, False, s.card[seat] == FIRST_CARD + i)
        for i in range(CARDS)
        if s.hand[seat] >> i & 1 or s.card[seat] == FIRST_CARD + i
    ]
    if s.phase == CHOOSE and (s.to_bid >> seat & 1 or s.bid[seat]):
        items += [_card_item(i + 1, theme, True, s.bid[seat] == i + 1) for i in range(BIDS)]
    return [Panel("cards", ("panel.cards", {}), tuple(items))]


def _card_item(value: int, theme: Theme, bid: bool, chosen: bool) -> Item:
    named: Said = ("act.bid", {"n": value}) if bid else ("act.card", {"card": value})
    action = BID + value - 1 if bid else CARD + value - FIRST_CARD
    return Item(card(value, theme, bid=bid, chosen=chosen), *CARD_SIZE, named, action)


def _actions(box: Any, s: State, theme: Theme) -> Panel:
    """R-8, R-10: the seven extra actions, with who has taken each."""
    open_ = s.open_spaces or ALL_SPACES
    items = [
        Item(
            space(box, SPACE_WORDS[i], s.space[i], bool(open_ >> i & 1), theme), *SPACE_SIZE,
            ("act.take", {"space": space_word(i)}), TAKE + i,
        )
        for i in range(SPACES)
    ]  # fmt: skip
    return Panel("actions", ("panel.actions", {}), tuple(items))


def _runners(box: Any, s: State, seen: View, theme: Theme) -> Panel:
    """Show all who race as bars, in race order; between moves say why the order is so (15-2.35)."""
    racing = [runner for runner in range(box.runners) if s.at[runner] != GONE]
    explained = s.phase not in (MOVE, RUN, LOTS) or box.friendly
    order = {runner: i for i, runner in enumerate(s.order[: s.queued])}
    racing.sort(key=lambda runner: -key(box, s, runner) if explained else order.get(runner, len(order)))
    items = tuple(
        Item(bar(box, seen, each, theme), *BAR_SIZE, ("cell.name", {"seat": runner_word(box, each)}))
        for each in racing
    )
    notes = (
        tuple(_why(box, s, number, runner) for number, runner in enumerate(racing, 1)) if explained else ()
    )
    return Panel("runners", ("panel.runners", {}), items, notes=tuple(notes), asked=("order.why", {}))


def _why(box: Any, s: State, number: int, runner: int) -> Said:
    """R-41: say in which section a runner is, how far from its end, and in which lane."""

    field = s.at[runner]
    section, lane = box.section[field], box.lane[field]
    count = oval_of(box.half).fields(section if section < EXTENSION else EXTENSION, lane + 1)
    return ("order.line" if section < EXTENSION else "order.home"), {
        "n": number, "seat": runner_word(box, runner), "section": Term(SECTIONS[section]),
        "left": count - box.index[field], "past": box.index[field] + 1, "lane": lane + 1,
    }  # fmt: skip


def plain(box: Any, seen: View) -> str:
    """Draw a view for a terminal: the runners in race order with field, points, pace and penalty."""
    s = from_view(State, seen)
    racing = [runner for runner in range(box.runners) if s.at[runner] != GONE]
    racing.sort(key=lambda runner: -key(box, s, runner))
    rows = [
        f"  p{runner + 1}  {field_name(box, s.at[runner]):<6} {s.strength[runner]:>3}  T{s.pace[runner]:<2}"
        + (f" -{s.penalty[runner]}" if s.penalty[runner] else "")
        for runner in racing
    ]
    ranks = sorted((s.rank[runner], runner) for runner in range(box.runners) if 0 < s.rank[runner] < OUT)
    return "\n".join([*(f"  {rank}. p{runner + 1}" for rank, runner in ranks), *rows, f"  [{s.counter}]"])
