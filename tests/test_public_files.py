"""The public folder: permanent names for each edition, short ones for the newest, and an Atom feed."""

import json
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import pytest
from evenings import at, driven, new_event

from homestretch.event.decisions import decide
from homestretch.event.editions import bring_out
from homestretch.event.event import Event
from homestretch.event.files import write_public
from homestretch.event.standings import as_data
from homestretch.text import LANGUAGES

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def quick_pngs(request: pytest.FixtureRequest) -> object:
    """Draw real PNGs only where they are the matter."""
    if "real" in request.fixturenames:
        return (yield)
    with mock.patch("homestretch.event.files.to_png", lambda svg, width: svg.encode()[:90] + b"PNG"):
        yield
    return None


@pytest.fixture
def real() -> None:
    """Ask for real PNGs."""


def evening(event: Event, days: int = 1) -> Event:
    driven(event, days)
    bring_out(event)
    write_public(event)
    return event


def corrected(event: Event) -> Event:
    event = at(event, 1, 60_000)
    decide(event.journal, event.clock(), "exclude", "-", login="Anton")
    bring_out(event)
    write_public(event)
    return event


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def feed_of(event: Event) -> ElementTree.Element:
    return ElementTree.fromstring((event.folder / "public" / "feed.atom").read_text("utf-8"))


def words(element: ElementTree.Element, name: str) -> str:
    (found,) = element.findall(ATOM + name)
    return found.text or ""


def test_an_evening_leaves_picture_texts_and_data_under_both_names(tmp_path: Path) -> None:
    there = contents(evening(new_event(tmp_path)).folder / "public")
    texts = {f".{lang}.{kind}" for lang in LANGUAGES for kind in ("txt", "md", "html", "chat.txt", "alt.txt")}
    endings = {".svg", ".png", ".json", *texts}
    assert set(there) == {
        "standings.json", "feed.atom",
        *(name + ending for name in ("day-0", "day-0-r1", "day-1", "day-1-r1") for ending in endings),
    }  # fmt: skip
    assert all(there["day-1" + ending] == there["day-1-r1" + ending] for ending in endings)
    assert "Anton" in there["day-1.de.md"].decode()
    assert there["day-1.nl.alt.txt"] != there["day-1.en.alt.txt"]


def test_the_picture_is_a_png_that_programs_read(tmp_path: Path, real: None) -> None:
    png = contents(evening(new_event(tmp_path)).folder / "public")["day-1.png"]
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20]) == 1440


def test_a_correction_leaves_the_first_edition_as_it_was(tmp_path: Path) -> None:
    event = evening(new_event(tmp_path))
    before = contents(tmp_path / "public")
    after = contents(corrected(event).folder / "public")
    kept = [name for name in before if "-r1" in name]
    assert all(after[name] == before[name] for name in kept)
    assert after["day-1.svg"] == after["day-1-r2.svg"] != before["day-1.svg"]
    assert after["day-0.svg"] == before["day-0.svg"]
    assert "Ausgabe 2, korrigiert" in after["day-1.svg"].decode()


def test_standings_are_what_the_command_prints(tmp_path: Path) -> None:
    event = evening(new_event(tmp_path), 2)
    there = contents(tmp_path / "public")
    assert json.loads(there["standings.json"]) == as_data(event.result())
    assert json.loads(there["standings.json"])["days"][0] == json.loads(there["day-1.json"])


def test_what_is_lost_of_the_newest_editions_is_written_again(tmp_path: Path) -> None:
    event = corrected(evening(new_event(tmp_path)))
    before = contents(tmp_path / "public")
    for path in (tmp_path / "public").iterdir():
        path.unlink()
    assert bring_out(event) == []
    write_public(event)
    assert contents(tmp_path / "public") == {
        name: data for name, data in before.items() if not name.startswith("day-1-r1")
    }


def test_a_half_written_file_of_a_crash_is_never_seen_and_goes_away(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    killed = mock.patch("homestretch.event.files.os.replace", side_effect=[None, None, KeyboardInterrupt])
    with killed, pytest.raises(KeyboardInterrupt):
        bring_out(event)
    assert all(name.startswith(".") for name in contents(tmp_path / "public"))
    bring_out(event)
    write_public(event)
    assert [name for name in contents(tmp_path / "public") if name.startswith(".")] == []


def test_the_feed_has_what_atom_asks_for(tmp_path: Path) -> None:
    """RFC 4287: 4.1.1 and 4.1.2 say what a feed and an entry must have; 4.1.3.3 what HTML content is."""
    event = evening(new_event(tmp_path, url="https://cup.example"), 2)
    feed = feed_of(event)
    entries = feed.findall(ATOM + "entry")
    assert feed.tag == ATOM + "feed"
    assert words(feed.findall(ATOM + "author")[0], "name") == "Sommercup"
    assert [words(entry, "title") for entry in entries] == [
        "Sommercup: Spieltag 2 von 9", "Sommercup: Spieltag 1 von 9", "Sommercup: vor Spieltag 1",
    ]  # fmt: skip
    ids = [words(each, "id") for each in (feed, *entries)]
    assert len(set(ids)) == 4
    assert all(each.startswith("urn:uuid:") for each in ids)
    assert words(feed, "updated") == "2026-06-03T18:30:00Z"
    links = {link.get("rel"): link.get("href") for link in feed.findall(ATOM + "link")}
    assert links == {"self": "https://cup.example/event/feed.atom", "alternate": "https://cup.example/event"}
    for entry in entries:
        (content,) = entry.findall(ATOM + "content")
        assert content.get("type") == "html"
        assert "<img " in (content.text or "")
        assert "alt=" in (content.text or "")
        assert words(entry, "published") == words(entry, "updated")


def test_a_correction_updates_the_entry_and_keeps_its_id(tmp_path: Path) -> None:
    event = evening(new_event(tmp_path))
    before = feed_of(event).findall(ATOM + "entry")
    after = feed_of(corrected(event)).findall(ATOM + "entry")
    assert [words(each, "id") for each in before] == [words(each, "id") for each in after]
    assert words(after[0], "published") == "2026-06-02T18:30:00Z"
    assert words(after[0], "updated") == "2026-06-02T18:31:00Z"
    assert words(after[1], "updated") == words(before[1], "updated")
    assert "Korrigiert in Ausgabe 2" in words(after[0], "content")


def test_an_event_without_pages_has_a_feed_without_links(tmp_path: Path) -> None:
    feed = feed_of(evening(new_event(tmp_path)))
    assert feed.findall(f".//{ATOM}link") == []


def test_names_that_xml_forbids_leave_a_feed_and_a_picture_that_can_be_read(tmp_path: Path) -> None:
    from homestretch.games.boardmania.day import Finish

    event = new_event(tmp_path, name="Cup\x01]]>")
    opens = event.calendar.windows[0].opens
    event.journal.add([Finish("a", 50_000, opens, "m1", 0, "x\ufffe\uffff\x0b]]>")], 0)
    bring_out(at(event, 1))
    write_public(event)
    assert words(feed_of(event), "title") == "Cup]]>"
    picture = ElementTree.parse(tmp_path / "public" / "day-1.svg")
    assert "x]]>" in "".join(picture.getroot().itertext())
