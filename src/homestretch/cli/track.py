"""`hs track`: check and draw circuits, those of the program and a user's own."""

from pathlib import Path
from typing import Annotated

import typer

from homestretch.cli.show import write_file
from homestretch.cli.speech import LANG, text
from homestretch.engine.problem import Problem
from homestretch.svg import DARK, LIGHT, document, to_png
from homestretch.table.explain import say
from homestretch.track.check import problems, steps_to_finish
from homestretch.track.circuit import BUILT_IN, Circuit, read_circuit
from homestretch.track.draw import HEIGHT, WIDTH, draw_circuit
from homestretch.track.line import drawn

app = typer.Typer(help=text("cli.track"), no_args_is_help=True, rich_markup_mode=None)
CircuitFile = Annotated[Path, typer.Argument(metavar="FILE", help=text("cli.circuit"))]


def find_circuit(file: Path) -> Circuit:
    """Read a circuit from a file, or one of the program by its name, such as het_grasveld.

    :raises Problem: if there is neither, or the file is no circuit.
    """
    built_in = BUILT_IN / f"{file.name}.toml"
    return read_circuit(built_in if not file.exists() and built_in.exists() else file)


@app.command(help=text("cli.track_check"))
def check(file: CircuitFile) -> None:
    """Say all that is wrong with a circuit, or what kind of circuit it is."""
    circuit = find_circuit(file)
    wrong = problems(circuit)
    for problem in wrong:
        print(say(problem, LANG))
    if wrong:
        raise typer.Exit(1)
    starts = [steps_to_finish(circuit)[circuit.number_of(name)] for name in circuit.grid]
    edges = sum(len(circuit.successors(number)) for number in range(len(circuit.fields)))
    least, most = min(way[0] for way in starts), max(way[1] for way in starts)
    print(
        text(
            "track.sound", name=circuit.name, fields=len(circuit.fields), edges=edges, least=least, most=most
        )
    )


@app.command(help=text("cli.track_draw"))
def draw(
    file: CircuitFile,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help=text("cli.svg"))] = None,
    png: Annotated[Path | None, typer.Option(metavar="OUT", help=text("cli.png"))] = None,
    names: Annotated[bool, typer.Option("--names", help=text("cli.track_names"))] = False,
    dark: Annotated[bool, typer.Option("--dark", help=text("cli.dark"))] = False,
) -> None:
    """Draw a circuit as seen from above."""
    circuit = find_circuit(file)
    wrong = problems(circuit)
    if wrong:
        raise wrong[0]
    if not svg and not png:
        raise Problem("track.where")
    inside = draw_circuit(drawn(circuit), DARK if dark else LIGHT, names=names)
    picture = document(inside, WIDTH, HEIGHT, circuit.name)
    if svg:
        write_file(svg, picture)
    if png:
        write_file(png, to_png(picture, 1600))
