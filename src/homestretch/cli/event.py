"""`hs event`: the organiser's commands; each takes the folder of an event."""

import json
from pathlib import Path
from typing import Annotated

import typer

from homestretch.cli.event_correct import app as correct_app
from homestretch.cli.event_init import Wishes, begin
from homestretch.cli.event_open import EventFolder, evaluated, opened
from homestretch.cli.event_show import show_acts, show_day, show_standings, write
from homestretch.cli.show import write_file
from homestretch.cli.speech import text
from homestretch.engine.problem import Problem
from homestretch.event.standings import as_data

app = typer.Typer(help=text("cli.event"), no_args_is_help=True, rich_markup_mode=None)
app.add_typer(correct_app, name="correct")

DayNumber = Annotated[int | None, typer.Option("--day", min=0, metavar="N", help=text("event.help.day"))]
OwnFile = Annotated[Path, typer.Argument(metavar="FILE", help=text("event.help.own"))]


@app.command(help=text("event.help.init"))
def init(
    folder: EventFolder,
    name: Annotated[str, typer.Option(help=text("event.help.name"))] = "",
    zone: Annotated[str, typer.Option(help=text("event.help.zone"))] = "",
    cut_off: Annotated[str, typer.Option(metavar="HH:MM", help=text("event.help.cut_off"))] = "",
    days: Annotated[int, typer.Option(min=0, help=text("event.help.days"))] = 0,
    opens: Annotated[str, typer.Option(metavar="DATE", help=text("event.help.opens"))] = "",
    maps: Annotated[
        list[str] | None, typer.Option(metavar="FILE|N=UID", help=text("event.help.maps"))
    ] = None,
    board: Annotated[Path | None, typer.Option(metavar="FILE", help=text("event.help.board"))] = None,
    table: Annotated[Path | None, typer.Option(metavar="FILE", help=text("event.help.table"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help=text("cli.option"))] = None,
    language: Annotated[str, typer.Option(metavar="nl|de|en", help=text("event.help.language"))] = "",
    url: Annotated[str, typer.Option(metavar="URL", help=text("event.help.url"))] = "",
) -> None:
    """Begin an event."""
    wishes = Wishes(name, zone, cut_off, days, opens, language)
    begin(folder, wishes, url, maps or [], option or [], {"board": board, "table": table})


@app.command("import-times", help=text("event.help.import"))
def import_times(
    folder: EventFolder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=text("event.help.times"))],
    zone: Annotated[str, typer.Option(help=text("event.help.times_zone"))] = "",
    driven_at: Annotated[str, typer.Option(metavar="INSTANT", help=text("event.help.driven_at"))] = "",
    skip_bad_rows: Annotated[bool, typer.Option("--skip-bad-rows", help=text("event.help.skip"))] = False,
) -> None:
    """Take the finishes of a file; of one with a bad row nothing."""
    from homestretch.cli.event_take import import_file

    with opened(folder) as event:
        import_file(event, file, zone, driven_at, skip_bad_rows)


@app.command(help=text("event.help.pull"))
def pull(
    folder: EventFolder,
    is_written: Annotated[bool, typer.Option("--write", help=text("event.help.write"))] = False,
) -> None:
    """Read the databases of the event; without --write it only shows what would be taken."""
    from homestretch.cli.event_take import pull_databases

    with opened(folder) as event:
        pull_databases(event, is_written)


@app.command(help=text("event.help.evaluate"))
def evaluate(
    folder: EventFolder,
    until: Annotated[int | None, typer.Option(metavar="DAY", help=text("event.help.until"))] = None,
) -> None:
    """Evaluate all days that are over, or those until a day."""
    with opened(folder) as event:
        fresh, found = event.evaluate(until), event.result()
        shown = fresh or [until or event.journal.evaluated()]
        if not fresh:
            write(text("event.no_new_day", done=event.journal.evaluated(), closed=event.closed()))
        for day in filter(None, shown):
            show_day(event, found, found.days[day - 1])
            write()
        show_standings(event, found, shown[-1])


@app.command(help=text("event.help.standings"))
def standings(
    folder: EventFolder,
    day: DayNumber = None,
    as_json: Annotated[bool, typer.Option("--json", help=text("cli.json"))] = False,
) -> None:
    """Show the standings after the last day that is evaluated, or after another."""
    with opened(folder) as event:
        found = evaluated(event)
        shown = _evaluated_day(day, len(found.days))
        if as_json:
            data = as_data(found)["days"]
            print(json.dumps({"days": data if day is None else data[max(0, day - 1) : day]}, indent=2))
        else:
            show_standings(event, found, shown)


def _evaluated_day(day: int | None, last: int) -> int:
    if day is not None and day > last:
        raise Problem("event.not_evaluated", day=day, done=last)
    return last if day is None else day


@app.command(help=text("event.help.log"))
def log(folder: EventFolder) -> None:
    """List what the organiser has decided."""
    with opened(folder) as event:
        show_acts(event)


@app.command(help=text("event.help.draw"))
def draw(
    folder: EventFolder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=text("event.help.picture"))],
    day: DayNumber = None,
    dark: Annotated[bool, typer.Option("--dark", help=text("cli.dark"))] = False,
) -> None:
    """Draw the board after the last day that is evaluated, or after another."""
    from homestretch.cli.event_files import draw_day

    with opened(folder) as event:
        found = evaluated(event)
        draw_day(event, found, _evaluated_day(day, len(found.days)), file, dark)


@app.command(help=text("event.help.export"))
def export(
    folder: EventFolder,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=text("event.help.document"))] = None,
) -> None:
    """Write the whole event as JSON, or its finishes as CSV."""
    from homestretch.cli.event_files import exported

    with opened(folder) as event:
        event.check_agreed()
        if file is None:
            print(exported(event, ".json"), end="")
            return
        is_csv = file.suffix.lower() == ".csv"
        write_file(file, exported(event, file.suffix.lower()).encode("utf-8-sig" if is_csv else "utf-8"))
        write(text("event.written", file=file))


@app.command(help=text("event.help.backup"))
def backup(
    folder: EventFolder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=text("event.help.copy"))],
) -> None:
    """Copy the journal as it is now, also while the event runs."""
    with opened(folder) as event:
        event.journal.backup(file)
        write(text("event.backed_up", file=file, journal="journal.sqlite"))


@app.command("check-board", help=text("event.help.check_board"))
def check_board(file: OwnFile) -> None:
    """Say all that is wrong or poor about a board of one's own."""
    from homestretch.cli.event_files import board_is_sound

    raise typer.Exit(0 if board_is_sound(file) else 1)


@app.command("check-table", help=text("event.help.check_table"))
def check_table(file: OwnFile) -> None:
    """Say all that is wrong with a dice table of one's own."""
    from homestretch.cli.event_files import table_is_sound

    raise typer.Exit(0 if table_is_sound(file) else 1)


@app.command(help=text("cli.publish"))
def publish(
    folder: EventFolder, again: Annotated[bool, typer.Option("--again", help=text("cli.again"))] = False
) -> None:
    """Publish what is new or corrected, once."""
    from homestretch.cli.event_run import publish as publishing  # slow to import

    publishing(folder, again)


@app.command(help=text("cli.run"))
def run(
    folder: EventFolder,
    db: Annotated[str, typer.Option(metavar="URL", help=text("cli.db"))] = "",
    host: Annotated[str, typer.Option(help=text("cli.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=text("cli.port"))] = 8000,
    url: Annotated[str, typer.Option(metavar="URL", help=text("cli.url"))] = "",
) -> None:
    """Run the event and serve its pages."""
    from homestretch.cli.event_run import run as running

    running(folder, db, host, port, url)
