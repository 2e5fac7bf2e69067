"""The standings of an event as the picture takes them: after a day, or before the first one."""

from datetime import datetime

from babel.dates import format_date

from homestretch.event.clock import zone_of
from homestretch.event.event import Event
from homestretch.event.nick import shown
from homestretch.games.boardmania.evaluate import Evaluation
from homestretch.games.boardmania.standing import Run, Standing, standing_of


def standing_after(event: Event, found: Evaluation, day: int, lang: str, note: str = "") -> Standing:
    """Give the standing after a day of an evaluation; day 0 is before the first (BM-F4).

    :param note: what a later edition changes (BM-F3).
    """
    date = evening(event, day, lang)
    if day == 0:
        return Standing(event.setup.name, 0, date, note=note)
    return standing_of(found.days[day - 1], event.setup.name, date, _runs, note)


def evening(event: Event, day: int, lang: str) -> str:
    """Give the date of a day's cut-off, that of the opening for day 0, as a language writes it."""
    instant = event.days()[day - 1].closes if day else event.days()[0].opens
    return format_date(datetime.fromtimestamp(instant / 1000, zone_of(event.setup.zone)), "full", locale=lang)


def _runs(nickname: str, login: str) -> tuple[Run, ...]:
    return tuple((run.text, run.colour, run.bold, run.italic) for run in shown(nickname, login))
