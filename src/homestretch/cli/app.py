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
from homestretch.cli.speech import LANG, stop, text
from homestretch.engine.options import Data
from homestretch.engine.problem import Problem
from homestretch.games import Game, game

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


def _pairs(found: Game, options: list[str] | None) -> dict[str, str]:
    """Read K=V words.

    :raises Problem: for a word without "=" or a key given twice.
    """
    given: dict[str, str] = {}
    for word in options or []:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise Problem("cli.pair", text=word)
        given[key] = value
    files = {option.key: option.words for option in found.options if isinstance(option, Data)}
    return {key: _or_file(value, files[key]) if key in files else value for key, value in given.items()}


def _or_file(value: str, words: tuple[str, ...]) -> str:
    """Give the name of data that come with a game, else the text of a file.

    :raises Problem: if it is neither.
    """
    if value in words:
        return value
    try:
        return Path(value).read_text("utf-8").rstrip("\n") + "\n"
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise Problem("cli.no_data", file=value, words=", ".join(words), why=why) from error


@app.command(help=text("cli.play"))
def play(
    name: GameName,
    seat: Annotated[list[str] | None, typer.Option(metavar="WHO", help=text("cli.seat"))] = None,
    option: Options = None,
    record: Annotated[Path | None, typer.Option(help=text("cli.record"))] = None,
) -> None:
    """Play a game in the terminal."""
    terminal.play(game(name), seat, _pairs(game(name), option), record)


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
    seats = players.split(",") if players else ["random"] * found.rules.SEATS[1]
    show.simulation(found, _pairs(found, option), seats, games, seed, as_json)


@app.command(help=text("cli.bench"))
def bench(
    as_json: Annotated[bool, typer.Option("--json", help=text("cli.json"))] = False,
    web: Annotated[bool, typer.Option("--web", help=text("cli.web"))] = False,
) -> None:
    """Measure the speed of this machine."""
    from homestretch.lab.bench import figures, table

    def say(line: str) -> None:
        print(line, file=sys.stderr)

    found = figures(say)
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
