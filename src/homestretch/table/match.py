"""A match: a game, what was agreed, and the list of actions; everything else is computed from these."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from homestretch.engine.contract import CHANCE, OVER
from homestretch.engine.options import spoken
from homestretch.engine.play import act, legal_actions, new_state, places
from homestretch.engine.problem import Problem
from homestretch.engine.story import Event
from homestretch.engine.view import View, view
from homestretch.games import Game
from homestretch.table.chance import draw

TYPED = -1
"""The draw of an action that was not drawn from the seed: a seat's, or a die typed in."""


class Move(NamedTuple):
    """One action of a seat, or one outcome of CHANCE with the number of its draw in the match."""

    seat: int
    action: int
    draw: int = TYPED


class Match:
    """One match in play. `state` is the position, `moves` the actions, `stories` what each of them did."""

    def __init__(
        self, game: Game, options: Mapping[str, str] | None = None, seats: int | None = None
    ) -> None:
        self.game, self.options = game, spoken(game.options, options or {})
        self.box = game.box(self.options, seats)
        self.state, self.opening_story = new_state(game.rules, self.box)
        self.moves: list[Move] = []
        self.stories: list[list[Event]] = []
        self.drawn = 0
        """How many outcomes were ever drawn, those taken back included."""

    def read(self, seat: int, words: Iterable[str | int]) -> list[int]:
        """Read actions that a seat makes one after the other, by notation or by number.

        :raises Problem: for a word that is no action; IllegalAction for one that the rules forbid there.
        """
        trial, actions = self.copy(), list[int]()
        for word in words:
            if isinstance(word, str):
                word = int(self.game.words.parse_action(trial.box, trial.state, seat, word))
            actions.append(word)
            trial.act(Move(seat, word))
        return actions

    def read_turn(self, seat: int, text: str) -> list[int]:
        """Read what a person has written of a turn.

        :raises Problem: as `read`, or if there is nothing in it.
        """
        tokens = getattr(self.game.words, "tokens", str.split)(text)
        if not tokens:
            raise Problem("notation.empty")
        return self.read(seat, tokens)

    def copy(self) -> "Match":
        """Give a match that goes its own way from here on."""
        twin = object.__new__(Match)
        twin.game, twin.options, twin.box = self.game, self.options, self.box
        twin.opening_story, twin.drawn = self.opening_story, self.drawn
        twin.state, twin.moves, twin.stories = self.state.copy(), self.moves[:], self.stories[:]
        return twin

    def to_move(self) -> int:
        """Give the seat that is to act, CHANCE or OVER."""
        return self.game.rules.to_move(self.box, self.state)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.to_move() == OVER

    def legal(self, seat: int) -> list[int]:
        """List the legal actions of a seat, or the outcomes of CHANCE."""
        return legal_actions(self.game.rules, self.box, self.state, seat)

    def act(self, move: Move) -> list[Event]:
        """Carry out a move and give its story.

        :raises IllegalAction: with the rule that forbids it; nothing has changed.
        """
        events = act(self.game.rules, self.box, self.state, move.seat, move.action)
        self.moves.append(move)
        self.stories.append(events)
        self.drawn = max(self.drawn, move.draw + 1)
        return events

    def next_draw(self, seed: str) -> Move:
        """Give the outcome that the seed holds for the next draw; CHANCE must be to move."""
        outcomes = self.legal(CHANCE)
        return Move(CHANCE, outcomes[draw(seed, self.drawn, len(outcomes))], self.drawn)

    def draw_all(self, seed: str) -> list[Event]:
        """Let chance act from the seed until a seat is to move or the game is over."""
        events: list[Event] = []
        while self.to_move() == CHANCE:
            events += self.act(self.next_draw(seed))
        return events

    def at(self, ply: int) -> "Match":
        """Give the match as it was after its first ply moves."""
        earlier = Match(self.game, self.options, self.box.seats)
        for move in self.moves[:ply]:
            earlier.act(move)
        return earlier

    def view(self, seat: int) -> View:
        """Give what a seat, SPECTATOR or OPEN sees."""
        return view(self.state, seat)

    def places(self) -> tuple[int, ...]:
        """Give the places of a match that is over, else nothing."""
        return places(self.game.rules, self.box, self.state) if self.is_over() else ()

    def reason(self) -> str:
        """Give the message id of why the match is over, "" while it goes on."""
        rules = self.game.rules
        return rules.REASONS[rules.reason(self.box, self.state)]

    def story(self) -> list[Event]:
        """Give all that happened, the set-up included."""
        return self.opening_story + [event for events in self.stories for event in events]

    def words(self, move: Move, state: Any) -> str:
        """Write a move in the game's notation; state is the position before it."""
        return str(self.game.words.format_action(self.box, state, move.seat, move.action))
