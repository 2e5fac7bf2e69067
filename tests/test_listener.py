"""Listening to a game server: which finishes count, and that none is lost that the server sent."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest
from fake_gbx import MAP, PASSWORD, FakeServer, Fault, document

from homestretch.engine.problem import Problem
from homestretch.event.listener import (
    PASSWORD_VARIABLE,
    Pace,
    ServerSource,
    listen,
    server_source,
)
from homestretch.event.watch import Suspicion
from homestretch.games.boardmania.day import Finish


class Journal:
    """Takes what a listener hands on; the clock shows what the test sets."""

    def __init__(self) -> None:
        self.taken = list[Finish]()
        self.suspect = list[Suspicion]()
        self.reports = list[Problem | None]()
        self.naps = list[float]()
        self.now = 1_000_000
        self.news = asyncio.Event()

    def write(self, into: list[Any]) -> Callable[[Any], None]:
        """Give a way to write into one of the lists."""

        def add(value: Any) -> None:
            into.append(value)
            self.news.set()

        return add

    async def has(self, test: Callable[["Journal"], bool]) -> None:
        """Wait until the test holds."""
        while not test(self):
            self.news.clear()
            await self.news.wait()

    async def sleep(self, seconds: float) -> None:
        """Note the wait and do not wait."""
        self.naps.append(seconds)
        await asyncio.sleep(0)

    def told(self) -> list[tuple[str, int]]:
        """Give logins and times."""
        return [(each.login, each.time_ms) for each in self.taken]


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Do the work; hanging is failing."""
    return asyncio.run(asyncio.wait_for(work, 20))


def source(server: FakeServer) -> ServerSource:
    """Give the server as a source."""
    return ServerSource("127.0.0.1", server.port, password=PASSWORD)


def listening(server: FakeServer, journal: Journal, **settings: Any) -> "asyncio.Task[None]":
    """Start to listen."""
    work = listen(
        source(server),
        journal.write(journal.taken),
        suspect=journal.write(journal.suspect),
        report=journal.write(journal.reports),
        clock=lambda: journal.now,
        sleep=journal.sleep,
        **settings,
    )
    return asyncio.create_task(work)


async def stop(task: "asyncio.Task[None]") -> None:
    """End the listening."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def heard(say: Callable[[FakeServer], None], *, script: bool = False, cut: int = 0) -> Journal:
    """Give what a listener takes of what a server says, the last thing being a finish of the player zz."""

    async def talk() -> Journal:
        journal = Journal()
        async with FakeServer(script=script, cut=cut) as server:
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            say(server)
            server.finish("zz", 1)
            await journal.has(lambda it: "zz" in [each.login for each in it.taken])
            await stop(task)
        return journal

    journal: Journal = run(talk())
    assert journal.taken.pop()[:2] == ("zz", 1)
    return journal


@pytest.mark.parametrize("cut", [0, 3])
@pytest.mark.parametrize("script", [False, True])
def test_a_finish_has_login_time_instant_map_nickname_and_source(script: bool, cut: int) -> None:
    journal = heard(lambda server: server.finish("ben", 60_120), script=script, cut=cut)
    (finish,) = journal.taken
    assert finish.source.startswith("server:127.0.0.1:")
    assert finish._replace(source="") == Finish("ben", 60_120, 1_000_000, MAP, nickname="Бен")
    assert journal.reports == [None]


def test_it_logs_in_as_user_and_asks_a_tmf_server_only_for_what_that_has() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            await stop(task)
        assert server.calls[0] == ("Authenticate", ("User", PASSWORD))
        assert [name for name, _ in server.calls] == [
            *("Authenticate", "GetVersion", "GetStatus", "GetCurrentChallengeInfo", "EnableCallbacks"),
            *("GetStatus", "GetCurrentChallengeInfo", "GetPlayerList"),
        ]

    run(talk())


@pytest.mark.parametrize("login", ["joe black", "name/192.168.0.7:2350", "a.b_c-1", " x ", "<&>"])
@pytest.mark.parametrize("script", [False, True])
def test_a_login_is_kept_to_the_letter(login: str, script: bool) -> None:
    assert heard(lambda server: server.finish(login, 9), script=script).told() == [(login, 9)]


def test_the_login_of_tm2020_is_kept_as_the_server_writes_it() -> None:
    login = "akPfIM0aSzuHuaaDWptBbQ"
    assert heard(lambda server: server.finish(login, 9), script=True).told() == [(login, 9)]


@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize("time", [0, -1, 2**31])
def test_a_retirement_and_a_time_that_cannot_be_never_count(script: bool, time: int) -> None:
    def say(server: FakeServer) -> None:
        if time == 2**31 and not script:
            server.send_raw(
                1, document((7, "anna", 5), "TrackMania.PlayerFinish").replace(b">5<", b">2147483648<")
            )
        else:
            server.finish("anna", time)

    assert heard(say, script=script).taken == []


def test_the_server_itself_finishes_nothing() -> None:
    assert heard(lambda server: server.call_back("TrackMania.PlayerFinish", 0, "server", 60_000)).taken == []


def test_a_finish_counts_only_while_the_status_is_playing() -> None:
    def say(server: FakeServer) -> None:
        server.finish("anna", 1)
        server.call_back("TrackMania.StatusChanged", 5, "Running - Finish")
        server.finish("anna", 2)
        server.call_back("TrackMania.StatusChanged", 4, "Running - Play")
        server.finish("anna", 3)

    assert heard(say).told() == [("anna", 1), ("anna", 3)]


def test_the_status_at_the_beginning_counts_too() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            server.status = 3
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            server.finish("anna", 1)
            server.call_back("TrackMania.StatusChanged", 4, "Running - Play")
            server.finish("anna", 2)
            await journal.has(lambda it: it.told() == [("anna", 2)])
            await stop(task)

    run(talk())


@pytest.mark.parametrize("script", [False, True])
def test_a_finish_belongs_to_the_map_that_was_announced_before_it(script: bool) -> None:
    def say(server: FakeServer) -> None:
        server.finish("anna", 1)
        server.begin_map("second")
        server.finish("anna", 2)

    assert [each.map_uid for each in heard(say, script=script).taken] == [MAP, "second"]


def test_tmf_announces_a_map_twice_and_only_the_challenge_is_heeded() -> None:
    def say(server: FakeServer) -> None:
        server.call_back("TrackMania.BeginRace", {"UId": "wrong"})
        server.finish("anna", 1)
        server.call_back("TrackMania.BeginChallenge", {"Uid": "other spelling"}, False, False)
        server.finish("anna", 2)

    assert [each.map_uid for each in heard(say).taken] == [MAP, "other spelling"]


def test_a_finish_that_comes_while_the_callbacks_begin_is_not_lost() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            server.before_reply["EnableCallbacks"] = lambda: server.finish("anna", 60_120)
            task = listening(server, journal)
            await journal.has(lambda it: bool(it.taken))
            await stop(task)
        assert [(each.login, each.map_uid) for each in journal.taken] == [("anna", MAP)]

    run(talk())


def test_a_map_that_changed_before_the_callbacks_began_is_noticed() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            server.before_reply["EnableCallbacks"] = lambda: setattr(server, "map_uid", "second")
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            server.finish("anna", 1)
            await journal.has(lambda it: bool(it.taken))
            await stop(task)
        assert journal.taken[0].map_uid == "second"

    run(talk())


def test_a_newcomer_gets_a_nickname() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            server.players["carl"] = "$oCarl"
            server.call_back("TrackMania.PlayerConnect", "carl", False)
            await server.asked("GetPlayerList", 2)
            server.finish("carl", 9)
            await journal.has(lambda it: bool(it.taken))
            await stop(task)
        assert journal.taken[0].nickname == "$oCarl"

    run(talk())


def test_a_nickname_that_is_no_text_costs_no_finish() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            server.bad = {b"Anna": b"A\xffn\x01na"}
            server.players["anna"] = "Anna"
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            server.call_back("TrackMania.PlayerChat", 1, "anna", "I, Anna", False)
            server.finish("anna", 9)
            await journal.has(lambda it: bool(it.taken))
            await stop(task)
        assert journal.taken[0].nickname == "A\ufffdnna"
        assert journal.reports == [None]

    run(talk())


def test_an_unknown_player_has_no_nickname_and_an_empty_server_no_list() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            server.players = {}
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            server.finish("anna", 9)
            await journal.has(lambda it: bool(it.taken))
            await stop(task)
        assert journal.taken[0].nickname == ""

    run(talk())


def test_an_incoherent_run_makes_its_driver_suspect() -> None:
    journal = heard(lambda server: server.call_back("TrackMania.PlayerIncoherence", 7, "anna"))
    assert [each[:3] for each in journal.suspect] == [("anna", 1_000_000, MAP)]


def test_only_the_last_way_point_of_a_script_mode_is_a_finish() -> None:
    def say(server: FakeServer) -> None:
        server.way_point(login="anna", racetime=20_000, isendrace=False)
        server.way_point(login="anna", racetime=60_000, isendrace=True)
        server.script_event("Trackmania.Event.GiveUp", json.dumps({"login": "anna", "time": 5}))
        server.script_event("Trackmania.Event.StartLine", json.dumps({"login": "anna", "racetime": 5}))

    assert heard(say, script=True).told() == [("anna", 60_000)]


def test_a_script_mode_that_also_sends_the_old_callback_counts_once() -> None:
    def say(server: FakeServer) -> None:
        server.call_back("TrackMania.PlayerFinish", 7, "anna", 60_000)
        server.finish("anna", 60_000)

    assert heard(say, script=True).told() == [("anna", 60_000)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"isendrace": true}',
        '{"isendrace": true, "login": 5, "racetime": 5}',
        "[" * 99_999,
    ],
)
def test_a_script_event_that_makes_no_sense_is_skipped(text: str) -> None:
    assert (
        heard(lambda server: server.script_event("Trackmania.Event.WayPoint", text), script=True).taken == []
    )


def test_a_login_from_a_script_carries_nothing_that_cannot_be_stored() -> None:
    text = r'{"isendrace": true, "login": "an\u0000na\ud800", "racetime": 5}'
    journal = heard(lambda server: server.script_event("Trackmania.Event.WayPoint", text), script=True)
    assert journal.told() == [("anna", 5)]


@pytest.mark.parametrize("args", [(), (7,), (7, "anna"), ("7", "anna", 5), (7, 5, "anna"), (7, "", 5)])
def test_a_callback_of_another_shape_is_skipped(args: tuple[Any, ...]) -> None:
    assert heard(lambda server: server.call_back("TrackMania.PlayerFinish", *args)).taken == []


def test_the_same_finish_twice_at_once_counts_once_and_later_again() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            for at, login, time in (
                (1_000_000, "anna", 60_120),
                (1_001_999, "anna", 60_120),
                (1_001_999, "ben", 60_120),
                (1_002_000, "anna", 60_120),
                (1_002_000, "anna", 60_110),
            ):
                journal.now = at
                server.finish(login, time)
                server.call_back("TrackMania.PlayerIncoherence", 7, login)
                heard_of = len(journal.suspect) + 1
                await journal.has(lambda it, n=heard_of: len(it.suspect) == n)  # type: ignore[misc]
            await stop(task)
        assert [(each.login, each.time_ms, each.driven_at) for each in journal.taken] == [
            ("anna", 60_120, 1_000_000),
            ("ben", 60_120, 1_001_999),
            ("anna", 60_120, 1_002_000),
            ("anna", 60_110, 1_002_000),
        ]

    run(talk())


def test_the_same_time_on_another_map_is_another_finish() -> None:
    def say(server: FakeServer) -> None:
        server.finish("anna", 60_120)
        server.begin_map("second")
        server.finish("anna", 60_120)

    assert [each.map_uid for each in heard(say).taken] == [MAP, "second"]


@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize("cut", [0, 3])
def test_after_a_break_it_comes_back_and_nothing_that_was_sent_is_lost(script: bool, cut: int) -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer(script=script, cut=cut) as server:
            task = listening(server, journal)
            for turn in range(1, 4):
                await server.asked("GetPlayerList", turn)
                for number in range(5):
                    server.finish(f"p{turn}{number}", 60_000)
                server.map_uid = f"map {turn}"
                server.drop()
            await journal.has(lambda it: len(it.taken) == 15 and len(it.reports) == 7)
            await stop(task)
        assert [each.login for each in journal.taken] == [f"p{t}{n}" for t in range(1, 4) for n in range(5)]
        assert [each.map_uid for each in journal.taken] == [MAP] * 5 + ["map 1"] * 5 + ["map 2"] * 5
        assert [each and each.params["why"] for each in journal.reports] == [None, "server.ended"] * 3 + [
            None
        ]

    run(talk())


def test_a_finish_said_again_after_a_break_counts_once() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            task = listening(server, journal)
            await server.asked("GetPlayerList")
            server.finish("anna", 60_120)
            server.drop()
            await server.asked("GetPlayerList", 2)
            server.finish("anna", 60_120)
            server.finish("ben", 1)
            await journal.has(lambda it: ("ben", 1) in it.told())
            await stop(task)
        assert journal.told() == [("anna", 60_120), ("ben", 1)]

    run(talk())


def test_the_waits_between_tries_grow_to_a_minute_and_begin_anew_after_success() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            server.answers["GetStatus"] = Fault(-1000, "Change in progress.")
            task = listening(server, journal)
            await server.asked("GetStatus", 9)
            del server.answers["GetStatus"]
            await journal.has(lambda it: None in it.reports)
            before = list(journal.naps)
            server.drop()
            await journal.has(lambda it: it.reports.count(None) == 2)
            await stop(task)
        assert before[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
        assert journal.naps[len(before) :] == [1]

    run(talk())


def test_a_wrong_password_is_tried_once_and_said() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            wrong = ServerSource("127.0.0.1", server.port, password="wrong")
            with pytest.raises(Problem) as caught:
                await listen(wrong, journal.write(journal.taken), sleep=journal.sleep)
        assert caught.value.key == "server.password"
        assert caught.value.params["user"] == "User"
        assert "wrong" not in str(caught.value)
        assert [name for name, _ in server.calls] == ["Authenticate"]
        assert journal.naps == []

    run(talk())


def test_another_protocol_is_not_tried_again() -> None:
    async def talk() -> None:
        async with FakeServer(greeting=b"GBXRemote 1") as server:
            with pytest.raises(Problem) as caught:
                await listen(source(server), lambda _: None)
        assert caught.value.key == "server.greeting"

    run(talk())


def test_a_journal_that_cannot_be_written_ends_the_listening() -> None:
    def full(finish: Finish) -> None:
        raise OSError(28, "No space left on device")

    async def talk() -> None:
        async with FakeServer() as server:
            server.before_reply["GetPlayerList"] = lambda: server.finish("anna", 1)
            with pytest.raises(OSError, match="No space"):
                await listen(source(server), full)

    run(talk())


def test_a_quiet_server_is_asked_for_a_sign_of_life() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            task = listening(server, journal, pace=Pace(quiet=0.01))
            await server.asked("GetStatus", 5)
            server.finish("anna", 1)
            await journal.has(lambda it: bool(it.taken))
            await stop(task)

    run(talk())


def test_a_dead_connection_is_noticed_and_left() -> None:
    async def talk() -> None:
        journal = Journal()
        async with FakeServer() as server:
            task = listening(server, journal, pace=Pace(quiet=0.01, silence=0.1))
            await server.asked("GetPlayerList")
            server.held = {"GetStatus"}
            await journal.has(lambda it: len(it.reports) == 2)
            server.held = set()
            await journal.has(lambda it: it.reports.count(None) == 2)
            await stop(task)
        lost = journal.reports[1]
        assert lost
        assert lost.params["why"] == "server.silent"

    run(talk())


@pytest.mark.parametrize(
    ("address", "host", "port", "name"),
    [
        ("127.0.0.1:5001", "127.0.0.1", 5001, "server:127.0.0.1:5001"),
        ("race.example.org", "race.example.org", 5000, "server:race.example.org:5000"),
        ("[::1]:5002", "::1", 5002, "server:[::1]:5002"),
    ],
)
def test_an_address_is_a_host_and_perhaps_a_port(address: str, host: str, port: int, name: str) -> None:
    found = server_source(address, environment={PASSWORD_VARIABLE: "x y"})
    assert (found.host, found.port, found.user, found.password) == (host, port, "User", "x y")
    assert found.name == name


@pytest.mark.parametrize(
    "address", ["", ":5000", "a:b", "a:70000", "a:0", "a/b", "http://a", "me@a", "a?b", "::1", "[::1"]
)
def test_what_is_no_address_is_said(address: str) -> None:
    with pytest.raises(Problem) as caught:
        server_source(address, password="x")
    assert caught.value.key == "server.address"


def test_a_password_is_given_or_in_the_environment_and_never_shown() -> None:
    given = server_source("a", password="given", environment={PASSWORD_VARIABLE: "other"})
    assert given.password == "given"
    assert "given" not in repr(given)
    with pytest.raises(Problem) as caught:
        server_source("a:5", environment={})
    assert caught.value.params == {"server": "a:5", "variable": PASSWORD_VARIABLE}
