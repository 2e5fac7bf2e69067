"""hs event: an organiser sets up, feeds, evaluates, draws and exports."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from organiser import HEAD, SIX, begin, column, days, evening, feed, hs, of, refused, row
from test_cli import ROOT
from test_cli import hs as run
from test_replay import UID, basics, replay, xml

from homestretch.engine.problem import Problem
from homestretch.event.event import Event
from homestretch.event.setup import read_setup


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return begin(tmp_path / "cup")


def times_in(event: Path) -> int:
    """Give how many finishes the journal holds."""
    opened = Event(event)
    try:
        return len(opened.journal.finishes())
    finally:
        opened.journal.close()


def test_the_sheets_six_drivers_are_told_with_all_that_programs_need(event: Path) -> None:
    feed(event, evening(1))
    hs("event", "evaluate", event)
    first = days(event)[0]
    assert of(first, "Anton") == {
        "number": 1, "login": "Anton", "name": "Anton", "rank": 1, "time_ms": 50000, "roll": 6, "value": 6,
        "path": [6, 10], "cards": {"A": 0, "B": 0, "C": 0, "D": 0, "I": 0, "R": 1, "S": 0}, "status": "none",
        "progress": 10, "place": 1,
    }  # fmt: skip
    assert column(first, "roll") == dict(zip(SIX, range(6, 0, -1), strict=True))
    assert list(column(first, "path").values()) == [[6, 10], [5], [4], [3], [2], [1]]
    assert of(first, "Det")["status"] == "half"


def test_the_second_day_by_hand(event: Path) -> None:
    """From 10, 5, 4, 3 (half), 2 and 1, by 6 to 1: 16; 10 and 8 Rally; 5 by half of 3; 4 and 2 Stadium."""
    feed(event, evening(1) + evening(2).removeprefix(HEAD))
    hs("event", "evaluate", event, "--until", 2)
    second = days(event)[1]
    assert list(column(second, "path").values()) == [[16], [10], [8], [5], [4], [2]]
    assert list(column(second, "value").values()) == [6, 5, 4, 2, 2, 1]
    assert [of(second, login)["cards"]["S"] for login in SIX] == [0, 0, 1, 0, 2, 1]
    assert [of(second, login)["cards"]["R"] for login in SIX] == [1, 1, 1, 0, 0, 0]
    assert list(column(second, "place").values()) == [1, 2, 3, 4, 5, 6]


def test_who_had_no_roll_is_listed_with_nulls(event: Path) -> None:
    feed(event, evening(1, [f"p{i:02}" for i in range(43)]) + evening(2, ["p00"]).removeprefix(HEAD))
    hs("event", "evaluate", event)
    for player in (of(days(event)[0], "p42"), of(days(event)[1], "p01")):
        assert [player[key] for key in ("rank", "time_ms", "roll", "value", "path")] == [None] * 4 + [[]]
    assert len(days(event)[8]["players"]) == 43


def test_one_day_is_given_alone(event: Path) -> None:
    feed(event, evening(1) + evening(2).removeprefix(HEAD))
    hs("event", "evaluate", event, "--until", 2)
    for day in (1, 2):
        said = json.loads(hs("event", "standings", event, "--json", "--day", day)[1])
        assert said == {"days": [days(event)[day - 1]]}
        assert "Fritzchen" in hs("event", "standings", event, "--day", day)[1]


def test_a_time_at_the_cut_off_is_late_and_the_one_before_is_not(event: Path) -> None:
    feed(event, HEAD + row("Last", 50_000, hour=24 - 1 / 3600) + row("Late", 49_000, hour=24))
    hs("event", "evaluate", event, "--until", 1)
    assert column(days(event)[0], "roll") == {"Last": 6}
    wrong = refused("event", "correct", event, "revoke", "Late", "--day", 1, "--reason", "x")
    assert wrong.key == "event.no_finish"
    hs("event", "correct", event, "revoke", "Last", "--day", 1, "--reason", "x")
    assert column(days(event)[0], "roll") == {}


def test_of_the_same_drive_under_two_names_the_order_of_the_rows_says_nothing(tmp_path: Path) -> None:
    rows = [row("Anton", 50_000, nickname=name) for name in ("Ann", "Bob")]
    for folder, order in (("a", rows), ("b", rows[::-1])):
        feed(begin(tmp_path / folder), HEAD + "".join(order))
        hs("event", "evaluate", tmp_path / folder)
        assert times_in(tmp_path / folder) == 1
    assert days(tmp_path / "a") == days(tmp_path / "b")


def test_a_file_taken_twice_changes_nothing(event: Path) -> None:
    first, again = feed(event, evening(1)), feed(event, evening(1))
    assert first != again
    assert times_in(event) == 6


def test_a_day_that_is_not_over_is_not_evaluated(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    hs("event", "init", folder, "--name", "Later", "--opens", "2190-01-01")
    assert refused("event", "evaluate", folder, "--until", 1).params == {"day": 1, "closed": 0}
    assert days(folder) == []
    assert hs("event", "evaluate", folder)[0] == 0
    assert refused("event", "standings", folder, "--day", 1).key == "event.not_evaluated"


BAD = (
    HEAD
    + row("Anton", 50_000)
    + "1,,Berti,,fast,2026-03-02 12:00:00,csv\n"
    + row("Det", 53_000)
    + "1,,,,1,x,\n"
)


def test_a_bad_row_is_named_and_nothing_of_its_file_is_taken(event: Path) -> None:
    file = event.parent / "bad.csv"
    file.write_text(BAD, "utf-8")
    done = run("event", "import-times", str(event), str(file))
    assert (done.returncode, done.stdout) == (2, "")
    lines = done.stderr.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith('Line 3, column time_ms: "fast" is no race time')
    assert [line.split(":")[0] for line in lines[1:3]] == ["Line 5, column login", "Line 5, column driven_at"]
    assert lines[3].endswith("--skip-bad-rows.")
    with pytest.raises(Problem) as wrong:
        hs("event", "import-times", event, file)
    assert (wrong.value.key, wrong.value.params) == ("event.bad_rows", {"file": file, "n": 2, "good": 2})
    assert times_in(event) == 0


def test_the_good_rows_are_taken_where_the_organiser_says_so(event: Path) -> None:
    file = event.parent / "bad.csv"
    file.write_text(BAD, "utf-8")
    _, said = hs("event", "import-times", event, file, "--skip-bad-rows")
    assert [line for line in said.splitlines() if '"fast"' in line and "3" in line]
    assert times_in(event) == 2


def test_retirements_and_finishes_outside_are_no_bad_rows_but_are_told(event: Path) -> None:
    rows = [
        row("Quit", 0),
        row("Early", 40_001, hour=-1),
        row("Late", 40_002, hour=24),
        row("Far", 40_003, 12),
    ]
    said = feed(event, HEAD + row("Anton", 50_000) + "".join(rows))
    assert times_in(event) == 5
    assert all(login in said for login in ("Early", "Late", "Far"))
    assert "Anton" not in said
    hs("event", "evaluate", event, "--until", 1)
    assert column(days(event)[0], "rank") == {"Anton": 1}


def test_times_of_days_that_are_evaluated_say_whom_they_move(event: Path) -> None:
    feed(event, evening(1))
    hs("event", "evaluate", event, "--until", 1)
    said = feed(event, HEAD + row("New", 49_000))
    assert "6 → 5" in said
    assert of(days(event)[0], "New")["roll"] == 6


def test_a_replay_is_taken_with_the_instant_that_the_organiser_gives(tmp_path: Path) -> None:
    event = begin(tmp_path / "cup", "--maps", f"1={UID}")
    file = tmp_path / "ann.Replay.Gbx"
    file.write_bytes(replay(basics(), xml()))
    assert refused("event", "import-times", event, file).key == "event.no_driven_at"
    hs("event", "import-times", event, file, "--driven-at", "2026-03-02 20:29:59")
    hs("event", "evaluate", event, "--until", 1)
    ann = of(days(event)[0], "ann")
    assert (ann["time_ms"], ann["roll"], ann["name"]) == (62340, 6, "Ännñ»")


def test_a_file_that_is_not_there_is_named(event: Path) -> None:
    assert refused("event", "import-times", event, "no.csv").key == "cli.unreadable"
    assert refused("event", "standings", event.parent / "other").key == "event.none"


def test_an_exported_event_is_computed_anew_and_a_forged_one_found_out(event: Path) -> None:
    feed(event, evening(1) + row("Zoë", 50_500, nickname="$f00[red]Zoë"))
    hs("event", "evaluate", event, "--until", 1)
    hs("event", "correct", event, "exclude", "Emil", "--reason", "why")
    file = event.parent / "cup.json"
    hs("event", "export", event, file)
    assert hs("event", "export", event)[1] == file.read_text("utf-8")
    assert hs("verify", file)[0] == 0
    said = json.loads(file.read_text("utf-8"))
    said["days"][0]["players"][0]["progress"] = 40
    forged = event.parent / "forged.json"
    forged.write_text(json.dumps(said), "utf-8")
    status, told = hs("verify", forged)
    assert (status, "Anton" in told, "40" in told) == (1, True, True)
    said["days"][0]["players"][0]["progress"] = 10
    said["digests"][0] = "0" * 64
    forged.write_text(json.dumps(said), "utf-8")
    assert hs("verify", forged)[0] == 1


def test_an_edition_that_was_made_known_otherwise_is_found_out(event: Path) -> None:
    feed(event, evening(1))
    hs("event", "evaluate", event, "--until", 1)
    said = json.loads(hs("event", "export", event)[1])
    file = event.parent / "cup.json"
    editions = [{"day": 0, "revision": 1, "digest": "-"}, {"day": 1, "revision": 1, "digest": "-"}]
    for revision, digest, status in ((2, said["digests"][0], 0), (3, "0" * 64, 1)):
        editions.append({"day": 1, "revision": revision, "digest": digest})
        file.write_text(json.dumps({**said, "editions": editions}), "utf-8")
        assert hs("verify", file)[0] == status


@pytest.mark.parametrize(
    "change", [{"rules": 99}, {"setup": {}}, {"finishes": [{}]}, {"days": 3}, {"acts": None}]
)
def test_a_document_that_is_none_is_refused(event: Path, change: dict[str, object]) -> None:
    said = {**json.loads(hs("event", "export", event)[1]), **change}
    file = event.parent / "broken.json"
    file.write_text(json.dumps(said), "utf-8")
    assert refused("verify", file).key.startswith("event.document")


def test_no_password_leaves_with_an_export(event: Path) -> None:
    file = event / "event.toml"
    source = '[[sources]]\nkind = "database"\naddress = "mysql://me:hush@127.0.0.1/x"\n[publish]\n'
    file.write_text(file.read_text("utf-8").replace("[publish]\n", source), "utf-8")
    assert read_setup(event).sources[0]["address"].count("hush") == 1
    assert "hush" not in hs("event", "export", event)[1]


def test_exported_times_can_be_taken_by_another_event(event: Path) -> None:
    feed(event, evening(1) + row("=cmd", 50_500, nickname='$f00"quoted"'))
    hs("event", "export", event, event.parent / "times.csv")
    other = begin(event.parent / "other")
    hs("event", "import-times", other, event.parent / "times.csv")
    for each in (event, other):
        hs("event", "evaluate", each)
    assert days(event) == days(other)


def test_a_backup_holds_all_and_overwrites_nothing(event: Path) -> None:
    feed(event, evening(1))
    hs("event", "evaluate", event)
    wanted, copy = days(event), event.parent / "copy.sqlite"
    hs("event", "backup", event, copy)
    assert refused("event", "backup", event, copy).key == "event.exists"
    hs("event", "correct", event, "void", 1, "--reason", "x")
    for file in event.glob("journal.sqlite*"):
        file.unlink()
    copy.rename(event / "journal.sqlite")
    assert days(event) == wanted


def test_the_board_is_drawn_after_any_day(event: Path) -> None:
    feed(event, evening(1))
    hs("event", "evaluate", event, "--until", 1)
    svg, png = event.parent / "a.svg", event.parent / "a.png"
    hs("event", "draw", event, svg)
    assert "Fritzchen" in svg.read_text("utf-8")
    hs("event", "draw", event, svg, "--day", 0)
    assert "Fritzchen" not in svg.read_text("utf-8")
    hs("event", "draw", event, png, "--dark")
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert refused("event", "draw", event, event.parent / "a.gif").key == "event.file_kind"


def test_the_board_and_the_table_are_checked(tmp_path: Path) -> None:
    poor, wrong, table = tmp_path / "poor.toml", tmp_path / "wrong.toml", tmp_path / "table.csv"
    fields = ["start", "+2", *["plain"] * 44, "-46"]
    poor.write_text(f"fields = {json.dumps(fields)}\n")
    wrong.write_text(f"fields = {json.dumps(fields[:-1])}\n")
    table.write_text("n,rank,value\n1,1,6\n")
    assert hs("event", "check-board", poor)[0] == 0
    assert hs("event", "check-board", wrong)[0] == 1
    assert hs("event", "check-table", table)[0] == 1


def test_an_event_takes_its_own_board_table_maps_and_rulings(tmp_path: Path) -> None:
    board, maps, table = tmp_path / "my.toml", tmp_path / "maps.txt", tmp_path / "my.csv"
    board.write_text(f"fields = {json.dumps(['start', *['plain'] * 46])}\n")
    maps.write_text("day,map_uid\n1,uidA\n2 uidB # the second\n\n2;uidC\n")
    steps = [(n, rank, max(1, 7 - rank)) for n in range(7, 43) for rank in range(1, n + 1)]
    table.write_text("n,rank,value\n" + "".join(f"{n},{rank},{value}\n" for n, rank, value in steps))
    event = begin(
        tmp_path / "cup", "--board", board, "--table", table, "--maps", maps, "--maps", "9=uidZ",
        "--option", "ties=login", "--zone", "Europe/Amsterdam", "--cut-off", "21:05", "--url", "https://x.y/",
    )  # fmt: skip
    setup = read_setup(event)
    assert setup.maps == {1: ("uidA",), 2: ("uidB", "uidC"), 9: ("uidZ",)}
    assert (setup.options["ties"], setup.zone, setup.cut_off.isoformat("minutes")) == (
        "login", "Europe/Amsterdam", "21:05",
    )  # fmt: skip
    line = row("Anton", 50_000).replace("1,,", ",uidA,")
    feed(event, HEAD + line)
    hs("event", "evaluate", event)
    assert of(days(event)[0], "Anton")["progress"] == 6


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("--zone", "Europe/Atlantis"), "calendar.zone"),
        (("--cut-off", "25:00"), "event.value"),
        (("--opens", "tomorrow"), "event.value"),
        (("--days", "99"), "option.number"),
        (("--language", "fr"), "event.value"),
        (("--option", "ties=never"), "option.word"),
        (("--option", "days=3"), "event.value"),
        (("--option", "board=none.toml"), "cli.no_data"),
        (("--maps", "none.txt"), "event.maps"),
        (("--maps", "12=uid"), "event.value"),
        (("--name", "x" * 61), "event.value"),
    ],
)
def test_what_does_not_fit_is_named_and_no_event_begun(
    tmp_path: Path, arguments: tuple[str, ...], key: str
) -> None:
    assert refused("event", "init", tmp_path / "cup", *arguments).key == key
    assert not (tmp_path / "cup").exists()


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("name = [", "event.toml"), ('colour = "red"', "event.key"), ("name = 3", "event.value"),
        ('opens = "soon"', "event.value"), ("sources = [1]", "event.value"), ("maps = [1]", "event.value"),
        ("[maps]\none = 'uid'", "event.value"), ("[maps]\n0 = 'uid'", "event.value"),
        ("[options]\nties = 'never'", "option.word"), ("[options]\nboard = 'none.toml'", "event.file"),
        ("days = true", "event.value"), ("cut_off = '20:30:15'", "event.value"),
    ],
)  # fmt: skip
def test_an_event_file_that_somebody_broke_is_named(event: Path, words: str, key: str) -> None:
    kept = "" if words.startswith("name") else 'name = "Cup"\n'
    opens = "" if words.startswith("opens") else "opens = 2026-03-01\n"
    (event / "event.toml").write_text(kept + opens + words, "utf-8")
    assert refused("event", "evaluate", event).key == key


def test_what_is_no_folder_holds_no_event(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert refused("event", "log", tmp_path / "file").key == "event.none"
    assert refused("event", "init", tmp_path / "file" / "cup").key == "event.file"
    (begin(tmp_path / "cup") / "journal.sqlite").write_bytes(b"no database at all" * 9)
    assert refused("event", "log", tmp_path / "cup").key == "event.journal"


def test_an_event_is_never_begun_over_another(event: Path) -> None:
    before = (event / "event.toml").read_bytes()
    assert refused("event", "init", event, "--name", "Other").key == "event.exists"
    assert (event / "event.toml").read_bytes() == before


def test_cut_offs_that_the_clocks_skip_or_show_twice_are_pointed_out(tmp_path: Path) -> None:
    spring = hs("event", "init", tmp_path / "a", "--opens", "2026-03-27", "--cut-off", "02:30")[1]
    autumn = hs("event", "init", tmp_path / "b", "--opens", "2026-10-20", "--cut-off", "02:30")[1]
    assert "2026-03-29 03:00" in spring
    assert "2026-10-25 02:30" in autumn


def test_who_sits_at_a_terminal_is_asked_until_the_answer_can_be_read(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"Cup of Asking\nMars\nEurope/Vienna\n20:15\n5\n2026-03-01\n\n")
    command = [sys.executable, "-m", "homestretch", "event", "init", str(tmp_path / "cup")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "nl"}
    done = subprocess.run(command, env=environment, stdin=theirs, capture_output=True, text=True)
    for end in (ours, theirs):
        os.close(end)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Mars") == 1
    setup = read_setup(tmp_path / "cup")
    assert (setup.name, setup.zone, setup.days, setup.language) == ("Cup of Asking", "Europe/Vienna", 5, "nl")
