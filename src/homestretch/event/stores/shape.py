"""What is needed to know of a record store to read it."""

from typing import NamedTuple


class Table(NamedTuple):
    """A table and the columns that are read of it."""

    name: str
    columns: tuple[str, ...]


class Shape(NamedTuple):
    """One table of times in a store, and how it hangs together with its maps and players.

    Times are whole milliseconds in every store.
    """

    store: str
    times: str
    map_id: str
    player_id: str
    score: str
    stamp: str
    """When it was driven."""
    is_epoch: bool
    """Whether the stamp counts seconds since the epoch; else it is a wall time without a zone."""
    number: str
    """The store's own running number, "" where it has none."""
    maps: str
    maps_id: str
    uid: str
    players: str
    players_id: str
    login: str
    nickname: str
    keeps_all: bool
    """Whether every finish has a row; else only each player's best."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables that must be there, the times first."""
        times = (self.map_id, self.player_id, self.score, self.stamp, self.number)
        return (
            Table(self.times, tuple(filter(None, times))),
            Table(self.maps, (self.maps_id, self.uid)),
            Table(self.players, (self.players_id, self.login, self.nickname)),
        )
