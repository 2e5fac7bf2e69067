"""Nicknames: what their codes mean, and that no nickname harms the place it is shown in."""

import re
import unicodedata
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.event.escape import for_chat, for_csv, from_csv, isolated
from homestretch.event.nick import LONGEST, Run, plain, runs
from homestretch.event.nick_paint import contrast, html, readable, stylesheet, svg
from homestretch.svg import DARK, LIGHT, PAGE, TOKENS, to_png

SIXTY = (Path(__file__).parent / "data" / "nicknames.txt").read_text("utf-8").splitlines()
HOSTILE = st.text(
    alphabet=st.sampled_from("$$$$0fFgzoislhp[]<>&\"'\\@#*_`~|.:/= aB\u202e\u2066\u200b\ud83d\x00é҇")
)


@pytest.mark.parametrize(
    ("nickname", "name"),
    [
        ("$FFF»$903y$A13e$B23n$C34v$D44i$E54m$F64e$fff«", "»yenvime«"),
        ("$fffLdm Orbu AU$", "Ldm Orbu AU"),
        ("$i$o$n$s$903x$333ry$903.$fffVydyjji$903!$", "xry.Vydyjji!"),
        ("$m$g$s$i$6F0k$FFFcmihqq$6F0.", "kcmihqq."),
        ("$o$s$n$fffoyfea $i$666~ $z$i$f0cЁŊ", "oyfea ~ ЁŊ"),
        ("$33FL$52Fy$62Eh$81Er$90Dr$90Dy$B19q$D345$F403$", "Lyhrryq53"),
        ("cash$$", "cash$"),
        ("$ta$tb $Tßc", "Ab SSC"),
        ("$l[http://example.org]my page$l!", "my page!"),
        ("$lexample.org$l!", "example.org!"),
        ("$l[a]one$h two$p[b]three$l", "one twothree"),
        ("$h[manialink]there$l[here", "there[here"),
        ("$l[never closed", "[never closed"),
        ("$l[a]one$l[two]", "one[two]"),
        ("$[a$]", "[a]"),
        ("a$qb$Xc$ d", "abcd"),
        ("$f$ix", "x"),
        ("$fX$iy", "y"),
        ("x$f", "x"),
        ("$fHello", "llo"),
    ],
)
def test_the_codes_of_a_nickname_do_not_show(nickname: str, name: str) -> None:
    assert plain(nickname, "login") == name


@pytest.mark.parametrize(
    ("nickname", "expected"),
    [
        ("a$f00b", (Run("a"), Run("b", "#ff0000"))),
        ("$F0cb$gc", (Run("b", "#ff00cc"), Run("c"))),
        ("$ob$ic$od", (Run("b", bold=True), Run("c", bold=True, italic=True), Run("d", italic=True))),
        ("$w$sa$n$sb$mc", (Run("a", shadow=True, width="wide"), Run("b", width="narrow"), Run("c"))),
        ("$0f0$oa$zb", (Run("a", "#00ff00", bold=True), Run("b"))),
        ("$00fa$<$f00b$>c$>d", (Run("a", "#0000ff"), Run("b", "#ff0000"), Run("cd", "#0000ff"))),
        ("$fxya", (Run("a", "#ff0000"),)),
        ("$0f0a$f$ib", (Run("a", "#00ff00"), Run("b", "#00ff00", italic=True))),
        ("$f00a$f00b", (Run("ab", "#ff0000"),)),
    ],
)
def test_a_code_changes_the_style_of_what_follows(nickname: str, expected: tuple[Run, ...]) -> None:
    assert runs(nickname) == expected


@pytest.mark.parametrize(
    "nickname", ["", "$f00$o", "  ", "\u200b\u202e", "\u3164\u2800", "$", "\ud800", "\ufe0f"]
)
def test_a_nickname_of_which_nothing_can_be_seen_gives_way_to_the_login(nickname: str) -> None:
    assert runs(nickname) == ()
    assert plain(nickname, "some/login:1") == "some/login:1"


def test_even_a_login_that_cannot_be_seen_leaves_something() -> None:
    assert plain("", "\u200b") == "?"


def test_what_cannot_be_seen_or_turns_the_text_is_dropped() -> None:
    assert plain("a\u202eb\u200bc\u2067d\x00e\x1bf\ufeffg\u00adh", "x") == "abcdefgh"
    assert plain("two\nlines\u2028more", "x") == "two lines more"
    assert plain("שחר", "x") == "שחר"
    assert plain("a" + "\u0301" * 50, "x") == "a" + "\u0301" * 3


def test_a_long_nickname_is_cut_where_one_can_see_it() -> None:
    assert plain("x" * 48, "l") == "x" * 48
    assert plain("x" * 49, "l") == "x" * 47 + "…"
    assert plain("$f00" + "y" * 30 + "$0f0" + "z" * 30, "l", 10) == "y" * 9 + "…"
    assert plain("abc\u0301def", "l", 4) == "ab…"


@given(HOSTILE)
def test_no_nickname_is_too_long_or_empty_or_hidden(nickname: str) -> None:
    name = plain(nickname, "login")
    assert 0 < len(name) <= LONGEST
    assert not [c for c in name if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


@given(st.text(st.characters(exclude_characters="$", exclude_categories=("C", "Z", "M")), max_size=40))
def test_a_dollar_before_a_dollar_is_one(text: str) -> None:
    doubled = f"x{text}$$y"
    assert plain(doubled, "login") == f"x{text}$y"


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [f"{name}={value}" for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.said += data


@given(HOSTILE)
def test_a_nickname_adds_no_markup_of_its_own_to_a_page(nickname: str) -> None:
    page = _Tags()
    page.feed(html(nickname, "login"))
    page.close()
    assert page.said.strip() == plain(nickname, "login")
    assert set(page.tags) <= {"bdi", "span", "b", "i"}
    assert all(re.fullmatch(r"class=nick(-[0-9a-z]+)?( nick-[a-z]+)?", each) for each in page.attributes)


@given(HOSTILE)
def test_a_nickname_adds_no_markup_of_its_own_to_a_picture(nickname: str) -> None:
    text = ElementTree.fromstring(f"<text>{svg(nickname, 'login', LIGHT)}</text>")
    assert {child.tag for child in text} == {"tspan"}
    said = "".join(text.itertext()).strip("\u2068\u2069").strip()
    assert said == plain(nickname, "login")


def test_markup_in_a_nickname_is_text() -> None:
    assert html("<script>$o&", "x") == '<bdi class="nick">&lt;script&gt;<b>&amp;</b></bdi>'
    assert html('$f00"', "x") == '<bdi class="nick"><span class="nick-f00">&quot;</span></bdi>'


def test_every_colour_of_a_page_has_a_rule_and_no_element_has_a_style() -> None:
    rules = stylesheet(SIXTY)
    for nickname in SIXTY:
        shown = html(nickname, "login")
        assert "style" not in shown
        for name in re.findall(r"nick-[0-9a-f]{3}\b", shown):
            assert f".{name}{{color:light-dark(" in rules


def test_a_picture_of_all_sixty_nicknames_can_be_drawn() -> None:
    for theme in (LIGHT, DARK):
        lines = (f'<text y="{20 * i}">{svg(nickname, "l", theme)}</text>' for i, nickname in enumerate(SIXTY))
        picture = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{"".join(lines)}</svg>'
        assert to_png(picture, 9).startswith(b"\x89PNG")
    assert 'fill="light-dark(' in svg("$f00x", "l", PAGE)


BACKGROUNDS = [TOKENS[name] for name in ("paper", "field", "shade")]


@given(st.integers(0, 0xFFF))
def test_every_colour_is_readable_on_all_our_backgrounds(number: int) -> None:
    colour = "#" + "".join(2 * digit for digit in f"{number:03x}")
    rule = re.search(r"light-dark\((#\w+),(#\w+)\)", stylesheet([f"${number:03x}x"]))
    assert rule
    for light, dark in BACKGROUNDS:
        assert contrast(rule[1], light) >= 4.5
        assert contrast(rule[2], dark) >= 4.5
    assert readable(colour, TOKENS["shade"][0]) == rule[1]


def test_contrast_is_what_wcag_says_it_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert readable("#000000", "#ffffff") == "#000000"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "\t=1", "\r", "'=1", "''@", "＝1"])
def test_a_cell_is_no_formula_for_any_spreadsheet(text: str) -> None:
    assert for_csv(text) == "'" + text


@given(st.text(alphabet="'=+-@\t\ra1＝"))
def test_a_cell_comes_back_as_it_was(text: str) -> None:
    assert from_csv(for_csv(text)) == text
    assert from_csv("'" + "plain") == "'plain"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("*b* _i_", r"\*b\* \_i\_"),
        ("@everyone", "\\@\u200beveryone"),
        ("<@123>", "\\<\\@\u200b123\\>"),
        ("https://x.y", r"https\:\/\/x\.y"),
        ("[a](b)", r"\[a\]\(b\)"),
        ("# a", r"\# a"),
        ("`||~\\", r"\`\|\|\~" + "\\\\"),
        ("1. Ж", r"1\. Ж"),
        ("שחר", "\u2068שחר\u2069"),
    ],
)
def test_chat_shows_a_name_as_it_is_and_mentions_nobody(text: str, said: str) -> None:
    assert for_chat(text) == said


def test_only_text_from_right_to_left_is_set_apart() -> None:
    assert isolated("Жabc1") == "Жabc1"
