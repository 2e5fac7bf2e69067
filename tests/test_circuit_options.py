"""Sequester Circuit's rulings (table 4.6) and powers (section 5), each with what it changes."""

import pytest
from races import CIRCUIT, FULL_GRID, LETTERS, PLAIN, Race, cards_of, legal_words, set_up

from homestretch.engine.contract import CHANCE, SPECTATOR, IllegalAction
from homestretch.engine.problem import Problem
from homestretch.engine.view import to_json
from homestretch.games.circuit.box import OPTIONS
from homestretch.games.circuit.cars import CAR, DEAL, NO_CAR, NO_POWER, NOT_YET, UNKNOWN
from homestretch.table.match import Match, Move

SEED = "07" * 32
IN_ORDER = "R Y P B O G R Y P B O G"
"""Grid and drivers, both in the order of the colours."""

FIVE_IN = "R:1 Y:2 P:3 B:4 O:b624 G:c480"
"""Orange is about to come in as fifth."""

TABLE_4_6 = """
seats: bots open | deal: seq8 all | car_assignment: random_open choose secret
start_player: grid1 last_grid random | powers: house6 off | finished_hand: discard keep
wild_decline: no yes | wild_pick: any_unfinished must_be_movable | move_rule: free_route max_distance
bet_rounds: 3 2 0 | bet_optional: no yes | neutral_eights: leave shuffle
payout: standard winner_only odds | bet_reveal: end after_line | tie: car_place shared
early_end: on off | dnf: nothing rank_by_distance | history: on off
"""


def test_the_options_are_those_of_table_4_6_defaults_first() -> None:
    rows = [row.split(": ") for row in TABLE_4_6.strip().replace("\n", " | ").split(" | ")]
    found = {option.key: option.words for option in OPTIONS if option.key not in ("circuit", "deck")}
    assert found == {key: tuple(words.split()) for key, words in rows}


def test_circuit_the_town_has_another_first_bend() -> None:
    for name, ends in [("het_grasveld", "a84 b84 c84"), ("de_binnenstad", "a90 b84 c81")]:
        race = Race("R:b72", "R1", options={"circuit": name, **PLAIN})
        assert race.play("R1").ends("R") == set(ends.split())


def test_seats_six_unless_open() -> None:
    with pytest.raises(Problem) as caught:
        CIRCUIT.box(None, 5)
    assert (caught.value.key, caught.value.params) == ("circuit.seats", {"seats": 5})
    match = set_up("R Y P B O G R Y P B O", {"seats": "open", "powers": "off"}, 5, SEED)
    assert match.state.held[:5] == [8] * 5


@pytest.mark.parametrize(
    ("seats", "hand", "cars", "left"),
    [(2, 21, 3, 0), (3, 14, 2, 0), (4, 10, 1, 2), (5, 8, 1, 2), (6, 7, 1, 0)],
)
def test_deal_all_deals_all_cards_evenly_and_each_has_the_8_of_every_own_car(
    seats: int, hand: int, cars: int, left: int
) -> None:
    options = {"deal": "all"} | ({} if seats == 6 else {"seats": "open"})
    match = set_up("", options, seats, SEED)
    box, s = match.box, match.state
    for seat in range(seats):
        own = {letter for car, letter in enumerate(LETTERS) if s.own[seat] >> car & 1}
        held = cards_of(box, s.hand[seat])
        assert (len(own), len(held), s.held[seat]) == (cars, hand + cars, hand + cars)
        assert {card[0] for card in held if card[1:] == "8"} == own
    assert len(cards_of(box, s.pack)) == left
    assert s.owner.count(-1) == 6 - seats * cars
    assert all(power != NO_POWER for power in s.power[:seats])


@pytest.mark.parametrize(("deal", "held", "left"), [("seq8", 8, 14), ("all", 11, 2)])
def test_deal_7_and_the_own_8_or_all_cards(deal: str, held: int, left: int) -> None:
    s = set_up("", {"deal": deal, "seats": "open"}, 4, SEED).state
    assert (s.held[:4], s.pack.bit_count()) == ([held] * 4, left)


def test_deal_all_a_seat_with_several_cars_goes_on_until_all_are_in() -> None:
    options = {"deal": "all", "seats": "open"}
    race = Race("R:b624 Y:b480", "R5 O5", own="RY PB OG", options=options).play("R5 R>FIN")
    assert race.s.held[0] == 1
    race = Race("R:b624 Y:1", "R5 O5", own="RY PB OG", options=options).play("R5 R>FIN")
    assert (race.s.held[0], race.money()) == (0, (12 + 9, 0, 0))


def test_car_assignment_random_and_open_or_chosen_seat_by_seat() -> None:
    drawn = set_up("R Y P B O G", {"powers": "off"})
    assert drawn.to_move() == CHANCE
    chosen = set_up("R Y P B O G", {"car_assignment": "choose", "powers": "off"})
    assert (chosen.to_move(), legal_words(chosen)) == (0, set(LETTERS))
    chosen.act(Move(0, chosen.game.words.parse_action(chosen.box, chosen.state, 0, "B")))
    assert (chosen.to_move(), legal_words(chosen)) == (1, set("RYPOG"))
    with pytest.raises(IllegalAction) as caught:
        chosen.act(Move(1, chosen.game.words.parse_action(chosen.box, chosen.state, 1, "B")))
    assert caught.value.refusal.message == "Z4.taken"
    for match in (set_up(IN_ORDER), set_up(IN_ORDER, {"car_assignment": "choose"})):
        assert match.view(SPECTATOR)["owner"] == [0, 1, 2, 3, 4, 5]


def secret(drivers: str) -> Match:
    """Set up a race with secret cars; the cards and the powers are the same each time."""
    return set_up(f"R Y P B O G {drivers}", {"car_assignment": "secret"}, 6, SEED)


def test_car_assignment_secret_no_other_view_tells_whose_car_it_is() -> None:
    match, swapped = secret("R Y P B O G"), secret("R Y G B O P")
    assert match.to_move() == swapped.to_move() >= 0
    for looker in (0, 1, 3, 4, SPECTATOR):
        assert to_json(match.view(looker)) == to_json(swapped.view(looker))
        assert match.view(looker)["owner"] == [UNKNOWN] * 6
    assert match.view(2)["own"] == [None, None, 1 << LETTERS.index("P"), None, None, None]
    assert [event.secret for event in match.story() if event.message.startswith("Z4.")] == [True] * 6
    assert match.game.rules.seen(match.box, set_up("R Y P B O G", match.options).state, CHANCE, CAR) == 1


def test_car_assignment_secret_the_owner_is_known_after_the_8_is_played() -> None:
    race = Race("R:b24", "R8 R5", options={"car_assignment": "secret"}).play("R8")
    assert race.view(SPECTATOR)["owner"] == [0, *[UNKNOWN] * 5]
    assert race.told()[:2] == ["Z10.play", "Z8.known"]
    kept = Race("R:b24", "R8 R5", options={"car_assignment": "secret"}).play("R5")
    assert kept.view(SPECTATOR)["owner"] == [UNKNOWN] * 6


def test_car_assignment_secret_the_owner_is_known_after_the_hand_is_discarded() -> None:
    options = {"car_assignment": "secret"}
    race = Race("R:b624", "R5", options=options, turn="B").play("R5 R>FIN")
    assert race.view(SPECTATOR)["owner"] == [0, *[UNKNOWN] * 5]
    kept = Race("R:b624", "R5", options={**options, "finished_hand": "keep"}, turn="B").play("R5 R>FIN")
    assert kept.view(SPECTATOR)["owner"] == [UNKNOWN] * 6


@pytest.mark.parametrize(("start", "first"), [("grid1", 1), ("last_grid", 0)])
def test_start_player_owner_of_grid_place_1_or_of_the_last(start: str, first: int) -> None:
    options = {"start_player": start, "powers": "off"}
    assert set_up("Y P B O G R R Y P B O G", options, seed=SEED).to_move() == first


def test_start_player_random_is_drawn_among_all() -> None:
    match = set_up("Y P B O G R R Y P B O G", {"start_player": "random", "powers": "off"})
    while match.state.phase == DEAL:
        match.act(match.next_draw(SEED))
    assert legal_words(match) == {f"seat{seat}" for seat in range(1, 7)}
    match.act(Move(CHANCE, match.game.words.parse_action(match.box, match.state, CHANCE, "seat4")))
    assert match.to_move() == 3


@pytest.mark.parametrize(("start", "first"), [("grid1", 1), ("last_grid", 3)])
def test_start_player_neutral_cars_are_passed_over(start: str, first: int) -> None:
    options = {"start_player": start, "seats": "open", "powers": "off"}
    grid = {"grid1": "O G Y R P B", "last_grid": "Y R P B O G"}[start]
    assert set_up(f"{grid} R Y P B", options, 4, SEED).to_move() == first


def test_powers_one_each_all_different_and_open_or_none() -> None:
    with_powers = set_up(IN_ORDER, seed=SEED)
    assert sorted(with_powers.view(SPECTATOR)["power"]) == [0, 1, 2, 3, 4, 5]
    off = set_up(IN_ORDER, {"powers": "off"}, seed=SEED)
    assert off.view(SPECTATOR)["power"] == [NO_POWER] * 6


@pytest.mark.parametrize(("ruling", "held", "next_seat"), [("discard", 0, "over"), ("keep", 1, "R")])
def test_finished_hand_is_discarded_or_kept_and_played(ruling: str, held: int, next_seat: str) -> None:
    hands = dict.fromkeys("YPBOG", "")
    race = Race("R:b624", "R5 O5", hands=hands, options={"finished_hand": ruling}).play("R5 R>FIN")
    assert (race.s.held[0], race.who()) == (held, next_seat)


def test_wild_decline_a_car_must_be_named_or_may_be_left_out() -> None:
    must = Race("R:b24", "R4/W3").play("R4/W3 R>b72")
    assert must.refusal("W=-") == "Z20.must"
    may = Race("R:b24", "R4/W3", options={"wild_decline": "yes"}).play("R4/W3 R>b72")
    assert may.may() == must.may() | {"W=-"}
    before = list(may.s.at)
    assert (may.play("W=-").who(), may.s.at) == ("Y", before)


def test_wild_pick_any_unfinished_car_or_only_one_that_can_move() -> None:
    cars = "R:a48 Y:b12 P:a24 B:b24 O:c24 G:a12"
    anyone = Race(cars, "R4/W3").play("R4/W3 R>c93")
    assert anyone.may() == {"W=Y", "W=P", "W=B", "W=O", "W=G"}
    movable = Race(cars, "R4/W3", options={"wild_pick": "must_be_movable"}).play("R4/W3 R>c93")
    assert movable.may() == {"W=P", "W=B", "W=O"}
    assert movable.refusal("W=Y") == "Z20.stuck"


def test_wild_pick_must_be_movable_the_line_is_void_where_no_car_can_move() -> None:
    cars, lines = "R:1 Y:b168 P:b156 G:a156 B:b216 O:c216", "B6/O4/W2/Y1 B>b288 O>c264"
    anyone = Race(cars, "B6/O4/W2/Y1", turn="B").play(lines)
    assert anyone.may() == {"W=P", "W=G"}
    movable = Race(cars, "B6/O4/W2/Y1", turn="B", options={"wild_pick": "must_be_movable"}).play(lines)
    assert (movable.may(), movable.told()[-1]) == ({"Y>b180"}, "Z21.void")


@pytest.mark.parametrize(
    ("rule", "ends"), [("free_route", "a48 a102 b96 c93"), ("max_distance", "a102 b96 c93")]
)
def test_move_rule_any_way_or_only_the_most_steps(rule: str, ends: str) -> None:
    race = Race("R:a24 Y:a60 P:b60", "R6", options={"move_rule": rule, **PLAIN}).play("R6")
    assert race.ends("R") == set(ends.split())
    assert rule == "free_route" or race.refusal("R>a48") == "Z15.farthest"


@pytest.mark.parametrize(
    ("rounds", "asked"), [("3", (True,) * 3), ("2", (False, True, True)), ("0", (False,) * 3)]
)
def test_bet_rounds_three_or_without_the_first_or_none(rounds: str, asked: tuple[bool, ...]) -> None:
    for (here, there), bets in zip(
        (("b156", "b168"), ("b312", "b324"), ("b480", "b492")), asked, strict=True
    ):
        race = Race(f"R:{here}", "R1", options={"bet_rounds": rounds, **PLAIN}).play(f"R1 R>{there}")
        assert race.waiting() == ("RYPBOG" if bets else "Y")


def test_bet_rounds_2_lines_2_and_3_pay_6_4_2_and_3_2_1() -> None:
    race = Race(FIVE_IN, "O5", turn="O", options={"bet_rounds": "2"}).wager(2, "YRPGRY").wager(3, "PPRYRR")
    assert race.play("O5 O>FIN").money() == (17, 16, 11, 6, 11, 7)


@pytest.mark.parametrize(
    ("rounds", "dealt"), [("3", "power:briefje"), ("2", "power:briefje"), ("0", "power:none")]
)
def test_bet_rounds_the_second_slip_is_dealt_only_if_line_2_is_bet_on(rounds: str, dealt: str) -> None:
    powers = legal_words(set_up(IN_ORDER, {"bet_rounds": rounds}))
    named = {f"power:{name}" for name in ("omkeerder", "handrem", "opvoerset", "kleurenblind", "dwarsdoor")}
    assert powers == named | {dealt}


def test_bet_optional_a_bet_is_compulsory_or_may_be_left_out() -> None:
    assert Race("R:b120", "R5").play("R5 R>b180").refusal("bet:-") == "G12.must"
    race = Race("R:b120", "R5", options={"bet_optional": "yes"}).play("R5 R>b180")
    assert "bet:-" in race.may()
    assert race.play("bet:- " * 6).who() == "Y"
    assert race.s.bets[0][0] == NO_CAR


@pytest.mark.parametrize(("ruling", "eights"), [("leave", set[str]()), ("shuffle", {"O8", "G8"})])
def test_neutral_eights_leave_the_game_or_are_dealt_with_the_deck(ruling: str, eights: set[str]) -> None:
    options = {"neutral_eights": ruling, "seats": "open", "deal": "all", "powers": "off"}
    match = set_up("R Y P B O G R Y P B", options, 4)
    assert {card for card in legal_words(match) if card[1:] == "8"} == eights
    match.draw_all(SEED)
    assert len(cards_of(match.box, match.state.pack)) == (2 if ruling == "leave" else 0)


def finished(options: dict[str, str], powers: dict[str, str] | None = None) -> Race:
    """Bring orange in as fifth: places R Y P B O, green not in; all have bet on all lines."""
    race = Race(FIVE_IN, "O5", turn="O", options=options, powers=powers)
    race.wager(1, "RRYPOG", "YBRGPO").wager(2, "YRPGRY", "PRBYOG").wager(3, "PPRYRR")
    if powers:
        race.s.slip[race.seat("Y")] = LETTERS.index("R")
    return race.play("O5 O>FIN")


@pytest.mark.parametrize(
    ("payout", "money", "places"),
    [
        ("standard", (26, 25, 17, 9, 11, 7), (1, 2, 3, 5, 4, 6)),
        ("winner_only", (21, 24, 9, 4, 11, 3), (2, 1, 4, 5, 3, 6)),
        ("odds", (25, 22, 9, 9, 7, 5), (1, 2, 3, 4, 5, 6)),
    ],
)
def test_payout_first_three_or_the_winner_or_place_at_the_bet_times_a_number(
    payout: str, money: tuple[int, ...], places: tuple[int, ...]
) -> None:
    race = finished({"payout": payout})
    assert (race.money(), race.places()) == (money, places)


@pytest.mark.parametrize(("payout", "more"), [("standard", 3), ("winner_only", 3), ("odds", 2)])
def test_payout_of_the_second_slip_is_that_of_line_3(payout: str, more: int) -> None:
    without, with_slip = finished({"payout": payout}), finished({"payout": payout}, {"Y": "briefje"})
    assert with_slip.money()[1] - without.money()[1] == more


def test_payout_odds_the_place_is_the_standing_when_the_line_opened_equal_stripes_share() -> None:
    race = Race("R:b120 Y:c102 P:a102 B:b96 O:a84 G:c84", "R5").play("R5 R>b180")
    assert race.s.odds[0] == [1, 2, 2, 4, 5, 5]
    with_one_in = Race("R:b480 Y:1 P:b492", "R5", options={"finished_hand": "keep"})
    with_one_in.s.opened = 3
    with_one_in.play("R5 R>b540")
    assert with_one_in.s.odds[2][:3] == [2, 1, 3]


def test_bet_reveal_at_the_end_or_after_each_line() -> None:
    bets = "bet:R bet:Y bet:P bet:B bet:O"
    for ruling, shown in [("end", [NOT_YET] * 6), ("after_line", [0, 1, 2, 3, 4, 5])]:
        race = Race("R:b120", "R5", options={"bet_reveal": ruling}).play(f"R5 R>b180 {bets}")
        assert [row[0] for row in race.view(SPECTATOR)["shown_bets"]] == [NOT_YET] * 6
        race.play("bet:G")
        assert [row[0] for row in race.view(SPECTATOR)["shown_bets"]] == shown
        assert race.told().count("G13.shown") == (6 if ruling == "after_line" else 0)


@pytest.mark.parametrize(
    ("ruling", "places"), [("car_place", (1, 2, 3, 4, 5, 6)), ("shared", (1, 2, 2, 4, 5, 6))]
)
def test_tie_goes_to_the_better_car_or_is_shared(ruling: str, places: tuple[int, ...]) -> None:
    race = Race(FIVE_IN, "O5", turn="O", options={"tie": ruling}).wager(1, "..P...").play("O5 O>FIN")
    assert (race.money(), race.places()) == ((12, 9, 9, 4, 2, 0), places)


@pytest.mark.parametrize(("ruling", "who", "reason"), [("on", "over", "G7.five_in"), ("off", "G", "")])
def test_early_end_with_five_in_the_race_is_over_or_goes_on(ruling: str, who: str, reason: str) -> None:
    race = Race(FIVE_IN, "O5", turn="O", options={"early_end": ruling}).play("O5 O>FIN")
    assert (race.who(), race.reason()) == (who, reason)


@pytest.mark.parametrize(
    ("ruling", "money", "places"),
    [
        ("nothing", (21, 0, 0, 0, 0, 0), (1, 2, 2, 2, 2, 2)),
        ("rank_by_distance", (21, 15, 15, 4, 2, 0), (1, 2, 2, 4, 5, 6)),
    ],
)
def test_dnf_gets_nothing_or_the_next_places_by_distance_equal_stripes_share(
    ruling: str, money: tuple[int, ...], places: tuple[int, ...]
) -> None:
    cars, hands = "R:b624 Y:a600 P:c600 B:b588 O:b576 G:b552", dict.fromkeys("YPBOG", "")
    race = Race(cars, "R5", hands=hands, options={"dnf": ruling}).wager(1, LETTERS).play("R5 R>FIN")
    assert (race.reason(), race.money(), race.places()) == ("G7.no_cards", money, places)


@pytest.mark.parametrize(("ruling", "seen"), [("on", {"R5"}), ("off", set[str]())])
def test_history_played_cards_may_be_looked_through_or_not(ruling: str, seen: set[str]) -> None:
    race = Race("R:b24", "R5", options={"history": ruling}).play("R5 R>b84")
    assert cards_of(race.box, race.view(1)["played"]) == seen
    assert cards_of(race.box, race.view(SPECTATOR)["played"]) == seen


def test_p1_the_reverser_works_the_whole_card_from_bottom_to_top_each_turn() -> None:
    hands = dict.fromkeys("YPBOG", "")
    race = Race("R:b24 Y:a36", "R4/W3 R5 R6/Y4/P2/B1", power="omkeerder", hands=hands)
    assert race.may() == {"R4/W3", "~R4/W3", "R5", "R6/Y4/P2/B1", "~R6/Y4/P2/B1"}
    race.play("~R4/W3")
    assert race.may() == {"W=Y", "W=P", "W=B", "W=O", "W=G"}
    race.play("W=Y Y>a72")
    assert race.ends("R") == {"b72", "c72"}
    race.play("R>b72 ~R6/Y4/P2/B1")
    assert race.s.car == LETTERS.index("B")
    assert "P1.play" in race.told()


def test_p1_only_with_the_power_and_a_card_of_two_lines_or_more() -> None:
    assert Race("R:b24", "R4/W3", power="handrem").refusal("~R4/W3") == "P1.reverse"
    assert Race("R:b24", "R5", power="omkeerder").refusal("~R5") == "P1.one_line"


ON_THE_STRAIGHT = "R:b36 Y:b48 B:b60 P:b72 G:b84 O:a24"


def test_p2_the_handbrake_skips_three_lines_of_others_in_a_race() -> None:
    hands = dict.fromkeys("YPBOG", "")
    race = Race(ON_THE_STRAIGHT, "Y6/B5/P4/G3/R2/O1 O5/B3/Y2", power="handrem", hands=hands)
    race.play("Y6/B5/P4/G3/R2/O1 Y>skip B>skip")
    assert race.s.uses[0] == 1
    race.play("P>skip")
    assert (race.s.uses[0], race.refusal("G>skip")) == (0, "P2.used")
    assert "G>skip" not in race.may()
    race.play("G>b120 R>a60 O>b36 O5/B3/Y2")
    assert [race.at(letter) for letter in "YBP"] == ["b48", "b60", "b72"]
    assert race.refusal("O>skip") == "P2.used"


def test_p2_not_the_own_colour_not_a_wild_line_not_a_card_of_one_line_not_without_the_power() -> None:
    own = Race(ON_THE_STRAIGHT, "R4/W3 Y5", power="handrem").play("R4/W3")
    assert own.refusal("R>skip") == "P2.own"
    assert "R>skip" not in own.may()
    wild = own.play(f"R>{min(own.ends('R'))} W=G")
    assert wild.refusal("G>skip") == "P2.wild"
    assert Race(ON_THE_STRAIGHT, "Y5", power="handrem").play("Y5").refusal("Y>skip") == "P2.one_line"
    assert Race(ON_THE_STRAIGHT, "Y4/W3", power="opvoerset").play("Y4/W3").refusal("Y>skip") == "P2.power"


def test_p2_a_use_is_spent_only_when_the_line_could_have_moved_a_car() -> None:
    race = Race("R:b24 B:b156 Y:b168 G:b36", "R5/G3/B2", power="handrem").play("R5/G3/B2 R>b84 G>b72")
    assert (race.who(), race.at("B"), race.s.uses[0]) == ("Y", "b156", 3)
    assert race.told()[-1] == "Z29.stuck"
    void = Race("R:b24 B:1 G:b36", "R5/G3/B2", power="handrem").play("R5/G3/B2 R>b84 G>skip")
    assert (void.who(), void.s.uses[0]) == ("Y", 2)


def test_p3_the_tuning_kit_gives_the_own_printed_line_up_to_4_one_step_more_or_not() -> None:
    race = Race("R:b24", "R4/W3", power="opvoerset").play("R4/W3")
    assert race.ends("R") == {"a72", "b72", "c72", "a84", "b84", "c84"}
    assert race.refusal("R>a102") == "Z13.far"
    one = Race("R:b24", "R1", power="opvoerset", options=PLAIN).play("R1")
    assert one.ends("R") == {"a36", "b36", "c36", "a48", "b48", "c48"}


@pytest.mark.parametrize(
    ("turn", "card", "car", "ends"),
    [
        ("R", "R5", "R", "a84 b84 c84"),
        ("R", "Y4", "Y", "a84 b84 c84"),
        ("R", "R8", "R", "a102 a120 a132 b108 b120 b132 c102 c111"),
        ("B", "R4", "R", "a72 b72 c72"),
    ],
)
def test_p3_not_above_4_not_the_8_not_another_colour_not_on_anothers_card(
    turn: str, card: str, car: str, ends: str
) -> None:
    race = Race("R:b24 Y:b36", card, turn=turn, powers={"R": "opvoerset"}, options=PLAIN).play(card)
    assert race.ends(car) == set(ends.split())


def test_p3_not_on_wild_lines() -> None:
    race = Race("R:b24 Y:b48", "Y4/W3", power="opvoerset").play("Y4/W3 Y>c93 W=R")
    assert race.ends("R") == {"a60", "b60", "c60"}


def test_p3_with_several_own_cars_each_of_them_has_the_kit() -> None:
    options = {"deal": "all", "seats": "open", **PLAIN}
    race = Race("Y:b24", "Y4", own="RY PB OG", power="opvoerset", options=options).play("Y4")
    assert race.ends("Y") == {"a72", "b72", "c72", "a84", "b84", "c84"}


def test_p4_the_colour_blind_may_name_a_car_that_is_on_the_card_so_that_it_moves_twice() -> None:
    race = Race("R:b24 G:1", "R4/W3", power="kleurenblind").play("R4/W3 R>b72")
    assert race.may() == {"W=R", "W=Y", "W=P", "W=B", "W=O"}
    assert race.refusal("W=G") == "Z21.finished"
    race.play("W=R")
    assert race.ends("R") == {"a102", "a120", "b96", "b108", "c102"}
    assert race.play("R>b108").at("R") == "b108"
    assert Race("R:b24", "R4/W3", power="omkeerder").play("R4/W3 R>b72").refusal("W=R") == "Z18.printed"


def test_p4_works_on_the_own_turn_only() -> None:
    race = Race("R:b24", "R4/W3", turn="Y", powers={"R": "kleurenblind"}).play("R4/W3 R>b72")
    assert race.refusal("W=R") == "Z18.printed"


@pytest.mark.parametrize(
    ("cars", "steps", "ends"),
    [
        (FULL_GRID, 4, "b12 a60 b60 c60"),
        (FULL_GRID, 1, "b12"),
        ("R:b156 Y:b168", 2, "b156 b180"),
        ("R:b156 Y:b168", 3, "b156 b192 c192"),
        ("R:b156 Y:b168 P:b180", 3, "b156"),
        ("R:b156 Y:b168 P:b192 B:c192", 4, "b156 b180"),
        ("R:b120 Y:b168", 6, "a156 b156 b192 c192"),
        ("R:b612 Y:a624 P:b624 B:c624", 2, "b612 FIN"),
        ("R:b612 Y:a624 P:b624 B:c624", 1, "b612"),
    ],
)
def test_p5_straight_through_one_occupied_field_that_counts_as_a_step(
    cars: str, steps: int, ends: str
) -> None:
    race = Race(cars, f"R{steps}", power="dwarsdoor", options=PLAIN).play(f"R{steps}")
    assert race.ends("R") == set(ends.split())


def test_p5_nobody_stops_on_an_occupied_field_and_only_the_own_car_drives_through() -> None:
    own = Race("R:b156 Y:b168", "R3", power="dwarsdoor", options=PLAIN).play("R3")
    assert own.refusal("R>b168") == "Z26.taken"
    other = Race("P:b156 Y:b168", "P3", power="dwarsdoor", options=PLAIN).play("P3")
    assert other.ends("P") == {"b156"}
    turn = Race("R:b156 Y:b168", "R3", turn="B", powers={"R": "dwarsdoor"}, options=PLAIN).play("R3")
    assert (turn.at("R"), turn.who()) == ("b156", "O")


def test_p5_works_on_a_wild_line_too() -> None:
    race = Race("R:b156 Y:b168 G:b24", "G4/W3", power="dwarsdoor").play("G4/W3 G>b72 W=R")
    assert race.ends("R") == {"b156", "b192", "c192"}
    assert race.play("R>c192").at("R") == "c192"


def test_p6_the_second_slip_is_for_another_car_at_line_2_and_may_be_declined() -> None:
    race = Race("R:b312", "R1", powers={"Y": "briefje"}, options=PLAIN).play("R1 R>b324 bet:R")
    assert (race.who(), race.refusal("bet:-")) == ("Y", "G12.must")
    race.play("bet:R")
    assert race.may("Y") == {"bet:Y", "bet:P", "bet:B", "bet:O", "bet:G", "bet:-"}
    assert race.refusal("bet:R", "Y") == "P6.same"
    assert race.refusal("bet:P", "R") == "G13.done"
    assert race.waiting() == "YPBOG"
    declined = Race("R:b312", "R1", powers={"Y": "briefje"}, options=PLAIN).play("R1 R>b324")
    declined.play("bet:R bet:R bet:- bet:R bet:R bet:R bet:R")
    assert (declined.who(), declined.s.slip[1]) == ("Y", NO_CAR)
    race.play("bet:P bet:R bet:R bet:R bet:R")
    assert (race.who(), race.s.bets[1][1], race.s.slip[1]) == ("Y", 0, LETTERS.index("P"))
    assert race.view(0)["slip"] == [NOT_YET, None, None, None, None, None]


@pytest.mark.parametrize(("here", "there"), [("b156", "b168"), ("b480", "b492")])
def test_p6_not_at_lines_1_and_3(here: str, there: str) -> None:
    race = Race(f"R:{here}", "R1", powers={"Y": "briefje"}, options=PLAIN).play(f"R1 R>{there}")
    race.play("bet:R bet:R bet:R bet:R bet:R bet:R")
    assert (race.who(), race.s.slip[1]) == ("Y", NOT_YET)
