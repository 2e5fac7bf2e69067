"""Play many games and count: wins, places, lengths, and how they end."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, NamedTuple

from homestretch.engine.contract import CHANCE
from homestretch.engine.load import Kit, compiled, interpreted
from homestretch.engine.play import new_state
from homestretch.games import Game, game
from homestretch.players.bots import Bot
from homestretch.players.thinker import SEARCH
from homestretch.table.match import Match, Move

COMPILE_FROM = 3_000
"""From so many random games on, compiling first is faster than interpreting."""
CHUNK = 5_000


class Tally(NamedTuple):
    """The outcome of some games: per game its length, reason (an index) and places per seat."""

    lengths: list[int]
    reasons: list[int]
    places: list[list[int]]


class Report(NamedTuple):
    """What a simulation showed."""

    game: str
    players: list[str]
    options: dict[str, str]
    seed: int
    games: int
    wins: list[int]
    """Games in which the seat is first alone."""
    shared: list[int]
    """Games in which the seat is first together with others."""
    places: list[dict[int, int]]
    """Per seat: place -> games."""
    reasons: dict[str, int]
    """Message id of the end -> games."""
    length_mean: float
    length_least: int
    length_median: int
    length_most: int


def simulate(
    found: Game,
    options: Mapping[str, str],
    players: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    executor: Executor | None = None,
) -> Report:
    """Play games by numbered streams of seed: the same seed gives the same report on any machine.

    :param players: one per seat: random, bot:easy, bot:normal or bot:hard. Bots that reach their time
        limit instead of their number of simulations make a report that another machine may not repeat.
    :param progress: called with the number of games finished since the last call.
    :param executor: where games with bots are played; processes of this machine if none is given.
    :raises Problem: for an option, a bot or a number of players that does not fit.
    """
    box = found.box(options, len(players))
    for name in set(players):
        Bot.check(name)
    if set(players) == {"random"}:
        tallies = _random_games(found, box, games, seed)
    else:
        tallies = _bot_games(found, dict(options), list(players), games, seed, executor)
    total = Tally([], [], [])
    for tally in tallies:
        for all_games, some in zip(total, tally, strict=True):
            all_games += some  # type: ignore[operator]
        progress(len(tally.lengths))
    return _report(found, dict(options), list(players), seed, total)


def _random_games(found: Game, box: Any, games: int, seed: int) -> Iterator[Tally]:
    bind = compiled if games >= COMPILE_FROM else interpreted
    kit = bind(found.package + ".rules", SEARCH)
    with ThreadPoolExecutor(os.cpu_count() if games >= COMPILE_FROM else 1) as threads:
        spans = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
        yield play_span(kit, found, box, seed, *spans[0])  # compiles before the threads start
        yield from threads.map(lambda span: play_span(kit, found, box, seed, *span), spans[1:])


def play_span(kit: Kit, found: Game, box: Any, seed: int, first: int, count: int) -> Tally:
    """Play random games number first .. first+count-1 with a bound search."""
    root, _ = new_state(found.rules, box)
    lengths, reasons, places = kit.ints(count), kit.ints(count), kit.ints(count, box.seats)
    kit.search.play_many(
        kit.box(box), kit.states(2), kit.state(root), seed, first, count, kit.ints(found.rules.WIDTH),
        kit.ints(2), lengths, reasons, places,
    )  # fmt: skip
    return Tally(*(each if isinstance(each, list) else each.tolist() for each in (lengths, reasons, places)))


def _bot_games(
    found: Game, options: dict[str, str], players: list[str], games: int, seed: int, executor: Executor | None
) -> Iterator[Tally]:
    jobs = [(found.name, options, players, seed, number) for number in range(games)]
    own = None if executor else ProcessPoolExecutor(os.cpu_count())
    pool = executor or own
    assert pool is not None
    try:
        yield from pool.map(play_with_bots, jobs)
    finally:
        if own:
            own.shutdown(cancel_futures=True)


def play_with_bots(job: tuple[str, dict[str, str], list[str], int, int]) -> Tally:
    """Play one game of bots: (game, options, players, seed, number)."""
    name, options, players, seed, number = job
    found = game(name)
    bots = [Bot(found, player, seed * 1_000_003 + number * 8 + seat) for seat, player in enumerate(players)]
    for bot in bots:
        bot.wait()
    match, dice = Match(found, options, len(players)), random.Random(f"{seed} {number}")
    while not match.is_over():
        if match.to_move() == CHANCE:
            match.act(Move(CHANCE, dice.choice(match.legal(CHANCE))))
        else:
            for move in _choices(match, bots):
                match.act(move)
    rules = found.rules
    return Tally([len(match.moves)], [rules.reason(match.box, match.state)], [list(match.places())])


def _choices(match: Match, bots: list[Bot]) -> list[Move]:
    """Let all that may act choose, none knowing what another chooses now."""
    chosen = []
    seats = _pending(match)
    for seat in seats:
        own = match.copy() if len(seats) > 1 else match
        while seat in _pending(own):
            moves = [Move(seat, action) for action in bots[seat].choose(own.box, own.view(seat), seat)]
            chosen += moves
            if own is match:
                break
            for move in moves:
                own.act(move)
    return chosen


def _pending(match: Match) -> list[int]:
    bits = match.game.rules.pending(match.box, match.state)
    return [seat for seat in range(match.box.seats) if bits >> seat & 1]


def _report(found: Game, options: dict[str, str], players: list[str], seed: int, total: Tally) -> Report:
    lengths = sorted(total.lengths)
    seats = range(len(players))
    names = found.rules.REASONS
    return Report(
        game=found.name, players=players, options=options, seed=seed, games=len(lengths),
        wins=[sum(row[i] == 1 == row.count(1) for row in total.places) for i in seats],
        shared=[sum(row[i] == 1 < row.count(1) for row in total.places) for i in seats],
        places=[dict(sorted(Counter(row[i] for row in total.places).items())) for i in seats],
        reasons={names[key]: count for key, count in sorted(Counter(total.reasons).items())},
        length_mean=sum(lengths) / len(lengths), length_least=lengths[0],
        length_median=lengths[len(lengths) // 2], length_most=lengths[-1],
    )  # fmt: skip
