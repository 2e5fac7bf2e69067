"""The event as an Atom feed (RFC 4287): an entry for each evaluated day, updated when it is corrected."""

from datetime import UTC, datetime
from xml.etree import ElementTree as Xml

from homestretch.event.event import Event
from homestretch.event.journal import Edition
from homestretch.event.nick import cleaned, plain
from homestretch.games.boardmania.evaluate import DayResult
from homestretch.text import text_of

ATOM = "http://www.w3.org/2005/Atom"
_LEADERS = 3


def atom(event: Event, base_url: str, lang: str) -> str:
    """Write the feed; base_url is where the pages are, without a slash at the end."""
    Xml.register_namespace("", ATOM)
    root, here = (
        Xml.Element(f"{{{ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": lang}),
        base_url,
    )
    found, editions = event.result().days, {each.day: each for each in event.journal.editions()}
    closes = [event.calendar.windows[0].opens, *(window.closes for window in event.calendar.windows)]
    stamps = [editions[day.day].at if day.day in editions else closes[day.day] for day in found]
    _add(root, "id", f"{here}/event")
    _add(root, "title", cleaned(event.setup.name))
    _add(root, "updated", _stamp(max(stamps, default=closes[0])))
    _add(Xml.SubElement(root, f"{{{ATOM}}}author"), "name", cleaned(event.setup.name))
    _link(root, "self", f"{here}/event/feed.atom", "application/atom+xml")
    _link(root, "alternate", f"{here}/event", "text/html")
    for day, at in reversed(list(zip(found, stamps, strict=True))):
        _entry(root, day, at, editions.get(day.day), here, lang)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(root, "unicode")


def _entry(root: Xml.Element, day: DayResult, at: int, edition: Edition | None, here: str, lang: str) -> None:
    entry, page, say = Xml.SubElement(root, f"{{{ATOM}}}entry"), f"{here}/event/day/{day.day}", text_of(lang)
    _add(entry, "id", page)
    revised = edition is not None and edition.revision > 1
    _add(entry, "title", say("ev.day_revised" if revised else "ev.day", day=day.day))
    _add(entry, "updated", _stamp(at))
    _link(entry, "alternate", page, "text/html")
    _link(entry, "enclosure", f"{page}.png", "image/png")
    _add(entry, "summary", _summary(day, edition, lang))


def _summary(day: DayResult, edition: Edition | None, lang: str) -> str:
    say = text_of(lang)
    if day.is_void:
        said = say("ev.void")
    else:
        first = sorted(day.players, key=lambda each: (each.place, each.number))[:_LEADERS]
        names = ", ".join(f"{each.place}. {plain(each.nickname, each.login)}" for each in first)
        said = say("ev.feed_day", n=day.n, names=names)
    return f"{said} {cleaned(edition.note)}".strip() if edition else said


def _add(parent: Xml.Element, name: str, words: str) -> None:
    Xml.SubElement(parent, f"{{{ATOM}}}{name}").text = words


def _link(parent: Xml.Element, rel: str, href: str, kind: str) -> None:
    Xml.SubElement(parent, f"{{{ATOM}}}link", {"rel": rel, "href": href, "type": kind})


def _stamp(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
