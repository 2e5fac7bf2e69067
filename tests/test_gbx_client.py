"""A connection with a game server: answers find their calls, events come in order, nothing hangs."""

import asyncio
import socket
import struct
from collections.abc import Coroutine
from typing import Any

import pytest
from fake_gbx import MAP, PASSWORD, FakeServer, Fault, document

from homestretch.engine.problem import Problem
from homestretch.event.gbx_client import Client, Event, Lost, connect
from homestretch.event.gbx_client import Fault as Refused


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Do the work; hanging is failing."""
    return asyncio.run(asyncio.wait_for(work, 20))


async def enter(server: FakeServer, **settings: Any) -> Client:
    """Connect, log in and ask for callbacks."""
    client = await connect("127.0.0.1", server.port, **settings)
    assert await client.call("Authenticate", "User", PASSWORD) is True
    assert await client.call("EnableCallbacks", True) is True
    return client


@pytest.mark.parametrize("cut", [0, 1, 3, 7])
def test_calls_and_callbacks_come_through_in_pieces_of_any_size(cut: int) -> None:
    async def talk() -> None:
        async with FakeServer(cut=cut) as server, await enter(server, clock=lambda: 1_234) as client:
            server.before_reply["GetStatus"] = lambda: server.finish("joe x/1.2.3.4:5", 60_120)
            assert (await client.call("GetStatus"))["Code"] == 4
            assert (await client.call("GetCurrentChallengeInfo"))["UId"] == MAP
            assert await client.next_event() == Event(
                "TrackMania.PlayerFinish", (7, "joe x/1.2.3.4:5", 60_120), 1_234
            )

    run(talk())


def test_answers_find_their_calls_in_whatever_order_they_come() -> None:
    async def talk() -> None:
        async with FakeServer() as server, await enter(server) as client:
            server.held = {"GetStatus", "GetVersion", "GetPlayerList"}
            calls = asyncio.gather(
                client.call("GetStatus"), client.call("GetVersion"), client.call("GetPlayerList", 300, 0)
            )
            await server.asked("GetPlayerList")
            server.release()
            status, version, players = await calls
            assert (status["Code"], version["Name"], players[1]["Login"]) == (4, "TmForever", "ben")

    run(talk())


def test_what_is_asked_in_passing_is_answered_in_its_place_among_the_callbacks() -> None:
    async def talk() -> None:
        async with FakeServer() as server, await enter(server) as client:
            server.before_reply["GetStatus"] = lambda: server.finish("anna", 1)
            client.ask("NoSuchMethod")
            client.ask("GetStatus")
            await server.asked("GetStatus")
            server.finish("anna", 2)
            events = [await client.next_event() for _ in range(3)]
            assert [each.name for each in events] == [
                "TrackMania.PlayerFinish",
                "GetStatus",
                "TrackMania.PlayerFinish",
            ]

    run(talk())


def test_a_refusal_says_what_was_refused_and_why() -> None:
    async def talk() -> None:
        async with FakeServer() as server, await enter(server) as client:
            server.answers["GetStatus"] = Fault(-1000, "Change in\x01 progress.")
            with pytest.raises(Refused) as caught:
                await client.call("GetStatus")
            assert caught.value.key == "server.fault"
            assert caught.value.params == {
                "server": f"127.0.0.1:{server.port}",
                "method": "GetStatus",
                "text": "Change in progress.",
                "code": -1000,
            }

    run(talk())


def test_a_packet_that_makes_no_sense_is_skipped_and_the_connection_stands() -> None:
    async def talk() -> None:
        async with FakeServer() as server, await enter(server) as client:
            server.send_raw(1, b"<methodCall>")
            server.send_raw(1, document((4,)))
            server.send_raw(0x80000099, document((4,)))
            server.finish("anna", 60_120)
            assert (await client.next_event()).name == "TrackMania.PlayerFinish"
            assert (await client.call("GetStatus"))["Code"] == 4

    run(talk())


def test_an_answer_that_makes_no_sense_ends_the_call_and_not_the_connection() -> None:
    async def talk() -> None:
        async with FakeServer() as server, await enter(server) as client:
            server.held = {"GetStatus"}
            call = asyncio.create_task(client.call("GetStatus"))
            await server.asked("GetStatus")
            server.send_raw(0x80000003, b"<methodResponse>")
            with pytest.raises(Lost) as caught:
                await call
            assert caught.value.key == "server.unreadable"
            assert (await client.call("GetVersion"))["Name"] == "TmForever"

    run(talk())


def test_a_call_without_an_answer_ends_in_time() -> None:
    async def talk() -> None:
        async with FakeServer() as server, await enter(server) as client:
            server.held = {"GetStatus"}
            with pytest.raises(Lost) as caught:
                await client.call("GetStatus", timeout=0.01)
            assert caught.value.params["why"] == "server.silent"
            server.release()
            assert (await client.call("GetVersion"))["Name"] == "TmForever"

    run(talk())


def test_a_server_that_says_nothing_for_long_is_taken_for_dead() -> None:
    async def talk() -> None:
        async with FakeServer() as server:
            with pytest.raises(Lost) as caught:
                async with await enter(server, silence=0.05) as client:
                    await client.next_event()
            assert caught.value.params["why"] == "server.silent"

    run(talk())


def test_when_the_server_hangs_up_what_it_said_before_is_still_given() -> None:
    async def talk() -> None:
        async with FakeServer(cut=3) as server, await enter(server) as client:
            server.held = {"GetStatus"}
            call = asyncio.create_task(client.call("GetStatus"))
            await server.asked("GetStatus")
            server.finish("anna", 1)
            server.finish("ben", 2)
            server.drop()
            with pytest.raises(Lost):
                await call
            events = [await client.next_event(), await client.next_event()]
            assert [each.args[1] for each in events] == ["anna", "ben"]
            for _ in range(2):
                with pytest.raises(Lost) as caught:
                    await client.next_event()
            assert caught.value.params["why"] == "server.ended"
            with pytest.raises(Lost):
                await client.call("GetStatus")

    run(talk())


@pytest.mark.parametrize(
    ("packet", "why"),
    [
        (struct.pack("<II", 0, 1), "server.broken"),
        (struct.pack("<II", 9, 0), "server.broken"),
        (struct.pack("<II", 4 * 1024 * 1024 + 1, 1), "server.oversize"),
        (struct.pack("<II", 900, 1) + b"half", "server.ended"),
    ],
)
def test_a_broken_packet_ends_the_connection_for_who_waits(packet: bytes, why: str) -> None:
    async def talk() -> None:
        async with FakeServer() as server, await enter(server) as client:
            server.held = {"GetStatus"}
            call = asyncio.create_task(client.call("GetStatus"))
            await server.asked("GetStatus")
            server.lines[0].outbox.put_nowait(packet)
            server.drop()
            with pytest.raises(Lost) as caught:
                await call
            assert caught.value.params["why"] == why

    run(talk())


@pytest.mark.parametrize("greeting", [b"GBXRemote 1", b"220 mail.example.org ESMTP"])
def test_another_protocol_is_named_by_what_it_said(greeting: bytes) -> None:
    async def talk() -> None:
        async with FakeServer(greeting=greeting) as server:
            with pytest.raises(Problem) as caught:
                await connect("127.0.0.1", server.port)
            assert caught.value.key == "server.greeting"
            assert caught.value.params["found"] == repr(greeting.decode())

    run(talk())


def test_a_server_that_never_greets_or_hangs_up_at_once_is_lost() -> None:
    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def talk() -> None:
        for serve, patience, why in ((mute, 0.05, "server.silent"), (deaf, 10, "server.no_greeting")):
            server = await asyncio.start_server(serve, "127.0.0.1", 0)
            async with server:
                with pytest.raises(Lost) as caught:
                    await connect("127.0.0.1", server.sockets[0].getsockname()[1], patience=patience)
            assert caught.value.params["why"] == why

    run(talk())


def test_a_port_where_nobody_is_is_lost_with_the_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(Lost) as caught:
        run(connect("127.0.0.1", port))
    assert caught.value.params["server"] == f"127.0.0.1:{port}"
    assert caught.value.params["why"]


def test_a_fault_of_our_own_reaches_who_waits() -> None:
    async def talk() -> None:
        readings = [2, 1]
        async with FakeServer() as server, await enter(server, clock=readings.pop) as client:
            with pytest.raises(IndexError):
                await client.call("GetStatus")

    run(talk())
