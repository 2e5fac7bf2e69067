"""BoardMania's whole event: numbers, corrections, prefixes, invariants, ties at the end, compiled twin."""

import random
from functools import cache
from typing import Any

import pytest
from boardmania import board, calendar, drove, hand, one_player
from hypothesis import given, settings
from hypothesis import strategies as st

from homestretch.engine.load import CompiledKit, compiled
from homestretch.engine.options import Count
from homestretch.engine.problem import Problem
from homestretch.engine.records import from_record
from homestretch.games.boardmania import pieces as p
from homestretch.games.boardmania.box import OPTIONS, make_box
from homestretch.games.boardmania.day import Acts, Day, Finish, by_day
from homestretch.games.boardmania.evaluate import DayResult, PlayerDay, evaluate, first_position, next_day
from homestretch.games.boardmania.rules import enrol, evaluate_day, place, start

RULES = "homestretch.games.boardmania.rules"
NO_ACTS = Acts()


def results(
    finishes: list[Finish], count: int = 9, acts: Acts = NO_ACTS, **options: str
) -> tuple[DayResult, ...]:
    return evaluate(make_box(options), calendar(count), finishes, acts, {}).days


def of(result: DayResult, login: str) -> PlayerDay:
    return next(each for each in result.players if each.login == login)


def test_the_sheets_example_on_the_first_day() -> None:
    names = ["Anton", "Berti", "Conny", "Det", "Emil", "Fritzchen"]
    (day,) = results([drove(name, 50 + i) for i, name in enumerate(names)], 1)
    assert [(each.login, each.number, each.rank, each.roll, each.progress) for each in day.players] == [
        ("Anton", 1, 1, 6, 10), ("Berti", 2, 2, 5, 5), ("Conny", 3, 3, 4, 4), ("Det", 4, 4, 3, 3),
        ("Emil", 5, 5, 2, 2), ("Fritzchen", 6, 6, 1, 1),
    ]  # fmt: skip
    assert [each.path for each in day.players] == [(6, 10), (5,), (4,), (3,), (2,), (1,)]
    assert [each.place for each in day.players] == [1, 2, 3, 4, 5, 6]
    assert of(day, "Det").status == p.HALF
    assert list(of(day, "Anton").cards) == hand("R1")


def test_a_second_day_uses_the_status_of_the_first() -> None:
    first = [drove(name, 50 + i) for i, name in enumerate("abc")]
    second = [drove("c", 50, 2)]
    days = results(first + second, 2)
    assert of(days[0], "c").status == 0  # 4 rolled: a card of Stadium
    assert (of(days[1], "c").roll, of(days[1], "c").value, of(days[1], "c").path) == (6, 6, (10,))
    late = of(days[1], "a")
    assert (late.rank, late.time_ms, late.roll, late.value, late.path) == (None, None, None, None, ())
    assert late.progress == late.progress_before == 10


def test_who_sits_out_is_told_so_and_everyone_behind_moves_up() -> None:
    box = make_box({"board": board({6: "sit_out"})})
    finishes = [drove(name, 50 + i, day) for day in (1, 2, 3) for i, name in enumerate("ab")]
    days = evaluate(box, calendar(3), finishes, NO_ACTS, {}).days
    assert of(days[0], "a").status == p.SIT_OUT
    sat = of(days[1], "a")
    assert (sat.sat_out, sat.rank, sat.roll, sat.status) == (True, None, None, 0)
    assert (days[1].n, of(days[1], "b").roll) == (1, 6)
    assert of(days[2], "a").roll == 6


def test_new_players_get_the_next_numbers_by_the_rank_of_their_first_day() -> None:
    finishes = [drove("z", 50), drove("a", 51), drove("m", 40, 2), drove("b", 45, 2), drove("z", 60, 2)]
    days = evaluate(make_box(), calendar(2), finishes, NO_ACTS, {})
    assert days.numbers == {"z": 1, "a": 2, "m": 3, "b": 4}
    assert [each.login for each in days.days[0].players] == ["z", "a"]


def test_published_numbers_are_neither_changed_nor_given_again() -> None:
    numbers = {"a": 5, "gone": 9}
    found = evaluate(make_box(), calendar(1), [drove("b", 49), drove("a", 50)], NO_ACTS, numbers)
    assert found.numbers == {"a": 5, "b": 10}


def test_who_was_published_stays_with_his_number_when_the_enrolling_finish_is_revoked() -> None:
    finishes = [drove("a", 50, id=1), drove("b", 51, id=2)]
    acts = Acts(revoked={1})
    (day,) = evaluate(make_box(), calendar(1), finishes, acts, {"a": 1, "b": 2}).days
    assert [(each.login, each.number, each.rank, each.progress) for each in day.players] == [
        ("a", 1, None, 0), ("b", 2, 1, 10),
    ]  # fmt: skip
    assert evaluate(make_box(), calendar(1), finishes, acts, {}).numbers == {"b": 1}


def test_a_merged_person_keeps_the_number_that_was_published() -> None:
    acts = Acts(aliases={"old": "new"})
    assert evaluate(make_box(), calendar(1), [drove("old", 50)], acts, {"old": 4}).numbers == {"new": 4}
    both = evaluate(make_box(), calendar(1), [drove("old", 50), drove("x", 51)], acts, {"old": 2, "new": 3})
    assert both.numbers == {"new": 3, "x": 4}


def test_the_same_number_twice_is_refused() -> None:
    with pytest.raises(Problem) as wrong:
        evaluate(make_box(), calendar(1), [], NO_ACTS, {"a": 1, "b": 1})
    assert wrong.value.key == "boardmania.number_twice"


def test_days_out_of_order_or_beyond_the_end_are_refused() -> None:
    for days in (calendar(2)[1:], calendar(10)):
        with pytest.raises(Problem) as wrong:
            evaluate(make_box(), days, [], NO_ACTS, {})
        assert wrong.value.key == "boardmania.day_order"


def test_more_players_than_the_board_holds_are_refused() -> None:
    crowd = [drove(f"p{i}", 50) for i in range(p.MOST + 1)]
    assert len(results(crowd[:-1], 1)[0].players) == p.MOST
    with pytest.raises(Problem) as wrong:
        results(crowd, 1)
    assert (wrong.value.key, wrong.value.params) == ("boardmania.players", {"most": 2000})


def test_beyond_forty_two_one_is_enrolled_without_a_roll() -> None:
    (day,) = results([drove(f"d{i:02}", 50 + i) for i in range(43)], 1)
    last = of(day, "d42")
    assert (last.number, last.rank, last.roll, last.progress) == (43, 43, None, 0)


def test_a_voided_day_leaves_everything_as_it_was() -> None:
    days = calendar(3)
    days[1] = days[1]._replace(is_void=True)
    finishes = [drove(name, 50 + i, day) for day in (1, 2, 3) for i, name in enumerate("abcd")]
    found = evaluate(make_box(), days, finishes, NO_ACTS, {}).days
    assert found[1].is_void
    for player in found[1].players:
        before = of(found[0], player.login)
        assert (player.progress, player.cards, player.status, player.rank, player.path) == (
            before.progress, before.cards, before.status, None, (),
        )  # fmt: skip
    assert of(found[2], "d").status_used == p.HALF  # 3 on day 1, and the void day froze it


def test_a_withdrawn_player_stays_where_he_is_and_is_marked() -> None:
    finishes = [drove(name, 50 + i, day) for day in (1, 2) for i, name in enumerate("ab")]
    days = results(finishes, 2, Acts(withdrawn={"a": 2}))
    assert not of(days[0], "a").withdrawn
    gone = of(days[1], "a")
    assert (gone.withdrawn, gone.progress, gone.rank) == (True, 10, None)
    assert of(days[1], "b").roll == 6


def test_nicknames_are_the_latest_seen_up_to_the_day() -> None:
    finishes = [drove("a", 50, nickname="one"), drove("a", 50, 2, nickname="two"), drove("a", 50, 3)]
    assert [day.players[0].nickname for day in results(finishes, 3)] == ["one", "two", "two"]


def test_equal_progress_shares_the_better_place() -> None:
    s = event_state([10, 12, 10, 3])
    assert places(make_box(), s) == [2, 1, 2, 4]


def test_far_may_mean_the_field_only() -> None:
    s = event_state([50, 40])
    assert places(make_box(), s) == [1, 2]
    assert places(make_box({"far": "field"}), s) == [2, 1]


@pytest.mark.parametrize("breaker", ["rolled", "wins", "cards", "reached", "last_rank"])
def test_ties_at_the_end_are_broken_by_the_list(breaker: str) -> None:
    """Sum of the rolls, days won, cards in hand, there on an earlier day, better on the last day."""
    s = event_state([10, 10])
    s.rolled[:2], s.wins[:2], s.reached[:2], s.last_rank[:2] = [9, 9], [1, 1], [4, 4], [0, 0]
    if breaker == "cards":
        s.cards[1][3] = 1
    else:
        values = {"rolled": [9, 10], "wins": [1, 2], "reached": [4, 3], "last_rank": [0, 40]}[breaker]
        getattr(s, breaker)[:2] = values
    assert places(make_box(), s) == [1, 1]
    assert places(make_box({"final_tie": "list"}), s) == [2, 1]


def test_the_list_goes_in_its_order_and_ends_shared() -> None:
    s = event_state([10, 10, 10])
    s.rolled[:3], s.wins[:3], s.last_rank[:3] = [9, 8, 8], [0, 5, 5], [3, 1, 1]
    assert places(make_box({"final_tie": "list"}), s) == [1, 2, 2]


def event_state(progress: list[int]) -> Any:
    s = p.State()
    start(make_box(), s)
    for i, each in enumerate(progress):
        enrol(make_box(), s, i + 1)
        s.progress[i] = each
    return s


def places(box: Any, s: Any) -> list[int]:
    from homestretch.games.boardmania.rules import sort_players

    out = [0] * s.players
    sort_players(box, s)
    place(box, s, out)
    return out


LOGINS = ["a", "B", "c", "d", "e", "f", "g", "h"]
EVENTS = st.lists(
    st.builds(
        lambda login, seconds, day, hour: drove(login, seconds, day, hour),
        st.sampled_from(LOGINS), st.integers(40, 60), st.integers(1, 6), st.integers(-2, 25),
    ),
    max_size=60,
)  # fmt: skip
CHOICES = st.fixed_dictionaries(
    {},
    optional={
        option.key: st.sampled_from(option.words)
        for option in OPTIONS
        if not isinstance(option, Count) and option.key not in ("board", "repeat_guard")
    },
)


@settings(max_examples=50)
@given(EVENTS, CHOICES, st.integers(0, 6), st.sets(st.integers(1, 6), max_size=2))
def test_a_prefix_never_depends_on_later_days(
    finishes: list[Finish], options: dict[str, str], count: int, voids: set[int]
) -> None:
    box = make_box({key: word for key, word in options.items() if key != "enrolment"})
    days = [day._replace(is_void=day.number in voids) for day in calendar(6)]
    whole = evaluate(box, days, finishes, NO_ACTS, {}).days
    assert evaluate(box, days[:count], finishes, NO_ACTS, {}).days == whole[:count]


@settings(max_examples=30)
@given(EVENTS, st.randoms(use_true_random=False))
def test_recomputing_equals_going_day_by_day_whatever_the_order_of_the_rows(
    finishes: list[Finish], dice: random.Random
) -> None:
    box, days, now, numbers = make_box(), calendar(6), first_position(make_box()), dict[str, int]()
    shuffled = finishes[:]
    dice.shuffle(shuffled)
    groups, stepwise = by_day(days, shuffled), []
    for day in days:
        now, result = next_day(box, now, day, groups[day.number], NO_ACTS, numbers)
        numbers = dict(zip(now.logins, now.state.number, strict=False))
        stepwise.append(result)
    assert evaluate(box, days, finishes, NO_ACTS, {}).days == tuple(stepwise)
    assert evaluate(box, days, finishes, NO_ACTS, numbers).days == tuple(stepwise)


@settings(max_examples=30)
@given(EVENTS)
def test_revoking_a_finish_and_taking_that_back_restores_the_event(finishes: list[Finish]) -> None:
    kept = [finish._replace(id=i) for i, finish in enumerate(finishes, 1)]
    box, days = make_box(), calendar(6)
    before = evaluate(box, days, kept, NO_ACTS, {})
    without = evaluate(box, days, kept, Acts(revoked=frozenset(range(1, 9))), before.numbers)
    assert all(without.numbers[login] == before.numbers[login] for login in without.numbers)
    assert set(without.numbers) == set(before.numbers)
    assert evaluate(box, days, kept, NO_ACTS, before.numbers) == before


RANDOM_BOARDS = st.builds(
    lambda words: board(dict(enumerate(words))),
    st.lists(
        st.sampled_from(
            ["plain", *"ABCDIRS", "half", "booster", "wechsel", "blocker", "beam", "sit_out"]
            + [f"{x:+}" for x in (-30, -7, -3, -2, -1, 1, 2, 3, 6, 40)]
        ),
        min_size=47,
        max_size=47,
    ),
)
ROLLS = st.lists(st.lists(st.integers(0, 6), min_size=4, max_size=4), min_size=1, max_size=6)


@settings(max_examples=80)
@given(RANDOM_BOARDS, CHOICES, ROLLS)
def test_what_always_holds_on_any_board(text: str, options: dict[str, str], days: list[list[int]]) -> None:
    box = make_box({**options, "board": text, "lap_length": "47"})
    s = event_state([0, 0, 0, 0])
    for rolls in days:
        before = s.copy()
        s.story = []
        evaluate_day(box, s, rolls, [1, 2, 3, 4])
        for player in range(4):
            told = [event for event in s.story if event.seat == player]
            assert s.progress[player] >= 0 or options.get("below_start") == "negative"
            assert s.status[player] in (0, p.HALF, p.BOOSTER, p.BLOCKER, p.SIT_OUT)
            assert all(count >= 0 for count in s.cards[player])
            assert len([e for e in told if e.message in ("BM-E1.card", "BM-G5.back", "BM-G5.forward")]) <= 47
            if not rolls[player] or before.status[player] == p.SIT_OUT:
                assert s.progress[player] == before.progress[player]
        assert (s.roll, s.value, s.stood, s.came_from, s.visited, s.triggers, s.repeats) == (0,) * 7


@cache
def kit() -> CompiledKit:
    return compiled(RULES, "homestretch.players.search", bounds_check=True)


@pytest.mark.parametrize("seed", range(40))
def test_interpreted_equals_compiled(seed: int) -> None:
    """Random rulings, a random board: after every day each field of the two states is compared."""
    import numpy as np

    dice = random.Random(seed)
    options = {
        option.key: dice.choice(option.words)
        for option in OPTIONS
        if not isinstance(option, Count) and option.key not in ("board", "repeat_guard", "lap_length")
    }
    words = [
        "plain",
        *"ABS",
        "half",
        "booster",
        "wechsel",
        "blocker",
        "beam",
        "sit_out",
        "+3",
        "-4",
        "-2",
        "+2",
    ]
    options["repeat_guard"] = dice.choice(["once_per_day", "step_limit"])
    box = make_box({**options, "board": board({i: dice.choice(words) for i in range(47)})})
    rules, record = kit().instances[RULES], kit().box(box)
    s = event_state([0] * 60)
    states = kit().states(1)
    kit().search.copy_state(states, 0, kit().state(s))
    for _ in range(9):
        rolls, ranks = [dice.randrange(7) for _ in range(60)], [dice.randrange(61) for _ in range(60)]
        if dice.random() < 0.1:
            evaluate_void(box, s, rules, record, states[0])
        evaluate_day(box, s, rolls, ranks)
        rules.evaluate_day(record, states[0], np.array(rolls), np.array(ranks))
        assert from_record(p.State, states[0]) == s
    out, compiled_out = [0] * 60, np.zeros(60, np.int64)
    place(box, s, out)
    rules.place(record, states[0], compiled_out)
    assert out == compiled_out.tolist()


def evaluate_void(box: Any, s: Any, rules: Any, record: Any, state: Any) -> None:
    from homestretch.games.boardmania.rules import void_day

    void_day(box, s)
    rules.void_day(record, state)


def test_a_state_without_players_is_the_same_in_both() -> None:
    s = one_player(make_box())
    start(make_box(), s)
    assert s == first_position(make_box()).state
    assert Day(1, 0, 1).maps == ()
