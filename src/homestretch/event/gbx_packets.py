"""GBXRemote 2 on a byte stream: the server's greeting, then packets, each a body with its handle."""

import asyncio
import struct
from typing import NamedTuple

GREETING = b"GBXRemote 2"
LONGEST_GREETING = 64
LONGEST_BODY = 4 * 1024 * 1024
FIRST_HANDLE = 0x8000_0000
_HEAD = struct.Struct("<II")


class OtherProtocolError(Exception):
    """What answers on the port does not greet as GBXRemote 2; carries the bytes that it said."""


class BrokenPacketError(Exception):
    """A packet without body or handle: from here on nothing on the stream can be trusted."""


class OversizeError(Exception):
    """A packet announces a body longer than LONGEST_BODY."""


class Packet(NamedTuple):
    """One packet: its handle and its body, an XML-RPC document."""

    handle: int
    body: bytes

    @property
    def is_callback(self) -> bool:
        """Tell whether the server sent this unasked: then the handle's top bit is clear."""
        return self.handle < FIRST_HANDLE


def next_handle(handle: int) -> int:
    """Give the handle of the request after that of handle: 0x80000000 to 0xFFFFFFFF, then anew."""
    return FIRST_HANDLE | (handle + 1) & 0xFFFF_FFFF


def pack(packet: Packet) -> bytes:
    """Give the bytes of a packet: length and handle as unsigned 32-bit little-endian numbers, the body."""
    return _HEAD.pack(len(packet.body), packet.handle) + packet.body


async def read_greeting(reader: asyncio.StreamReader) -> None:
    """Read the server's first words; raises OtherProtocolError if they are not those of GBXRemote 2."""
    head = await reader.readexactly(4)
    length = int.from_bytes(head, "little")
    if not 0 < length <= LONGEST_GREETING:
        raise OtherProtocolError(head)
    said = await reader.readexactly(length)
    if said != GREETING:
        raise OtherProtocolError(said)


async def read_packet(reader: asyncio.StreamReader) -> Packet:
    """Read one whole packet, in however many pieces it comes.

    Raises BrokenPacketError, OversizeError, or asyncio.IncompleteReadError where the stream ends.
    """
    length, handle = _HEAD.unpack(await reader.readexactly(_HEAD.size))
    if length == 0 or handle == 0:
        raise BrokenPacketError
    if length > LONGEST_BODY:
        raise OversizeError
    return Packet(handle, await reader.readexactly(length))
