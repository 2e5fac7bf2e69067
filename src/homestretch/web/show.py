"""What a reader's page shows of a match: status, buttons, log and picture, all from views."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from homestretch.engine.contract import CHANCE, OPEN, OVER, SPECTATOR
from homestretch.engine.play import scores
from homestretch.engine.problem import Problem
from homestretch.engine.view import from_view, has_secrets
from homestretch.store.service import Info
from homestretch.svg import Theme
from homestretch.table.explain import tell_event
from homestretch.table.match import Match
from homestretch.table.table import DIE, PERSON
from homestretch.text import Text, capitalised, text_of
from homestretch.web.offer import (
    Beside,
    Button,
    Frame,
    Spot,
    behind,
    buttons_of,
    frames_of,
    hints_of,
    label_of,
    panels_of,
    spots_of,
)


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
    facts: list[str]
    mark: str


@dataclass(frozen=True)
class Page:
    """A match as one reader sees it, now or at an earlier ply."""

    info: Info
    mine: tuple[int, ...]
    """The seats that the reader holds."""
    acting: int
    """The seat that the reader may act for now, CHANCE where a die is to be typed, or -3 for nobody."""
    looker: int
    """Through whose eyes the page looks: a seat, SPECTATOR or OPEN."""
    ply: int
    live: bool
    status: str
    hints: list[str]
    """What the reader who acts may overlook."""
    spots: list[Spot]
    buttons: list[Button]
    panels: list[Beside]
    frame: Frame
    """The part of the picture that a small screen shows: x, y, width, height."""
    on_desk: Frame
    """The part that a wide screen shows."""
    size: tuple[float, float]
    """Width and height of the whole picture."""
    log: list[LogLine]
    seats: list[Seat]
    svg: str
    described: str
    rolled: str
    """A picture of what chance brought last, "" where a seat acted last."""

    @property
    def now(self) -> int:
        """Which line of the log tells what led to the position, -1 for none."""
        return sum(line.ply <= self.ply for line in self.log) - 1

    @property
    def near(self) -> tuple[float, ...]:
        """Where the whole picture lies on a small screen."""
        return behind(self.frame, self.size)

    @property
    def far(self) -> tuple[float, ...]:
        """Where the whole picture lies on a wide screen."""
        return behind(self.on_desk, self.size)


def name_of(info: Info, seat: int, text: Text) -> str:
    """Give how a seat's player is called: their name, the bot's, or the seat's own word."""
    name = info.names[seat]
    if info.setup.seats[seat] != PERSON:
        return kind_of(info, seat, text) if len(info.names) == 2 else text("bot.numbered", n=seat + 1)
    return name or capitalised(text(f"seat.{seat}"))


def kind_of(info: Info, seat: int, text: Text) -> str:
    """Give what kind of bot sits on a seat."""
    return text(f"bot.{info.setup.seats[seat].removeprefix('bot:')}")


def texts(info: Info, lang: str) -> Text:
    """Give the texts of a match's game; where more than two play, the seats are called as their players."""
    text = text_of(lang, info.setup.game.folder)
    if len(info.setup.seats) == 2:
        return text
    return text.naming(name_of(info, seat, text) for seat in range(len(info.setup.seats)))


def page(
    info: Info,
    mine: tuple[int, ...],
    lang: str,
    theme: Theme,
    ply: int | None = None,
    eyes: int | None = None,
) -> Page:
    """Make the page of who holds the seats `mine`, at a ply or live; after the end by a seat's eyes."""
    table, text = info.table, texts(info, lang)
    ply = None if ply is None else max(ply, forgotten(info))
    live = ply is None or ply >= len(table.match.moves)
    acting = acting_seat(info, mine) if live else SPECTATOR
    looker = looker_of(info, mine, acting, eyes)
    match = table.seen_by(looker) if live and looker >= 0 else table.match
    if not live:
        assert ply is not None
        match = table.match.at(ply)
    legal = table.legal(acting) if acting != SPECTATOR else []
    size = match.game.picture.SIZE
    frame, on_desk = frames_of(match, acting, looker)
    panels = panels_of(match, looker, legal, theme, text)
    shown = {thing.action for panel in panels for thing in panel.things}
    return Page(
        info, mine, acting, looker, len(match.moves), live,
        status(info, match, mine, acting, text) if live else text("page.earlier", n=len(match.moves)),
        hints_of(match, acting, legal, text), spots_of(match, acting, legal, on_desk, size, text),
        buttons_of(match, acting, legal, shown, theme, text),
        panels, frame, on_desk, size, log_lines(info, looker, text),
        _seats(info, match, live, looker, mine, theme, text), board(match, looker, theme),
        describe(match, looker, text), _rolled(match, looker, theme),
    )  # fmt: skip


class Ply(NamedTuple):
    """A position as it is shown on the way to a later one: there is nothing to choose."""

    size: tuple[float, float]
    near: tuple[float, ...]
    """Where the whole picture lies on a small screen, in per cent of what it shows."""
    far: tuple[float, ...]
    svg: str
    panels: list[Beside]


def ply(match: Match, looker: int, theme: Theme, text: Text) -> Ply:
    """Make what is shown of a position on the way to a later one."""
    size = match.game.picture.SIZE
    near, far = (behind(frame, size) for frame in frames_of(match, SPECTATOR, looker))
    return Ply(size, near, far, board(match, looker, theme), panels_of(match, looker, [], theme, text))


def acting_seat(info: Info, mine: tuple[int, ...]) -> int:
    """Give the seat that the reader may act for now, CHANCE where a die is to be typed, or SPECTATOR."""
    if info.readonly:
        return SPECTATOR
    waits = info.table.waits_for()
    if waits == [CHANCE]:
        return CHANCE if mine else SPECTATOR
    return next((seat for seat in waits if seat in mine), SPECTATOR)


def looker_of(info: Info, mine: tuple[int, ...], acting: int = SPECTATOR, eyes: int | None = None) -> int:
    """Give through whose eyes the reader looks: after the end all is open, or a seat's eyes are asked for."""
    if info.table.is_over():
        return eyes if eyes is not None and 0 <= eyes < len(info.setup.seats) else OPEN
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
    return str(match.game.picture.outcome(match.box, match.moves[-1].action, theme))


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
    looker = looker_of(info, mine, acting)
    key, seat, params = info.setup.game.words.prompt(match.box, match.view(looker), looker)
    if acting == SPECTATOR:
        waits = info.table.waits_for()
        seat = waits[0] if info.table.is_sealed_phase() and waits else seat
        return text(key.replace("do.", "wait.", 1), seat=seat, **params)
    seat = acting if acting >= 0 else seat
    said = text(key, **params)
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


def forgotten(info: Info) -> int:
    """Give how many of the first plies nobody may look through any more, where a ruling asks for memory."""
    found, match = info.setup.game, info.table.match
    most = getattr(found.words, "remembered", lambda box: 0)(match.box)
    return max(0, len(match.moves) - most) if most and not info.table.is_over() else 0


def log_lines(info: Info, looker: int, text: Text) -> list[LogLine]:
    """Tell the whole match, leaving out what the looker may not know yet."""
    match, first = info.table.match, forgotten(info)
    told = [(0, match.opening_story), *enumerate(match.stories, start=1)]
    return [
        LogLine(ply, event.rule, tell_event(event, match.game, match.box, text))
        for ply, events in told
        for event in events
        if ply >= first and (not event.secret or looker in (event.seat, OPEN))
    ]


def hidden_plies(match: Match, looker: int) -> frozenset[int]:
    """Give the plies, counted from 1, of which a looker may not know before the end what was done in them."""
    rules = match.game.rules
    if looker == OPEN or not has_secrets(rules.State):
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


def still_persons(info: Info, held: tuple[int, ...]) -> tuple[int, ...]:
    """Give those of some held seats that no bot has taken over."""
    return tuple(seat for seat in held if info.setup.seats[seat] == PERSON)


def may_renew(info: Info, mine: tuple[int, ...], seat: int) -> bool:
    """Tell whether who holds the seats `mine` may make a fresh link: for one of these, or for a free one."""
    if not mine or not 0 <= seat < len(info.setup.seats):
        return False
    return seat in mine or seat not in taken(info)


def _seats(
    info: Info, match: Match, live: bool, looker: int, mine: tuple[int, ...], theme: Theme, text: Text
) -> list[Seat]:
    points, seen, game = scores_of(match, looker), match.view(looker), match.game
    waits = info.table.waits_for() if live else [match.to_move()]
    places, come = info.table.places() if live else (), taken(info)
    facts: Any = getattr(game.words, "facts", lambda *_: [])
    own = text_of(text.lang, game.folder)
    said = [
        facts(match.box, seen, seat) + _state_word(info, seat, live, waits) for seat in range(len(points))
    ]
    return [
        Seat(
            seat, _second_word(info, seat, own), name_of(info, seat, own), points[seat],
            places[seat] if places else 0, seat in waits, seat in mine, seat in come, who == PERSON,
            [text(key, **params) for key, params in said[seat]],
            game.picture.mark(match.box, seen, seat, theme),
        )
        for seat, who in enumerate(info.setup.seats)
    ]  # fmt: skip


def _second_word(info: Info, seat: int, text: Text) -> str:
    """Give what stands beside a name: the seat's word, or the kind of a bot among many; "" for none."""
    if len(info.names) > 2:
        return "" if info.setup.seats[seat] == PERSON else kind_of(info, seat, text)
    word = capitalised(text(f"seat.{seat}"))
    return "" if word == name_of(info, seat, text) else word


def _state_word(info: Info, seat: int, live: bool, waits: list[int]) -> list[tuple[str, dict[str, object]]]:
    """Say whose turn it is, or who has made a secret choice while others have yet to."""
    if live and info.table.is_sealed_phase() and not info.table.is_over():
        return [("page.choosing" if seat in waits else "page.has_chosen", {})]
    return [("page.turn_of", {})] if seat in waits else []


def action_label(info: Info, seat: int, action: int, lang: str) -> str:
    """Give the name of an action as its button has it."""
    match = info.table.seen_by(seat)
    return label_of(match, match.view(seat), seat, action, texts(info, lang))


def is_irrevocable(info: Info, seat: int, action: int) -> bool:
    """Tell whether a touch on the board cannot be taken back alone, since chance answers it at once.

    A button of the action bar says what it does; nobody slips onto it.
    """
    match = info.table.seen_by(seat)
    if match.game.picture.spot(match.box, match.view(seat), action) is None:
        return False
    try:
        after = info.table.act(seat, [action])
    except Problem:
        return False
    rolled = any(entry.kind in ("draw", "open") for entry in after.log[info.table.version :])
    return rolled and info.setup.chance != DIE
