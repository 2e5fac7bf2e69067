"""`hs event`: the organiser's commands; each takes the folder of an event."""

import typer

from homestretch.cli.speech import text

app = typer.Typer(help=text("cli.event"), no_args_is_help=True, rich_markup_mode=None)
