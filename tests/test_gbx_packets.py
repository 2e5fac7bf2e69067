"""Packets and documents of GBXRemote 2: however the bytes are cut, and whatever players typed into them."""

import asyncio
import struct
from collections.abc import Coroutine
from typing import Any

import pytest
from fake_gbx import Fault, document
from hypothesis import example, given
from hypothesis import strategies as st

from homestretch.event.gbx_packets import (
    FIRST_HANDLE,
    BrokenPacketError,
    OtherProtocolError,
    OversizeError,
    Packet,
    next_handle,
    pack,
    read_greeting,
    read_packet,
)
from homestretch.event.gbx_xml import Answer, Call, Refusal, read_document, write_call

packets = st.builds(Packet, st.integers(1, 2**32 - 1), st.binary(min_size=1, max_size=40))


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Do the work; hanging is failing."""
    return asyncio.run(asyncio.wait_for(work, 20))


async def read_all(pieces: list[bytes], greeting: bool = False) -> list[Packet]:
    """Read packets to the end of a stream that comes in these pieces."""
    reader = asyncio.StreamReader()
    found: list[Packet] = []

    async def read() -> None:
        if greeting:
            await read_greeting(reader)
        while True:
            found.append(await read_packet(reader))

    task = asyncio.create_task(read())
    for piece in pieces:
        reader.feed_data(piece)
        await asyncio.sleep(0)
    reader.feed_eof()
    with pytest.raises(asyncio.IncompleteReadError):
        await task
    return found


def cut(stream: bytes, at: list[int]) -> list[bytes]:
    """Cut a stream at these places."""
    places = sorted({place for place in at if 0 < place < len(stream)})
    return [stream[a:b] for a, b in zip([0, *places], [*places, len(stream)], strict=True)]


@given(st.lists(packets, max_size=6), st.lists(st.integers(1, 300), max_size=40))
def test_the_same_packets_come_however_the_stream_is_cut(sent: list[Packet], at: list[int]) -> None:
    stream = struct.pack("<I", 11) + b"GBXRemote 2" + b"".join(pack(each) for each in sent)
    assert run(read_all(cut(stream, at), greeting=True)) == sent


def test_the_bytes_of_a_packet_are_length_handle_and_body() -> None:
    assert pack(Packet(0x80000001, b"abc")) == b"\x03\x00\x00\x00\x01\x00\x00\x80abc"


def test_a_handle_without_its_top_bit_is_a_callback() -> None:
    assert Packet(0x7FFFFFFF, b"x").is_callback
    assert not Packet(0x80000000, b"x").is_callback


def test_handles_count_from_80000000_and_begin_there_again_after_ffffffff() -> None:
    assert [next_handle(each) for each in (FIRST_HANDLE, 0xFFFFFFFE, 0xFFFFFFFF)] == [
        0x80000001,
        0xFFFFFFFF,
        0x80000000,
    ]


@pytest.mark.parametrize(
    ("head", "error"),
    [
        ((0, 0x80000000), BrokenPacketError),
        ((5, 0), BrokenPacketError),
        ((4 * 1024 * 1024 + 1, 1), OversizeError),
        ((0xFFFFFFFF, 1), OversizeError),
    ],
)
def test_a_packet_that_cannot_be_is_refused_before_its_body_is_read(
    head: tuple[int, int], error: type[Exception]
) -> None:
    async def read() -> None:
        reader = asyncio.StreamReader()
        reader.feed_data(struct.pack("<II", *head))
        with pytest.raises(error):
            await read_packet(reader)

    run(read())


def test_a_body_of_exactly_four_mebibytes_is_read() -> None:
    body = b"x" * (4 * 1024 * 1024)
    assert run(read_all([struct.pack("<II", len(body), 1) + body])) == [Packet(1, body)]


@pytest.mark.parametrize(
    "greeting",
    [
        b"\x0b\x00\x00\x00GBXRemote 1",
        b"SSH-2.0-OpenSSH",
        b"\x00\x00\x00\x00",
        b"\x41\x00\x00\x00" + b"x" * 65,
    ],
)
def test_another_greeting_is_another_protocol(greeting: bytes) -> None:
    async def read() -> None:
        reader = asyncio.StreamReader()
        reader.feed_data(greeting)
        with pytest.raises(OtherProtocolError):
            await read_greeting(reader)

    run(read())


def test_a_document_is_a_call_an_answer_or_a_refusal() -> None:
    assert read_document(document((7, "anna", 60_120), "TrackMania.PlayerFinish")) == Call(
        "TrackMania.PlayerFinish", (7, "anna", 60_120)
    )
    assert read_document(document({"Code": 4})) == Answer({"Code": 4})
    assert read_document(document(Fault(-1000, "Login unknown."))) == Refusal(-1000, "Login unknown.")


def test_the_dialect_of_the_servers_is_understood() -> None:
    body = b"""<?xml version="1.0" encoding="utf-8"?>
<methodCall>
<methodName>X.Y</methodName>
<params>
<param><value>bare text</value></param>
<param><value><i4>-1</i4></value></param>
<param><value><boolean>1</boolean></value></param>
<param><value><double>1.5</double></value></param>
<param><value><base64>aGk=</base64></value></param>
<param><value><array><data>
<value><string>a</string></value>
<value><struct><member><name>Environnement</name><value><string></string></value></member></struct></value>
</data></array></value></param>
</params>
</methodCall>"""
    assert read_document(body) == Call(
        "X.Y", ("bare text", -1, True, 1.5, b"hi", ["a", {"Environnement": ""}])
    )


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (b"caf\xe9", "caf\ufffd"),
        (b"a\x01b\x1fc", "abc"),
        (b"a&#1;b&#x1F;c&#65;", "abcA"),
        (b"a&#xD800;b&#xFFFF;c&#99999999;d", "abcd"),
        (b"\xff\x00$f00x\xef\xbf\xbe", "\ufffd$f00x"),
    ],
)
def test_a_nickname_that_is_no_text_is_repaired(typed: bytes, read: str) -> None:
    body = document(("NAME", "second"), "X.Y").replace(b"NAME", typed)
    assert read_document(body) == Call("X.Y", (read, "second"))


def test_a_well_formed_document_is_not_touched() -> None:
    assert read_document(document(("Бен \U0001f3c1 \t\n\u202e",), "X.Y")) == Call(
        "X.Y", ("Бен \U0001f3c1 \t\n\u202e",)
    )


BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE b [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>
<methodCall><methodName>X.Y</methodName><params><param><value>&b;</value></param></params></methodCall>"""


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no document",
        b"<methodCall>",
        b"<methodResponse><params></params></methodResponse>",
        b"<methodResponse><fault><value>text</value></fault></methodResponse>",
        b"<methodCall><methodName>X</methodName><params><param><value><i4>x</i4></value></param></params></methodCall>",
        b"<methodCall><methodName>X</methodName></value></methodCall>",
        BOMB,
        BOMB.replace(b'<!ENTITY a "ha"><!ENTITY b "&a;&a;">', b"").replace(b"&b;", b"x"),
    ],
)
def test_what_is_no_document_is_nothing_and_breaks_nothing(body: bytes) -> None:
    assert read_document(body) is None


GOOD = document((7, "anna", [1, {"Code": 4}], 1.5, b"hi", True), "X.Y")


@given(st.integers(0, len(GOOD)), st.integers(0, 30), st.binary(max_size=12))
@example(0, 0, b"")
def test_a_damaged_document_is_read_or_dropped_but_never_an_error(at: int, gone: int, put: bytes) -> None:
    read_document(GOOD[:at] + put + GOOD[at + gone :])


def test_a_call_is_written_as_xml_rpc() -> None:
    written = write_call(Call("Authenticate", ("User", "ü & <")))
    assert b"<methodName>Authenticate</methodName>" in written
    assert "<string>ü &amp; &lt;</string>".encode() in written


def test_a_document_of_any_depth_is_read() -> None:
    deep = b"<value><array><data>" * 50_000 + b"</data></array></value>" * 50_000
    body = b"<methodResponse><params><param>" + deep + b"</param></params></methodResponse>"
    assert isinstance(read_document(body), Answer)
