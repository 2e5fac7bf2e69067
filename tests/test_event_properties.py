"""What must hold of every event: order and repetition of rows and the time of evaluation are nothing."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from homestretch.event.csv_source import read_csv, write_csv
from homestretch.event.document import differences, document
from homestretch.event.event import Event, init
from homestretch.event.setup import Setup
from homestretch.event.standings import as_data
from homestretch.event.taking import take
from homestretch.games.boardmania.day import Finish

SETUP = Setup("Cup", date(2026, 3, 27), days=4)
"""Over the night in which the clocks go forward."""
FIRST = SETUP.calendar().windows[0].opens
LAST = SETUP.calendar().windows[-1].closes


@st.composite
def finishes(draw: st.DrawFn) -> Finish:
    """Draw a finish; many of one login, of one time and of one instant, and some that do not count."""
    windows = SETUP.calendar().windows
    cuts = sorted({instant + d for window in windows for instant in window for d in (-1, 0)})
    instant = draw(st.sampled_from(cuts) | st.integers(FIRST - 10**7, LAST + 10**7))
    time_ms = draw(st.sampled_from([0, 50_000, 50_010, 50_020]) | st.integers(40_000, 60_000))
    login = draw(st.sampled_from(["a", "A", "b", "c", "d", "e", "f", "g"]))
    day = draw(st.integers(1, 4)) if draw(st.booleans()) else SETUP.calendar().day_at(instant) or 5
    nickname = draw(st.sampled_from(["", "$f00Ann", "Bob"]))
    return Finish(login, time_ms, instant, day=day, nickname=nickname, source="csv")


MANY = st.lists(finishes(), max_size=40)


@contextmanager
def event() -> Iterator[Event]:
    with tempfile.TemporaryDirectory() as folder:
        begun = init(Path(folder) / "cup", SETUP)
        try:
            yield begun
        finally:
            begun.journal.close()


def standings(rows: Sequence[Finish]) -> list[dict[str, Any]]:
    """Evaluate an event with these finishes in one go."""
    with event() as begun:
        take(begun, rows)
        begun.evaluate()
        return list(as_data(begun.result())["days"])


@given(MANY, st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_rows_in_any_order_and_twice_give_the_same(rows: list[Finish], dice: Any) -> None:
    mixed = [*rows, *rows[: len(rows) // 2]]
    dice.shuffle(mixed)
    assert standings(mixed) == standings(rows)


@given(MANY)
@settings(max_examples=40)
def test_a_file_taken_again_changes_nothing(rows: list[Finish]) -> None:
    with event() as begun:
        first = take(begun, read_csv(write_csv(rows)).finishes)
        begun.evaluate()
        before, count = as_data(begun.result()), len(begun.journal.finishes())
        again = take(begun, read_csv(write_csv(rows)).finishes)
        assert (len(first.fresh), again.fresh, again.known) == (count, (), count)
        assert (as_data(begun.result()), len(begun.journal.finishes())) == (before, count)


@given(MANY)
@settings(max_examples=40)
def test_day_by_day_late_twice_and_all_at_once_give_the_same(rows: list[Finish]) -> None:
    wanted = standings(rows)
    with event() as begun:
        seen = []
        for day, window in enumerate(SETUP.calendar().windows, 1):
            take(begun, [each for each in rows if each.driven_at < window.closes])
            begun.evaluate(day)
            seen.append(as_data(begun.result())["days"][-1])
            assert begun.evaluate(day) == []
        take(begun, rows)
        assert as_data(begun.result())["days"] == wanted
        assert seen == wanted


@given(MANY)
@settings(max_examples=30)
def test_what_is_exported_can_be_computed_anew(rows: list[Finish]) -> None:
    with event() as begun:
        take(begun, rows)
        begun.evaluate(3)
        assert differences(document(begun)) == (3, [])
