"""Which finishes a listener takes from what a game server says."""

import json
from typing import Any

import pytest
from fake_gbx import MAP, FakeServer, document
from listening import Journal, heard, listening, run, stop

from homestretch.games.boardmania.day import Finish


@pytest.mark.parametrize("cut", [0, 3])
@pytest.mark.parametrize("script", [False, True])
def test_a_finish_has_login_time_instant_map_nickname_and_source(script: bool, cut: int) -> None:
    journal = heard(lambda server: server.finish("ben", 60_120), script=script, cut=cut)
    (finish,) = journal.taken
    assert finish.source.startswith("server:127.0.0.1:")
    assert finish._replace(source="") == Finish("ben", 60_120, 1_000_000, MAP, nickname="Бен")
    assert journal.reports == [None]


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


def test_a_script_mode_that_also_sends_the_old_callback_is_heard_in_its_own_words_only() -> None:
    def say(server: FakeServer) -> None:
        server.call_back("TrackMania.PlayerFinish", 7, "anna", 50_000)
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
