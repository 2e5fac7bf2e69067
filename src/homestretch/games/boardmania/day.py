"""Finishes of a day, as sources give them."""

from typing import NamedTuple


class Finish(NamedTuple):
    """One finish, as a source or the journal gives it."""

    login: str  # the player's stable identity
    time_ms: int  # race time in milliseconds; 0 is a retirement, which never counts
    driven_at: int  # instant, milliseconds since the epoch, UTC
    map_uid: str = ""  # "" where only the day is known
    day: int = 0  # 0 where only the map is known
    nickname: str = ""  # with its $ codes; "" where unknown
    source: str = ""  # the name of the source
    number: int = -1  # the source's own running number (a database id), -1 where it has none
    id: int = 0  # the journal's own number, 0 while not in it
