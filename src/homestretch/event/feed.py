"""An Atom feed (RFC 4287) with an entry for each day, updated when the day is corrected."""

from datetime import UTC, datetime
from uuid import UUID, uuid5
from xml.etree import ElementTree

from homestretch.event.event import Event
from homestretch.event.journal import Edition
from homestretch.event.nick import cleaned
from homestretch.games.boardmania.words import texts

ATOM = "http://www.w3.org/2005/Atom"
_XML = "http://www.w3.org/XML/1998/namespace"
_IDS = UUID("6f0d8a52-8f0e-4d5a-9a53-7a6d3c1be2a4")


def atom(event: Event, base_url: str, lang: str) -> str:
    """Write the feed; its entries are the texts that were published.

    :param base_url: where the event's pages are, "" where there are none: then the feed has no links.
    """
    editions = event.journal.editions()
    days: dict[int, list[Edition]] = {}
    for edition in editions:
        days.setdefault(edition.day, []).append(edition)
    base = base_url.rstrip("/")
    feed = ElementTree.Element("feed", {"xmlns": ATOM, f"{{{_XML}}}lang": lang})
    if base:
        feed.set(f"{{{_XML}}}base", f"{base}/event/")
    _head(feed, event, editions, base)
    for _, revisions in sorted(days.items(), reverse=True):
        feed.append(_entry(event, revisions, base, lang))
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed, encoding="unicode") + "\n"


def _head(feed: ElementTree.Element, event: Event, editions: list[Edition], base: str) -> None:
    name = cleaned(event.setup.name)
    _add(feed, "id", _id(editions, "feed"))
    _add(feed, "title", name)
    _add(
        feed, "updated", _stamp(max((each.at for each in editions), default=event.calendar.windows[0].opens))
    )
    _add(_add(feed, "author"), "name", name)
    if base:
        _add(feed, "link", rel="self", href=f"{base}/event/feed.atom", type="application/atom+xml")
        _add(feed, "link", rel="alternate", href=f"{base}/event", type="text/html")


def _entry(event: Event, revisions: list[Edition], base: str, lang: str) -> ElementTree.Element:
    first, last = revisions[0], revisions[-1]
    entry = ElementTree.Element("entry")
    _add(entry, "id", _id([first], f"day {first.day}"))
    _add(entry, "title", _title(event, first.day, lang))
    _add(entry, "published", _stamp(first.at))
    _add(entry, "updated", _stamp(last.at))
    if base:
        _add(entry, "link", rel="alternate", href=f"{base}/event/day/{first.day}", type="text/html")
    content = event.folder / "public" / f"day-{last.day}-r{last.revision}.{lang}.html"
    _add(entry, "content", content.read_text("utf-8") if content.exists() else "", type="html")
    return entry


def _title(event: Event, day: int, lang: str) -> str:
    say, name = texts(lang), cleaned(event.setup.name)
    if day == 0:
        return say("bulletin.before", name=name)
    return say("bulletin.title", name=name, day=day, days=event.box.days)


def _id(editions: list[Edition], what: str) -> str:
    """Give an id that never changes: it hangs on the instant of a first edition, which never does either."""
    return uuid5(_IDS, f"{editions[0].at if editions else ''} {what}").urn


def _stamp(instant: int) -> str:
    return datetime.fromtimestamp(instant // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, name, attributes)
    child.text = text
    return child
