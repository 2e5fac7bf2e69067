"""`hs event publish` and `hs event run`: making an event known, once or for as long as it goes on."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from homestretch.cli.event import app as app
from homestretch.cli.speech import LANG, text
from homestretch.engine.problem import Problem
from homestretch.event.editions import bring_out
from homestretch.event.event import Event
from homestretch.event.files import write_public
from homestretch.event.lock import locked
from homestretch.event.outbox import GAP, Outbox
from homestretch.event.runner import Runner, news_of
from homestretch.table.explain import say

Folder = Annotated[Path, typer.Argument(metavar="DIR", help=text("cli.event_folder"))]


@app.command(help=text("cli.publish"))
def publish(
    folder: Folder, again: Annotated[bool, typer.Option("--again", help=text("cli.again"))] = False
) -> None:
    """Publish what is new or corrected, once."""
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


@app.command(help=text("cli.run"))
def run(folder: Folder) -> None:
    """Run the event until Ctrl+C."""
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(Event(folder)))


async def _run(event: Event) -> None:
    """Run; being told to end lets what is being sent be written down."""
    task = asyncio.create_task(Runner(event, report=_report).run())
    with suppress(NotImplementedError):  # Windows has no such handlers
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with suppress(asyncio.CancelledError):
        await task


def _report(news: Problem) -> None:
    print(say(news, LANG), flush=True)
