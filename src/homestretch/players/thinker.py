"""One game's search at work: interpreted at once, compiled as soon as that is ready."""

import importlib
import importlib.util
import random
import threading
import time
from functools import cache
from typing import Any

from homestretch.engine import rng as stream
from homestretch.engine.load import UNIFORM, Kit, compiled, interpreted
from homestretch.engine.play import legal_actions, new_state
from homestretch.engine.view import has_secrets
from homestretch.games import Game

SEARCH = "homestretch.players.search"
COMPILED_NODES, INTERPRETED_NODES = 400_000, 40_000
LONGEST_PATH = 2_000
SEATS = 8
SPARE = 0.9
"""The share of a time limit that a search uses: its last step may take longer than it thought."""


class Thinker:
    """A bound search with its working memory; one thread at a time."""

    def __init__(self, kit: Kit, nodes: int) -> None:
        self.kit, self.search = kit, kit.search
        self.hidden = int(has_secrets(kit.rules.State))
        self.states, self.nodes = kit.states(2), kit.records(kit.search.Node, nodes)
        self.path, self.paths = kit.ints(LONGEST_PATH), kit.ints(SEATS, self.search.DEEPEST + 1)
        self.moves, self.tried = kit.ints(256), kit.ints(256)
        self.places, self.gains, self.rng = kit.ints(SEATS), kit.reals(SEATS), kit.ints(2)

    def mcts(self, box: Any, s: Any, seat: int, simulations: int, seconds: float, seed: int) -> int:
        """Give the action of seat in s that a tree search of so many simulations, or seconds, visits most."""
        kit_box, root, deadline = self.kit.box(box), self.kit.state(s), time.monotonic() + SPARE * seconds
        stream.seed_stream(self.rng, seed & stream.M32, seed >> 32 & stream.M32)
        used, done, chunk = self.search.plant(self.nodes, seat), 0, 16
        while done < simulations and (done == 0 or time.monotonic() < deadline):
            began = time.monotonic()
            chunk = min(chunk, simulations - done)
            used = self.search.mcts(
                kit_box, self.nodes, used, self.path, self.paths, self.states, root, seat, self.hidden, chunk,
                self.moves, self.tried, self.places, self.gains, self.rng,
            )  # fmt: skip
            done += chunk
            chunk = min(chunk * 2, 4096) if time.monotonic() - began < 0.01 else max(1, chunk // 2)
        return self._most_visited(self.nodes[0])

    def _most_visited(self, root: Any) -> int:
        first, count = int(_field(root, "first")), int(_field(root, "count"))
        children = range(first, first + count)
        best = max(children, key=self._merit)
        return int(_field(self.nodes[best], "action"))

    def _merit(self, child: int) -> tuple[int, float]:
        """Give how often a child was visited, then what it brought: a wide node has many equal ones."""
        node = self.nodes[child]
        return int(_field(node, "visits")), float(_field(node, "value"))

    def flat(self, box: Any, s: Any, seat: int, rounds: int, seconds: float, seed: int) -> int:
        """Give the action of seat in s that does best in so many rounds of random games, or seconds."""
        kit_box, root, deadline = self.kit.box(box), self.kit.state(s), time.monotonic() + SPARE * seconds
        stream.seed_stream(self.rng, seed & stream.M32, seed >> 32 & stream.M32)
        values, count, done = self.kit.reals(256), 0, 0
        while done < rounds and (done == 0 or time.monotonic() < deadline):
            count = self.search.flat(
                kit_box, self.states, root, seat, 1, self.moves, self.tried, self.places, self.gains,
                self.rng, values,
            )  # fmt: skip
            done += 1
        return int(self.tried[max(range(count), key=lambda i: float(values[i]))])


def _field(node: Any, name: str) -> Any:
    """Read a field of a plain object or a NumPy record."""
    return getattr(node, name) if hasattr(node, name) else node[name]


def policy_of(game: Game) -> str:
    """Name the module that plays a game on in a search: the game's own here, else the one that draws lots."""
    own = f"homestretch.players.policies.{game.name}"
    return own if importlib.util.find_spec(own) else UNIFORM


@cache
def route_of(game: Game) -> Any | None:
    """Give the module that turns an end into the steps to it, for a game that can be played step by step."""
    own = f"homestretch.players.routes.{game.name}"
    return importlib.import_module(own) if importlib.util.find_spec(own) else None


@cache
def interpreted_thinker(game: Game) -> Thinker:
    """Give the game's search on plain objects; ready at once."""
    return Thinker(interpreted(game.package + ".rules", SEARCH, policy_of(game)), INTERPRETED_NODES)


@cache
def compiled_thinker(game: Game) -> Thinker:
    """Give the game's compiled search; its first call takes seconds on a cold machine."""
    return Thinker(compiled(game.package + ".rules", SEARCH, policy_of(game)), COMPILED_NODES)


class Warming:
    """Compiles a game's search in the background, so that thinking can begin at once."""

    def __init__(self, game: Game) -> None:
        self.game, self.ready = game, False
        self._thread = threading.Thread(target=self._compile, daemon=True)
        self._thread.start()

    def _compile(self) -> None:
        """Compile by thinking briefly about the first decision of a seat."""
        rules, box, dice = self.game.rules, self.game.box(), random.Random(1)
        s, _ = new_state(rules, box)
        while (seat := rules.to_move(box, s)) < 0:
            rules.apply(box, s, seat, dice.choice(legal_actions(rules, box, s, seat)))
        thinker = compiled_thinker(self.game)
        thinker.mcts(box, s, seat, 4, 60, 1)
        thinker.flat(box, s, seat, 1, 60, 1)
        self.ready = True

    def thinker(self) -> Thinker:
        """Give the best search that is ready now."""
        return compiled_thinker(self.game) if self.ready else interpreted_thinker(self.game)

    def wait(self) -> None:
        """Wait until the compiled search is ready."""
        self._thread.join()


@cache
def warming(game: Game) -> Warming:
    """Give the one background compilation of a game in this process, started at the first call."""
    return Warming(game)
