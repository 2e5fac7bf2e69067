"""Bots of a server: none of them misses its turn."""

import asyncio
from typing import Any

import pytest

from homestretch.games import game
from homestretch.store.service import Info
from homestretch.table.table import PERSON, SEALED, Setup, Table
from homestretch.web.botworks import BotWorks

EVEN = 19


def info_of(table: Table) -> Info:
    return Info("m", ("", "bot:easy"), frozenset({0, 1}), table, 0.0, "", False, 0)


def test_a_bot_is_not_forgotten_when_its_turn_comes_while_its_match_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first look finds a person to act; before anybody has drawn a conclusion, that person acts."""
    fresh = Table(Setup(game("crazy_jump"), {}, (PERSON, "bot:easy"), SEALED, "00" * 32))
    later = fresh.act(0, [EVEN])
    looks = [fresh, later, later.act(1, [EVEN]).resign(0)]
    acted: list[int] = []
    works: list[BotWorks] = []

    class Stub:
        def info(self, match: str) -> Info:
            table = looks.pop(0)
            if table is fresh:
                works[0].wake(match)
            return info_of(table)

    async def act(self: BotWorks, info: Info, seat: int) -> None:
        acted.append(seat)

    async def play() -> None:
        stub: Any = Stub()
        works.append(BotWorks(stub))
        works[0].wake("m")
        await asyncio.sleep(0)
        while works[0]._tasks:
            await asyncio.gather(*works[0]._tasks)

    monkeypatch.setattr(BotWorks, "_one_action", act)
    asyncio.run(play())
    assert acted == [1]
