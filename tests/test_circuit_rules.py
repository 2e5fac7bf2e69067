"""Sequester Circuit, rule by rule; positions and values are worked out by hand from the rule document."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from races import CIRCUIT, FULL_GRID, LETTERS, PLAIN, Race, cards_of, legal_words, set_up, street

from homestretch.engine.contract import CHANCE, OPEN, SPECTATOR
from homestretch.engine.view import to_json
from homestretch.games.circuit.box import circuit_of, deck_of
from homestretch.games.circuit.cars import BET, FINISH, MOVE, NOT_YET, PLAY
from homestretch.games.circuit.routes import steps_ahead
from homestretch.games.circuit.words import field_name
from homestretch.track.check import problems, steps_to_finish

SEED = "07" * 32

AHEAD = """
b24: a36 b36 c36 | a84: a102 b96 | b84: a102 b96 c93 | b96: a102 b108 c102 | a102: a120 b108
c93: b96 c102 | b108: a120 b120 c111 | a156: b168 | b156: b168 | b180: b192 c192 | c204: b216 c216
b288: a296 b300 c312 | b300: a304 b312 c312 | c312: b324 c336 | c372: b384 | b396: a408
a420: a432 b432 | b444: a462 b456 c453 | a528: b540 | c552: b564 | b564: a576 b576 c576 | a624: FIN
"""


@pytest.mark.parametrize("line", AHEAD.strip().replace("\n", " | ").split(" | "))
def test_z22_to_z25_the_next_field_touches_straight_or_slanting_and_lies_further_ahead(line: str) -> None:
    here, ahead = line.split(": ")
    race = Race()
    found = steps_ahead(race.box, race.field(here))
    assert {field_name(race.box, number) for number in found} == set(ahead.split())


def test_het_grasveld_has_135_fields_and_291_edges_of_which_3_lead_into_the_finish() -> None:
    box = CIRCUIT.box()
    fields = [number for number, lane in enumerate(box.lane) if lane >= 0]
    edges = [steps_ahead(box, number) for number in fields]
    assert (len(fields), sum(map(len, edges)), sum(FINISH in each for each in edges)) == (135, 291, 3)
    assert Counter(map(len, edges)) == {1: 14, 2: 86, 3: 35}


def test_the_finish_is_48_to_62_steps_from_the_first_column_and_47_to_61_from_the_front_row() -> None:
    circuit = circuit_of("het_grasveld")
    ways = dict(zip((field.name for field in circuit.fields), steps_to_finish(circuit), strict=True))
    first, front = ([ways[lane + column] for lane in "abc"] for column in ("12", "24"))
    assert (min(s for s, _ in first), max(most for _, most in first)) == (48, 62)
    assert (min(s for s, _ in front), max(most for _, most in front)) == (47, 61)


def test_the_bet_lines_lie_12_24_and_36_steps_along_the_shortest_way() -> None:
    circuit = circuit_of("het_grasveld")
    ways = dict(zip(circuit.fields, steps_to_finish(circuit), strict=True))
    beyond = [[field for field in circuit.fields if field.back == line] for line in circuit.lines]
    assert [48 - min(ways[field][0] for field in fields) for fields in beyond] == [12, 24, 36]
    names = [" ".join(field.name for field in fields) for fields in beyond]
    assert names == ["b168", "a320 b324 c336", "a492 b492 c492"]


@pytest.mark.parametrize("name", ["het_grasveld", "de_binnenstad"])
def test_the_circuits_of_the_game_are_sound(name: str) -> None:
    assert problems(circuit_of(name)) == []


CARDS = deck_of("zeven_families").cards
PRINTED = [[("RYPBOGW"[colour], steps) for colour, steps in card] for card in CARDS]


def test_the_deck_has_42_cards_with_6_4_3_2_or_1_lines_and_18_wild_ones() -> None:
    assert Counter(map(len, PRINTED)) == {6: 6, 4: 12, 3: 6, 2: 12, 1: 6}
    assert sum(any(letter == "W" for letter, _ in card) for card in PRINTED) == 18
    sums = [[sum(steps for _, steps in card) for card in PRINTED[i : i + 6]] for i in range(0, 42, 6)]
    assert sums == [[n] * 6 for n in (21, 13, 13, 10, 7, 5, 6)]
    assert (PRINTED[6], PRINTED[12]) == (
        [("R", 6), ("Y", 4), ("P", 2), ("B", 1)],
        [("B", 6), ("O", 4), ("W", 2), ("Y", 1)],
    )


def test_the_deck_has_65_steps_per_colour_and_60_wild_ones_and_each_eight_8() -> None:
    steps = Counter[str]()
    for card in PRINTED:
        steps.update(dict(card))
    assert steps == {**dict.fromkeys(LETTERS, 65), "W": 60}
    eights = deck_of("zeven_families").all_cards()[42:]
    assert eights == tuple(((car, 8),) for car in range(6))
    assert sum(steps.values()) + 48 == 498 == 6 * 83


def test_on_a_card_speeds_fall_strictly_and_a_colour_stands_once() -> None:
    for card in PRINTED:
        assert [steps for _, steps in card] == sorted({steps for _, steps in card}, reverse=True)
        assert len({letter for letter, _ in card}) == len(card)
        assert all(1 <= steps <= 6 for _, steps in card)


def test_in_each_family_every_colour_stands_once_at_every_speed() -> None:
    for i in range(0, 42, 6):
        for line in zip(*PRINTED[i : i + 6], strict=True):
            assert len({steps for _, steps in line}) == 1
            assert "".join(sorted(letter for letter, _ in line)) in ("BGOPRY", "WWWWWW")


def test_every_colour_stands_5_or_6_times_above_every_other() -> None:
    above = Counter((a, b) for card in PRINTED for (a, _), (b, _) in combinations(card, 2))
    assert {above[pair] for pair in permutations(LETTERS, 2)} == {5, 6}


ENDS = [
    ("T1 plain", "b24", 4, "", "a72 b72 c72"),
    ("T2 zero only because stuck", "b12", 6, "a24 b24 c24", "b12"),
    ("T3 three of six", "b120", 6, "b168", "a156 b156"),
    ("T4 block after two on purpose", "a24", 6, "a60 b60", "a48 a102 b96 c93"),
    ("T5 rest lost", "b600", 6, "", "FIN"),
    ("T6 done after one", "a144", 6, "b168", "a156 b156"),
    ("T7 zigzag in a bend", "b84", 3, "", "a102 a120 a132 b108 b120 b132 c102 c111"),
    ("T8 round outside", "b84", 3, "a102 b96", "b108 c111"),
    ("T9 diagonal squeeze", "b36", 1, "a36 c36 a48 b48", "c48"),
    ("T10 between cars and on", "b36", 3, "a36 a48 c36 b60", "a72 b72 c72"),
    ("T11 no jump into the finish", "b612", 2, "a624 b624 c624", "b612"),
    ("T12 through narrow 2", "b396", 5, "", "a462 b456 c453"),
    ("T13 hairpin", "b288", 2, "", "a304 b300 b312 b324 c312 c336"),
]


@pytest.mark.parametrize(
    ("car", "speed", "occupied", "ends"), [row[1:] for row in ENDS], ids=[r[0] for r in ENDS]
)
def test_z13_to_z30_where_a_car_may_end(car: str, speed: int, occupied: str, ends: str) -> None:
    others = " ".join(f"{letter}:{field}" for letter, field in zip("YPBOG", occupied.split(), strict=False))
    race = Race(f"R:{car} {others}", f"R{speed}", options=PLAIN)
    assert race.reach("R", speed) == set(ends.split())
    assert race.play(f"R{speed}").ends("R") == set(ends.split())


def test_z29_a_car_that_can_go_on_must_and_a_stuck_one_has_nothing_to_choose() -> None:
    assert Race("R:b24", "R4/W3").play("R4/W3").refusal("R>b24") == "Z29.must"
    stuck = Race(hand="R5").play("R5")
    assert ("Z29.stuck" in stuck.told(), stuck.at("R"), stuck.who()) == (True, "b12", "Y")


def test_z13_to_z26_what_a_car_may_not_do_is_refused_by_its_rule() -> None:
    race = Race("R:b84 Y:a102 P:b96", "R4/W3").play("R4/W3")
    for word, rule in [
        ("R>b96", "Z26.taken"),
        ("R>b72", "Z24.forward"),
        ("R>c102", "Z15.on"),
        ("R>a156", "Z13.far"),
        ("R>FIN", "Z13.far"),
    ]:
        assert race.refusal(word) == rule, word


def test_t14_standing_on_the_line_is_not_crossing_it() -> None:
    for here, there, crossed in [
        ("a144", "b156", False),
        ("b156", "b168", True),
        ("b300", "b312", False),
        ("c312", "c336", True),
        ("b312", "b324", True),
        ("b468", "b480", False),
        ("b480", "b492", True),
    ]:
        race = Race(f"R:{here}", "R1", options=PLAIN).play(f"R1 R>{there}")
        assert ("G10.crossed" in race.told()) is crossed, there
        assert race.waiting() == ("RYPBOG" if crossed else "Y"), there


def test_t15_the_first_line_is_not_tried_again_when_a_later_one_frees_the_road() -> None:
    race = Race(FULL_GRID, "R6/Y4/P2/B1").play("R6/Y4/P2/B1")
    assert race.ends("Y") == {"a72", "b72", "c72"}
    assert race.play("Y>b72").ends("P") == {"a48", "b48", "c48"}
    assert race.play("P>a48").ends("B") == {"b36", "c36"}
    race.play("B>c36")
    assert [race.at(letter) for letter in LETTERS] == ["b12", "b72", "a48", "c36", "a12", "c12"]
    assert race.who() == "Y"


def test_t16_a_wild_line_is_for_no_colour_that_is_on_the_card() -> None:
    race = Race("B:b48 O:b36", "B6/O4/W2/Y1", turn="B").play("B6/O4/W2/Y1 B>c102 O>c84")
    assert race.may() == {"W=R", "W=P", "W=G"}
    assert [race.refusal(f"W={letter}") for letter in "BOY"] == ["Z18.printed"] * 3
    void = Race("B:b48 O:b36 Y:a24 R:1 P:2 G:3", "B6/O4/W2/Y1", turn="B")
    void.play("B6/O4/W2/Y1 B>c102 O>c84")
    assert void.ends("Y") == {"a36", "b36"}
    assert "Z21.void" in void.told()


def test_z20_z21_a_stuck_car_may_be_named_and_a_finished_one_not() -> None:
    race = Race("R:b12 Y:a48 P:a24 B:c24 O:b24 G:1", "Y4/W3", turn="Y").play("Y4/W3 Y>c93")
    assert race.may() == {"W=R", "W=P", "W=B", "W=O"}
    assert race.refusal("W=G") == "Z21.finished"
    race.play("W=R")
    assert (race.at("R"), race.who(), race.told()[-1]) == ("b12", "P", "Z29.stuck")


def test_z10_exactly_one_card_of_the_own_hand_no_pass() -> None:
    race = Race("R:b24", "R5 G5/P3/O2 R8")
    assert race.may() == {"R5", "G5/P3/O2", "R8"}
    assert race.refusal("Y5") == "Z10.hand"
    assert race.refusal("R5", "Y") == "Z11.turn"
    race.play("R5 R>b84")
    assert (race.s.held[0], race.who()) == (2, "Y")


def test_z7_z8_each_has_7_cards_of_the_deck_and_the_own_8() -> None:
    match = set_up("R Y P B O G P G R Y O B", seed=SEED)
    box, s = match.box, match.state
    hands = [cards_of(box, s.hand[seat]) for seat in range(6)]
    assert [len(hand) for hand in hands] == s.held[:6] == [8] * 6
    assert [sorted(card for card in hand if card[1:] == "8") for hand in hands] == [
        [f"{letter}8"] for letter in "PGRYOB"
    ]
    assert len(set().union(*hands)) == 48
    assert s.pack == 0
    assert match.view(2)["hand"] == [None, None, s.hand[2], None, None, None]
    assert match.view(SPECTATOR)["hand"] == [None] * 6


def test_z8_the_8s_never_go_into_the_deck() -> None:
    match = set_up("R Y P B O G R Y P B O G", {"powers": "off"})
    assert match.to_move() == CHANCE
    assert len(legal_words(match)) == 42
    assert not legal_words(match) & {f"{letter}8" for letter in LETTERS}


def test_g1_the_cars_stand_on_the_grid_in_two_rows_of_three() -> None:
    s = set_up("G O B P Y R").state
    names = [field_name(CIRCUIT.box(), s.at[LETTERS.index(letter)]) for letter in "GOBPYR"]
    assert names == ["a24", "b24", "c24", "a12", "b12", "c12"]


@pytest.mark.parametrize(("grid", "own", "first"), [("GOBPYR", "RYPBOG", 5), ("YRPBOG", "POYGRB", 2)])
def test_z11_the_owner_of_grid_place_1_starts_and_the_turn_goes_clockwise(
    grid: str, own: str, first: int
) -> None:
    match = set_up(" ".join(grid + own), seed=SEED)
    assert match.to_move() == first
    race = Race(FULL_GRID, "R5 Y5", turn=LETTERS[first])
    for turn in range(1, 7):
        assert race.turn_over().who() == LETTERS[(first + turn) % 6]


def test_g6_who_holds_no_cards_is_skipped() -> None:
    race = Race("R:b24", "R5", hands={"Y": "", "P": "", "O": ""}).play("R5 R>b84")
    assert race.who() == "B"
    assert race.turn_over().who() == "G"
    assert race.turn_over().reason() == "G7.no_cards"


def test_g4_the_line_of_a_finished_car_is_void_and_the_next_one_counts() -> None:
    race = Race("R:1 P:2 Y:b24", "R6/Y4/P2/B1", turn="B").play("R6/Y4/P2/B1")
    assert race.ends("Y") == {"a72", "b72", "c72"}
    race.play("Y>a72")
    assert race.told().count("G4.void") == 2
    assert race.s.phase == MOVE
    assert race.s.car == LETTERS.index("B")


def test_g2_g3_places_are_in_order_of_crossing_also_within_one_card() -> None:
    race = Race("R:b624 Y:a624 P:b612 B:c600 O:1", "Y6/P4/G2/R1", turn="Y")
    race.play("Y6/P4/G2/R1 Y>FIN P>FIN")
    assert [race.place(letter) for letter in "YPR"] == [2, 3, 0]
    race.play(f"G>{min(race.ends('G'))} R>FIN")
    assert [(race.at(letter), race.place(letter)) for letter in "OYPRB"] == [
        ("FIN", 1), ("FIN", 2), ("FIN", 3), ("FIN", 4), ("c600", 0)
    ]  # fmt: skip


def test_g5_who_is_in_lays_down_the_hand_unseen_at_the_end_of_that_turn() -> None:
    race = Race("R:b624", "R6/Y4/P2/B1", turn="B", hands={"R": "R5 O5 R8"})
    race.play("R6/Y4/P2/B1 R>FIN")
    assert race.s.held[0] == 3
    race.turn_over()
    assert (race.s.held[0], race.s.hand[0]) == (0, 0)
    assert cards_of(race.box, race.view(SPECTATOR)["played"]) == {"R6/Y4/P2/B1"}
    assert race.view(1)["pack"] is None
    race.turn_over().turn_over()
    assert race.who() == "Y"


@pytest.mark.parametrize(
    ("cars", "card", "rest", "reason"),
    [
        ("R:b624 Y:b612 P:1 B:2 O:3 G:4", "R6/Y4/P2/B1", "R>FIN Y>FIN", "G7.all_in"),
        ("R:b624 Y:b480 P:1 B:2 O:3 G:4", "R5", "R>FIN", "G7.five_in"),
        ("R:b24", "R5", "R>b84", "G7.no_cards"),
    ],
)
def test_g7_the_race_ends_when_all_or_five_are_in_or_nobody_holds_a_card(
    cars: str, card: str, rest: str, reason: str
) -> None:
    hands = dict.fromkeys("YPBOG", "") if reason == "G7.no_cards" else {}
    race = Race(cars, card, hands=hands).play(f"{card} {rest}")
    assert (race.who(), race.reason()) == ("over", reason)
    assert race.refusal("R5", "Y") == "G7.over"


def test_g7_one_card_left_anywhere_keeps_the_race_going() -> None:
    race = Race("R:b24", "R5", hands={"Y": "", "P": "", "B": "", "O": ""}).play("R5 R>b84")
    assert (race.who(), race.reason()) == ("G", "")


def test_g9_bets_come_after_the_whole_card_and_before_the_next_turn() -> None:
    race = Race("R:b120", "R5/G3/B2").play("R5/G3/B2 R>b180 G>b60")
    assert (race.who(), race.s.phase) == ("R", MOVE)
    race.play("B>c36")
    assert race.waiting() == "RYPBOG"
    race.play("bet:R bet:R bet:P bet:R bet:O bet:G")
    assert (race.who(), race.s.phase) == ("Y", PLAY)


def test_g10_only_the_first_car_opens_a_line_whoever_drives_it_and_each_line_once() -> None:
    first = Race("Y:b156", "Y5", hands={"R": "R8"}, turn="P").play("Y5 Y>b216")
    assert first.waiting() == "RYPBOG"
    later = Race("R:b180 Y:b156", "Y1", turn="Y", options=PLAIN).play("Y1 Y>b168")
    assert (later.who(), later.told().count("G10.crossed")) == ("P", 0)


def test_g11_two_lines_crossed_by_one_card_are_both_bet_on_line_1_first() -> None:
    race = Race("R:b24", "R5", options={"circuit": street("48, 60, 96")}).play("R5 R>b84")
    assert (race.s.betting, race.waiting()) == (0, "RYPBOG")
    race.play("bet:R " * 6)
    assert (race.s.betting, race.waiting()) == (1, "RYPBOG")
    race.play("bet:Y " * 6)
    assert (race.who(), race.s.phase) == ("Y", PLAY)
    assert [race.s.bets[seat] for seat in range(6)] == [[0, 1, NOT_YET]] * 6


def test_g12_all_bet_who_is_in_and_who_holds_no_cards_too_on_a_car_that_is_on_the_track() -> None:
    options = {"circuit": street("84, 96, 108")}
    race = Race("R:b72", "R5 O5", options=options, hands={"Y": ""}).play("R5 R>FIN")
    assert (race.s.held[:2], race.waiting()) == ([0, 0], "RYPBOG")
    for letter in LETTERS:
        assert race.may(letter) == {"bet:Y", "bet:P", "bet:B", "bet:O", "bet:G"}
    assert race.refusal("bet:R") == "G12.finished"
    race.play("bet:Y " * 18)
    assert (race.who(), race.s.settled) == ("P", 7)


def test_g12_a_bet_is_compulsory_and_on_any_car_own_or_not() -> None:
    race = Race("R:b120", "R5").play("R5 R>b180")
    assert race.may() == {f"bet:{letter}" for letter in LETTERS}
    assert race.refusal("bet:-") == "G12.must"
    assert race.play("bet:Y bet:Y bet:R bet:B bet:O").waiting() == "G"
    assert race.refusal("R8", "Y") == "G13.done"


def test_g13_a_bet_is_seen_by_nobody_else_only_that_it_is_made() -> None:
    race = Race("R:b120", "R5").play("R5 R>b180").do("B", "bet:P").do("R", "bet:G")
    for seat in range(6):
        bets = race.view(seat)["bets"]
        assert [other for other in range(6) if bets[other] is not None] == [seat]
    assert race.view(SPECTATOR)["bets"] == [None] * 6
    assert race.view(3)["bets"][3] == [LETTERS.index("P"), NOT_YET, NOT_YET]
    assert race.view(1)["to_bet"] == race.view(SPECTATOR)["to_bet"] == 0b110110
    assert [event.secret for event in race.story if event.message == "G13.bet"] == [True, True]
    assert CIRCUIT.rules.seen(race.box, race.s, 1, BET) == 1 << 1
    other = Race("R:b120", "R5").play("R5 R>b180").do("B", "bet:O").do("R", "bet:G")
    assert to_json(race.view(1)) == to_json(other.view(1))
    assert to_json(race.view(SPECTATOR)) == to_json(other.view(SPECTATOR))


def test_g13_bets_stay_secret_until_the_end_and_cannot_be_changed_when_all_have_bet() -> None:
    hands = dict.fromkeys("PBOG", "")
    race = Race("R:b120", "R5", hands=hands).play("R5 R>b180").play("bet:R bet:Y bet:P bet:B bet:O bet:G")
    assert race.refusal("bet:R") == "Z10.card"
    assert race.view(1)["bets"][0] is None
    race.turn_over()
    assert race.reason() == "G7.no_cards"
    assert [row[0] for row in race.view(OPEN)["bets"]] == [0, 1, 2, 3, 4, 5]


def test_g13_the_order_in_which_the_seats_bet_has_no_effect() -> None:
    found = []
    for order in ("RYPBOG", "GOBPYR", "PRGYOB"):
        race = Race("R:b120", "R5").play("R5 R>b180")
        for letter in order:
            race.do(letter, f"bet:{LETTERS[5 - LETTERS.index(letter)]}")
        found.append(race.s.values())
    assert found[0] == found[1] == found[2]


def test_g15_when_the_race_is_over_with_the_card_the_line_does_not_open() -> None:
    race = Race("R:b120", "R5", hands=dict.fromkeys("YPBOG", "")).play("R5 R>b180")
    assert (race.reason(), race.s.opened) == ("G7.no_cards", 0)
    assert "G9.bets" not in race.told()


FIVE_IN = "R:1 Y:2 P:3 B:4 O:b624 G:c480"


def finished(options: dict[str, str] | None = None, powers: dict[str, str] | None = None) -> Race:
    """Bring orange in as fifth: places R Y P B O, green not in; all have bet on all lines."""
    race = Race(FIVE_IN, "O5", turn="O", options=options, powers=powers)
    race.wager(1, "RRYPOG", "YBRGPO").wager(2, "YRPGRY", "PRBYOG").wager(3, "PPRYRR")
    return race


def test_4_5_money_is_the_prize_of_the_car_and_9_6_3_6_4_2_3_2_1_for_the_bets() -> None:
    race = finished().play("O5 O>FIN")
    assert race.reason() == "G7.five_in"
    assert race.money() == (26, 25, 17, 9, 11, 7)
    assert race.places() == (1, 2, 3, 5, 4, 6)
    parts = [(event.seat, event.a, event.b) for event in race.story if event.message == "G17.money"]
    assert parts == [(0, 12, 14), (1, 9, 16), (2, 6, 11), (3, 4, 5), (4, 2, 9), (5, 0, 7)]


def test_4_5_before_the_end_only_prizes_are_counted() -> None:
    assert finished().money() == (12, 9, 6, 4, 0, 0)


def test_4_5_the_most_for_one_car_is_30_and_with_the_second_slip_32() -> None:
    race = Race(FIVE_IN, "O5", turn="O", powers={"R": "briefje"})
    for line in (1, 2, 3):
        race.wager(line, "RGGGGG")
    race.s.slip[0] = LETTERS.index("Y")
    assert race.play("O5 O>FIN").money() == (32, 9, 6, 4, 2, 0)
    race.s.slip[0] = NOT_YET
    assert race.money() == (30, 9, 6, 4, 2, 0)


def test_g14_a_bet_that_was_never_opened_pays_nothing() -> None:
    assert Race(FIVE_IN, "O5", turn="O").play("O5 O>FIN").money() == (12, 9, 6, 4, 2, 0)


def test_g17_a_tie_goes_to_the_better_own_car_and_without_a_car_in_it_is_shared() -> None:
    race = Race(FIVE_IN, "O5", turn="O").wager(1, "..P...").play("O5 O>FIN")
    assert race.money() == (12, 9, 9, 4, 2, 0)
    assert race.places() == (1, 2, 3, 4, 5, 6)
    nobody = Race("R:b24 Y:1", "R5", hands=dict.fromkeys("PBOG", "")).play("R5 R>b84")
    assert (nobody.money(), nobody.places()) == ((0, 12, 0, 0, 0, 0), (2, 1, 2, 2, 2, 2))
