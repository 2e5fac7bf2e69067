"""The JSON API: all that the page does, for other people's bots. Described by /api/openapi.json."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from homestretch.engine.contract import SPECTATOR, IllegalAction
from homestretch.engine.options import MOST_TEXT, Count, Data
from homestretch.engine.problem import Problem
from homestretch.games import game, names
from homestretch.players.bots import NAMES
from homestretch.store.service import LONGEST_KEY, Info
from homestretch.table.chance import seal
from homestretch.table.explain import say
from homestretch.table.table import PERSON, SEALED, Table
from homestretch.text import text_of
from homestretch.web import show
from homestretch.web.extras import record_text, wait_for_change
from homestretch.web.guard import Refused
from homestretch.web.render import setting
from homestretch.web.site import Site, site_of

_bearer = HTTPBearer(
    auto_error=False, scheme_name="seat", description="The secret of a seat's link: what follows /s/ in it"
)


def _token(request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]) -> str:
    """Give what the request has for a token, even where it is no bearer's."""
    return request.headers.get("authorization", "")


MatchId = Annotated[str, Path(max_length=16, pattern="^[a-z0-9]+$")]
Token = Annotated[str, Security(_token)]
Key = Annotated[
    str,
    Field(max_length=LONGEST_KEY, pattern="^[!-~]+$", description="Any word; a repeat gets the first answer"),
]


class Error(BaseModel):
    """What went wrong: a message id, and the same in the language of Accept-Language."""

    error: str
    message: str
    rule: str = ""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class OptionInfo(BaseModel):
    """Something to agree before play."""

    key: str
    rule: str
    default: str
    words: list[str] | None = None
    own: bool = False
    low: int | None = None
    high: int | None = None


class GameInfo(BaseModel):
    """A game."""

    name: str
    title: str
    seats: list[int]
    options: list[OptionInfo]


Player = Annotated[str, Field(max_length=32, json_schema_extra={"enum": [PERSON, *NAMES]})]


class NewMatch(_Body):
    """A match to be made; players says per seat person or a bot's name."""

    game: str = Field(max_length=64, json_schema_extra=lambda schema: schema.update(enum=[*names()]))
    players: list[Player] = Field(min_length=1, max_length=8)
    options: dict[Annotated[str, Field(max_length=64)], Annotated[str, Field(max_length=MOST_TEXT)]] = {}
    chance: Literal["sealed", "typed"] = "sealed"
    names: list[Annotated[str, Field(max_length=2000)]] = Field([], max_length=8)


class Made(BaseModel):
    """A fresh match, and the secrets of its seats: whoever has one may act for that seat."""

    id: str
    tokens: dict[int, str]


class LegalAction(BaseModel):
    """An action: its number, its notation, and its name."""

    action: int
    notation: str
    label: str


class Position(BaseModel):
    """A match as the reader may see it."""

    id: str
    game: str
    options: dict[str, str]
    players: list[str]
    names: list[str]
    version: int
    seat: int | None
    waits_for: list[int]
    over: bool
    places: list[int]
    reason: str
    status: str
    scores: list[int]
    view: dict[str, Any]
    legal: list[LegalAction]
    must_answer: list[int]
    seal: str
    seed: str
    rematch: str


class Act(_Body):
    """Actions of one seat, by number or by notation, all or none."""

    key: Key
    actions: list[int | Annotated[str, Field(max_length=64)]] = Field(min_length=1, max_length=64)
    version: int | None = Field(
        None, description="Refuse with 409 if the match has moved on from this version"
    )


class Die(_Body):
    """What a real die shows."""

    key: Key
    outcome: int


class Plain(_Body):
    """A command that needs nothing but its key."""

    key: Key


class Answer(_Body):
    """Whether the seat agrees that another takes back."""

    key: Key
    agrees: bool


class Name(_Body):
    """How the person on the seat is called."""

    name: str = Field(max_length=2000)


class Seat(_Body):
    """A seat by its number."""

    seat: int


class Link(BaseModel):
    """The fresh secret of a seat; the one before opens it no more."""

    token: str


class Done(BaseModel):
    """The version that the command led to."""

    version: int


class Rematch(BaseModel):
    """The match that follows, and the seat that the reader's has become; the token opens it there too."""

    id: str
    seat: int


_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Error, "description": words}
    for status, words in {
        400: "not as described here", 401: "no token", 403: "not yours to do or to see",
        404: "no such match or game", 409: "the match has moved on", 413: "too large",
        422: "refused, with the reason", 429: "too often",
    }.items()
}  # fmt: skip
router = APIRouter(prefix="/api", responses=_ERRORS)


def _seat(site: Site, match: str, token: str) -> int:
    """Give the seat that a bearer token opens.

    :raises Refused: with 401 without a token, with 403 if it opens none of this match.
    """
    if not token:
        raise Refused(401, Problem("web.not_yours"))
    found = site.service.seats_of_token(token.removeprefix("Bearer ").strip()[:100], match)
    if found is None or not show.still_persons(site.service.info(match), (found[1],)):
        raise Refused(403, Problem("web.not_yours"))
    return found[1]


@router.get("/games")
def games(request: Request) -> list[GameInfo]:
    """List the games and what can be agreed."""
    return [_game_info(name, setting(request, "lang")) for name in names()]


def _game_info(name: str, lang: str) -> GameInfo:
    found = game(name)
    options = [
        OptionInfo(key=o.key, rule=o.rule, default=o.default, low=o.low, high=o.high)
        if isinstance(o, Count)
        else OptionInfo(
            key=o.key, rule=o.rule, default=o.default, words=list(o.words), own=isinstance(o, Data)
        )
        for o in found.options
    ]
    title = text_of(lang, found.folder)("game.name")
    return GameInfo(name=name, title=title, seats=list(found.rules.SEATS), options=options)


@router.post("/matches", status_code=201)
async def create(request: Request, body: NewMatch) -> Made:
    """Make a match."""
    site = site_of(request)
    await site.rates.check("create", site.asker(request))
    called = {seat: name for seat, name in enumerate(body.names) if name}
    made = await site.run(site.service.create, body.game, body.options, body.players, body.chance, called)
    site.bots.wake(made.id)
    return Made(id=made.id, tokens=made.tokens)


@router.get("/matches/{match}", openapi_extra={"security": [{}]})
async def look(
    request: Request,
    match: MatchId,
    authorization: Token,
    since: Annotated[
        int, Query(ge=-1, le=2**31, description="Wait up to 20 seconds for a later version")
    ] = -1,
) -> Position:
    """Give a match as the seat of the token sees it, or a spectator."""
    site = site_of(request)
    await site.rates.check("page", site.asker(request))
    seat = await site.run(_seat, site, match, authorization) if authorization else None
    info = await site.run(site.service.info, match)
    if since >= info.table.version and not info.table.is_over():
        info = await wait_for_change(site, match, since, 20)
    return await site.run(_position, info, seat, setting(request, "lang"))


def _position(info: Info, seat: int | None, lang: str) -> Position:
    table, setup = info.table, info.setup
    mine = () if seat is None else (seat,)
    acting = show.acting_seat(info, mine)
    over, text = table.is_over(), show.texts(info, lang)
    looker = show.looker_of(info, mine)
    match = table.seen_by(seat) if seat is not None else table.match
    seen = match.view(looker)
    legal = table.legal(acting) if acting != SPECTATOR else []
    return Position(
        id=info.id,
        game=setup.game.name,
        options=dict(setup.options),
        players=list(setup.seats),
        names=list(info.names),
        version=table.version,
        seat=seat,
        waits_for=table.waits_for(),
        over=over,
        places=list(table.places()),
        reason=table.reason(),
        status=show.status(info, match, mine, acting, text),
        scores=show.scores_of(match, looker),
        view=seen,
        legal=[_legal(match, seen, acting, action, text) for action in legal],
        must_answer=table.must_answer(),
        seal=seal(setup.seed) if setup.chance == SEALED else "",
        seed=setup.seed if over and setup.chance == SEALED else "",
        rematch=info.rematch,
    )


def _legal(match: Any, seen: Any, acting: int, action: int, text: Any) -> LegalAction:
    key, params = match.game.words.label(match.box, seen, acting, action)
    notation = match.game.words.format_action(match.box, match.state, acting, action)
    return LegalAction(action=action, notation=notation, label=text(key, **params))


@router.get("/matches/{match}/record")
async def record(request: Request, match: MatchId) -> dict[str, str]:
    """Give the record as text."""
    site = site_of(request)
    return {"record": record_text(await site.run(site.service.info, match))}


async def _count(site: Site, request: Request, token: str) -> None:
    """Count a command, for its token and for the address from which any token may be tried."""
    await site.rates.check("page", site.asker(request))
    await site.rates.check("command", token)


async def _command(
    request: Request, match: str, token: str, key: str, do: Callable[[Info, Table, int], Table]
) -> Done:
    site = site_of(request)
    await _count(site, request, token)
    version = await site.run(_carry_out, site, match, token, key, do, setting(request, "lang"))
    site.bots.wake(match)
    return Done(version=version)


def _carry_out(
    site: Site, match: str, token: str, key: str, do: Callable[[Info, Table, int], Table], lang: str
) -> int:
    seat = _seat(site, match, token)
    info = site.service.info(match)
    try:
        return site.service.command(match, seat, key, lambda table: do(info, table, seat))
    except IllegalAction as illegal:
        said = say(illegal, lang, info.setup.game)
        raise Refused(422, Problem("web.illegal", rule=illegal.refusal.rule, why=said)) from illegal


@router.post("/matches/{match}/actions")
async def act(request: Request, match: MatchId, body: Act, authorization: Token) -> Done:
    """Act for the seat of the token."""

    def carry_out(info: Info, table: Table, seat: int) -> Table:
        if body.version is not None and body.version != table.version:
            raise Problem("table.changed")
        return table.act(seat, table.seen_by(seat).read(seat, body.actions))

    return await _command(request, match, authorization, body.key, carry_out)


@router.post("/matches/{match}/die")
async def die(request: Request, match: MatchId, body: Die, authorization: Token) -> Done:
    """Type what a real die shows."""
    return await _command(
        request, match, authorization, body.key, lambda info, table, seat: table.type_die(seat, body.outcome)
    )


@router.post("/matches/{match}/resign")
async def resign(request: Request, match: MatchId, body: Plain, authorization: Token) -> Done:
    """Give up."""
    return await _command(
        request, match, authorization, body.key, lambda info, table, seat: table.resign(seat)
    )


@router.post("/matches/{match}/takeback")
async def takeback(request: Request, match: MatchId, body: Plain, authorization: Token) -> Done:
    """Take back the last own action, or ask the others."""
    return await _command(
        request, match, authorization, body.key, lambda info, table, seat: table.take_back(seat)
    )


@router.post("/matches/{match}/answer")
async def answer(request: Request, match: MatchId, body: Answer, authorization: Token) -> Done:
    """Agree that another takes back, or not."""
    return await _command(
        request, match, authorization, body.key, lambda info, table, seat: table.answer(seat, body.agrees)
    )


@router.post("/matches/{match}/name")
async def name(request: Request, match: MatchId, body: Name, authorization: Token) -> Done:
    """Give the person on the seat a name."""
    site = site_of(request)
    await _count(site, request, authorization)
    seat = await site.run(_seat, site, match, authorization)
    await site.run(site.service.rename, match, seat, body.name)
    return Done(version=(await site.run(site.service.info, match)).table.version)


@router.post("/matches/{match}/link")
async def link(request: Request, match: MatchId, body: Seat, authorization: Token) -> Link:
    """Make a fresh secret for the own seat, or for one to which nobody has come."""
    site = site_of(request)
    await site.rates.check("link", site.asker(request))
    mine = await site.run(_seat, site, match, authorization)
    if not show.may_renew(await site.run(site.service.info, match), (mine,), body.seat):
        raise Refused(403, Problem("web.not_yours"))
    return Link(token=await site.run(site.service.reissue, match, body.seat))


@router.post("/matches/{match}/rematch")
async def rematch(request: Request, match: MatchId, authorization: Token) -> Rematch:
    """Give the match that follows this one, with sides changed, made at the first call."""
    site = site_of(request)
    await site.rates.check("create", site.asker(request))
    await site.run(_seat, site, match, authorization)
    following = await site.run(site.service.rematch, match)
    site.bots.wake(following)
    return Rematch(id=following, seat=await site.run(_seat, site, following, authorization))
