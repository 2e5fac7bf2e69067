"""The runner: evaluates at each cut-off whatever is down, makes up for what was missed, publishes once."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from evenings import SIX, Clock, closes, driven, drives, new_event
from fake_gbx import MAP, PASSWORD, FakeServer

from homestretch.engine.problem import Problem
from homestretch.event.databases import DatabaseSource, Reading
from homestretch.event.decisions import decide
from homestretch.event.event import Event
from homestretch.event.listener import PASSWORD_VARIABLE
from homestretch.event.lock import locked
from homestretch.event.runner import BEFORE, GRACE, TURN, Runner
from homestretch.games.boardmania.day import Finish

HOUR = 3_600_000
DATABASE = {"kind": "database", "address": "mysql://reader:${XASECO}@127.0.0.1/aseco"}
ENVIRONMENT = {"XASECO": "quiet-please", PASSWORD_VARIABLE: PASSWORD}


@pytest.fixture(autouse=True)
def quickly() -> Iterator[None]:
    """Draw no PNGs and, where nothing else is wanted, take a turn an hour: a day has 1,440 minutes."""
    with (
        mock.patch("homestretch.event.files.to_png", return_value=b"PNG"),
        mock.patch("homestretch.event.runner.TURN", HOUR),
    ):
        yield


@pytest.fixture
def each_minute(quickly: None) -> Iterator[None]:
    """Take a turn each minute, as is usual."""
    with mock.patch("homestretch.event.runner.TURN", TURN):
        yield


class Store:
    """A database in the place of a real one: gives its finishes, or is down."""

    def __init__(self) -> None:
        self.finishes = list[Finish]()
        self.is_down: Callable[[], bool] = lambda: False
        self.asked = list[tuple[int, tuple[str, ...]]]()

    def read(self, source: DatabaseSource, since: int, maps: tuple[str, ...]) -> Reading:
        assert source.address.startswith("mysql://reader:quiet-please@")
        self.asked.append((since, maps))
        if self.is_down():
            raise Problem("source.failed", place="127.0.0.1/aseco", why="gone")
        return Reading(tuple(self.finishes), (), (), "xaseco", "rs_times")


class Post:
    """Takes notices, or refuses them."""

    def __init__(self, answer: str = "") -> None:
        self.sent, self.answer = list[str](), answer

    def send(self, address: str, title: str, body: str, picture: Path | None) -> str:
        self.sent.append(title)
        return self.answer


def run(event: Event, until: int, told: list[Problem] | None = None, **more: Any) -> Clock:
    """Run an event until an instant; the clock goes on only while the runner sleeps."""
    clock = Clock(event.clock(), until)
    event.clock = clock
    runner = Runner(
        event, report=(told if told is not None else []).append, sleep=clock.sleep,
        environment=ENVIRONMENT, **{"send": Post().send, **more},
    )  # fmt: skip
    with suppress(asyncio.CancelledError):
        asyncio.run(runner.run())
    return clock


def editions(event: Event) -> list[tuple[int, int, int]]:
    """Give day, revision, and how many milliseconds after the day's end."""
    return [(each.day, each.revision, each.at - closes(event, each.day)) for each in event.journal.editions()]


@pytest.mark.parametrize("opens", ["2026-06-01", "2026-03-28", "2026-10-24"])
def test_each_day_is_published_at_its_cut_off_also_when_the_clocks_change(tmp_path: Path, opens: str) -> None:
    """On 29 March and 25 October 2026 the clocks of Berlin change: days of 23 and 25 hours."""
    from datetime import date

    event = new_event(tmp_path, opens=date.fromisoformat(opens))
    driven(event, 3)
    event.clock = Clock(closes(event, 0))
    run(event, closes(event, 3) + HOUR)
    assert editions(event) == [(0, 1, 0), (1, 1, GRACE), (2, 1, GRACE), (3, 1, GRACE)]


def test_the_runner_never_sleeps_longer_than_a_minute(tmp_path: Path, each_minute: None) -> None:
    """A clock that is set anew, or a machine that slept, is noticed."""
    event = new_event(tmp_path)
    clock = run(event, closes(event, 0) + HOUR)
    assert max(clock.naps) == TURN / 1000 == 60


def test_what_was_missed_is_made_up_for_at_the_start(tmp_path: Path) -> None:
    on_time, late = (driven(new_event(tmp_path / name), 4) for name in ("on_time", "late"))
    on_time.clock = Clock(closes(on_time, 0))
    run(on_time, closes(on_time, 4) + HOUR)
    post = Post()
    run(late, closes(late, 4) + HOUR, send=post.send)
    assert [(each.day, each.revision, each.digest) for each in on_time.journal.editions()] == [
        (each.day, each.revision, each.digest) for each in late.journal.editions()
    ]
    assert (tmp_path / "late" / "public" / "day-4.png").exists()


def test_each_edition_is_sent_once_however_often_the_runner_starts(tmp_path: Path) -> None:
    event, post = new_event(tmp_path, targets=("json://127.0.0.1:9/",)), Post()
    driven(event, 1)
    for hours in range(1, 5):
        run(event, closes(event, 1) + hours * HOUR, send=post.send)
    assert post.sent == ["Sommercup: vor Spieltag 1", "Sommercup: Spieltag 1 von 9"]


def test_the_databases_are_asked_before_and_after_each_cut_off(tmp_path: Path) -> None:
    event, store, clock = new_event(tmp_path, sources=(DATABASE,)), Store(), Clock()
    asked = list[int]()

    def read(*given: Any) -> Reading:
        asked.append(event.clock() - closes(event, 1))
        return store.read(*given)

    event.clock = Clock(closes(event, 1) - 2 * HOUR)
    clock = run(event, closes(event, 1) + HOUR, read=read)
    assert clock.end
    assert {-BEFORE, GRACE} <= set(asked)
    assert not [shift for shift in asked if 0 <= shift < GRACE]
    assert store.asked[0] == (closes(event, 0), tuple(f"m{day}" for day in range(1, 10)))


def test_a_source_that_is_down_at_the_cut_off_delays_nothing_and_corrects_later(
    tmp_path: Path, each_minute: None
) -> None:
    event, store, told = new_event(tmp_path, sources=(DATABASE,)), Store(), list[Problem]()
    event.journal.add(drives(event, 1, *SIX[1:]), 0)
    store.finishes = drives(event, 1, "Anton", seconds=40)
    cut = closes(event, 1)
    event.clock = Clock(cut - HOUR)
    store.is_down = lambda: event.clock() < cut + 2 * HOUR
    run(event, cut + 3 * HOUR, told, read=store.read)
    made = editions(event)
    assert made[:2] == [(0, 1, made[0][2]), (1, 1, GRACE)]
    ((_, revision, shift),) = made[2:]
    assert revision == 2
    assert 2 * HOUR <= shift <= 2 * HOUR + TURN
    keys = [each.key for each in told if each.key.startswith("run.")]
    assert keys.count("run.trouble") == 1  # said once, not each minute
    assert "Anton – → 10" in event.journal.editions()[2].note
    assert not any("quiet-please" in str(each) for each in told)


def test_a_source_that_never_answers_delays_nothing(tmp_path: Path) -> None:
    event, release = new_event(tmp_path, sources=(DATABASE,)), threading.Event()
    driven(event, 1)

    def read(*_: object) -> Reading:
        release.wait(20)
        return Reading((), (), (), "", "")

    class Ending(Clock):
        async def sleep(self, seconds: float) -> None:
            if self.now + seconds * 1000 >= (self.end or 0):
                release.set()
            await super().sleep(seconds)

    clock = Ending(event.clock() - 2 * TURN, closes(event, 1) + HOUR)
    event.clock = clock
    runner = Runner(event, sleep=clock.sleep, environment=ENVIRONMENT, read=read, patience=0.0)
    with suppress(asyncio.CancelledError):
        asyncio.run(runner.run())
    assert editions(event)[1] == (1, 1, GRACE)


def test_targets_that_refuse_neither_block_nor_repeat_an_evaluation(tmp_path: Path) -> None:
    event, post = new_event(tmp_path, targets=("json://127.0.0.1:9/",)), Post("500")
    driven(event, 2)
    event.clock = Clock(closes(event, 0))
    run(event, closes(event, 2) + HOUR, send=post.send)
    assert editions(event) == [(0, 1, 0), (1, 1, GRACE), (2, 1, GRACE)]
    assert {each.state for each in event.journal.notices()} == {"failed"}


def test_a_correction_by_another_process_is_published_within_a_minute(
    tmp_path: Path, each_minute: None
) -> None:
    event, post = new_event(tmp_path, targets=("json://127.0.0.1:9/",)), Post()
    driven(event, 1)
    other, cut = Event(tmp_path, lambda: closes(event, 1) + HOUR), closes(event, 1)

    class Deciding(Clock):
        async def sleep(self, seconds: float) -> None:
            if self.now < cut + HOUR <= self.now + seconds * 1000:
                decide(other.journal, cut + HOUR, "exclude", "anderes Auto", login="Anton")
            await super().sleep(seconds)

    clock = Deciding(event.clock(), cut + 2 * HOUR)
    event.clock = clock
    runner = Runner(event, sleep=clock.sleep, environment={}, send=post.send)
    with suppress(asyncio.CancelledError):
        asyncio.run(runner.run())
    day, revision, shift = editions(event)[2]
    assert (day, revision) == (1, 2)
    assert HOUR <= shift <= HOUR + TURN
    assert len(post.sent) == 3


def test_what_comes_in_while_a_day_is_published_is_not_overlooked(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path), 1)

    def publish(desk: Event) -> None:
        desk.journal.add(drives(desk, 1, "Zora", seconds=40), 0)

    with mock.patch("homestretch.event.runner.write_public", publish):
        run(event, closes(event, 1) + 3 * HOUR)
    assert [(day, revision) for day, revision, _ in editions(event)] == [(0, 1), (1, 1), (1, 2)]


def test_other_agreements_stop_the_evaluation_and_are_told_once_while_all_else_goes_on(
    tmp_path: Path,
) -> None:
    event, store, told = new_event(tmp_path, sources=(DATABASE,)), Store(), list[Problem]()
    driven(event, 1)
    end = closes(event, 1) + HOUR
    run(event, end, read=store.read)
    event.journal.close()
    path = tmp_path / "event.toml"
    path.write_text(path.read_text("utf-8").replace("[options]", '[options]\nties = "login"'), "utf-8")
    again = Event(tmp_path, Clock(end))
    store.finishes = drives(again, 2, "Zora")
    run(again, closes(again, 2) + HOUR, told, read=store.read)
    assert [each.key for each in told].count("event.changed") == 1
    assert again.journal.evaluated() == 1
    assert "Zora" in {each.login for each in again.journal.finishes()}
    again.agree("so besprochen")
    run(again, closes(again, 2) + 2 * HOUR, read=store.read)
    assert again.journal.evaluated() == 2


def test_only_one_process_runs_an_event(tmp_path: Path) -> None:
    event = new_event(tmp_path)
    with locked(tmp_path), pytest.raises(Problem) as wrong:
        run(event, closes(event, 1))
    assert wrong.value.key == "run.locked"
    run(event, event.clock() + HOUR)
    assert editions(event) == [(0, 1, 0)]


def test_finishes_on_the_server_are_in_the_journal_before_anything_else(tmp_path: Path) -> None:
    async def talk() -> None:
        async with FakeServer() as server:
            event = new_event(
                tmp_path,
                maps={1: (MAP,)},
                sources=({"kind": "server", "address": f"127.0.0.1:{server.port}"},),
            )
            event.clock = Clock(closes(event, 0) + HOUR)
            news, told = asyncio.Event(), list[Problem]()

            def hear(problem: Problem) -> None:
                told.append(problem)
                news.set()

            runner = Runner(event, report=hear, environment=ENVIRONMENT)
            work = asyncio.create_task(runner.run())
            await server.asked("GetPlayerList")
            server.finish("anna", 60_120)
            server.call_back("TrackMania.PlayerIncoherence", 7, "bert")
            while "run.suspect" not in [each.key for each in told]:
                news.clear()
                await news.wait()
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work
            (finish,) = event.journal.finishes()
            assert (finish.login, finish.time_ms, finish.map_uid) == ("anna", 60_120, MAP)
            assert finish.driven_at == closes(event, 0) + HOUR
            (act,) = [each for each in event.journal.acts() if each.kind == "suspect"]
            assert act.data["login"] == "bert"
            assert "run.listening" in [each.key for each in told]

    asyncio.run(asyncio.wait_for(talk(), 20))


def test_what_was_driven_before_the_maps_were_entered_counts_once_they_are(tmp_path: Path) -> None:
    """Shortly after a cut-off the old map is still on the server: a window alone does not tell the day."""
    event, store, told = new_event(tmp_path, maps={}, sources=(DATABASE,)), Store(), list[Problem]()
    store.finishes = [
        Finish("a", 50_000, closes(event, 1) - 1, "x"), Finish("b", 51_000, closes(event, 1), "x"),
    ]  # fmt: skip
    event.clock = Clock(closes(event, 1))
    run(event, closes(event, 1) + HOUR, told, read=store.read)
    assert [day.players for day in event.result().days] == [()]
    assert [str(each.params["why"]) for each in told if each.key == "run.trouble"] == ["event.no_maps"]
    toml = tmp_path / "event.toml"
    toml.write_text(toml.read_text("utf-8").replace("[maps]", "[maps]\n1 = ['x']"), "utf-8")
    run(event, closes(event, 1) + 2 * HOUR, read=store.read)
    assert [[each.login for each in day.players] for day in event.result().days] == [["a"]]
    assert [(each.day, each.revision) for each in event.journal.editions()] == [(0, 1), (1, 1), (1, 2)]


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ({"kind": "fax", "address": "x"}, "run.source"),
        ({"kind": "database"}, "run.source"),
        ({"kind": "database", "address": "mysql://u@h/d", "colour": "red"}, "run.source"),
        ({"kind": "database", "address": "mysql://u:${NONE}@h/d"}, "event.no_variable"),
        ({"kind": "database", "address": "nonsense"}, "source.address"),
        ({"kind": "server", "address": "h:x"}, "server.address"),
    ],
)
def test_a_source_that_does_not_fit_is_told_at_once(tmp_path: Path, source: dict[str, str], key: str) -> None:
    event = new_event(tmp_path, sources=(source,))
    with pytest.raises(Problem) as wrong:
        Runner(event, environment=ENVIRONMENT)
    assert wrong.value.key == key
