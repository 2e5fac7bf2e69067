"""The commands and their arguments."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import homestretch
from homestretch.cli import event, show, track
from homestretch.cli import play as terminal
from homestretch.cli.options import pairs
from homestretch.cli.speech import LANG, stop, text
from homestretch.engine.problem import Problem
from homestretch.games import game, names

app = typer.Typer(
    help=text("cli.help"), add_completion=False, no_args_is_help=True, rich_markup_mode=None,
    pretty_exceptions_enable=False, context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip

app.add_typer(track.app, name="track")
app.add_typer(event.app, name="event")

GameName = Annotated[str, typer.Argument(help=text("cli.game"), metavar="GAME")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help=text("cli.option"))]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help=text("cli.file"))]


def main() -> None:
    """Run the command line; problems are one line and status 2."""
    try:
        app(prog_name=os.environ.get("HS_NAME", "homestretch"))
    except Problem as problem:
        stop(problem)
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None


def _version(wanted: bool) -> None:
    if wanted:
        print(f"homestretch {homestretch.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=text("cli.version"))
    ] = False,
) -> None:
    pass


@app.command(help=text("cli.play"))
def play(
    name: GameName,
    seat: Annotated[list[str] | None, typer.Option(metavar="WHO", help=text("cli.seat"))] = None,
    option: Options = None,
    record: Annotated[Path | None, typer.Option(help=text("cli.record"))] = None,
) -> None:
    """Play a game in the terminal."""
    found = game(name).at_table()
    terminal.play(found, seat, pairs(found, option), record)


@app.command(help=text("cli.serve"))
def serve(
    db: Annotated[str, typer.Option(metavar="URL", help=text("cli.db"))] = "",
    host: Annotated[str, typer.Option(help=text("cli.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=text("cli.port"))] = 8000,
    url: Annotated[str, typer.Option(metavar="URL", help=text("cli.url"))] = "",
    shown: Annotated[
        Path | None, typer.Option("--event", metavar="DIR", help=text("cli.serve_event"))
    ] = None,
) -> None:
    """Start the server."""
    from homestretch.cli.serve import run

    run(db, host, port, url, shown)


@app.command(help=text("cli.replay"))
def replay(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(metavar="N", min=0, help=text("cli.at"))] = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help=text("cli.svg"))] = None,
    png: Annotated[Path | None, typer.Option(metavar="OUT", help=text("cli.png"))] = None,
    dark: Annotated[bool, typer.Option("--dark", help=text("cli.dark"))] = False,
) -> None:
    """Show a record move by move, or one position of it."""
    show.replay(file, at, svg, png, dark)


@app.command(help=text("cli.verify"))
def verify(file: RecordFile) -> None:
    """Check a record: rules, result, seal and every roll."""
    raise typer.Exit(0 if show.verify(file) else 1)


@app.command(help=text("cli.rules"))
def rules(
    name: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="[ID]", help=text("cli.id"))] = None,
    lang: Annotated[str, typer.Option(metavar="nl|de|en", help=text("cli.lang"))] = LANG,
) -> None:
    """Show the rulebook, or one rule."""
    show.rules(game(name), rule, lang)


@app.command(help=text("cli.simulate"))
def simulate(
    name: GameName,
    games: Annotated[int, typer.Option(min=1, metavar="N", help=text("cli.games"))] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, metavar="S", help=text("cli.seed"))] = 1,
    players: Annotated[str, typer.Option(metavar="LIST", help=text("cli.players"))] = "",
    option: Options = None,
    as_json: Annotated[bool, typer.Option("--json", help=text("cli.json"))] = False,
) -> None:
    """Play many games and count."""
    found = game(name)
    if found.is_event:
        from homestretch.cli.event_simulate import simulation

        simulation(pairs(found, option), players, games, seed, as_json)
        return
    seats = players.split(",") if players else ["random"] * found.rules.SEATS[1]
    show.simulation(found, pairs(found, option), seats, games, seed, as_json)


@app.command(help=text("cli.bench"))
def bench(
    name: Annotated[str, typer.Argument(help=text("cli.bench_game"), metavar="[GAME]")] = "",
    as_json: Annotated[bool, typer.Option("--json", help=text("cli.json"))] = False,
    web: Annotated[bool, typer.Option("--web", help=text("cli.web"))] = False,
) -> None:
    """Measure the speed of this machine."""
    from homestretch.cli.eventbench import event_figures
    from homestretch.lab.bench import figures, table

    def say(line: str) -> None:
        print(line, file=sys.stderr)

    tables = [each for each in names() if each == name or not name]
    found = figures(tables, say)
    if not name or game(name).is_event:
        found["boardmania"] = event_figures(say)
    if web:
        from homestretch.cli.webbench import web_figures

        found["web"] = web_figures(say)
    print(json.dumps(found, indent=2) if as_json else table(found))


@app.command(help=text("cli.examples"))
def examples() -> None:
    """Write the playthroughs and perft tables of all games anew."""
    show.write_examples()


@app.command(
    help=text("cli.test"), context_settings={"allow_extra_args": True, "ignore_unknown_options": True}
)
def test(context: typer.Context) -> None:
    """Run the checks and tests of the project's source."""
    from homestretch.cli.check import run

    raise typer.Exit(run(context.args))
