"""What a reader's page shows of a match: status, buttons, log and picture, all from views."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from homestretch.engine.contract import CHANCE, OPEN, OVER, SPECTATOR
from homestretch.engine.play import scores
from homestretch.engine.problem import Problem
from homestretch.engine.state import ALL
from homestretch.engine.view import from_view
from homestretch.store.service import Info
from homestretch.svg import Theme
from homestretch.table.explain import tell_event
from homestretch.table.match import Match
from homestretch.table.table import DIE, PERSON
from homestretch.text import Text, capitalised, text_of


class Spot(NamedTuple):
    """A button on the board: an action, where it lies in per cent of the picture, and its name."""

    action: int
    left: float
    top: float
    width: float
    height: float
    label: str
    legal: bool


class Button(NamedTuple):
    """A button of the action bar."""

    action: int
    label: str


class LogLine(NamedTuple):
    """One line of the log: the ply it leads to, the rule and the words."""

    ply: int
    rule: str
    words: str


class Seat(NamedTuple):
    """A panel of the players strip."""

    number: int
    colour: str
    name: str
    score: int
    place: int
    to_move: bool
    mine: bool
    present: bool
    person: bool


@dataclass(frozen=True)
class Page:
    """A match as one reader sees it, now or at an earlier ply."""

    info: Info
    mine: tuple[int, ...]
    """The seats that the reader holds."""
    acting: int
    """The seat that the reader may act for now, CHANCE where a die is to be typed, or -3 for nobody."""
    ply: int
    live: bool
    status: str
    spots: list[Spot]
    buttons: list[Button]
    log: list[LogLine]
    seats: list[Seat]
    svg: str
    described: str
    rolled: str
    """A picture of what chance brought last, "" where a seat acted last."""


def name_of(info: Info, seat: int, text: Text) -> str:
    """Give how a seat's player is called: their name, the bot's, or the seat's own word."""
    name = info.names[seat]
    if info.setup.seats[seat] != PERSON:
        return text(f"bot.{name.removeprefix('bot:')}")
    return name or capitalised(text(f"seat.{seat}"))


def page(info: Info, mine: tuple[int, ...], lang: str, theme: Theme, ply: int | None = None) -> Page:
    """Make the page of a reader who holds the seats `mine`, at a ply or live."""
    table, found = info.table, info.setup.game
    text = text_of(lang, found.folder)
    live = ply is None or ply >= len(table.match.moves)
    acting = acting_seat(info, mine) if live else SPECTATOR
    looker = looker_of(info, mine, acting)
    match = table.seen_by(acting) if live and acting >= 0 else table.match
    if not live:
        assert ply is not None
        match = table.match.at(ply)
    legal = table.legal(acting) if acting != SPECTATOR else []
    return Page(
        info, mine, acting, len(match.moves), live,
        status(info, match, mine, acting, text) if live else text("page.earlier", n=len(match.moves)),
        _spots(match, acting, legal, text), _buttons(match, acting, legal, text),
        log_lines(info, looker, text), _seats(info, match, looker, mine, text),
        board(match, looker, theme), describe(match, looker, text), _rolled(match, looker, theme),
    )  # fmt: skip


def acting_seat(info: Info, mine: tuple[int, ...]) -> int:
    """Give the seat that the reader may act for now, CHANCE where a die is to be typed, or SPECTATOR."""
    if info.readonly:
        return SPECTATOR
    waits = info.table.waits_for()
    if waits == [CHANCE]:
        return CHANCE if mine else SPECTATOR
    return next((seat for seat in waits if seat in mine), SPECTATOR)


def looker_of(info: Info, mine: tuple[int, ...], acting: int = SPECTATOR) -> int:
    """Give through whose eyes the reader looks: all is open after the end."""
    if info.table.is_over():
        return OPEN
    if acting >= 0:
        return acting
    return mine[0] if mine else SPECTATOR


def board(match: Match, looker: int, theme: Theme) -> str:
    """Draw a match's position, with a trace of the last move."""
    before = match.at(len(match.moves) - 1).view(looker) if match.moves else None
    return str(match.game.picture.draw(match.box, match.view(looker), theme, before))


def _rolled(match: Match, looker: int, theme: Theme) -> str:
    if not match.moves or match.moves[-1].seat != CHANCE:
        return ""
    if len(match.moves) in hidden_plies(match, looker):
        return ""
    return str(match.game.picture.outcome(match.moves[-1].action, theme))


def describe(match: Match, looker: int, text: Text) -> str:
    """Say in words what the picture shows."""
    lines = match.game.words.describe(match.box, match.view(looker))
    return " ".join(text(key, **params) for key, params in lines)


def status(info: Info, match: Match, mine: tuple[int, ...], acting: int, text: Text) -> str:
    """Say in one sentence what to do now, or who is awaited."""
    if info.readonly:
        return text("match.readonly")
    if info.table.is_over():
        return result(info, text)
    key, seat = info.setup.game.words.prompt(match.box, match.view(looker_of(info, mine, acting)))
    if acting == SPECTATOR:
        return text(key.replace("do.", "wait.", 1), seat=seat)
    said = text(key)
    return f"{capitalised(text(f'seat.{seat}'))}: {said}" if len(mine) > 1 and seat != OVER else said


def result(info: Info, text: Text) -> str:
    """Say who has won, and why the match is over."""
    places = info.table.places()
    firsts = [name_of(info, seat, text) for seat, place in enumerate(places) if place == 1]
    if len(firsts) > 1:
        head = text("page.shared", names=text("page.and").join(firsts))
    else:
        head = text("page.winner", name=firsts[0])
    return f"{head} {text(info.table.reason(), seat=info.table.resigned)}"


def _spots(match: Match, acting: int, legal: list[int], text: Text) -> list[Spot]:
    """List the buttons that lie on the board; illegal ones are there to say why not."""
    if acting < 0:
        return []
    found, seen, size = match.game, match.view(acting), match.game.picture.SIZE
    spots = []
    for action in range(found.rules.ACTIONS):
        place = found.picture.spot(seen, action)
        if place is not None:
            label = _say(match, seen, acting, action, text) if action in legal else ""
            left, top, width, height = (round(100 * part / size, 3) for part in place)
            spots.append(Spot(action, left, top, width, height, label, action in legal))
    return spots if any(spot.legal for spot in spots) else []


def _buttons(match: Match, acting: int, legal: list[int], text: Text) -> list[Button]:
    """List the actions that have no place on the board."""
    seen = match.view(acting if acting >= 0 else SPECTATOR)
    spot = match.game.picture.spot
    bare = [action for action in legal if acting == CHANCE or spot(seen, action) is None]
    return [Button(action, _say(match, seen, acting, action, text)) for action in bare]


def _say(match: Match, seen: Any, acting: int, action: int, text: Text) -> str:
    key, params = match.game.words.label(match.box, seen, acting, action)
    return text(key, **params)


def log_lines(info: Info, looker: int, text: Text) -> list[LogLine]:
    """Tell the whole match, leaving out what the looker may not know yet."""
    match = info.table.match
    hidden = hidden_plies(match, looker)
    told = [(0, match.opening_story), *enumerate(match.stories, start=1)]
    return [
        LogLine(ply, event.rule, tell_event(event, match.game, text))
        for ply, events in told
        if ply not in hidden
        for event in events
    ]


def hidden_plies(match: Match, looker: int) -> frozenset[int]:
    """Give the plies, counted from 1, of which a looker may not know before the end what was done in them."""
    rules = match.game.rules
    if looker == OPEN or all(field.sees == ALL for field in rules.State.FIELDS.values()):
        return frozenset()
    wanted = 1 << looker if looker >= 0 else (1 << match.box.seats) - 1
    replay, hidden = match.at(0), set()
    for ply, move in enumerate(match.moves, start=1):
        if rules.seen(replay.box, replay.state, move.seat, move.action) & wanted != wanted:
            hidden.add(ply)
        replay.act(move)
    return frozenset(hidden)


def scores_of(match: Match, looker: int) -> list[int]:
    """Give what the sheet counts, per seat, as far as the looker can see it."""
    rules = match.game.rules
    return list(scores(rules, match.box, from_view(rules.State, match.view(looker))))


def taken(info: Info) -> frozenset[int]:
    """Give the seats to which somebody has come: who has opened the link, who has acted, and bots."""
    return info.present | {entry.seat for entry in info.table.log}


def may_renew(info: Info, mine: tuple[int, ...], seat: int) -> bool:
    """Tell whether who holds the seats `mine` may make a fresh link: for one of these, or for a free one."""
    if not mine or not 0 <= seat < len(info.setup.seats):
        return False
    return seat in mine or seat not in taken(info)


def _seats(info: Info, match: Match, looker: int, mine: tuple[int, ...], text: Text) -> list[Seat]:
    points = scores_of(match, looker)
    waits, places, come = info.table.waits_for(), info.table.places(), taken(info)
    return [
        Seat(
            seat, capitalised(text(f"seat.{seat}")), name_of(info, seat, text), points[seat],
            places[seat] if places else 0, seat in waits, seat in mine, seat in come, who == PERSON,
        )
        for seat, who in enumerate(info.setup.seats)
    ]  # fmt: skip


def action_label(info: Info, seat: int, action: int, lang: str) -> str:
    """Give the name of an action as its button has it."""
    match = info.table.seen_by(seat)
    return _say(match, match.view(seat), seat, action, text_of(lang, info.setup.game.folder))


def is_irrevocable(info: Info, seat: int, action: int) -> bool:
    """Tell whether a touch on the board cannot be taken back alone, since chance answers it at once.

    A button of the action bar says what it does; nobody slips onto it.
    """
    match = info.table.seen_by(seat)
    if match.game.picture.spot(match.view(seat), action) is None:
        return False
    try:
        after = info.table.act(seat, [action])
    except Problem:
        return False
    rolled = any(entry.kind in ("draw", "open") for entry in after.log[info.table.version :])
    return rolled and info.setup.chance != DIE
