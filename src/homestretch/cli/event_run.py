"""`hs event publish` and `hs event run`: making an event known, once or for as long as it goes on."""

import asyncio
import os
import signal
import socket
from contextlib import suppress
from pathlib import Path

from homestretch.cli.serve import Server, prepared
from homestretch.cli.speech import LANG, text
from homestretch.engine.problem import Problem
from homestretch.event.editions import bring_out
from homestretch.event.event import Event
from homestretch.event.files import write_public
from homestretch.event.lock import locked
from homestretch.event.outbox import GAP, Outbox
from homestretch.event.runner import Runner, news_of
from homestretch.table.explain import say


def publish(folder: Path, again: bool) -> None:
    """Publish what is new or corrected, once; again also sends what may not have arrived."""
    event = Event(folder)
    made = bring_out(event)
    write_public(event)
    for edition in made:
        _report(news_of(edition))
    outbox = Outbox(event, os.environ, _report)
    if again:
        outbox.again()
    if not made and not outbox.waiting():
        print(text("run.nothing"))
    _deliver(event, outbox)


def _deliver(event: Event, outbox: Outbox) -> None:
    """Send what waits, unless a runner is there to do so; say how much has to wait on."""
    try:
        with locked(event.folder):
            outbox.recover()
            asyncio.run(_all(event, outbox))
    except Problem as problem:
        if problem.key != "run.locked":
            raise
    if waiting := len(outbox.waiting()):
        print(text("run.waiting", n=waiting))


async def _all(event: Event, outbox: Outbox) -> None:
    """Try each notice; between two to one target there is a gap."""
    while (at := outbox.next_at()) is not None and at <= event.clock() + GAP:
        await asyncio.sleep(max(0, at - event.clock()) / 1000)
        await outbox.deliver()


def run(folder: Path, db: str, host: str, port: int, url: str) -> None:
    """Run the event and serve its pages until Ctrl+C."""
    event = Event(folder)
    with suppress(KeyboardInterrupt):
        server, listening = prepared(db, host, port, url or event.setup.url, folder)
        asyncio.run(_run(event, server, listening))


async def _run(event: Event, server: Server, listening: socket.socket) -> None:
    """Run until the server is told to end; what is being sent then is still written down."""
    server.leaves_signals = True
    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no such handlers
            asyncio.get_running_loop().add_signal_handler(each, server.handle_exit, each, None)
    runner = asyncio.create_task(Runner(event, report=_report).run())
    pages = asyncio.create_task(server.serve(sockets=[listening]))
    await asyncio.wait({runner, pages}, return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    runner.cancel()
    await pages
    with suppress(asyncio.CancelledError):
        await runner


def _report(news: Problem) -> None:
    print(say(news, LANG), flush=True)
