"""The organiser's decisions: each is an act in the journal with its reason; nothing is ever deleted."""

from collections.abc import Iterable, Mapping
from typing import Any

from homestretch.engine.problem import Problem
from homestretch.event.journal import Act, Journal
from homestretch.games.boardmania.day import Acts, Finish, persons

KINDS = (
    "revoke", "exclude", "merge", "void", "set_time", "withdraw", "register", "name", "extend", "undo",
    "agreed", "suspect",
)  # fmt: skip
"""agreed is written by the evaluation, suspect by a server's callback; all others are the organiser's."""


def standing(acts: Iterable[Act]) -> list[Act]:
    """Give the acts that hold: those that no later one undoes."""
    acts = list(acts)
    undone: set[int] = set()
    for act in reversed(acts):
        if act.kind == "undo" and act.id not in undone:
            undone.add(int(act.data["act"]))
    return [act for act in acts if act.id not in undone and act.kind != "undo"]


def acts_of(acts: Iterable[Act]) -> Acts:
    """Give the decisions as the rules take them."""
    held = standing(acts)

    def data(kind: str) -> list[dict[str, Any]]:
        return [act.data for act in held if act.kind == kind]

    return Acts(
        aliases={each["login"]: each["into"] for each in data("merge")},
        excluded={each["login"] for each in data("exclude")},
        withdrawn={each["login"]: each["day"] for each in data("withdraw")},
        registered={each["login"] for each in data("register")},
        revoked={finish for each in data("revoke") for finish in each["finishes"]},
        set_times={(each["day"], each["login"]): each["time_ms"] for each in data("set_time")},
        names={each["login"]: each["name"] for each in data("name")},
    )


def voided(acts: Iterable[Act]) -> set[int]:
    """BM-B7: give the days that are void."""
    return {int(act.data["day"]) for act in standing(acts) if act.kind == "void"}


def extra_days(acts: Iterable[Act]) -> int:
    """BM-F9: give how many days were appended."""
    return sum(int(act.data["days"]) for act in standing(acts) if act.kind == "extend")


def decide(journal: Journal, now: int, kind: str, reason: str, **data: Any) -> int:
    """Write down a decision; give the number of the act.

    :raises Problem: if there is no reason, or it would lead nowhere (a login merged in a circle, an act that
        is not there).
    """
    if not reason.strip():
        raise Problem("event.no_reason")
    if kind == "merge":
        trial = acts_of(journal.acts())
        persons(Acts(aliases={**trial.aliases, data["login"]: data["into"]}))
    if kind == "undo":
        held = {act.id for act in standing(journal.acts()) if act.kind not in ("agreed", "suspect")}
        if data["act"] not in held:
            raise Problem("event.no_act", act=data["act"])
    return journal.act(kind, now, reason.strip(), **data)


def finishes_to_revoke(
    finishes: Iterable[Finish], login: str, time_ms: int | None, in_window: Iterable[int],
    person: Mapping[str, str],
) -> list[int]:  # fmt: skip
    """BM-B12: give the ids of a login's finishes of a day, or of those with one time.

    :param in_window: ids of the finishes that count for the day.
    :param person: for every merged login the one that stays (BM-B11).
    :raises Problem: if there is none.
    """
    counted = set(in_window)
    found = [
        finish.id
        for finish in finishes
        if finish.id in counted
        and person.get(finish.login, finish.login) == login
        and time_ms in (None, finish.time_ms)
    ]
    if not found:
        raise Problem("event.no_finish", login=login)
    return found
