"""Searches, written once for every game. G is the game's rules, P how games are played on from a position.

The loader makes one instance of this file per game, so that G and P are constants to the compiler: they
are inlined and the result is cached on disk. Working memory is handed in; `states[0]` is scratch.
"""

import math
from typing import Any

from homestretch.engine import rng as stream
from homestretch.engine.contract import OVER
from homestretch.engine.state import num, record

G: Any = None
P: Any = None
copy_state: Any = None

EXPLORE = 0.7
"""UCT's constant for payoffs in 0..1: half of the square root of 2 (Kocsis & Szepesvari 2006)."""


def playout(box: Any, s: Any, moves: Any, rng: Any) -> int:
    """Play s to its end with random actions; give the number of actions."""
    count = 0
    who = G.to_move(box, s)
    while who != OVER:
        k = G.legal(box, s, who, moves)
        G.apply(box, s, who, moves[stream.below(rng, k)])
        count += 1
        who = G.to_move(box, s)
    return count


def rollout(box: Any, s: Any, moves: Any, rng: Any) -> None:
    """Play s to its end as P likes to play."""
    who = G.to_move(box, s)
    while who != OVER:
        k = G.legal(box, s, who, moves)
        G.apply(box, s, who, moves[P.pick(box, s, who, moves, k, rng)])
        who = G.to_move(box, s)


def play_many(
    box: Any, states: Any, root: Any, seed: int, first: int, count: int, moves: Any, rng: Any,
    lengths: Any, reasons: Any, places: Any,
) -> int:  # fmt: skip
    """Play games number first .. first+count-1 of seed from root at random; give the sum of their actions.

    lengths[i], reasons[i] and places[i, seat] receive the outcome of game first+i.
    """
    total = 0
    for i in range(count):
        stream.seed_stream(rng, seed, first + i)
        copy_state(states, 0, root)
        s = states[0]
        lengths[i] = playout(box, s, moves, rng)
        reasons[i] = G.reason(box, s)
        G.place(box, s, places[i])
        total += lengths[i]
    return total


def copy_many(states: Any, root: Any, count: int) -> None:
    """Copy a state count times, round and round the states; what `hs bench` measures."""
    copy_state(states, 0, root)
    size = len(states)
    for i in range(count):
        copy_state(states, (i + 1) % size, states[i % size])


def payoffs(box: Any, places: Any, gains: Any) -> None:
    """Turn places into payoffs: the mean of having won and the share of others beaten, ties counting half.

    With two seats the two are the same.
    """
    for seat in range(box.seats):
        beaten = 0.0
        for other in range(box.seats):
            if other != seat and places[seat] < places[other]:
                beaten += 1.0
            elif other != seat and places[seat] == places[other]:
                beaten += 0.5
        won = 1.0 if places[seat] == 1 else 0.0
        for other in range(box.seats):
            if other != seat and places[seat] == 1 and places[other] == 1:
                won *= 0.5
        gains[seat] = 0.5 * won + 0.5 * beaten / max(1, box.seats - 1)


def candidates(box: Any, s: Any, who: int, moves: Any, tried: Any, rng: Any) -> int:
    """Write the actions of who that are worth a look into tried; give how many there are.

    They are all outcomes and legal actions; or, where P says how often to draw, those that P draws: among
    many ways to move most are not worth a look.
    """
    k = G.legal(box, s, who, moves)
    if who < 0 or k <= P.DRAWS or P.DRAWS == 0:
        for i in range(k):
            tried[i] = moves[i]
        return k  # type: ignore[no-any-return]
    count = 0
    for _ in range(P.DRAWS):
        action = moves[P.pick(box, s, who, moves, k, rng)]
        if not is_among(tried, count, action):
            tried[count] = action
            count += 1
    return count


def is_among(tried: Any, count: int, action: int) -> bool:
    """Tell whether an action is among the first so many."""
    for i in range(count):
        if tried[i] == action:
            return True
    return False


def flat(
    box: Any, states: Any, root: Any, seat: int, rounds: int, moves: Any, tried: Any, places: Any,
    gains: Any, rng: Any, values: Any,
) -> int:  # fmt: skip
    """Flat Monte Carlo: add the payoffs of rounds games after each action worth a look to values.

    tried receives these actions; gives how many there are.
    """
    k = candidates(box, root, seat, moves, tried, rng)
    for _ in range(rounds):
        for i in range(k):
            copy_state(states, 0, root)
            s = states[0]
            G.guess(box, s, seat, rng)
            G.apply(box, s, seat, tried[i])
            rollout(box, s, moves, rng)
            G.place(box, s, places)
            payoffs(box, places, gains)
            values[i] += gains[seat]
    return k


@record
class Node:
    """A position in the search tree; its children stand side by side."""

    value: float = num("f8")
    visits: int = num("i4")
    first: int = num("i4")
    count: int = num("i4")
    mover: int = num("i4")
    action: int = num("i8")


ROOTS = 9
"""nodes[0] is the root of the seat that thinks, nodes[1 + other] those of the seats that choose at once."""
TRUST = 100
"""After how many simulations the others' choices are searched too; up to then P chooses for them."""


def plant(nodes: Any, seat: int) -> int:
    """Make the fresh roots of the trees, at a decision of seat; give how many nodes are in use."""
    make_leaf(nodes[0], seat, 0)
    for other in range(ROOTS - 1):
        make_leaf(nodes[1 + other], other, 0)
    return ROOTS


def mover(box: Any, s: Any, seat: int) -> int:
    """Give who decides next; where several choose at once, seat before the others."""
    if G.pending(box, s) >> seat & 1:
        return seat
    return G.to_move(box, s)  # type: ignore[no-any-return]


def make_leaf(node: Any, mover: int, action: int) -> None:
    """Reset a node: reached by mover's action, its value is the sum of the mover's payoffs."""
    node.value = 0.0
    node.visits = 0
    node.first = 0
    node.count = 0
    node.mover = mover
    node.action = action


def mcts(
    box: Any, nodes: Any, used: int, path: Any, paths: Any, states: Any, root: Any, seat: int, hidden: int,
    simulations: int, moves: Any, tried: Any, places: Any, gains: Any, rng: Any,
) -> int:  # fmt: skip
    """UCT with explicit chance nodes, each seat after its own payoff; give how many nodes are in use.

    Each simulation guesses anew what the seat does not know (determinisation). Where `hidden` holds, what
    others may do depends on the guess: then the tree holds the seat's own decisions up to the first of
    another's, which no guess changes, and the game is played on from there. Where others choose at the same
    instant, each has a tree of its own beside it and goes after its own payoff in it (decoupled UCT:
    Tak, Lanctot & Winands 2014); what they may choose is known to all, so no guess changes it.

    Goes on with the trees of a former call when given its `used`; begin with what `plant` gives.
    A node is opened at its second visit; when nodes or path run full the tree stops growing.
    """
    waiting = G.pending(box, root)
    at_once = waiting & ~(1 << seat) if hidden and waiting >> seat & 1 else 0
    for _ in range(simulations):
        copy_state(states, 0, root)
        s = states[0]
        G.guess(box, s, seat, rng)
        at = 0
        depth = 0
        path[0] = 0
        who = mover(box, s, seat)
        while nodes[at].count > 0 and depth < len(path) - 2 and (who == seat or hidden == 0):
            at = choose(nodes, at, who, rng)
            G.apply(box, s, who, nodes[at].action)
            depth += 1
            path[depth] = at
            who = mover(box, s, seat)
        fresh = nodes[at].count == 0 and (nodes[at].visits > 0 or at == 0)
        fresh = fresh and (who == seat or hidden == 0)
        if who != OVER and fresh and used + G.WIDTH < len(nodes):
            first = used
            used = grow(box, nodes, at, used, s, who, moves, tried, rng)
            at = first + stream.below(rng, used - first)
            G.apply(box, s, who, nodes[at].action)
            depth += 1
            path[depth] = at
        if at_once:
            used = choose_beside(box, nodes, used, paths, s, at_once, moves, tried, rng)
        rollout(box, s, moves, rng)
        G.place(box, s, places)
        payoffs(box, places, gains)
        back_up(nodes, path, depth, gains)
        for other in range(box.seats):
            if at_once >> other & 1:
                back_up(nodes, paths[other], paths[other][DEEPEST], gains)
    return used


DEEPEST = 15
"""Where a row of `paths` holds how deep it is; so many choices of a seat at once are searched at most."""


def choose_beside(
    box: Any, nodes: Any, used: int, paths: Any, s: Any, at_once: int, moves: Any, tried: Any, rng: Any
) -> int:
    """Let the others of a sealed phase choose, each in its own tree; give how many nodes are in use."""
    for other in range(box.seats):
        if at_once >> other & 1:
            used = choose_alone(box, nodes, used, paths[other], s, other, moves, tried, rng)
    return used


def choose_alone(
    box: Any, nodes: Any, used: int, path: Any, s: Any, other: int, moves: Any, tried: Any, rng: Any
) -> int:
    """Let a seat choose in its own tree, as far as that can be trusted; give how many nodes are in use.

    path receives the nodes on the way, and at DEEPEST how many of them follow the root.
    """
    at = 1 + other
    depth = 0
    path[0] = at
    while depth < DEEPEST - 1 and G.pending(box, s) >> other & 1:
        if nodes[at].count == 0 and nodes[at].visits >= TRUST and used + G.WIDTH < len(nodes):
            used = grow(box, nodes, at, used, s, other, moves, tried, rng)
        if nodes[at].count == 0:
            break
        at = choose(nodes, at, other, rng)
        G.apply(box, s, other, nodes[at].action)
        depth += 1
        path[depth] = at
    path[DEEPEST] = depth
    return used


def grow(box: Any, nodes: Any, at: int, used: int, s: Any, who: int, moves: Any, tried: Any, rng: Any) -> int:
    """Give a leaf its children, one per outcome or action worth a look; give how many nodes are in use."""
    k = candidates(box, s, who, moves, tried, rng)
    nodes[at].first = used
    nodes[at].count = k
    for i in range(k):
        make_leaf(nodes[used + i], who, tried[i])
    return used + k


def choose(nodes: Any, at: int, who: int, rng: Any) -> int:
    """Choose a child: an outcome at random, or the highest upper confidence bound for who decides."""
    first = nodes[at].first
    count = nodes[at].count
    if who < 0:
        return first + stream.below(rng, count)  # type: ignore[no-any-return]
    log_n = math.log(nodes[at].visits + 1)
    best = first
    best_bound = -1.0
    for child in range(first, first + count):
        visits = nodes[child].visits
        if visits == 0:
            return child
        bound = nodes[child].value / visits + EXPLORE * math.sqrt(log_n / visits)
        if bound > best_bound:
            best_bound = bound
            best = child
    return best  # type: ignore[no-any-return]


def back_up(nodes: Any, path: Any, depth: int, gains: Any) -> None:
    """Add a game's payoffs to the nodes on its path."""
    for i in range(depth + 1):
        node = nodes[path[i]]
        node.visits += 1
        if node.mover >= 0:
            node.value += gains[node.mover]
