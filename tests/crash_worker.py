"""A server that plays a match against itself and is killed at a chosen point; test_crash.py starts it.

It prints what it has been answered, one line each, and nothing that it has not.
"""

import itertools
import os
import signal
import sys
from unittest import mock

import sqlalchemy as sa

from homestretch.store.schema import open_database
from homestretch.store.service import Service
from homestretch.table.table import PERSON, Table

COMMANDS = 6
CREATE, RESIGN, REMATCH = -1, COMMANDS, COMMANDS + 1
"""What comes before the commands, and after them."""


def choice(table: Table) -> tuple[int, int]:
    """Give the seat that acts next and its first legal action."""
    seat = table.waits_for()[0]
    return seat, table.legal(seat)[0]


def acted(table: Table) -> Table:
    """Let the seat that acts next do so."""
    seat, action = choice(table)
    return table.act(seat, [action])


def played(table: Table, commands: int) -> Table:
    """Give the table after so many commands."""
    for _ in range(commands):
        table = acted(table)
    return table


class Server:
    """The server; it dies at `point` of carrying out `command`."""

    def __init__(self, url: str, point: str, command: int) -> None:
        self.deadly, self.now = (point, command), CREATE
        self.engine = open_database(url)
        self.service = Service(self.engine, lambda match, version: self.reach("published"))
        sa.event.listen(self.engine, "after_cursor_execute", self.executed)
        sa.event.listen(self.engine, "commit", lambda _: self.reach("committing"))

    def reach(self, point: str) -> None:
        """Die if this is the point."""
        if (point, self.now) == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    def executed(self, _db: object, _cursor: object, statement: str, *_: object) -> None:
        """Reach the point after a statement, as "INSERT INTO entries"."""
        self.reach(" ".join(statement.split()[:3]))

    def write(self, db: sa.Connection, match: str, table: Table, since: int, now: float) -> None:
        """Write the first entry, and then the others."""
        first = Table.replayed(table.setup, table.log[: since + 1])
        _write(db, match, first, since, now)
        self.reach("half_written")
        _write(db, match, table, first.version, now)

    def think(self, table: Table) -> Table:
        """Do what the seat that is to act does."""
        table = acted(table)
        self.reach("thinking")
        return table

    def play(self) -> None:
        """Make a match, send the commands, give up and ask for a rematch."""
        match = self.service.create("crazy_jump", {}, (PERSON, PERSON), names={0: "Anna"}).id
        say("match", match)
        self.service.hold("browser", match, 0)
        for self.now in range(COMMANDS):
            seat, _ = choice(self.service.info(match).table)
            say("done", self.service.command(match, seat, f"{self.now}", self.think))
        self.now = RESIGN
        say("done", self.service.command(match, 0, f"{RESIGN}", lambda table: table.resign(0)))
        self.now = REMATCH
        say("rematch", self.service.rematch(match))


_write = Service._write


def say(*words: object) -> None:
    """Acknowledge."""
    print(*words, flush=True)


def main(url: str, point: str, command: int) -> None:
    """Let a server play until it dies; its seeds are known, so that it always plays the same match."""
    server, seeds = Server(url, point, command), (f"{number:064x}" for number in itertools.count(0x2A))
    with (
        mock.patch("homestretch.store.service.new_seed", side_effect=seeds),
        mock.patch.object(Service, "_write", staticmethod(server.write)),
    ):
        server.play()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
