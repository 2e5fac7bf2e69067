"""Sequester Circuit with decks and circuits of one's own, and its notation."""

import re

import pytest
from races import CIRCUIT, PLAIN, ROUND, SINGLES, Race, deck_text, set_up, street

from homestretch.engine.problem import Problem
from homestretch.games.circuit.box import make_box
from homestretch.games.circuit.cars import (
    BET,
    CAR,
    CARD,
    DECLINE,
    FINISH,
    NO_BET,
    POWER,
    REVERSED,
    SEAT,
    SKIP,
)
from homestretch.games.circuit.deck import read_deck
from homestretch.games.circuit.words import format_action, parse_action, tokens
from homestretch.table.match import Match
from homestretch.table.record import format_record, parse_record, record_of
from homestretch.track.circuit import BUILT_IN


def test_a_deck_of_ones_own_is_read_as_its_file_says() -> None:
    deck = read_deck(deck_text(ROUND, "handrem_uses = 1"))
    assert (deck.name, len(deck.cards)) == ("Own", 6)
    assert deck.cards[1] == ((1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (0, 1))
    assert deck.powers["handrem_uses"] == 1
    assert deck.powers["opvoerset_highest"] == 4
    assert len(deck.all_cards()) == 48


SIX = "R1 Y1 P1 B1 O1 G1"
WRONG_DECKS: list[tuple[str, str, dict[str, object]]] = [
    ('name = "no cards"\n', "deck.cards", {}),
    ("cards = [1, 2, 3, 4, 5, 6]\n", "deck.cards", {}),
    (deck_text("R1 Y1 P1 B1 O1"), "deck.number", {"n": 5, "fewest": 6, "most": 42}),
    (deck_text(f"{SINGLES} {ROUND} W1"), "deck.number", {"n": 43, "fewest": 6, "most": 42}),
    (deck_text("R1 Y1 P1 B1 O1 G9"), "deck.line", {"card": "G9", "line": "G9"}),
    (deck_text("R1 Y1 P1 B1 O1 G2/Z1"), "deck.line", {"card": "G2/Z1", "line": "Z1"}),
    (deck_text(SIX, "handrem_uses = 100"), "deck.powers", {"key": "handrem_uses", "low": 0, "high": 99}),
    (deck_text(SIX, "opvoerset_extra = 3"), "deck.powers", {"key": "opvoerset_extra", "low": 0, "high": 2}),
    (deck_text(SIX, "briefje_line = 0"), "deck.powers", {"key": "briefje_line", "low": 1, "high": 3}),
    (deck_text(SIX, "briefje_line = true"), "deck.powers", {"key": "briefje_line", "low": 1, "high": 3}),
    (deck_text(SIX, "turbo = 1"), "deck.powers", {"key": "turbo", "low": 0, "high": 0}),
    (f"{deck_text(SIX)}powers = 3\n", "deck.powers", {"key": "powers", "low": 0, "high": 0}),
    (deck_text(f"{SIX} R1"), "deck.twice", {"card": "R1"}),
    (
        deck_text(f"{SIX} R2"),
        "deck.colours",
        {"steps": "R 3, Y 1, P 1, B 1, O 1, G 1"},
    ),
    (deck_text(f"{SIX} R8/Y6/P5/B4/O3/G2/W1"), "deck.too_long", {"card": "R8/Y6/P5/B4/O3/G2/W1", "most": 6}),
    (deck_text(f"{SIX} R4/R2"), "deck.colour_twice", {"card": "R4/R2"}),
    (deck_text(f"{SIX} R2/Y2"), "deck.speeds", {"card": "R2/Y2"}),
    (deck_text(f"{SIX} R2/Y3"), "deck.speeds", {"card": "R2/Y3"}),
]


@pytest.mark.parametrize(("text", "key", "params"), WRONG_DECKS)
def test_a_deck_that_is_wrong_is_refused_by_name(text: str, key: str, params: dict[str, object]) -> None:
    for read in (read_deck, lambda text: make_box({"deck": text})):
        with pytest.raises(Problem) as caught:
            read(text)
        assert (caught.value.key, caught.value.params) == (key, params)


def test_a_deck_that_is_no_toml_is_refused() -> None:
    with pytest.raises(Problem) as caught:
        read_deck("cards = [\n")
    assert caught.value.key == "track.no_toml"
    assert caught.value.params["file"] == "deck"


def test_two_wild_lines_on_one_card_are_fine_and_go_to_different_cars() -> None:
    cards = f"{SIX} W4/W2"
    race = Race("R:b24", "W4/W2", options={"deck": deck_text(cards)}).play("W4/W2 W=R R>b72")
    assert race.refusal("W=R") == "Z19.named"
    assert race.may() == {"W=Y", "W=P", "W=B", "W=O", "W=G"}


def test_another_limit_of_handrem_and_of_the_hand_size() -> None:
    options = {"deck": deck_text(ROUND, "handrem_uses = 1")}
    race = Race("R:b24 Y:b36 P:b48", "Y6/P5/B4/O3/G2/R1", power="handrem", options=options)
    race.play("Y6/P5/B4/O3/G2/R1 Y>skip")
    assert race.refusal("P>skip") == "P2.used"
    assert set_up("", options, seed="07" * 32).state.held == [2] * 6


@pytest.mark.parametrize(
    ("card", "ends"),
    [("R5", "a72 b72 c72 a102 b96 c93"), ("R6", "a84 b84 c84")],
)
def test_another_limit_of_opvoerset(card: str, ends: str) -> None:
    powers = "opvoerset_highest = 5\nopvoerset_extra = 2"
    options = {"deck": deck_text(SINGLES, powers)}
    race = Race("R:b12 B:1 O:2 G:3", card, power="opvoerset", options=options)
    assert race.play(card).ends("R") == set(ends.split())


def test_another_line_and_pay_of_the_second_slip() -> None:
    options = {"deck": deck_text(SINGLES, "briefje_line = 1\nbriefje_pays_as = 1")}
    race = Race("R:b156", "R1", powers={"Y": "briefje"}, options=options).play("R1 R>b168 bet:R bet:R")
    assert "bet:-" in race.may("Y")
    end = Race("R:1 Y:2 P:3 B:4 O:b624 G:c480", "O5", turn="O", powers={"Y": "briefje"}, options=options)
    end.s.slip[1] = 0
    assert end.play("O5 O>FIN").money() == (12, 9 + 9, 6, 4, 2, 0)
    two = set_up("R Y P B O G R Y P B O G", {**options, "bet_rounds": "2"})
    drawn = {format_action(two.box, two.state, -1, action) for action in two.legal(-1)}
    assert "power:none" in drawn
    assert "power:briefje" not in drawn


LANE_A = "a = [12, 24, 36, 48, 60, 72, 84, 96, 108, 120]"
LANE_B = LANE_A.replace("a =", "b =")
STREET = street()
ROADS = f"section = [\n  {{ from = 0, {LANE_A}"
EVERY_STRIPE = ", ".join(map(str, range(1, 121)))
WRONG_CIRCUITS: list[tuple[str, str, str, dict[str, object]]] = [
    ('name = "Street"', "", "track.key", {"key": "name"}),
    ("finish = 120", 'finish = "120"', "track.key", {"key": "finish"}),
    ("[48, 60, 96]", '["a"]', "track.numbers", {"text": "['a']"}),
    ("finish", "points = [[5, 1, 1], [6, 2, 2], [7, 3, 3], [8, 4, 4]]\nfinish", "track.points", {}),
    (
        LANE_A,
        f"a = [{', '.join(map(str, range(1, 300)))}]",
        "track.too_many",
        {"n": 299 + 20, "most": 256},
    ),
    (LANE_A, LANE_A.replace("12, 24", "24, 12"), "track.backwards", {"field": "a12", "back": 24}),
    ("finish", 'walls = [["a12"]]\nfinish', "track.walls", {"text": "[['a12']]"}),
    (ROADS, f"section = [ {{ from = 0, a = [12] }}, {{ from = 0, {LANE_A}", "track.twice", {"field": "a12"}),
    ("finish = 120", "finish = 108", "track.behind_finish", {"field": "a120", "finish": 108}),
    ("finish", 'walls = [["a13", "a24"]]\nfinish', "track.no_field", {"field": "a13"}),
    ('"a24"', '"a25"', "track.no_field", {"field": "a25"}),
    ('"a24"', '"b24"', "track.grid_twice", {"field": "b24"}),
    ("finish", 'walls = [["a12", "a24"], ["a12", "b24"]]\nfinish', "track.dead_end", {"field": "a12"}),
    ("finish", 'walls = [["b36", "c48"], ["c36", "c48"]]\nfinish', "track.unreached", {"field": "c48"}),
    ("[48, 60, 96]", "[60, 48, 96]", "track.line_order", {"lines": "60, 48, 96"}),
    ("[48, 60, 96]", "[50, 60, 96]", "track.line_lanes", {"line": 50, "lanes": "a, b, c"}),
    (', "c12"]', "]", "track.grid", {"n": 5, "wanted": 6}),
    ("[48, 60, 96]", "[48, 60]", "track.lines", {"n": 2, "wanted": 3}),
]


@pytest.mark.parametrize(
    ("old", "new", "key", "params"), WRONG_CIRCUITS, ids=[row[2] for row in WRONG_CIRCUITS]
)
def test_a_circuit_that_is_wrong_is_refused_by_name(
    old: str, new: str, key: str, params: dict[str, object]
) -> None:
    assert old in STREET
    with pytest.raises(Problem) as caught:
        make_box({"circuit": STREET.replace(old, new, 1)})
    assert caught.value.key == key
    assert params.items() <= caught.value.params.items()


def test_a_circuit_without_a_way_into_the_finish_or_no_toml_is_refused() -> None:
    nothing = 'name = "Nothing"\nfinish = 120\nlines = [48, 60, 96]\ngrid = []\nsection = []\n'
    with pytest.raises(Problem) as caught:
        make_box({"circuit": nothing})
    assert (caught.value.key, caught.value.params) == ("track.no_finish", {"finish": 120})
    with pytest.raises(Problem) as caught:
        make_box({"circuit": "name = \n"})
    assert (caught.value.key, caught.value.params["file"]) == ("track.no_toml", "circuit")


def test_a_circuit_on_which_a_move_could_span_too_many_fields_is_refused() -> None:
    grid = 'grid = ["a24", "b24", "a12", "b12", "b11", "b10"]'
    dense = re.sub(r"grid = .*", grid, STREET).replace(LANE_B, f"b = [{EVERY_STRIPE}]")
    dense = dense.replace(LANE_A.replace("a =", ", c ="), "")
    with pytest.raises(Problem) as caught:
        make_box({"circuit": dense})
    assert (caught.value.key, caught.value.params) == ("track.dense", {"field": "b1", "steps": 9, "most": 62})


def test_a_circuit_of_ones_own_is_driven_on() -> None:
    race = Race("R:b108", "R5", options={"circuit": STREET}).play("R5")
    assert race.ends("R") == {"FIN"}
    wall = STREET.replace("finish", 'walls = [["b24", "b36"]]\nfinish', 1)
    walled = Race("R:b24", "R1", options={**PLAIN, "circuit": wall}).play("R1")
    assert walled.ends("R") == {"a36", "c36"}


def test_notation_of_cards_moves_names_and_bets_is_read_and_written() -> None:
    race = Race("R:b612 Y:b48", "R6/Y4/P2/B1 R4/W3 R8", power="omkeerder")
    for word, action in [
        ("R6/Y4/P2/B1", CARD + 6),
        ("~R6/Y4/P2/B1", REVERSED + 6),
        ("R4/W3", CARD + 24),
        ("R8", CARD + 42),
    ]:
        assert_both(race, word, action)
    race.play("R6/Y4/P2/B1")
    assert_both(race, "R>FIN", FINISH)
    assert_both(race, "R>skip", SKIP)
    race.play("R>FIN")
    assert_both(race, "Y>b96", race.field("b96"))
    named = Race("R:b24", "R4/W3").play("R4/W3 R>b72")
    assert_both(named, "W=R", CAR)
    assert_both(named, "W=G", CAR + 5)
    assert_both(named, "W=-", DECLINE)
    bets = Race("R:b120", "R5").play("R5 R>b180")
    assert_both(bets, "bet:R", BET)
    assert_both(bets, "bet:G", BET + 5)
    assert_both(bets, "bet:-", NO_BET)


def assert_both(race: Race, word: str, action: int) -> None:
    """Check that a word is read as an action, in capitals or not, and that the action is written so."""
    seat = race.seat(race.who())
    for text in (word, word.lower(), word.upper(), f" {word} "):
        assert parse_action(race.box, race.s, seat, text) == action
    assert format_action(race.box, race.s, seat, action) == word


def test_notation_of_the_set_up() -> None:
    match = set_up("")
    for word, action in [
        ("G", CAR + 5),
        ("power:omkeerder", POWER),
        ("power:briefje", POWER + 5),
        ("O5/B3/Y2", CARD + 19),
        ("seat6", SEAT + 5),
    ]:
        assert parse_action(match.box, match.state, -1, word) == action
        assert format_action(match.box, match.state, -1, action) == word


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play O5/B3/Y2: O>b96, B>a102 Y>c93", ["O5/B3/Y2", "O>b96", "B>a102", "Y>c93"]),
        ("Speel ~R4/W3: W=R; R>b96.", ["~R4/W3", "W=R", "R>b96"]),
        ("spiel R5\nR>FIN", ["R5", "R>FIN"]),
        ("bet R", ["bet:R"]),
        ("Bet: r", ["bet:r"]),
        ("bet:-", ["bet:-"]),
        ("  ", []),
    ],
)
def test_a_line_as_people_write_it_is_taken_apart(text: str, words: list[str]) -> None:
    assert tokens(text) == words


def test_a_line_as_people_write_it_is_played() -> None:
    race = Race("O:b36 B:b60 Y:c72", "O5/B3/Y2", turn="O").play("play O5/B3/Y2: O>b96, B>a102 Y>c93")
    assert [race.at(letter) for letter in "OBY"] == ["b96", "a102", "c93"]
    bets = Race("R:b120", "R5").play("PLAY R5: R>b180").play("bet R").play("Bet: r")
    assert [bets.s.bets[seat][0] for seat in range(3)] == [0, 0, -1]


def test_what_is_no_notation_is_refused_with_what_is_wrong() -> None:
    race = Race("R:b24", "R4/W3").play("R4/W3")
    for word, key, params in [
        ("Y>b36", "circuit.other_car", {"car": "car.1", "now": "car.0"}),
        ("R>b37", "track.no_field", {"field": "B37"}),
        ("R>", "notation", {"text": "R>", "example": "R>b96, R>FIN"}),
        ("hello", "notation", {"text": "hello", "example": "R>b96, R>FIN"}),
    ]:
        with pytest.raises(Problem) as caught:
            parse_action(race.box, race.s, 0, word)
        assert (caught.value.key, caught.value.params) == (key, params)
    with pytest.raises(Problem) as caught:
        parse_action(race.box, race.play("R>b72").s, 0, "R>b96")
    assert caught.value.params == {"car": "car.0", "now": "car.none"}
    with pytest.raises(Problem) as caught:
        parse_action(CIRCUIT.box(), Race().s, 0, "R5/Y4")
    assert (caught.value.key, caught.value.params["example"]) == ("notation", "O5/B3/Y2")


@pytest.mark.parametrize("ending", ["", "\n", "\n\n", "  \n# a comment  ", "\r\n"])
def test_a_circuit_of_ones_own_comes_back_from_the_record_however_its_lines_end(ending: str) -> None:
    text = (BUILT_IN / "het_grasveld.toml").read_text("utf-8").replace("\n\n", "  \n\t\n") + ending
    record = record_of(Match(CIRCUIT, {"circuit": text}), ("",) * 6)
    assert parse_record(format_record(record)) == record
    assert Match(CIRCUIT, record.options).box == CIRCUIT.box({"circuit": text})
