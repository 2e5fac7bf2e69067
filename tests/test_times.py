"""Race times and instants: every way people and programs write them, and none that could mean two things."""

from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.engine.problem import Problem
from homestretch.event.times import format_instant, format_time, parse_instant, parse_time

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("written", "ms"),
    [
        ("0", 0),
        ("62340", 62340),
        ("1:02.34", 62340),
        ("1:02.345", 62345),
        ("1:02,34", 62340),
        ("62.34", 62340),
        ("62,3", 62300),
        ("0:05.07", 5070),
        ("5.070", 5070),
        ("1:02:03.45", 3_723_450),
        ("75:00.00", 4_500_000),
        ("1.234", 1234),
        (" 1:02.34 ", 62340),
        ("0:00.00", 0),
        ("86400000", 86_400_000),
    ],
)
def test_a_race_time_is_read_as_it_is_written(written: str, ms: int) -> None:
    assert parse_time(written) == ms


@pytest.mark.parametrize(
    "written",
    ["", "-1", "1:02", "1:60.00", "1:2.34", "1:02.3456", "1.02.34", "1.234,5", "1:60:00.00", "a", "1e5",
     "１23", "1:02.", ".34", "62340.", "+5", "1 02.34"],
)  # fmt: skip
def test_what_is_no_race_time_is_refused_and_named(written: str) -> None:
    with pytest.raises(Problem) as refused:
        parse_time(written)
    assert refused.value.key == "time.form"
    assert refused.value.params["value"] == written


def test_a_race_of_more_than_a_day_is_a_mistake() -> None:
    for written in ("86400001", "1795000000000", "4294967295", "24:00:00.01"):
        with pytest.raises(Problem, match=r"time\.long"):
            parse_time(written)


@pytest.mark.parametrize(
    ("ms", "written"),
    [(62340, "1:02.34"), (62345, "1:02.345"), (5070, "0:05.07"), (3_723_450, "1:02:03.45"), (0, "0:00.00")],
)
def test_a_race_time_is_shown_as_in_the_game(ms: int, written: str) -> None:
    assert format_time(ms) == written


@given(st.integers(0, 86_400_000))
def test_a_race_time_that_is_shown_reads_as_itself(ms: int) -> None:
    assert parse_time(format_time(ms)) == parse_time(format_time(ms).replace(".", ",")) == ms


def utc(*parts: int) -> int:
    """Give milliseconds since the epoch of a time in UTC."""
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1000  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("written", "ms"),
    [
        ("2026-11-30T20:15:00+01:00", utc(2026, 11, 30, 19, 15)),
        ("2026-11-30T19:15:00Z", utc(2026, 11, 30, 19, 15)),
        ("2026-11-30t19:15:00.250z", utc(2026, 11, 30, 19, 15) + 250),
        ("2026-11-30 20:15:00", utc(2026, 11, 30, 19, 15)),
        ("2026-07-30 20:15:00,9999", utc(2026, 7, 30, 18, 15) + 999),
        ("2026-11-30 20:15", utc(2026, 11, 30, 19, 15)),
        ("2026-11-30 20:15:00 -0500", utc(2026, 12, 1, 1, 15)),
        ("30.11.2026 20:15", utc(2026, 11, 30, 19, 15)),
        ("1.2.2026 8:05:09", utc(2026, 2, 1, 7, 5, 9)),
        ("2026-03-29 02:30:00", utc(2026, 3, 29, 1, 0)),
        ("2026-10-25 02:30:00", utc(2026, 10, 25, 0, 30)),
        ("2026-10-25 02:30:00+01:00", utc(2026, 10, 25, 1, 30)),
        ("1795000000", 1_795_000_000_000),
        ("1795000000123", 1_795_000_000_123),
    ],
)
def test_an_instant_is_read_as_it_is_written(written: str, ms: int) -> None:
    assert parse_instant(written, BERLIN) == ms


@pytest.mark.parametrize(
    "written",
    ["", "yesterday", "2026-11-30", "20261130", "20261130201500", "2026-02-29 12:00", "0000-00-00 00:00:00",
     "2026-11-30 25:00", "11/30/2026 20:15", "30.13.2026 20:15", "9999-12-31 23:59:59",
     "2026-11-30T20:15+99:00", "1e9", "-5", "99999999999999999999", "9999999999999"],
)  # fmt: skip
def test_what_is_no_instant_is_refused_and_named(written: str) -> None:
    with pytest.raises(Problem) as refused:
        parse_instant(written, BERLIN)
    assert (refused.value.key, refused.value.params) == ("instant.form", {"value": written})


@given(st.integers(0, 7_000_000_000_000))
def test_an_instant_that_is_written_reads_as_itself_in_every_zone(ms: int) -> None:
    assert parse_instant(format_instant(ms), BERLIN) == ms


@given(st.text(max_size=30) | st.text(alphabet="0123456789-:., TZ+", max_size=30))
def test_no_text_whatever_does_more_than_be_refused(text: str) -> None:
    for parse in (parse_time, lambda each: parse_instant(each, BERLIN)):
        with suppress(Problem):
            assert parse(text) >= 0
