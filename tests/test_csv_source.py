"""CSV files: read as people make them, every bad row named, and written so that they come back."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.engine.problem import Problem
from homestretch.event.csv_source import COLUMNS, Read, read_csv, write_csv
from homestretch.games.boardmania.day import Finish
from homestretch.text import LANGUAGES, Text

HEAD = "day,map_uid,login,nickname,time_ms,driven_at,source\n"
AT = int(datetime(2026, 11, 30, 19, 15, tzinfo=UTC).timestamp()) * 1000
ANN = Finish("ann", 62340, AT, "UidA", 1, "$f00Ann", "paper")
ROW = "1,UidA,ann,$f00Ann,62340,2026-11-30T19:15:00Z,paper\n"


def troubles(read: Read) -> list[tuple[int, str, str, str]]:
    """Give line, column, value and message id of each bad row."""
    return [(each.line, each.column, each.value, each.problem.key) for each in read.troubles]


def test_a_row_is_a_finish() -> None:
    assert read_csv(HEAD + ROW) == ((ANN,), (), ())


@pytest.mark.parametrize(
    "data",
    [
        (HEAD + ROW).encode("utf-8-sig"),
        (HEAD + ROW).encode("utf-16"),
        (HEAD + ROW).replace("\n", "\r\n"),
        (HEAD + ROW).replace("\n", "\r"),
        (HEAD + ROW).replace(",", ";"),
        (HEAD + ROW).replace(",", "\t"),
        HEAD.upper() + ROW,
        HEAD.replace(",", " , ") + ROW,
        HEAD + "\n,,,,,,\n" + ROW + "\n",
        (HEAD + ROW).replace(",", '","').replace("\n", '"\n').replace("day", '"day').replace("\n1", '\n"1'),
        "login;time_ms;driven_at;source;nickname;map_uid;day\n"
        "ann;1:02,34;30.11.2026 20:15;paper;$f00Ann;UidA;1\n",
    ],
    ids=[
        "mark",
        "utf-16",
        "crlf",
        "cr",
        "semicolon",
        "tab",
        "capitals",
        "blanks",
        "empty rows",
        "quotes",
        "german",
    ],
)
def test_a_file_may_look_as_its_program_makes_it(data: str | bytes) -> None:
    assert read_csv(data, "Europe/Berlin") == ((ANN,), (), ())


def test_a_western_file_is_read_with_a_note() -> None:
    read = read_csv((HEAD + ROW.replace("Ann", "Änn")).encode("cp1252"))
    assert read.finishes == (ANN._replace(nickname="$f00Änn"),)
    assert [note.key for note in read.notes] == ["csv.encoding"]


def test_unknown_columns_are_passed_over_and_named() -> None:
    read = read_csv("Rank,login,time_ms,driven_at,day,Mood\n1,ann,62340,1795000000,3,fine\n")
    assert read.finishes == (Finish("ann", 62340, 1_795_000_000_000, day=3, source="csv"),)
    assert [(note.key, note.params) for note in read.notes] == [("csv.ignored", {"columns": "Rank, Mood"})]


def test_a_row_without_a_source_has_the_file_as_its_source() -> None:
    read = read_csv(HEAD + ROW.replace("paper", ""), source="monday.csv")
    assert read.finishes == (ANN._replace(source="monday.csv"),)


def test_a_retirement_and_a_finish_at_any_instant_are_no_bad_rows() -> None:
    read = read_csv(HEAD + "1,U,ann,,0,2026-11-30T19:15:00Z,\n,U,bob,,5:00.00,1999-01-01T00:00:00Z,\n")
    assert [(each.login, each.time_ms) for each in read.finishes] == [("ann", 0), ("bob", 300_000)]
    assert read.troubles == ()


def test_each_bad_cell_is_named_with_its_line_and_the_good_rows_stay() -> None:
    read = read_csv(
        HEAD + ROW
        + "x,U,ann,,62340,2026-11-30T19:15:00Z,\n"
        + ",,ann,,62340,2026-11-30T19:15:00Z,\n"
        + '1,U,ann,"two\nlines",fast,,\n'
        + "1,U, ,,62340,2026-11-30T19:15:00Z,\n"
        + "1,U,ann,,1:02,34,2026-11-30T19:15:00Z,\n"
        + "1,U,ann\n"
        + "1,U,ann," + "n" * 1001 + ",62340,2026-11-30T19:15:00Z,\n"
        + ROW
    )  # fmt: skip
    assert read.finishes == (ANN, ANN)
    assert troubles(read) == [
        (3, "day", "x", "csv.day"),
        (4, "", "", "csv.no_place"),
        (5, "time_ms", "fast", "time.form"),
        (5, "driven_at", "", "instant.form"),
        (7, "login", " ", "csv.no_login"),
        (8, "", "", "csv.width"),
        (9, "time_ms", "", "time.form"),
        (9, "driven_at", "", "instant.form"),
        (10, "nickname", "n" * 39 + "…", "csv.long"),
    ]


@pytest.mark.parametrize(("lang", "line"), [("nl", "Regel 2"), ("de", "Zeile 2"), ("en", "Line 2")])
def test_a_bad_row_is_said_in_the_readers_language(lang: str, line: str) -> None:
    said = read_csv("login,time_ms,driven_at,day\nann,1:02,1795000000,1\n").troubles[0].said(Text(lang))
    assert said.startswith(line)
    assert "time_ms" in said
    assert '"1:02"' in said


def test_whole_seconds_are_read_as_what_they_say_but_named() -> None:
    read = read_csv("login,time_ms,driven_at,day\nann,62340,1795000000,1\nbob,62,1795000000,1\n")
    assert read.finishes[1].time_ms == 62
    assert [(note.key, note.params) for note in read.notes] == [("csv.tiny", {"n": 1, "line": 3, "ms": 62})]


@pytest.mark.parametrize(
    ("data", "key", "named"),
    [
        ("", "csv.empty", None),
        ("\n\n", "csv.empty", None),
        ("login,time_ms,day\n", "csv.missing", "driven_at"),
        ("login,time_ms,driven_at\n", "csv.missing", "day/map_uid"),
        ("ann,62340\n", "csv.missing", "login, time_ms, driven_at, day/map_uid"),
        ("login,Login,time_ms,driven_at,day\n", "csv.twice", "login"),
        ('login,time_ms,driven_at,day\n"' + "x" * 200_000, "csv.quote", 2),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "csv.missing", "login, time_ms, driven_at, day/map_uid"),
    ],
)
def test_a_file_that_is_none_is_refused_as_a_whole(data: str | bytes, key: str, named: object) -> None:
    with pytest.raises(Problem) as refused:
        read_csv(data)
    assert refused.value.key == key
    assert named in (None, *refused.value.params.values())
    for lang in LANGUAGES:
        assert Text(lang)(key, **refused.value.params)


def test_a_zone_that_is_none_is_refused() -> None:
    with pytest.raises(Problem, match=r"calendar\.zone"):
        read_csv(HEAD + ROW, "Mars/Olympus")


_WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_NAMES = _WORDS.filter(lambda text: text == text.strip())
FINISHES = st.builds(
    Finish,
    login=_NAMES.filter(bool),
    time_ms=st.integers(0, 86_400_000), driven_at=st.integers(0, 7_000_000_000_000),
    map_uid=_NAMES.filter(bool), day=st.integers(0, 9999), nickname=_WORDS, source=_NAMES.filter(bool),
    number=st.just(-1), id=st.just(0),
)  # fmt: skip


@given(st.lists(FINISHES, max_size=5))
def test_what_is_written_reads_as_itself(finishes: list[Finish]) -> None:
    read = read_csv(write_csv(finishes).encode("utf-8-sig"))
    assert read.finishes == tuple(finishes)
    assert read.troubles == ()


def test_a_written_file_has_the_columns_and_no_formula() -> None:
    written = write_csv([Finish("=cmd", 62340, AT, "U", nickname="@x", source="-s")])
    assert written.splitlines() == [",".join(COLUMNS), ",U,'=cmd,'@x,62340,2026-11-30T19:15:00.000Z,'-s"]


@given(
    st.text(max_size=200)
    | st.binary(max_size=200)
    | st.text(alphabet='dayloginm_te,;\t\n"1 0').map(lambda text: HEAD + text)
)
def test_no_file_whatever_does_more_than_be_refused(data: str | bytes) -> None:
    try:
        read = read_csv(data)
    except Problem:
        return
    assert all(finish.login and finish.time_ms >= 0 for finish in read.finishes)
