"""The service: one result a key, a log without gaps, nothing secret shown, whatever happens at once."""

import base64
import contextlib
import hashlib
import itertools
import tempfile
import threading
import types
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from databases import Database, check_stored, database_in, postgres, stored_log
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from homestretch.engine.contract import CHANCE, SPECTATOR
from homestretch.engine.problem import Problem
from homestretch.games import Game, game
from homestretch.store.schema import entries, matches, metadata
from homestretch.store.service import Created, Line, Service
from homestretch.table.chance import seal
from homestretch.table.names import clean_name
from homestretch.table.record import format_record, record_of
from homestretch.table.table import DIE, PERSON, SEALED, Table

T = TypeVar("T")
Do = Callable[[Table], Table]
EVEN, ODD, A1, A3 = 19, 20, 0, 8
PEOPLE = (PERSON, PERSON)
KEYS = (f"key-{n}" for n in itertools.count())


def seeds() -> Callable[[], str]:
    """Give what makes known seeds in place of random ones; by the first black rolls 1, red 5."""
    numbers = itertools.count(0x2A)
    return lambda: f"{next(numbers):064x}"


@pytest.fixture(autouse=True, scope="module")
def _penny_is_installed(penny_rules: Game) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "homestretch.store.service.game", lambda name: penny_rules if name == "penny" else game(name)
        )
        yield


@pytest.fixture(autouse=True)
def _seeds_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("homestretch.store.service.new_seed", seeds())


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Give an empty database of either kind."""
    with contextlib.ExitStack() as stack:
        sqlite = request.param == "sqlite"
        url = f"sqlite:///{tmp_path / 'test.db'}" if sqlite else stack.enter_context(postgres())
        yield stack.enter_context(database_in(url))


def made(
    service: Service, name: str = "crazy_jump", players: tuple[str, ...] = PEOPLE, **names: str
) -> Created:
    """Make a match; keywords say how people are called, as seat0="Anna"."""
    return service.create(name, {}, players, names={int(seat[4:]): called for seat, called in names.items()})


def send(service: Service, match: str, seat: int, do: Do) -> int:
    """Send a command with a key of its own."""
    return service.command(match, seat, next(KEYS), do)


def act(service: Service, match: str, seat: int, *actions: int) -> int:
    """Act for a seat."""
    return send(service, match, seat, lambda table: table.act(seat, actions))


def unless_changed(version: int, do: Do) -> Do:
    """Give a command that holds for one version of the table only."""

    def checked(table: Table) -> Table:
        if table.version != version:
            raise Problem("table.changed")
        return do(table)

    return checked


def refused(do: Callable[[], object]) -> Problem:
    """Give the problem that do raises."""
    with pytest.raises(Problem) as caught:
        do()
    return caught.value


def at_once(*jobs: Callable[[], T]) -> list[T | Problem]:
    """Do jobs in threads that start together; give what each returns, or its problem."""
    start = threading.Barrier(len(jobs))

    def run(job: Callable[[], T]) -> T | Problem:
        start.wait(timeout=30)
        try:
            return job()
        except Problem as problem:
            return problem

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def check_nothing_secret_is_shown(table: Table) -> None:
    """Check what spectators and seats see of a match."""
    views = [table.match.view(SPECTATOR), *(table.seen_by(seat).view(seat) for seat in range(2))]
    assert table.setup.seed not in repr(views)
    if table.setup.game.name != "penny":
        names = ("Anna", "Bo")
        record = record_of(table.match, names, table.setup.chance, seal(table.setup.seed))
        assert table.is_over() or table.setup.seed not in format_record(record)
        return
    assert views[0]["card"] == views[0]["said"] == [None, None]
    for seat, seen in enumerate(views[1:]):
        assert (seen["card"][1 - seat], seen["said"][1 - seat]) == (None, None)
        assert table.match.is_over() or seen["count"][1 - seat] == 0


@dataclass
class Twin:
    """What a match must be: a table that no database has touched, and what stands beside it."""

    table: Table
    names: list[str]
    answers: dict[tuple[int, str], int] = field(default_factory=dict)
    held: set[tuple[str, int]] = field(default_factory=set)
    rematch: str = ""

    def people(self) -> list[int]:
        """List the seats of people."""
        return [seat for seat, who in enumerate(self.table.setup.seats) if who == PERSON]

    def present(self) -> list[int]:
        """List the seats to which somebody has come, and the bots'."""
        return sorted({seat for _, seat in self.held} | {0, 1}.difference(self.people()))


WORKER, SEAT = st.integers(0, 1), st.integers(0, 1)
ACTIONS = st.lists(st.integers(-1, 21), max_size=3)
NAMES = st.sampled_from(["Anna", "Аnnа", "Zoë", "Zoe\u0308", "李", "", "x" * 25, "<b>"])
BROWSERS = ("one", "two")


class Workers(RuleBasedStateMachine):
    """Two workers serve one database, and either may die; each match must be what its twin is."""

    found = Bundle("found")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.database = Database(f"sqlite:///{self.folder.name}/test.db")
        self.workers, self.opened = (
            [self.database.service(self.hear) for _ in range(2)],
            self.database.engine(),
        )
        self.heard = 0
        self.twins: dict[str, Twin] = {}
        self.keys = (f"key-{n:03}" for n in itertools.count())
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr("homestretch.store.service.new_seed", seeds())

    def teardown(self) -> None:
        self.patch.undo()
        self.database.close()
        self.folder.cleanup()

    def hear(self, match: str, revision: int) -> None:
        """Take note of what is published; a reader must find it."""
        assert Service(self.opened).info(match).revision == revision
        self.heard += 1

    @contextlib.contextmanager
    def nothing_happens(self) -> Iterator[None]:
        """Check that nothing is stored or published."""
        before = self.database.rows(), self.heard
        yield
        assert (self.database.rows(), self.heard) == before

    @initialize(target=found, name=st.sampled_from(["crazy_jump", "penny"]))
    def begin(self, name: str) -> str:
        return self.made(0, name, SEALED, PERSON)

    @precondition(lambda self: len(self.twins) < 4)
    @rule(
        target=found, worker=WORKER, name=st.sampled_from(["crazy_jump", "penny", "pig"]),
        chance=st.sampled_from([SEALED, DIE]), other=st.sampled_from([PERSON, "random"]),
    )  # fmt: skip
    def create(self, worker: int, name: str, chance: str, other: str) -> str:
        return self.made(worker, name, chance, other)

    def made(self, worker: int, name: str, chance: str, other: str) -> str:
        """Make a match and its twin; "random" is a bot."""
        options = {"goal": "10"} if name == "pig" else {}
        created = self.workers[worker].create(name, options, [PERSON, other], chance, {0: "Anna"})
        setup = self.workers[worker].info(created.id).setup
        assert (setup.options, setup.seats, setup.chance) == (options, (PERSON, other), chance)
        assert sorted(created.tokens) == [seat for seat in (0, 1) if setup.seats[seat] == PERSON]
        self.twins[created.id] = Twin(Table(setup).begun(), ["Anna", "" if other == PERSON else other])
        return created.id

    def send(self, worker: int, match: str, seat: int, do: Do, key: str = "") -> None:
        """Send a command: it does what it does to the twin, or is refused for the same reason."""
        twin, key = self.twins[match], key or next(self.keys)
        try:
            expected = do(twin.table)
        except Problem as problem:
            self.refused(problem, twin, lambda: self.workers[worker].command(match, seat, key, do))
        else:
            assert self.workers[worker].command(match, seat, key, do) == expected.version
            twin.table, twin.answers[seat, key] = expected, expected.version

    def refused(self, expected: Problem, twin: Twin, do: Callable[[], object]) -> None:
        """Check that a command is refused, changes nothing and says nothing secret."""
        with self.nothing_happens():
            problem = refused(do)
        assert problem.key == expected.key
        assert twin.table.setup.seed not in f"{problem} {problem.params}"

    @rule(match=found, worker=WORKER, data=st.data())
    def act_by_the_rules(self, match: str, worker: int, data: st.DataObject) -> None:
        table = self.twins[match].table
        for seat in table.waits_for():
            action = data.draw(st.sampled_from(table.legal(seat)))
            self.send(worker, match, max(seat, 0), _act(seat, [*table.slots.get(seat, ()), action]))

    @rule(match=found, worker=WORKER, seat=SEAT, actions=ACTIONS)
    def act_anyhow(self, match: str, worker: int, seat: int, actions: list[int]) -> None:
        self.send(worker, match, seat, _act(seat, actions))

    @rule(match=found, worker=WORKER, seat=SEAT, data=st.data())
    def act_for_a_table_that_is_no_more(
        self, match: str, worker: int, seat: int, data: st.DataObject
    ) -> None:
        table = self.twins[match].table
        version = data.draw(st.integers(0, table.version + 2).filter(lambda each: each != table.version))
        self.send(worker, match, seat, unless_changed(version, _act(seat, [0])))

    @rule(match=found, order=st.permutations([0, 1, 1, 0]), worker=WORKER, data=st.data())
    def deliver_twice_and_in_any_order(
        self, match: str, order: list[int], worker: int, data: st.DataObject
    ) -> None:
        """Each seat sends one command, made for the same table; each of them arrives twice."""
        table, keys = self.twins[match].table, [next(self.keys), next(self.keys)]
        chosen = [data.draw(st.sampled_from(table.legal(seat) or [0])) for seat in (0, 1)]
        for turn, seat in enumerate(order):
            if (seat, keys[seat]) in self.twins[match].answers:
                self.repeat(match, (worker + turn) % 2, seat, keys[seat])
            else:
                self.send((worker + turn) % 2, match, seat, _act(seat, [chosen[seat]]), keys[seat])

    @rule(match=found, worker=WORKER, data=st.data())
    def send_again(self, match: str, worker: int, data: st.DataObject) -> None:
        answers = sorted(self.twins[match].answers)
        if answers:
            self.repeat(match, worker, *data.draw(st.sampled_from(answers)))

    def repeat(self, match: str, worker: int, seat: int, key: str) -> None:
        """Send a key again: it gets the first answer and does nothing, whatever it asks for now."""
        with self.nothing_happens():
            again = self.workers[worker].command(match, seat, key, lambda table: table.resign(seat))
        assert again == self.twins[match].answers[seat, key]

    @rule(match=found, worker=WORKER, data=st.data())
    def use_the_key_of_another(self, match: str, worker: int, data: st.DataObject) -> None:
        answers = self.twins[match].answers
        free = sorted((1 - seat, key) for seat, key in answers if (1 - seat, key) not in answers)
        if free:
            seat, key = data.draw(st.sampled_from(free))
            self.send(worker, match, seat, lambda table: table.take_back(seat), key)

    @rule(match=found, worker=WORKER, seat=SEAT)
    def take_back(self, match: str, worker: int, seat: int) -> None:
        self.send(worker, match, seat, lambda table: table.take_back(seat))

    @rule(match=found, worker=WORKER, seat=SEAT, agrees=st.booleans())
    def answer(self, match: str, worker: int, seat: int, agrees: bool) -> None:
        self.send(worker, match, seat, lambda table: table.answer(seat, agrees))

    @rule(match=found, worker=WORKER, seat=SEAT)
    def resign(self, match: str, worker: int, seat: int) -> None:
        self.send(worker, match, seat, lambda table: table.resign(seat))

    @rule(match=found, worker=WORKER, name=NAMES, data=st.data())
    def rename(self, match: str, worker: int, name: str, data: st.DataObject) -> None:
        twin = self.twins[match]
        seat = data.draw(st.sampled_from(twin.people()))
        others = tuple(twin.names[each] for each in twin.people() if each != seat and twin.names[each])
        try:
            shown = clean_name(name, others)
        except Problem as problem:
            self.refused(problem, twin, lambda: self.workers[worker].rename(match, seat, name))
        else:
            self.workers[worker].rename(match, seat, name)
            twin.names[seat] = shown

    @rule(match=found, worker=WORKER, browser=st.sampled_from(BROWSERS), data=st.data())
    def hold(self, match: str, worker: int, browser: str, data: st.DataObject) -> None:
        twin = self.twins[match]
        seat = data.draw(st.sampled_from(twin.people()))
        self.workers[worker].hold(browser, match, seat)
        twin.held.add((browser, seat))
        assert self.workers[1 - worker].held(browser, match) == tuple(
            each for each in (0, 1) if (browser, each) in twin.held
        )

    @rule(target=found, match=found, worker=WORKER)
    def rematch(self, match: str, worker: int) -> Any:
        twin, service = self.twins[match], self.workers[worker]
        if not twin.table.is_over():
            self.refused(Problem("match.not_over"), twin, lambda: service.rematch(match))
            return multiple()
        if twin.rematch:
            with self.nothing_happens():
                assert service.rematch(match) == twin.rematch
            return multiple()
        following = service.rematch(match)
        twin.rematch = following
        setup = service.info(following).setup
        assert setup == twin.table.setup._replace(seats=twin.table.setup.seats[::-1], seed=setup.seed)
        assert setup.seed != twin.table.setup.seed
        held = {(browser, 1 - seat) for browser, seat in twin.held}
        self.twins[following] = Twin(Table(setup).begun(), twin.names[::-1], held=held)
        return following

    @rule(worker=WORKER)
    def crash(self, worker: int) -> None:
        self.workers[worker] = self.database.service(self.hear)

    @invariant()
    def what_is_stored_is_what_was_done(self) -> None:
        rows = self.database.rows()
        assert {row["id"] for row in rows["matches"]} == set(self.twins)
        for match, twin in self.twins.items():
            check_stored(rows, twin.table, match)
            answers = {
                (row["seat"], row["key"]): row["version"] for row in rows["answers"] if row["match"] == match
            }
            assert answers == twin.answers

    @rule(match=found, worker=WORKER)
    def look(self, match: str, worker: int) -> None:
        self.check_shown(self.workers[worker], match)

    def check_shown(self, service: Service, match: str) -> None:
        """Check that a service shows a match as its twin is, and nothing secret of it."""
        info, twin = service.info(match), self.twins[match]
        assert info.table.log == twin.table.log
        assert (list(info.names), sorted(info.present)) == (twin.names, twin.present())
        assert (info.rematch, info.readonly) == (twin.rematch, False)
        check_nothing_secret_is_shown(info.table)

    @invariant()
    def who_comes_fresh_sees_every_match_as_it_is(self) -> None:
        """The two workers are not asked here: what they remember must be able to grow old."""
        newcomer = Service(self.opened)
        for match in self.twins:
            self.check_shown(newcomer, match)

    @invariant()
    def a_browser_finds_its_games(self) -> None:
        for browser in BROWSERS:
            held = [(match, *pair) for match, twin in self.twins.items() for pair in twin.held]
            mine = {match for match, who, _ in held if who == browser}
            assert {line.id for line in self.workers[0].games_of(browser)} == mine


def _act(seat: int, actions: list[int]) -> Do:
    if seat == CHANCE:
        return lambda table: table.type_die(0, actions[-1])
    return lambda table: table.act(seat, actions)


def test_two_workers_that_may_die_do_what_one_table_would() -> None:
    # Every step commits to the disk, so that shrinking a failure would take minutes.
    phases = [Phase.explicit, Phase.generate]
    chosen = settings(max_examples=30, stateful_step_count=30, phases=phases)
    run_state_machine_as_test(Workers, settings=chosen)


def test_migrations_make_exactly_the_tables_that_the_code_uses(database: Database) -> None:
    with database.connect() as db:
        assert compare_metadata(MigrationContext.configure(db), metadata) == []


def test_opening_a_database_again_changes_nothing(database: Database) -> None:
    match = made(database.service(), seat0="Anna").id
    before = database.rows()
    assert database.service().info(match).names == ("Anna", "")
    assert database.rows() == before


def test_a_match_that_nobody_made_is_unknown(database: Database) -> None:
    service = database.service()
    assert refused(lambda: service.info("nowhere")).key == "match.unknown"
    assert refused(lambda: act(service, "nowhere", 0, EVEN)).key == "match.unknown"
    assert service.seats_of_token("nothing") is None
    assert (service.held("one", "nowhere"), service.games_of("one")) == ((), [])


@pytest.mark.parametrize(
    ("name", "players", "chance", "names", "key"),
    [
        ("chess", PEOPLE, SEALED, {}, "game.unknown"),
        ("pig", PEOPLE, "cards", {}, "option.word"),
        ("pig", (PERSON, "bot:perfect"), SEALED, {}, "bot.unknown"),
        ("pig", (PERSON,), SEALED, {}, "seats.number"),
        ("pig", PEOPLE, SEALED, {0: "Anna", 1: "ANNA"}, "name.taken"),
    ],
)
def test_a_match_that_cannot_be_is_not_made(
    database: Database, name: str, players: tuple[str, ...], chance: str, names: dict[int, str], key: str
) -> None:
    service = database.service()
    assert refused(lambda: service.create(name, {}, players, chance, names)).key == key
    assert not any(database.rows().values())


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_a_key_of_no_or_too_many_letters_is_refused(database: Database, key: str) -> None:
    service = database.service()
    match = made(service).id
    assert refused(lambda: service.command(match, 0, key, _act(0, [EVEN]))).key == "key.length"
    assert service.command(match, 0, "ß" * 64, _act(0, [EVEN])) == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_of_two_who_act_at_once_for_one_version_exactly_one_succeeds(
    database: Database, workers: int
) -> None:
    services = [database.service() for _ in range(workers)]
    match = made(services[0]).id
    for _ in range(12):
        table = services[0].info(match).table
        seat = table.waits_for()[0]
        do = unless_changed(table.version, _act(seat, table.legal(seat)[:1]))
        done = at_once(*(partial(send, service, match, seat, do) for service in (services[0], services[-1])))
        versions = [each for each in done if isinstance(each, int)]
        problems = [each.key for each in done if isinstance(each, Problem)]
        assert (versions, problems) == ([do(table).version], ["table.changed"])
    check_stored(database.rows(), services[-1].info(match).table, match)


def test_one_key_sent_twice_at_once_is_done_once(database: Database) -> None:
    services = [database.service(), database.service()]
    match = made(services[0], "pig").id
    for turn in range(12):
        table = services[0].info(match).table
        seat = table.waits_for()[0]
        do = _act(seat, [0])
        done = at_once(*(partial(service.command, match, seat, f"{turn}", do) for service in services))
        assert done == [do(table).version] * 2
    assert len(database.rows()["answers"]) == 12


def test_two_who_seal_at_once_both_succeed_and_the_phase_opens_once(database: Database) -> None:
    services = [database.service(), database.service()]
    for _ in range(12):
        match = made(services[0], "penny").id
        done = at_once(partial(act, services[0], match, 0, 2, 1), partial(act, services[1], match, 1, 0, 2))
        assert set(done) == {3, 5}
        table = services[0].info(match).table
        assert [entry.kind for entry in table.log] == ["draw", "draw", "slot", "slot", "open"]
        assert table.match.state.said == [[2, 1], [0, 2]]
        check_stored(database.rows(), table, match)


def test_a_sealed_choice_is_shown_to_its_seat_alone(database: Database) -> None:
    service = database.service()
    match = made(service, "penny").id
    act(service, match, 1, 2, 1)
    act(service, match, 0, 1)
    table = database.service().info(match).table
    mine, theirs, others = table.seen_by(0).view(0), table.seen_by(1).view(1), table.match.view(SPECTATOR)
    assert (mine["said"], mine["count"]) == ([[1, 0], None], [1, 0])
    assert (theirs["said"], theirs["count"]) == ([None, [2, 1]], [0, 2])
    assert (others["said"], others["count"]) == ([None, None], [0, 0])
    check_nothing_secret_is_shown(table)
    assert table.waits_for() == [0]


def test_a_match_is_published_only_when_others_can_read_it(database: Database) -> None:
    heard: list[tuple[str, int]] = []

    def publish(match: str, version: int) -> None:
        rows = database.rows()
        assert len(stored_log(rows, match)) == version
        assert [row["version"] for row in rows["matches"]] == [version]
        heard.append((match, version))

    service = database.service(publish)
    match = made(service).id
    act(service, match, 0, EVEN)
    act(service, match, 1, ODD)
    assert heard == [(match, 1), (match, 4)]


def test_a_name_and_a_newcomer_are_published_only_when_others_can_read_them(database: Database) -> None:
    heard: list[tuple[str, int]] = []

    def publish(match: str, version: int) -> None:
        rows = database.rows()
        heard.append((rows["seats"][0]["name"], len(rows["holders"])))

    service = database.service(publish)
    match = made(service).id
    service.hold("one", match, 0)
    service.rename(match, 0, "Anna")
    assert heard == [("", 1), ("Anna", 1)]


def test_what_is_published_grows_and_is_what_a_reader_finds(database: Database) -> None:
    heard: list[int] = []

    def publish(match: str, revision: int) -> None:
        assert reader.info(match).revision == revision
        heard.append(revision)

    reader, service = database.service(), database.service(publish)
    match = made(service).id
    act(service, match, 0, EVEN)
    service.hold("one", match, 0)
    service.rename(match, 0, "Anna")
    act(service, match, 1, ODD)
    send(service, match, 0, lambda table: table.resign(0))
    service.rematch(match)
    assert heard == [1, 2, 3, 6, 7, 8]


def test_a_rematch_that_is_there_already_is_not_published_again(database: Database) -> None:
    heard: list[int] = []
    service = database.service(lambda match, revision: heard.append(revision))
    match = made(service).id
    send(service, match, 0, lambda table: table.resign(0))
    following = service.rematch(match)
    assert (service.rematch(match), heard) == (following, [1, 2])


def test_nothing_is_published_when_nothing_has_changed(database: Database) -> None:
    heard: list[tuple[str, int]] = []
    service = database.service(lambda match, version: heard.append((match, version)))
    match = made(service, seat1="Bo").id
    service.command(match, 0, "once", _act(0, [EVEN]))
    service.hold("one", match, 0)
    heard.clear()
    service.command(match, 0, "once", _act(0, [EVEN]))
    service.hold("one", match, 0)
    for do in (
        lambda: act(service, match, 0, EVEN),
        lambda: service.rename(match, 0, "B0"),
        lambda: service.rematch(match),
        lambda: service.command(match, 1, "", _act(1, [EVEN])),
    ):
        refused(do)
    assert heard == []


def test_a_listener_that_fails_takes_nothing_back(database: Database) -> None:
    def publish(match: str, version: int) -> None:
        raise OSError("nobody listens")

    service = database.service(publish)
    match = made(service).id
    with pytest.raises(OSError, match="nobody listens"):
        service.command(match, 0, "once", _act(0, [EVEN]))
    assert service.command(match, 0, "once", _act(0, [EVEN])) == 1
    assert len(stored_log(database.rows(), match)) == 1


def test_a_command_that_breaks_changes_nothing(database: Database) -> None:
    def broken(table: Table) -> Table:
        table.act(0, [EVEN])
        raise ZeroDivisionError

    service = database.service()
    match = made(service).id
    before = database.rows()
    with pytest.raises(ZeroDivisionError):
        service.command(match, 0, "once", broken)
    assert database.rows() == before
    assert service.command(match, 0, "once", _act(0, [EVEN])) == 1


def test_a_link_has_128_random_bits_or_more_and_opens_its_own_seat(database: Database) -> None:
    service = database.service()
    created = [made(service) for _ in range(20)]
    tokens = [token for each in created for token in each.tokens.values()]
    assert len(set(tokens)) == 40
    assert min(len(base64.urlsafe_b64decode(f"{token}===")) for token in tokens) * 8 >= 128
    for each in created:
        assert {seat: service.seats_of_token(token) for seat, token in each.tokens.items()} == {
            0: (each.id, 0),
            1: (each.id, 1),
        }


def test_secrets_of_links_and_browsers_are_stored_only_hashed(database: Database) -> None:
    service, browser = database.service(), "a-browser-with-a-secret-of-its-own"
    created = made(service)
    service.hold(browser, created.id, 0)
    tokens = [*created.tokens.values(), service.reissue(created.id, 1)]
    stored = database.raw()
    for secret in (browser, *tokens):
        assert secret.encode() not in stored
    assert all(
        hashlib.sha256(secret.encode()).hexdigest().encode() in stored for secret in (browser, tokens[0])
    )


def test_a_fresh_link_ends_the_old_one(database: Database) -> None:
    service = database.service()
    created = made(service, players=(PERSON, "random"))
    fresh = service.reissue(created.id, 0)
    assert service.seats_of_token(created.tokens[0]) is None
    assert database.service().seats_of_token(fresh) == (created.id, 0)
    before = database.rows()
    for match, seat in ((created.id, 1), (created.id, 7), ("nowhere", 0)):
        assert refused(partial(service.reissue, match, seat)).key == "match.unknown"
    assert database.rows() == before


def test_a_browser_finds_its_games_the_latest_first(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(1.0)
    monkeypatch.setattr("homestretch.store.service.time", types.SimpleNamespace(time=lambda: next(clock)))
    service = database.service()
    old, middle, new, _ = (made(service).id for _ in range(4))
    for match, seat in ((old, 1), (old, 0), (middle, 0), (new, 1)):
        service.hold("one", match, seat)
    service.hold("two", new, 0)
    assert service.games_of("one") == [Line(new, (1,), 3.0), Line(middle, (0,), 2.0), Line(old, (0, 1), 1.0)]
    act(service, old, 0, EVEN)
    assert [line.id for line in service.games_of("one")] == [old, new, middle]
    assert [line.id for line in service.games_of("one", 2)] == [old, new]
    assert service.games_of("two") == [Line(new, (0,), 3.0)]


def test_a_seat_is_held_by_a_browser_once_however_often_it_comes(database: Database) -> None:
    service = database.service()
    match = made(service, players=(PERSON, "random")).id
    assert service.info(match).present == {1}
    at_once(*[partial(service.hold, "one", match, 0)] * 4)
    assert service.held("one", match) == (0,)
    assert service.info(match).present == {0, 1}


def test_one_browser_that_comes_to_two_workers_at_once_is_let_in_by_both(database: Database) -> None:
    services = [database.service(), database.service()]
    match = made(services[0]).id
    for turn in range(12):
        at_once(*(partial(service.hold, f"{turn}", match, 0) for service in services))
        assert services[0].held(f"{turn}", match) == (0,)


def test_of_two_who_take_one_name_at_once_one_is_refused(database: Database) -> None:
    services = [database.service(), database.service()]
    for _ in range(12):
        match = made(services[0]).id
        done = at_once(
            partial(services[0].rename, match, 0, "Anna"), partial(services[1].rename, match, 1, "ANNA")
        )
        assert [each.key for each in done if isinstance(each, Problem)] == ["name.taken"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoe\u0308", "Zoë"),
        ("李小龙", "李小龙"),
        ("שלום", "שלום"),
        ("🎲" * 23 + "x", "🎲" * 23 + "x"),
        ("𐌰" * 24, "𐌰" * 24),
        ("Robert'); DROP TABLE m;", "Robert'); DROP TABLE m;"),
        ("An\u0000na", "Anna"),
        ("An\ud800na", "Anna"),
    ],
)
def test_a_name_in_any_script_is_kept_letter_for_letter(database: Database, name: str, shown: str) -> None:
    service = database.service()
    match = made(service, seat0=name).id
    assert database.service().info(match).names == (shown, "")
    service.rename(match, 0, "Anna")
    service.rename(match, 0, name)
    assert database.service().info(match).names == (shown, "")


def test_a_name_that_is_refused_leaves_the_old_one(database: Database) -> None:
    service = database.service()
    match = made(service, seat0="Anna", seat1="Bo").id
    assert refused(lambda: service.rename(match, 1, "Аnnа")).key == "name.taken"
    assert refused(lambda: service.rename(match, 1, "\u200b")).key == "name.empty"
    assert service.info(match).names == ("Anna", "Bo")


def test_a_rematch_changes_sides_and_takes_along_who_holds_a_seat_or_its_link(database: Database) -> None:
    service = database.service()
    created = service.create("pig", {"goal": "30"}, PEOPLE, DIE, {0: "Anna", 1: "Bo"})
    first = created.id
    service.hold("of anna", first, 0)
    service.hold("of bo", first, 1)
    assert refused(lambda: service.rematch(first)).key == "match.not_over"
    send(service, first, 0, lambda table: table.resign(0))
    second = service.rematch(first)
    old, new = service.info(first), service.info(second)
    assert (old.rematch, new.rematch, new.names) == (second, "", ("Bo", "Anna"))
    assert (new.setup.options, new.setup.chance) == ({"goal": "30"}, DIE)
    assert new.setup.seed != old.setup.seed
    assert (service.held("of anna", second), service.held("of bo", second)) == ((1,), (0,))
    assert service.seats_of_token(created.tokens[0]) == (second, 1)
    assert service.seats_of_token(created.tokens[0], first) == (first, 0)
    assert service.rematch(first) == second
    assert len(database.rows()["matches"]) == 2


def test_in_a_rematch_a_bot_changes_sides_too(database: Database) -> None:
    service = database.service()
    first = made(service, players=(PERSON, "random"), seat0="Anna").id
    send(service, first, 0, lambda table: table.resign(0))
    second = service.info(service.rematch(first))
    assert (second.setup.seats, second.names) == (("random", PERSON), ("random", "Anna"))


def test_a_rematch_asked_of_two_workers_at_once_makes_one_match(database: Database) -> None:
    services = [database.service(), database.service()]
    for played in range(1, 7):
        first = made(services[0]).id
        send(services[0], first, 0, lambda table: table.resign(0))
        done = at_once(*(partial(service.rematch, first) for service in services))
        assert done == [services[0].info(first).rematch] * 2
        assert len(database.rows()["matches"]) == 2 * played


def test_a_worker_shows_what_another_has_changed_beside_the_log(database: Database) -> None:
    one, other = database.service(), database.service()
    match = made(one).id
    assert (other.info(match).names, sorted(other.info(match).present)) == (("", ""), [])
    one.rename(match, 0, "Anna")
    one.hold("one", match, 1)
    assert (other.info(match).names, sorted(other.info(match).present)) == (("Anna", ""), [1])
    send(other, match, 0, lambda table: table.resign(0))
    one.rename(match, 1, "Bo")
    assert other.info(match).names == ("Anna", "Bo")
    following = one.rematch(match)
    assert other.info(match).rematch == other.rematch(match) == following
    assert len(database.rows()["matches"]) == 2


def test_a_reader_sees_one_moment_even_if_a_command_comes_while_it_reads(database: Database) -> None:
    writer, engine = database.service(), database.engine()
    match, late = made(writer).id, [EVEN]

    def act_between(_db: Any, _cursor: Any, statement: str, *_: object) -> None:
        if "matches.state" in statement and late:
            act(writer, match, 0, late.pop())

    sa.event.listen(engine, "after_cursor_execute", act_between)
    reader = Service(engine)
    info = reader.info(match)
    assert (late, info.readonly) == ([], False)
    assert (reader.info(match).table.version, reader.info(match).readonly) == (1, False)
    assert act(reader, match, 1, ODD) == 4


def _change_entry(match: str, version: int, *data: int) -> sa.Update:
    return (
        sa.update(entries)
        .where(entries.c.match == match, entries.c.version == version)
        .values(data=list(data))
    )


def check_readonly(database: Database, match: str, version: int) -> None:
    """Check that a match can be looked at as far as it replays, and nothing else."""
    service, before = database.service(), database.rows()
    info = service.info(match)
    assert (info.readonly, info.table.version) == (True, version)
    assert refused(lambda: act(service, match, 1, A1)).key == "match.readonly"
    assert refused(lambda: send(service, match, 0, lambda table: table.resign(0))).key == "match.readonly"
    assert service.info(match).readonly
    assert database.rows() == before


def test_a_match_whose_log_the_rules_no_longer_allow_can_only_be_looked_at(database: Database) -> None:
    service = database.service()
    match = made(service).id
    act(service, match, 0, EVEN)
    act(service, match, 1, ODD)
    database.change(_change_entry(match, 2, A3))
    check_readonly(database, match, 1)


def test_a_match_that_replays_to_another_position_can_only_be_looked_at(database: Database) -> None:
    service = database.service()
    match = made(service).id
    act(service, match, 0, EVEN)
    database.change(_change_entry(match, 1, ODD))
    check_readonly(database, match, 1)


def test_a_match_whose_stored_position_differs_can_only_be_looked_at(database: Database) -> None:
    service = database.service()
    match = made(service).id
    act(service, match, 0, EVEN)
    state = database.rows()["matches"][0]["state"]
    database.change(sa.update(matches).values(state=[*state[:-1], 1]))
    check_readonly(database, match, 1)


def test_a_match_whose_sealed_choice_the_rules_no_longer_allow_can_only_be_looked_at(
    database: Database,
) -> None:
    service = database.service()
    match = made(service, "penny").id
    act(service, match, 0, 2, 1)
    database.change(_change_entry(match, 3, 2, 9))
    check_readonly(database, match, 2)


def test_the_matches_that_go_on_are_found_after_a_restart(database: Database) -> None:
    service = database.service()
    going, ended = made(service).id, made(service).id
    send(service, ended, 0, lambda table: table.resign(0))
    assert database.service().unfinished() == [going]
