"""An event's `event.toml`: what the organiser has agreed on, read with clear errors and written once."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from pathlib import Path
from typing import Any

from homestretch.engine.options import is_text, spoken
from homestretch.engine.problem import Problem
from homestretch.event.clock import MOST_DAYS, Calendar, zone_of
from homestretch.games.boardmania.box import OPTIONS

FILE = "event.toml"
LANGUAGES = ("nl", "de", "en")
MOST_NAME = 60
KEYS = (
    "name",
    "zone",
    "cut_off",
    "opens",
    "days",
    "language",
    "url",
    "maps",
    "options",
    "sources",
    "publish",
)
TEMPLATE = """\
# A BoardMania event. `hs event` explains what can be done with it; the rules are `hs rules boardmania`.
name = {name}
# Every day ends at the cut-off, wall time of the zone; day 1 begins at the cut-off of this evening.
zone = {zone}
cut_off = "{cut_off}"
opens = {opens}
days = {days}
# The language of what is published: nl, de or en. url is where people find the pages, for links.
language = "{language}"
url = {url}

# The UIDs of each day's map; without them the column "day" of the times says the day.
[maps]
{maps}
# Rulings that differ from the usual ones, such as: ties = "equal_rank"
[options]
{options}
# Where times come from, besides `hs event import-times`. A password is better kept in the environment:
# [[sources]]
# kind = "database"            # XAseco, UASECO or PyPlanet on MySQL, MariaDB or PostgreSQL; it is only read
# address = "mysql://reader:${{XASECO_PASSWORD}}@127.0.0.1/aseco"
# zone = "Europe/Berlin"
# [[sources]]
# kind = "server"              # the game server itself, while `hs event run` is up
# address = "127.0.0.1:5000"

# Where news goes besides the pages: addresses as Apprise takes them, one message an evening.
[publish]
targets = []                   # such as "${{DISCORD}}" with DISCORD=discord://... in the environment
"""


@dataclass(frozen=True)
class Setup:
    """What was agreed before the event; times are wall times of the zone."""

    name: str
    opens: date
    zone: str = "Europe/Berlin"
    cut_off: time = time(20, 30)
    days: int = 9
    language: str = "de"
    url: str = ""
    maps: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Day -> the UIDs of its map (BM-B1)."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Rulings as words; a board or table of one's own as its text."""
    sources: tuple[Mapping[str, str], ...] = ()
    targets: tuple[str, ...] = ()

    def calendar(self, extra: int = 0) -> Calendar:
        """Give the calendar, with so many days appended.

        :raises Problem: for a zone or a number of days that there is not.
        """
        return Calendar(self.zone, self.cut_off, self.opens, self.days, extra)

    def agreed(self) -> dict[str, object]:
        """Give all that results depend on and that must not change unseen once day 1 is evaluated."""
        usual = spoken(OPTIONS, dict(self.options))
        opens, cut_off = self.opens.isoformat(), self.cut_off.isoformat("minutes")
        return {**usual, "zone": self.zone, "cut_off": cut_off, "opens": opens, "days": self.days}


def read_setup(folder: Path) -> Setup:
    """Read `event.toml` of a folder.

    :raises Problem: if there is none, or naming what in it is wrong.
    """
    path = folder / FILE
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise Problem("event.none", folder=folder) from None
    except OSError as error:
        raise Problem("event.file", file=path, why=error.strerror or str(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("event.toml", file=path, why=str(error)) from None
    unknown = sorted(found.keys() - set(KEYS))
    if unknown:
        raise Problem("event.key", file=path, key=unknown[0], keys=", ".join(KEYS))
    setup = _setup(found, folder)
    check(setup)
    return setup


def _setup(found: Mapping[str, Any], folder: Path) -> Setup:
    return Setup(
        name=_taken(found, "name", str, None),
        opens=_taken(found, "opens", date, None),
        zone=_taken(found, "zone", str, "Europe/Berlin"),
        cut_off=parse_cut_off(_taken(found, "cut_off", str, "20:30")),
        days=_taken(found, "days", int, 9),
        language=_taken(found, "language", str, "de"),
        url=_taken(found, "url", str, "").rstrip("/"),
        maps=_maps(_taken(found, "maps", dict, {})),
        options=_options(_taken(found, "options", dict, {}), folder),
        sources=_sources(_taken(found, "sources", list, [])),
        targets=tuple(map(str, _taken(_taken(found, "publish", dict, {}), "targets", list, []))),
    )


def _taken(found: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
    """Give a value of the right kind.

    :raises Problem: if it is missing or of another kind.
    """
    value = found.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Problem("event.value", key=key, value=str(value)[:60])
    return value


def _maps(found: Mapping[str, Any]) -> dict[int, tuple[str, ...]]:
    maps = {}
    for day, uids in found.items():
        if not day.isdecimal() or not isinstance(uids, str | list):
            raise Problem("event.value", key=f"maps.{day}"[:60], value=str(uids)[:60])
        maps[int(day)] = (uids,) if isinstance(uids, str) else tuple(map(str, uids))
    return maps


def _sources(found: list[Any]) -> tuple[dict[str, str], ...]:
    for number, each in enumerate(found, 1):
        if not isinstance(each, dict):
            raise Problem("event.value", key=f"sources[{number}]", value=str(each)[:60])
    return tuple({str(key): str(value) for key, value in each.items()} for each in found)


def _options(found: Mapping[str, Any], folder: Path) -> dict[str, str]:
    """Take rulings; the name of a file stands for its text."""
    return {key: own_text(str(value), folder) for key, value in found.items()}


def own_text(word: str, folder: Path) -> str:
    """Give the text of a file that is named, else the word.

    :raises Problem: if there is no such file.
    """
    if is_text(word) or not word.endswith((".toml", ".csv", ".txt")):
        return word
    try:
        return (folder / word).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Problem("event.file", file=folder / word, why=str(error)) from None


def check(setup: Setup) -> None:
    """Check what can be checked without the journal.

    :raises Problem: naming what is wrong.
    """
    if not 0 < len(setup.name.strip()) <= MOST_NAME:
        raise Problem("event.value", key="name", value=setup.name[:60])
    if setup.language not in LANGUAGES:
        raise Problem("event.value", key="language", value=setup.language[:60])
    zone_of(setup.zone)
    setup.calendar()
    if "days" in setup.options:
        raise Problem("event.value", key="options.days", value=setup.options["days"])
    check_maps(setup, MOST_DAYS)  # days may have been appended


def check_maps(setup: Setup, last: int) -> None:
    """Check that maps belong to days.

    :raises Problem: naming one of a day beyond the last.
    """
    beyond = [day for day in setup.maps if not 1 <= day <= last]
    if beyond:
        raise Problem("event.value", key="maps", value=str(beyond[0]))


def parse_cut_off(word: str) -> time:
    """Read a wall time such as 20:30.

    :raises Problem: if it is none.
    """
    try:
        read = time.fromisoformat(word.strip().zfill(5))
    except ValueError:
        raise Problem("event.value", key="cut_off", value=word[:60]) from None
    if read.second or read.microsecond or read.tzinfo:
        raise Problem("event.value", key="cut_off", value=word[:60])
    return read


def written(setup: Setup, files: Mapping[str, str]) -> str:
    """Write a setup as `event.toml`; files names the file of each option whose text lies beside it."""
    maps = "".join(f"{day} = {json.dumps(list(uids))}\n" for day, uids in sorted(setup.maps.items()))
    options = {**setup.options, **files}
    return TEMPLATE.format(
        name=_quoted(setup.name), zone=_quoted(setup.zone), cut_off=setup.cut_off.isoformat("minutes"),
        opens=setup.opens.isoformat(), days=setup.days, language=setup.language, url=_quoted(setup.url),
        maps=maps, options="".join(f"{key} = {_quoted(word)}\n" for key, word in options.items()),
    )  # fmt: skip


def _quoted(text: str) -> str:
    """Write a TOML string; JSON's escapes are TOML's too."""
    return json.dumps(text, ensure_ascii=False)
