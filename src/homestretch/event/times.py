"""Race times and instants as people and programs write them.

Race times. Only digits are milliseconds, as every record store keeps them: `62340`. With a point or comma
the part before it is seconds, minutes or hours, and behind it stand tenths, hundredths or thousandths:
`62.34`, `1:02.34`, `1:02,340`, `1:02:03.45`. So `1.234` is 1234 ms, read either way. A time with a colon and
nothing behind the seconds (`1:02`) is refused: it could be hours and minutes, and its hundredths are lost.

Instants. With an offset or `Z` they say what they mean; without, they are wall times of the source's zone
(twice: the first; see clock). Nine to eleven digits are seconds since the epoch, twelve and thirteen
milliseconds; anything else of only digits is refused. `31.12.2026 20:15` is what a German spreadsheet makes
of an ISO time, and is read as such; a date without a time of day is refused, as nobody finished at midnight.
"""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from homestretch.engine.problem import Problem
from homestretch.event.clock import YEARS, instant_of, milliseconds

LONGEST_RACE = 24 * 3_600_000
"""Milliseconds; what is longer is a mistake, such as an instant in the wrong column."""
_SHOWN = 40
_RACE = re.compile(r"(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})[.,](\d{1,3})", re.ASCII)
_DIGITS = re.compile(r"\d{1,20}", re.ASCII)
_INSTANT = re.compile(
    r"(?:(\d{4})-(\d\d)-(\d\d)|(\d{1,2})\.(\d{1,2})\.(\d{4}))[T ](\d{1,2}:\d\d)(:\d\d)?(?:[.,](\d{1,9}))?"
    r" ?(Z|[+-]\d\d:?\d\d)?",
    re.ASCII | re.IGNORECASE,
)


def short(value: str) -> str:
    """Give a value as messages repeat it."""
    return value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"


def parse_time(value: str) -> int:
    """Give a race time in milliseconds; 0 is a retirement.

    :raises Problem: naming the value.
    """
    text = value.strip()
    ms = int(text) if _DIGITS.fullmatch(text) else _with_fraction(text)
    if ms is None:
        raise Problem("time.form", value=short(value))
    if ms > LONGEST_RACE:
        raise Problem("time.long", value=short(value), hours=LONGEST_RACE // 3_600_000)
    return ms


def _with_fraction(text: str) -> int | None:
    match = _RACE.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds, fraction = match.groups()
    if minutes is not None and (len(seconds) != 2 or int(seconds) > 59):
        return None
    if hours is not None and (len(minutes) != 2 or int(minutes) > 59):
        return None
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds)
    return whole * 1000 + int(fraction.ljust(3, "0"))


def format_time(ms: int) -> str:
    """Give a race time as the game shows it: `1:02.34`, with thousandths where there are any: `1:02.345`."""
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    fraction = f"{rest % 1000:03}" if ms % 10 else f"{rest % 1000 // 10:02}"
    front = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{front}:{rest // 1000:02}.{fraction}"


def parse_instant(value: str, zone: ZoneInfo) -> int:
    """Give an instant in milliseconds since the epoch; without an offset it is a wall time of the zone.

    :raises Problem: naming the value.
    """
    text = value.strip()
    ms = _since_epoch(text) if _DIGITS.fullmatch(text) else _written(text, zone)
    if ms is None:
        raise Problem("instant.form", value=short(value))
    return ms


def _since_epoch(digits: str) -> int | None:
    if 9 <= len(digits) <= 11:
        return _known(int(digits) * 1000)
    return _known(int(digits)) if 12 <= len(digits) <= 13 else None


def _known(ms: int) -> int | None:
    return ms if ms < (YEARS[-1] - 1970) * 31_556_952_000 else None


def _written(text: str, zone: ZoneInfo) -> int | None:
    match = _INSTANT.fullmatch(text)
    if match is None:
        return None
    year, month, day, day_de, month_de, year_de, clock, seconds, fraction, offset = match.groups()
    date = f"{year or year_de}-{month or month_de:0>2}-{day or day_de:0>2}"
    if int(date[:4]) not in YEARS:
        return None
    micro = (fraction or "0").ljust(6, "0")[:6]
    try:
        wall = datetime.fromisoformat(f"{date}T{clock:0>5}{seconds or ':00'}.{micro}{(offset or '').upper()}")
    except ValueError:
        return None
    return milliseconds(wall) if wall.tzinfo else instant_of(wall, zone)


def format_instant(ms: int) -> str:
    """Give an instant as ISO 8601 in UTC, with milliseconds."""
    whole = datetime.fromtimestamp(ms // 1000, UTC)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{ms % 1000:03}Z"
