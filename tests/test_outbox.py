"""The outbox: each notice arrives once, whatever a target answers, and no address is ever told."""

import asyncio
import base64
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from apprise.plugins.discord import NotifyDiscord
from evenings import OPENS, Clock, at, driven, new_event
from standin import DROP, StandIn

from homestretch.engine.problem import Problem
from homestretch.event.editions import bring_out
from homestretch.event.event import Event
from homestretch.event.outbox import GAP, Outbox, targets_of, wait_after
from homestretch.event.setup import Setup
from homestretch.games.boardmania.day import Finish

SECRET = "tiptoe-through"
MINUTE = 60_000


@pytest.fixture
def chat() -> Iterator[StandIn]:
    with StandIn().serving() as server:
        yield server


class Desk:
    """An event whose start and first day are published, and its outbox."""

    def __init__(self, folder: Path, *targets: str, environment: dict[str, str] | None = None) -> None:
        self.event = driven(new_event(folder, targets=targets))
        bring_out(self.event)
        self.told = list[Problem]()
        self.outbox = Outbox(self.event, environment or {}, self.told.append)

    def deliver(self, later: int = 0) -> None:
        """Send what is due so many milliseconds later."""
        self.event.clock = Clock(self.event.clock() + later)
        asyncio.run(self.outbox.deliver())

    def states(self) -> list[str]:
        return [each.state for each in self.event.journal.notices()]

    def keys(self) -> list[str]:
        return [each.key for each in self.told]


def hook(chat: StandIn, path: str = "hook") -> str:
    return f"json://{SECRET}:{SECRET}@127.0.0.1:{chat.port}/{path}"


def titles(chat: StandIn, path: str = "/hook") -> list[str]:
    return [each.data["title"] for each in chat.to(path)]


START, DAY_1 = "Sommercup: vor Spieltag 1", "Sommercup: Spieltag 1 von 9"


def test_every_edition_arrives_once_with_a_gap_between_two(tmp_path: Path, chat: StandIn) -> None:
    desk = Desk(tmp_path, hook(chat))
    desk.deliver()
    assert titles(chat) == [START]
    desk.deliver(GAP - 1)
    assert titles(chat) == [START]
    desk.deliver(1)
    desk.deliver(10**9)
    assert titles(chat) == [START, DAY_1]
    assert desk.states() == ["sent", "sent"]
    assert "Wurf 6: Anton" in chat.posted[1].data["message"]


def test_the_picture_goes_with_it(tmp_path: Path, chat: StandIn) -> None:
    desk = Desk(tmp_path, hook(chat))
    (tmp_path / "public" / "day-0-r1.png").write_bytes(b"\x89PNG picture")
    desk.deliver()
    (attached,) = chat.posted[0].data["attachments"]
    assert (attached["filename"], attached["mimetype"]) == ("day-0-r1.png", "image/png")
    assert base64.b64decode(attached["base64"]) == b"\x89PNG picture"


@pytest.mark.parametrize("status", [429, 500, 503, DROP])
def test_what_is_not_taken_is_tried_again_later_and_later(tmp_path: Path, chat: StandIn, status: int) -> None:
    desk = Desk(tmp_path, hook(chat))
    chat.answers["/hook"] = [status, status]
    desk.deliver()
    assert desk.states() == ["failed", "queued"]
    desk.deliver(MINUTE - 1)
    assert len(chat.posted) == 1
    desk.deliver(1)
    desk.deliver(MINUTE - 1)
    assert titles(chat) == [START, START]
    desk.deliver(1)
    assert titles(chat) == [START, START, DAY_1]  # what is refused twice lets the next one go first
    desk.deliver(MINUTE - 1)
    assert len(chat.posted) == 3
    desk.deliver(1)
    assert titles(chat) == [START, START, DAY_1, START]
    assert desk.states() == ["sent", "sent"]
    why = "notice.unreached" if status == DROP else "notice.refused"
    assert desk.keys() == [why, why, "notice.sent", "notice.sent"]
    assert status == DROP or desk.told[0].params["code"] == str(status)


def test_the_waits_double_up_to_six_hours() -> None:
    minutes = [wait_after(tries) // MINUTE for tries in range(1, 12)]
    assert minutes == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]
    assert wait_after(10**6) == 6 * 60 * MINUTE


def test_a_target_that_is_down_holds_nobody_else_up(tmp_path: Path, chat: StandIn) -> None:
    with StandIn().serving() as gone:
        closed = hook(gone)
    desk = Desk(tmp_path, closed, hook(chat))
    desk.deliver()
    desk.deliver(GAP)
    assert titles(chat) == [START, DAY_1]
    assert desk.states() == ["failed", "sent", "queued", "sent"]


def test_no_address_is_told_or_written(tmp_path: Path, chat: StandIn) -> None:
    broken = f"json://{SECRET}@[::bad/{SECRET}"
    environment = {"HOOK": hook(chat)}
    desk = Desk(tmp_path, "${HOOK}", broken, f"nosuch://{SECRET}", environment=environment)
    chat.answers["/hook"] = [500]
    desk.deliver()
    desk.deliver(MINUTE)
    assert [each.params["target"] for each in desk.told[:3]] == ["HOOK", "json 1", "nosuch 1"]
    desk.event.journal.close()
    (tmp_path / "event.toml").unlink()
    told = "".join(str(each) for each in desk.told)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > 10
    for text in (told, *(path.read_bytes().decode("latin1") for path in written)):
        assert SECRET not in text
        assert str(chat.port) not in text


def test_an_address_that_is_none_and_a_variable_that_is_missing_are_told(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "nosuch://x", "${HOOK}")
    desk.deliver()
    assert [(each.key, each.params["target"]) for each in desk.told] == [
        ("notice.address", "nosuch 1"), ("notice.address", "HOOK"),
    ]  # fmt: skip


def test_what_was_being_sent_in_a_crash_is_not_sent_again_by_itself(tmp_path: Path, chat: StandIn) -> None:
    desk = Desk(tmp_path, hook(chat))
    desk.event.journal.settle(desk.event.journal.notices()[0], "sending")
    desk.outbox.recover()
    assert desk.states() == ["unsure", "queued"]
    assert desk.keys() == ["notice.unsure"]
    for _ in range(3):
        desk.deliver(10**9)
    assert titles(chat) == [DAY_1]
    desk.outbox.again()
    desk.deliver()
    assert titles(chat) == [DAY_1, START]
    assert desk.states() == ["sent", "sent"]


def test_it_is_written_down_that_a_notice_is_being_sent_before_it_is(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "json://127.0.0.1:9/")
    seen = list[Any]()

    def look(*_: object) -> str:
        with sqlite3.connect(tmp_path / "journal.sqlite") as other:
            seen.extend(other.execute("SELECT state, tries FROM notice ORDER BY id").fetchall())
        other.close()
        return ""

    desk.outbox.send = look
    desk.deliver()
    assert seen == [("sending", 1), ("queued", 0)]


def test_told_to_stop_while_sending_it_writes_down_what_became_of_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "json://127.0.0.1:9/")

    async def stopped() -> None:
        loop = asyncio.get_running_loop()
        work = asyncio.create_task(desk.outbox.deliver())

        def send(*_: object) -> str:
            loop.call_soon_threadsafe(work.cancel)
            return ""

        desk.outbox.send = send
        with pytest.raises(asyncio.CancelledError):
            await work

    asyncio.run(stopped())
    assert desk.states() == ["sent", "queued"]


def test_sending_stops_for_a_cut_off(tmp_path: Path, chat: StandIn) -> None:
    desk = Desk(tmp_path, hook(chat, "a"), hook(chat, "b"))
    now = desk.event.clock()
    asyncio.run(desk.outbox.deliver(now))
    assert chat.posted == []
    asyncio.run(desk.outbox.deliver(now + 1))
    assert [each.path for each in chat.posted] == ["/a", "/b"]


def test_a_target_that_the_organiser_took_out_gets_nothing_more(tmp_path: Path, chat: StandIn) -> None:
    desk = Desk(tmp_path, hook(chat))
    desk.event.journal.close()
    path = tmp_path / "event.toml"
    path.write_text(path.read_text("utf-8").replace(f"targets = ['{hook(chat)}']", "targets = []"), "utf-8")
    outbox = Outbox(Event(tmp_path, desk.event.clock), {})
    asyncio.run(outbox.deliver())
    assert (chat.posted, outbox.next_at()) == ([], None)


def test_targets_are_named_by_variable_or_by_kind() -> None:
    targets = ("discord://a/b", "discord://c/d", "${HOOK}", "mailto://u:p@example.org", "discord://${A}/${B}")
    setup = Setup("x", OPENS, targets=(*targets, "${HOOK}", "no address"))
    assert list(targets_of(setup)) == [
        "discord 1", "discord 2", "HOOK", "mailto 1", "discord 3", "HOOK 2", "target 1",
    ]  # fmt: skip


def test_discord_is_told_names_as_they_are_and_nobody_is_mentioned(
    tmp_path: Path, chat: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stand-in has Discord's place; the body is Discord's form: `content`, or multipart with a file."""
    monkeypatch.setattr(NotifyDiscord, "notify_url", f"http://127.0.0.1:{chat.port}/webhooks")
    event = new_event(
        tmp_path, targets=("discord://123456789/abcdefghijkl",), url="https://cup.example", name="*Cup*"
    )
    opens = event.calendar.windows[0].opens
    event.journal.add([Finish("a", 50_000, opens, "m1", 0, "@everyone *x* <@1>")], 0)
    bring_out(at(event, 1))
    outbox = Outbox(event, {})
    for _ in range(2):
        event.clock = Clock(event.clock() + GAP)
        asyncio.run(outbox.deliver())
    content = json.loads(chat.posted[-1].body)["content"]
    assert "\\*Cup\\*" in content
    assert "\\@\u200beveryone \\*x\\* \\<\\@\u200b1\\>" in content
    assert content.rstrip().endswith("https://cup.example/event/day/1")
    assert [each.state for each in event.journal.notices()] == ["sent", "sent"]


def test_what_is_published_stays_so_whatever_the_targets_do(tmp_path: Path, chat: StandIn) -> None:
    desk = Desk(tmp_path, hook(chat))
    chat.answers["/hook"] = [500] * 5
    for _ in range(5):
        desk.deliver(10**8)
        assert bring_out(at(desk.event, 1)) == []
    assert [(each.day, each.revision) for each in desk.event.journal.editions()] == [(0, 1), (1, 1)]
