"""Replays: their open header says who drove what, and a file that is damaged or forged does no harm."""

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.engine.problem import Problem
from homestretch.event.replay import read_replay
from homestretch.games.boardmania.day import Finish
from homestretch.text import LANGUAGES, Text

REPLAY, TMF_REPLAY, OLD_REPLAY, CHALLENGE = 0x03093000, 0x2407E000, 0x2403F000, 0x03043000
UID = "Zh7gt1dJfZbmCMhmqfnGC3EvBO3"
NICKNAME = "$f00Ännñ»"
NEVER = 0xFFFFFFFF
ANN = Finish("ann", 62340, 1_795_000_000_000, UID, nickname=NICKNAME, source="replay")


def number(value: int) -> bytes:
    """Write four bytes, the smallest first."""
    return struct.pack("<I", value)


def text(words: str) -> bytes:
    """Write a text with its size before it."""
    return number(len(words.encode())) + words.encode()


def basics(ms: int = 62340, login: str = "ann", version: int = 7, uid: str = UID) -> bytes:
    """Write chunk 0: version, map (name, collection 6, author as a new name), time, nickname, login."""
    track = number(3) + number(0x40000000) + text(uid) + number(6) + number(0x40000000) + text("author")
    return number(version) + track + number(ms) + text(NICKNAME) + text(login)


def xml(uid: str = UID, best: int = 62340, track: str = "challenge") -> bytes:
    """Write chunk 1."""
    return text(
        f'<header type="replay" version="TMr.7"><{track} uid="{uid}"/>'
        f'<times best="{best}" respawns="0" stuntscore="0" validable="1"/></header>'
    )


def replay(*chunks: bytes, kind: int = REPLAY, version: int = 6, chunk_kind: int = 0) -> bytes:
    """Write a file: what is after the header is compressed in a real one and never looked at."""
    table = b"".join(
        number((chunk_kind or kind) + i) + number(len(chunk) | (0x80000000 if i else 0))
        for i, chunk in enumerate(chunks)
    )
    header = number(len(chunks)) + table + b"".join(chunks)
    front = b"GBX" + struct.pack("<H", version) + b"BUCR" + number(kind)
    return front + number(len(header)) + header + b"\x12body"


def read(data: bytes) -> Finish:
    """Read a file that was handed in at a fixed instant."""
    return read_replay(data, 1_795_000_000_000)


@pytest.mark.parametrize("track", ["challenge", "map"])
@pytest.mark.parametrize("kind", [REPLAY, TMF_REPLAY])
def test_the_header_says_who_drove_what(kind: int, track: str) -> None:
    assert read(replay(basics(), xml(track=track), kind=kind)) == ANN
    assert read(replay(basics(), kind=kind)) == ANN
    assert read(replay(basics(), kind=TMF_REPLAY, chunk_kind=REPLAY)) == ANN


def test_a_later_games_header_may_hold_more() -> None:
    assert read(replay(basics(version=8) + b"\1" + number(0x40000000) + text("Title@x"), xml())) == ANN


def test_a_name_may_point_back_to_one_before_it() -> None:
    track = number(3) + number(0x40000000) + text(UID) + number(NEVER) + number(0x40000001)
    assert read(replay(number(7) + track + number(62340) + text(NICKNAME) + text("ann"))) == ANN


def test_a_nickname_in_no_known_letters_is_no_obstacle() -> None:
    data = replay(basics()).replace("Ä".encode(), b"\xff\xfe")
    assert read(data).nickname == "$f00\ufffd\ufffdnnñ»"


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "replay.no_gbx"),
        (b"PK\3\4", "replay.no_gbx"),
        (b"GBX", "replay.short"),
        (replay(basics(), version=5), "replay.version"),
        (replay(basics(), kind=OLD_REPLAY), "replay.old"),
        (replay(basics(), kind=CHALLENGE), "replay.other"),
        (replay(basics(), xml())[:100], "replay.short"),
        (
            replay(basics()).replace(number(1) + number(REPLAY), number(NEVER) + number(REPLAY)),
            "replay.short",
        ),
        (replay(), "replay.no_header"),
        (replay(basics(), chunk_kind=CHALLENGE), "replay.no_header"),
        (replay(basics(version=5)), "replay.no_login"),
        (replay(basics(login=" ")), "replay.no_login"),
        (replay(basics(uid="")), "replay.no_login"),
        (replay(basics(NEVER)), "replay.unfinished"),
        (replay(basics(0)), "replay.unfinished"),
        (replay(basics(), xml(best=62000)), "replay.contradiction"),
        (replay(basics(), xml(uid="Other", track="map")), "replay.contradiction"),
        (replay(basics()[:-2]), "replay.short"),
        (replay(number(7) + number(3) + number(0x40000009)), "replay.short"),
    ],
)
def test_what_is_no_such_replay_is_refused_politely(data: bytes, key: str) -> None:
    with pytest.raises(Problem) as refused:
        read(data)
    assert refused.value.key == key
    for lang in LANGUAGES:
        assert Text(lang)(key, **refused.value.params) != key


def test_xml_that_is_none_or_a_trap_says_nothing() -> None:
    trap = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><header><times best="1"/>&c;</header>'
    for words in ("<header", "", "\x00", trap):
        assert read(replay(basics(), text(words))) == ANN


@given(st.binary(max_size=300))
def test_random_bytes_are_never_more_than_refused(data: bytes) -> None:
    with suppress(Problem):
        read(data)
    with suppress(Problem):
        read(replay(data, data))


@given(st.data())
def test_a_replay_with_bytes_changed_is_read_or_refused(data: st.DataObject) -> None:
    file = bytearray(replay(basics(), xml()))
    for _ in range(data.draw(st.integers(1, 5))):
        file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    with suppress(Problem):
        assert read(bytes(file[: data.draw(st.integers(0, len(file)))])).time_ms > 0
