"""The outbox: one notice to each target about each edition, sent with Apprise.

A notice is `queued`, then `sending` (written down before the send), then `sent`, or `failed` and tried again
later and later. What was being sent when the program ended is `unsure`: the target may have got it, so that
it is sent again only if the organiser says so. A target that breaks off without an answer is tried again
too: Apprise does not say whether it had taken the notice in.

Addresses are secrets: only the names of targets are written down and told.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from homestretch.engine.problem import Problem
from homestretch.event.escape import for_chat
from homestretch.event.event import Event
from homestretch.event.files import picture_of
from homestretch.event.journal import Notice
from homestretch.event.setup import Setup
from homestretch.event.sources import VARIABLE, expanded

Send = Callable[[str, str, str, Path | None], str]
"""Sends title, body and picture to an address; gives "" if it was taken, else why it was not."""
Report = Callable[[Problem], None]

GAP = 2_000
"""Milliseconds between two notices to the same target; after one that it did not take, FIRST_WAIT."""
FIRST_WAIT, LONGEST_WAIT = 60_000, 6 * 3_600_000
UNREACHED, ADDRESS = "unreached", "address"
_CONNECT, _READ = 5.0, 20.0
_STATUS = re.compile(r"error=(\d{3})")
_SCHEME = re.compile(r"([a-z][a-z0-9+]*)://", re.IGNORECASE)


def targets_of(setup: Setup) -> dict[str, str]:
    """Give each target's name and what `event.toml` says; a name is a variable's, or a kind with a number."""
    kinds, named = Counter[str](), dict[str, str]()
    for target in setup.targets:
        variable, scheme = VARIABLE.fullmatch(target), _SCHEME.match(target)
        kind = variable[1] if variable else scheme[1].lower() if scheme else "target"
        kinds[kind] += 1
        named[kind if variable and kinds[kind] == 1 else f"{kind} {kinds[kind]}"] = target
    return named


def send(address: str, title: str, body: str, picture: Path | None) -> str:
    """Send with Apprise; what a service would take for markup is escaped.

    :returns: "" if it was taken, else the status of the answer, UNREACHED or ADDRESS.
    """
    import apprise

    _keep_quiet()
    service = apprise.Apprise.instantiate(address, suppress_exceptions=True)
    if service is None:
        return ADDRESS
    service.socket_connect_timeout, service.socket_read_timeout = _CONNECT, _READ
    if service.secure_protocol == "discord":
        title, body = for_chat(title), "\n".join(map(_escaped, body.split("\n")))
    courier = apprise.Apprise(asset=apprise.AppriseAsset(async_mode=False))
    courier.add(service)
    attached = [str(picture)] if picture and service.attachment_support else None
    result = courier.notify(body, title, body_format=apprise.NotifyFormat.TEXT, attach=attached)
    return "" if result else _why(result)


def _escaped(line: str) -> str:
    """Escape a line for Discord; an address at its end stays one that can be followed."""
    words, colon, address = line.rpartition(": http")
    return f"{for_chat(words)}{colon}{address}" if colon and " " not in address else for_chat(line)


def _keep_quiet() -> None:
    """Keep Apprise's log, which names hosts and parts of addresses, away from everybody's eyes."""
    log = logging.getLogger("apprise")
    log.propagate = False
    if not log.handlers:
        log.addHandler(logging.NullHandler())


def _why(result: Any) -> str:
    logs = " ".join(entry.message for each in result.results for entry in each.logs())
    found = _STATUS.findall(logs)
    return found[-1] if found else UNREACHED


def wait_after(tries: int) -> int:
    """Give how long to wait after so many tries that failed, in milliseconds: twice as long each time."""
    return int(min(FIRST_WAIT * 2 ** min(tries - 1, 20), LONGEST_WAIT))


class Outbox:
    """Sends the notices of an event; only one process at a time may do so, see `locked`."""

    def __init__(
        self, event: Event, environment: Mapping[str, str], report: Report = lambda _: None, send: Send = send
    ) -> None:
        self.event, self.environment, self.report, self.send = event, environment, report, send
        self._free_at: dict[str, int] = {}

    def recover(self) -> None:
        """Note of what was being sent when the program ended that nobody knows whether it arrived."""
        for notice in self.event.journal.notices():
            if notice.state == "sending":
                self.event.journal.settle(notice, "unsure")
                self._tell("notice.unsure", notice)

    def again(self) -> None:
        """Queue what is unsure, and make what failed due at once."""
        for notice in self.event.journal.notices():
            if notice.state in ("unsure", "failed"):
                self.event.journal.settle(notice, "queued", self.event.clock())

    def waiting(self) -> list[tuple[int, Notice]]:
        """Give what is to be sent to targets that there are, with the instant from which it may be."""
        targets = targets_of(self.event.setup)
        return [
            (max(notice.next_at, self._free_at.get(notice.target, 0)), notice)
            for notice in self.event.journal.notices()
            if notice.state in ("queued", "failed") and notice.target in targets
        ]

    def next_at(self) -> int | None:
        """Give when something is due, None where nothing waits."""
        return min((at for at, _ in self.waiting()), default=None)

    async def deliver(self, until: int | None = None) -> None:
        """Send what is due, one after the other, until an instant that must not be missed."""
        for _, notice in self.waiting():
            now = self.event.clock()
            if until is not None and now >= until:
                return
            if max(notice.next_at, self._free_at.get(notice.target, 0)) <= now:
                await self._post(notice)

    async def _post(self, notice: Notice) -> None:
        """Send one notice; what becomes of it is written down even if we are told to stop meanwhile."""
        if not self.event.journal.settle(notice, "sending", notice.next_at, notice.said):
            return
        work = asyncio.ensure_future(asyncio.to_thread(self._attempt, notice))
        try:
            why = await asyncio.shield(work)
        except asyncio.CancelledError:
            self._settle(notice, await work)
            raise
        self._settle(notice, why)

    def _attempt(self, notice: Notice) -> str:
        try:
            address = expanded(targets_of(self.event.setup)[notice.target], self.environment)
        except Problem:
            return ADDRESS
        picture = picture_of(self.event.folder, notice.day, notice.revision)
        return self.send(address, notice.title, notice.body, picture if picture.exists() else None)

    def _settle(self, notice: Notice, why: str) -> None:
        now, sending = self.event.clock(), notice._replace(state="sending", tries=notice.tries + 1)
        if not why:
            self.event.journal.settle(sending, "sent", now)
            self._free_at[notice.target] = now + GAP
            self._tell("notice.sent", notice)
            return
        self.event.journal.settle(sending, "failed", now + wait_after(sending.tries), why)
        self._free_at[notice.target] = now + FIRST_WAIT
        known = {UNREACHED: "notice.unreached", ADDRESS: "notice.address"}
        self._tell(known.get(why, "notice.refused"), notice, **({} if why in known else {"code": why}))

    def _tell(self, key: str, notice: Notice, **more: object) -> None:
        self.report(Problem(key, day=notice.day, revision=notice.revision, target=notice.target, **more))
