"""Files of an event and for one: pictures, exports, boards and dice tables of one's own."""

from pathlib import Path

from homestretch.cli.event_show import GAME, write
from homestretch.cli.show import write_file
from homestretch.cli.speech import text
from homestretch.engine.problem import Problem
from homestretch.event.csv_source import write_csv
from homestretch.event.document import document
from homestretch.event.event import Event
from homestretch.event.pictures import standing_after
from homestretch.games.boardmania.box import Finding, check_board, check_table
from homestretch.games.boardmania.evaluate import Evaluation
from homestretch.svg import DARK, LIGHT, to_png
from homestretch.text import text_of

PNG_WIDTH = 1600
PICTURES, EXPORTS = (".svg", ".png"), (".json", ".csv")


def draw_day(event: Event, found: Evaluation, day: int, file: Path, dark: bool) -> None:
    """Draw the board after a day, in the event's language.

    :raises Problem: if the name of the file ends neither in .svg nor in .png, or it cannot be written.
    """
    kind = _kind(file.suffix.lower(), PICTURES)
    standing = standing_after(event, found.days[day - 1] if day else None, event.setup.language)
    svg = GAME.picture.draw(event.box, standing, DARK if dark else LIGHT, event.setup.language)
    write_file(file, to_png(svg, PNG_WIDTH) if kind == ".png" else svg)


def exported(event: Event, kind: str) -> str:
    """Give the whole event as JSON (.json) or its finishes as CSV (.csv).

    :raises Problem: for another kind.
    """
    if _kind(kind, EXPORTS) == ".csv":
        return write_csv(event.journal.finishes())
    return document(event)


def _kind(suffix: str, kinds: tuple[str, ...]) -> str:
    if suffix not in kinds:
        raise Problem("event.file_kind", found=suffix or "-", kinds=", ".join(kinds))
    return suffix


def board_is_sound(file: Path) -> bool:
    """Say all that is wrong or poor about a board; tell whether it can be played on."""
    return _is_sound(file, check_board(_text(file)))


def table_is_sound(file: Path) -> bool:
    """Say all that is wrong with a dice table; tell whether it can be played with."""
    return _is_sound(file, check_table(_text(file)))


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise Problem("cli.unreadable", file=file, why=why) from error


def _is_sound(file: Path, findings: list[Finding]) -> bool:
    say = text_of(text.lang, GAME.folder)
    for finding in findings:
        found = say(finding.key, **finding.params)
        write(found if finding.is_error else text("event.poor", what=found))
    is_sound = not any(finding.is_error for finding in findings)
    write(text("event.sound" if is_sound else "event.unsound", file=file))
    return is_sound
