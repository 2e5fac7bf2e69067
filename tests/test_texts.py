"""Texts: the three languages say the same things, and every text is used."""

import re
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from homestretch.games import events, game, names
from homestretch.text import LANGUAGES, SHARED, Text, choose_language

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "homestretch"
FOLDERS = [SHARED, *(game(name).folder / "locale" for name in (*names(), *events()))]


def catalogue(folder: Path, lang: str) -> dict[str, list[str]]:
    """Give id -> texts (two where there is a plural)."""
    with (folder / f"{lang}.po").open("rb") as file:
        found = read_po(file, locale=lang)
    texts: dict[str, list[str]] = {}
    for message in found:
        key = message.id if isinstance(message.id, str) else message.id[0]
        words = [message.string] if isinstance(message.string, str) else list(message.string or ())
        if key:
            assert key not in texts, f"{key} stands twice"
            texts[key] = words
    return texts


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_the_languages_have_the_same_messages_with_the_same_fields(folder: Path) -> None:
    books = [catalogue(folder, lang) for lang in LANGUAGES]
    assert set(books[0]) == set(books[1]) == set(books[2])
    for key in books[0]:
        fields = [
            {name for text in book[key] for _, name, _, _ in string.Formatter().parse(text) if name}
            for book in books
        ]
        assert fields[0] == fields[1] == fields[2], key
        assert (
            all(text.strip() == text and text for book in books for text in book[key]) or key == "page.and"
        ), key


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_the_machine_never_shouts(folder: Path) -> None:
    for lang in LANGUAGES:
        for key, words in catalogue(folder, lang).items():
            assert "!" not in "".join(words), (lang, key)


def test_every_key_in_the_source_has_a_text() -> None:
    keys = set[str]()
    for path in [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.html")]:
        keys |= set(
            re.findall(
                r'(?:\bt|text|Problem|RecordProblem)\(\s*"([a-z_]+\.[a-z_.0-9]+)"', path.read_text("utf-8")
            )
        )
    assert len(keys) > 100
    known = set(catalogue(SHARED, "en"))
    games = set.intersection(*(set(catalogue(folder, "en")) for folder in FOLDERS[1:]))
    assert sorted(key for key in keys if not key.endswith(".") and key not in known | games) == []


def test_every_shared_text_is_used() -> None:
    source = "".join(p.read_text("utf-8") for p in SOURCE.rglob("*.*") if p.suffix in (".py", ".html", ".js"))
    families = (
        "bot.",
        "page.scheme.",
        "page.confirm.",
        "page.chance.",
        "page.your",
        "page.waiting",
        "page.ended",
        "track.kind.",
        "event.act.",
        "event.ask.",
        "event.col.",
    )
    unused = [
        key for key in catalogue(SHARED, "en") if f'"{key}"' not in source and not key.startswith(families)
    ]
    assert unused == []


def test_a_message_with_a_plural_chooses_by_its_number() -> None:
    text = Text("en", game("pig").folder / "locale")
    one, two = text("PIG-3.lost", seat=0, n=1), text("PIG-3.lost", seat=0, n=2)
    assert "1 point" in one
    assert "1 points" not in one
    assert "2 points" in two


def test_a_seat_is_named_and_begins_a_sentence_large() -> None:
    text = Text("nl", game("crazy_jump").folder / "locale")
    assert text("CJ-16.pass", seat=0).startswith("Zwart ")
    assert text("seat.1") == "rood"


@pytest.mark.parametrize(
    ("wishes", "lang"),
    [
        (["nl-BE", "en"], "nl"),
        (["fr", "de-AT"], "de"),
        (["DE"], "de"),
        (["fr"], "en"),
        ([""], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_that_we_speak_is_taken(wishes: list[str], lang: str) -> None:
    assert choose_language(wishes) == lang


def test_the_three_rulebooks_anchor_each_rule_once() -> None:
    from homestretch.web.special import rulebook_html

    for name in (*names(), *events()):
        for lang in LANGUAGES:
            ids = re.findall(r'<h2 id="([A-Z]+-?[A-Z]?\d+)">', rulebook_html(game(name), lang))
            assert len(ids) == len(set(ids)) > 0
