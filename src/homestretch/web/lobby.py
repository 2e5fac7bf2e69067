"""The home page, and making a match: who sits where and what is agreed."""

import secrets
from datetime import date

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response

from homestretch.engine.contract import CHANCE
from homestretch.engine.options import Data, Option
from homestretch.engine.problem import Problem
from homestretch.engine.view import has_secrets
from homestretch.games import Game, game, names
from homestretch.svg import PAGE
from homestretch.table.explain import say
from homestretch.table.table import PERSON, SEALED
from homestretch.text import text_of
from homestretch.web import show
from homestretch.web.guard import LARGEST_BODY, browser_of, new_browser, remember_browser
from homestretch.web.pages import remember_invite
from homestretch.web.render import render, setting
from homestretch.web.site import Site, site_of
from homestretch.web.special import sample_position
from homestretch.web.trial_pages import event_card

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(request: Request) -> Response:
    """Show the games, and the reader's own matches, those that wait for them first."""
    site, lang = site_of(request), setting(request, "lang")
    cards = []
    for name in names():
        found = game(name)
        box, seen = sample_position(name, date.today().toordinal())
        svg = found.picture.draw(box, seen, PAGE)
        text = text_of(lang, found.folder)
        cards.append(
            {
                "name": name,
                "size": found.picture.SIZE,
                "svg": svg,
                "text": text,
                "many": found.rules.SEATS[1] > 2,
            }
        )
    return render(
        request, "home.html", games=cards, mine=_my_games(request, site, lang), event=event_card(request)
    )


def _my_games(request: Request, site: Site, lang: str) -> list[dict[str, str]]:
    browser, found = browser_of(request), []
    for line in site.service.games_of(browser) if browser else []:
        info = site.service.info(line.id)
        text = text_of(lang, info.setup.game.folder)
        waits = "ended" if info.table.is_over() else "waiting"
        if waits != "ended" and (
            set(info.table.waits_for()) & set(line.seats) or info.table.waits_for() == [CHANCE]
        ):
            waits = "your_turn"
        players = " – ".join(show.name_of(info, seat, text) for seat in range(len(info.names)))
        found.append({"id": line.id, "game": text("game.name"), "names": players, "waits": waits})
    order = ["your_turn", "waiting", "ended"]
    return sorted(found, key=lambda match: order.index(match["waits"]))


@router.get("/new/{name}")
def new(request: Request, name: str, friends: bool = False) -> Response:
    """Show what can be agreed before a match."""
    return _new_page(request, table_game(name), {"seat.1": "friend"} if friends else {})


def table_game(name: str) -> Game:
    """Give a game that is played at a table, which an event is not.

    :raises Problem: if there is none of that name.
    """
    if name not in names():
        raise Problem("game.unknown", game=name[:40], games=", ".join(names()))
    return game(name)


def _new_page(
    request: Request, found: Game, given: dict[str, str], problem: str = "", status: int = 200
) -> Response:
    defaults = {"opponent": "bot:normal", "side": "any", "name": "", "chance": SEALED}
    options: tuple[Option, ...] = found.options
    defaults |= {f"option.{option.key}": "" for option in options}
    fewest, seats = found.rules.SEATS
    defaults |= {f"seat.{seat}": "me" if seat == 0 else "bot:normal" for seat in range(seats)}
    return render(
        request, "new.html", status, game=found, g=text_of(setting(request, "lang"), found.folder),
        seats=seats, fewest=fewest, options=options, given={**defaults, **given}, problem=problem,
        secrets=has_secrets(found.rules.State),
        own_data={option.key for option in options if isinstance(option, Data)},
        here=f"/new/{found.name}",
    )  # fmt: skip


@router.post("/new")
async def create(request: Request) -> Response:
    """Make a match and sit down at it."""
    site = site_of(request)
    await site.rates.check("create", site.asker(request))
    async with request.form(max_files=4, max_fields=80, max_part_size=LARGEST_BODY) as form:
        given = {key: value for key, value in form.items() if isinstance(value, str)}
        files = {key: await value.read() for key, value in form.items() if isinstance(value, UploadFile)}
    given |= {f"option.{key[5:]}": _text(file) for key, file in files.items() if key[:5] == "file." and file}
    found = table_game(given.get("game", ""))
    try:
        return await site.run(_create, request, site, found, given)
    except Problem as problem:
        return _new_page(request, found, given, say(problem, setting(request, "lang"), found), 422)


def _text(file: bytes) -> str:
    """Give the text of an uploaded file, with a line break even where it has one line only."""
    return file.decode("utf-8", "replace").replace("\r\n", "\n") + "\n"


def _who(found: Game, given: dict[str, str]) -> list[str]:
    """Give who plays, seat by seat: me, here, friend, or a bot's name; a seat left free is left out."""
    seats = found.rules.SEATS[1]
    if "seat.0" in given:
        chosen = [given.get(f"seat.{seat}", "none") for seat in range(seats)]
        return [who for who in chosen if who != "none"]
    opponent, side = given.get("opponent", "friend"), given.get("side", "any")
    mine = int(side) if side in map(str, range(seats)) else secrets.randbelow(seats)
    return ["me" if seat == mine else opponent for seat in range(seats)]


def _create(request: Request, site: Site, found: Game, given: dict[str, str]) -> Response:
    who = _who(found, given)
    players = [PERSON if each in ("me", "here", "friend") else each for each in who]
    options = {key[7:]: value for key, value in given.items() if key.startswith("option.") and value}
    called = {who.index("me"): given["name"]} if "me" in who and given.get("name", "").strip() else {}
    created = site.service.create(found.name, options, players, given.get("chance", SEALED), called)
    browser = browser_of(request) or new_browser()
    response = RedirectResponse(f"/m/{created.id}", 303)
    remember_browser(response, browser, site.secure)
    for seat, token in created.tokens.items():
        if who[seat] in ("me", "here"):
            site.service.hold(browser, created.id, seat)
        else:
            remember_invite(response, site, created.id, seat, token)
    site.bots.wake(created.id)
    return response
