"""What differs between two evaluations of an event: a correction says whom it moves, and from when on."""

from collections.abc import Iterator
from typing import NamedTuple

from homestretch.event.nick import plain
from homestretch.games.boardmania.evaluate import DayResult, Evaluation, PlayerDay


class Change(NamedTuple):
    """A player whose day came out otherwise; None where the player was not enrolled."""

    day: int
    login: str
    name: str
    before: PlayerDay | None
    after: PlayerDay | None


def changes(before: Evaluation, after: Evaluation) -> list[Change]:
    """List who has another roll, move or place, day by day, in order of the numbers."""
    old = {day.day: day for day in before.days}
    return [change for day in after.days for change in _of_day(old.get(day.day), day)]


def _of_day(old: DayResult | None, new: DayResult) -> Iterator[Change]:
    before = {player.login: player for player in old.players} if old else {}
    after = {player.login: player for player in new.players}
    for login in after | before:
        was, is_now = before.get(login), after.get(login)
        if _counted(was) != _counted(is_now):
            shown = is_now or was
            assert shown is not None
            yield Change(new.day, login, plain(shown.nickname, login), was, is_now)


def _counted(player: PlayerDay | None) -> tuple[object, ...]:
    """Give what a change is told for: the day and where it led, not how the story puts it."""
    if player is None:
        return ()
    return (
        player.number, player.rank, player.time_ms, player.roll, player.value, player.path, player.cards,
        player.status, player.withdrawn, player.progress, player.place,
    )  # fmt: skip
