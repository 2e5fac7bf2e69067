"""The naive Sequester Circuit against the document's own vectors and counts, and twenty random races."""

import random
from functools import cache

import pytest
from circuit_reference import (
    CARS,
    CARS_EACH,
    DECK,
    FIELDS,
    FIN,
    OPTIONS,
    SUCCESSORS,
    Race,
    beyond,
    farthest,
    reachable,
    reachable_through,
)

SUCCESSOR_VECTORS = {
    "b24": "a36 b36 c36",
    "a84": "a102 b96",
    "b84": "a102 b96 c93",
    "b96": "a102 b108 c102",
    "a102": "a120 b108",
    "c93": "b96 c102",
    "b108": "a120 b120 c111",
    "a156": "b168",
    "b156": "b168",
    "b180": "b192 c192",
    "c204": "b216 c216",
    "b288": "a296 b300 c312",
    "b300": "a304 b312 c312",
    "c312": "b324 c336",
    "c372": "b384",
    "b396": "a408",
    "a420": "a432 b432",
    "b444": "a462 b456 c453",
    "a528": "b540",
    "c552": "b564",
    "b564": "a576 b576 c576",
    "a624": "FIN",
}

MOVE_VECTORS = {
    "T1": ("b24", 4, "", "a72 b72 c72"),
    "T2": ("b12", 6, "a24 b24 c24", "b12"),
    "T3": ("b120", 6, "b168", "a156 b156"),
    "T4": ("a24", 6, "a60 b60", "a48 a102 b96 c93"),
    "T5": ("b600", 6, "", "FIN"),
    "T6": ("a144", 6, "b168", "a156 b156"),
    "T7": ("b84", 3, "", "a102 a120 a132 b108 b120 b132 c102 c111"),
    "T8": ("b84", 3, "a102 b96", "b108 c111"),
    "T9": ("b36", 1, "a36 c36 a48 b48", "c48"),
    "T10": ("b36", 3, "a36 a48 c36 b60", "a72 b72 c72"),
    "T11": ("b612", 2, "a624 b624 c624", "b612"),
    "T12": ("b396", 5, "", "a462 b456 c453"),
    "T13": ("b288", 2, "", "a304 b300 b312 b324 c312 c336"),
}


@pytest.mark.parametrize("field", SUCCESSOR_VECTORS)
def test_successors(field: str) -> None:
    assert SUCCESSORS[field] == set(SUCCESSOR_VECTORS[field].split())


@pytest.mark.parametrize("name", MOVE_VECTORS)
def test_reachable(name: str) -> None:
    field, steps, occupied, ends = MOVE_VECTORS[name]
    assert reachable(field, steps, set(occupied.split())) == set(ends.split())


def test_circuit_counts() -> None:
    @cache
    def shortest(field: str) -> int:
        return 0 if field == FIN else 1 + min(shortest(onward) for onward in SUCCESSORS[field])

    @cache
    def longest(field: str) -> int:
        return 0 if field == FIN else 1 + max(longest(onward) for onward in SUCCESSORS[field])

    degrees = [len(onward) for onward in SUCCESSORS.values()]
    assert len(FIELDS) == 135
    assert sum(degrees) == 291
    assert [degrees.count(degree) for degree in (1, 2, 3)] == [14, 86, 35]
    assert {(shortest(field), longest(field)) for field in ("a12", "b12", "c12")} == {(48, 62)}
    assert {(shortest(field), longest(field)) for field in ("a24", "b24", "c24")} == {(47, 61)}
    for stripe, steps_left in ((156, 36), (312, 24), (480, 12)):
        assert min(shortest(field) for field in FIELDS if FIELDS[field][0] == stripe) == steps_left


def test_deck_counts() -> None:
    cards = [card.split("/") for card in DECK]
    assert len(set(DECK)) == 42
    for colour in CARS + "W":
        steps = sum(int(line[1]) for card in cards for line in card if line[0] == colour)
        assert steps == (60 if colour == "W" else 65)
    for card in cards:
        speeds = [line[1] for line in card]
        assert speeds == sorted(set(speeds), reverse=True)
        assert len({line[0] for line in card}) == len(card)


def test_bet_lines_t14() -> None:
    assert not beyond("b156", 1)
    assert beyond("b168", 1)
    assert not beyond("b312", 2)
    assert beyond(FIN, 3)


def test_through_one_occupied_field() -> None:
    full = {"a24", "b24", "c24"}
    assert reachable_through("b12", 1, full) == {"b12"}
    assert reachable_through("b12", 2, full) == {"b12", "a36", "b36", "c36"}
    # Out of the jam, and stuck again behind it: no second occupied field.
    assert reachable_through("b120", 6, {"b168", "b180"}) == {"a156", "b156"}
    assert reachable_through("a156", 3, {"b168", "b192", "c192"}) == {"a156", "b180"}
    assert reachable_through("b612", 2, {"a624", "b624", "c624"}) == {"b612", FIN}


def test_farthest() -> None:
    assert farthest("a24", 6, {"a60", "b60"}, through=False) == {"a102", "b96", "c93"}
    assert farthest("b12", 2, {"a24", "b24", "c24"}, through=True) == {"a36", "b36", "c36"}


def _set_up(card: str) -> Race:
    """Start a race without powers: yellow in front of red, and seat 0 to play with that card."""
    race = Race({"powers": "off"}, 6)
    for token in [*"PYBORG", *"PYBORG", card]:
        race.play(-1, token)
    while race.to_act() == [-1]:
        race.play(-1, min(race.legal(-1)))
    return race


def test_full_grid_t15() -> None:
    race = _set_up("R6/Y4/P2/B1")
    assert race.to_act() == [0]
    assert (race.at["R"], race.at["Y"]) == ("b12", "b24")
    race.play(0, "R6/Y4/P2/B1")
    assert race.legal(0) == {"Y>a72", "Y>b72", "Y>c72"}
    race.play(0, "Y>a72")
    assert all(token.startswith("P>") for token in race.legal(0))


def test_wild_line_t16() -> None:
    race = _set_up("B6/O4/W2/Y1")
    race.play(0, "B6/O4/W2/Y1")
    race.play(0, min(race.legal(0)))
    if not any(token.startswith("W=") for token in race.legal(0)):
        race.play(0, min(race.legal(0)))
    assert race.legal(0) == {"W=R", "W=P", "W=G"}


def test_seats() -> None:
    with pytest.raises(ValueError, match="six seats"):
        Race({}, 5)
    with pytest.raises(ValueError, match="two to six"):
        Race({"seats": "open"}, 1)
    with pytest.raises(ValueError, match="no such option"):
        Race({"payout": "none"}, 6)


def _most_money(options: dict[str, str], cars: int) -> int:
    """4.5: 12 + 9 + 6 + 3, and 2 for the extra slip; more with `odds`, shared places or several cars."""
    prizes = sum((12, 9, 6)[:cars])
    if options["dnf"] == "rank_by_distance":
        prizes = 12 * cars
    slip = 3 if options["dnf"] == "rank_by_distance" else 2
    bets = 6 * (3 + 2 + 1 + 1) if options["payout"] == "odds" else 9 + 6 + 3 + slip
    return prizes + bets


@pytest.mark.parametrize("seed", range(20))
def test_random_race(seed: int) -> None:
    rng = random.Random(seed)
    options = {key: rng.choice(words) for key, words in OPTIONS.items()}
    seats = 6 if options["seats"] == "bots" else rng.randint(2, 6)
    race = Race(options, seats)
    tokens = 0
    while race.to_act():
        seat = rng.choice(race.to_act())
        race.play(seat, rng.choice(sorted(race.legal(seat))))
        tokens += 1
        assert tokens < 1000
        standing = [field for field in race.at.values() if field != FIN]
        assert len(standing) == len(set(standing))
    cars = CARS_EACH[seats] if options["deal"] == "all" else 1
    assert all(0 <= money <= _most_money(options, cars) for money in race.money())
    assert min(race.places()) == 1
    best = race.money()[race.places().index(1)]
    assert best == max(race.money())
    assert race.reason() in {"all_in", "five_in", "no_cards"}
