"""BoardMania's texts and rulebooks: three languages that say the same, and every rule that is told."""

import random
import re
import string

import pytest
from boardmania import board, hand, one_player
from test_texts import catalogue

from homestretch.engine.options import Choice, Count, Data
from homestretch.engine.story import Event
from homestretch.games.boardmania.box import OPTIONS, make_box
from homestretch.games.boardmania.pieces import BEAM, BLOCKER, BOOSTER, HALF, SIT_OUT, WECHSEL
from homestretch.games.boardmania.rules import enrol, evaluate_day, void_day
from homestretch.games.boardmania.words import FOLDER, does_word, doubt_line, field_name, story_lines, texts
from homestretch.text import LANGUAGES

BOOKS = {lang: (FOLDER / "rulebook" / f"{lang}.md").read_text("utf-8") for lang in LANGUAGES}
HEADING = re.compile(r"^## (BM-[A-G]\d+) · ", re.MULTILINE)


def told(seed: int) -> set[Event]:
    """Play a random event under random rulings; give all that is told."""
    dice = random.Random(seed)
    words = [
        "plain",
        *"ABS",
        "half",
        "booster",
        "wechsel",
        "blocker",
        "beam",
        "sit_out",
        "+3",
        "-4",
        "-20",
        "+2",
    ]
    options = {
        o.key: dice.choice(o.words)
        for o in OPTIONS
        if isinstance(o, Choice) and o.key not in ("repeat_guard", "lap_length")
    }
    box = make_box({**options, "days": "6", "board": board({i: dice.choice(words) for i in range(47)})})
    s = one_player(box)
    s.story = []
    enrol(box, s, 2)
    for _ in range(5):
        evaluate_day(box, s, [dice.randrange(7), dice.randrange(7)], [1, 2])
    void_day(box, s)
    return set(s.story)


EVENTS = sorted(set().union(*(told(seed) for seed in range(300))))
MESSAGES = {event.message for event in EVENTS}


def test_random_events_tell_every_message_that_the_rules_have() -> None:
    source = "".join((FOLDER / f"{name}.py").read_text("utf-8") for name in ("moves", "rules"))
    assert set(re.findall(r'"(BM-[A-Z]\d+\.[a-z_]+)"', source)) == MESSAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_told_has_a_sentence_of_its_own(lang: str) -> None:
    say, box = texts(lang, ["Anna", "Bert"]), make_box()
    for event, line in zip(EVENTS, story_lines(box, say, EVENTS), strict=True):
        assert event.message not in line
        assert line.endswith(".")
        assert "{" not in line
    for message in ("BM-B8.unknown", "BM-C6.login"):
        assert "x, y" in doubt_line(say, message, ["x", "y"])


def test_the_story_of_a_move_is_told_step_by_step() -> None:
    box = make_box()
    s = one_player(box, 3, "R2 S2", "booster")
    s.story = []
    evaluate_day(box, s, [3], [4])
    assert story_lines(box, texts("en", ["Anna"]), s.story) == [
        "Day 1.",
        "Anna is ranked 4 and rolls 3.",
        "Booster: 3 becomes 6.",
        "Anna moves 6 fields to 9 (−2).",
        "2 fields back to 7 (S).",
        "A card of Stadium: Anna now has 3.",
        "Three cards of Stadium: Anna gets the bonus and moves 3 fields on to 10 (R).",
        "A card of Rally: Anna now has 3.",
        "Three cards of Rally: Anna gets the bonus and moves 3 fields on to 13 (R).",
        "A card of Rally: Anna now has 1.",
    ]
    assert s.cards[0] == hand("R1")


@pytest.mark.parametrize(
    ("at", "roll", "fields", "laps"),
    [
        (46, 1, {}, [("BM-A3.lap", 2)]),
        (46, 2, {1: "-2"}, [("BM-A3.lap", 2), ("BM-A5.lap", 1)]),
        (46, 2, {1: "beam"}, [("BM-A3.lap", 2), ("BM-A5.lap", 1)]),
        (1, 1, {2: "-5"}, []),
        (44, 2, {}, []),
    ],
)
def test_laps_are_told_when_they_begin_and_when_they_are_lost(
    at: int, roll: int, fields: dict[int, str], laps: list[tuple[str, int]]
) -> None:
    box = make_box({"board": board(fields)})
    s = one_player(box, at)
    s.story = []
    evaluate_day(box, s, [roll], [1])
    assert [(e.message, e.a) for e in s.story if e.message in ("BM-A3.lap", "BM-A5.lap")] == laps


def test_below_start_no_lap_is_lost_and_none_begun() -> None:
    box = make_box({"board": board({2: "-5"}), "below_start": "negative"})
    s = one_player(box)
    s.story = []
    for roll, progress in ((2, -3), (4, 1)):
        evaluate_day(box, s, [roll], [1])
        assert s.progress[0] == progress
    assert [e.message for e in s.story if e.message in ("BM-A3.lap", "BM-A5.lap")] == []


def test_fields_are_named_in_the_sheets_german() -> None:
    say, box = texts("de"), make_box()
    names = [field_name(box, field, say) for field in (0, 1, 2, 3, 9, 11, 12, 14, 15, 22, 45)]
    assert names == [
        "0 (Start)", "1", "2 (S)", "3 (Halbe Augenzahl)", "9 (−2)", "11 (Booster)", "12 (Wechselbooster)",
        "14 (Motorblocker)", "15 (+3)", "22 (Zurückbeamen)", "45 (Aussetzen)",
    ]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_field_does_is_said_as_was_agreed(lang: str) -> None:
    say, usual = texts(lang), make_box()
    other = make_box({
        "half_expires": "next_move", "booster_expires": "next_move", "blocker_expires": "next_day",
        "beam_origin": "previous_step", "sit_out_serves": "participation",
    })  # fmt: skip
    for kind in (HALF, BOOSTER, BLOCKER, BEAM, SIT_OUT):
        said = [say(does_word(box, kind)) for box in (usual, other)]
        assert said[0] != said[1]
        assert all(" " in each for each in said)
    assert does_word(usual, WECHSEL) == does_word(other, WECHSEL)


def test_the_languages_have_the_same_messages_with_the_same_fields() -> None:
    books = [catalogue(FOLDER / "locale", lang) for lang in LANGUAGES]
    assert set(books[0]) == set(books[1]) == set(books[2])
    for key in books[0]:
        fields = [
            {name for text in book[key] for _, name, _, _ in string.Formatter().parse(text) if name}
            for book in books
        ]
        assert fields[0] == fields[1] == fields[2], key
        assert all(
            text.strip() == text and text and "!" not in text for book in books for text in book[key]
        ), key


def test_the_bare_word_for_lap_and_day_is_never_used() -> None:
    """The sheet means by Runde now a lap, now a day."""
    german = " ".join(text for each in catalogue(FOLDER / "locale", "de").values() for text in each)
    assert re.findall(r"\bRunden?\b", german + BOOKS["de"]) == []
    dutch = " ".join(text for each in catalogue(FOLDER / "locale", "nl").values() for text in each)
    assert re.findall(r"\b[Rr]ondes?\b", dutch + BOOKS["nl"]) == []
    english = " ".join(text for each in catalogue(FOLDER / "locale", "en").values() for text in each)
    assert re.findall(r"\b[Rr]ounds?\b", english + BOOKS["en"]) == []


def test_every_option_has_its_words_in_three_languages() -> None:
    for lang in LANGUAGES:
        known = catalogue(FOLDER / "locale", lang)
        for option in OPTIONS:
            words = () if isinstance(option, Count) else option.words
            for key in (f"option.{option.key}", *(f"option.{option.key}.{word}" for word in words)):
                assert key in known, key


def test_the_three_rulebooks_have_the_same_rules_and_all_that_is_told() -> None:
    headings = [HEADING.findall(book) for book in BOOKS.values()]
    assert (
        headings[0]
        == headings[1]
        == headings[2]
        == sorted(set(headings[0]), key=lambda each: (each[3], int(each[4:])))
    )
    assert {message.partition(".")[0] for message in MESSAGES} | {"BM-B8", "BM-C6"} <= set(headings[0])


def test_the_rulebooks_explain_every_word_of_every_option() -> None:
    for book in BOOKS.values():
        for option in OPTIONS:
            assert option.rule in HEADING.findall(book)
            for word in (option.default,) if isinstance(option, Count) else option.words:
                assert f"`{option.key}={word}`" in book, f"{option.key}={word}"
            if isinstance(option, Data):
                assert f"`{option.key}`" in book
