"""The record of a match: a text that a person can read in a forum post and a program can replay.

Tags in square brackets, an empty line, then one numbered line a turn: the seat and its actions, what
chance brought in parentheses, "?" for what is not open yet. Then the data that are somebody's own, a block
each. `docs/record.md` describes it.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

from homestretch.engine.contract import CHANCE, IllegalAction
from homestretch.engine.options import is_text
from homestretch.engine.problem import Problem
from homestretch.games import Game, game
from homestretch.table.match import TYPED, Match, Move

FORMAT = "1"
NO_SEAT = "*"
"""Stands for the seat in a line that chance begins."""
_TAG = re.compile(r'\[([A-Za-z][\w.]*) "((?:[^"\\]|\\["\\])*)"\]')
_LINE = re.compile(r"(\d+)\.\s+(\S+)((?:\s+\S+)*)\s*")
_BLOCK = re.compile(r"([a-z_]{1,30}):")
HIDDEN = "?"
"""Stands for an action that is not open yet."""
_CHANCE = re.compile(r"\((\S+?)(?:@(\d{1,9}))?\)")
_TAGS = ("Homestretch", "Game", "Rules", "Seats", "Chance", "Seal", "Seed", "Places", "Reason")


class Record(NamedTuple):
    """What a record says; `seed`, `places` and `reason` are empty while the match goes on."""

    game: str
    version: int
    options: dict[str, str]
    names: tuple[str, ...]
    chance: str
    """sealed, or typed where a real die was rolled."""
    seal: str
    seed: str
    moves: tuple[Move, ...]
    places: tuple[int, ...]
    reason: str

    def match(self) -> Match:
        """Replay the record.

        :raises IllegalAction: for a move that the rules forbid.
        """
        match = Match(game(self.game), self.options, len(self.names))
        for move in self.moves:
            match.act(move)
        return match


class RecordProblem(Problem):
    """A record that cannot be read: the line, the rule where one is broken, and why."""

    def __init__(self, key: str, line: int, **params: object) -> None:
        super().__init__(key, line=line, **params)


def record_of(
    match: Match, names: tuple[str, ...], chance: str = "typed", seal: str = "", seed: str = ""
) -> Record:
    """Make the record of a match; the seed belongs into it only when the match is over."""
    return Record(
        match.game.name, match.game.rules.VERSION, dict(match.options), names, chance, seal, seed,
        tuple(match.moves), match.places(), match.reason(),
    )  # fmt: skip


def format_record(record: Record, hidden: frozenset[int] = frozenset()) -> str:
    """Write a record as text; of the plies in hidden, counted from 1, it does not say what was done.

    :raises IllegalAction: if the record's moves break the rules.
    """
    seats = game(record.game).words.SEATS
    tags = [("Homestretch", FORMAT), ("Game", record.game), ("Rules", str(record.version))]
    tags += [(f"Option.{key}", _mark(word)) for key, word in record.options.items()]
    tags += [("Seats", str(len(record.names)))]
    tags += [(f"Name.{seats[i]}", name) for i, name in enumerate(record.names)]
    tags += [("Chance", record.chance), ("Seal", record.seal), ("Seed", record.seed)]
    tags += [("Places", " ".join(map(str, record.places))), ("Reason", record.reason)]
    head = [f'[{key} "{_escape(value)}"]' for key, value in tags if value]
    return "\n".join([*head, "", *_lines(record, hidden), *_blocks(record), ""])


def _mark(word: str) -> str:
    """Give an option's word, or the hash of a text of one's own, which stands in a block."""
    return f"sha256:{hashlib.sha256(word.encode()).hexdigest()}" if is_text(word) else word


def _blocks(record: Record) -> Iterator[str]:
    for key, word in record.options.items():
        if is_text(word):
            yield from (
                "",
                f"{key}:",
                *(f"| {line}".rstrip() for line in word.removesuffix("\n").split("\n")),
            )


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\r", " ")


def _lines(record: Record, hidden: frozenset[int]) -> Iterator[str]:
    match = Match(game(record.game), record.options, len(record.names))
    seats = match.game.words.SEATS
    number, seat, tokens, expected = 0, CHANCE, [NO_SEAT], 0
    for ply, move in enumerate(record.moves, start=1):
        if move.seat not in (CHANCE, seat):
            if len(tokens) > 1:
                yield f"{number}. {' '.join(tokens)}"
            number, seat, tokens = number + 1, move.seat, [seats[move.seat]]
        tokens.append(_token(match, move, expected, ply in hidden))
        expected = max(expected, move.draw + 1)
        match.act(move)
    if len(tokens) > 1:
        yield f"{number}. {' '.join(tokens)}"


def _token(match: Match, move: Move, expected: int, hidden: bool) -> str:
    text = HIDDEN if hidden else match.words(move, match.state)
    if move.seat != CHANCE:
        return text
    jumped = move.draw not in (TYPED, expected)
    return f"({text}@{move.draw})" if jumped else f"({text})"


def parse_record(text: str) -> Record:
    """Read a record, replaying it by the rules.

    :raises RecordProblem: naming the line and, for an illegal move, the rule.
    """
    lines, blocks = _without_blocks(text.removeprefix("\ufeff").splitlines())
    tags, first = _parse_tags(lines)
    found = _game_of(tags)
    options = _options(tags, blocks)
    names = _names(tags, found.words.SEATS)
    _check_tags(tags, options, found.words.SEATS)
    chance = _tag(tags, "Chance", "typed")
    try:
        match = Match(found, options, len(names))
    except Problem as problem:
        raise RecordProblem("record.options", 1, why=problem) from problem
    for number in range(first, len(lines)):
        if lines[number].strip():
            _parse_line(match, lines[number], number + 1, chance == "sealed")
    record = record_of(match, names, chance, _tag(tags, "Seal", ""), _tag(tags, "Seed", ""))
    _check_result(record, tags)
    return record


Tags = dict[str, tuple[str, int]]


def _without_blocks(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """Take the blocks of own data out, leaving empty lines, so that problems name the right line."""
    blocks: dict[str, str] = {}
    rest, key = [], ""
    for line in lines:
        head = _BLOCK.fullmatch(line.strip())
        if head:
            key, blocks[head[1]] = head[1], ""
        elif key and line.startswith("|"):
            blocks[key] += line[1:].removeprefix(" ") + "\n"
        else:
            rest.append(line)
            continue
        rest.append("")
    return rest, blocks


def _options(tags: Tags, blocks: dict[str, str]) -> dict[str, str]:
    """Give the options; a text of somebody's own must be the one that its tag was made of."""
    options = {}
    for key, (value, line) in tags.items():
        name = key.removeprefix("Option.")
        if name != key:
            options[name] = blocks.get(name, "") if value.startswith("sha256:") else value
            if _mark(options[name]) != value:
                raise RecordProblem("record.block", line, name=name)
    return options


def _tag(tags: Tags, key: str, default: str | None = None) -> str:
    if key in tags:
        return tags[key][0]
    if default is None:
        raise RecordProblem("record.missing", 1, tag=key)
    return default


def _parse_tags(lines: list[str]) -> tuple[Tags, int]:
    tags: Tags = {}
    for number, line in enumerate(lines):
        if line.startswith("["):
            found = _TAG.fullmatch(line.rstrip())
            if not found:
                raise RecordProblem("record.tag", number + 1, text=line)
            if found[1] in tags:
                raise RecordProblem("record.twice", number + 1, tag=found[1])
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2]), number + 1
        elif line.strip():
            return tags, number
    return tags, len(lines)


def _game_of(tags: Tags) -> Game:
    if _tag(tags, "Homestretch") != FORMAT:
        raise RecordProblem("record.format", tags["Homestretch"][1], text=_tag(tags, "Homestretch"))
    name = _tag(tags, "Game")
    try:
        found = game(name).at_table()
    except Problem as problem:
        raise RecordProblem("record.options", tags["Game"][1], why=problem) from problem
    if _tag(tags, "Rules") != str(found.rules.VERSION):
        raise RecordProblem(
            "record.version", tags["Rules"][1], text=_tag(tags, "Rules"), now=found.rules.VERSION
        )
    return found


def _names(tags: Tags, seats: tuple[str, ...]) -> tuple[str, ...]:
    count = _tag(tags, "Seats")
    if count not in map(str, range(1, len(seats) + 1)):
        raise RecordProblem("record.seats", tags["Seats"][1], text=count)
    return tuple(_tag(tags, f"Name.{seat}", "") for seat in seats[: int(count)])


def _check_tags(tags: Tags, options: dict[str, str], seats: tuple[str, ...]) -> None:
    known = {*_TAGS, *(f"Option.{key}" for key in options), *(f"Name.{seat}" for seat in seats)}
    for key, (value, line) in tags.items():
        if key not in known or (key == "Chance" and value not in ("sealed", "typed")):
            raise RecordProblem("record.tag", line, text=f'[{key} "{value}"]')
        if key in ("Seal", "Seed") and not re.fullmatch(r"[0-9a-f]{64}", value):
            raise RecordProblem("record.tag", line, text=f'[{key} "{value}"]')


def _parse_line(match: Match, line: str, number: int, sealed: bool) -> None:
    found = _LINE.fullmatch(line)
    seats = match.game.words.SEATS[: match.box.seats]
    if not found or found[2] not in (NO_SEAT, *seats):
        raise RecordProblem("record.line", number, text=line)
    seat = CHANCE if found[2] == NO_SEAT else seats.index(found[2])
    for token in found[3].split():
        _parse_token(match, seat, token, number, sealed)


def _parse_token(match: Match, seat: int, token: str, number: int, sealed: bool) -> None:
    if token.strip("()") == HIDDEN:
        raise RecordProblem("record.hidden", number)
    chance = _CHANCE.fullmatch(token)
    who = CHANCE if chance else seat
    try:
        text = chance[1] if chance else token
        action = match.game.words.parse_action(match.box, match.state, who, text)
        index = TYPED
        if chance and sealed:
            index = int(chance[2]) if chance[2] else match.drawn
        if chance and chance[2] and (not sealed or index <= match.drawn):
            raise Problem("record.index", text=token)
        match.act(Move(who, action, index))
    except IllegalAction as illegal:
        raise RecordProblem(
            "record.illegal", number, text=token, rule=illegal.refusal.rule, why=illegal, game=match.game.name
        ) from illegal
    except Problem as problem:
        raise RecordProblem("record.token", number, text=token, why=problem) from problem


def _check_result(record: Record, tags: Tags) -> None:
    """Refuse a record whose result is not the one that its moves lead to."""
    for key, value in (("Places", " ".join(map(str, record.places))), ("Reason", record.reason)):
        if key in tags and tags[key][0] != value:
            raise RecordProblem("record.result", tags[key][1], text=tags[key][0], tag=key, now=value or "-")
