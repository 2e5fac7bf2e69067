"""Checking the chance of a finished match: the seal, and every outcome."""

from typing import NamedTuple

from homestretch.engine.contract import CHANCE
from homestretch.games import game
from homestretch.table.chance import draw, seal
from homestretch.table.match import Match
from homestretch.table.record import Record


class Roll(NamedTuple):
    """One outcome of chance: where it stands, and what the seed says it must be."""

    ply: int
    draw: int
    outcomes: int
    text: str
    proven: str

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
    return Proof("", tuple(_rolls(record)))


def _rolls(record: Record) -> list[Roll]:
    match, rolls = Match(game(record.game), record.options, len(record.names)), []
    for ply, move in enumerate(record.moves):
        if move.seat == CHANCE:
            outcomes = match.legal(CHANCE)
            proven = move._replace(action=outcomes[draw(record.seed, move.draw, len(outcomes))])
            texts = [match.words(each, match.state) for each in (move, proven)]
            rolls.append(Roll(ply, move.draw, len(outcomes), *texts))
        match.act(move)
    return rolls
