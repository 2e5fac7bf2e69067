"""BoardMania's picture: the ring, everybody's number, names as they are, and the same in words."""

import re
from xml.etree import ElementTree

import pytest
from boardmania import calendar, drove

from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.day import Acts
from homestretch.games.boardmania.evaluate import evaluate
from homestretch.games.boardmania.lettering import clipped, contrast, legible, width_of
from homestretch.games.boardmania.picture import describe, draw, plain
from homestretch.games.boardmania.pieces import LETTERS
from homestretch.games.boardmania.ring import CELL, HEIGHT, WIDTH, cell
from homestretch.games.boardmania.standing import Row, Run, Standing, standing_of
from homestretch.svg import DARK, LIGHT, PAGE, TOKENS, to_png
from homestretch.text import LANGUAGES

NO_CARDS = (0,) * len(LETTERS)


def name(words: str) -> tuple[Run, ...]:
    return ((words, None, False, False),)


def standing(progress: list[int], first: int = 1) -> Standing:
    rows = [Row(first + i, name(f"d{first + i}"), each, 1, NO_CARDS) for i, each in enumerate(progress)]
    return Standing("Cup", 3, "1 May", tuple(rows), len(rows))


def words_of(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(each.itertext()) for each in root.iter() if each.tag.endswith("}text")]


@pytest.mark.parametrize("fields", [47, 48])
def test_the_fields_lie_around_a_rectangle_without_a_gap(fields: int) -> None:
    box = make_box({"lap_length": str(fields)})
    places = [cell(box, field) for field in range(fields)]
    covered = [(x + step, y) for x, y, wide, _ in places for step in range(0, wide, CELL)]
    ring = {
        (x, y)
        for x in range(0, WIDTH, CELL)
        for y in range(0, HEIGHT, CELL)
        if x in (0, WIDTH - CELL) or y in (0, HEIGHT - CELL)
    }
    assert sorted(covered) == sorted(ring)
    assert len(ring) == 48


def test_the_pieces_go_counter_clockwise_from_the_bottom_right() -> None:
    box = make_box()
    corners = {field: cell(box, field)[:2] for field in (0, 1, 11, 24, 35, 46)}
    assert corners == {
        0: (1200, 1100), 1: (1300, 1000), 11: (1300, 0), 24: (0, 0), 35: (0, 1100), 46: (1100, 1100),
    }  # fmt: skip


@pytest.mark.parametrize(
    "progress",
    [[24] * 42, [0] * 42, [*range(42)], [30] * 13, [47] * 100],
    ids=["one", "start", "spread", "13", "100"],
)
@pytest.mark.parametrize("theme", [LIGHT, DARK, PAGE], ids=["light", "dark", "page"])
def test_every_number_can_be_read(progress: list[int], theme: object) -> None:
    svg = draw(make_box(), standing(progress, 101), theme, "en")  # type: ignore[arg-type]
    read = " ".join(words_of(svg))
    missing = [n for n in range(101, 101 + len(progress)) if not re.search(rf"\b{n}\b", read)]
    assert missing == []


def test_where_not_all_have_a_chip_the_others_are_counted_and_all_are_listed() -> None:
    said = words_of(draw(make_box(), standing([24] * 42), LIGHT, "de"))
    assert "+31" in said
    assert "Feld 24: " + " ".join(map(str, range(1, 43))) in " ".join(said)


def test_names_are_drawn_as_text_whatever_they_are_made_of() -> None:
    odd = Row(1, (('<b>&"', "#ff0000", True, False), ("]]>", None, False, True)), 4, 1, NO_CARDS)
    said = words_of(draw(make_box(), Standing("<Cup>", 1, "", (odd,), 1), LIGHT, "en"))
    assert '<b>&"]]>' in said
    assert "<Cup>" in said


def test_before_the_first_day_the_dice_table_is_shown() -> None:
    said = words_of(draw(make_box(), Standing("Cup", 0, ""), LIGHT, "en"))
    rows = {
        7: ["1", "2", "3", "4–5", "6", "7"],
        42: ["1–7", "8–14", "15–21", "22–28", "29–35", "36–42"],
    }
    for n, ranks in rows.items():
        assert [str(n), *ranks] in [said[i : i + 7] for i in range(len(said))]


def test_a_png_can_be_made() -> None:
    png = to_png(draw(make_box(), standing([5, 9]), DARK, "nl"), 800)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20]) == 800


LEVELS = ("00", "55", "88", "ff")


@pytest.mark.parametrize("colour", [f"#{r}{g}{b}" for r in LEVELS for g in LEVELS for b in LEVELS])
@pytest.mark.parametrize("paper", TOKENS["paper"])
def test_names_of_any_colour_stand_out_from_the_paper(colour: str, paper: str) -> None:
    assert contrast(legible(colour, paper), paper) >= 4.5


def test_the_contrast_is_that_of_the_guidelines() -> None:
    """Black on white is 21 to 1; #767676 is known as the lightest grey that passes 4.5 to 1 on white."""
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#767676", "#ffffff") >= 4.5 > contrast("#777777", "#ffffff")
    assert legible("#1b1a18", "#faf8f4") == "#1b1a18"


def test_a_name_that_is_too_long_is_cut_and_keeps_its_colours() -> None:
    runs: tuple[Run, ...] = (("Very long ", "#ff0000", False, False), ("name indeed", None, True, False))
    cut = clipped(runs, 200, 20)
    assert cut[0] == runs[0]
    assert cut[1][0].endswith("…")
    assert cut[1][1:] == runs[1][1:]
    assert width_of("".join(words for words, *_ in cut), 20) <= 200
    assert clipped(runs, 1000, 20) == runs


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_shown_is_also_said(lang: str) -> None:
    box = make_box()
    finishes = [drove(f"d{i}", 50 + i, day, nickname=f"N{i}") for day in (1, 2, 3, 4) for i in range(8)]
    day = evaluate(box, calendar(4), finishes, Acts(withdrawn={"d7": 2}), {}).days[-1]
    shown = standing_of(day, "Cup", "1 May", lambda nickname, login: name(nickname or login), "new edition")
    for said in (describe(box, shown, lang), plain(box, shown, lang)):
        assert all(f"N{i}" in said for i in range(8))
        assert "new edition" in said
        assert "see." not in said
        assert "kind." not in said
    assert describe(box, Standing("Cup", 0, ""), lang).count(".") == 5


def test_the_order_is_by_place_and_the_leader_has_the_golden_number() -> None:
    day = evaluate(make_box(), calendar(1), [drove("a", 51), drove("b", 50)], Acts(), {}).days[0]
    shown = standing_of(day, "Cup", "", lambda nickname, login: name(login))
    assert [(row.plain_name, row.place, row.gain) for row in shown.rows] == [("b", 1, 10), ("a", 2, 5)]
    assert draw(make_box(), shown, LIGHT, "en").count("#f2c230") == 2
