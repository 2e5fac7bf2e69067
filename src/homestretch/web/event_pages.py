"""The public pages of one event: standings, days, planner, the organiser's acts, pictures and the feed."""

import threading
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from homestretch.engine.problem import Problem
from homestretch.event.event import Event
from homestretch.event.feed import atom
from homestretch.event.journal import Edition
from homestretch.event.nick import plain
from homestretch.event.nick_paint import stylesheet
from homestretch.event.pictures import standing_after
from homestretch.event.planner import MOST_MORE, Plan, Span, pieces, plan
from homestretch.event.standings import as_data
from homestretch.event.times import format_time
from homestretch.event.today import Today, today
from homestretch.games.boardmania import picture, words
from homestretch.games.boardmania.evaluate import DayResult, Evaluation
from homestretch.games.boardmania.words import texts
from homestretch.svg import DARK, LIGHT, PAGE, to_png
from homestretch.text import LANGUAGES
from homestretch.web import event_view as view
from homestretch.web.guard import Refused
from homestretch.web.render import render, setting
from homestretch.web.site import site_of

router = APIRouter(prefix="/event", include_in_schema=False)
PNG_WIDTH = 1440
FEED = "application/atom+xml"
png_of = lru_cache(maxsize=16)(to_png)


class Desk:
    """The event of a server. Its journal is only read, by one request at a time."""

    def __init__(self, event: Event) -> None:
        self.event, self.lock = event, threading.RLock()


def _desk(request: Request) -> Desk:
    found: Any = request.app.state.desk
    assert isinstance(found, Desk)
    with found.lock, suppress(Problem):  # a file that is just being written: what was agreed before holds
        found.event.refresh()
    return found


def _day(found: Evaluation, number: int) -> DayResult | None:
    """Give a day's result, None before day 1.

    :raises Refused: with 404 for a day that is not evaluated.
    """
    if not 0 <= number <= len(found.days):
        raise Refused(404, Problem("ev.no_day", day=number, last=len(found.days)))
    return found.days[number - 1] if number else None


def _editions(event: Event, day: int) -> list[Edition]:
    return [each for each in event.journal.editions() if each.day == day]


@router.get("")
def now(request: Request) -> Response:
    """Show how the event stands, and the day in play."""
    desk = _desk(request)
    with desk.lock:
        return _now(request, desk.event)


def _now(request: Request, event: Event) -> Response:
    found, live = event.result(), today(event)
    last = found.days[-1] if found.days else None
    number = last.day if last else 0
    names = [each.nickname for each in live.live.placed] + view.nicknames(found.days[-1:])
    return _page(
        request, event, "event.html", names, _countdown(event, live), **_standings(event, last, request),
        number=number, waits=len(live.before.days) > number, live=_live(request, event, live),
        over=number == len(event.calendar.windows),
    )  # fmt: skip


def _standings(event: Event, last: DayResult | None, request: Request) -> dict[str, Any]:
    lang = setting(request, "lang")
    stand = standing_after(event, last, lang)
    return {
        "rows": view.day_rows(event.box, last, lang) if last else [],
        "svg": picture.draw(event.box, stand, PAGE, lang),
        "described": picture.describe(event.box, stand, lang),
    }


def _live(request: Request, event: Event, live: Today) -> dict[str, Any] | None:
    """Tell about the day in play, or the one that is to come; None after the last one."""
    lang, zone, clock = setting(request, "lang"), event.setup.zone, event.clock()
    if live.day is None:
        opens = event.calendar.windows[0].opens
        if clock >= opens:
            return None
        return {
            "day": 0,
            "until": view.instant(opens, zone, lang),
            "iso": view.iso(opens),
            **_left(opens - clock),
        }
    known = {each.login: each.nickname for day in live.before.days[-1:] for each in day.players}
    return {
        "day": live.day.number, "until": view.instant(live.day.closes, zone, lang),
        "iso": view.iso(live.day.closes), "is_void": live.day.is_void, "maps": live.day.maps,
        "n": live.live.n,
        "rows": view.live_rows(live.live.placed, known), "now": view.instant(clock, zone, lang, False),
        **_left(live.day.closes - clock),
    }  # fmt: skip


def _left(ms: int) -> dict[str, int]:
    hours, minutes = divmod(max(0, ms) // 60_000, 60)
    return {"hours": hours, "minutes": minutes}


def _countdown(event: Event, live: Today) -> str:
    """Give the style with which the time that is left runs down without a script."""
    clock, opens = event.clock(), event.calendar.windows[0].opens
    until = live.day.closes if live.day else opens
    seconds = max(0, until - clock) // 1000
    return (
        f"#left{{--left:{seconds};animation:left {seconds}s linear forwards}}"
        f"@keyframes left{{from{{--left:{seconds}}}to{{--left:0}}}}"
        if seconds
        else ""
    )


def _page(
    request: Request, event: Event, template: str, names: list[str], css: str = "", **values: Any
) -> Response:
    """Write a page of the event."""
    lang = setting(request, "lang")
    return render(
        request, template, spot_css=stylesheet(names) + css, title=event.setup.name, zone=event.setup.zone,
        g=texts(lang), base=site_of(request).base(request), days=event.journal.evaluated(),
        here=here(request), all_days=len(event.calendar.windows), **values,
    )  # fmt: skip


def here(request: Request) -> str:
    """Give the address of a page with its query, to come back to after a change of settings."""
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")


@router.get("/feed.atom")
def feed(request: Request) -> Response:
    """Give the feed, in the language of the event."""
    desk = _desk(request)
    with desk.lock:
        found = atom(desk.event, site_of(request).base(request), desk.event.setup.language)
    return Response(found.encode(), media_type=FEED, headers={"Cache-Control": "no-cache"})


@router.get("/log")
def log(request: Request) -> Response:
    """Show what the organiser has decided, the latest first."""
    desk = _desk(request)
    with desk.lock:
        lines = view.act_lines(desk.event, desk.event.journal.acts(), setting(request, "lang"))
        return _page(request, desk.event, "event_log.html", [], acts=lines[::-1])


@router.get("/day/{number}.svg")
def svg(
    request: Request, number: int, edition: int | None = None, dark: bool = False, lang: str = ""
) -> Response:
    """Give the picture of a day; an earlier edition as it was published."""
    desk = _desk(request)
    with desk.lock:
        drawn = _drawn(request, desk.event, number, edition, dark, lang, "svg")
    return _picture_answer(drawn, "image/svg+xml")


@router.get("/day/{number}.png")
def png(
    request: Request, number: int, edition: int | None = None, dark: bool = False, lang: str = ""
) -> Response:
    """Give the same as PNG, for blogs and chats."""
    desk = _desk(request)
    with desk.lock:
        drawn = _drawn(request, desk.event, number, edition, dark, lang, "png")
    return _picture_answer(drawn if isinstance(drawn, bytes) else png_of(drawn, PNG_WIDTH), "image/png")


def _drawn(
    request: Request, event: Event, number: int, edition: int | None, dark: bool, lang: str, kind: str
) -> str | bytes:
    """Draw a day as it is now, or give the file that was published with an earlier edition.

    :raises Refused: with 404 for a day or an edition that there is not.
    """
    result, editions = _day(event.result(), number), _editions(event, number)
    latest = editions[-1].revision if editions else 1
    if edition is not None and edition != latest:
        file = event.folder / "public" / f"day-{number}-r{edition}.{kind}"
        if not 1 <= edition < latest or not file.exists():
            raise Refused(404, Problem("ev.no_edition", day=number, edition=edition, last=latest))
        return file.read_bytes()
    spoken = lang if lang in LANGUAGES else setting(request, "lang")
    note = editions[-1].note if latest > 1 else ""
    stand = standing_after(event, result, spoken, note)
    return picture.draw(event.box, stand, DARK if dark else LIGHT, spoken)


def _picture_answer(content: str | bytes, kind: str) -> Response:
    headers = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}
    return Response(content, media_type=kind, headers=headers)


@router.get("/day/{number}.json")
def data(request: Request, number: int) -> Response:
    """Give a day as data, with its edition."""
    desk = _desk(request)
    with desk.lock:
        event = desk.event
        result, editions = _day(event.result(), number), _editions(event, number)
    days = as_data(Evaluation((result,) if result else (), {}))["days"]
    found = days[0] if days else {"day": 0, "void": False, "drivers": 0, "players": []}
    last = editions[-1] if editions else None
    made = {"edition": last.revision if last else 1, "at": view.iso(last.at) if last else None}
    return JSONResponse({"event": event.setup.name, **found, **made}, headers={"Cache-Control": "no-cache"})


@router.get("/day/{number}")
def day(request: Request, number: int) -> Response:
    """Show a day: who drove what, every move with its rules, and what was corrected."""
    desk = _desk(request)
    with desk.lock:
        return _day_page(request, desk.event, number)


def _day_page(request: Request, event: Event, number: int) -> Response:
    found, lang = event.result(), setting(request, "lang")
    result, editions = _day(found, number), _editions(event, number)
    values = _standings(event, result, request)
    windows = event.calendar.windows
    closes = windows[number - 1].closes if number else windows[0].opens
    revisions = [(each, view.instant(each.at, event.setup.zone, lang)) for each in editions]
    late = sorted({plain(each.nickname, each.login) for each in result.late}) if result else []
    return _page(
        request, event, "event_day.html", view.nicknames([result] if result else []), **values,
        number=number, result=result, ranked=view.by_rank(values["rows"]), late=late,
        closed=view.instant(closes, event.setup.zone, lang), revisions=revisions[::-1],
        acts=view.act_lines(event, view.acts_of_day(event, number), lang) if number else [],
    )  # fmt: skip


@router.get("/plan")
def planner(
    request: Request,
    login: Annotated[str, Query(max_length=200)] = "",
    n: Annotated[str, Query(max_length=4)] = "",
    more: Annotated[int, Query(ge=0, le=MOST_MORE)] = 3,
) -> Response:
    """Show what each roll would bring a player, and which times give it."""
    desk = _desk(request)
    with desk.lock:
        return _planner(request, desk.event, login.strip(), int(n) if n.isdecimal() else None, more)


def _planner(request: Request, event: Event, login: str, n: int | None, more: int) -> Response:
    live, lang = today(event), setting(request, "lang")
    last = live.before.days[-1] if live.before.days else None
    known = {each.login: each for each in (last.players if last else ())}
    number = live.day.number if live.day else len(live.before.days) + 1
    open_days = number <= len(event.calendar.windows)
    made = (
        plan(event.box, number, pieces(live.before.days), live.live, login, n or None, more)
        if open_days
        else None
    )
    player = known.get(login)
    name = plain(player.nickname if player else "", login) if login else texts(lang)("see.name")
    logins = sorted({*known, *(each.login for each in live.live.placed)}, key=str.casefold)
    shown = player.withdrawn if player else False
    return _page(
        request, event, "event_plan.html", [player.nickname] if player else [], login=login, n=n or "",
        more=more, logins=logins, plan=made, name=name, withdrawn=shown, live=_live(request, event, live),
        moves=view.move_rows(event.box, made.moves, made.leader, name, lang) if made else [],
        spans=_spans(made) if made else {}, standing_at=_standing_at(event, made, lang) if made else None,
        own_time=format_time(made.own.time_ms) if made and made.own else "",
    )  # fmt: skip


def _standing_at(event: Event, made: Plan, lang: str) -> dict[str, Any]:
    say, piece = texts(lang), made.piece
    status = say(words.kind_word(piece.status)) if piece.status else ""
    return {
        "where": words.where(event.box, say, piece.progress), "progress": piece.progress,
        "cards": view.held(piece.cards), "status": status,
        "does": say(words.does_word(event.box, piece.status)) if piece.status else "",
        "behind": made.leader - piece.progress,
    }  # fmt: skip


def _spans(made: Plan) -> dict[int, tuple[str, str, bool]]:
    """Write per roll from and to which time gives it now, and whether that can still be driven."""
    return {span.roll: (_from(span), _to(span), _is_open(span, made)) for span in made.spans}


def _from(span: Span) -> str:
    return format_time(span.first) if span.first > 1 else ""


def _to(span: Span) -> str:
    return format_time(span.last) if span.last is not None else ""


def _is_open(span: Span, made: Plan) -> bool:
    """F6: tell whether a time in a span would still count: a best time cannot be taken back."""
    return made.own is None or span.first <= made.own.time_ms
