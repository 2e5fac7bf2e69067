"""A BoardMania event to try, without a server and without a database: the address holds all of it."""

import secrets
from datetime import date
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from homestretch.event.nick_paint import stylesheet
from homestretch.event.pictures import runs
from homestretch.event.planner import pieces, plan
from homestretch.games.boardmania import picture
from homestretch.games.boardmania.day import Ranking
from homestretch.games.boardmania.standing import Standing, standing_of
from homestretch.games.boardmania.words import FOLDER, texts
from homestretch.lab import trial
from homestretch.lab.trial import AIMS, FAST, HOME, LARGEST_SEED, ME, NAME, OTHERS, Course, Trial
from homestretch.svg import PAGE
from homestretch.text import text_of
from homestretch.web import event_view as view
from homestretch.web.render import render, setting
from homestretch.web.site import site_of

router = APIRouter(include_in_schema=False)
HERE = "/try/boardmania"
PLANS = {
    "mixed": "try.others.mixed", "fastest": "try.others.fastest", "planner": "try.others.planner",
    "lazy": "try.others.lazy",
}  # fmt: skip
"""The ways in which the others drive, and how they are called."""
SAMPLE = Trial(12, "mixed", 0, FAST * 6)
"""What the home page shows: six days of twelve drivers."""


@router.get(HERE)
async def page(
    request: Request, drivers: int = trial.USUAL, others: Annotated[str, Query(max_length=20)] = OTHERS[0],
    seed: Annotated[int | None, Query(ge=0, lt=LARGEST_SEED)] = None,
    days: Annotated[str, Query(max_length=40)] = "", begin: Annotated[str, Query(max_length=1)] = "",
) -> Response:  # fmt: skip
    """Show the choice of an event, or one evening of it and the choice of the next day."""
    site = site_of(request)
    await site.rates.check("page", site.asker(request))
    chosen = Trial(drivers, others, seed or 0, days)
    trial.check(chosen)
    if seed is None and begin:
        fresh = chosen._replace(seed=secrets.randbelow(LARGEST_SEED))
        return RedirectResponse(address(fresh), 303)
    if seed is None:
        return render(
            request, "trial_start.html", g=texts(setting(request, "lang")), drivers=drivers, others=others,
            plans=PLANS, name=NAME, fewest=trial.FEWEST, most=trial.MOST,
        )  # fmt: skip
    return await site.run(_evening, request, chosen)


def address(chosen: Trial, **changes: Any) -> str:
    """Give the address of a trial, with some of it changed."""
    values = chosen._replace(**changes)
    query = {"drivers": values.drivers, "others": values.others, "seed": values.seed, "days": values.choices}
    return f"{HERE}?{urlencode(query)}"


def _evening(request: Request, chosen: Trial) -> Response:
    lang = setting(request, "lang")
    say, g = text_of(lang), texts(lang)
    course = trial.play(chosen)
    last = course.days[-1] if course.days else None
    rows = view.day_rows(course.box, last, lang) if last else []
    stand = _standing(course, say("try.title"))
    over = len(course.days) == course.box.days
    return render(
        request, "trial.html", spot_css=stylesheet(course.now.nicknames), g=g, day=len(course.days),
        all_days=course.box.days, over=over, rows=rows, ranked=view.by_rank(rows), here=address(chosen),
        me=next((row for row in rows if row.login == ME), None),
        evenings=[address(chosen, choices=chosen.choices[:i]) for i in range(len(course.days) + 1)],
        svg=picture.draw(course.box, stand, PAGE, lang), described=picture.describe(course.box, stand, lang),
        again=f"{HERE}?{urlencode({'drivers': chosen.drivers, 'others': chosen.others})}",
        drivers=chosen.drivers, name=NAME, **({} if over else _choice(course, chosen, lang)),
    )  # fmt: skip


def _choice(course: Course, chosen: Trial, lang: str) -> dict[str, Any]:
    """Give what the next day can bring, and the addresses of the ways to drive it."""
    day = len(course.days) + 1
    made = plan(course.box, day, pieces(course.days), Ranking(0), ME, chosen.drivers)
    moves = view.move_rows(course.box, made.moves, made.leader, NAME, lang)
    after = {choice: address(chosen, choices=chosen.choices + choice) for choice in FAST + AIMS + HOME}
    return {"plan": made, "moves": moves, "after": after}


def _standing(course: Course, title: str) -> Standing:
    if not course.days:
        return Standing(title, 0, "")
    return standing_of(course.days[-1], title, "", runs)


def event_card(request: Request) -> dict[str, Any]:
    """Give what the home page says about BoardMania, and about the event that is on here."""
    lang, desk = setting(request, "lang"), request.app.state.desk
    return {
        "text": text_of(lang, FOLDER), "size": picture.SIZE, "svg": _sample(date.today().toordinal(), lang),
        "title": desk.event.setup.name if desk else "",
    }  # fmt: skip


@lru_cache(maxsize=8)
def _sample(day: int, lang: str) -> str:
    """Draw the middle of an event, another one each day."""
    course = trial.play(SAMPLE._replace(seed=day % LARGEST_SEED))
    return picture.draw(course.box, _standing(course, "BoardMania"), PAGE, lang)
