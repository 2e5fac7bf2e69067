"""A day in words: natural in three languages, whole, and harmless whatever people call themselves."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from evenings import SIX, at, closes, driven, new_event
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from homestretch.event.bulletin import Bulletin, bulletin, report
from homestretch.event.editions import DAY_ZERO
from homestretch.event.escape import for_chat
from homestretch.event.event import Event
from homestretch.event.forms import HTML, MARKDOWN, Part, Picture
from homestretch.games.boardmania.day import Finish
from homestretch.text import LANGUAGES

HOSTILE = (
    "<b>bold</b>", "*star* _under_", "[link](http://x)", "# head", "1. one", "$f00$o@everyone", "`code`",
    "مرحبا", "a\u202eb", "|x|", "&amp;", "~~gone~~", "\\", "![i](x)",
)  # fmt: skip


def said(event: Event, day: int = 1, lang: str = "de", revision: int = 1, note: str = "") -> Bulletin:
    results = (DAY_ZERO, *event.result(day).days)
    return bulletin(report(event, results[day], revision, note), lang)


def crowd(event: Event, names: tuple[str, ...]) -> Event:
    opens = event.calendar.windows[0].opens
    rows = [Finish(f"l{i}", 50_000 + i * 10, opens + i, "m1", 0, name) for i, name in enumerate(names)]
    event.journal.add(rows, 0)
    return at(event, 1)


class Tags(HTMLParser):
    """Collects tags and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.text = set[str](), ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_sheets_day_is_told_in_german(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    assert (
        said(event).plain
        == """\
Sommercup: Spieltag 1 von 9

6 Fahrer wurden gewertet.

Zeiten und Würfe
- 1. Anton: 0:50.00, Wurf 6
- 2. Berti: 0:51.00, Wurf 5
- 3. Conny: 0:52.00, Wurf 4
- 4. Det: 0:53.00, Wurf 3
- 5. Emil: 0:54.00, Wurf 2
- 6. Fritzchen: 0:55.00, Wurf 1

Züge
- Anton (Nummer 1)
    Anton ist dabei und bekommt die Nummer 1.
    Anton ist auf Rang 1 und würfelt 6.
    Anton zieht 6 Felder weit auf 6 (+4).
    4 Felder vor auf 10 (R).
    Eine Karte von Rally: Anton hat jetzt 1.
- Berti (Nummer 2)
    Berti ist dabei und bekommt die Nummer 2.
    Berti ist auf Rang 2 und würfelt 5.
    Berti zieht 5 Felder weit auf 5.
- Conny (Nummer 3)
    Conny ist dabei und bekommt die Nummer 3.
    Conny ist auf Rang 3 und würfelt 4.
    Conny zieht 4 Felder weit auf 4 (S).
    Eine Karte von Stadium: Conny hat jetzt 1.
- Det (Nummer 4)
    Det ist dabei und bekommt die Nummer 4.
    Det ist auf Rang 4 und würfelt 3.
    Det zieht 3 Felder weit auf 3 (Halbe Augenzahl).
    Halbe Augenzahl: Der nächste Wurf von Det zählt nur zur Hälfte.
- Emil (Nummer 5)
    Emil ist dabei und bekommt die Nummer 5.
    Emil ist auf Rang 5 und würfelt 2.
    Emil zieht 2 Felder weit auf 2 (S).
    Eine Karte von Stadium: Emil hat jetzt 1.
- Fritzchen (Nummer 6)
    Fritzchen ist dabei und bekommt die Nummer 6.
    Fritzchen ist auf Rang 6 und würfelt 1.
    Fritzchen zieht 1 Feld weit auf 1.

Spielstand
- 1. Anton (Nummer 1): Feld 10 (R), Karten R 1
- 2. Berti (Nummer 2): Feld 5
- 3. Conny (Nummer 3): Feld 4 (S), Karten S 1
- 4. Det (Nummer 4): Feld 3 (Halbe Augenzahl), Halbe Augenzahl
- 5. Emil (Nummer 5): Feld 2 (S), Karten S 1
- 6. Fritzchen (Nummer 6): Feld 1

So geht es weiter
Spieltag 2 läuft bis Mittwoch, 3. Juni 2026, 20:30 Uhr (Europe/Berlin).
Map: m2
"""
    )


def test_the_chat_is_told_the_day_in_a_few_lines(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path, url="https://cup.example"))
    assert (
        said(event, lang="nl").chat
        == """\
6 rijders telden mee.
Worp 6: Anton
Worp 5: Berti
Worp 4: Conny
Worp 3: Det
Worp 2: Emil
Worp 1: Fritzchen
Aan kop: 1. Anton 10 · 2. Berti 5 · 3. Conny 4 · 4. Det 3 · 5. Emil 2
Dag 2 loopt tot woensdag 3 juni 2026, 20:30 uur (Europe/Berlin).
Map: m2
Alles over deze dag: https://cup.example/event/day/1"""
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_shows_a_message_id_or_the_bare_word_for_lap_and_day(tmp_path: Path, lang: str) -> None:
    event = driven(new_event(tmp_path, url="https://cup.example"), 9)
    event.journal.act("void", 0, "-", day=2)
    told = [said(event, day, lang, 2, "Anton 10 → 5") for day in range(10)]
    for text in (text for each in told for text in each):
        assert not re.search(r"\b(bulletin|see|kind|does|env)\.[a-z]|BM-|[{}]|seat", text), text
        assert not re.search(r"\b([Rr]unden?|[Rr]ondes?|[Rr]ounds?)\b", text), text


def test_the_three_languages_tell_the_same_things(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path), 3)
    for day in range(4):
        counts = {lang: [text.count("\n") for text in said(event, day, lang)] for lang in LANGUAGES}
        assert counts["nl"] == counts["de"] == counts["en"]


def test_before_day_1_board_and_table_are_told(tmp_path: Path) -> None:
    told = said(new_event(tmp_path), 0, "en").plain
    assert "- 0 (Start) · 1 · 2 (S) · 3 (Half Roll) · 4 (S) · 5 · 6 (+4) · 7 (S) · 8 (R) · 9 (−2)" in told
    assert "- 6 drivers: 6 5 4 3 2 1\n" in told
    assert "- 9 drivers: 6 5 4 4 3 3 2 2 1\n" in told
    assert "Day 1 runs until Tuesday, June 2, 2026, 20:30 (Europe/Berlin)." in told


def test_after_the_last_day_the_winner_is_named_and_no_next_day(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path), 9)
    best = max(event.result(9).days[8].players, key=lambda each: each.progress)
    told = said(event, 9).plain
    assert "Spieltag 9 war der letzte." in told
    assert f"Am weitesten gekommen, {best.progress} Felder: {best.login}" in told
    assert "Spieltag 10" not in told


def test_a_void_day_a_day_without_drivers_and_a_correction_are_told(tmp_path: Path) -> None:
    event = at(new_event(tmp_path), 2)
    event.journal.act("void", 0, "-", day=2)
    assert "Nobody drove a time that counts." in said(event, 1, "en").plain
    assert "Spieltag 2 zählt nicht" in said(event, 2).plain
    assert "Corrected in edition 3: A 1 → 2" in said(event, 1, "en", 3, "A 1 → 2").plain


def test_beyond_42_drivers_have_a_rank_and_no_roll(tmp_path: Path) -> None:
    event = crowd(new_event(tmp_path), tuple(f"d{i}" for i in range(43)))
    told = said(event, 1, "en").plain
    assert "42 drivers were scored." in told
    assert "- 43. d42: 0:50.42, no roll\n" in told


def test_hostile_names_stay_text_in_html(tmp_path: Path) -> None:
    event = crowd(new_event(tmp_path, name="<i>Cup</i>"), HOSTILE)
    page = Tags(said(event, 1, "en", 2, "<script>x</script>").html)
    assert page.tags == {"h2", "h3", "p", "img", "ul", "li"}
    for name in ("<b>bold</b>", "[link](http://x)", "&amp;", "<i>Cup</i>", "<script>x</script>"):
        assert name in page.text


def test_hostile_names_stay_text_in_markdown(tmp_path: Path) -> None:
    """CommonMark as another program reads it, with raw HTML allowed and links made of addresses."""
    event = crowd(new_event(tmp_path, name="<i>Cup</i>"), HOSTILE)
    page = Tags(MarkdownIt("commonmark").render(said(event, 1, "en", 2, "<script>x</script>").markdown))
    assert page.tags == {"h2", "h3", "p", "img", "ul", "li"}
    for name in ("<b>bold</b>", "*star* _under_", "[link](http://x)", "`code`", "1. one", "&amp;"):
        assert f". {name}" in page.text.replace("\u2068", ""), name


@settings(max_examples=60)
@given(st.text(alphabet=st.sampled_from("*_`~[]()<>&\"'\\!#-+.1 |@:/=ab"), max_size=30))
def test_whatever_a_stranger_writes_stays_a_line_of_text(words: str) -> None:
    for form in (MARKDOWN, HTML):
        line = "x" + form.stranger(words) + "x"
        written = form.write(line, Picture("p.png", form.stranger(words)), [Part(line, (line,))])
        page = Tags(written if form is HTML else MarkdownIt("commonmark").render(written))
        assert page.tags == {"h2", "h3", "p", "img"}
        assert page.text.replace("\n", "") == f"x{words}x" * 3


def test_a_chat_is_never_longer_than_what_discord_takes(tmp_path: Path) -> None:
    event = crowd(new_event(tmp_path, name="*" * 60), ("*" * 48,) * 42)
    for lang in LANGUAGES:
        told = said(event, 1, lang, 2, "*" * 3000)
        assert len(for_chat(told.title + "\n" + told.chat)) <= 2000
        assert "42" in told.chat


def test_the_picture_is_named_with_what_it_shows(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path))
    told = said(event)
    assert f'<img src="day-1-r1.png" alt="{told.alt}">' in told.html
    assert "](day-1-r1.png)" in told.markdown
    assert all(name in told.alt for name in SIX)


def test_an_event_with_pages_links_to_them(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path, url="https://cup.example"))
    told = said(event, 1, "de", 2)
    assert 'src="https://cup.example/event/day/1.png?edition=2"' in told.html
    assert told.chat.endswith("\nAlles zu diesem Spieltag: https://cup.example/event/day/1")


def test_dates_are_those_of_the_events_zone(tmp_path: Path) -> None:
    event = driven(new_event(tmp_path, zone="Pacific/Auckland"))
    assert closes(event, 2) % 86_400_000 == (8 * 60 + 30) * 60_000  # 20:30 there is 08:30 UTC in June
    assert "Wednesday, June 3, 2026, 20:30 (Pacific/Auckland)" in said(event, 1, "en").plain
