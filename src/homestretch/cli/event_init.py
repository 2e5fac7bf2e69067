"""`hs event init`: what is agreed, taken from the command line, else asked for where somebody can answer."""

import sys
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import TypeVar

import typer

from homestretch.cli.event_show import GAME, show_problem, wall, write
from homestretch.cli.options import pairs
from homestretch.cli.speech import LANG, text
from homestretch.engine.options import is_text
from homestretch.engine.problem import Problem
from homestretch.event.clock import zone_of
from homestretch.event.event import Event, init
from homestretch.event.maps import read_maps
from homestretch.event.setup import FILE, LANGUAGES, Setup, parse_cut_off

OWN_FILES = {"board": "board.toml", "table": "table.csv"}
_Read = TypeVar("_Read")


class Wishes:
    """What the command line says, "" and 0 where it says nothing."""

    def __init__(self, name: str, zone: str, cut_off: str, days: int, opens: str, language: str) -> None:
        self.name, self.zone, self.cut_off, self.days = name, zone, cut_off, days
        self.opens, self.language = opens, language


def begin(
    folder: Path, wishes: Wishes, url: str, maps: list[str], options: list[str], own: dict[str, Path | None]
) -> None:
    """Begin an event and say what was agreed.

    :raises Problem: naming what does not fit; nothing is written then.
    """
    if (folder / FILE).exists():  # said before anything is asked
        raise Problem("event.exists", file=folder / FILE)
    words = options + [f"{key}={file}" for key, file in own.items() if file]
    given, of_days = pairs(GAME, words), read_maps(maps)
    setup = _agreed(wishes, folder, url, of_days, given)
    files = {key: file for key, file in OWN_FILES.items() if is_text(given.get(key, ""))}
    event = init(folder, setup, files)
    try:
        _say(event)
    finally:
        event.journal.close()


def _agreed(
    wishes: Wishes, folder: Path, url: str, maps: dict[int, tuple[str, ...]], options: dict[str, str]
) -> Setup:
    name = _asked("name", wishes.name, folder.resolve().name, str.strip)
    zone = _asked("zone", wishes.zone, "Europe/Berlin", lambda word: zone_of(word).key)
    cut_off = _asked("cut_off", wishes.cut_off, "20:30", parse_cut_off)
    days = _asked("days", str(wishes.days or ""), "9", _number)
    today = datetime.now(zone_of(zone)).date().isoformat()
    opens = _asked("opens", wishes.opens, today, parse_date)
    language = _asked("language", wishes.language, LANG, _language)
    return Setup(name, opens, zone, cut_off, days, language, url, maps, options)


def _asked(key: str, given: str, usual: str, read: Callable[[str], _Read]) -> _Read:
    """Read what was given; else ask until it can be read, or take the usual where nobody can answer."""
    if given or not sys.stdin.isatty():
        return read(given or usual)
    while True:
        try:
            return read(typer.prompt(text(f"event.ask.{key}"), default=usual))
        except Problem as problem:
            show_problem(problem)


def parse_date(word: str) -> date:
    """Read a date such as 2026-12-01.

    :raises Problem: if it is none.
    """
    try:
        return date.fromisoformat(word.strip())
    except ValueError:
        raise Problem("event.value", key="opens", value=word[:60]) from None


def _number(word: str) -> int:
    if not (word.strip().isdecimal() and len(word) < 5):
        raise Problem("event.value", key="days", value=word[:60])
    return int(word)


def _language(word: str) -> str:
    if word.strip() not in LANGUAGES:
        raise Problem("event.value", key="language", value=word[:60])
    return word.strip()


def _say(event: Event) -> None:
    days = event.days()
    write(text("event.begun", name=event.setup.name, file=event.folder / FILE))
    opens, first, last = wall(event, days[0].opens), wall(event, days[0].closes), wall(event, days[-1].closes)
    write(text("event.window", opens=opens, first=first, last=last, zone=event.setup.zone, n=len(days)))
    for warning in event.calendar.warnings:
        show_problem(warning)
    without = [str(day.number) for day in days if not day.maps]
    if event.setup.maps and without:
        write(text("event.days_without_map", days=", ".join(without)))
    write(text("event.next", folder=event.folder))
