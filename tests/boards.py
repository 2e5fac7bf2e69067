"""Crazy Jump positions drawn as text, for tests.

Rank 4 first; .. is empty, () a blank jump field, B1 R2 stones, B* a Crazy Jump for good, b1 r2 a stone
on a blank jump field.
"""

from collections.abc import Mapping

from homestretch.engine.contract import CHANCE, IllegalAction
from homestretch.engine.play import act, legal_actions, new_state, places, scores
from homestretch.engine.story import Event
from homestretch.games import game
from homestretch.games.crazy_jump import board as rules
from homestretch.games.crazy_jump.box import cell_of
from homestretch.games.crazy_jump.rules import begin_turn

CRAZY_JUMP = game("crazy_jump")
SEATS = {"black": 0, "red": 1}

CENTRE = """
.. .. .. ..
.. B* () ..
.. () R* ..
.. .. .. ..
"""


class Board:
    """A position after the opening, black wins battles on even and red on odd unless said otherwise."""

    def __init__(
        self,
        drawing: str = CENTRE,
        black: str = "b3",
        red: str = "c2",
        turn: str = "black",
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.box = CRAZY_JUMP.box(options)
        self.s, _ = new_state(CRAZY_JUMP.rules, self.box)
        self.story: list[Event] = []
        rows = drawing.split()
        assert len(rows) == 16
        for place, token in enumerate(rows):
            self._set(12 - 4 * (place // 4) + place % 4, token)
        self.s.knight[0], self.s.knight[1] = cell_of(black), cell_of(red)
        self.s.parity[0], self.s.parity[1] = rules.EVEN, rules.ODD
        self.s.phase = rules.HOP
        begin_turn(self.s, SEATS[turn])

    def _set(self, cell: int, token: str) -> None:
        self.s.colour[cell] = {"b": 0, "r": 1}.get(token[0].lower(), -1)
        self.s.level[cell] = int(token[1]) if token[1].isdigit() else 0
        self.s.kind[cell] = rules.FOR_GOOD if "*" in token else rules.PLAIN
        if token == "()" or token[0] in "br":
            self.s.kind[cell] = rules.BLANK

    def at(self, name: str) -> str:
        """Give the token of a cell."""
        cell = cell_of(name)
        colour, level, kind = self.s.colour[cell], self.s.level[cell], self.s.kind[cell]
        if colour < 0:
            return "()" if kind == rules.BLANK else ".."
        letter = "br"[colour] if kind == rules.BLANK else "BR"[colour]
        return letter + ("*" if kind == rules.FOR_GOOD else str(level))

    def drawing(self) -> str:
        """Give the whole board as text."""
        names = [f"{file}{rank}" for rank in "4321" for file in "abcd"]
        return "\n".join(" ".join(self.at(n) for n in names[i : i + 4]) for i in range(0, 16, 4))

    def who(self) -> str:
        """Give who is to act."""
        seat = CRAZY_JUMP.rules.to_move(self.box, self.s)
        return {0: "black", 1: "red", -1: "die", -2: "over"}[seat]

    def knight(self, colour: str) -> str:
        """Give the cell of a knight."""
        cell = self.s.knight[SEATS[colour]]
        return "abcd"[cell % 4] + str(cell // 4 + 1)

    def may(self) -> str:
        """Give what is legal now, sorted, as words."""
        seat = CRAZY_JUMP.rules.to_move(self.box, self.s)
        legal = legal_actions(CRAZY_JUMP.rules, self.box, self.s, seat)
        return " ".join(sorted(self._word(seat, action) for action in legal))

    def _word(self, seat: int, action: int) -> str:
        return str(CRAZY_JUMP.words.format_action(self.box, self.s, seat, action))

    def play(self, words: str) -> "Board":
        """Carry out actions by their words; digits are the die."""
        for word in words.split():
            seat = CRAZY_JUMP.rules.to_move(self.box, self.s)
            action = CRAZY_JUMP.words.parse_action(self.box, self.s, seat, word)
            self.story += act(CRAZY_JUMP.rules, self.box, self.s, seat, action)
        return self

    def refusal(self, word: str, seat: str = "") -> str:
        """Give the message id of why an action is refused."""
        who = SEATS[seat] if seat else CRAZY_JUMP.rules.to_move(self.box, self.s)
        action = CRAZY_JUMP.words.parse_action(self.box, self.s, CHANCE if word.isdigit() else 0, word)
        try:
            act(CRAZY_JUMP.rules, self.box, self.s, who, action)
        except IllegalAction as illegal:
            return illegal.refusal.message
        raise AssertionError(f"{word} was allowed")

    def told(self) -> list[str]:
        """Give the message ids of all that happened."""
        return [event.message for event in self.story]

    def lines(self) -> tuple[int, ...]:
        """Give black's and red's longest line."""
        return scores(CRAZY_JUMP.rules, self.box, self.s)

    def places(self) -> tuple[int, ...]:
        """Give the places of a game that is over."""
        return places(CRAZY_JUMP.rules, self.box, self.s)
