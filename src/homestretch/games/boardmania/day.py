"""A day's finishes: what a source of times gives and the ranking is made from."""

from typing import NamedTuple


class Finish(NamedTuple):
    """One finish, as a source or the journal gives it."""

    login: str
    """The player's stable identity."""
    time_ms: int
    """Race time in milliseconds; 0 is a retirement, which never counts."""
    driven_at: int
    """Instant, milliseconds since the epoch, UTC."""
    map_uid: str = ""
    """"" where only the day is known."""
    day: int = 0
    """0 where only the map is known."""
    nickname: str = ""
    """With its $ codes; "" where unknown."""
    source: str = ""
    """The name of the source."""
    number: int = -1
    """The source's own running number (a database id), -1 where it has none."""
    id: int = 0
    """The journal's own number, 0 while not in it."""
