"""The standings of an event as the picture takes them: after a day, or before the first one."""

from datetime import datetime

from babel.dates import format_date

from homestretch.event.clock import zone_of
from homestretch.event.event import Event
from homestretch.event.nick import shown
from homestretch.games.boardmania.evaluate import DayResult
from homestretch.games.boardmania.standing import Run, Standing, standing_of


def standing_after(event: Event, result: DayResult | None, lang: str, note: str = "") -> Standing:
    """Give the standing after a day; None stands for before the first (BM-F4).

    :param note: what a later edition changes (BM-F3).
    """
    date = evening(event, result.day if result else 0, lang)
    if result is None:
        return Standing(event.setup.name, 0, date, note=note)
    return standing_of(result, event.setup.name, date, runs, note)


def evening(event: Event, day: int, lang: str) -> str:
    """Give the date of a day's cut-off, that of the opening for day 0, as a language writes it."""
    instant = event.days()[day - 1].closes if day else event.days()[0].opens
    return format_date(datetime.fromtimestamp(instant / 1000, zone_of(event.setup.zone)), "full", locale=lang)


def runs(nickname: str, login: str) -> tuple[Run, ...]:
    """Give a name as the picture takes it, in its colours."""
    return tuple(run[:4] for run in shown(nickname, login))
