"""hs event correct: the organiser decides, everybody reads why, and the days are computed anew."""

from pathlib import Path

import pytest
from organiser import HEAD, SIX, begin, column, days, evening, feed, hs, of, refused, row


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return begin(tmp_path / "cup")


def test_nine_evenings_and_a_correction_of_day_4_on_day_7(event: Path) -> None:
    shown: list[dict[str, object]] = []
    for day in range(1, 8):
        feed(event, evening(day))
        assert "BM-F1" in hs("event", "evaluate", event, "--until", day)[1]
        assert days(event)[:-1] == shown
        shown = days(event)
    _, said = hs("event", "correct", event, "revoke", "Anton", "--day", 4, "--reason", "cut the track")
    corrected = days(event)
    assert corrected[:3] == shown[:3]
    assert of(corrected[3], "Anton")["roll"] is None
    assert list(column(corrected[3], "roll").values()) == [None, 6, 5, 4, 3, 2]
    assert column(corrected[4], "roll") == column(shown[4], "roll")
    assert all(name in said for name in SIX)
    for day in (8, 9):
        feed(event, evening(day))
        hs("event", "evaluate", event, "--until", day)
    assert days(event)[:7] == corrected
    assert len(days(event)) == 9
    assert "cut the track" in hs("event", "log", event)[1]


def test_every_decision_changes_what_it_says(event: Path) -> None:
    feed(event, evening(1) + row("Anton2", 45_000) + row("Conny", 58_000) + row("Conny", 52_500))
    hs("event", "evaluate", event, "--until", 1)

    def rolls(*arguments: object) -> dict[str, int]:
        hs("event", "correct", event, *arguments, "--reason", "so it is")
        return column(days(event)[0], "roll")

    assert rolls("merge", "Anton2", "Anton") == dict(zip(SIX, range(6, 0, -1), strict=True))
    assert of(days(event)[0], "Anton")["time_ms"] == 45_000
    assert rolls("revoke", "Anton", "--day", 1, "--time", "45.00") == dict(
        zip(SIX, range(6, 0, -1), strict=True)
    )
    assert of(days(event)[0], "Anton")["time_ms"] == 50_000
    rolls("revoke", "Conny", "--day", 1, "--time", "52000")
    assert of(days(event)[0], "Conny")["time_ms"] == 52_500
    assert rolls("exclude", "Emil") == {"Anton": 6, "Berti": 5, "Conny": 4, "Det": 3, "Fritzchen": 2}
    assert rolls("withdraw", "Det", "--day", 1) == {"Anton": 6, "Berti": 5, "Conny": 4, "Fritzchen": 3}
    assert rolls("set-time", 1, "Fritzchen", "0:49.00")["Fritzchen"] == 6
    assert rolls("set-time", 1, "Fritzchen", "0") == {"Anton": 6, "Berti": 5, "Conny": 4}
    rolls("name", "Berti", "Berti the Great")
    assert of(days(event)[0], "Berti")["name"] == "Berti the Great"
    assert set(rolls("void", 1).values()) <= {None}
    assert days(event)[0]["void"]
    assert rolls("undo", 10) == {"Anton": 6, "Berti": 5, "Conny": 4}
    hs("event", "correct", event, "extend", 2, "--reason", "more")
    hs("event", "evaluate", event)
    assert len(days(event)) == 11


def test_days_that_are_appended_can_have_maps(tmp_path: Path) -> None:
    event = begin(tmp_path / "cup", "--days", 1, "--maps", "1=uidA")
    hs("event", "correct", event, "extend", 1, "--reason", "more")
    file = event / "event.toml"
    file.write_text(file.read_text("utf-8").replace("[maps]\n", '[maps]\n2 = "uidB"\n'), "utf-8")
    feed(event, HEAD + row("Anton", 50_000, 2).replace("2,,", ",uidB,"))
    hs("event", "evaluate", event)
    assert [column(day, "roll") for day in days(event)] == [{}, {"Anton": 6}]


def test_where_only_registered_drivers_count_one_is_let_in(tmp_path: Path) -> None:
    event = begin(tmp_path / "cup", "--option", "enrolment=registered")
    feed(event, evening(1))
    hs("event", "evaluate", event, "--until", 1)
    assert days(event)[0]["players"] == []
    hs("event", "correct", event, "register", "Det", "--reason", "asked")
    assert column(days(event)[0], "roll") == {"Det": 6}


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("void", 1), "event.no_reason"),
        (("void", 12, "--reason", "x"), "event.no_day"),
        (("revoke", "Anton", "--day", 2, "--reason", "x"), "event.no_finish"),
        (("revoke", "Nobody", "--day", 1, "--reason", "x"), "event.no_finish"),
        (("revoke", "Anton", "--day", 1, "--time", "0:50.01", "--reason", "x"), "event.no_finish"),
        (("undo", 1, "--reason", "x"), "event.no_act"),
        (("merge", "Anton", "Anton", "--reason", "x"), "boardmania.alias_loop"),
        (("set-time", 1, "Anton", "quick", "--reason", "x"), "time.form"),
        (("extend", 90, "--reason", "x"), "option.number"),
        (("agree", "--reason", "x"), "event.unchanged"),
    ],
)
def test_a_decision_that_leads_nowhere_is_not_made(
    event: Path, arguments: tuple[object, ...], key: str
) -> None:
    feed(event, evening(1))
    hs("event", "evaluate", event, "--until", 1)
    before = hs("event", "log", event)[1], days(event)
    assert refused("event", "correct", event, *arguments).key == key
    assert (hs("event", "log", event)[1], days(event)) == before


def test_a_login_that_nobody_has_is_pointed_out(event: Path) -> None:
    feed(event, evening(1))
    said = hs("event", "correct", event, "exclude", "anton", "--reason", "x")[1]
    assert "Anton" in said


def test_a_change_of_what_was_agreed_is_refused_until_it_is_made_public(event: Path) -> None:
    feed(event, evening(1, SIX[:3]))
    hs("event", "evaluate", event, "--until", 1)
    file = event / "event.toml"
    file.write_text(
        file.read_text("utf-8").replace("[options]\n", '[options]\nfew_drivers = "bottom"\n'), "utf-8"
    )
    for command in ("evaluate", "standings", "export"):
        wrong = refused("event", command, event)
        assert (wrong.key, wrong.params) == ("event.changed", {"keys": "few_drivers"})
    assert refused("event", "correct", event, "agree").key == "event.no_reason"
    said = hs("event", "correct", event, "agree", "--reason", "all want it")[1]
    assert "6 → 3" in said
    assert column(days(event)[0], "roll") == {"Anton": 3, "Berti": 2, "Conny": 1}
    assert "all want it" in hs("event", "log", event)[1]
