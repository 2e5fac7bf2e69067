"""The public folder: each edition's picture and texts under names for ever, the newest under short ones.

A file is there whole or not at all. Everything in the folder follows from the journal; what is missing of
the newest editions is written again.
"""

import json
import os
from pathlib import Path

from homestretch.engine.problem import Problem
from homestretch.event.bulletin import Report, bulletin, picture
from homestretch.event.event import Event
from homestretch.event.feed import atom
from homestretch.event.journal import Edition
from homestretch.event.standings import as_data
from homestretch.games.boardmania.picture import SIZE
from homestretch.svg import to_png
from homestretch.text import LANGUAGES

PUBLIC = "public"
FEED, STANDINGS = "feed.atom", "standings.json"


def stem(day: int, revision: int = 0) -> str:
    """Give how the names of a day's files begin: of one edition, or of the newest."""
    return f"day-{day}-r{revision}" if revision else f"day-{day}"


def endings() -> tuple[str, ...]:
    """Give how the names of an edition's files end, the picture drawn from another file last."""
    texts = (f".{lang}.{kind}" for lang in LANGUAGES for kind in ("txt", "md", "html", "chat.txt", "alt.txt"))
    return (".svg", ".json", *texts, ".png")


def write(path: Path, data: bytes) -> None:
    """Write a file as a whole, unless it is there already.

    :raises Problem: if it cannot be written.
    """
    try:
        if path.exists() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}.tmp")
        with half.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
    except OSError as error:
        raise Problem("event.file", file=path, why=error.strerror or str(error)) from None


def write_edition(folder: Path, told: Report, data: str) -> None:
    """Write the files of an edition, but for the PNG, which takes longest and is drawn from the SVG.

    :raises Problem: if one cannot be written.
    """
    public, name = folder / PUBLIC, stem(told.day, told.revision)
    for lang in LANGUAGES:
        said = bulletin(told, lang)
        words = {"txt": said.plain, "md": said.markdown, "html": said.html, "chat.txt": said.chat}
        for kind, text in {**words, "alt.txt": said.alt}.items():
            write(public / f"{name}.{lang}.{kind}", text.encode())
    write(public / f"{name}.json", data.encode())
    write(public / f"{name}.svg", picture(told).encode())


def write_public(event: Event) -> None:
    """Write what follows from the editions: missing PNGs, the newest of each day, standings and feed.

    :raises Problem: if a file cannot be written.
    """
    public, editions = event.folder / PUBLIC, event.journal.editions()
    for edition in editions:
        _write_png(public / stem(edition.day, edition.revision))
    for edition in {each.day: each for each in editions}.values():
        _write_newest(public, edition)
    write(public / STANDINGS, json.dumps(as_data(event.result()), ensure_ascii=False, indent=1).encode())
    write(public / FEED, atom(event, event.setup.url, event.setup.language).encode())


def _write_png(path: Path) -> None:
    svg, png = path.with_suffix(".svg"), path.with_suffix(".png")
    if svg.exists() and not png.exists():
        write(png, to_png(svg.read_text("utf-8"), SIZE[0]))


def _write_newest(public: Path, edition: Edition) -> None:
    for ending in endings():
        source = public / (stem(edition.day, edition.revision) + ending)
        if source.exists():
            write(public / (stem(edition.day) + ending), source.read_bytes())


def picture_of(folder: Path, day: int, revision: int) -> Path:
    """Give where an edition's PNG is."""
    return folder / PUBLIC / f"{stem(day, revision)}.png"


def is_missing(folder: Path, edition: Edition) -> bool:
    """Tell whether an edition's files are gone."""
    return not (folder / PUBLIC / f"{stem(edition.day, edition.revision)}.svg").exists()
