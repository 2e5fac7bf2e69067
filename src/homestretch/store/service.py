"""The one way in: create, look at, command. One transaction a command; commit, then publish."""

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from homestretch.engine.problem import Problem
from homestretch.games import game
from homestretch.players.bots import Bot
from homestretch.store.schema import answers, entries, holders, matches, seats
from homestretch.table.chance import new_seed
from homestretch.table.names import clean_name
from homestretch.table.table import DIE, PERSON, SEALED, Entry, Setup, Table

KEPT_TABLES = 2_000
LONGEST_KEY = 64
MOST_SEATS = 8
_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Info(NamedTuple):
    """A match as its table shows it: who sits where, the table itself."""

    id: str
    names: tuple[str, ...]
    """Per seat the person's name, or the bot's; "" for a person without a name."""
    present: frozenset[int]
    """The seats whose link somebody has used, and the bots'."""
    table: Table
    created: float
    rematch: str
    readonly: bool
    """True where the rules have changed so that the log no longer replays."""
    beside: int
    """How often something beside the log has changed: a name, who has come, a rematch."""

    @property
    def setup(self) -> Setup:
        """What was agreed, and who plays each seat now."""
        return self.table.setup

    @property
    def revision(self) -> int:
        """A number that grows with every change that a page could show."""
        return self.table.version + self.beside


class Created(NamedTuple):
    """A fresh match: its id, and per seat of a person the secret of its link."""

    id: str
    tokens: dict[int, str]


class Line(NamedTuple):
    """A match in the list of somebody's games."""

    id: str
    seats: tuple[int, ...]
    changed: float


def hashed(token: str) -> str:
    """Give what is stored of a secret."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Service:
    """All matches of one database. Every method may be called from any thread."""

    def __init__(
        self, engine: sa.Engine, publish: Callable[[str, int], None] = lambda match, version: None
    ) -> None:
        """Use an opened database; publish(match, version) is called after each commit."""
        self._engine, self._publish = engine, publish
        self._known: OrderedDict[str, Info] = OrderedDict()
        self._lock = threading.RLock()

    def _reading(self) -> sa.Connection:
        """Open a connection that sees one moment of the database, whatever is written meanwhile."""
        options: dict[str, Any] = {"reading": True}
        if self._engine.dialect.name == "postgresql":
            options["isolation_level"] = "REPEATABLE READ"
        return self._engine.connect().execution_options(**options)

    def create(
        self,
        name: str,
        options: Mapping[str, str],
        players: Sequence[str],
        chance: str = SEALED,
        names: Mapping[int, str] | None = None,
    ) -> Created:
        """Make a match; players says per seat person or a bot's name, names how people are called.

        :raises Problem: naming what does not fit.
        """
        setup = self._setup(name, options, players, chance)
        shown = self._names(players, names or {})
        tokens = {seat: secrets.token_urlsafe(24) for seat, who in enumerate(players) if who == PERSON}
        people = [
            {"seat": seat, "name": shown[seat], "token_hash": hashed(token)} for seat, token in tokens.items()
        ]
        with self._engine.begin() as db:
            return Created(self._insert(db, setup, people), tokens)

    def _insert(self, db: sa.Connection, setup: Setup, people: Sequence[Mapping[str, Any]]) -> str:
        """Make a match and give its id; people are the rows of its seats, but for the match."""
        table, now = Table(setup).begun(), time.time()
        identity = "".join(secrets.choice(_ID_LETTERS) for _ in range(10))
        db.execute(sa.insert(matches), _match_row(identity, table, now))
        if people:
            db.execute(sa.insert(seats), [{**row, "match": identity} for row in people])
        self._write(db, identity, table, 0, now)
        return identity

    @staticmethod
    def _setup(name: str, options: Mapping[str, str], players: Sequence[str], chance: str) -> Setup:
        found = game(name)
        if not hasattr(found.rules, "SEATS"):
            raise Problem("game.event", game=found.name)
        if chance not in (SEALED, DIE):
            raise Problem("option.word", key="chance", word=chance, words=f"{SEALED}, {DIE}")
        for player in players:
            if player != PERSON:
                Bot.check(player)
        found.box(options, len(players))
        return Setup(found, dict(options), tuple(players), chance, new_seed())

    @staticmethod
    def _names(players: Sequence[str], names: Mapping[int, str]) -> list[str]:
        shown = [""] * len(players)
        for seat, who in enumerate(players):
            if who == PERSON and names.get(seat):
                shown[seat] = clean_name(names[seat], tuple(name for name in shown if name))
        return shown

    @staticmethod
    def _write(db: sa.Connection, identity: str, table: Table, since: int, now: float) -> None:
        rows = [
            {"match": identity, "version": version + 1, "kind": entry.kind, "seat": entry.seat,
             "data": list(entry.data), "at": now}
            for version, entry in enumerate(table.log[since:], start=since)
        ]  # fmt: skip
        if rows:
            db.execute(sa.insert(entries), rows)

    def info(self, identity: str) -> Info:
        """Give a match.

        :raises Problem: if there is none with this id.
        """
        with self._lock:
            known = self._known.get(identity)
        query = sa.select(matches.c.version, matches.c.beside).where(matches.c.id == identity)
        with self._reading() as db:
            if known is not None and db.execute(query).first() == (known.table.version, known.beside):
                return known
            return self._load(db, identity)

    def _load(self, db: sa.Connection, identity: str) -> Info:
        row = db.execute(sa.select(matches).where(matches.c.id == identity)).mappings().first()
        if row is None:
            raise Problem("match.unknown", match=identity[:20])
        setup = Setup(game(row["game"]), row["options"], tuple(row["seats"]), row["chance"], row["seed"])
        lines = db.execute(
            sa.select(entries.c.kind, entries.c.seat, entries.c.data)
            .where(entries.c.match == identity)
            .order_by(entries.c.version)
        )
        table, readonly = _replayed(
            setup, [Entry(kind, seat, tuple(data)) for kind, seat, data in lines], row
        )
        setup = table.setup
        names = [who if who != PERSON else "" for who in setup.seats]
        for seat, name in db.execute(sa.select(seats.c.seat, seats.c.name).where(seats.c.match == identity)):
            names[seat] = name if setup.seats[seat] == PERSON else names[seat]
        come = set(db.scalars(sa.select(holders.c.seat).where(holders.c.match == identity)))
        come |= {seat for seat, who in enumerate(setup.seats) if who != PERSON}
        info = Info(
            identity, tuple(names), frozenset(come), table, row["created"], row["rematch"] or "",
            readonly, row["beside"],
        )  # fmt: skip
        self._remember(info)
        return info

    def _remember(self, info: Info) -> None:
        with self._lock:
            self._known[info.id] = info
            self._known.move_to_end(info.id)
            while len(self._known) > KEPT_TABLES:
                self._known.popitem(last=False)

    def command(self, identity: str, seat: int, key: str, do: Callable[[Table], Table]) -> int:
        """Carry out do on a match's table and give the version it leads to; a repeat gets the first answer.

        :raises Problem: what do raises, or for a match that is unknown or read-only. Nothing has changed.
        """
        if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
            raise Problem("key.length", most=LONGEST_KEY)
        with self._engine.begin() as db:
            version = self._lock_match(db, identity)
            first = db.scalar(
                sa.select(answers.c.version).where(
                    answers.c.match == identity, answers.c.key == key, answers.c.seat == seat
                )
            )
            if first is not None:
                return int(first)
            with self._lock:
                info = self._known.get(identity)
            if info is None or (info.table.version, info.beside) != version:
                info = self._load(db, identity)
            if info.readonly:
                raise Problem("match.readonly")
            table, now = do(info.table), time.time()
            self._write(db, identity, table, info.table.version, now)
            changed = _match_row(identity, table, now)
            kept = ("version", "state", "over", "changed")
            db.execute(
                sa.update(matches)
                .where(matches.c.id == identity)
                .values({name: changed[name] for name in kept})
            )
            row = {"match": identity, "key": key, "seat": seat, "version": table.version}
            db.execute(sa.insert(answers), row)
        after = info._replace(table=table)
        self._remember(after)
        self._publish(identity, after.revision)
        return table.version

    @staticmethod
    def _lock_match(db: sa.Connection, identity: str) -> tuple[int, int]:
        """Keep other writers from a match until the transaction ends; give its version and beside.

        :raises Problem: if there is no such match.
        """
        query = sa.select(matches.c.version, matches.c.beside).where(matches.c.id == identity)
        row = db.execute(query.with_for_update()).first()
        if row is None:
            raise Problem("match.unknown", match=identity[:20])
        return row[0], row[1]

    def seats_of_token(self, token: str, identity: str = "") -> tuple[str, int] | None:
        """Give the match and seat that a link's secret opens, or nothing.

        A secret opens its seat in the rematches too; the latest match counts where none is named.
        """
        query = sa.select(seats.c.match, seats.c.seat).where(seats.c.token_hash == hashed(token))
        if identity:
            query = query.where(seats.c.match == identity)
        with self._reading() as db:
            row = db.execute(query.join(matches).order_by(matches.c.created.desc())).first()
        return (row[0], row[1]) if row else None

    def hold(self, browser: str, identity: str, seat: int) -> None:
        """Note that a browser has used the link of a seat."""
        row = {"browser_hash": hashed(browser), "match": identity, "seat": seat}
        with self._engine.begin() as db:
            version, beside = self._lock_match(db, identity)
            held = sa.select(holders.c.seat).where(*(holders.c[name] == value for name, value in row.items()))
            if db.execute(held).first() is not None:
                return
            db.execute(sa.insert(holders), row)
            self._note(db, identity, beside)
        self._publish(identity, version + beside + 1)

    def held(self, browser: str, identity: str) -> tuple[int, ...]:
        """List the seats of a match that a browser holds."""
        query = sa.select(holders.c.seat).where(
            holders.c.browser_hash == hashed(browser), holders.c.match == identity
        )
        with self._reading() as db:
            return tuple(sorted(db.scalars(query)))

    def games_of(self, browser: str, most: int = 30) -> list[Line]:
        """List the matches in which a browser holds seats, the latest first."""
        query = (
            sa.select(matches.c.id, matches.c.changed, holders.c.seat)
            .join(holders, holders.c.match == matches.c.id)
            .where(holders.c.browser_hash == hashed(browser))
            .order_by(matches.c.changed.desc(), holders.c.seat)
            .limit(most * MOST_SEATS)
        )
        found: dict[str, Line] = {}
        with self._reading() as db:
            for identity, changed, seat in db.execute(query):
                line = found.get(identity, Line(identity, (), changed))
                found[identity] = line._replace(seats=(*line.seats, seat))
        return list(found.values())[:most]

    def rename(self, identity: str, seat: int, name: str) -> None:
        """Give the person on a seat a name.

        :raises Problem: if the name does not fit or looks like another's at the table.
        """
        with self._engine.begin() as db:
            version, beside = self._lock_match(db, identity)
            rows = db.execute(sa.select(seats.c.seat, seats.c.name).where(seats.c.match == identity)).all()
            others = tuple(other for each, other in rows if each != seat and other)
            shown = clean_name(name, others)
            mine = sa.update(seats).where(seats.c.match == identity, seats.c.seat == seat)
            if db.execute(mine.values(name=shown)).rowcount != 1:
                raise Problem("match.unknown", match=identity[:20])
            self._note(db, identity, beside)
        self._publish(identity, version + beside + 1)

    def reissue(self, identity: str, seat: int) -> str:
        """Give a seat a fresh link; the old one opens nothing any more.

        :raises Problem: if a bot sits there.
        """
        token = secrets.token_urlsafe(24)
        with self._engine.begin() as db:
            mine = sa.update(seats).where(seats.c.match == identity, seats.c.seat == seat)
            if db.execute(mine.values(token_hash=hashed(token))).rowcount != 1:
                raise Problem("match.unknown", match=identity[:20])
        return token

    @staticmethod
    def _note(db: sa.Connection, identity: str, beside: int) -> None:
        """Note that something beside the log has changed, so that workers and pages read the match anew."""
        db.execute(sa.update(matches).where(matches.c.id == identity).values(beside=beside + 1))

    def rematch(self, identity: str) -> str:
        """Give the match that follows this one with sides changed, made at the first call.

        Whoever holds a seat here, or has its link, has the one it became there.

        :raises Problem: if the match is not over.
        """
        info = self.info(identity)
        if not info.table.is_over():
            raise Problem("match.not_over")
        setup = info.setup
        shift = [*setup.seats[1:], setup.seats[0]]
        following = self._setup(setup.game.name, setup.options, shift, setup.chance)
        with self._engine.begin() as db:
            version, beside = self._lock_match(db, identity)
            made: str | None = db.scalar(sa.select(matches.c.rematch).where(matches.c.id == identity))
            if made is not None:
                return made
            made = self._insert(db, following, _one_seat_on(db, seats, identity, len(shift)))
            db.execute(sa.update(matches).where(matches.c.id == identity).values(rematch=made))
            moved = _one_seat_on(db, holders, identity, len(shift))
            if moved:
                db.execute(sa.insert(holders), [{**row, "match": made} for row in moved])
            self._note(db, identity, beside)
        self._publish(identity, version + beside + 1)
        return made

    def unfinished(self) -> list[str]:
        """List the matches that go on; after a restart their bots are woken."""
        with self._reading() as db:
            return list(db.scalars(sa.select(matches.c.id).where(~matches.c.over)))


def _match_row(identity: str, table: Table, now: float) -> dict[str, Any]:
    setup = table.setup
    return {
        "id": identity,
        "game": setup.game.name,
        "rules_version": setup.game.rules.VERSION,
        "options": dict(setup.options),
        "seats": list(setup.seats),
        "chance": setup.chance,
        "seed": setup.seed,
        "version": table.version,
        "beside": 0,
        "state": list(table.match.state.values()),
        "over": table.is_over(),
        "created": now,
        "changed": now,
    }


def _one_seat_on(db: sa.Connection, of: sa.Table, identity: str, count: int) -> list[dict[str, Any]]:
    """List a match's rows in a table as they are in its rematch, where seat 1 has become seat 0."""
    rows = db.execute(sa.select(of).where(of.c.match == identity)).mappings()
    return [{**row, "seat": (row["seat"] - 1) % count} for row in rows]


def _replayed(setup: Setup, log: list[Entry], row: sa.RowMapping) -> tuple[Table, bool]:
    """Replay a log; where the rules no longer allow it, give what still replays, and True."""
    try:
        table = Table.replayed(setup, log)
    except Problem:
        return _as_far_as_possible(setup, log), True
    return table, list(table.match.state.values()) != row["state"]


def _as_far_as_possible(setup: Setup, log: list[Entry]) -> Table:
    for length in range(len(log) - 1, -1, -1):
        try:
            return Table.replayed(setup, log[:length])
        except Problem:
            continue
    raise Problem("match.readonly")  # not even what was agreed is possible any more
