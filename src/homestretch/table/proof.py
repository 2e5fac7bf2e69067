"""Checking the chance of a finished match: the seal, and every outcome."""

from typing import NamedTuple

from homestretch.engine.contract import CHANCE
from homestretch.table.chance import draw, seal
from homestretch.table.match import Match
from homestretch.table.record import Record


class Roll(NamedTuple):
    """One outcome of chance: where it stands, and what the seed says it must be."""

    ply: int
    """After this many moves it has fallen."""
    draw: int
    outcomes: int
    number: int
    """Which of the outcomes it was, from 0."""
    text: str
    proven: str
    """What the seed says, "" where no seed was given."""

    @property
    def agrees(self) -> bool:
        """Tell whether the outcome is the one that the seed gives."""
        return self.text == self.proven


class Proof(NamedTuple):
    """What checking a record showed."""

    problem: str
    """Message id of what cannot be proven, or "": no seed yet, typed dice, a broken seal."""
    rolls: tuple[Roll, ...]

    @property
    def holds(self) -> bool:
        """Tell whether the seal and every outcome are right."""
        return not self.problem and all(roll.agrees for roll in self.rolls)


def prove(record: Record) -> Proof:
    """Check the seal and recompute every outcome of a record that follows the rules."""
    if record.chance != "sealed":
        return Proof("proof.typed", ())
    if not record.seed or not record.seal:
        return Proof("proof.no_seed", ())
    if seal(record.seed) != record.seal:
        return Proof("proof.seal", ())
    return Proof("", tuple(rolls_of(record.match(), record.seed)))


def rolls_of(match: Match, seed: str = "") -> list[Roll]:
    """List the outcomes of chance in a match, with what the seed says of each where one is given."""
    replay, rolls = match.at(0), []
    for ply, move in enumerate(match.moves, start=1):
        if move.seat == CHANCE:
            outcomes, proven = replay.legal(CHANCE), ""
            if seed:
                drawn = outcomes[draw(seed, move.draw, len(outcomes))]
                proven = replay.words(move._replace(action=drawn), replay.state)
            text = replay.words(move, replay.state)
            rolls.append(Roll(ply, move.draw, len(outcomes), outcomes.index(move.action), text, proven))
        replay.act(move)
    return rolls
