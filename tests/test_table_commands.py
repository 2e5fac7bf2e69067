"""The table: sealed choices, typed dice, takeback, resignation; who may do what."""

from collections.abc import Callable
from functools import partial

import pytest

from homestretch.engine.contract import CHANCE, OVER, IllegalAction
from homestretch.engine.problem import Problem
from homestretch.games import Game, game
from homestretch.table.names import clean_name
from homestretch.table.table import DIE, PERSON, SEALED, Setup, Table

SEED = "00" * 31 + "2a"
EVEN, ODD, A1, C1, A3 = 19, 20, 0, 2, 8


def crazy_jump(chance: str = SEALED, seats: tuple[str, ...] = (PERSON, PERSON)) -> Table:
    """Give a table after both have said even: by the seed black rolls 1, red 5 and red starts."""
    table = Table(Setup(game("crazy_jump"), {}, seats, chance, SEED)).begun()
    return table.act(0, [EVEN]).act(1, [EVEN])


@pytest.fixture
def penny(penny_rules: Game) -> Table:
    """Give a table of the sealed test game, dealt."""
    return Table(Setup(penny_rules, {}, (PERSON, PERSON), SEALED, SEED)).begun()


def refused(do: Callable[[], object]) -> str:
    """Give the key of the problem that do raises."""
    with pytest.raises(Problem) as caught:
        do()
    return caught.value.key


def test_chance_acts_by_itself_from_the_sealed_seed() -> None:
    table = crazy_jump()
    assert [entry.kind for entry in table.log] == ["act", "act", "draw", "draw"]
    assert [entry.data for entry in table.log[2:]] == [(1, 0), (5, 1)]
    assert table.waits_for() == [1]


def test_a_refused_command_leaves_the_table_as_it_was() -> None:
    table = crazy_jump()
    before = table.version, table.match.state.copy()
    commands: list[Callable[[], object]] = [
        lambda: table.act(0, [A1]),
        lambda: table.act(1, [15, 0]),
        lambda: table.type_die(0, 3),
        lambda: table.answer(0, True),
    ]
    for do in commands:
        with pytest.raises(Problem):
            do()
    assert (table.version, table.match.state) == before


def test_a_log_replays_to_the_same_table() -> None:
    table = crazy_jump().act(1, [A3]).take_back(1).act(1, [A1]).take_back(0).answer(1, True)
    again = Table.replayed(table.setup, table.log)
    assert again.match.state == table.match.state
    assert (again.match.moves, again.match.drawn, again.asked) == (table.match.moves, table.match.drawn, None)


def test_a_real_die_is_typed_by_anybody_at_the_table_and_must_be_a_face() -> None:
    table = crazy_jump(DIE)
    assert table.waits_for() == [CHANCE]
    assert table.legal(CHANCE) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(IllegalAction):
        table.type_die(0, 7)
    table = table.type_die(0, 6).type_die(1, 2)
    assert table.waits_for() == [0]
    assert refused(lambda: table.type_die(0, 3)) == "table.no_die"
    assert refused(lambda: crazy_jump().type_die(0, 3)) == "table.no_die"


def test_an_own_last_action_is_taken_back_at_once_while_nothing_has_followed() -> None:
    table = crazy_jump()
    back = table.act(1, [A3]).take_back(1)
    assert back.match.state == table.match.state
    assert back.waits_for() == [1]
    assert [entry.kind for entry in back.log[-2:]] == ["act", "back"]


def test_after_another_has_acted_all_must_agree_and_one_may_refuse() -> None:
    table = crazy_jump().act(1, [A3]).act(0, [C1])
    asking = table.take_back(1)
    assert (asking.must_answer(), asking.match.state) == ([0], table.match.state)
    assert refused(lambda: asking.take_back(0)) == "table.asked_already"
    assert refused(lambda: asking.answer(1, True)) == "table.nobody_asks"
    assert asking.answer(0, False).asked is None
    assert asking.answer(0, True).waits_for() == [1]
    assert asking.act(1, [1]).asked is None


def test_a_bot_agrees_by_itself() -> None:
    table = crazy_jump(seats=(PERSON, "bot:easy")).act(1, [A3]).act(0, [C1]).act(1, [1])
    assert table.take_back(0).waits_for() == [0]


def test_going_back_past_a_roll_never_shows_the_next_die() -> None:
    table = crazy_jump()
    back = table.take_back(1).answer(0, True)
    assert [entry.data for entry in back.act(1, [ODD]).log if entry.kind == "draw"][2:] == [(6, 2), (1, 3)]


def test_nothing_to_take_back_before_the_first_action_or_after_the_end() -> None:
    fresh = Table(Setup(game("crazy_jump"), {}, (PERSON, PERSON), SEALED, SEED))
    assert refused(lambda: fresh.take_back(0)) == "table.nothing_to_take_back"
    ended = crazy_jump().resign(0)
    assert refused(lambda: ended.take_back(1)) == "table.over"
    assert not ended.is_free_to_take_back(1)


def test_who_resigns_is_last_and_nothing_goes_on() -> None:
    ended = crazy_jump().resign(1)
    assert (ended.places(), ended.reason(), ended.waits_for(), ended.to_move()) == (
        (1, 2),
        "table.resigned",
        [],
        OVER,
    )
    assert ended.legal(1) == []
    for do in (lambda: ended.act(1, [A3]), lambda: ended.resign(0), lambda: ended.type_die(0, 1)):
        assert refused(do) == "table.over"


def test_sealed_choices_stay_in_their_slots_until_all_have_chosen(penny: Table) -> None:
    table = penny.act(1, [2])
    assert table.match.state == penny.match.state
    assert table.waits_for() == [0, 1]
    table = table.act(1, [1])
    assert table.waits_for() == [0]
    assert table.seen_by(1).state.said[1] == [2, 1]
    assert table.seen_by(0).state.said[1] == [0, 0]
    assert table.seen_by(0).state.count == [0, 0]
    assert table.legal(1) == []
    done = table.act(0, [0, 0])
    assert done.is_over()
    assert done.match.state.said == [[0, 0], [2, 1]]


def test_a_sealed_choice_may_change_until_the_phase_closes(penny: Table) -> None:
    chosen = penny.act(1, [0]).act(0, [2, 2])
    table = chosen.take_back(0)
    assert table.waits_for() == [0, 1]
    assert table.seen_by(0).state.said[0] == [0, 0]
    assert table.seen_by(1).state.said[1] == [0, 0]
    assert table.slots == {1: (0,)}
    done = table.act(0, [1, 0]).act(1, [1])
    assert done.match.state.said == [[1, 0], [0, 1]]
    assert Table.replayed(done.setup, done.log).match.state == done.match.state
    assert refused(lambda: done.take_back(0)) == "table.over"


def test_no_sealed_choice_comes_back_after_the_end(penny: Table) -> None:
    ended = penny.act(0, [2, 2]).resign(1)
    assert refused(lambda: ended.take_back(0)) == "table.over"


def test_a_sealed_choice_that_is_made_stands_until_it_is_taken_back(penny: Table) -> None:
    table = penny.act(0, [2, 2])
    with pytest.raises(IllegalAction):
        table.act(0, [1, 0])
    assert table.slots == {0: (2, 2)}
    with pytest.raises(IllegalAction):
        penny.act(0, [2, 3])
    with pytest.raises(IllegalAction):
        penny.act(0, [1, 1, 1])


def test_the_order_in_which_seats_seal_makes_no_difference(penny: Table) -> None:
    one = penny.act(0, [2, 1]).act(1, [0, 2])
    other = penny.act(1, [0, 2]).act(0, [2, 1])
    assert one.match.state == other.match.state
    assert one.match.moves == other.match.moves
    assert Table.replayed(one.setup, other.log).match.state == one.match.state


def test_nobody_goes_back_past_a_secret_that_is_sealed_for_good() -> None:
    table = Table(Setup(game("circuit"), {}, (PERSON,) * 6, SEALED, SEED)).begun()
    while not table.is_sealed_phase():
        table = table.act(table.to_move(), [max(table.legal(table.to_move()))])
    for seat in range(6):
        assert seat in table.waits_for()
        table = table.act(seat, [table.legal(seat)[0]])
    assert not table.is_sealed_phase()
    for seat in range(6):
        assert refused(partial(table.take_back, seat)) == "table.secret_shown"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("  An   na ", "An na"),
        ("Ｗｉｄｅ", "Wide"),
        ("An\u202ena", "Anna"),
        ("a\u200bb", "ab"),
        ("<b>x</b>", "<b>x</b>"),
        ("Zoë", "Zoë"),
        ("李", "李"),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(name: str, shown: str) -> None:
    assert clean_name(name) == shown


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("", "name.empty"),
        (" \u200b\u202e ", "name.empty"),
        ("---", "name.empty"),
        ("x" * 25, "name.long"),
        ("x" * 10_000, "name.long"),
    ],
)
def test_a_name_that_says_nothing_or_too_much_is_refused(name: str, key: str) -> None:
    assert refused(lambda: clean_name(name)) == key


@pytest.mark.parametrize("name", ["anna", "ANNA", "Аnnа", "Ánna", "A n n a", "Anna.", "𝐀𝐧𝐧𝐚", "An\u202ena"])
def test_a_name_cannot_imitate_another_at_the_table(name: str) -> None:
    assert refused(lambda: clean_name(name, ("Anna",))) == "name.taken"


@pytest.mark.parametrize(("name", "other"), [("Bill", "BiII"), ("modern", "modem"), ("l0ki", "Ioki")])
def test_letters_that_look_alike_count_as_the_same(name: str, other: str) -> None:
    assert refused(lambda: clean_name(name, (other,))) == "name.taken"
