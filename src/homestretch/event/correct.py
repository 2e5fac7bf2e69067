"""The organiser's corrections: each is written down with its reason, and says what it changes."""

import difflib
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from homestretch.engine.problem import Problem
from homestretch.event.changes import Change, changes
from homestretch.event.decisions import decide, finishes_to_revoke
from homestretch.event.event import Event
from homestretch.event.setup import parse_cut_off
from homestretch.games.boardmania.day import by_day, closing, persons

_OWN = ("zone", "cut_off", "opens", "days")
"""What is agreed beside the rulings."""


class Correction(NamedTuple):
    """An act and what it changed on the days that are evaluated."""

    act: int
    changes: tuple[Change, ...]


def correct(event: Event, kind: str, reason: str, **data: Any) -> Correction:
    """Write a decision down; if the days could not be computed with it, it is not made.

    :raises Problem: see decide; or what keeps the days from being computed.
    """
    event.check_agreed()
    before = event.result()
    with event.journal.writing():
        act = decide(event.journal, event.clock(), kind, reason, **data)
        event.calendar.windows  # noqa: B018 - an event can become too long
        after = event.result()
    return Correction(act, tuple(changes(before, after)))


def revoke(event: Event, reason: str, login: str, day: int, time_ms: int | None = None) -> Correction:
    """BM-B12: take away what somebody drove on a day, or one time of it; the next best counts.

    :raises Problem: if there is none; see correct.
    """
    number = known_day(event, day)
    window = event.days()[number - 1]
    finishes = by_day(event.days(), event.journal.finishes())[number]
    closes = closing(event.box, window)
    inside = [each.id for each in finishes if window.opens <= each.driven_at < closes]
    person = persons(event.acts())
    found = finishes_to_revoke(finishes, person.get(login, login), time_ms, inside, person)
    return correct(event, "revoke", reason, login=login, day=number, time_ms=time_ms, finishes=found)


def agree(event: Event, reason: str) -> tuple[list[str], tuple[Change, ...]]:
    """Make what was changed in `event.toml` public; give the keys and what it changes.

    :raises Problem: if nothing was changed, there is no reason, or the days cannot be computed so.
    """
    if not event.changed():
        raise Problem("event.unchanged")
    before = _as_it_was(event).result()
    with event.journal.writing():
        keys = event.agree(reason)
        after = event.result()
    return keys, tuple(changes(before, after))


def _as_it_was(event: Event) -> Event:
    """Give the event under the agreements that hold so far."""
    known = [act.data for act in event.journal.acts() if act.kind == "agreed"][-1]
    rulings = {key: word for key, word in known.items() if key not in _OWN}
    cut_off, opens = parse_cut_off(known["cut_off"]), date.fromisoformat(known["opens"])
    setup = replace(event.setup, zone=known["zone"], cut_off=cut_off, opens=opens, days=known["days"])
    return event.under(replace(setup, options=rulings))


def known_day(event: Event, day: int) -> int:
    """Give a day that the event has.

    :raises Problem: if it has not.
    """
    last = len(event.days())
    if not 1 <= day <= last:
        raise Problem("event.no_day", day=day, last=last)
    return day


def stranger(event: Event, login: str) -> Problem | None:
    """Say that nobody of this login has driven yet, naming those whose logins are like it; None if it has."""
    logins = sorted({finish.login for finish in event.journal.finishes()})
    if login in logins:
        return None
    folded: Callable[[str], str] = str.casefold
    near = difflib.get_close_matches(folded(login), [folded(each) for each in logins], 3)
    like = [each for each in logins if folded(each) in near][:3]
    if like:
        return Problem("event.stranger_like", login=login, like=", ".join(like))
    return Problem("event.stranger", login=login)
