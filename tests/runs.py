"""1500 m races for tests: runners A, B, C, ... in lanes 1, 2, 3, ..., put where a test needs them."""

from collections.abc import Mapping

from homestretch.engine.contract import CHANCE, IllegalAction
from homestretch.engine.play import act, legal_actions, new_state, places, scores
from homestretch.engine.story import Event
from homestretch.games import game
from homestretch.games.fifteen_hundred import runners as r
from homestretch.games.fifteen_hundred.bidding import begin_choosing
from homestretch.games.fifteen_hundred.extra import end_phase
from homestretch.games.fifteen_hundred.moves import begin_moves
from homestretch.games.fifteen_hundred.pace import begin_pace
from homestretch.games.fifteen_hundred.rules import goes_on
from homestretch.games.fifteen_hundred.words import field_name, field_numbers

FIFTEEN = game("fifteen_hundred")
FRIENDLY = {"touch_move": "friendly"}


class Run:
    """A race whose first round has just begun: all on the start row, or where `at` puts them.

    :param at: words like A=4HS7 or B=1BS3/2, the lap after the slash.
    """

    def __init__(self, seats: int = 5, options: Mapping[str, str] | None = None, at: str = "") -> None:
        self.box = FIFTEEN.box({**FRIENDLY, **(options or {})}, seats)
        self.s, self.story = new_state(FIFTEEN.rules, self.box)
        lane = 1
        while self.s.phase == r.LOTS:
            self.play(str(lane))
            lane += 1
        for word in at.split():
            self.put(word)

    def put(self, word: str) -> None:
        """Put a runner on a field: A=4HS7/2."""
        name, _, place = word.partition("=")
        field, _, lap = place.partition("/")
        self.s.at[ord(name) - 65] = self.field(field)
        self.s.lap[ord(name) - 65] = int(lap or 0)

    def field(self, name: str) -> int:
        """Give the number of a field."""
        return field_numbers(self.box)[name.upper()]

    def at(self, runner: str) -> str:
        """Give the name of a runner's field."""
        return field_name(self.box, self.s.at[ord(runner) - 65])

    def who(self) -> str:
        """Give who is to act: a letter, chance or over."""
        seat = FIFTEEN.rules.to_move(self.box, self.s)
        return {CHANCE: "chance", -2: "over"}.get(seat, chr(65 + seat))

    def play(self, words: str) -> "Run":
        """Carry out actions by their words, each by who is to move then."""
        for word in words.split():
            self.do(FIFTEEN.rules.to_move(self.box, self.s), word)
        return self

    def do(self, seat: int, word: str) -> None:
        action = FIFTEEN.words.parse_action(self.box, self.s, seat, word)
        self.story += act(FIFTEEN.rules, self.box, self.s, seat, action)

    def choose(self, cards: str, bids: str) -> "Run":
        """Let all choose cards and bids, 0 for who is not asked."""
        for seat, (card, bid) in enumerate(zip(cards.split(), bids.split(), strict=True)):
            for word in (f"c{card}", f"b{bid}"):
                if word[1:] != "0":
                    self.do(seat, word)
        return self

    def take_any(self) -> "Run":
        """Let all bidders take the first action that is free."""
        while self.s.phase in (r.TAKING, r.PUSHING):
            self.play(self.may().split()[0])
        return self

    def stay(self) -> "Run":
        """Let all who are to move in this phase stay where they are."""
        phase = self.s.phase
        while self.s.phase == phase and self.who() not in ("over", "chance"):
            self.play(self.at(chr(65 + self.s.turn)))
        return self

    def paces(self, words: str) -> "Run":
        """Let all choose their pace, in race order, and stay where they are."""
        for word in words.split():
            self.play(word)
            if self.s.phase == r.RUN:
                self.play(self.at(chr(65 + self.s.turn)))
        return self

    def moves(self, *points: int, ghost: str = "") -> "Run":
        """Begin a card phase's moves, with so many points for A, B, ... on their cards."""
        for runner in range(self.box.runners):
            self.s.card[runner] = points[runner] if runner < len(points) else 0
        if ghost:
            self.s.space[r.MF] = ord(ghost) - 65
        begin_moves(self.box, self.s)
        return self._go_on()

    def pace_phase(self) -> "Run":
        """Begin a pace phase."""
        self.s.to_card = self.s.to_bid = 0
        begin_pace(self.box, self.s)
        return self._go_on()

    def costs(self) -> "Run":
        """Do the extra costs, up to the choices of the next round."""
        self.s.phase = r.EXTRA
        return self._go_on()

    def new_round(self) -> "Run":
        """Begin the choices of a round again, with the points that runners have now."""
        self.s.story = self.story
        begin_choosing(self.box, self.s)
        self.s.story = None
        return self

    def end_phase(self) -> "Run":
        """End a phase: finishers are ranked."""
        self.s.story = self.story
        end_phase(self.box, self.s)
        self.s.story = None
        return self

    def _go_on(self) -> "Run":
        self.s.story = self.story
        while goes_on(self.box, self.s):
            pass
        self.s.story = None
        return self

    def may(self, runner: str = "") -> str:
        """Give what is legal now, as words."""
        seat = ord(runner) - 65 if runner else FIFTEEN.rules.to_move(self.box, self.s)
        legal = legal_actions(FIFTEEN.rules, self.box, self.s, seat)
        return " ".join(FIFTEEN.words.format_action(self.box, self.s, seat, action) for action in legal)

    def refusal(self, word: str, runner: str = "") -> str:
        """Give the message id of why an action is refused."""
        seat = ord(runner) - 65 if runner else FIFTEEN.rules.to_move(self.box, self.s)
        action = FIFTEEN.words.parse_action(self.box, self.s, seat, word)
        try:
            act(FIFTEEN.rules, self.box, self.s, seat, action)
        except IllegalAction as illegal:
            return illegal.refusal.message
        raise AssertionError(f"{word} was allowed")

    def order(self) -> str:
        """Give the race order, first to last."""
        racing = [runner for runner in range(self.box.runners) if r.is_racing(self.s, runner)]
        racing.sort(key=lambda runner: -r.key(self.box, self.s, runner))
        return "".join(chr(65 + runner) for runner in racing)

    def told(self) -> list[str]:
        """Give the message ids of all that happened."""
        return [event.message for event in self.story]

    def events(self, message: str) -> list[tuple[str, int, int]]:
        """Give runner and numbers of all events of a message."""
        return [(chr(65 + e.seat), e.a, e.b) for e in self.story if e.message == message]

    def places(self) -> tuple[int, ...]:
        """Give the places of a race that is over."""
        return places(FIFTEEN.rules, self.box, self.s)

    def scores(self) -> tuple[int, ...]:
        """Give the medals."""
        return scores(FIFTEEN.rules, self.box, self.s)


def secret(events: list[Event]) -> list[str]:
    """Give the message ids that only one seat may know."""
    return [event.message for event in events if event.secret]
