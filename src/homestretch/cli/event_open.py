"""Opening an event for one command."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from homestretch.cli.speech import text
from homestretch.event.event import Event
from homestretch.games.boardmania.evaluate import Evaluation

EventFolder = Annotated[Path, typer.Argument(metavar="DIR", help=text("event.help.dir"))]


@contextmanager
def opened(folder: Path) -> Iterator[Event]:
    """Open an event and close its journal afterwards.

    :raises Problem: if there is none, or naming what is wrong with it.
    """
    event = Event(folder)
    try:
        yield event
    finally:
        event.journal.close()


def evaluated(event: Event) -> Evaluation:
    """Give all days that are evaluated.

    :raises Problem: if what was agreed has changed since day 1 and the change was not made public.
    """
    event.check_agreed()
    return event.result()
