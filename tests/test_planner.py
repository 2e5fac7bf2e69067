"""The planner says of each roll what the rules make of it, and of each time which roll it gives."""

import pytest
from boardmania import board, calendar, drove, hand
from hypothesis import given
from hypothesis import strategies as st

from homestretch.event.planner import (
    AT_HOME,
    Board,
    Piece,
    pieces,
    plan,
    rank_spans,
    shifts,
    time_spans,
)
from homestretch.games.boardmania import pieces as p
from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.day import Acts, Placed, Ranking, rank_day
from homestretch.games.boardmania.evaluate import evaluate

START = Piece()


def piece(at: int, cards: str = "-", status: int = 0) -> Piece:
    return Piece(at, tuple(hand(cards)), status)


def others(*times: int) -> list[Placed]:
    return [Placed(f"o{i}", "", i + 1, time_ms, 0, 0) for i, time_ms in enumerate(times)]


def test_from_start_each_roll_lands_where_the_board_says() -> None:
    moves = plan(make_box(), 1, {}, Ranking(0), "new").moves
    assert [(move.roll, move.path, move.piece.progress) for move in moves] == [
        (6, (6, 10), 10), (5, (5,), 5), (4, (4,), 4), (3, (3,), 3), (2, (2,), 2), (1, (1,), 1), (0, (), 0),
    ]  # fmt: skip
    assert moves[3].piece.status == p.HALF
    assert list(moves[0].piece.cards) == hand("R1")


@pytest.mark.parametrize(
    ("before", "roll", "value", "path", "after"),
    [
        (piece(7, status=p.BOOSTER), 3, 6, (13,), piece(13, "R1")),
        (piece(18, status=p.HALF), 6, 3, (21,), piece(21)),
        (piece(11, status=p.BLOCKER), 6, 3, (14,), piece(14, status=p.BLOCKER)),
        (piece(17), 5, 5, (22,), piece(17)),
        (piece(33), 5, 5, (38, 43), piece(43, "A1")),
        (piece(46), 5, 5, (4,), piece(51, "S1")),
    ],
)
def test_a_move_is_what_the_rules_document_works_out(
    before: Piece, roll: int, value: int, path: tuple[int, ...], after: Piece
) -> None:
    move = Board(make_box()).move(before, 3, roll)
    assert (move.value, move.path, move.piece) == (value, path, after)


def test_what_is_played_is_told_with_the_rule_and_a_bonus_is_taken() -> None:
    move = Board(make_box()).move(Piece(3, tuple(hand("S2 R2")), p.BOOSTER), 3, 3)
    assert (move.path, move.piece.progress, move.piece.bonuses, move.gain) == ((9, 7, 10, 13), 13, 2, 10)
    assert [event.rule for event in move.steps].count("BM-E4") == 2


def test_who_stays_at_home_keeps_his_place_and_a_booster_lapses_but_an_engine_blocker_waits() -> None:
    play = Board(make_box())
    for status, then in ((p.BOOSTER, 0), (p.HALF, 0), (p.BLOCKER, p.BLOCKER)):
        move = play.move(piece(11, status=status), 3, AT_HOME)
        assert (move.piece.progress, move.piece.status, move.path) == (11, then, ())


def test_two_days_ahead_counts_what_the_status_does() -> None:
    ahead = Board(make_box()).move(START, 1, 3).outlook
    # From 3 with Half Roll: 1 and 2 count 1 (field 4), 3 and 4 count 2 (5), 5 and 6 count 3 (6, on to 10).
    assert ahead
    assert ahead.progress == (4, 4, 5, 5, 10, 10)
    assert (ahead.best, ahead.furthest) == ((5, 6), 10)
    assert ahead.average == pytest.approx(38 / 6)


def test_a_sit_out_costs_the_next_day() -> None:
    move = Board(make_box()).move(piece(44), 1, 1)
    assert move.piece.status == p.SIT_OUT
    assert move.outlook
    assert move.outlook.progress == (45,) * 6


def test_who_sits_out_can_only_wait() -> None:
    found = plan(make_box(), 4, {"a": piece(45, status=p.SIT_OUT), "b": piece(20)}, Ranking(0), "a")
    assert found.sits_out
    assert [(move.roll, move.piece) for move in found.moves] == [(AT_HOME, piece(45))]
    assert (found.spans, found.shifts, found.leader) == ((), (), 45)


def test_after_the_last_day_nothing_follows_and_no_status_is_left() -> None:
    move = Board(make_box()).move(START, 9, 3)
    assert (move.outlook, move.piece.status) == (None, 0)


@pytest.mark.parametrize(
    ("n", "spans"),
    [
        (3, {6: (1, 1), 5: (2, 2), 4: (3, 3)}),
        (8, {6: (1, 1), 5: (2, 2), 4: (3, 4), 3: (5, 6), 2: (7, 7), 1: (8, 8)}),
        (12, {6: (1, 2), 5: (3, 4), 4: (5, 6), 3: (7, 8), 2: (9, 10), 1: (11, 12)}),
        (50, {6: (1, 7), 5: (8, 14), 4: (15, 21), 3: (22, 28), 2: (29, 35), 1: (36, 42)}),
    ],
)
def test_the_ranks_of_each_roll_follow_the_table(n: int, spans: dict[int, tuple[int, int]]) -> None:
    assert rank_spans(make_box(), n) == spans


def test_an_equal_time_driven_later_ranks_behind() -> None:
    spans = time_spans(make_box(), others(50_000, 52_000), "me")
    assert spans == ((6, 1, 49_999), (5, 50_000, 51_999), (4, 52_000, None))
    equal = time_spans(make_box({"ties": "equal_rank"}), others(50_000, 52_000), "me")
    assert equal == ((6, 1, 50_000), (5, 50_001, 52_000), (4, 52_001, None))


def test_equal_times_by_login_depend_on_the_login() -> None:
    box = make_box({"ties": "login"})
    assert time_spans(box, others(50_000), "a") == ((6, 1, 50_000), (5, 50_001, None))
    assert time_spans(box, others(50_000), "z") == ((6, 1, 49_999), (5, 50_000, None))


def test_alone_every_time_gives_a_six_and_behind_42_there_is_no_roll() -> None:
    assert time_spans(make_box(), [], "me") == ((6, 1, None),)
    crowd = time_spans(make_box(), others(*(50_000 + 10 * i for i in range(42))), "me")
    assert crowd[-1] == (0, 50_410, None)


@given(
    st.lists(st.integers(1, 40), max_size=50), st.integers(1, 41),
    st.sampled_from(["earlier", "equal_rank", "login"]),
)  # fmt: skip
def test_a_time_in_a_span_gives_that_roll_in_the_ranking(times: list[int], mine: int, ties: str) -> None:
    box, day = make_box({"ties": ties}), calendar(1)[0]
    finishes = [drove(f"o{i}", time / 1000) for i, time in enumerate(times)]
    before = rank_day(box, day, finishes, Acts())
    span = next(s for s in time_spans(box, before.placed, "me") if s.last is None or mine <= s.last)
    ranked = rank_day(box, day, [*finishes, drove("me", mine / 1000, hour=13)], Acts())
    assert next(each.roll for each in ranked.placed if each.login == "me") == span.roll


def test_more_drivers_widen_the_middle_and_may_push_one_down() -> None:
    found = shifts(make_box(), 6, 3, 2)
    assert [(each.n, each.slower, each.faster) for each in found] == [(7, 4, 3), (8, 4, 3)]
    assert found[1].ranks[4] == (3, 4)
    assert shifts(make_box(), 6, None, 1)[0].slower is None


def test_the_own_time_is_no_rival_of_itself() -> None:
    box, day = make_box(), calendar(1)[0]
    live = rank_day(box, day, [drove("a", 50), drove("me", 51), drove("b", 52)], Acts())
    found = plan(box, 1, {}, live, "me")
    assert found.own
    assert (found.own.rank, found.n) == (2, 3)
    assert found.spans == ((6, 1, 49_999), (5, 50_000, 51_999), (4, 52_000, None))
    assert plan(box, 1, {}, live, "newcomer").n == 4


def test_the_pieces_are_those_of_the_last_day_and_remember_the_sets_that_gave_a_bonus() -> None:
    box = make_box({"board": board({1: "S", 2: "S", 3: "S"}), "card_bonus_repeat": "once_per_env"})
    finishes = [drove(name, 50 + i, day) for day in (1, 2, 3) for i, name in enumerate("abcdef")]
    days = evaluate(box, calendar(3), finishes, Acts(), {}).days
    found = pieces(days)
    assert found["f"] == Piece(6, (0,) * 7, 0, 1, 1 << p.LETTERS.index("S"))
    assert found["a"] == Piece(18, (0,) * 7)
