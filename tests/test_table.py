"""Matches, chance, records and proofs."""

import hashlib
import hmac
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.engine.contract import CHANCE, IllegalAction
from homestretch.games import game
from homestretch.table.chance import draw, new_seed, seal
from homestretch.table.explain import say
from homestretch.table.match import Match, Move
from homestretch.table.proof import prove
from homestretch.table.record import Record, RecordProblem, format_record, parse_record, record_of

SEED = "00" * 31 + "2a"


def played(name: str = "crazy_jump", seed: str = SEED, moves: int = 10_000, **options: str) -> Match:
    """Play a match with chance from the seed and everything else at random."""
    match, dice = Match(game(name), options), random.Random(seed)
    while len(match.moves) < moves and not match.is_over():
        seat = match.to_move()
        match.act(match.next_draw(seed) if seat == CHANCE else Move(seat, dice.choice(match.legal(seat))))
    return match


def recorded(match: Match, names: tuple[str, ...] = ("Anna", "Bo")) -> Record:
    return record_of(match, names, "sealed", seal(SEED), SEED if match.is_over() else "")


def test_a_seed_has_32_random_bytes_and_its_seal_is_their_sha_256() -> None:
    assert len(bytes.fromhex(new_seed())) == 32
    assert new_seed() != new_seed()
    assert seal("00" * 32) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_a_draw_is_the_hmac_of_its_index_modulo_the_outcomes() -> None:
    for index in range(200):
        digest = hmac.new(bytes.fromhex(SEED), str(index).encode(), hashlib.sha256).hexdigest()
        assert draw(SEED, index, 6) == int(digest, 16) % 6


def test_numbers_that_would_favour_some_outcomes_are_drawn_again() -> None:
    """With 2**255 + 1 outcomes almost half of all numbers lie above the limit."""
    outcomes = 2**255 + 1
    for index in range(50):
        attempts = [str(index), *(f"{index}.{i}" for i in range(1, 20))]
        values = [int(hmac.new(bytes.fromhex(SEED), a.encode(), "sha256").hexdigest(), 16) for a in attempts]
        assert draw(SEED, index, outcomes) == next(value for value in values if value < outcomes)


def test_the_dice_of_a_seed_are_even_handed() -> None:
    """Chi-square, 5 degrees of freedom: 20.5 is passed once in 1,000."""
    counts = [0] * 6
    for index in range(6_000):
        counts[draw(SEED, index, 6)] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts) < 20.5


def test_an_illegal_move_leaves_the_match_as_it_was() -> None:
    match = played(moves=12)
    before, count = match.state.copy(), len(match.moves)
    with pytest.raises(IllegalAction):
        match.act(Move(match.to_move(), 99))
    assert (match.state, len(match.moves)) == (before, count)


def test_a_draw_that_was_taken_back_is_never_shown_again() -> None:
    match = played(moves=8)
    earlier = match.at(3)
    earlier.drawn = match.drawn
    assert earlier.next_draw(SEED).draw == match.drawn


@pytest.mark.parametrize("name", ["crazy_jump", "pig"])
def test_a_record_parses_back_to_itself(name: str) -> None:
    for seed in ("11" * 32, "22" * 32):
        record = recorded(played(name, seed))
        assert parse_record(format_record(record)) == record


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=40), st.integers(0, 60))
def test_any_name_and_any_length_survive(name: str, moves: int) -> None:
    record = recorded(played(moves=moves, line="group", quiet_turns="7"), (name, 'a "quoted" \\ name'))
    assert parse_record(format_record(record)) == record


def test_a_record_is_one_line_a_turn_and_readable() -> None:
    match = Match(game("crazy_jump"), {"tie": "cells"})
    rolls = [Move(-1, 5, 0), Move(-1, 2, 1)]
    for move in [Move(0, 19), Move(1, 20), *rolls, Move(0, 0), Move(1, 0), Move(-1, 3, 2)]:
        match.act(move)
    text = format_record(record_of(match, ("Anna", "Bo"), "sealed", seal(SEED)))
    assert (
        text
        == f"""[Homestretch "1"]
[Game "crazy_jump"]
[Rules "1"]
[Option.tie "cells"]
[Seats "2"]
[Name.black "Anna"]
[Name.red "Bo"]
[Chance "sealed"]
[Seal "{seal(SEED)}"]

1. black even
2. red odd (5) (2)
3. black a1
4. red a1 (3)
"""
    )


def test_a_seat_that_acts_again_after_chance_begins_no_second_line_by_accident() -> None:
    match = played()
    lines = format_record(recorded(match)).split("\n\n")[1].splitlines()
    assert [line.split(".")[0] for line in lines] == [str(i + 1) for i in range(len(lines))]


def _broken(old: str, new: str) -> str:
    text = format_record(recorded(played()))
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "key", "line"),
    [
        ('[Game "crazy_jump"]', '[Game "chess"]', "record.options", 2),
        ('[Game "crazy_jump"]', '[Game "crazy_jump]', "record.tag", 2),
        ('[Game "crazy_jump"]', '[Game "crazy_jump"]\n[Game "pig"]', "record.twice", 3),
        ('[Homestretch "1"]', '[Homestretch "9"]', "record.format", 1),
        ('[Homestretch "1"]\n', "", "record.missing", 1),
        ('[Rules "1"]', '[Rules "99"]', "record.version", 3),
        ('[Seats "2"]', '[Seats "7"]', "record.seats", 4),
        ('[Seats "2"]', '[Option.colour "green"]\n[Seats "2"]', "record.options", 1),
        ('[Chance "sealed"]', '[Chance "loaded"]', "record.tag", 7),
        ('[Chance "sealed"]', '[Luck "good"]', "record.tag", 7),
        ("1. black", "1. blue", "record.line", 13),
        ("1. black", "black", "record.line", 13),
        ("1. black even", "1. black evening", "record.token", 13),
        ("1. black odd", "1. black c3", "record.illegal", 13),
        ("(", "(9", "record.token", 14),
        ('[Places "', '[Places "3 ', "record.result", 10),
        ('[Reason "CJ-18.full"]', '[Reason "CJ-19.dead"]', "record.result", 11),
    ],
)
def test_a_broken_record_is_refused_with_its_line(old: str, new: str, key: str, line: int) -> None:
    if old in ("1. black even", "1. black odd"):
        text = format_record(recorded(played()))
        first = text.split("\n\n")[1].splitlines()[0]
        text = text.replace(first, new, 1)
    else:
        text = _broken(old, new)
    with pytest.raises(RecordProblem) as caught:
        parse_record(text)
    assert (caught.value.key, caught.value.params["line"]) == (key, line), str(caught.value)
    for lang in ("nl", "de", "en"):
        assert "{" not in say(caught.value, lang)


def test_an_illegal_record_names_line_rule_and_reason_in_the_readers_language() -> None:
    text = format_record(recorded(played(moves=2))) + "3. black d3\n"
    text = text.replace("\n2. ", "\n2. ").rstrip() + "\n"
    with pytest.raises(RecordProblem) as caught:
        parse_record(text.replace("3. black d3", "2. * (3) (1)\n3. black d3"))
    assert caught.value.params["rule"] == "CJ-5"
    said = say(caught.value, "de")
    assert "CJ-5" in said
    assert "Zeile" in said


@given(st.text(max_size=200))
def test_no_text_makes_the_reader_crash(text: str) -> None:
    with pytest.raises(RecordProblem):
        parse_record(text)


@given(st.data())
def test_no_damage_makes_the_reader_crash(data: st.DataObject) -> None:
    text = _TEXT
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text = (
            text[:at] + data.draw(st.sampled_from(["", " ", "\n", "9", "(", "@", '"', "a1"])) + text[at + 1 :]
        )
    with suppress(RecordProblem):
        parse_record(text)


_TEXT = format_record(recorded(played(moves=40)))


def test_the_proof_of_an_honest_match_holds() -> None:
    record = recorded(played())
    proof = prove(record)
    assert proof.holds
    assert len(proof.rolls) == sum(move.seat == CHANCE for move in record.moves)


def test_the_proof_finds_a_changed_roll_a_changed_seed_and_what_cannot_be_proven() -> None:
    record = recorded(played())
    assert prove(record._replace(seed="11" * 32)).problem == "proof.seal"
    assert prove(record._replace(chance="typed")).problem == "proof.typed"
    assert prove(recorded(played(moves=20))).problem == "proof.no_seed"
    other = recorded(played(seed="33" * 32))
    assert not prove(other).holds


def test_an_unfinished_record_does_not_open_the_seed() -> None:
    assert SEED not in format_record(recorded(played(moves=30)))


def test_a_roll_after_a_taken_back_one_keeps_its_own_number() -> None:
    match = played(moves=3)
    match.act(Move(CHANCE, 4, 9))
    record = record_of(match, ("a", "b"), "sealed", seal(SEED))
    text = format_record(record)
    assert "(4@9)" in text
    assert parse_record(text) == record
    with pytest.raises(RecordProblem):
        parse_record(text.replace("@9", "@0"))
