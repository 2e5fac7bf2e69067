"""An organiser at the command line, and nine days of times to feed it with."""

import io
import json
from collections.abc import Iterable
from contextlib import redirect_stdout
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from homestretch.cli.app import app
from homestretch.engine.problem import Problem

HEAD = "day,map_uid,login,nickname,time_ms,driven_at,source\n"
SIX = ("Anton", "Berti", "Conny", "Det", "Emil", "Fritzchen")
OPENS = datetime(2026, 3, 1, 20, 30)
"""The evening on which day 1 begins; the clocks go forward on the 29th."""


def hs(*arguments: object) -> tuple[int, str]:
    """Run a command in this process; give its status and what it printed.

    :raises Problem: what the command would print as one line, with status 2.
    """
    printed = io.StringIO()
    with redirect_stdout(printed):
        status = app([str(each) for each in arguments], standalone_mode=False)
    return int(status or 0), printed.getvalue()


def begin(folder: Path, *arguments: object) -> Path:
    """Set up an event whose days are over."""
    hs("event", "init", folder, "--name", "Cup", "--opens", "2026-03-01", "--language", "de", *arguments)
    return folder


def row(login: str, time_ms: int, day: int = 1, hour: float = 12, nickname: str = "") -> str:
    """Write a row: so many hours after the day has opened, wall time of the event's zone."""
    driven_at = OPENS + timedelta(days=day - 1, hours=hour)
    return f"{day},,{login},{nickname},{time_ms},{driven_at:%Y-%m-%d %H:%M:%S},csv\n"


def evening(day: int, logins: Iterable[str] = SIX) -> str:
    """Write a day's file: the logins in the order of their times, 50, 51, ... seconds."""
    return HEAD + "".join(row(login, 50_000 + 1_000 * i, day) for i, login in enumerate(logins))


def feed(event: Path, text: str) -> str:
    """Import a file of this content; give what was printed."""
    file = event.parent / "times.csv"
    file.write_text(text, "utf-8")
    return hs("event", "import-times", event, file)[1]


def days(event: Path) -> list[dict[str, Any]]:
    """Give the standings of all days that are evaluated."""
    return list(json.loads(hs("event", "standings", event, "--json")[1])["days"])


def of(day: dict[str, Any], login: str) -> dict[str, Any]:
    """Give a player's day."""
    return next(dict(player) for player in day["players"] if player["login"] == login)


def column(day: dict[str, Any], key: str) -> dict[str, Any]:
    """Give one value of each player of a day."""
    return {player["login"]: player[key] for player in day["players"]}


def refused(*arguments: object) -> Problem:
    """Give why a command does nothing."""
    with pytest.raises(Problem) as wrong:
        hs(*arguments)
    return wrong.value
