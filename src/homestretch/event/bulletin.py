"""What is told of a day in words, ready for a blog and a chat, in three languages."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from babel.dates import format_date

from homestretch.event.clock import Window, zone_of
from homestretch.event.escape import for_chat
from homestretch.event.event import Event
from homestretch.event.forms import HTML, MARKDOWN, PLAIN, Form, Item, Part, Picture
from homestretch.event.nick import cleaned, plain
from homestretch.event.pictures import runs
from homestretch.event.setup import Setup
from homestretch.event.times import format_time
from homestretch.games.boardmania.evaluate import DayResult, PlayerDay
from homestretch.games.boardmania.picture import describe, draw, row_line
from homestretch.games.boardmania.pieces import FACES
from homestretch.games.boardmania.standing import Row, Run, Standing, standing_of
from homestretch.games.boardmania.words import does_word, field_name, kind_word, story_lines, texts
from homestretch.svg import LIGHT
from homestretch.text import Text

MOST_CHAT = 1900
"""Characters of a title and a text for a chat, escaped; Discord takes 2000."""
MOST_NAME = 16
"""Characters of a name in a chat."""
BEST = 5
"""How many of the standings a chat is told."""


class Report(NamedTuple):
    """A day as it is made known; day 0 is the board before the first one (BM-F4)."""

    setup: Setup
    box: Any
    result: DayResult
    revision: int
    note: str
    """What this revision changes, "" in the first (BM-F3)."""
    windows: tuple[Window, ...]
    maps: tuple[str, ...]
    """The UIDs of the next day's map, where they are known."""

    @property
    def day(self) -> int:
        """The day, 0 before the first."""
        return self.result.day


class Bulletin(NamedTuple):
    """A day in words."""

    title: str
    plain: str
    markdown: str
    html: str
    chat: str
    """Plain text; whoever sends it escapes what the service takes for markup."""
    alt: str
    """What the picture shows."""


def report(event: Event, result: DayResult, revision: int, note: str) -> Report:
    """Gather what is told of a day."""
    maps = event.setup.maps.get(result.day + 1, ())
    return Report(event.setup, event.box, result, revision, note, event.calendar.windows, maps)


def picture(told: Report) -> str:
    """Draw the day as SVG, in the event's language."""
    return draw(told.box, _standing(told, told.setup.language), LIGHT, told.setup.language)


def bulletin(told: Report, lang: str) -> Bulletin:
    """Tell a day in a language."""
    alt = describe(told.box, _standing(told, lang), lang)
    plainly, markdown, html = (_written(told, lang, alt, form) for form in (PLAIN, MARKDOWN, HTML))
    teller = _Teller(told, lang, PLAIN)
    return Bulletin(teller.title(), plainly, markdown, html, "\n".join(teller.chat()), alt)


def page_of(told: Report) -> str:
    """Give the address of the day's page, "" where the event has none."""
    return f"{told.setup.url}/event/day/{told.day}" if told.setup.url else ""


def _written(told: Report, lang: str, alt: str, form: Form) -> str:
    teller = _Teller(told, lang, form)
    return form.write(teller.title(), Picture(_address(told), form.stranger(alt)), teller.parts())


def _address(told: Report) -> str:
    page = page_of(told)
    return f"{page}.png?edition={told.revision}" if page else f"day-{told.day}-r{told.revision}.png"


def _standing(told: Report, lang: str) -> Standing:
    note = texts(lang)("bulletin.revision", revision=told.revision) if told.revision > 1 else ""
    return standing_of(told.result, cleaned(told.setup.name), _date(told, lang, "long"), runs, note)


def _date(told: Report, lang: str, length: str) -> str:
    """Give the date of the day's cut-off; that of day 0 is the evening on which day 1 begins."""
    window = told.windows[max(0, told.day - 1)]
    wall = _wall(window.closes if told.day else window.opens, told.setup)
    return str(format_date(wall, length, locale=lang))


def _wall(instant: int, setup: Setup) -> datetime:
    return datetime.fromtimestamp(instant / 1000, zone_of(setup.zone))


class _Teller:
    """Tells a day in one language and one form."""

    def __init__(self, told: Report, lang: str, form: Form) -> None:
        self.told, self.lang, self.form = told, lang, form
        self.result, self.box = told.result, told.box
        names: dict[int, str] = {}
        for player in self.result.players:
            names |= {player.steps[0].seat: self.name(player)} if player.steps else {}
        self.say: Text = texts(lang, [names.get(seat, "") for seat in range(max(names, default=-1) + 1)])

    def name(self, player: PlayerDay) -> str:
        """Give a player's name."""
        return self.form.stranger(plain(player.nickname, player.login))

    def title(self) -> str:
        """Name event and day."""
        name = self.form.stranger(cleaned(self.told.setup.name))
        if not self.told.day:
            return self.say("bulletin.before", name=name)
        return self.say("bulletin.title", name=name, day=self.told.day, days=self.box.days)

    def parts(self) -> Iterable[Part]:
        """Tell everything."""
        yield Part("", tuple(self.head()))
        if not self.told.day:
            yield Part(self.say("bulletin.board"), (), tuple(map(Item, self.fields())))
            yield Part(self.say("bulletin.table"), (), tuple(map(Item, self.table())))
        elif not self.result.is_void:
            yield Part(self.say("bulletin.ranking"), (), tuple(map(Item, self.ranking())))
            yield Part(self.say("bulletin.moves"), (), tuple(self.moves()))
        if self.result.players:
            yield Part(self.say("bulletin.standings"), (), tuple(map(Item, self.standings())))
        yield Part(self.say("bulletin.next"), (*self.end(), *self.next(), *self.link()))

    def head(self) -> Iterable[str]:
        """Say what was corrected, and how many drove."""
        if self.told.note:
            note = self.form.stranger(self.told.note)
            yield self.say("bulletin.corrected", revision=self.told.revision, note=note)
        if not self.told.day:
            yield self.say("see.nobody")
        elif self.result.is_void:
            yield self.say("BM-B7.void", day=self.told.day)
        elif self.result.n:
            yield self.say("bulletin.drivers", n=self.result.n)
        else:
            yield self.say("bulletin.nobody")

    def ranked(self) -> list[PlayerDay]:
        """Give who has a rank, best first."""
        ranked = (each for each in self.result.players if each.rank is not None)
        return sorted(ranked, key=lambda each: (each.rank or 0, each.number))

    def ranking(self) -> Iterable[str]:
        """List ranks, times and rolls."""
        for player in self.ranked():
            given = {"rank": player.rank, "name": self.name(player), "time": format_time(player.time_ms or 0)}
            if player.roll is None:
                yield self.say("bulletin.no_roll", **given)
            else:
                yield self.say("bulletin.roll", **given, roll=player.roll)

    def moves(self) -> Iterable[Item]:
        """Tell each move step by step, in the order of the ranking, then what befell those without one."""
        ranks = {player.number: i for i, player in enumerate(self.ranked())}
        for player in sorted(self.result.players, key=lambda each: ranks.get(each.number, len(ranks))):
            if player.steps:
                who = self.say("bulletin.player", name=self.name(player), number=player.number)
                yield Item(who, tuple(story_lines(self.box, self.say, player.steps)))

    def rows(self) -> tuple[Row, ...]:
        """Give the standings; names are in this form."""
        return standing_of(self.result, "", "", self.runs).rows

    def runs(self, nickname: str, login: str) -> tuple[Run, ...]:
        """Give a name without colours."""
        return ((self.form.stranger(plain(nickname, login)), None, False, False),)

    def standings(self) -> Iterable[str]:
        """List everybody by place."""
        return (row_line(self.box, row, self.say) for row in self.rows())

    def fields(self) -> Iterable[str]:
        """BM-F4: list the fields, and what the special ones do."""
        fields = range(self.box.fields)
        yield " · ".join(field_name(self.box, field, self.say) for field in fields)
        for kind in sorted({self.box.kind[field] for field in fields}):
            does = does_word(self.box, kind)
            if self.say.has(does):
                yield self.say("bulletin.field", name=kind_word(kind), does=does)

    def table(self) -> Iterable[str]:
        """BM-F4: list what so many drivers roll, best first."""
        for n in range(1, self.box.scored + 1):
            upto = (0, *self.box.upto[n])
            rolls = [str(FACES - i) for i in range(FACES) for _ in range(upto[i + 1] - upto[i])]
            yield self.say("bulletin.rolls_of", n=n, rolls=" ".join(rolls))

    def end(self) -> Iterable[str]:
        """BM-F8: say after the last day that it was the last, and who won."""
        if self.told.day != self.box.days:
            return
        yield self.say("BM-F8.over", day=self.told.day)
        best = [row for row in self.rows() if row.place == 1]
        if best:
            names = ", ".join(row.plain_name for row in best)
            yield self.say("bulletin.winner", names=names, n=best[0].progress)

    def next(self) -> Iterable[str]:
        """Say until when the next day goes, and on which map."""
        if self.told.day >= len(self.told.windows):
            return
        wall = _wall(self.told.windows[self.told.day].closes, self.told.setup)
        yield self.say(
            "bulletin.until", day=self.told.day + 1, date=str(format_date(wall, "full", locale=self.lang)),
            time=f"{wall:%H:%M}", zone=self.told.setup.zone,
        )  # fmt: skip
        if self.told.maps:
            maps = ", ".join(self.form.stranger(cleaned(uid)) for uid in self.told.maps)
            yield self.say("bulletin.map", maps=maps)

    def link(self) -> Iterable[str]:
        """Give the address of the day's page."""
        page = page_of(self.told)
        return [self.say("bulletin.more", url=page)] if page else []

    def chat(self) -> list[str]:
        """Tell the day in a few lines: as much of who rolled what as a chat takes."""
        best = [f"{row.place}. {row.plain_name} {row.progress}" for row in self.rows()[:BEST]]
        standings = [self.say("bulletin.ahead", standings=" · ".join(best))] if best else []
        tail = [*standings, *self.end(), *self.next(), *self.link()]
        short = [self.say("bulletin.short_note", revision=self.told.revision)] if self.told.note else []
        heads = [list(self.head()), [*short, *list(self.head())[bool(self.told.note) :]]]
        tries = [[*head, *self.rolled(faces), *tail] for head in heads for faces in (FACES, 1, 0)]
        return next(filter(self.fits, tries), tries[-1])

    def fits(self, lines: list[str]) -> bool:
        """Tell whether a chat takes so much, every sign of it escaped."""
        return len(for_chat("\n".join([self.title(), *lines]))) <= MOST_CHAT

    def rolled(self, faces: int) -> Iterable[str]:
        """Say who rolled what, from a 6 on down, so many faces."""
        for face in range(FACES, FACES - faces, -1):
            who = [each for each in self.ranked() if each.roll == face]
            names = ", ".join(self.form.stranger(plain(each.nickname, each.login, MOST_NAME)) for each in who)
            if names:
                yield self.say("bulletin.rolled", roll=face, names=names)
