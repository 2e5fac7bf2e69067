"""What a picture shows: the players in order of their places, the day, and who stands where."""

from collections.abc import Callable
from typing import Any, NamedTuple

from homestretch.games.boardmania.evaluate import DayResult, PlayerDay
from homestretch.games.boardmania.pieces import field_at

Run = tuple[str, str | None, bool, bool]
"""A stretch of a name: text, colour (#rrggbb) or None, bold, italic."""


class Row(NamedTuple):
    """One player."""

    number: int
    name: tuple[Run, ...]
    progress: int
    place: int
    cards: tuple[int, ...]
    """Per environment in the order of LETTERS."""
    bonuses: int = 0
    status: int = 0
    gain: int | None = None
    """What the day brought in fields; None for who had no roll."""
    withdrawn: bool = False

    @property
    def plain_name(self) -> str:
        """The name without colours."""
        return "".join(text for text, *_ in self.name)


class Standing(NamedTuple):
    """The event after a day; day 0 is before the first one."""

    title: str
    day: int
    date: str
    """As it is to be printed."""
    rows: tuple[Row, ...] = ()
    n: int = 0
    """How many drivers were scored on the day."""
    is_void: bool = False
    note: str = ""
    """What a new edition of the picture changes (F3)."""


def standing_of(
    result: DayResult, title: str, date: str, runs: Callable[[str, str], tuple[Run, ...]], note: str = ""
) -> Standing:
    """Give what the picture of a day shows.

    :param runs: makes the stretches of a name from nickname (with its $ codes) and login.
    """
    rows = sorted((_row(each, runs) for each in result.players), key=lambda row: (row.place, row.number))
    return Standing(title, result.day, date, tuple(rows), result.n, result.is_void, note)


def _row(player: PlayerDay, runs: Callable[[str, str], tuple[Run, ...]]) -> Row:
    return Row(
        player.number, runs(player.nickname, player.login), player.progress, player.place, player.cards,
        player.all_bonuses, player.status, player.progress - player.progress_before if player.roll else None,
        player.withdrawn,
    )  # fmt: skip


def by_field(box: Any, standing: Standing) -> dict[int, list[Row]]:
    """D5: give per field who stands there, in order of the numbers."""
    found: dict[int, list[Row]] = {}
    for row in sorted(standing.rows, key=lambda row: row.number):
        found.setdefault(field_at(box, row.progress), []).append(row)
    return found
