"""Bots at three strengths. A bot is given the view of its seat and nothing else."""

import random
from typing import Any, NamedTuple

from homestretch.engine.play import legal_actions
from homestretch.engine.problem import Problem
from homestretch.engine.view import View, from_view
from homestretch.games import Game
from homestretch.players.thinker import route_of, warming


class Strength(NamedTuple):
    """How hard a bot thinks: simulations at most (0: flat rounds instead) and seconds at most."""

    simulations: int
    rounds: int
    seconds: float


STRENGTHS = {
    "easy": Strength(0, 1, 0.5),
    "normal": Strength(60, 0, 1.0),
    "hard": Strength(16_000, 0, 2.0),
}
A_CHOICE = 4
"""How many simulations a tree search has at least for each legal action."""
NAMES = ("random", *(f"bot:{strength}" for strength in STRENGTHS))


class Bot:
    """A bot for one game: random, easy (flat Monte Carlo), normal or hard (tree search)."""

    def __init__(self, game: Game, name: str, seed: int | None = None) -> None:
        """Make a bot by name: random, bot:easy, bot:normal or bot:hard.

        :raises Problem: if there is no such bot.
        """
        self.check(name)
        self.game, self.name = game, name
        self.strength = STRENGTHS.get(name.removeprefix("bot:"))
        self._random = random.Random(seed)
        self._search = warming(game) if self.strength else None
        self._route = route_of(game)

    @staticmethod
    def check(name: str) -> None:
        """Refuse the name of a bot that does not exist.

        :raises Problem: if there is no such bot.
        """
        if name not in NAMES:
            raise Problem("bot.unknown", bot=name, bots=", ".join(NAMES))

    def choose(self, box: Any, seen: View, seat: int) -> list[int]:
        """Give the actions of seat for what it sees: one, or all steps of a move, in the strength's time."""
        s = from_view(self.game.rules.State, seen)
        rules = self.game.rules
        rules.guess(box, s, seat, [self._random.getrandbits(32), self._random.getrandbits(32)])
        if self.strength is None:
            return [self._random.choice(legal_actions(rules, box, s, seat))]
        if self._route is None:
            return [self._think(box, s, seat)]
        action = self._think(self._route.simple_box(box), s, seat)
        return self._route.steps(box, s, action)  # type: ignore[no-any-return]

    def _think(self, box: Any, s: Any, seat: int) -> int:
        """Give the action of seat in s that a search likes best."""
        actions = legal_actions(self.game.rules, box, s, seat)
        if len(actions) == 1 or self.strength is None or self._search is None:
            return self._random.choice(actions)
        seed, thinker = self._random.getrandbits(64), self._search.thinker()
        if self.strength.simulations:
            simulations = max(self.strength.simulations, A_CHOICE * len(actions))
            return thinker.mcts(box, s, seat, simulations, self.strength.seconds, seed)
        return thinker.flat(box, s, seat, self.strength.rounds, self.strength.seconds, seed)

    def wait(self) -> None:
        """Wait until the compiled search is ready."""
        if self._search:
            self._search.wait()
