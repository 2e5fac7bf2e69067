"""Positions of Sequester Circuit for tests: cars on named fields, hands, powers, bets, whose turn it is.

Seats are called by the car that they drive: without more, R is seat 0, Y seat 1, and so on.
"""

from collections.abc import Mapping
from itertools import count
from typing import Any

from homestretch.engine.contract import IllegalAction
from homestretch.engine.play import act, legal_actions, new_state, places, scores
from homestretch.engine.story import Event
from homestretch.engine.view import View, view
from homestretch.games import game
from homestretch.games.circuit.cars import (
    BET_LINES,
    CARDS,
    FINISH,
    IN,
    MOVE,
    NAME,
    NEUTRAL,
    PLAY,
    SECRET_CARS,
    UNKNOWN,
)
from homestretch.games.circuit.reach import WINDOW, reachable
from homestretch.games.circuit.words import (
    POWERS,
    card_name,
    field_name,
    format_action,
    parse_action,
    tokens,
)
from homestretch.table.match import Match, Move

CIRCUIT = game("circuit")
LETTERS = "RYPBOG"
FULL_GRID = "R:b12 Y:b24 P:a24 B:c24 O:a12 G:c12"
"""The grid of T2 and T15: red stands in the back row, the front row is full."""


def deck_text(cards: str, powers: str = "") -> str:
    """Write a deck of one's own; powers are lines of its table of limits."""
    listed = ", ".join(f'"{card}"' for card in cards.split())
    return f'name = "Own"\ncards = [{listed}]\n' + (f"[powers]\n{powers}\n" if powers else "")


SINGLES = " ".join(f"{letter}{steps}" for steps in range(1, 7) for letter in LETTERS)
"""Cards of one line each, all colours and speeds."""
ROUND = (
    "R6/Y5/P4/B3/O2/G1 Y6/P5/B4/O3/G2/R1 P6/B5/O4/G3/R2/Y1 "
    "B6/O5/G4/R3/Y2/P1 O6/G5/R4/Y3/P2/B1 G6/R5/Y4/P3/B2/O1"
)
"""Six cards of six lines each."""
PLAIN = {"deck": deck_text(SINGLES)}
"""The option of a deck of single lines."""


def street(lines: str = "48, 60, 96") -> str:
    """Write a circuit of ten columns of three fields, straight on to the finish."""
    lane = ", ".join(str(front) for front in range(12, 121, 12))
    return (
        f'name = "Street"\nfinish = 120\nlines = [{lines}]\n'
        'grid = ["a24", "b24", "c24", "a12", "b12", "c12"]\nsection = [\n'
        f"  {{ from = 0, a = [{lane}], b = [{lane}], c = [{lane}] }},\n]\n"
    )


class Race:
    """A race in play, one seat about to play a card.

    cars: "R:b24 Y:1" puts red on b24 and says that yellow was first; the others stand as far back as there
    is room. hand: the cards of the seat to move. hands: those of others, else their 8s, and none for whose
    cars are in. Bet lines that a car has crossed count as opened.
    """

    def __init__(
        self,
        cars: str = FULL_GRID,
        hand: str = "",
        *,
        turn: str = "R",
        power: str = "",
        powers: Mapping[str, str] | None = None,
        hands: Mapping[str, str] | None = None,
        own: str = "R Y P B O G",
        options: Mapping[str, str] | None = None,
    ) -> None:
        drivers = own.split()
        self.box = CIRCUIT.box(options, len(drivers))
        self.s, _ = new_state(CIRCUIT.rules, self.box)
        self.story: list[Event] = []
        self.drivers = drivers
        self._take_seats()
        self._place(dict(pair.split(":") for pair in cars.split()))
        for driver in drivers:
            eights = " ".join(f"{letter}8" for letter in driver if f"{letter}8" not in hand.split())
            ready = all(self.at(letter) == "FIN" for letter in driver)
            self._give(self.seat(driver[0]), (hands or {}).get(driver[0], "" if ready else eights))
        self._give(self.seat(turn), hand)
        for letter, name in {**(powers or {}), **({turn: power} if power else {})}.items():
            self.s.power[self.seat(letter)] = POWERS.index(name)
        self.s.phase, self.s.turn, self.s.count = PLAY, self.seat(turn), 0

    def _take_seats(self) -> None:
        for car, letter in enumerate(LETTERS):
            self.s.owner[car] = NEUTRAL
            for seat, driver in enumerate(self.drivers):
                if letter in driver:
                    self.s.own[seat] |= 1 << car
                    self.s.owner[car] = seat
            if self.box.car_assignment == SECRET_CARS:
                self.s.owner[car] = UNKNOWN
        for seat in range(len(self.drivers)):
            self.s.uses[seat] = self.box.brake_uses

    def _place(self, where: dict[str, str]) -> None:
        for letter, field in where.items():
            car = LETTERS.index(letter)
            self.s.at[car] = IN if field.isdigit() else self.field(field)
            self.s.finished[car] = int(field) if field.isdigit() else 0
        self.s.arrived = sum(place > 0 for place in self.s.finished)
        free = (number for number in count() if number not in self.s.at)
        for car, letter in enumerate(LETTERS):
            if letter not in where:
                self.s.at[car] = next(free)
        for line in range(BET_LINES):
            if any(at == IN or self.box.front[at] > self.box.bet_line[line] for at in self.s.at):
                self.s.opened |= 1 << line

    def _give(self, seat: int, cards: str) -> None:
        names = [card_name(self.box, card) for card in range(CARDS)]
        self.s.hand[seat] = sum(1 << names.index(card) for card in cards.split())
        self.s.held[seat] = len(cards.split())

    def seat(self, letter: str) -> int:
        """Give the seat that drives a car."""
        return next(seat for seat, driver in enumerate(self.drivers) if letter in driver)

    def field(self, name: str) -> int:
        """Give the number of a field."""
        return next(i for i in range(len(self.box.lane)) if self.box.lane[i] >= 0 and self._name(i) == name)

    def _name(self, number: int) -> str:
        return field_name(self.box, number)

    def at(self, letter: str) -> str:
        """Give where a car is: its field, or FIN."""
        where = self.s.at[LETTERS.index(letter)]
        return "FIN" if where == IN else self._name(where)

    def place(self, letter: str) -> int:
        """Give the place of a car, 0 while it is on the track."""
        return int(self.s.finished[LETTERS.index(letter)])

    def who(self) -> str:
        """Give the car of the seat that is to act, or over."""
        seat = CIRCUIT.rules.to_move(self.box, self.s)
        return self.drivers[seat][0] if seat >= 0 else "over"

    def waiting(self) -> str:
        """Give the cars of all seats that may act now."""
        bits = CIRCUIT.rules.pending(self.box, self.s)
        return "".join(driver[0] for seat, driver in enumerate(self.drivers) if bits >> seat & 1)

    def may(self, letter: str = "") -> set[str]:
        """Give what is legal now, as words."""
        seat = self.seat(letter or self.who())
        legal = legal_actions(CIRCUIT.rules, self.box, self.s, seat)
        return {format_action(self.box, self.s, seat, action) for action in legal}

    def ends(self, letter: str) -> set[str]:
        """Give the fields where a car may end its line; where it is if nothing is to be chosen."""
        if self.s.phase == MOVE:
            return {word.removeprefix(f"{letter}>") for word in self.may()}
        return {self.at(letter)}

    def reach(self, letter: str, steps: int) -> set[str]:
        """Give the fields that `reachable` finds for a car."""
        car = LETTERS.index(letter)
        found = reachable(self.box, self.s, car, steps, False)
        start = self.s.at[car]
        numbers = [FINISH if bit == WINDOW else start + bit for bit in range(WINDOW + 1) if found >> bit & 1]
        return {self._name(number) for number in numbers}

    def play(self, text: str) -> "Race":
        """Carry out what is written; each word by the seat that is to move, of several the lowest."""
        for word in tokens(text):
            self.do(self.who(), word)
        return self

    def do(self, letter: str, word: str) -> "Race":
        """Carry out one action of one seat."""
        seat = self.seat(letter)
        action = parse_action(self.box, self.s, seat, word)
        self.story += act(CIRCUIT.rules, self.box, self.s, seat, action)
        return self

    def turn_over(self) -> "Race":
        """Play the turn to its end: a card if none is played yet, and the first of what may be chosen."""
        turn = self.who()
        self.do(turn, min(self.may()))
        while self.s.phase in (NAME, MOVE):
            self.do(turn, min(self.may()))
        return self

    def refusal(self, word: str, letter: str = "") -> str:
        """Give the message id of why an action is refused."""
        seat = self.seat(letter or self.who())
        action = parse_action(self.box, self.s, seat, word)
        trial = self.s.copy()
        try:
            act(CIRCUIT.rules, self.box, trial, seat, action)
        except IllegalAction as illegal:
            assert trial.values() == self.s.values()
            return illegal.refusal.message
        raise AssertionError(f"{word} was allowed")

    def wager(self, line: int, bets: str, standing: str = LETTERS) -> "Race":
        """Say what the seats have bet at a line, and how the cars stood then; a dot is no slip yet."""
        for seat, letter in enumerate(bets):
            if letter != ".":
                self.s.bets[seat][line - 1] = LETTERS.index(letter)
        for place, letter in enumerate(standing, start=1):
            self.s.odds[line - 1][LETTERS.index(letter)] = place
        self.s.settled |= 1 << line - 1
        return self

    def told(self) -> list[str]:
        """Give the message ids of all that happened."""
        return [event.message for event in self.story]

    def view(self, seat: int) -> View:
        """Give what a seat, SPECTATOR or OPEN sees."""
        return view(self.s, seat)

    def money(self) -> tuple[int, ...]:
        """Give the money of each seat."""
        return scores(CIRCUIT.rules, self.box, self.s)

    def places(self) -> tuple[int, ...]:
        """Give the places of the seats of a race that is over."""
        return places(CIRCUIT.rules, self.box, self.s)

    def reason(self) -> str:
        """Give why the race is over, "" while it goes on."""
        return CIRCUIT.rules.REASONS[CIRCUIT.rules.reason(self.box, self.s)]


def set_up(words: str, options: Mapping[str, str] | None = None, seats: int = 6, seed: str = "") -> Match:
    """Begin a match with these draws and choices; with a seed chance then goes on by itself."""
    match = Match(CIRCUIT, options, seats)
    for word in words.split():
        seat = match.to_move()
        match.act(Move(seat, parse_action(match.box, match.state, seat, word)))
    if seed:
        match.draw_all(seed)
    return match


def legal_words(match: Match) -> set[str]:
    """Give what may be drawn or chosen now."""
    seat = match.to_move()
    return {format_action(match.box, match.state, seat, action) for action in match.legal(seat)}


def cards_of(box: Any, bits: int) -> set[str]:
    """Give the cards of a bit set by name."""
    return {card_name(box, card) for card in range(CARDS) if bits >> card & 1}
