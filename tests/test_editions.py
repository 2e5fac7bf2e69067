"""Editions: a day is made known once, and anew, with what changed, whenever its result is another."""

import json
from hashlib import sha256
from pathlib import Path
from unittest import mock

import pytest
from evenings import MAPS, SIX, at, closes, driven, drives, new_event

from homestretch.engine.problem import Problem
from homestretch.event.decisions import decide
from homestretch.event.editions import bring_out
from homestretch.event.event import Event
from homestretch.event.journal import Edition, Journal


def told(editions: list[Edition]) -> list[tuple[int, int]]:
    return [(each.day, each.revision) for each in editions]


def test_before_day_1_the_start_is_made_known(tmp_path: Path) -> None:
    event = new_event(tmp_path)
    assert told(bring_out(event)) == [(0, 1)]
    assert bring_out(event) == []
    assert event.journal.evaluated() == 0


def test_a_day_is_made_known_at_its_cut_off_and_not_a_millisecond_before(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    assert told(bring_out(at(event, 1, -1))) == [(0, 1)]
    assert told(bring_out(at(event, 1))) == [(1, 1)]
    assert event.journal.evaluated() == 1
    assert bring_out(at(event, 1, 1)) == []


def test_an_edition_holds_the_day_as_data_its_digest_and_the_numbers(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    made = bring_out(event)[1]
    day = json.loads(made.data)
    assert [(each["login"], each["roll"], each["path"], each["progress"]) for each in day["players"]] == [
        ("Anton", 6, [6, 10], 10), ("Berti", 5, [5], 5), ("Conny", 4, [4], 4), ("Det", 3, [3], 3),
        ("Emil", 2, [2], 2), ("Fritzchen", 1, [1], 1),
    ]  # fmt: skip
    canonical = json.dumps(day, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert (made.data, made.digest) == (canonical, sha256(canonical.encode()).hexdigest())
    assert made.numbers == {name: number for number, name in enumerate(SIX, 1)}
    assert event.journal.editions()[1] == made


def test_a_correction_makes_a_new_edition_that_says_who_moved_and_why(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    bring_out(event)
    decide(event.journal, event.clock(), "exclude", "fuhr ein anderes Auto", login="Anton")
    (made,) = bring_out(event)
    assert told([made]) == [(1, 2)]
    assert made.note == (
        "Berti 5 → 10, Conny 4 → 5, Det 3 → 4, Emil 2 → 3, Fritzchen 1 → 2, Anton 10 → –"
        " · fuhr ein anderes Auto"
    )
    assert made.numbers["Berti"] == 2
    assert bring_out(event) == []


def test_a_correction_of_day_4_on_day_7_changes_day_4_and_later_only(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path), 7)
    bring_out(event)
    decide(event.journal, event.clock(), "void", "Server lief nicht", day=4)
    made = bring_out(event)
    assert [each.day for each in made] == [4, 5, 6, 7]
    assert {each.revision for each in made} == {2}
    assert all("Server lief nicht" in each.note for each in made)


def test_a_reason_that_concerns_a_later_day_is_not_told_of_an_earlier_one(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path), 2)
    bring_out(event)
    decide(event.journal, event.clock(), "void", "Stromausfall", day=2)
    decide(event.journal, event.clock(), "set_time", "Uhr verstellt", day=1, login="Anton", time_ms=60_000)
    one, two = bring_out(event)
    assert "Uhr verstellt" in one.note
    assert "Stromausfall" not in one.note
    assert "Stromausfall" in two.note


def test_undoing_a_correction_gives_the_first_digest_in_a_third_edition(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    first = bring_out(event)[1]
    act = decide(event.journal, event.clock(), "exclude", "irrtümlich", login="Anton")
    bring_out(event)
    decide(event.journal, event.clock(), "undo", "doch nicht", act=act)
    (third,) = bring_out(event)
    assert (third.revision, third.digest) == (3, first.digest)


def test_finishes_of_inside_the_window_that_come_late_make_a_correction(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    bring_out(event)
    event.journal.add(drives(event, 1, "Zora", seconds=40), event.clock())
    (made,) = bring_out(event)
    assert (made.revision, made.numbers["Zora"]) == (2, 7)
    assert made.note.startswith("Anton 10 → 5, Berti 5 → 4")
    assert made.note.endswith("Zora – → 10")


def test_late_twice_or_all_at_once_gives_the_same(tmp_path: Path) -> None:
    evening, late = new_event(tmp_path / "evening"), driven(new_event(tmp_path / "late"), 9)
    driven(evening, 9)
    for day in range(1, 10):
        bring_out(at(evening, day))
        bring_out(at(evening, day, 3_600_000))
    bring_out(at(late, 9, 10**9))
    kept = [
        [(each.day, each.revision, each.digest, each.numbers) for each in event.journal.editions()]
        for event in (evening, late)
    ]
    assert kept[0] == kept[1]
    assert [(day, revision) for day, revision, *_ in kept[0]] == [(day, 1) for day in range(10)]


def test_either_all_of_an_evening_is_written_or_nothing(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path, targets=("json://127.0.0.1:9/",)), 2)
    broken = mock.patch.object(Journal, "add_notice", side_effect=[None, None, ZeroDivisionError])
    with broken, pytest.raises(ZeroDivisionError):
        bring_out(event)
    assert (event.journal.evaluated(), event.journal.editions(), event.journal.notices()) == (0, [], [])
    assert event.journal.acts() == []
    assert told(bring_out(event)) == [(0, 1), (1, 1), (2, 1)]
    assert [(each.day, each.state) for each in event.journal.notices()] == [
        (0, "queued"), (1, "queued"), (2, "queued"),
    ]  # fmt: skip


def test_a_folder_that_cannot_be_written_publishes_nothing_and_says_so(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    (tmp_path / "public").write_text("in the way")
    with pytest.raises(Problem) as wrong:
        bring_out(event)
    assert wrong.value.key == "event.file"
    assert event.journal.evaluated() == 0


def test_each_target_gets_one_notice_of_each_edition(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path, targets=("json://127.0.0.1:9/a", "json://127.0.0.1:9/b", "${HOOK}")))
    bring_out(event)
    bring_out(event)
    assert [(each.day, each.target) for each in event.journal.notices()] == [
        (day, target) for day in (0, 1) for target in ("json 1", "json 2", "HOOK")
    ]


def test_what_was_agreed_otherwise_is_a_new_start(tmp_path: Path) -> None:
    event = new_event(tmp_path)
    bring_out(event)
    event.journal.close()
    path = tmp_path / "event.toml"
    path.write_text(path.read_text("utf-8").replace("[options]", '[options]\nties = "login"'), "utf-8")
    again = Event(tmp_path, event.clock)
    assert told(bring_out(again)) == [(0, 2)]


def test_a_day_across_the_change_of_summer_time_has_its_own_length(tmp_path: Path) -> None:
    """28 to 29 March 2026 in Berlin is 23 hours: 19:30 UTC to 18:30 UTC."""
    from datetime import UTC, date, datetime

    event = new_event(tmp_path, opens=date(2026, 3, 28), maps=MAPS)
    end = int(datetime(2026, 3, 29, 18, 30, tzinfo=UTC).timestamp()) * 1000
    assert closes(event, 1) == end
    event.journal.add([drives(event, 1, "Anton")[0]._replace(driven_at=end - 1)], 0)
    event.journal.add([drives(event, 1, "Berti")[0]._replace(driven_at=end)], 0)
    made = bring_out(at(event, 1))[1]
    assert [each["login"] for each in json.loads(made.data)["players"]] == ["Anton"]
