"""An event as one document: all that its results follow from and the results, so that anybody can check.

Addresses of sources and of what is told are left out, as there are passwords in them.
"""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from homestretch.engine.problem import Problem
from homestretch.event.decisions import acts_of
from homestretch.event.event import Event, box_of, days_of
from homestretch.event.journal import Act
from homestretch.event.setup import Setup, check, parse_cut_off
from homestretch.event.standings import as_data, canonical_json, sha256_of
from homestretch.event.times import format_instant, parse_instant
from homestretch.games.boardmania.day import Finish
from homestretch.games.boardmania.evaluate import evaluate
from homestretch.games.boardmania.rules import VERSION

MARK, FORMAT = "homestretch_event", 1
_UTC = ZoneInfo("UTC")


def document(event: Event) -> str:
    """Write an event as JSON, one finish and one act a line.

    :raises Problem: if its days cannot be computed.
    """
    days = as_data(event.result())["days"]
    found = {
        MARK: FORMAT,
        "rules": VERSION,
        "setup": _setup_data(event.setup),
        "finishes": [
            {**finish._asdict(), "driven_at": format_instant(finish.driven_at)}
            for finish in event.journal.finishes()
        ],
        "acts": [{**act._asdict(), "at": format_instant(act.at)} for act in event.journal.acts()],
        "numbers": event.journal.numbers(),
        "editions": [{**each._asdict(), "at": format_instant(each.at)} for each in event.journal.editions()],
        "days": days,
        "digests": [sha256_of(canonical_json(day)) for day in days],
    }
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {_lines(value)}" for key, value in found.items()) + "\n}\n"


def _lines(value: object) -> str:
    """Write a list with one entry a line, all else on one line."""
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in value) + "\n]"


def _setup_data(setup: Setup) -> dict[str, object]:
    return {
        "name": setup.name,
        "zone": setup.zone,
        "cut_off": setup.cut_off.isoformat("minutes"),
        "opens": setup.opens.isoformat(),
        "days": setup.days,
        "maps": {str(day): list(uids) for day, uids in setup.maps.items()},
        "options": dict(setup.options),
    }


def is_document(text: str) -> bool:
    """Tell whether a text is meant to be an event: its first key says so."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and f'"{MARK}"' in text[:200]


def differences(text: str) -> tuple[int, list[Problem]]:
    """Compute an event anew from its document; give how many days it has, and where they differ.

    :raises Problem: if it is no such document, or one of other rules.
    """
    try:
        found = json.loads(text)
        if found[MARK] != FORMAT or found["rules"] != VERSION:
            raise Problem("event.document_version", found=f"{found[MARK]}/{found['rules']}")
        computed, stored = _computed(found), list(found["days"])
        digests = list(found["digests"])
        wrong = [*_compare(stored, computed, digests), *_editions(found["editions"], computed)]
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError) as error:
        raise Problem("event.document", why=f"{type(error).__name__}: {error}"[:200]) from None
    return len(stored), wrong


def _computed(found: dict[str, Any]) -> list[dict[str, Any]]:
    setup = _setup(found["setup"])
    acts = [Act(**{**act, "at": parse_instant(act["at"], _UTC)}) for act in found["acts"]]
    finishes = [
        Finish(**{**each, "driven_at": parse_instant(each["driven_at"], _UTC)}) for each in found["finishes"]
    ]
    days = days_of(setup, acts)[: len(found["days"])]
    result = evaluate(box_of(setup, acts), days, finishes, acts_of(acts), found["numbers"])
    return list(as_data(result)["days"])


def _setup(data: dict[str, Any]) -> Setup:
    maps = {int(day): tuple(uids) for day, uids in data["maps"].items()}
    own = {
        **data,
        "maps": maps,
        "cut_off": parse_cut_off(data["cut_off"]),
        "opens": date.fromisoformat(data["opens"]),
    }
    setup = Setup(**own)
    check(setup)
    return setup


def _compare(
    stored: list[dict[str, Any]], computed: list[dict[str, Any]], digests: list[str]
) -> Iterator[Problem]:
    """Name what differs: per day the players and their fields, or its digest."""
    if len(computed) != len(stored) or len(digests) != len(stored):
        yield Problem("verify.event_days", found=len(stored), computed=len(computed))
        return
    for was, now, sealed in zip(stored, computed, digests, strict=True):
        wrong = list(_players(was, now))
        yield from wrong
        if not wrong and (was != now or sha256_of(canonical_json(now)) != sealed):
            yield Problem("verify.event_day", day=now["day"])


def _editions(editions: list[dict[str, Any]], computed: list[dict[str, Any]]) -> Iterator[Problem]:
    """Name the days of which the last edition made known says something else."""
    latest = {each["day"]: each for each in editions}
    for day in computed:
        edition = latest.get(day["day"])
        if edition and edition["digest"] != sha256_of(canonical_json(day)):
            yield Problem("verify.event_edition", day=day["day"], revision=edition["revision"])


def _players(was: dict[str, Any], now: dict[str, Any]) -> Iterator[Problem]:
    said = {each["login"]: each for each in was["players"]}
    right = {each["login"]: each for each in now["players"]}
    for login in said | right:
        one, other = said.get(login, {}), right.get(login, {})
        for key in one | other:
            if one.get(key, "-") != other.get(key, "-"):
                yield Problem(
                    "verify.event_player", day=now["day"], login=login, key=key, said=one.get(key, "-"),
                    computed=other.get(key, "-"),
                )  # fmt: skip
