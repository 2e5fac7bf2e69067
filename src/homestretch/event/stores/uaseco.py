"""UASECO (TM2), in MySQL or MariaDB; the names of its tables begin with a prefix of the organiser's.

`times` has a row for each distinct time of a player on a map, so that a time equalled later keeps its first
stamp. Neither table has a running number. Game modes are not told apart: one event runs in one mode.
"""

from collections.abc import Iterable

from homestretch.event.stores.shape import Shape

_ENDS = ("times", "records")


def shapes(tables: Iterable[str], prefix: str = "") -> tuple[Shape, ...]:
    """Give the shapes for a prefix, or for each prefix that these names of tables show."""
    names = set(tables)
    ending = {name.removesuffix(end) for name in names for end in _ENDS if name.endswith(end)}
    shown = sorted(start for start in ending if f"{start}players" in names)
    return tuple(_shape(start, end) for start in ([prefix] if prefix else shown) for end in _ENDS)


def _shape(prefix: str, end: str) -> Shape:
    return Shape(
        store="uaseco", times=prefix + end, map_id="MapId", player_id="PlayerId", score="Score", stamp="Date",
        is_epoch=False, number="", maps=f"{prefix}maps", maps_id="MapId", uid="Uid",
        players=f"{prefix}players", players_id="PlayerId", login="Login", nickname="Nickname",
        keeps_all=end == "times",
    )  # fmt: skip
