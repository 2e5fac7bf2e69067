"""Counting the game tree: nodes by depth, every outcome of chance a node of its own."""

from collections.abc import Iterator
from typing import Any

from homestretch.engine.contract import OVER, Rules
from homestretch.engine.play import new_state
from homestretch.games import Game

DEPTH = 8
MOST_NODES = 60_000


def perft(rules: Rules, box: Any, s: Any, depth: int) -> int:
    """Count the positions that lie exactly depth actions after s."""
    who = rules.to_move(box, s)
    if depth == 0:
        return 1
    if who == OVER:
        return 0
    moves = [0] * rules.WIDTH
    count = rules.legal(box, s, who, moves)
    return (
        count
        if depth == 1
        else sum(perft(rules, box, c, depth - 1) for c in _children(rules, box, s, who, moves[:count]))
    )


def _children(rules: Rules, box: Any, s: Any, who: int, moves: list[int]) -> Iterator[Any]:
    for action in moves:
        child = s.copy()
        rules.apply(box, child, who, action)
        yield child


def perft_table(found: Game) -> str:
    """Write the counts from the start position, depth by depth, until there are too many."""
    box = found.box()
    s, _ = new_state(found.rules, box)
    rows, nodes = [f"perft {found.name}, rules version {found.rules.VERSION}, default options", ""], 1
    for depth in range(1, DEPTH + 1):
        if nodes > MOST_NODES:
            break
        nodes = perft(found.rules, box, s, depth)
        rows.append(f"{depth:>2} {nodes:>12}")
    return "\n".join([*rows, ""])
