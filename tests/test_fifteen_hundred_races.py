"""1500 m: what holds in every race, secrets, guesses, notation, and the conformance suite."""

import random
from collections.abc import Iterator

import pytest
from runs import FIFTEEN, FRIENDLY, Run

from homestretch.engine.contract import CHANCE, OPEN, OVER, SPECTATOR
from homestretch.engine.play import legal_actions, places
from homestretch.engine.problem import Problem
from homestretch.engine.view import from_view, view
from homestretch.games.fifteen_hundred import runners as r
from homestretch.lab.conformance import check
from homestretch.table.match import Match, Move

CASES: list[tuple[int, dict[str, str]]] = [
    (8, {}),
    (8, FRIENDLY),
    (3, {**FRIENDLY, "dummies": "5", "end_after": "all", "last_runs_on": "yes"}),
    (5, {**FRIENDLY, "race": "800", "no_squeeze": "yes", "carry_excess": "yes"}),
    (6, {**FRIENDLY, "free_pace": "marker", "simultaneous_pace": "yes", "finishers_stay": "yes"}),
    (8, {**FRIENDLY, "half": "wide", "wear": "yes", "medal_pressure": "yes", "actions_in_play": "one_fewer"}),
]
IDS = [f"{seats}-{'-'.join(options.values()) or 'default'}" for seats, options in CASES]
RULES = FIFTEEN.rules


def race(seats: int, options: dict[str, str], seed: int) -> Iterator[Match]:
    """Run a race at random; give the match before each action, and at the end."""
    match, dice = Match(FIFTEEN, options, seats), random.Random(seed)
    while not match.is_over():
        yield match
        bits = RULES.pending(match.box, match.state)
        seat = dice.choice([each for each in range(seats) if bits >> each & 1] or [CHANCE])
        match.act(Move(seat, dice.choice(match.legal(seat))))
    yield match


def finished(seats: int, options: dict[str, str], seed: int) -> Match:
    """Run a race at random to its end."""
    return list(race(seats, options, seed))[-1]


def must_hold(match: Match) -> None:
    """Check what holds at every moment of a race."""
    box, s = match.box, match.state
    on_track = [runner for runner in range(box.runners) if s.at[runner] != r.GONE]
    settled = [runner for runner in on_track if not (s.points and runner == s.turn and r.is_ghost(s, runner))]
    fields = [s.at[runner] for runner in settled]
    assert len(set(fields)) == len(fields), "two on one field"
    assert all(0 <= s.strength[seat] <= 100 for seat in range(box.seats))
    assert all(5 <= s.pace[runner] <= 14 for runner in range(box.runners))
    assert min(s.penalty) >= 0
    assert 0 <= s.counter <= box.counter
    keys = [r.key(box, s, runner) for runner in settled if r.is_racing(s, runner)]
    assert len(set(keys)) == len(keys), "two are level"
    assert sum(runner != r.NONE for runner in s.space) <= 7


@pytest.mark.parametrize(("seats", "options"), CASES, ids=IDS)
def test_what_holds_in_every_race(seats: int, options: dict[str, str]) -> None:
    for seed in range(4):
        for match in race(seats, options, seed):
            if match.state.phase != r.LOTS:
                must_hold(match)
        assert sorted(places(RULES, match.box, match.state)) == list(range(1, seats + 1))


@pytest.mark.parametrize(("seats", "options"), CASES[:2], ids=IDS[:2])
def test_exactly_one_bidder_goes_without_and_all_pay(seats: int, options: dict[str, str]) -> None:
    """R-5, R-11: told by the stories of each round of a race."""
    match = finished(seats, options, 7)
    bidders, paying, taking, without = 0, 0, 0, 0
    for event in match.story():
        bidders += event.message == "R-4.shown"
        paying += event.message == "R-5.pays"
        taking += event.message == "R-8.takes"
        without += event.message in ("R-11.no_action", "R-13.lone")
        if event.message == "R-20.card" and bidders:
            assert (paying, taking, without) == (bidders, bidders - 1, 1)
            bidders = paying = taking = without = 0


def test_races_end_by_medals_well_before_the_last_round() -> None:
    match = finished(8, FRIENDLY, 3)
    assert match.state.ended == r.MEDALS
    assert match.state.round < 40
    assert sum(0 < rank <= 3 for rank in match.state.rank) == 3


def test_a_guess_plays_cards_of_the_open_hand_and_legal_bids() -> None:
    """R-4, R-15, R-21: B has chosen one of two cards that are not open; with 2 points it may bid 1 or 2."""
    run = Run(3, {"overbid": "capped"})
    run.s.hand[1], run.s.strength[1] = 0b1010, 2
    run.new_round()
    run.do(1, "c11")
    run.do(1, "b2")
    seen = view(run.s, 0)
    assert (seen["card"][1], seen["bid"][1]) == (None, None)
    pairs = set()
    for number in range(40):
        s = from_view(RULES.State, seen)
        RULES.guess(run.box, s, 0, [5, number])
        pairs.add((s.card[1], s.bid[1]))
        assert (s.card[2], s.bid[2]) == (0, 0)
    assert pairs == {(9, 1), (9, 2), (11, 1), (11, 2)}


def test_a_guess_of_a_sealed_pace_is_one_that_may_be_chosen() -> None:
    run = Run(3, {"simultaneous_pace": "yes"}).pace_phase()
    run.do(1, "L6")
    levels = set()
    for number in range(30):
        s = from_view(RULES.State, view(run.s, 0))
        RULES.guess(run.box, s, 0, [5, number])
        levels.add(s.level[1])
    assert levels == {1, 4}  # levels 5 and 6 without free steps


def test_views_hide_cards_and_bids_until_they_are_shown() -> None:
    run = Run(3)
    run.do(0, "c9")
    run.do(0, "b5")
    assert view(run.s, 0)["bid"][0] == 5
    for looker in (1, 2, SPECTATOR):
        assert view(run.s, looker)["card"][0] is None
        assert view(run.s, looker)["bid"][0] is None
    assert view(run.s, OPEN)["card"][0] == 9
    run.choose("0 9 9", "0 4 3")
    assert view(run.s, 1)["shown_bid"][:3] == [5, 4, 3]
    assert view(run.s, 1)["shown_card"][:3] == [0, 0, 0]


# Words.


@pytest.mark.parametrize(("seats", "options"), CASES, ids=IDS)
def test_every_legal_action_is_written_and_read_back(seats: int, options: dict[str, str]) -> None:
    for match in race(seats, options, 11):
        who = match.to_move()
        if who == OVER:
            break
        for action in legal_actions(RULES, match.box, match.state, who):
            word = FIFTEEN.words.format_action(match.box, match.state, who, action)
            for text in (word, word.upper(), f" {word} "):
                assert FIFTEEN.words.parse_action(match.box, match.state, who, text) == action


def test_notation() -> None:
    run = Run(3)
    words = [
        "3",
        "c9",
        "b5",
        "m2",
        "m3",
        "p1",
        "p2",
        "r3",
        "r4",
        "mf",
        "-",
        "+2",
        "L8",
        "L8+2",
        "f",
        "i",
        "o",
        ".",
    ]
    for word in words:
        action = FIFTEEN.words.parse_action(run.box, run.s, 0, word)
        assert FIFTEEN.words.format_action(run.box, run.s, 0, action) == word
    assert FIFTEEN.words.tokens("c9 b5, ffio.") == ["c9", "b5", "f", "f", "i", "o", "."]
    for word in ("9", "c12", "b9", "L4", "L15", "L8+3", "9HS1", "1HS10", "x", ""):
        with pytest.raises(Problem):
            FIFTEEN.words.parse_action(run.box, run.s, 0, word)
    run.moves(8, 8, 8)
    with pytest.raises(Problem, match="far"):
        FIFTEEN.words.parse_action(run.box, run.s, 0, "1B1a0")


def test_words_say_something_of_every_position() -> None:
    for match in race(3, {**FRIENDLY, "dummies": "2"}, 2):
        for looker in (0, SPECTATOR):
            seen = match.view(looker)
            key, _, _ = FIFTEEN.words.prompt(match.box, seen, looker)
            assert key.startswith("do.")
            taken = list(match.state.space)
            for seat in range(3):
                said = FIFTEEN.words.facts(match.box, seen, seat)
                place = 0 if match.state.ended else 1
                assert len(said) == (place if match.state.rank[seat] else taken.count(seat)), seat
            assert len(FIFTEEN.words.describe(match.box, seen)) >= (match.state.round > 0)
        for action in match.legal(max(match.to_move(), CHANCE)):
            key, _ = FIFTEEN.words.label(match.box, match.view(0), match.to_move(), action)
            assert key.startswith("act.")
    for event in match.story():
        assert "seat" in FIFTEEN.words.params(match.box, event.message, event.seat, event.a, event.b)


def test_conformance_of_a_small_race_with_all_that_is_optional() -> None:
    options = {**FRIENDLY, "race": "800", "dummies": "1", "free_pace": "marker", "lanes": "chosen",
               "simultaneous_pace": "yes", "actions_in_play": "one_fewer", "may_decline": "yes"}  # fmt: skip
    check(FIFTEEN, options, games=1)
