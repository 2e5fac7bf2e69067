"""BoardMania's ranking of a day: which finishes count, in which order, and who rolls what."""

import random
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from boardmania import DAY, HOUR, calendar, drove
from hypothesis import given
from hypothesis import strategies as st

from homestretch.engine.problem import Problem
from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.day import Acts, Day, Doubt, Finish, Ranking, by_day, rank_day

NO_ACTS = Acts()


def ranked(
    finishes: list[Finish], acts: Acts = NO_ACTS, sitting: frozenset[str] = frozenset(), **options: str
) -> Ranking:
    """Rank day 1."""
    return rank_day(make_box(options), calendar(1)[0], finishes, acts, sitting)


def rolls(ranking: Ranking) -> list[tuple[str, int, int]]:
    """Give login, rank and roll of all that are ranked."""
    return [(each.login, each.rank, each.roll) for each in ranking.placed]


def field_of(count: int) -> list[Finish]:
    """Give one finish each of d1, d2, ..., the fastest first."""
    return [drove(f"d{i}", 50 + i) for i in range(1, count + 1)]


def test_the_sheets_six_drivers_roll_six_to_one() -> None:
    names = ["Anton", "Berti", "Conny", "Det", "Emil", "Fritzchen"]
    found = ranked([drove(name, 50 + i) for i, name in enumerate(names)])
    assert rolls(found) == [
        ("Anton", 1, 6), ("Berti", 2, 5), ("Conny", 3, 4), ("Det", 4, 3), ("Emil", 5, 2), ("Fritzchen", 6, 1),
    ]  # fmt: skip
    assert found.n == 6


def test_nobody_and_one_driver() -> None:
    assert ranked([]) == Ranking(0)
    assert rolls(ranked(field_of(1))) == [("d1", 1, 6)]


def test_forty_two_drivers_roll_in_blocks_of_seven() -> None:
    found = ranked(field_of(42))
    assert [each.roll for each in found.placed] == [face for face in range(6, 0, -1) for _ in range(7)]


def test_the_forty_third_is_ranked_without_a_roll_and_not_counted() -> None:
    found = ranked(field_of(43))
    assert found.n == 42
    assert rolls(found)[41:] == [("d42", 42, 1), ("d43", 43, 0)]
    assert rolls(ranked(field_of(43), beyond="one"))[42] == ("d43", 43, 1)
    assert ranked(field_of(43), max_scored="43").n == 43


def test_who_sits_out_is_taken_out_before_the_cut_so_that_the_forty_third_moves_up() -> None:
    found = ranked(field_of(43), sitting=frozenset({"d1"}))
    assert found.n == 42
    assert rolls(found)[0] == ("d2", 1, 6)
    assert rolls(found)[41] == ("d43", 42, 1)
    assert found.sat_out == ("d1",)
    cut = ranked(field_of(43), sitting=frozenset({"d1"}), cut_before_sitout="yes")
    assert cut.n == 41
    assert rolls(cut)[40:] == [("d42", 41, 1), ("d43", 42, 0)]


def test_the_window_holds_its_first_instant_and_not_its_last() -> None:
    day = calendar(1)[0]
    at = [Finish(f"at{stamp}", 50_000, stamp, "m1") for stamp in (-1, 0, DAY - 1, DAY, DAY + 1000)]
    found = rank_day(make_box(), day, at, NO_ACTS)
    assert sorted(each.login for each in found.placed) == ["at0", f"at{DAY - 1}"]
    assert [each.login for each in found.late] == [f"at{DAY}", f"at{DAY + 1000}"]
    assert found.warnings == (Doubt("BM-B8.unknown", tuple(sorted(["at-1", f"at{DAY}", f"at{DAY + 1000}"]))),)
    inclusive = rank_day(make_box({"cutoff_inclusive": "yes"}), day, at, NO_ACTS)
    assert f"at{DAY}" in [each.login for each in inclusive.placed]
    assert [each.login for each in inclusive.late] == [f"at{DAY + 1000}"]


def test_an_improvement_after_the_cut_off_leaves_the_time_before_it() -> None:
    found = ranked([drove("a", 60), drove("b", 55), drove("a", 50, hour=24.0003)])
    assert rolls(found) == [("b", 1, 6), ("a", 2, 5)]
    assert (len(found.late), found.warnings) == (1, ())


def test_a_source_that_keeps_only_the_late_improvement_leaves_a_doubt() -> None:
    found = ranked([drove("b", 55), drove("a", 50, hour=24.0003)])
    assert rolls(found) == [("b", 1, 6)]
    assert found.warnings == (Doubt("BM-B8.unknown", ("a",)),)


def test_the_window_is_a_stretch_of_instants_also_when_the_clocks_change() -> None:
    """From 20:30 to 20:30 in Berlin are 23 hours on the last weekend of March 2026, 25 in October."""
    for month, day, hours in ((3, 28, 23), (10, 24, 25)):
        stamps = [
            int(datetime(2026, month, each, 20, 30, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() * 1000)
            for each in (day, day + 1)
        ]
        assert stamps[1] - stamps[0] == hours * HOUR
        finishes = [Finish("a", 50_000, stamps[1] - 1, "m"), Finish("b", 40_000, stamps[1], "m")]
        found = rank_day(make_box(), Day(1, stamps[0], stamps[1], ("m",)), finishes, NO_ACTS)
        assert rolls(found) == [("a", 1, 6)]


def test_the_best_time_of_each_counts_and_of_equal_own_times_the_earliest() -> None:
    found = ranked([drove("a", 51), drove("a", 50, hour=20), drove("b", 50, hour=9), drove("a", 50, hour=8)])
    assert rolls(found) == [("a", 1, 6), ("b", 2, 5)]
    assert found.placed[0].driven_at == 8 * HOUR


def test_a_retirement_is_no_time() -> None:
    assert ranked([drove("a", 0)]) == Ranking(0)


def test_equal_times_go_to_the_earlier_one() -> None:
    assert rolls(ranked([drove("a", 50, hour=12), drove("b", 50, hour=11)])) == [("b", 1, 6), ("a", 2, 5)]


def test_equal_stamps_go_by_the_running_number_of_the_source() -> None:
    found = ranked([drove("a", 50, source="db", number=8), drove("b", 50, source="db", number=7)])
    assert rolls(found) == [("b", 1, 6), ("a", 2, 5)]
    assert found.warnings == ()


@pytest.mark.parametrize(
    "more", [[{}, {}], [{"source": "x", "number": 2}, {"source": "y", "number": 1}], [{"number": 2}, {}]]
)
def test_without_comparable_numbers_the_login_decides_and_the_organiser_is_told(
    more: list[dict[str, Any]],
) -> None:
    found = ranked([drove("anna", 50, **more[0]), drove("Bert", 50, **more[1])])
    assert rolls(found) == [("anna", 1, 6), ("Bert", 2, 5)]
    assert found.warnings == (Doubt("BM-C6.login", ("anna", "Bert")),)


def test_logins_are_different_where_their_case_is() -> None:
    assert rolls(ranked([drove("bob", 51), drove("Bob", 50)])) == [("Bob", 1, 6), ("bob", 2, 5)]


def test_equal_times_may_share_a_rank_and_its_roll() -> None:
    found = ranked([drove("a", 50, hour=12), drove("b", 50, hour=11), drove("c", 51)], ties="equal_rank")
    assert rolls(found) == [("b", 1, 6), ("a", 1, 6), ("c", 3, 4)]
    assert found.n == 3


def test_equal_times_may_go_by_login() -> None:
    found = ranked([drove("b", 50, hour=11), drove("A", 50, hour=12)], ties="login")
    assert rolls(found) == [("A", 1, 6), ("b", 2, 5)]


def test_an_unregistered_driver_between_two_registered_is_taken_out_first() -> None:
    acts = Acts(registered={"a", "c"})
    finishes = [drove("a", 50), drove("b", 51), drove("c", 52)]
    found = ranked(finishes, acts, enrolment="registered")
    assert rolls(found) == [("a", 1, 6), ("c", 2, 5)]
    assert found.n == 2
    assert ranked(finishes, acts).n == 3


def test_merged_logins_count_as_one_person_along_chains() -> None:
    acts = Acts(aliases={"old": "older", "older": "new"})
    found = ranked([drove("old", 50), drove("new", 52), drove("b", 51)], acts)
    assert rolls(found) == [("new", 1, 6), ("b", 2, 5)]


def test_logins_merged_in_a_circle_are_refused() -> None:
    with pytest.raises(Problem) as wrong:
        ranked([], Acts(aliases={"a": "b", "b": "a"}))
    assert wrong.value.key == "boardmania.alias_loop"


def test_excluded_and_withdrawn_ones_are_taken_out_before_the_ranking() -> None:
    acts = Acts(excluded={"a"}, withdrawn={"b": 1, "c": 2})
    assert rolls(ranked([drove("a", 50), drove("b", 51), drove("c", 52)], acts)) == [("c", 1, 6)]


def test_after_a_revoked_finish_the_next_best_counts() -> None:
    acts = Acts(revoked={7})
    found = ranked([drove("a", 40, id=7), drove("a", 52, id=8), drove("b", 51, id=9)], acts)
    assert rolls(found) == [("b", 1, 6), ("a", 2, 5)]
    assert ranked([drove("a", 40, id=7)], acts).revoked == ("a",)


def test_a_time_set_by_hand_ranks_behind_equal_ones_that_were_driven() -> None:
    acts = Acts(set_times={(1, "a"): 51_000, (1, "c"): 0, (2, "b"): 1})
    found = ranked([drove("a", 40), drove("b", 51), drove("c", 50)], acts)
    assert rolls(found) == [("b", 1, 6), ("a", 2, 5)]


def test_the_nickname_seen_last_is_given_and_never_tells_who_it_is() -> None:
    finishes = [drove("a", 50, nickname="old"), drove("a", 60, hour=20, nickname="new"), drove("b", 70)]
    assert [each.nickname for each in ranked(finishes).placed] == ["new", ""]
    assert ranked(finishes, Acts(names={"a": "set"})).placed[0].nickname == "set"


def test_finishes_are_sorted_to_days_by_map_and_only_without_one_by_their_day() -> None:
    days = [Day(1, 0, 9, ("x", "y")), Day(2, 9, 18, ("x",)), Day(3, 18, 27)]
    finishes = [
        Finish("a", 1, 1, "x"), Finish("b", 1, 1, "y"), Finish("c", 1, 1, "z", 1), Finish("d", 1, 1, "", 2),
        Finish("e", 1, 1, "z", 3),
    ]  # fmt: skip
    groups = by_day(days, finishes)
    assert {k: [each.login for each in group] for k, group in groups.items()} == {
        1: ["a", "b"], 2: ["a", "d"], 3: ["e"],
    }  # fmt: skip


def test_a_voided_day_ranks_nobody() -> None:
    assert rank_day(make_box(), calendar(1)[0]._replace(is_void=True), field_of(3), NO_ACTS) == Ranking(0)


FINISHES = st.lists(
    st.builds(
        Finish,
        login=st.sampled_from(["a", "A", "b", "c", "ß", "ss"]),
        time_ms=st.integers(0, 3),
        driven_at=st.sampled_from([-1, 0, 1, DAY - 1, DAY]),
        map_uid=st.just("m1"),
        nickname=st.sampled_from(["", "n1", "n2"]),
        source=st.sampled_from(["", "x"]),
        number=st.integers(-1, 2),
        id=st.integers(0, 4),
    ),
    max_size=30,
)


@given(FINISHES, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_changes_nothing(finishes: list[Finish], dice: random.Random) -> None:
    shuffled = finishes[:]
    dice.shuffle(shuffled)
    acts = Acts(revoked={3}, aliases={"c": "b"})
    assert ranked(finishes, acts) == ranked(shuffled, acts)


@given(FINISHES)
def test_every_ranking_counts_each_person_once_and_rolls_fall_with_the_rank(finishes: list[Finish]) -> None:
    found = ranked(finishes)
    assert len({each.login for each in found.placed}) == len(found.placed) == found.n
    assert [each.rank for each in found.placed] == list(range(1, found.n + 1))
    times = [each.time_ms for each in found.placed]
    assert times == sorted(times)
    assert {each.login: each.time_ms for each in found.placed} == {
        login: min(f.time_ms for f in counted)
        for login in {f.login for f in finishes}
        if (counted := [f for f in finishes if f.login == login and f.time_ms > 0 and 0 <= f.driven_at < DAY])
    }
