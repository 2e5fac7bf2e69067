"""The table as people see it, and the forms on it; links to seats, rulebooks, settings."""

import re
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from homestretch.engine.contract import CHANCE, IllegalAction
from homestretch.engine.problem import Problem
from homestretch.games import game
from homestretch.store.service import Info
from homestretch.svg import PAGE
from homestretch.table.explain import say
from homestretch.table.table import PERSON, Table
from homestretch.text import text_of
from homestretch.web import show
from homestretch.web.guard import LARGEST_BODY, YEAR, Refused, browser_of, new_browser, remember_browser
from homestretch.web.render import SETTINGS, render, setting
from homestretch.web.site import Site, site_of
from homestretch.web.special import rulebook_html

router = APIRouter(include_in_schema=False)
INVITE = "invite_"
_PREVIEW = re.compile(
    r"bot|crawl|spider|preview|embed|facebookexternalhit|whatsapp|telegram|signal|slack", re.I
)
"""Programs that chats send to fetch a link's title and picture; they see the table, but do not sit down."""
Whole = Annotated[int, Form()]


def _held(request: Request, site: Site, match: str) -> tuple[int, ...]:
    browser = browser_of(request)
    held = site.service.held(browser, match) if browser else ()
    return show.still_persons(site.service.info(match), held) if held else ()


def remember_invite(response: Response, site: Site, match: str, seat: int, token: str) -> None:
    """Keep a link's secret with who made it, and with nobody else; we store its hash only."""
    response.set_cookie(
        f"{INVITE}{seat}", token, max_age=30 * 86400, path=f"/m/{match}", httponly=True, samesite="lax",
        secure=site.secure,
    )  # fmt: skip


@router.get("/s/{token}")
async def sit(request: Request, token: str) -> Response:
    """Exchange a seat's link for the browser's cookie, and go to the table."""
    site = site_of(request)
    await site.rates.check("link", site.asker(request))
    found = await site.run(site.service.seats_of_token, token[:100])
    if found is None:
        raise Refused(404, Problem("web.bad_link"))
    response = RedirectResponse(f"/m/{found[0]}", 303)
    if not _PREVIEW.search(request.headers.get("user-agent", "")):
        browser = browser_of(request) or new_browser()
        await site.run(site.service.hold, browser, *found)
        remember_browser(response, browser, site.secure)
    return response


@router.get("/m/{match}")
def table(
    request: Request, match: str, at: int | None = None, eyes: Annotated[int | None, Query(alias="as")] = None
) -> Response:
    """Show a match, now or at an earlier ply; after the end by one seat's eyes or with all open."""
    site = site_of(request)
    info = site.service.info(match)
    return table_page(request, site, info, _held(request, site, match), at, eyes=eyes)


def table_page(
    request: Request, site: Site, info: Info, mine: tuple[int, ...], at: int | None = None, status: int = 200,
    problem: str = "", rule: str = "", sure: dict[str, Any] | None = None, eyes: int | None = None,
) -> Response:  # fmt: skip
    """Write the page of a table."""
    lang, found = setting(request, "lang"), info.setup.game
    text = show.texts(info, lang)
    at = None if at is None else max(0, at)
    page = show.page(info, mine, lang, PAGE, at, eyes)
    answering = [seat for seat in info.table.must_answer() if seat in mine]
    values = {
        "id": info.id, "p": page, "game": found, "g": text, "eyes": _eyes(info, page),
        "version": info.table.version, "revision": info.revision, "over": info.table.is_over(),
        "plies": len(info.table.match.moves),
        "readonly": info.readonly, "rematch": info.rematch, "key": secrets.token_urlsafe(12),
        "asked": info.table.asked is not None, "asking": _asking(info, answering, text), "problem": problem,
        "rule": rule, "sure": sure, "base": site.base(request), "can_go_back": _can_go_back(info.table, mine),
        "has_sealed": _seat_to_choose_anew(info.table, mine) is not None,
        "invites": _invites(request, site, info, mine), "my_name": info.names[mine[0]] if mine else "",
        "here": f"/m/{info.id}",
    }  # fmt: skip
    return render(request, "table.html", status, _spot_css(page), **values)


def _eyes(info: Info, page: show.Page) -> str:
    """Give what a link adds to go on looking through the same eyes, "" where nothing is to be chosen."""
    return f"&as={page.looker}" if info.table.is_over() and page.looker >= 0 else ""


def _spot_css(page: show.Page) -> str:
    places = [
        f"#spot-{s.action}{{left:{s.left}%;top:{s.top}%;width:{s.width}%;height:{s.height}%}}"
        for s in page.spots
    ]
    shape = round(page.frame[2] / page.frame[3], 3)
    shown = "".join(
        f"--{name}-{key}:{part};"
        for name, parts in (("near", page.near), ("far", page.far))
        for key, part in zip("xywh", parts, strict=True)
    )
    return "".join([f"#board{{--shape:{shape}}}#sheet{{{shown}}}", *places])


def _asking(info: Info, answering: list[int], text: Any) -> str:
    if not answering or info.table.asked is None:
        return ""
    return str(text("page.asks_back", name=show.name_of(info, info.table.asker(), text)))


def _can_go_back(table: Table, mine: tuple[int, ...]) -> bool:
    return _seat_to_take_back(table, mine) is not None and table.asked is None


def _seat_to_take_back(table: Table, mine: tuple[int, ...]) -> int | None:
    """Give the seat of the reader that acted last and may ask to take that back."""
    if (sealed := _seat_to_choose_anew(table, mine)) is not None:
        return sealed
    for move in reversed(table.match.moves):
        if move.seat in mine:
            try:
                table.back_to(move.seat)
            except Problem:
                return None
            return move.seat
    return None


def _seat_to_choose_anew(table: Table, mine: tuple[int, ...]) -> int | None:
    """Give the seat of the reader that has sealed a choice last, while not all have."""
    if table.is_over():
        return None
    sealed = [entry.seat for entry in table.log if entry.kind == "slot" and entry.seat in table.slots]
    return next((seat for seat in reversed(sealed) if seat in mine), None)


def _invites(request: Request, site: Site, info: Info, mine: tuple[int, ...]) -> list[tuple[int, str]]:
    found = []
    for seat, who in enumerate(info.setup.seats):
        token = request.cookies.get(f"{INVITE}{seat}")
        wanted = who == PERSON and show.may_renew(info, mine, seat)
        if wanted and token and site.service.seats_of_token(token, info.id) == (info.id, seat):
            found.append((seat, f"{site.base(request)}/s/{token}"))
    return found


async def _command(request: Request, match: str, do: Any) -> Response:
    """Carry out a form's command for the reader's seat and show the table; refusals show why."""
    site = site_of(request)
    await site.rates.check("page", site.asker(request))
    await site.rates.check("command", browser_of(request))
    return await site.run(_carry_out, request, site, match, do)


def _carry_out(request: Request, site: Site, match: str, do: Any) -> Response:
    info = site.service.info(match)
    mine = _held(request, site, match)
    if not mine:
        raise Refused(403, Problem("web.not_yours"))
    try:
        answer = do(site, info, mine)
    except Problem as problem:
        lang = setting(request, "lang")
        rule = problem.refusal.rule if isinstance(problem, IllegalAction) else ""
        said = say(problem, lang, info.setup.game)
        status = 409 if problem.key == "table.changed" else 422
        info = site.service.info(match)
        return table_page(request, site, info, mine, None, status, said, rule)
    if isinstance(answer, dict):
        return table_page(request, site, info, mine, sure=answer)
    site.bots.wake(match)
    return RedirectResponse(f"/m/{match}", 303)


@router.post("/m/{match}/do")
async def do(
    request: Request, match: str, action: Whole, key: Annotated[str, Form()], version: Whole = -1,
    sure: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    """Act for the reader's seat, or type what a real die shows."""
    asks = setting(request, "confirm") == "on" and not sure

    def act(site: Site, info: Info, mine: tuple[int, ...]) -> dict[str, Any] | None:
        acting = show.acting_seat(info, mine)
        if acting >= 0 and asks and show.is_irrevocable(info, acting, action):
            label = show.action_label(info, acting, action, setting(request, "lang"))
            return {
                "what": "do",
                "label": text_of(setting(request, "lang"))("page.sure", label=label),
                "action": action,
            }
        seat = acting if acting >= 0 else mine[0]
        site.service.command(info.id, seat, key, lambda table: _act(table, version, acting, seat, action))
        return None

    return await _command(request, match, act)


def _act(table: Table, version: int, acting: int, seat: int, action: int) -> Table:
    if version not in (-1, table.version) and not table.slots:
        raise Problem("table.changed")
    if acting == CHANCE:
        return table.type_die(seat, action)
    return table.act(seat, [action])


@router.post("/m/{match}/say")
async def write(
    request: Request, match: str, key: Annotated[str, Form()], text: Annotated[str, Form(max_length=500)] = ""
) -> Response:
    """Act for the reader's seat as a line of notation says, all of it or nothing."""

    def act(site: Site, info: Info, mine: tuple[int, ...]) -> None:
        acting = show.acting_seat(info, mine)
        seat = acting if acting >= 0 else mine[0]
        site.service.command(
            info.id, seat, key, lambda table: table.act(seat, table.seen_by(seat).read_turn(seat, text))
        )

    return await _command(request, match, act)


@router.post("/m/{match}/resign")
async def resign(
    request: Request, match: str, key: Annotated[str, Form()], sure: Annotated[str, Form()] = ""
) -> Response:
    """Give up, after asking once more."""

    def give_up(site: Site, info: Info, mine: tuple[int, ...]) -> dict[str, Any] | None:
        if not sure and not info.table.is_over():
            return {
                "what": "resign",
                "label": text_of(setting(request, "lang"))(_resigning(info)),
                "action": None,
            }
        turn = info.table.to_move()
        seat = turn if turn in mine else mine[0]
        site.service.command(info.id, seat, key, lambda table: table.resign(seat))
        return None

    return await _command(request, match, give_up)


def _resigning(info: Info) -> str:
    return "page.sure_resign" if len(info.setup.seats) == 2 else "page.sure_leave"


@router.post("/m/{match}/fill")
async def fill(request: Request, match: str, key: Annotated[str, Form()], seat: Whole) -> Response:
    """Let a bot play a seat to which nobody has come."""

    def hand_over(site: Site, info: Info, mine: tuple[int, ...]) -> None:
        if seat in mine or not show.may_renew(info, mine, seat):
            raise Problem("web.not_yours")
        site.service.command(info.id, mine[0], key, lambda table: table.hand_over(seat))

    return await _command(request, match, hand_over)


@router.post("/m/{match}/back")
async def back(request: Request, match: str, key: Annotated[str, Form()]) -> Response:
    """Take back the reader's last action, or ask whether that is all right."""

    def take_back(site: Site, info: Info, mine: tuple[int, ...]) -> None:
        seat = _seat_to_take_back(info.table, mine)
        seat = mine[0] if seat is None else seat
        site.service.command(info.id, seat, key, lambda table: _back_for(table, seat, mine))

    return await _command(request, match, take_back)


def _back_for(table: Table, seat: int, mine: tuple[int, ...]) -> Table:
    """Take back; who holds several seats agrees with themselves."""
    table = table.take_back(seat)
    for other in mine:
        if other in table.must_answer():
            table = table.answer(other, True)
    return table


@router.post("/m/{match}/answer")
async def answer(
    request: Request, match: str, key: Annotated[str, Form()], agrees: Annotated[str, Form()] = "0"
) -> Response:
    """Agree that another takes back, or not."""

    def reply(site: Site, info: Info, mine: tuple[int, ...]) -> None:
        seat = next((each for each in info.table.must_answer() if each in mine), mine[0])
        site.service.command(info.id, seat, key, lambda table: table.answer(seat, agrees == "1"))

    return await _command(request, match, reply)


@router.post("/m/{match}/rematch")
async def rematch(request: Request, match: str) -> Response:
    """Go to the match that follows this one."""
    site = site_of(request)
    await site.rates.check("create", site.asker(request))
    if not await site.run(_held, request, site, match):
        raise Refused(403, Problem("web.not_yours"))
    following = await site.run(site.service.rematch, match)
    site.bots.wake(following)
    return RedirectResponse(f"/m/{following}", 303)


@router.post("/m/{match}/name")
async def name(request: Request, match: str, name: Annotated[str, Form()] = "") -> Response:
    """Give the reader's seats a name."""

    def call(site: Site, info: Info, mine: tuple[int, ...]) -> None:
        site.service.rename(info.id, mine[0], name)

    return await _command(request, match, call)


@router.post("/m/{match}/link")
async def link(request: Request, match: str, seat: Whole) -> Response:
    """Make a fresh link for a seat of the reader, or for one to which nobody has come."""
    site = site_of(request)
    await site.rates.check("link", site.asker(request))
    info = await site.run(site.service.info, match)
    mine = await site.run(_held, request, site, match)
    if not show.may_renew(info, mine, seat):
        raise Refused(403, Problem("web.not_yours"))
    token = await site.run(site.service.reissue, match, seat)
    response = RedirectResponse(f"/m/{match}", 303)
    remember_invite(response, site, match, seat, token)
    return response


@router.get("/rules/{name}")
def rules(request: Request, name: str) -> Response:
    """Show a rulebook; each rule has its id as anchor."""
    found, lang = game(name), setting(request, "lang")
    return render(request, "rules.html", g=text_of(lang, found.folder), book=rulebook_html(found, lang))


@router.post("/settings")
async def settings(request: Request) -> Response:
    """Keep a reader's language, colours, or whether to ask before final moves."""
    form = await request.form(max_files=0, max_fields=8, max_part_size=LARGEST_BODY)
    target = str(form.get("next", "/"))
    safe = re.fullmatch(r"/(?![/\\])[!-~]*", target)
    response = RedirectResponse(target if safe else "/", 303)
    for key, words in SETTINGS.items():
        if form.get(key) in words:
            response.set_cookie(
                key, str(form[key]), max_age=YEAR, httponly=True, samesite="lax",
                secure=site_of(request).secure,
            )  # fmt: skip
    return response
