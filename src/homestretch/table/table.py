"""A table: a match with seats, sealed choices, takebacks and resignation, as an append-only log of entries.

Every command gives a new table or raises a Problem; the old one stays as it was. The new table's log goes
on from the old one's, and replaying a log gives the same table again.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.play import legal_actions
from homestretch.engine.problem import Problem
from homestretch.games import Game
from homestretch.players.bots import NAMES
from homestretch.table.match import TYPED, Match, Move

PERSON = "person"
STAND_IN = "bot:normal"
"""Who plays on for a person that leaves."""
SEALED, DIE = "sealed", "typed"
"""Where chance comes from: the sealed seed, or a real die whose face somebody types."""


class Setup(NamedTuple):
    """What is agreed before play: the game, its options, who sits where, and where chance comes from."""

    game: Game
    options: Mapping[str, str]
    seats: tuple[str, ...]
    """Per seat: person, or a bot's name."""
    chance: str
    seed: str


class Entry(NamedTuple):
    """One line of the log: what was done, by which seat (or CHANCE), with which numbers.

    act (action), draw (outcome, draw number), slot (a sealed choice so far, or nothing), open (all slots),
    resign, bot (its number in NAMES: it plays the seat from now on), ask (back to this ply), agree, refuse,
    back (to this ply).
    """

    kind: str
    seat: int
    data: tuple[int, ...] = ()


class Table:
    """One match at its table."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.match = Match(setup.game, setup.options, len(setup.seats))
        self.log: list[Entry] = []
        self.slots: dict[int, tuple[int, ...]] = {}
        """Per seat the sealed actions chosen so far; nobody else may see them."""
        self.asked: int | None = None
        """The ply to which somebody asks to go back."""
        self.agreed: frozenset[int] = frozenset()
        self.resigned: int | None = None

    @classmethod
    def replayed(cls, setup: Setup, log: Iterable[Entry]) -> "Table":
        """Give the table that a log leads to.

        :raises IllegalAction: if the rules have changed so that the log no longer holds.
        """
        table = cls(setup)
        for entry in log:
            table._append(entry)
        return table

    def copy(self) -> "Table":
        """Give a table that goes its own way from here on."""
        twin = object.__new__(Table)
        twin.setup, twin.match, twin.log = self.setup, self.match.copy(), self.log[:]
        twin.slots, twin.asked, twin.agreed = dict(self.slots), self.asked, self.agreed
        twin.resigned = self.resigned
        return twin

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    def is_over(self) -> bool:
        """Tell whether the match has ended, by the rules or because somebody resigned."""
        return self.resigned is not None or self.match.is_over()

    def places(self) -> tuple[int, ...]:
        """Give the places of a match that is over; who resigns is last."""
        if self.resigned is None:
            return self.match.places()
        return tuple(2 if seat == self.resigned else 1 for seat in range(len(self.setup.seats)))

    def reason(self) -> str:
        """Give the message id of why the match is over, "" while it goes on."""
        return self.match.reason() if self.resigned is None else "table.resigned"

    def waits_for(self) -> list[int]:
        """List the seats that are to act, or CHANCE where a real die is to be typed; empty after the end."""
        if self.is_over():
            return []
        if self.match.to_move() == CHANCE:
            return [CHANCE]
        return [seat for seat in self._pending() if not self._slot_is_full(seat)]

    def _pending(self) -> list[int]:
        bits = self.setup.game.rules.pending(self.match.box, self.match.state)
        return [seat for seat in range(len(self.setup.seats)) if bits >> seat & 1]

    def is_sealed_phase(self) -> bool:
        """Tell whether several seats choose in secret now."""
        return bool(self.slots) or len(self._pending()) > 1

    def _with_slot(self, seat: int) -> Match:
        """Give a copy of the match that holds the seat's own sealed actions, and no other's."""
        match = self.match.copy()
        for action in self.slots.get(seat, ()):
            match.act(Move(seat, action))
        return match

    def _slot_is_full(self, seat: int) -> bool:
        match = self._with_slot(seat)
        return not match.game.rules.pending(match.box, match.state) >> seat & 1

    def seen_by(self, seat: int) -> Match:
        """Give the match as a seat may see it: with its own sealed choice in it."""
        return self._with_slot(seat) if self.slots.get(seat) else self.match

    def legal(self, seat: int) -> list[int]:
        """List what a seat may do now, or CHANCE where a real die is to be typed."""
        if self.is_over():
            return []
        match = self.seen_by(seat)
        return legal_actions(match.game.rules, match.box, match.state, seat)

    def act(self, seat: int, actions: Iterable[int]) -> "Table":
        """Carry out actions of one seat, all or none; then what chance brings.

        In a sealed phase they go on with what the seat has begun to choose, and all choices are opened when
        every seat has made its own.

        :raises Problem: if the match is over; IllegalAction with the rule that forbids an action.
        """
        self._must_go_on()
        table = self.copy()
        if self.is_sealed_phase():
            table._seal(seat, (*self.slots.get(seat, ()), *actions))
        else:
            for action in actions:
                table._append(Entry("act", seat, (action,)))
        table._go_on()
        return table

    def _seal(self, seat: int, actions: tuple[int, ...]) -> None:
        self._append(Entry("slot", seat, actions))
        if all(self._slot_is_full(each) for each in self._pending()):
            self._append(Entry("open", CHANCE))

    def type_die(self, seat: int, outcome: int) -> "Table":
        """Take over what a real die shows; any person at the table may type it.

        :raises Problem: if the dice are sealed, or no die is to be rolled; IllegalAction for no face.
        """
        self._must_go_on()
        if self.setup.chance != DIE or self.match.to_move() != CHANCE:
            raise Problem("table.no_die")
        table = self.copy()
        table._append(Entry("draw", CHANCE, (outcome, TYPED)))
        return table

    def resign(self, seat: int) -> "Table":
        """Give up. Of two, the other has won; where more play, a bot plays on for who leaves.

        :raises Problem: if the match is over already.
        """
        self._must_go_on()
        if len(self.setup.seats) > 2:
            return self.hand_over(seat)
        table = self.copy()
        table._append(Entry("resign", seat))
        return table

    def hand_over(self, seat: int) -> "Table":
        """Let a bot play a person's seat from now on.

        :raises Problem: if the match is over, or no person plays the seat.
        """
        self._must_go_on()
        if self.setup.seats[seat] != PERSON:
            raise Problem("table.no_person")
        table = self.copy()
        table._append(Entry("bot", seat, (NAMES.index(STAND_IN),)))
        return table

    def back_to(self, seat: int) -> int:
        """Give the ply before the seat's own last action.

        :raises Problem: if there is none, the match is over, something secret has been shown since, or a
            rule says that what is done stands.
        """
        self._must_go_on()
        final = getattr(self.match.game.rules, "final", None)
        if final and final(self.match.box):
            raise Problem("table.final", rule=final(self.match.box))
        plies = [ply for ply, move in enumerate(self.match.moves) if move.seat == seat]
        if not plies:
            raise Problem("table.nothing_to_take_back")
        if self._showed_a_secret(plies[-1]):
            raise Problem("table.secret_shown")
        return plies[-1]

    def _showed_a_secret(self, ply: int) -> bool:
        """Tell whether a move since ply was not open to all when it was made."""
        everybody = (1 << len(self.setup.seats)) - 1
        replay = self.match.at(ply)
        for move in self.match.moves[ply:]:
            rules = replay.game.rules
            if rules.seen(replay.box, replay.state, move.seat, move.action) & everybody != everybody:
                return True
            replay.act(move)
        return False

    def is_free_to_take_back(self, seat: int) -> bool:
        """Tell whether nothing has followed the seat's last action, so that nobody needs to agree."""
        moves = self.match.moves
        return bool(moves) and moves[-1].seat == seat and not self.is_over()

    def take_back(self, seat: int) -> "Table":
        """Take back the seat's last action; where something followed it, ask the others first. Bots agree.

        A sealed choice comes back at once, as long as not all have chosen: nobody knows it yet.

        :raises Problem: as `back_to`, or if somebody is asking already.
        """
        self._must_go_on()
        if seat in self.slots:
            return self._emptied(seat)
        ply = self.back_to(seat)
        if self.asked is not None:
            raise Problem("table.asked_already")
        table = self.copy()
        if not self.is_free_to_take_back(seat):
            table._append(Entry("ask", seat, (ply,)))
        table._go_back_if_agreed(seat, ply)
        return table

    def _emptied(self, seat: int) -> "Table":
        """Give the table with the seat's sealed choice taken out of its slot."""
        table = self.copy()
        table._append(Entry("slot", seat))
        return table

    def answer(self, seat: int, agrees: bool) -> "Table":
        """Agree to go back, or refuse.

        :raises Problem: if nobody asked, or the seat has agreed already.
        """
        if self.asked is None or seat in self.agreed:
            raise Problem("table.nobody_asks")
        table, ply = self.copy(), self.asked
        table._append(Entry("agree" if agrees else "refuse", seat))
        if agrees:
            table._go_back_if_agreed(seat, ply)
        return table

    def asker(self) -> int:
        """Give the seat that asks to go back; somebody must be asking."""
        return next(entry.seat for entry in reversed(self.log) if entry.kind == "ask")

    def must_answer(self) -> list[int]:
        """List the seats that have to agree to going back and have not yet."""
        if self.asked is None:
            return []
        people = [seat for seat, who in enumerate(self.setup.seats) if who == PERSON]
        return [seat for seat in people if seat not in self.agreed]

    def _go_back_if_agreed(self, seat: int, ply: int) -> None:
        if not self.must_answer():
            self._append(Entry("back", seat, (ply,)))
            self._go_on()

    def _must_go_on(self) -> None:
        if self.is_over():
            raise Problem("table.over")

    def _go_on(self) -> None:
        """Let chance act from the seed until a seat is to act."""
        if self.setup.chance == SEALED:
            while self.match.to_move() == CHANCE:
                move = self.match.next_draw(self.setup.seed)
                self._append(Entry("draw", CHANCE, (move.action, move.draw)))

    def begun(self) -> "Table":
        """Give the table with what chance decides before anybody acts."""
        table = self.copy()
        table._go_on()
        return table

    def _append(self, entry: Entry) -> None:
        """Carry out one entry and add it to the log."""
        if entry.kind in ("act", "draw"):
            draw = entry.data[1] if entry.kind == "draw" else TYPED
            self.match.act(Move(entry.seat, entry.data[0], draw))
            self._nobody_asks()
        elif entry.kind == "slot":
            self._fill_slot(entry)
        elif entry.kind == "open":
            self._open()
        elif entry.kind == "resign":
            self.resigned = entry.seat
            self._nobody_asks()
        elif entry.kind == "bot":
            players = list(self.setup.seats)
            players[entry.seat] = NAMES[entry.data[0]]
            self.setup = self.setup._replace(seats=tuple(players))
            self._nobody_asks()
        else:
            self._append_takeback(entry)
        self.log.append(entry)

    def _fill_slot(self, entry: Entry) -> None:
        """Keep a sealed choice, if the rules allow it beside nobody else's; with no data it is taken back."""
        trial = self.match.copy()
        for action in entry.data:
            trial.act(Move(entry.seat, action))
        if entry.data:
            self.slots[entry.seat] = entry.data
        else:
            self.slots.pop(entry.seat, None)

    def _open(self) -> None:
        """Apply all sealed choices in seat order."""
        for seat, actions in sorted(self.slots.items()):
            for action in actions:
                self.match.act(Move(seat, action))
        self.slots = {}
        self._nobody_asks()

    def _append_takeback(self, entry: Entry) -> None:
        if entry.kind == "ask":
            self.asked, self.agreed = entry.data[0], frozenset([entry.seat])
        elif entry.kind == "agree":
            self.agreed |= {entry.seat}
        else:
            if entry.kind == "back":
                drawn = self.match.drawn
                self.match = self.match.at(entry.data[0])
                self.match.drawn = drawn
                self.slots = {}
            self._nobody_asks()

    def _nobody_asks(self) -> None:
        self.asked, self.agreed = None, frozenset()

    def to_move(self) -> int:
        """Give the seat that is to act, CHANCE or OVER."""
        return OVER if self.is_over() else self.match.to_move()
