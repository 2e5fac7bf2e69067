"""The day in play: where everybody stood before it, and its ranking so far. Times are public."""

from typing import NamedTuple

from homestretch.event.event import Event
from homestretch.games.boardmania.day import Day, Ranking, by_day, rank_day
from homestretch.games.boardmania.evaluate import Evaluation
from homestretch.games.boardmania.pieces import SIT_OUT


class Today(NamedTuple):
    """The event at an instant."""

    day: Day | None
    """The day that can be driven; None before the first and after the last one."""
    before: Evaluation
    """All days whose cut-off has passed, evaluated already or not."""
    live: Ranking


def today(event: Event) -> Today:
    """Give the day in play as it stands now."""
    now, days = event.clock(), event.days()
    before = event.result(sum(day.closes <= now for day in days))
    day = next((day for day in days if day.opens <= now < day.closes), None)
    if day is None:
        return Today(None, before, Ranking(0))
    sitting = {each.login for last in before.days[-1:] for each in last.players if each.status == SIT_OUT}
    finishes = by_day(days, event.journal.finishes())[day.number]
    return Today(day, before, rank_day(event.box, day, finishes, event.acts(), sitting))
