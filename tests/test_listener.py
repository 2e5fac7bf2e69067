"""Listening to a game server for days: logging in, coming back after a break, giving up."""

import pytest
from fake_gbx import MAP, PASSWORD, FakeServer, Fault
from listening import Journal, listening, run, source, stop

from homestretch.engine.problem import Problem
from homestretch.event.listener import PASSWORD_VARIABLE, Pace, ServerSource, listen, server_source
from homestretch.games.boardmania.day import Finish


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
            await journal.has(lambda it: any(it.reports))
            lost = next(filter(None, journal.reports))
            server.held = set()
            await journal.has(lambda it: it.reports[-1] is None)
            await stop(task)
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
