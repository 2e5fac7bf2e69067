"""The server as one ASGI application."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import homestretch
from homestretch.engine.problem import Problem
from homestretch.event.event import Event
from homestretch.store.schema import default_url, open_database
from homestretch.store.service import Service
from homestretch.table.explain import say
from homestretch.web import api, event_pages, extras, lobby, pages, trial_pages
from homestretch.web.botworks import BotWorks
from homestretch.web.guard import LARGEST_BODY, RATES, Rates, Refused, check_origin, secure_headers
from homestretch.web.hub import Hub
from homestretch.web.render import render, setting
from homestretch.web.site import Site

log = logging.getLogger(__name__)
STATUS = {"match.unknown": 404, "game.unknown": 404, "game.event": 404, "table.changed": 409}


def create_app(
    db: str = "", url: str = "", rates: dict[str, str] | None = None, event: Event | None = None
) -> FastAPI:
    """Make the application.

    :param db: the database's address; the file in the user's data folder if empty.
    :param url: the public address for links; the address of each request if empty.
    :param rates: how often one asker may do what; RATES if none are given.
    :param event: an event whose pages stand at /event. They only read; who writes it opens it once more.
    """
    site = Site(url, Rates(RATES if rates is None else rates))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        engine = await site.run(open_database, db or default_url())
        site.hub = Hub()
        site.service = Service(engine, site.hub.publish)
        site.bots = BotWorks(site.service)
        for match in await site.run(site.service.unfinished):
            site.bots.wake(match)
        yield
        await site.bots.stop()
        site.stop()
        engine.dispose()

    app = FastAPI(
        title="Homestretch",
        version=homestretch.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        description="All that the page does, for programs.",
    )
    app.state.site = site
    for part in (extras, lobby, pages, trial_pages, api):  # /m/ID.png before /m/ID
        app.include_router(part.router)
    app.state.desk = event and event_pages.Desk(event)
    if event:
        app.include_router(event_pages.router)
    app.add_middleware(_Guard)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    for kind in (Problem, Refused, HTTPException, RequestValidationError, Exception):
        app.add_exception_handler(kind, _answer_problem)
    return app


class _Guard:
    """Refuses forms of other sites and bodies that are too large, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, counting its body, unless it must be refused."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                secure_headers(MutableHeaders(scope=message))
            await send(message)

        request = Request(scope)
        try:
            if "\0" in scope["path"]:
                raise Refused(404, Problem("web.not_found"))
            if request.method not in ("GET", "HEAD", "OPTIONS"):
                check_origin(request, request.app.state.site.url)
            await self.app(scope, _counted(receive), headed)
        except Refused as refused:
            answer = await _answer_problem(request, refused)
            await answer(scope, receive, headed)


def _counted(receive: Receive) -> Receive:
    """Refuse a body that is too large, whatever its header says."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            raise Refused(413, Problem("web.large"))
        return message

    return counted


def _problem_of(error: Exception) -> tuple[int, Problem]:
    """Give the status and the words for an error."""
    if isinstance(error.__cause__, Refused):  # raised while a body was read
        error = error.__cause__
    if isinstance(error, Refused):
        return error.status, error.problem
    if isinstance(error, Problem):
        return STATUS.get(error.key, 422), error
    if isinstance(error, RequestValidationError):
        return 400, _malformed(error.errors()[0])
    if isinstance(error, HTTPException) and error.status_code < 500:
        said = {404: "web.not_found", 405: "web.method"}.get(error.status_code, "web.unread")
        return error.status_code, Problem(said)
    log.error("a request failed", exc_info=error)
    return 500, Problem("web.broken")


def _malformed(found: Any) -> Problem:
    """Name the field that is not as the API's description, or the form, has it."""
    where = found["loc"][1:]
    if found["type"] == "json_invalid" or not where:
        return Problem("web.unread")
    whole = found["type"].startswith("int_") and len(where) == 1
    return Problem("web.number" if whole else "web.field", field=f"{where[0]}"[:40])


async def _answer_problem(request: Request, error: Exception) -> Response:
    """Say what went wrong: as JSON to programs, as a page to people."""
    status, problem = _problem_of(error)
    lang = setting(request, "lang")
    said = say(problem, lang).encode("utf-8", "replace").decode()
    headers = {"Retry-After": str(problem.params["n"])} if status == 429 else {}
    headers |= {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    if isinstance(error, HTTPException) and error.headers:
        headers |= dict(error.headers)
    path = request.scope["path"]
    if path.startswith("/api/"):
        found = {"error": problem.key, "message": said, "rule": problem.params.get("rule", "")}
        answer: Response = JSONResponse(found, status)
    else:
        match = path.split("/")
        back = f"/m/{match[2]}" if status in (403, 429) and match[1:2] == ["m"] and len(match) > 3 else "/"
        answer = render(request, "error.html", status, problem=said, back=back)
    answer.headers.update(headers)
    secure_headers(answer.headers)
    return answer
