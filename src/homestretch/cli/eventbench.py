"""`hs bench boardmania`: a big event from its CSV to the standings, events of bots, and the picture."""

import random
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

from homestretch.event.clock import Calendar
from homestretch.event.csv_source import read_csv, write_csv
from homestretch.event.event import Event, init
from homestretch.event.pictures import standing_after
from homestretch.event.setup import Setup
from homestretch.event.taking import take
from homestretch.games import game
from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.day import Finish
from homestretch.lab.bench import best_of, seconds_of
from homestretch.lab.event_report import usual_drivers
from homestretch.lab.events import play_events
from homestretch.svg import LIGHT, to_png

DRIVERS, FINISHES, DAYS = 1_000, 100_000, 9
EVENTS, PICTURES, PNGS, PNG_WIDTH = 2_000, 10, 2, 1_600
SETUP = Setup("Bench", date(2026, 1, 1), days=DAYS)


def event_figures(say: Callable[[str], None]) -> dict[str, float]:
    """Measure BoardMania; say is told what is being measured."""
    say("boardmania ...")
    with tempfile.TemporaryDirectory() as folder:
        times = 1 / best_of(lambda: 1 / _import_and_evaluate(Path(folder), times_file()))
        event = Event(next(Path(folder).iterdir()))
        pictures = _pictures(event)
        event.journal.close()
    return {
        "drivers": DRIVERS, "finishes": FINISHES, "import_and_evaluate_s": times,
        "bot_events_per_s": _events_per_s(), **pictures,
    }  # fmt: skip


def times_file() -> bytes:
    """Write nine days of times of a thousand drivers as a CSV file."""
    dice, windows = random.Random(1), Calendar(SETUP.zone, SETUP.cut_off, SETUP.opens, DAYS).windows
    finishes = []
    for i in range(FINISHES):
        day, driver = i * DAYS // FINISHES, dice.randrange(DRIVERS)
        driven_at = dice.randrange(*windows[day])
        time_ms = 40_000 + 10 * driver + dice.randrange(20_000)
        finishes.append(
            Finish(f"driver{driver}", time_ms, driven_at, "", day + 1, f"$f0{driver % 10}D{driver}")
        )
    return write_csv(finishes).encode()


def _import_and_evaluate(folder: Path, data: bytes) -> float:
    event = init(folder / str(len(list(folder.iterdir()))), SETUP)
    try:
        return seconds_of(lambda: _evening(event, data))
    finally:
        event.journal.close()


def _evening(event: Event, data: bytes) -> None:
    take(event, read_csv(data, event.setup.zone).finishes)
    event.evaluate()
    event.result()


def _events_per_s() -> float:
    drivers, box = usual_drivers(), make_box()
    play_events(box, drivers, 1, 0, EVENTS)  # compiles
    return best_of(lambda: EVENTS / seconds_of(lambda: play_events(box, drivers, 1, 0, EVENTS)))


def _pictures(event: Event) -> dict[str, float]:
    picture = game("boardmania").picture
    box, standing = event.box, standing_after(event, event.result().days[-1], "de")
    standing = standing._replace(rows=standing.rows[:42], n=42)

    def svg() -> str:
        return str(picture.draw(box, standing, LIGHT, "de"))

    def rate(work: Callable[[], object], count: int) -> float:
        return count / seconds_of(lambda: [work() for _ in range(count)])

    return {
        "svg_ms": 1e3 / best_of(lambda: rate(svg, PICTURES)),
        "png_ms": 1e3 / best_of(lambda: rate(lambda: to_png(svg(), PNG_WIDTH), PNGS)),
    }
