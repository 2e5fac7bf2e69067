"""A finish from the header of a replay file (.Replay.Gbx), which lies in the file uncompressed.

`GBX`, the version (6), four letters that say how the rest is packed, the class, the size of the header, a
table of its chunks (id and size), the chunks. Numbers are little-endian. Chunk 0 of a replay has map, time,
nickname and login; chunk 1 says map and time again as XML, which must agree.

Anyone can write such a header: a replay is a claim, not a proof. It does not say when it was driven.
"""

import struct
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from homestretch.engine.problem import Problem
from homestretch.event.times import LONGEST_RACE
from homestretch.games.boardmania.day import Finish

LONGEST_HEADER = 1 << 20
_VERSION = 6
_CLASSES = (0x03093000, 0x2407E000)
_OLD = 0x2403F000
_NEW_NAME, _KIND = 0xC0000000, 0x3FFFFFFF
_NO_TIME = 0xFFFFFFFF


class _Bytes:
    """Reads numbers and texts one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self._names: list[str] | None = None

    def take(self, size: int) -> bytes:
        """Give the next bytes.

        :raises Problem: if there are not so many.
        """
        if self.at + size > len(self.data):
            raise Problem("replay.short")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, form: str = "I") -> int:
        """Give the next number: I four bytes, H two."""
        (value,) = struct.unpack(f"<{form}", self.take(struct.calcsize(form)))
        return int(value)

    def text(self) -> str:
        """Give the next text: its size in bytes, then UTF-8."""
        return self.take(self.number()).decode("utf-8", "replace")

    def name(self) -> str:
        """Give the next name: written out where it is new, a number where it was before or is well known."""
        if self._names is None:
            self._names = []
            self.number()  # the version of this way of writing, before the first name only
        index = self.number()
        if index == _NO_TIME or not index & _NEW_NAME:
            return ""
        if index & _KIND == 0:
            self._names.append(self.text())
            return self._names[-1]
        if (index & _KIND) > len(self._names):
            raise Problem("replay.short")
        return self._names[(index & _KIND) - 1]


def read_replay(data: bytes, driven_at: int, source: str = "replay") -> Finish:
    """Read the first megabyte of a replay at most.

    :param driven_at: milliseconds since the epoch, from whoever hands the file in.
    :raises Problem: if it is no replay, older than such headers, unfinished, or contradicts itself.
    """
    chunks = _chunks(_Bytes(data[:LONGEST_HEADER]))
    if 0 not in chunks:
        raise Problem("replay.no_header")
    finish = _finish(_Bytes(chunks[0]), driven_at, source)
    if 1 in chunks:
        _check(finish, _Bytes(chunks[1]).text())
    return finish


def _chunks(file: _Bytes) -> dict[int, bytes]:
    """Give the chunks of a replay's header by their number within the class."""
    if file.data[:3] != b"GBX":
        raise Problem("replay.no_gbx")
    file.take(3)
    version = file.number("H")
    if version != _VERSION:
        raise Problem("replay.version", version=version)
    file.take(4)
    kind = file.number()
    if kind == _OLD:
        raise Problem("replay.old")
    if kind not in _CLASSES:
        raise Problem("replay.other")
    return _table(_Bytes(file.take(file.number())))


def _table(header: _Bytes) -> dict[int, bytes]:
    if not header.data:
        return {}
    sizes = [(header.number(), header.number() & 0x7FFFFFFF) for _ in range(header.number())]
    chunks = [(chunk, header.take(size)) for chunk, size in sizes]
    return {chunk & 0xFFF: data for chunk, data in chunks if chunk & ~0xFFF in _CLASSES}


def _finish(chunk: _Bytes, driven_at: int, source: str) -> Finish:
    version = chunk.number()
    if version < 6:
        raise Problem("replay.no_login")
    uid, _environment, _author = chunk.name(), chunk.name(), chunk.name()
    ms, nickname, login = chunk.number(), chunk.text(), chunk.text()
    if ms == _NO_TIME or ms == 0 or ms > LONGEST_RACE:
        raise Problem("replay.unfinished")
    if not login.strip() or not uid:
        raise Problem("replay.no_login")
    return Finish(login, ms, driven_at, map_uid=uid, nickname=nickname, source=source)


def _check(finish: Finish, xml: str) -> None:
    """Compare the two halves of a header; XML that is none, as from a map's odd name, says nothing.

    :raises Problem: if they differ, which no game writes.
    """
    try:
        root = fromstring(xml)
    except (ParseError, DefusedXmlException, ValueError):
        return
    uids = {track.get("uid") for name in ("map", "challenge") for track in root.findall(name)}
    bests = {times.get("best") for times in root.findall("times")}
    if uids - {None, finish.map_uid} or bests - {None, str(finish.time_ms)}:
        raise Problem("replay.contradiction")
