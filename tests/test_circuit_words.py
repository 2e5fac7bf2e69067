"""What Sequester Circuit says and lays out beside the board: hints, steps, bets, cards, the score sheet."""

from typing import Any

import pytest
from races import CIRCUIT, LETTERS, PLAIN, Race

from homestretch.engine.contract import OPEN, SPECTATOR
from homestretch.engine.play import legal_actions
from homestretch.games.circuit.cars import BET, CARD, REVERSED
from homestretch.games.circuit.words import card_name
from homestretch.panels import Panel
from homestretch.svg import PAGE
from homestretch.text import text_of

TEXT = text_of("en", CIRCUIT.folder)


def acting(race: Race, letter: str = "") -> tuple[int, list[int]]:
    """Give the seat to act, or of a car, and what it may do."""
    seat = race.seat(letter or race.who())
    return seat, legal_actions(CIRCUIT.rules, race.box, race.s, seat)


def hints(race: Race, letter: str = "") -> list[str]:
    """Give what the page says under the task, in English."""
    seat, legal = acting(race, letter)
    return [TEXT(key, **given) for key, given in CIRCUIT.words.hints(race.box, race.view(seat), seat, legal)]


def labels(race: Race, letter: str = "") -> set[str]:
    """Give the names of all actions in English."""
    seat, legal = acting(race, letter)
    named = [CIRCUIT.words.label(race.box, race.view(seat), seat, action) for action in legal]
    return {TEXT(key, **given) for key, given in named}


def panels(race: Race, seat: int) -> dict[str, Panel]:
    """Give the panels beside the board by their keys."""
    return {panel.key: panel for panel in CIRCUIT.picture.beside(race.box, race.view(seat), seat, PAGE)}


def rows(panel: Panel) -> list[list[str]]:
    """Give the cells of a panel's table in English."""
    return [[", ".join(TEXT(key, **given) for key, given in cell) for cell in row] for row in panel.rows]


def test_the_steps_to_a_field_are_those_of_the_line() -> None:
    race = Race("R:b84", "R3", options=PLAIN).play("R3")
    expected = "a102 a120 a132 b108 b120 b132 c102 c111"  # T7
    assert labels(race) == {f"{field}: 3 steps" for field in expected.split()}


def test_the_tuning_kit_adds_no_steps_to_anothers_car() -> None:
    for turn, steps in (("Y", "3 steps"), ("R", "4 steps")):
        race = Race("R:b84", "R3", turn=turn, power="opvoerset", options=PLAIN).play("R3")
        assert f"b108: {steps}" in labels(race), turn  # c93 b96 b108, or c93 b96 a102 b108


def test_an_end_that_jams_the_car_says_so_and_the_page_explains_the_fraction() -> None:
    race = Race("R:a24 Y:a60 P:b60", "R6", options=PLAIN).play("R6")  # T4
    assert labels(race) == {
        "a48: 2 of 6 steps, then blocked", "a102: 6 steps", "b96: 6 steps", "c93: 6 steps",
    }  # fmt: skip
    assert hints(race) == ["2/6 on a field: the car would be blocked there after 2 of its 6 steps."]


@pytest.mark.parametrize(
    ("race", "said"),
    [
        (
            Race("R:b24", "R4", power="opvoerset", options=PLAIN),
            "Tuning kit: your car may go 1 step further.",
        ),
        (
            Race("R:b24 Y:a36 P:b36 B:c36", "R4", power="dwarsdoor", options=PLAIN),
            "Straight through: you may drive through one occupied field.",
        ),
        (
            Race("R:b24", "Y4/W3", power="kleurenblind"),
            "Colour-blind: a colour that is on the card will do too.",
        ),
    ],
    ids=["opvoerset", "dwarsdoor", "kleurenblind"],
)
def test_a_power_is_recalled_when_it_helps(race: Race, said: str) -> None:
    card = card_name(race.box, (race.s.hand[0] & -race.s.hand[0]).bit_length() - 1)
    race.play(card)
    while "Y>" in min(race.may()):
        assert hints(race) == []
        race.play(min(race.may()))
    assert said in hints(race)


def test_no_hint_where_there_is_nothing_to_overlook() -> None:
    for power in ("opvoerset", "dwarsdoor", "kleurenblind", "handrem"):
        assert hints(Race("R:b24 Y:b36", "Y1", power=power, options=PLAIN).play("Y1")) == [], power
    assert hints(Race("R:b24 Y:b36", "Y4/W3").play("Y4/W3 Y>a84")) == []
    assert hints(Race("R:b24", "R4", options=PLAIN)) == []


def at_line_2(**options: str) -> Race:
    """Have red cross bet line 2; yellow follows on b300, green on a24, the others in the last row."""
    race = Race("R:a312 Y:b300", "R1", powers={"P": "briefje"}, options={**PLAIN, **options})
    return race.play("R1 R>a320")


def test_the_bet_slip_says_what_a_bet_brings() -> None:
    race = at_line_2()
    said = "You get 6 million if the car wins, 4 for second and 2 for third place."
    assert hints(race) == [said]
    assert labels(race) == {"Red", "Yellow", "Pink", "Blue", "Orange", "Green"}
    race.do("P", "bet:R")
    assert hints(race, "P") == ["You get 3 million if the car wins, 2 for second and 1 for third place."]
    assert hints(at_line_2(payout="winner_only")) == ["You get 6 million if the car wins."]


def test_with_odds_each_bet_says_what_it_brings() -> None:
    race = at_line_2(payout="odds", bet_optional="yes")
    assert hints(race) == ["In brackets: your millions if the car comes first, second or third."]
    assert labels(race) == {
        "Red (2/1/0)", "Yellow (4/2/0)", "Green (6/3/0)", "Pink (8/4/0)",
        "Blue (8/4/0)", "Orange (8/4/0)", "Leave the slip empty",
    }  # fmt: skip
    race.do("P", "bet:R")
    assert "Green (3/0/0)" in labels(race, "P")


def test_the_reverser_lays_out_cards_of_two_lines_and_more_in_the_order_they_are_worked() -> None:
    race = Race("R:b24", "R4/W3 R5 R6/Y4/P2/B1", power="omkeerder")
    upward = panels(race, 0)["upward"]
    named = {TEXT(item.label[0], **item.label[1]): item for item in upward.items}
    assert set(named) == {"Play R4/W3 from bottom to top", "Play R6/Y4/P2/B1 from bottom to top"}
    drawn = named["Play R6/Y4/P2/B1 from bottom to top"]
    order = [part[part.index(">") + 1] for part in drawn.svg.split("<text")[1:]]
    heights = [float(part.split(' y="')[1].split('"')[0]) for part in drawn.svg.split("<text")[1:]]
    by_height = "".join(sign for _, sign in sorted(zip(heights, order, strict=True)) if sign in LETTERS)
    assert by_height == "BPYR"
    assert all(item.action >= REVERSED for item in upward.items)
    assert "upward" not in panels(Race("R:b24", "R4/W3", power="handrem"), 0)
    assert "upward" not in panels(Race("R:b24", "R4/W3", powers={"Y": "omkeerder"}), 1)


def test_the_steps_on_the_own_cards_are_counted_by_colour_and_grey_too() -> None:
    race = Race("R:b24", "R4/W3 R5 R6/Y4/P2/B1")
    (item,) = panels(race, 0)["steps"].items
    assert (
        TEXT(item.label[0], **item.label[1]) == "red 15, yellow 4, pink 2, blue 1, orange 0, green 0, grey 3"
    )
    assert "steps" not in panels(race, SPECTATOR)


def ended() -> Race:
    """End a race: red first, yellow second, pink third, blue fourth, orange fifth; green is out there."""
    race = Race("R:1 Y:2 P:3 B:4 O:b624 G:b24", "O1", turn="O", options=PLAIN)
    race.wager(1, "YRRRRR").wager(2, "YRRRRG").wager(3, "YRRRRG")
    return race.play("O1 O>FIN")


def test_the_score_sheet_names_the_winner_first_and_the_total_before_its_parts() -> None:
    race = ended()
    sheet = panels(race, OPEN)["sheet"]
    assert [TEXT(key, **given) for key, given in sheet.head] == [
        "Player", "Total", "Car", "Prize", "Bet 1", "Bet 2", "Bet 3",
    ]  # fmt: skip
    assert rows(sheet) == [
        ["1. player 2", "27", "Yellow (place 2)", "9", "Red: 9", "Red: 6", "Red: 3"],
        ["2. player 1", "24", "Red (place 1)", "12", "Yellow: 6", "Yellow: 4", "Yellow: 2"],
        ["3. player 3", "24", "Pink (place 3)", "6", "Red: 9", "Red: 6", "Red: 3"],
        ["4. player 4", "22", "Blue (place 4)", "4", "Red: 9", "Red: 6", "Red: 3"],
        ["5. player 5", "20", "Orange (place 5)", "2", "Red: 9", "Red: 6", "Red: 3"],
        ["6. player 6", "9", "Green (not finished)", "0", "Red: 9", "Green: 0", "Green: 0"],
    ]


def test_played_cards_are_folded_away_and_counted() -> None:
    race = Race("R:b24", "R1 R2", options=PLAIN).play("R1 R>b36")
    played = panels(race, 1)["played"]
    assert played.folded
    assert TEXT(played.title[0], **played.title[1]) == "Played cards (1)"


def test_only_a_card_in_the_own_hand_is_a_button() -> None:
    race = Race("R:b24", "R4/W3", hands={"Y": "Y4/W3"})
    for seat in range(6):
        shown: list[Any] = [item.action for panel in panels(race, seat).values() for item in panel.items]
        own = {CARD + card for card in range(48) if race.s.hand[seat] >> card & 1}
        assert {action for action in shown if action >= 0} == own
    assert BET not in own
