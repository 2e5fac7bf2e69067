"""What the pages of an event show, in the reader's language: players, moves, days, the organiser's acts."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from babel.dates import format_date, format_time
from babel.numbers import format_decimal

from homestretch.event.clock import zone_of
from homestretch.event.decisions import standing
from homestretch.event.escape import isolated
from homestretch.event.event import Event
from homestretch.event.journal import Act
from homestretch.event.nick import plain
from homestretch.event.nick_paint import html
from homestretch.event.planner import Move
from homestretch.event.times import format_time as race_time
from homestretch.games.boardmania import words
from homestretch.games.boardmania.day import Placed, by_day
from homestretch.games.boardmania.evaluate import DayResult, PlayerDay
from homestretch.games.boardmania.pieces import LETTERS
from homestretch.text import Text, text_of

LOCALES = {"nl": "nl", "de": "de", "en": "en_GB"}
ACTS = {
    "revoke": "ev.act.revoke", "exclude": "ev.act.exclude", "merge": "ev.act.merge", "void": "ev.act.void",
    "set_time": "ev.act.set_time", "withdraw": "ev.act.withdraw", "register": "ev.act.register",
    "name": "ev.act.name", "extend": "ev.act.extend", "undo": "ev.act.undo", "agreed": "ev.act.agreed",
}  # fmt: skip
"""The public kinds. What a server has noticed about a player is for the organiser alone to judge."""


class Line(NamedTuple):
    """One thing that happened, and the rule that says so."""

    words: str
    rule: str


class Row(NamedTuple):
    """A player on a day; name is markup, plain is text. What does not exist is None or empty."""

    number: int
    login: str
    name: str
    plain: str
    place: int
    progress: int
    where: str
    cards: tuple[tuple[str, int], ...]
    """Per environment its letter and how many cards are held."""
    bonuses: int
    status: str
    rank: int | None
    time: str
    roll: int | None
    gain: int
    lines: tuple[Line, ...]
    is_away: bool
    """No roll on this day."""
    withdrawn: bool


class LiveRow(NamedTuple):
    """A time of the day in play."""

    rank: int
    login: str
    name: str
    time: str
    roll: int


class ActLine(NamedTuple):
    """An act of the organiser, told."""

    id: int
    at: str
    words: str
    reason: str
    undone: bool


class MoveRow(NamedTuple):
    """What a roll would bring, told; where and status are those after it."""

    roll: int
    value: int
    path: str
    where: str
    gain: int
    to_leader: int
    cards: tuple[tuple[str, int], ...]
    status: str
    lines: tuple[Line, ...]
    furthest: int | None
    """The best progress one day later, None on the last day."""
    next_rolls: str
    average: str
    is_best: bool


def instant(ms: int, zone: str, lang: str, with_date: bool = True) -> str:
    """Write an instant as a wall time of a zone."""
    wall, locale = datetime.fromtimestamp(ms / 1000, zone_of(zone)), LOCALES[lang]
    clock = format_time(wall, "short", locale=locale)
    return f"{format_date(wall, 'full', locale=locale)}, {clock}" if with_date else clock


def iso(ms: int) -> str:
    """Write an instant for machines."""
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def date_of(ms: int, zone: str, lang: str) -> str:
    """Write the date of an instant in a zone."""
    return format_date(datetime.fromtimestamp(ms / 1000, zone_of(zone)), "long", locale=LOCALES[lang])


def nicknames(results: Iterable[DayResult]) -> list[str]:
    """List the nicknames of some days, for the stylesheet of their colours."""
    return sorted({each.nickname for result in results for each in result.players})


def day_rows(box: Any, result: DayResult, lang: str) -> list[Row]:
    """Give all players of a day, those who are further first."""
    said = words.texts(lang, _seat_names(result.players))
    rows = [_row(box, each, said) for each in result.players]
    return sorted(rows, key=lambda row: (row.place, row.number))


def _seat_names(players: Iterable[PlayerDay]) -> list[str]:
    """Give the names by index of enrolment, of all of whom anything is told."""
    found = {event.seat: plain(each.nickname, each.login) for each in players for event in each.steps}
    return [isolated(found.get(seat, "")) for seat in range(max(found, default=-1) + 1)]


def _row(box: Any, player: PlayerDay, say: Text) -> Row:
    lines = tuple(Line(words.line(box, say, event), event.rule) for event in player.steps)
    nick = player.nickname, player.login
    return Row(
        player.number, player.login, html(*nick), plain(*nick),
        player.place, player.progress, words.where(box, say, player.progress), held(player.cards),
        player.all_bonuses, say(words.kind_word(player.status)) if player.status else "", player.rank,
        "" if player.time_ms is None else race_time(player.time_ms), player.roll,
        player.progress - player.progress_before, lines, player.roll is None, player.withdrawn,
    )  # fmt: skip


def held(cards: Iterable[int]) -> tuple[tuple[str, int], ...]:
    """Pair the letters of the environments with the cards that are held."""
    return tuple(zip(LETTERS, cards, strict=True))


def by_rank(rows: Iterable[Row]) -> list[Row]:
    """Give who has a time that day, the fastest first."""
    ranked = [row for row in rows if row.rank is not None]
    return sorted(ranked, key=lambda row: (row.rank, row.number))


def live_rows(placed: Iterable[Placed], known: dict[str, str]) -> list[LiveRow]:
    """Give the times of the day in play; known has the nicknames seen on earlier days, by login."""
    return [
        LiveRow(each.rank, each.login, html(each.nickname or known.get(each.login, ""), each.login),
                race_time(each.time_ms), each.roll)
        for each in placed
    ]  # fmt: skip


def move_rows(box: Any, moves: Iterable[Move], leader: int, name: str, lang: str) -> list[MoveRow]:
    """Tell what each roll would bring a player of that name."""
    say, moves = words.texts(lang, [isolated(name)]), list(moves)
    best = max(map(_worth, moves))
    return [_move_row(box, move, leader, best, say) for move in moves]


def _worth(move: Move) -> tuple[float, float]:
    """How far a move brings a player two days ahead: at best, then on average."""
    ahead = move.outlook
    return (ahead.furthest, ahead.average) if ahead else (move.piece.progress, 0)


def _move_row(box: Any, move: Move, leader: int, best: tuple[float, float], say: Text) -> MoveRow:
    # Rank 0 of a move that is only tried out is no rank: the line that names it is left out.
    told = [event for event in move.steps if event.message != "BM-C4.rolls"]
    ahead, after = move.outlook, move.piece
    return MoveRow(
        move.roll, move.value, " → ".join(words.field_name(box, field, say) for field in move.path),
        words.where(box, say, after.progress), move.gain, after.progress - leader, held(after.cards),
        say(words.kind_word(after.status)) if after.status else "",
        tuple(Line(words.line(box, say, event), event.rule) for event in told),
        ahead.furthest if ahead else None, ", ".join(map(str, reversed(ahead.best))) if ahead else "",
        format_decimal(ahead.average, "0.0", LOCALES[say.lang]) if ahead else "", _worth(move) == best,
    )  # fmt: skip


def act_lines(event: Event, acts: Iterable[Act], lang: str) -> list[ActLine]:
    """Tell the organiser's acts, oldest first; what a server has noticed is left out."""
    held = {act.id for act in standing(event.journal.acts())}
    return [
        ActLine(act.id, instant(act.at, event.setup.zone, lang), _act_words(act, lang), act.reason,
                act.kind != "undo" and act.id not in held)
        for act in acts
        if act.kind in ACTS
    ]  # fmt: skip


def _act_words(act: Act, lang: str) -> str:
    params = {key: _shown(key, value) for key, value in act.data.items()} if act.kind != "agreed" else {}
    if act.kind in ("revoke", "extend"):
        params["n"] = len(act.data["finishes"]) if act.kind == "revoke" else act.data["days"]
    return text_of(lang)(ACTS[act.kind], **params)


def _shown(key: str, value: object) -> object:
    if key == "time_ms":
        return race_time(int(str(value))) if value else "–"
    return isolated(plain(value, value)) if isinstance(value, str) else value


def acts_of_day(event: Event, day: int) -> list[Act]:
    """Give the acts that bear on a day itself; what they change on an earlier one is told there."""
    driven = {finish.id for finish in by_day(event.days(), event.journal.finishes()).get(day, ())}
    return [act for act in event.journal.acts() if _bears_on(act, day, driven)]


def _bears_on(act: Act, day: int, driven: set[int]) -> bool:
    if act.kind in ("void", "set_time"):
        return bool(act.data["day"] == day)
    if act.kind == "withdraw":
        return bool(act.data["day"] <= day)
    if act.kind == "revoke":
        return bool(driven & set(act.data["finishes"]))
    return act.kind in ("exclude", "merge")
