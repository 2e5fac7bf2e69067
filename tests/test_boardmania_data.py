"""BoardMania's boards and dice tables: the built-in ones, and what is said about poor ones."""

import pytest
from boardmania import board

from homestretch.engine.problem import Problem
from homestretch.games.boardmania import layout
from homestretch.games.boardmania import pieces as p
from homestretch.games.boardmania.box import check_board, check_table, make_box
from homestretch.games.boardmania.dice import even_top, middle_first, proportional
from homestretch.games.boardmania.pieces import roll_of

SOURCE = "".join(
    line
    for line in (layout.DATA / "board.toml").read_text("utf-8").splitlines(keepends=True)
    if not line.startswith("#")
)


def keys(text: str, **options: str) -> list[str]:
    return [each.key for each in check_board(text, options)]


def test_the_built_in_board_is_as_laid_down_and_without_a_finding() -> None:
    box = make_box()
    vehicles = {letter: [] for letter in "ABCDIRS"}  # type: dict[str, list[int]]
    for field in range(47):
        if box.kind[field] == p.VEHICLE:
            vehicles[p.LETTERS[box.amount[field]]].append(field)
    assert vehicles == {
        "S": [2, 4, 7], "R": [8, 10, 13], "D": [17, 18, 20], "I": [23, 24, 26], "B": [29, 30, 33],
        "C": [35, 36, 39], "A": [41, 43, 46],
    }  # fmt: skip
    special = {
        p.START: [0], p.JUMP: [6, 9, 15, 19, 28, 37], p.HALF: [3, 34], p.BOOSTER: [11, 27],
        p.WECHSEL: [12, 38], p.BLOCKER: [14, 40], p.BEAM: [22], p.SIT_OUT: [45],
    }  # fmt: skip
    for kind, fields in special.items():
        assert [field for field in range(47) if box.kind[field] == kind] == fields
    assert {field: box.amount[field] for field in special[p.JUMP]} == {
        6: 4,
        9: -2,
        15: 3,
        19: -3,
        28: -4,
        37: 2,
    }
    assert check_board(SOURCE) == []


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (('"plain", "S", "half"', '"plain", "S", "quarter"'), "boardmania.kind"),
        (('"plain", "S", "half"', '"plain", "X", "half"'), "boardmania.kind"),
        (('"+4"', '"+0"'), "boardmania.kind"),
        (('"+4"', '"+47"'), "boardmania.kind"),
        (('"+4"', "4"), "boardmania.kind"),
        (('"start",', '"plain",'), "boardmania.start"),
        (('"half", "S"', '"half", "start"'), "boardmania.start"),
        (('"start",\n', '"start", "plain",\n'), "boardmania.field_count"),
        (("fields = [", "felder = ["), "boardmania.no_fields"),
        (("fields = [", "fields = "), "track.no_toml"),
        (("A = 41", "A = 47"), "boardmania.zones"),
        (("A = 41", "X = 41"), "boardmania.zones"),
        (("zones = {", 'zones = "S" #'), "boardmania.zones"),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused_and_says_where(
    change: tuple[str, str], key: str
) -> None:
    text = SOURCE.replace(*change, 1)
    assert text != SOURCE
    found = check_board(text)
    assert [(each.key, each.is_error) for each in found] == [(key, True)]
    with pytest.raises(Problem) as wrong:
        make_box({"board": text})
    assert wrong.value.key == key


def test_every_fault_of_a_board_is_listed_with_its_field() -> None:
    found = check_board(board({4: "x", 9: "y"}))
    assert [each.params["field"] for each in found] == [4, 9]


def test_a_real_minus_sign_is_read() -> None:
    assert make_box({"board": board({9: "−2"})}).amount[9] == -2


@pytest.mark.parametrize(
    ("fields", "key", "where"),
    [
        ({4: "+3", 7: "-3"}, "boardmania.loop", {"field": 4, "start": 0, "value": 4, "way": "4, 7, 4"}),
        ({20: "beam", 21: "-1", 22: "-2", 23: "-3", 24: "-4", 25: "-5"}, "boardmania.dead", {"field": 19}),
        ({4: "+3", 7: "+2"}, "boardmania.jump_on_jump", {"field": 4, "target": 7}),
        ({4: "+3", 7: "beam"}, "boardmania.jump_on_trap", {"field": 4, "target": 7}),
        ({4: "+3", 7: "sit_out"}, "boardmania.jump_on_trap", {"field": 4, "target": 7}),
        (
            {**dict.fromkeys(range(10, 16), "beam"), 18: "S"},
            "boardmania.unreached",
            {"field": 18},
        ),
    ],
)
def test_what_is_poor_about_a_board_is_said_and_forbids_nothing(
    fields: dict[int, str], key: str, where: dict[str, object]
) -> None:
    found = [each for each in check_board(board(fields)) if each.key == key]
    assert where in [each.params for each in found]
    assert not any(each.is_error for each in found)
    make_box({"board": board(fields)})


def test_boards_with_a_circle_are_refused_where_that_is_agreed() -> None:
    circle = {"board": board({4: "+3", 7: "-3"}), "repeat_guard": "forbid"}
    with pytest.raises(Problem) as wrong:
        make_box(circle)
    assert wrong.value.key == "boardmania.loop"
    make_box({"repeat_guard": "forbid"})


@pytest.mark.parametrize(
    ("n", "values"),
    [
        (7, "6543321"), (8, "65443321"), (9, "654433221"), (10, "6554433221"), (11, "65544332211"),
        (12, "665544332211"),
    ],
)  # fmt: skip
def test_middle_first_as_in_the_examples(n: int, values: str) -> None:
    assert middle_first(n) == [int(value) for value in values]


@pytest.mark.parametrize(
    ("n", "top", "by_share"),
    [(7, "6654321", "6654321"), (8, "66554321", "66543321"), (9, "665544321", "665443221")],
)
def test_the_other_generators_by_hand(n: int, top: str, by_share: str) -> None:
    assert even_top(n) == [int(value) for value in top]
    assert proportional(n) == [int(value) for value in by_share]


@pytest.mark.parametrize("word", ["middle_first", "even_top", "proportional"])
@pytest.mark.parametrize("scored", [42, 99])
def test_a_table_gives_every_rank_a_roll_falling_from_six_to_one(word: str, scored: int) -> None:
    box = make_box({"table": word, "max_scored": str(scored)})
    for n in range(6, scored + 1):
        row = [roll_of(box, n, rank) for rank in range(1, n + 1)]
        assert row == sorted(row, reverse=True)
        assert set(row) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("word", "rows"),
    [
        ("top", ["6", "65", "654", "6543", "65432", "654321"]),
        ("bottom", ["1", "21", "321", "4321", "54321", "654321"]),
        ("spread", ["6", "61", "641", "6531", "65431", "654321"]),
    ],
)
def test_few_drivers(word: str, rows: list[str]) -> None:
    box = make_box({"few_drivers": word})
    found = ["".join(str(roll_of(box, n, rank)) for rank in range(1, n + 1)) for n in range(1, 7)]
    assert found == rows


def csv_of(rows: dict[int, list[int]]) -> str:
    lines = [f"{n},{rank},{value}" for n, row in rows.items() for rank, value in enumerate(row, 1)]
    return "\n".join(["n,rank,value", *lines]) + "\n"


ROWS = {n: even_top(n) for n in range(7, 43)}


def test_a_table_of_ones_own_is_used_as_it_says() -> None:
    rows = {**ROWS, 7: [6, 5, 4, 3, 2, 1, 1], 2: [6, 1]}
    box = make_box({"table": csv_of(rows)})
    assert [roll_of(box, 7, rank) for rank in range(1, 8)] == rows[7]
    assert [roll_of(box, 2, rank) for rank in (1, 2)] == [6, 1]
    assert [roll_of(box, 3, rank) for rank in (1, 2, 3)] == [6, 5, 4]
    assert check_table(csv_of(rows)) == []
    assert check_table("\ufeff" + csv_of(rows).replace(",", ";").replace("\n", "\r\n")) == []


@pytest.mark.parametrize(
    ("text", "key", "params"),
    [
        (csv_of(ROWS).replace("n,rank", "rank,n"), "boardmania.table_head", {}),
        (csv_of(ROWS) + "7,x,1\n", "boardmania.table_row", {"line": 884}),
        (csv_of(ROWS) + "7,8,1\n", "boardmania.table_range", {"line": 884, "most": 99}),
        (csv_of(ROWS) + "7,1,7\n", "boardmania.table_range", {"line": 884, "most": 99}),
        (csv_of(ROWS) + "7,1,6\n", "boardmania.table_twice", {"line": 884, "n": 7, "rank": 1}),
        (csv_of({**ROWS, 9: []}), "boardmania.table_missing", {"n": 9}),
        (csv_of({**ROWS, 9: even_top(8)}), "boardmania.table_size", {"n": 9, "found": 8}),
        (csv_of({**ROWS, 9: [6, 5, 5, 4, 5, 3, 2, 1, 1]}), "boardmania.table_rises", {"n": 9, "rank": 5}),
        (csv_of({**ROWS, 9: [5] * 8 + [1]}), "boardmania.table_ends", {"n": 9, "first": 5, "last": 1}),
        ("", "boardmania.table_missing", {"n": 7}),
    ],
)  # fmt: skip
def test_a_wrong_table_is_refused_and_says_where(text: str, key: str, params: dict[str, object]) -> None:
    found = check_table(text)
    assert (key, params) in [(each.key, each.params) for each in found]
    assert all(each.is_error for each in found)
    if text:
        with pytest.raises(Problem):
            make_box({"table": text})


@pytest.mark.parametrize(
    "text", ["fields = " + "[" * 20_000, "a = 1", "fields = [{a = 1}]", "fields = 7", "x\x00=1"]
)
def test_nothing_that_calls_itself_a_board_makes_the_check_fall_over(text: str) -> None:
    assert next(iter(check_board(text))).is_error


@pytest.mark.parametrize(
    "text", ["", ",", "n,rank,value\n\n7,1,\x00", "n,rank,value\n７,1,6", '"', ";;\n1;1;1"]
)
def test_nothing_that_calls_itself_a_table_makes_the_check_fall_over(text: str) -> None:
    assert next(iter(check_table(text))).is_error


def test_texts_that_are_too_long_are_refused() -> None:
    for check in (check_board, check_table):
        with pytest.raises(Problem) as wrong:
            check("#" * 50_000)
        assert wrong.value.key == "option.long"
