"""Sequester Circuit's circuit, deck and rulings."""

from collections.abc import Mapping
from functools import lru_cache

from homestretch.engine.options import Choice, Data, is_text, read_options
from homestretch.engine.problem import Problem
from homestretch.games.circuit import deck as decks
from homestretch.games.circuit.cars import BET_LINES, CARS, Box
from homestretch.games.circuit.deck import Deck, read_deck
from homestretch.games.circuit.reach import WINDOW
from homestretch.track.check import problems
from homestretch.track.circuit import BUILT_IN, FINISH, Circuit, parse_circuit
from homestretch.track.line import drawn

OPTIONS = (
    Data("circuit", "G1", ("het_grasveld", "de_binnenstad")),
    Data("deck", "Z7", decks.BUILT_IN),
    Choice("seats", "G20", ("bots", "open")),
    Choice("deal", "G20", ("seq8", "all")),
    Choice("car_assignment", "Z4", ("random_open", "choose", "secret")),
    Choice("start_player", "Z11", ("grid1", "last_grid", "random")),
    Choice("powers", "Z6", ("house6", "off")),
    Choice("finished_hand", "G5", ("discard", "keep")),
    Choice("wild_decline", "Z20", ("no", "yes")),
    Choice("wild_pick", "Z20", ("any_unfinished", "must_be_movable")),
    Choice("move_rule", "Z15", ("free_route", "max_distance")),
    Choice("bet_rounds", "Z2", ("3", "2", "0")),
    Choice("bet_optional", "G12", ("no", "yes")),
    Choice("neutral_eights", "Z8", ("leave", "shuffle")),
    Choice("payout", "Z1", ("standard", "winner_only", "odds")),
    Choice("bet_reveal", "G13", ("end", "after_line")),
    Choice("tie", "G17", ("car_place", "shared")),
    Choice("early_end", "G7", ("on", "off")),
    Choice("dnf", "G8", ("nothing", "rank_by_distance")),
    Choice("history", "G18", ("on", "off")),
)
FIRST_BET = (0, 1, BET_LINES)
"""Z2: the first line that is bet on, for three, two and no rounds."""
CARS_EACH = (0, 0, 3, 2, 1, 1, 1)
"""4.3: how many cars each of 2 to 6 seats drives where all cards are dealt."""


@lru_cache(maxsize=32)
def circuit_of(word: str) -> Circuit:
    """Give the circuit of a built-in name or of a text of one's own.

    :raises Problem: naming what keeps a race from being driven on it.
    """
    text = word if is_text(word) else (BUILT_IN / f"{word}.toml").read_text("utf-8")
    circuit = parse_circuit(text)
    for problem in problems(circuit):
        raise problem
    if len(circuit.grid) != CARS:
        raise Problem("track.grid", n=len(circuit.grid), wanted=CARS)
    if len(circuit.lines) != BET_LINES:
        raise Problem("track.lines", n=len(circuit.lines), wanted=BET_LINES)
    return circuit


@lru_cache(maxsize=32)
def deck_of(word: str) -> Deck:
    """Give the deck of a built-in name or of a text of one's own.

    :raises Problem: naming what is wrong with it.
    """
    return read_deck(word if is_text(word) else (decks.DATA / f"{word}.toml").read_text("utf-8"))


def _ahead(circuit: Circuit, steps: int) -> tuple[list[int], list[int]]:
    """Give per field the bit set of the fields ahead, and whether the finish is.

    :raises Problem: if a move of so many steps could span more fields than a move may.
    """
    ahead, leads_in, widest = [], [], [0] * len(circuit.fields)
    for number in range(len(circuit.fields)):
        following = circuit.successors(number)
        ahead.append(sum(1 << each - number for each in following if each != FINISH))
        leads_in.append(int(FINISH in following))
        widest[number] = max([each - number for each in following if each != FINISH], default=0)
    for number, field in enumerate(circuit.fields):
        last = number
        for _ in range(steps):
            last = max(each + widest[each] for each in range(number, last + 1))
        if last - number >= WINDOW:
            raise Problem("track.dense", field=field.name, steps=steps, most=WINDOW)
    return ahead, leads_in


def _cars_each(agreed: Mapping[str, int], seats: int) -> int:
    if not agreed["seats"] and seats != CARS:
        raise Problem("circuit.seats", seats=seats)
    return CARS_EACH[seats] if agreed["deal"] else 1


def _hand(agreed: Mapping[str, int], deck: Deck, seats: int, cars_each: int) -> int:
    """Z7, 4.3: how many cards each seat is dealt: a sixth of the deck, or as many as there are."""
    pack = len(deck.cards) + (CARS - seats * cars_each if agreed["neutral_eights"] else 0)
    return pack // seats if agreed["deal"] else len(deck.cards) // CARS


@lru_cache(maxsize=64)
def _made(given: tuple[tuple[str, str], ...], seats: int) -> Box:
    words = dict(given)
    agreed = read_options(OPTIONS, words)
    circuit = circuit_of(words.get("circuit", OPTIONS[0].default))
    deck = deck_of(words.get("deck", OPTIONS[1].default))
    cards, powers = deck.all_cards(), deck.powers
    fastest = max(steps for card in cards for _, steps in card) + powers["opvoerset_extra"]
    ahead, leads_in = _ahead(circuit, fastest)
    cars_each = _cars_each(agreed, seats)
    return Box(
        seats=seats,
        ahead=tuple(ahead),
        leads_in=tuple(leads_in),
        lane=tuple(field.lane for field in circuit.fields),
        back=tuple(field.back for field in circuit.fields),
        front=tuple(field.front for field in circuit.fields),
        finish=circuit.finish,
        points=tuple(tuple(round(10 * part) for part in point) for point in drawn(circuit).points),
        grid=tuple(circuit.number_of(name) for name in circuit.grid),
        bet_line=circuit.lines,
        cards=len(deck.cards),
        lines=tuple(len(card) for card in cards),
        colour=tuple(tuple(colour for colour, _ in card) for card in cards),
        speed=tuple(tuple(steps for _, steps in card) for card in cards),
        brake_uses=powers["handrem_uses"],
        boost_highest=powers["opvoerset_highest"],
        boost_extra=powers["opvoerset_extra"],
        slip_line=powers["briefje_line"] - 1,
        slip_pays_as=powers["briefje_pays_as"] - 1,
        hand=_hand(agreed, deck, seats, cars_each),
        cars_each=cars_each,
        car_assignment=agreed["car_assignment"],
        start_player=agreed["start_player"],
        powers_off=agreed["powers"],
        keep_hand=agreed["finished_hand"],
        may_decline=agreed["wild_decline"],
        must_be_movable=agreed["wild_pick"],
        farthest=agreed["move_rule"],
        first_bet=FIRST_BET[agreed["bet_rounds"]],
        bet_optional=agreed["bet_optional"],
        shuffle_eights=agreed["neutral_eights"],
        payout=agreed["payout"],
        reveal_bets=agreed["bet_reveal"],
        shared_tie=agreed["tie"],
        race_on=agreed["early_end"],
        rank_by_distance=agreed["dnf"],
        forget=agreed["history"],
    )


def make_box(given: Mapping[str, str], seats: int = CARS) -> Box:
    """Make the box for what was agreed.

    :raises Problem: naming the option, or what is wrong with a circuit or a deck of one's own.
    """
    return _made(tuple(sorted(given.items())), seats)
