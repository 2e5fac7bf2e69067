"""Nobody sees what is another's: two races that differ in nothing else look the same, byte by byte."""

import random
from collections.abc import Iterator

import pytest

from homestretch.engine.contract import CHANCE, SPECTATOR
from homestretch.engine.view import to_json, view
from homestretch.games import game
from homestretch.games.circuit.cars import BETS, CARD, DEAL, DONE, PLAY
from homestretch.store.service import Info
from homestretch.svg import PAGE
from homestretch.table.match import Move
from homestretch.table.table import PERSON, SEALED, Entry, Setup, Table
from homestretch.web import api, show
from homestretch.web.extras import record_text

RULES = game("circuit").rules
OPTIONS = [{}, {"car_assignment": "secret"}, {"bet_optional": "yes"}, {"payout": "odds"}, {"history": "off"}]


def raced(options: dict[str, str], seed: int, plies: int) -> list[Move]:
    """Play a random race for so many plies."""
    table = Table(Setup(game("circuit"), options, (PERSON,) * 6, SEALED, "00" * 32))
    match, dice = table.match, random.Random(seed)
    while len(match.moves) < plies and not match.is_over():
        bits = RULES.pending(match.box, match.state)
        seat = min((each for each in range(6) if bits >> each & 1), default=CHANCE)
        match.act(Move(seat, dice.choice(match.legal(seat))))
    return match.moves


def table_of(options: dict[str, str], moves: list[Move], slots: dict[int, int]) -> Table:
    """Give the table with these moves, the last bets still sealed."""
    setup = Setup(game("circuit"), options, (PERSON,) * 6, SEALED, "00" * 32)
    log = list[Entry]()
    for move in moves:
        log.append(
            Entry("draw", CHANCE, (move.action, len(log)))
            if move.seat == CHANCE
            else Entry("act", move.seat, (move.action,))
        )
    log += [Entry("slot", seat, (action,)) for seat, action in slots.items()]
    table = Table.replayed(setup, log)
    return table


def twin_moves(options: dict[str, str], moves: list[Move], mine: int, dice: random.Random) -> list[Move]:
    """Change what seat `mine` may not know: swap two unplayed cards of two others, and change their bets."""
    match = table_of(options, moves, {}).match
    others = [seat for seat in range(6) if seat != mine]
    held = {seat: [card for card in range(42) if match.state.hand[seat] >> card & 1] for seat in others}
    pairs = [(a, b) for a in others for b in others if a < b and held[a] and held[b]]
    swap: dict[int, int] = {}
    if pairs:
        a, b = dice.choice(pairs)
        one, two = dice.choice(held[a]), dice.choice(held[b])
        swap = {one: two, two: one}
    replay, changed = match.at(0), []
    for move in moves:
        if replay.state.phase == DEAL:
            card = move.action - CARD
            move = move._replace(action=CARD + swap.get(card, card))
        elif replay.state.phase == BETS and move.seat != mine:
            move = move._replace(action=dice.choice(replay.legal(move.seat)))
        replay.act(move)
        changed.append(move)
    return changed


def looks(table: Table, seat: int) -> Iterator[str]:
    """Give all that a seat, or a SPECTATOR, gets to see."""
    info = Info("race", ("",) * 6, frozenset(range(6)), table, 0.0, "", False, 0)
    mine = () if seat == SPECTATOR else (seat,)
    page = show.page(info, mine, "nl", PAGE)
    yield repr(page._replace(info=None) if hasattr(page, "_replace") else {**vars(page), "info": None})
    yield repr(show.log_lines(info, seat, show.texts(info, "en")))
    yield api._position(info, None if seat == SPECTATOR else seat, "de").model_dump_json()
    yield record_text(info)
    yield to_json(view(table.match.state, seat))
    for ply in (len(table.match.moves) // 2, len(table.match.moves) - 1):
        earlier = show.page(info, mine, "nl", PAGE, ply)
        yield earlier.svg + repr(earlier.panels) + earlier.status + repr(earlier.seats)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda each: "-".join(each.values()) or "default")
@pytest.mark.parametrize("seed", range(6))
def test_races_that_differ_only_in_secrets_look_the_same(options: dict[str, str], seed: int) -> None:
    dice = random.Random(f"{options} {seed}")
    moves = raced(options, seed, dice.randrange(75, 215))
    table = table_of(options, moves, {})
    if table.is_over():
        moves = moves[:-20]
        table = table_of(options, moves, {})
    assert table.match.state.phase not in (DEAL, DONE)
    for looker in (SPECTATOR, 0, 3):
        twin = table_of(options, twin_moves(options, moves, looker, dice), {})
        assert twin.match.moves != table.match.moves
        assert list(looks(twin, looker)) == list(looks(table, looker))


def test_a_sealed_bet_shows_that_it_is_made_and_not_on_whom() -> None:
    moves = raced({}, 1, 400)
    replay = table_of({}, [], {}).match
    until = 0
    for ply, move in enumerate(moves):
        if replay.state.phase == BETS:
            until = ply
            break
        replay.act(move)
    assert until
    bets = table_of({}, moves[:until], {}).match.legal(2)
    seen = []
    for bet in bets[:2]:
        table = table_of({}, moves[:until], {2: bet})
        assert table.waits_for() == [0, 1, 3, 4, 5]
        seen.append([list(looks(table, looker)) for looker in (SPECTATOR, 0, 5)])
        assert "heeft gekozen" in seen[-1][0][0]
    assert seen[0] == seen[1]
    own = [next(looks(table_of({}, moves[:until], {2: bet}), 2)) for bet in bets[:2]]
    assert own[0] != own[1]


def test_after_the_end_all_is_open() -> None:
    table = table_of({}, raced({}, 2, 400), {})
    assert table.is_over()
    info = Info("race", ("",) * 6, frozenset(range(6)), table, 0.0, "", False, 0)
    assert "?" not in record_text(info)
    hidden = [event for events in table.match.stories for event in events if event.secret]
    assert len(hidden) > 42
    assert len(show.log_lines(info, show.looker_of(info, ()), show.texts(info, "en"))) > 200
    keys = [panel.key for panel in show.page(info, (), "nl", PAGE, 100).panels]
    assert [key for key in keys if key.startswith("hand-")] == [f"hand-{seat}" for seat in range(6)]
    one = show.page(info, (), "nl", PAGE, 100, 3)
    assert [panel.key for panel in one.panels if panel.key.startswith("hand-")] == ["hand-3"]
    assert one.ply == 100
    assert table.match.at(100).state.phase >= PLAY


def test_in_memory_mode_nobody_looks_far_back_before_the_end() -> None:
    """G18, history=off: neither log nor record nor replay tells what was played some turns ago."""
    moves = raced({}, 3, 150)
    kept, lost = (table_of(options, moves, {}) for options in ({}, {"history": "off"}))
    infos = [Info("race", ("",) * 6, frozenset(range(6)), table, 0.0, "", False, 0) for table in (kept, lost)]
    plays = [
        [line for line in show.log_lines(info, 0, show.texts(info, "nl")) if line.rule == "Z10"]
        for info in infos
    ]
    assert len(plays[0]) > 10 > len(plays[1]) > 0
    records = [record_text(info) for info in infos]
    played = [token for token in records[0].split() if "/" in token and "(" not in token]
    assert sum(token in records[1].split() for token in played) <= len(plays[1])
    assert [show.page(info, (0,), "nl", PAGE, 80).ply for info in infos] == [80, 136]
    assert [bool(info.table.match.state.played) for info in infos] == [True, False]


def test_everybody_sees_the_prizes_that_are_certain() -> None:
    """The prize of a car that is in counts for its known driver, whoever looks."""
    table = table_of({}, raced({}, 4, 205), {})
    s = table.match.state
    assert s.arrived > 0
    prizes = [0] * 6
    for car, place in enumerate(s.finished):
        prizes[s.owner[car]] += (0, 12, 9, 6, 4, 2, 0)[place]
    assert sum(prizes) > 0
    assert [show.scores_of(table.match, looker) for looker in (SPECTATOR, 0, 5)] == [prizes] * 3
