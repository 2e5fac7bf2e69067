"""The calendar of an event: when a day ends, also where the clocks change."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.engine.problem import Problem
from homestretch.event.clock import Calendar, Window

EVENING = time(20, 30)
HOUR = 3_600_000


def utc(*parts: int) -> int:
    """Give milliseconds since the epoch of a time in UTC."""
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1000  # type: ignore[misc, arg-type]


def test_day_one_opens_at_the_cut_off_of_the_evening_before() -> None:
    windows = Calendar("Europe/Berlin", EVENING, date(2026, 11, 30)).windows
    assert len(windows) == 9
    assert windows[0] == Window(utc(2026, 11, 30, 19, 30), utc(2026, 12, 1, 19, 30))
    assert windows[8].closes == utc(2026, 12, 9, 19, 30)


def test_in_spring_a_day_has_23_hours_and_in_autumn_25() -> None:
    spring = Calendar("Europe/Berlin", EVENING, date(2026, 3, 28), 2).windows
    assert spring == (
        (utc(2026, 3, 28, 19, 30), utc(2026, 3, 29, 18, 30)),
        (utc(2026, 3, 29, 18, 30), utc(2026, 3, 30, 18, 30)),
    )
    autumn = Calendar("Europe/Berlin", EVENING, date(2026, 10, 24), 2).windows
    assert [(window.closes - window.opens) // HOUR for window in (*spring, *autumn)] == [23, 24, 25, 24]


def test_the_cut_off_itself_belongs_to_the_next_day() -> None:
    calendar = Calendar("Europe/Berlin", EVENING, date(2026, 11, 30))
    cut_off = utc(2026, 12, 1, 19, 30)
    assert [calendar.day_at(cut_off + ms) for ms in (-1, 0, 1)] == [1, 2, 2]
    assert calendar.day_at(calendar.windows[0].opens - 1) == 0
    assert calendar.day_at(calendar.windows[8].closes) == 0


def test_days_that_are_appended_change_none_before_them() -> None:
    nine = Calendar("Europe/Berlin", EVENING, date(2026, 10, 20))
    eleven = Calendar("Europe/Berlin", EVENING, date(2026, 10, 20), extra=2)
    assert eleven.windows[:9] == nine.windows
    assert len(eleven.windows) == 11


def test_a_cut_off_that_the_clocks_skip_is_the_first_instant_after_the_gap() -> None:
    calendar = Calendar("Europe/Berlin", time(2, 30), date(2026, 3, 28), 2)
    assert calendar.windows[0] == (utc(2026, 3, 28, 1, 30), utc(2026, 3, 29, 1, 0))
    (warning,) = calendar.warnings
    assert warning.key == "calendar.skipped"
    assert warning.params == {
        "wall": "2026-03-29 02:30", "zone": "Europe/Berlin", "used": "2026-03-29 03:00"
    }  # fmt: skip


def test_a_cut_off_that_comes_twice_is_the_first() -> None:
    calendar = Calendar("Europe/Berlin", time(2, 30), date(2026, 10, 24), 2)
    assert calendar.windows[0].closes == utc(2026, 10, 25, 0, 30)
    assert [warning.key for warning in calendar.warnings] == ["calendar.twice"]


def test_a_whole_day_may_be_skipped_and_a_gap_may_be_half_an_hour() -> None:
    samoa = Calendar("Pacific/Apia", EVENING, date(2011, 12, 29), 2)
    assert samoa.windows[0] == (utc(2011, 12, 30, 6, 30), utc(2011, 12, 30, 10, 0))
    lord_howe = Calendar("Australia/Lord_Howe", time(2, 10), date(2026, 10, 3), 1)
    assert lord_howe.windows[0].closes == utc(2026, 10, 3, 15, 30)


def test_an_ordinary_cut_off_needs_no_warning() -> None:
    assert Calendar("Europe/Berlin", EVENING, date(2026, 3, 25)).warnings == ()


@given(
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]),
    st.times(),
    st.dates(date(1990, 1, 1), date(2100, 1, 1)),
)  # fmt: skip
def test_windows_leave_no_gap_and_an_instant_belongs_to_its_day(zone: str, cut: time, opens: date) -> None:
    calendar = Calendar(zone, cut, opens)
    for day, (window, later) in enumerate(zip(calendar.windows, calendar.windows[1:], strict=False), 1):
        assert window.closes == later.opens
        assert calendar.day_at(window.opens) == day
        length = timedelta(milliseconds=window.closes - window.opens)
        assert timedelta() <= length <= timedelta(hours=48)


@pytest.mark.parametrize(
    ("zone", "opens", "days", "key"),
    [
        ("Europe/Atlantis", date(2026, 1, 1), 9, "calendar.zone"),
        ("Europe", date(2026, 1, 1), 9, "calendar.zone"),
        ("../passwd", date(2026, 1, 1), 9, "calendar.zone"),
        ("\0", date(2026, 1, 1), 9, "calendar.zone"),
        ("UTC", date(2026, 1, 1), 0, "calendar.days"),
        ("UTC", date(2026, 1, 1), 367, "calendar.days"),
        ("UTC", date(9999, 12, 31), 9, "calendar.year"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused(zone: str, opens: date, days: int, key: str) -> None:
    with pytest.raises(Problem) as refused:
        Calendar(zone, EVENING, opens, days)
    assert refused.value.key == key
