"""Editions: each evaluated day made known once, and anew whenever its result has become another (BM-F3)."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from homestretch.event import files
from homestretch.event.bulletin import bulletin, report
from homestretch.event.escape import isolated
from homestretch.event.event import Event
from homestretch.event.journal import Act, Edition
from homestretch.event.nick import cleaned
from homestretch.event.outbox import targets_of
from homestretch.event.standings import as_data, canonical_json, sha256_of
from homestretch.event.times import format_time
from homestretch.games.boardmania.evaluate import DayResult, Evaluation

MOST_TOLD = 8
"""How many players a note names."""
DAY_ZERO = DayResult(0, False, 0, (), (), (), ())
"""BM-F4: before day 1 all stand on Start."""


def canonical(event: Event, result: DayResult) -> str:
    """Give a day as canonical JSON: its standings, or for day 0 what was agreed."""
    if result.day == 0:
        data: Any = {"day": 0, "agreed": event.setup.agreed()}
    else:
        data = as_data(Evaluation((result,), {}))["days"][0]
    return canonical_json(data)


def latest(editions: Iterable[Edition]) -> dict[int, Edition]:
    """Give the newest edition of each day."""
    return {edition.day: edition for edition in editions}


def bring_out(event: Event, until: int | None = None) -> list[Edition]:
    """Evaluate what is over, and make an edition of each day that has none or whose result is another now.

    Evaluation, editions, numbers (BM-D4) and notices are written in one transaction: whenever the program
    ends, all of it is there or nothing. Each edition's own files are written before that.

    :raises Problem: see Event.evaluate; if a file cannot be written.
    """
    with event.journal.writing():
        event.evaluate(until)
        known = latest(event.journal.editions())
        results = (DAY_ZERO, *event.result().days)
        return [made for result in results if (made := _edition(event, result, known.get(result.day)))]


def _edition(event: Event, result: DayResult, before: Edition | None) -> Edition | None:
    data = canonical(event, result)
    if before and before.digest == sha256_of(data):
        if files.is_missing(event.folder, before):
            files.write_edition(event.folder, report(event, result, before.revision, before.note), data)
        return None
    revision, note = (before.revision + 1, _note(event, before, data)) if before else (1, "")
    numbers = {player.login: player.number for player in result.players}
    made = Edition(result.day, revision, event.clock(), sha256_of(data), note, numbers, data)
    told = report(event, result, revision, note)
    files.write_edition(event.folder, told, data)
    event.journal.add_edition(made)
    said = bulletin(told, event.setup.language)
    for target in targets_of(event.setup):
        event.journal.add_notice(made, target, said.title, said.chat)
    return made


def _note(event: Event, before: Edition, data: str) -> str:
    """Say what has changed, in words that need no translation: who, and the organiser's reasons."""
    changes = list(_changes(json.loads(before.data), json.loads(data)))
    told = ", ".join(changes[:MOST_TOLD]) + (" …" if len(changes) > MOST_TOLD else "")
    reasons = dict.fromkeys(_reasons(event.journal.acts(), before))
    return " · ".join(filter(None, (told, *reasons)))


def _reasons(acts: Iterable[Act], before: Edition) -> Iterable[str]:
    """Give the reasons of what was decided since an edition and may concern its day."""
    for act in acts:
        is_new = act.at >= before.at and act.kind != "suspect"
        if is_new and int(act.data.get("day", 0)) <= before.day:
            yield cleaned(act.reason)


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterable[str]:
    """Say of each player what was and what is: fields, else time, else name; who came or went has a dash."""
    was, now = ({each["login"]: each for each in day.get("players", ())} for day in (old, new))
    for login in {**now, **was}:
        one, other = was.get(login, {}), now.get(login, {})
        if one != other:
            yield _change(one, other)


def _change(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    name = isolated(other.get("name") or one["name"])
    for key in ("progress", "time_ms", "name"):
        if one.get(key) != other.get(key):
            return f"{name} {_said(key, one.get(key))} → {_said(key, other.get(key))}"
    return name


def _said(key: str, value: Any) -> str:
    if value is None:
        return "–"
    return format_time(value) if key == "time_ms" else str(value)
