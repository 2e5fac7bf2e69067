"""What hangs on a match beside its page: events, pictures, boards of plies, record, proof; static files."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import PlainTextResponse, Response

from homestretch.engine.contract import SPECTATOR
from homestretch.engine.problem import Problem
from homestretch.store.service import Info
from homestretch.svg import DARK, LIGHT, PAGE, document, tag, to_png
from homestretch.table.chance import seal
from homestretch.table.match import Match
from homestretch.table.proof import Roll, rolls_of
from homestretch.table.record import format_record, record_of
from homestretch.table.table import SEALED
from homestretch.web import show
from homestretch.web.guard import Refused, browser_of
from homestretch.web.render import HERE, part, render, setting
from homestretch.web.site import Site, site_of

router = APIRouter(include_in_schema=False)
HEAD = 64
"""Units above the board for the title and the status in a picture for blogs and chats."""
REPEATED = 2
"""How often each outcome must have come on average before it is of interest how often: cards come once."""
FOR_EVER = "public, max-age=31536000, immutable"


@router.get("/m/{match}/events")
async def events(request: Request, match: str) -> Response:
    """Stream the revision of a match after each commit; the first event says where it is now."""
    site = site_of(request)
    await site.run(site.service.info, match)
    return EventSourceResponse(_revisions(site, match), ping=25)


async def _revisions(site: Site, match: str) -> AsyncIterator[ServerSentEvent]:
    queue = site.hub.subscribe(match)
    try:
        revision = (await site.run(site.service.info, match)).revision
        while True:
            yield ServerSentEvent(data=str(revision), id=str(revision), event="revision", retry=1000)
            revision = await queue.get()
    finally:
        site.hub.unsubscribe(match, queue)


def _position(info: Info, at: int | None) -> Match:
    """Give the match at a ply, the last one where none is named.

    :raises Refused: with 404 for a ply that was never reached.
    """
    match = info.table.match
    if at is None or at == len(match.moves):
        return match
    if not show.forgotten(info) <= at < len(match.moves):
        raise Refused(404, Problem("cli.no_ply", at=at, most=len(match.moves)))
    return match.at(at)


@router.get("/m/{match}/board")
def board(
    request: Request, match: str, at: int, eyes: Annotated[int | None, Query(alias="as")] = None
) -> Response:
    """Give picture and panels of one ply as the reader's page has them, and what happened in it."""
    site = site_of(request)
    info = site.service.info(match)
    lang, browser = setting(request, "lang"), browser_of(request)
    text = show.texts(info, lang)
    mine = show.still_persons(info, site.service.held(browser, match)) if browser else ()
    looker = show.looker_of(info, mine, eyes=eyes)
    position = _position(info, at)
    told = [line.words for line in show.log_lines(info, looker, text) if line.ply == at]
    return PlainTextResponse(
        part(lang, "_ply.html", p=show.ply(position, looker, PAGE, text), id=info.id, sure=None),
        headers={"X-Told": quote(" ".join(told)), "Cache-Control": "no-store"},
    )


@router.get("/m/{match}.svg")
def svg(request: Request, match: str, at: int | None = None, dark: bool = False) -> Response:
    """Give the picture of a position as anybody may see it."""
    info = site_of(request).service.info(match)
    return _picture_answer(_picture(request, info, at, dark), "image/svg+xml", info, at)


@router.get("/m/{match}.png")
async def png(request: Request, match: str, at: int | None = None, dark: bool = False) -> Response:
    """Give the same as PNG, for blogs and chats."""
    site = site_of(request)
    info = await site.run(site.service.info, match)
    picture = await site.run(_picture, request, info, at, dark)
    return _picture_answer(await site.run(to_png, picture, 960), "image/png", info, at)


def _picture(request: Request, info: Info, at: int | None, dark: bool) -> str:
    found = info.setup.game
    looker = show.looker_of(info, ())
    theme = DARK if dark else LIGHT
    position = _position(info, at)
    text = show.texts(info, setting(request, "lang"))
    title = f"{text('game.name')}: {show.describe(position, looker, text)}"
    names = " – ".join(show.name_of(info, seat, text) for seat in range(len(info.names)))
    live = len(position.moves) == len(info.table.match.moves)
    said = (
        show.status(info, position, (), SPECTATOR, text)
        if live
        else text("page.earlier", n=len(position.moves))
    )
    width, height = found.picture.SIZE
    head = theme.text(f"{text('game.name')} · {names}", width / 2, 30, 18) + theme.text(
        said, width / 2, 54, 15, "muted"
    )
    paper = tag("rect", width=width, height=height + HEAD, fill=theme.token("paper"))
    drawn = tag("g", show.board(position, looker, theme), transform=f"translate(0 {HEAD})")
    return document(paper + head + drawn, width, height + HEAD, title)


def _picture_answer(content: str | bytes, kind: str, info: Info, at: int | None) -> Response:
    lasting = info.table.is_over()
    response = Response(content, media_type=kind)
    response.headers["Cache-Control"] = "public, max-age=86400" if lasting and at is not None else "no-cache"
    return response


@router.get("/m/{match}/record")
def record(request: Request, match: str) -> Response:
    """Give the record; the seed is in it only after the end."""
    info = site_of(request).service.info(match)
    return PlainTextResponse(record_text(info))


def record_text(info: Info) -> str:
    """Write a match's record, with nothing that is still secret."""
    sealed, over = info.setup.chance == SEALED, info.table.is_over()
    names = tuple(name or who for name, who in zip(info.names, info.setup.seats, strict=True))
    shown = record_of(
        info.table.match, names, info.setup.chance, seal(info.setup.seed) if sealed else "",
        info.setup.seed if sealed and over else "",
    )  # fmt: skip
    secret = show.hidden_plies(info.table.match, show.looker_of(info, ()))
    return format_record(shown, secret | frozenset(range(1, show.forgotten(info) + 1)))


@router.get("/m/{match}/proof")
def proof(request: Request, match: str) -> Response:
    """Show the seal, and after the end the seed with every roll recomputed."""
    info = site_of(request).service.info(match)
    over, sealed = info.table.is_over(), info.setup.chance == SEALED
    rolls, text = _rolls(info), show.texts(info, setting(request, "lang"))
    counts = Counter(roll.text for roll in rolls)
    if len(rolls) < REPEATED * len(counts):
        counts = Counter()
    most = max(counts.values(), default=1)
    fits = all(roll.agrees for roll in rolls)
    lines = show.log_lines(info, show.looker_of(info, ()), text)
    told = {line.ply: line.words for line in reversed(lines)}
    return render(
        request, "proof.html", info=info, g=text, told=told,
        typed=not sealed, over=over, seal=seal(info.setup.seed), seed=info.setup.seed if over else "",
        rolls=rolls, holds=fits, counts=[(face, n, 100 * n // most) for face, n in sorted(counts.items())],
    )  # fmt: skip


def _rolls(info: Info) -> list[Roll]:
    """List the rolls that everybody may know; only after the end the seed is asked about them."""
    table, sealed = info.table, info.setup.chance == SEALED
    hidden = show.hidden_plies(table.match, show.looker_of(info, ()))
    rolls = rolls_of(table.match, info.setup.seed if sealed and table.is_over() else "")
    return [roll for roll in rolls if roll.ply not in hidden]


@router.get("/static/app.js")
def module() -> Response:
    """Give the page's one module."""
    return _file(HERE / "static" / "app.js", "text/javascript")


@router.get("/icon.svg")
def icon() -> Response:
    """Give the icon: the finish flag."""
    return _file(HERE / "static" / "icon.svg", "image/svg+xml")


@router.get("/robots.txt")
def robots() -> Response:
    """Keep matches out of search engines."""
    return PlainTextResponse("User-agent: *\nDisallow: /m/\nDisallow: /s/\n")


def _file(path: Path, kind: str) -> Response:
    return Response(path.read_bytes(), media_type=kind, headers={"Cache-Control": FOR_EVER})


async def wait_for_change(site: Site, match: str, version: int, seconds: float) -> Info:
    """Give a match as soon as it is past a version, or after so many seconds."""
    queue = site.hub.subscribe(match)
    try:
        async with asyncio.timeout(seconds):
            while (info := await site.run(site.service.info, match)).table.version <= version:
                await queue.get()
        return info
    except TimeoutError:
        return await site.run(site.service.info, match)
    finally:
        site.hub.unsubscribe(match, queue)
