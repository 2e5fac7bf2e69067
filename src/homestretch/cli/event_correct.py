"""`hs event correct DIR ...`: the organiser's decisions, each with a reason and with what it changes."""

from pathlib import Path
from typing import Annotated, Any

import typer

from homestretch.cli.event_open import EventFolder, opened
from homestretch.cli.event_show import show_changes, show_problem, write
from homestretch.cli.speech import text
from homestretch.event import correct as corrections
from homestretch.event.correct import Correction, correct, known_day, stranger
from homestretch.event.event import Event
from homestretch.event.times import parse_time

app = typer.Typer(help=text("event.help.correct"), no_args_is_help=True, rich_markup_mode=None)

Reason = Annotated[str, typer.Option("--reason", metavar="WHY", help=text("event.help.reason"))]
Login = Annotated[str, typer.Argument(metavar="LOGIN", help=text("event.help.login"))]
OfDay = Annotated[int, typer.Option("--day", metavar="N", help=text("event.help.day"))]
TheDay = Annotated[int, typer.Argument(metavar="DAY", help=text("event.help.day"))]


@app.callback()
def _root(context: typer.Context, folder: EventFolder) -> None:
    context.obj = folder


def _decide(context: typer.Context, kind: str, reason: str, login: str = "", **data: Any) -> None:
    """Make a decision that needs nothing looked up, and tell what it changes."""
    folder: Path = context.obj
    with opened(folder) as event:
        if "day" in data:
            known_day(event, data["day"])
        given = {"login": login, **data} if login else data
        _told(event, correct(event, kind, reason, **given), login)


def _told(event: Event, done: Correction, login: str = "") -> None:
    write(text("event.decided", act=done.act, folder=event.folder))
    unknown = stranger(event, login) if login else None
    if unknown:
        show_problem(unknown)
    show_changes(done.changes)


@app.command(help=text("event.help.revoke"))
def revoke(
    context: typer.Context, login: Login, day: OfDay, reason: Reason = "",
    time: Annotated[str, typer.Option(metavar="TIME", help=text("event.help.revoke_time"))] = "",
) -> None:  # fmt: skip
    """Take a time away, or all of a day; the next best counts."""
    with opened(context.obj) as event:
        time_ms = parse_time(time) if time else None
        _told(event, corrections.revoke(event, reason, login, day, time_ms))


@app.command(help=text("event.help.exclude"))
def exclude(context: typer.Context, login: Login, reason: Reason = "") -> None:
    """Leave somebody out of all days."""
    _decide(context, "exclude", reason, login)


@app.command(help=text("event.help.merge"))
def merge(
    context: typer.Context, login: Login,
    into: Annotated[str, typer.Argument(metavar="INTO", help=text("event.help.into"))], reason: Reason = "",
) -> None:  # fmt: skip
    """Count two logins as one person."""
    _decide(context, "merge", reason, login, into=into)


@app.command(help=text("event.help.void"))
def void(context: typer.Context, day: TheDay, reason: Reason = "") -> None:
    """Have a day not count: nobody moves."""
    _decide(context, "void", reason, day=day)


@app.command("set-time", help=text("event.help.set_time"))
def set_time(
    context: typer.Context, day: TheDay, login: Login,
    time: Annotated[str, typer.Argument(metavar="TIME", help=text("event.help.time"))], reason: Reason = "",
) -> None:  # fmt: skip
    """Set somebody's time of a day by hand; 0 for none."""
    _decide(context, "set_time", reason, login, day=day, time_ms=parse_time(time))


@app.command(help=text("event.help.withdraw"))
def withdraw(context: typer.Context, login: Login, day: OfDay, reason: Reason = "") -> None:
    """Have somebody take no part any more from a day on."""
    _decide(context, "withdraw", reason, login, day=day)


@app.command(help=text("event.help.register"))
def register(context: typer.Context, login: Login, reason: Reason = "") -> None:
    """Let somebody take part where only those registered do."""
    _decide(context, "register", reason, login)


@app.command(help=text("event.help.rename"))
def name(
    context: typer.Context, login: Login,
    shown: Annotated[str, typer.Argument(metavar="NAME", help=text("event.help.shown"))], reason: Reason = "",
) -> None:  # fmt: skip
    """Show somebody under another name."""
    _decide(context, "name", reason, login, name=shown)


@app.command(help=text("event.help.extend"))
def extend(
    context: typer.Context,
    days: Annotated[int, typer.Argument(metavar="DAYS", min=1, help=text("event.help.more_days"))],
    reason: Reason = "",
) -> None:
    """Append days."""
    _decide(context, "extend", reason, days=days)


@app.command(help=text("event.help.undo"))
def undo(
    context: typer.Context,
    act: Annotated[int, typer.Argument(metavar="ACT", help=text("event.help.act"))],
    reason: Reason = "",
) -> None:
    """Take a decision back."""
    _decide(context, "undo", reason, act=act)


@app.command(help=text("event.help.agree"))
def agree(context: typer.Context, reason: Reason = "") -> None:
    """Compute all days with what was changed in event.toml."""
    with opened(context.obj) as event:
        keys, changed = corrections.agree(event, reason)
        write(text("event.agreed", keys=", ".join(keys)))
        show_changes(changed)
