"""Commands that only show: replay, verify, rules, simulate, examples."""

import json
import re
import sys
from pathlib import Path

from rich.markdown import Markdown
from rich.progress import Progress
from rich.table import Table

from homestretch.cli.speech import LANG, console, stop, text
from homestretch.engine.contract import OPEN
from homestretch.engine.problem import Problem
from homestretch.engine.view import View
from homestretch.event.document import differences, is_document
from homestretch.games import Game, events, game, names
from homestretch.lab.eventplay import event_examples
from homestretch.lab.playthrough import examples
from homestretch.lab.simulate import Report
from homestretch.lab.simulate import simulate as run_games
from homestretch.svg import DARK, LIGHT, document, to_png
from homestretch.table.explain import say, tell_event
from homestretch.table.match import Match
from homestretch.table.proof import prove
from homestretch.table.record import parse_record
from homestretch.text import LANGUAGES, text_of


def read_text(file: Path) -> str:
    """Read a file as text.

    :raises Problem: if it cannot be read.
    """
    try:
        return file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(
            "cli.unreadable", file=file, why=str(getattr(error, "strerror", None) or error)
        ) from error


def write_file(file: Path, content: str | bytes) -> None:
    """Write a file whole.

    :raises Problem: if that is not possible.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        file.write_bytes(data)
    except OSError as error:
        raise Problem("cli.unwritable", file=file, why=error.strerror or str(error)) from error


def picture_file(found: Game, box: object, seen: View, title: str, dark: bool) -> str:
    """Give a view as a whole SVG file."""
    width, height = found.picture.SIZE
    return document(found.picture.draw(box, seen, DARK if dark else LIGHT), width, height, title)


def replay(file: Path, at: int | None, svg: Path | None, png: Path | None, dark: bool) -> None:
    """Show a record move by move; with `at`, `svg` or `png` one position of it."""
    match = parse_record(read_text(file)).match()
    if at is not None and at > len(match.moves):
        raise Problem("cli.no_ply", at=at, most=len(match.moves))
    if at is None and svg is None and png is None:
        _replay_all(match)
        return
    position = match if at is None else match.at(at)
    seen = position.view(OPEN)
    if svg or png:
        title = f"{text_of(LANG, match.game.folder)('game.name')} ({len(position.moves)})"
        picture = picture_file(match.game, match.box, seen, title, dark)
        if svg:
            write_file(svg, picture)
        if png:
            write_file(png, to_png(picture, 960))
        return
    _show_position(position)


def _show_position(position: Match) -> None:
    words = text_of(LANG, position.game.folder)
    for event in position.stories[-1] if position.stories else position.opening_story:
        console.print(tell_event(event, position.game, position.box, words), markup=False)
    console.print(position.game.picture.plain(position.box, position.view(OPEN)), markup=False)


def _replay_all(match: Match) -> None:
    words = text_of(LANG, match.game.folder)
    _show_position(match.at(0))
    step = match.at(0)
    for ply, move in enumerate(match.moves, start=1):
        notation = step.words(move, step.state)
        events = step.act(move)
        told = " ".join(tell_event(event, match.game, match.box, words) for event in events)
        console.print(f"{ply:>4}  {notation:<6} {told}", markup=False)
    _show_position(match)


def verify(file: Path) -> bool:
    """Check a record, or an event as it was exported, and say what was found."""
    content = read_text(file)
    if is_document(content):
        return verify_event(content)
    record = parse_record(content)
    print(text("verify.rules", n=len(record.moves)))
    proof = prove(record)
    if proof.problem:
        print(text(proof.problem))
        return False
    for roll in proof.rolls:
        if not roll.agrees:
            print(text("verify.roll", index=roll.draw, text=roll.text, proven=roll.proven))
    if proof.holds:
        print(text("verify.holds", n=len(proof.rolls)))
    return proof.holds


def verify_event(content: str) -> bool:
    """Compute an exported event anew and say where it differs."""
    days, wrong = differences(content)
    for problem in wrong:
        print(say(problem, LANG))
    print(text("verify.event" if not wrong else "verify.event_differs", n=days))
    return not wrong


def rules(found: Game, rule: str | None, lang: str) -> None:
    """Show a rulebook, or one rule of it."""
    if lang not in LANGUAGES:
        raise Problem("cli.no_language", lang=lang, languages=", ".join(LANGUAGES))
    book = (found.folder / "rulebook" / f"{lang}.md").read_text("utf-8")
    if rule is None:
        console.print(Markdown(book))
        return
    section = re.search(rf"^## {re.escape(rule.upper())} · .*?(?=^## |\Z)", book, re.MULTILINE | re.DOTALL)
    if not section:
        known = ", ".join(re.findall(r"^## (\S+) · ", book, re.MULTILINE))
        raise Problem("cli.no_rule", rule=rule, rules=known)
    console.print(Markdown(section[0]))


def simulation(
    found: Game, options: dict[str, str], players: list[str], games: int, seed: int, as_json: bool
) -> None:
    """Play many games and print what came of it."""
    with Progress(console=console, transient=True, disable=as_json or not sys.stdout.isatty()) as bar:
        task = bar.add_task(found.name, total=games)
        try:
            report = run_games(found, options, players, games, seed, lambda done: bar.advance(task, done))
        except Problem as problem:
            stop(problem, found)
    if as_json:
        print(json.dumps(report._asdict(), indent=2))
    else:
        _print_report(found, report)


def _print_report(found: Game, report: Report) -> None:
    words = text_of(LANG, found.folder)
    table = Table(words("simulate.seat"), words("simulate.player"), words("simulate.wins"), "%",
                  words("simulate.shared"), words("simulate.places"))  # fmt: skip
    for seat, player in enumerate(report.players):
        spread = "  ".join(f"{place}: {count}" for place, count in report.places[seat].items())
        share = f"{100 * report.wins[seat] / report.games:.1f}"
        table.add_row(
            words(f"seat.{seat}"), player, str(report.wins[seat]), share, str(report.shared[seat]), spread
        )
    console.print(table)
    console.print(words("simulate.lengths", mean=f"{report.length_mean:.1f}", least=report.length_least,
                        median=report.length_median, most=report.length_most))  # fmt: skip
    for message, count in report.reasons.items():
        console.print(f"{100 * count / report.games:5.1f} %  {words(message)}", markup=False)


def write_examples() -> None:
    """Write the example files of all games anew."""
    files = [examples(game(name)) for name in names()] + [event_examples(game(name)) for name in events()]
    for path, content in (each for written in files for each in written.items()):
        path.parent.mkdir(exist_ok=True)
        write_file(path, content)
        print(path)
