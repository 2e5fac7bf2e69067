"""Speed of this machine: what `hs bench` prints. Figures and ratios, no verdicts.

Every figure is the best of a few rounds, since anything else on the machine can only slow one down.
"""

import itertools
import random
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from homestretch.engine.contract import OVER
from homestretch.engine.load import Kit, compiled
from homestretch.engine.play import legal_actions, new_state
from homestretch.engine.view import to_json, view
from homestretch.games import Game, game
from homestretch.players.thinker import SEARCH, Thinker, compiled_thinker, route_of
from homestretch.svg import LIGHT, document, to_png

ROUNDS = 5
PNG_WIDTH = 1_600
GAMES = 20_000
Figures = dict[str, dict[str, float]]


def best_of(work: Callable[[], float]) -> float:
    """Give the highest of a few rounds' rates."""
    return max(work() for _ in range(ROUNDS))


def seconds_of(work: Callable[[], object]) -> float:
    """Give how long some work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def figures(names: Iterable[str], say: Callable[[str], None] = lambda line: None) -> Figures:
    """Measure games; say is told what is being measured."""
    found: Figures = {}
    for name in names:
        say(f"{name} ...")
        found[name] = game_figures(game(name))
    open_spiel = open_spiel_actions_per_s() if "pig" in found else 0.0
    if open_spiel:
        found["pig"]["open_spiel_actions_per_s"] = open_spiel
        found["pig"]["times_open_spiel"] = found["pig"]["actions_per_s"] / open_spiel
    return found


def game_figures(found: Game) -> dict[str, float]:
    """Measure one game."""
    kit, thinker = compiled(found.package + ".rules", SEARCH), compiled_thinker(found)
    box, steps = found.box(), route_of(found)
    root, _ = new_state(found.rules, box)
    _playouts(kit, found, box, root, 0, 10)  # compiles
    one = best_of(lambda: _rate(kit, found, box, root, 1))
    two = best_of(lambda: _rate(kit, found, box, root, 2))
    # A game played step by step is also measured with moves that are one action, as bots think of it.
    whole = best_of(lambda: _rate(kit, found, steps.simple_box(box), root, 1)) if steps else 0
    return {
        "actions_per_s": one,
        **({"whole_moves_per_s": whole} if steps else {}),
        "two_threads_ratio": two / one,
        "state_copies_per_s": best_of(lambda: _copies(kit, root)),
        "mcts_simulations_per_s": best_of(lambda: _simulations(thinker, found)),
        "interpreted_move_us": 1e6 / best_of(lambda: _interpreted_moves(found)),
        "svg_ms": 1e3 / best_of(lambda: _pictures(found, 50, 0)),
        "png_ms": 1e3 / best_of(lambda: _pictures(found, 3, PNG_WIDTH)),
    }


def _playouts(kit: Kit, found: Game, box: Any, root: Any, first: int, count: int) -> int:
    working = kit.ints(found.rules.WIDTH), kit.ints(2)
    outcome = kit.ints(count), kit.ints(count), kit.ints(count, box.seats)
    start = kit.box(box), kit.states(2), kit.state(root)
    total = kit.search.play_many(*start, 1, first, count, *working, *outcome)
    return int(total)


def _rate(kit: Kit, found: Game, box: Any, root: Any, threads: int) -> float:
    """Give the actions per second of random games, scored, on so many threads."""
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        totals = list(pool.map(lambda i: _playouts(kit, found, box, root, i * GAMES, GAMES), range(threads)))
        return sum(totals) / (time.perf_counter() - began)


def _copies(kit: Kit, root: Any, count: int = 5_000_000) -> float:
    states, state = kit.states(61), kit.state(root)
    kit.search.copy_many(states, state, 2)
    return count / seconds_of(lambda: kit.search.copy_many(states, state, count))


def _first_choice(found: Game) -> tuple[Any, int]:
    """Give a state early in a random game in which a seat chooses, and that seat."""
    box, dice = found.box(), random.Random(1)
    s, _ = new_state(found.rules, box)
    for ply in itertools.count():
        seat = found.rules.to_move(box, s)
        if ply >= 8 and seat >= 0:
            break
        found.rules.apply(box, s, seat, dice.choice(legal_actions(found.rules, box, s, seat)))
    return s, seat


def _simulations(thinker: Thinker, found: Game, count: int = 50_000) -> float:
    s, seat = _first_choice(found)
    box = found.box()
    thinker.mcts(box, s, seat, 10, 60, 1)
    return count / seconds_of(lambda: thinker.mcts(box, s, seat, count, 60, 1))


def _interpreted_moves(found: Game, count: int = 2_000) -> float:
    """Give the moves per second of a server: copy, legal, apply, legal, JSON of the view."""
    rules, box = found.rules, found.box()
    states = []
    s, _ = new_state(rules, box)
    for i in range(count):
        who = rules.to_move(box, s)
        if who == OVER:
            s, _ = new_state(rules, box)
            who = rules.to_move(box, s)
        actions = legal_actions(rules, box, s, who)
        states.append((s.copy(), who, actions[i % len(actions)]))
        rules.apply(box, s, who, actions[i % len(actions)])
    return count / seconds_of(lambda: [_one_move(rules, box, *each) for each in states])


def _one_move(rules: Any, box: Any, before: Any, who: int, action: int) -> str:
    s = before.copy()
    legal_actions(rules, box, s, who)
    rules.apply(box, s, who, action)
    legal_actions(rules, box, s, rules.to_move(box, s))
    return to_json(view(s, max(who, 0)))


def _pictures(found: Game, count: int, width: int) -> float:
    """Give the pictures per second of a position early in a game: SVG, or PNG so many pixels wide."""
    box, (s, seat) = found.box(), _first_choice(found)
    wide, high = found.picture.SIZE

    def draw() -> object:
        inside = found.picture.draw(box, view(s, seat), LIGHT)
        return to_png(document(inside, wide, high, found.name), width) if width else inside

    return count / seconds_of(lambda: [draw() for _ in range(count)])


def open_spiel_actions_per_s(games: int = 3_000) -> float:
    """Play Pig in OpenSpiel's own compiled loop; 0 where the extra `bench` is not installed."""
    try:
        import pyspiel
    except ImportError:
        return 0.0
    pig = pyspiel.load_game("pig(players=2,winscore=100)")
    bots = [pyspiel.make_uniform_random_bot(seat, 1) for seat in range(2)]
    actions = 0

    def play() -> None:
        nonlocal actions
        actions = 0
        for seed in range(games):
            state = pig.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            actions += len(state.full_history())

    return best_of(lambda: (lambda seconds: actions / seconds)(seconds_of(play)))


def table(found: Figures) -> str:
    """Write the figures for a person."""
    rows = []
    for name, values in found.items():
        rows.append(name)
        rows += [f"  {key:<28}{value:>16,.2f}" for key, value in values.items()]
    return "\n".join(rows)
