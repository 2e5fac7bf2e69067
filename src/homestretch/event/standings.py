"""The standings as data: what `hs event standings --json` prints and programs read."""

import hashlib
import json
from typing import Any

from homestretch.event.nick import plain
from homestretch.games.boardmania.evaluate import DayResult, Evaluation, PlayerDay
from homestretch.games.boardmania.pieces import LETTERS
from homestretch.games.boardmania.words import KIND_WORDS


def canonical_json(data: object) -> str:
    """Write data so that equal data are equal texts: sorted keys, no blanks."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256_of(text: str) -> str:
    """Give the SHA-256 of a text in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def as_data(found: Evaluation) -> dict[str, Any]:
    """Give all days as plain data, ready for JSON."""
    return {"days": [_day(day) for day in found.days]}


def _day(day: DayResult) -> dict[str, Any]:
    players = [_player(player) for player in day.players]
    return {"day": day.day, "void": day.is_void, "drivers": day.n, "players": players}


def _player(player: PlayerDay) -> dict[str, Any]:
    """Give one player's day; fields as 0..46, progress from Start on, cards per letter of an environment.

    Who had no roll has no rank and time here either: programs read from them who moved.
    """
    ranked = player.roll is not None
    return {
        "number": player.number,
        "login": player.login,
        "name": plain(player.nickname, player.login),
        "rank": player.rank if ranked else None,
        "time_ms": player.time_ms if ranked else None,
        "roll": player.roll,
        "value": player.value,
        "path": list(player.path),
        "cards": dict(zip(LETTERS, player.cards, strict=True)),
        "status": KIND_WORDS[player.status] if player.status else "none",
        "progress": player.progress,
        "place": player.place,
    }
