"""The pages of an event, and of one to try, as a browser without a script gets them."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as Xml

import httpx
import pytest
from events import HOUR, NICKNAMES, SHEET, Clock, crowd, drive, new_event, sheets_first_day
from served import Site, served

from homestretch.event.decisions import decide
from homestretch.event.editions import bring_out
from homestretch.event.event import Event
from homestretch.event.journal import Edition
from homestretch.event.nick import plain

MESSAGE_ID = re.compile(r"(?<![/\w.@-])(ev|plan|try|see|kind|page|event|does|env)\.[a-zA-Z_]{3,}\b")
ATOM = "{http://www.w3.org/2005/Atom}"


class Stage:
    """A server with an event on it."""

    def __init__(self, event: Event, clock: Clock, site: Site) -> None:
        self.event, self.clock, self.site = event, clock, site

    def get(self, path: str, lang: str = "en", status: int = 200) -> httpx.Response:
        """Get a page in a language."""
        answer = self.site.visitor(**{"Accept-Language": lang}).get(path)
        assert answer.status_code == status, answer.text[:500]
        return answer

    def text(self, path: str, lang: str = "en") -> str:
        """Give the text of a page's main part, without markup."""
        return words(self.get(path, lang).text)


def words(page: str) -> str:
    """Give the text of a page's main part."""
    main = re.search(r"<main.*</main>", page, re.DOTALL)
    assert main
    bare = re.sub(r"<svg.*?</svg>|<[^>]*>", " ", main[0], flags=re.DOTALL)
    return re.sub(r"\s+", " ", bare.replace("&nbsp;", " "))


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """Serve an event that has not begun."""
    event, clock = new_event(tmp_path / "event")
    with served(tmp_path, event=event) as site:
        yield Stage(event, clock, site)


def test_before_day_one_the_page_says_when_it_begins_and_shows_the_table(stage: Stage) -> None:
    said = stage.text("/event")
    assert "It has not begun yet" in said
    assert "Monday, 2 March 2026, 20:30" in said
    assert "(Europe/Berlin)" in said
    assert "1 h 0 min" in said
    assert "Before day 1" in stage.text("/event/day/0")
    assert stage.get("/event/day/0.svg").headers["content-type"] == "image/svg+xml"


def test_the_sheets_first_day_is_told_step_by_step_with_its_rules(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    page = stage.get("/event/day/1").text
    said = words(page)
    for told in (
        "Anton is ranked 1 and rolls 6.", "Anton moves 6 fields to 6 (+4).", "4 fields forward to 10 (R).",
        "A card of Rally: Anton now has 1.", "Fritzchen is ranked 6 and rolls 1.", "Half Roll",
    ):  # fmt: skip
        assert told in said, told
    for rule in set(re.findall(r'href="/rules/boardmania#(BM-\w+)"', page)):
        assert f'<h2 id="{rule}">' in stage.get("/rules/boardmania").text, rule
    order = re.findall(r'<li value="(\d)"><a href="#p\d"><bdi class="nick">(\w+)', page)
    assert order == [(str(rank), name) for rank, name in enumerate(SHEET, 1)]


def test_the_standings_and_the_day_in_play_with_its_times_so_far(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    drive(stage.event, 2, {"Emil": 48_000, "Newcomer": 49_500})
    stage.clock.now = stage.event.calendar.windows[1].closes - 90 * 60_000
    said = stage.text("/event")
    assert "Now: day 2 of 9" in said
    assert "Wednesday, 4 March 2026, 20:30" in said
    assert "1 h 30 min" in said
    assert "2 drivers so far, as of 19:00" in said
    assert re.search(r"Emil 0:48\.00 6 Newcomer 0:49\.50 5", said)
    assert "Standings after day 1" in said
    assert re.search(r"1\. 1 Anton .*10 \+10", said)
    assert stage.event.journal.evaluated() == 1


def test_a_day_that_is_over_but_not_evaluated_is_said_to_be_so(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    drive(stage.event, 2, {"Emil": 48_000})
    stage.clock.now = stage.event.calendar.windows[1].closes
    assert "Day 2 is over and has yet to be evaluated" in stage.text("/event")
    stage.get("/event/day/2", status=404)
    stage.event.evaluate()
    assert "Emil is ranked 1 and rolls 6." in stage.text("/event/day/2")


def test_after_the_last_day_the_result_is_final(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    stage.clock.now = stage.event.calendar.windows[-1].closes
    stage.event.evaluate()
    assert "This is the final result." in stage.text("/event")
    assert "All days are over" in stage.text("/event/plan")
    assert "Nobody drove a time." in stage.text("/event/day/9")


def test_a_days_data_and_pictures_have_addresses_of_their_own(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    found = stage.get("/event/day/1.json").json()
    assert (found["event"], found["day"], found["drivers"], found["edition"]) == ("Spring cup", 1, 6, 1)
    assert [(p["login"], p["roll"], p["path"], p["progress"]) for p in found["players"]][:2] == [
        ("Anton", 6, [6, 10], 10), ("Berti", 5, [5], 5),
    ]  # fmt: skip
    assert stage.get("/event/day/1.png").content.startswith(b"\x89PNG")
    drawn = stage.get("/event/day/1.svg?lang=de").text
    assert "Spieltag 1 von 9" in drawn
    assert stage.get("/event/day/1.svg?dark=1").text != stage.get("/event/day/1.svg").text
    for path in ("2", "2.svg", "2.png", "2.json", "-1", "1.svg?edition=2", "1.png?edition=0"):
        stage.get(f"/event/day/{path}", status=404)
    stage.get("/event/day/x", status=400)


def test_a_correction_is_told_with_its_reason_and_earlier_editions_stay(stage: Stage) -> None:
    event = stage.event
    sheets_first_day(event, stage.clock)
    event.journal.add_edition(Edition(1, 1, stage.clock.now, "a", "", {}))
    act = decide(
        event.journal,
        stage.clock.now,
        "set_time",
        "read from the replay",
        day=1,
        login="Emil",
        time_ms=49_500,
    )
    event.journal.add_edition(Edition(1, 2, stage.clock.now + HOUR, "b", "Emil is first", {}))
    said = stage.text("/event/day/1")
    assert "Day 1: the time of Emil is 0:49.50 read from the replay" in said
    assert "corrected, edition 2" in said
    assert "Emil is first" in said
    assert "Emil is ranked 1 and rolls 6." in said
    stage.get("/event/day/1.png?edition=1", status=404)
    (event.folder / "public").mkdir()
    (event.folder / "public" / "day-1-r1.png").write_bytes(b"as it was")
    assert stage.get("/event/day/1.png?edition=1").content == b"as it was"
    assert stage.get("/event/day/1.png?edition=2").content.startswith(b"\x89PNG")
    decide(event.journal, stage.clock.now, "undo", "wrong replay", act=act)
    log = stage.text("/event/log")
    assert log.index("wrong replay") < log.index("read from the replay")
    assert "withdrawn" in log
    assert "Emil is ranked 5 and rolls 2." in stage.text("/event/day/1")


def test_what_a_server_suspects_is_not_public(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    stage.event.journal.act("suspect", stage.clock.now, "odd checkpoints", login="Anton")
    assert "odd" not in stage.text("/event/log")
    assert "The agreements are put on record" in stage.text("/event/log")


def test_the_planner_says_what_each_roll_brings_and_which_time_gives_it(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    drive(stage.event, 2, {"Anton": 50_000, "Berti": 52_000, "Emil": 54_000})
    stage.clock.now += 12 * HOUR
    said = stage.text("/event/plan?login=Emil")
    assert "you cannot take it back" in said
    assert "Emil : on field 2 (S), 2 fields along · 8 fields behind the leader S 1" in said
    assert "Your time of today is 0:54.00: rank 3 and roll 4 for now." in said
    assert re.search(r"6 8 \(R\) \+6 R 1 S 1 Emil moves 6 fields to 8 \(R\)\.", said)
    assert "up to 0:49.999" in said
    assert "0:50.00 – 0:51.999" in said
    assert "no longer possible" not in said
    assert "no longer possible" in stage.text("/event/plan?login=Anton")
    assert "Reckoned with 8 drivers" in stage.text("/event/plan?login=Emil&n=8")
    assert "BM-F6" in said


def test_the_planner_says_who_sits_out_and_takes_strange_logins(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    for strange in ("", "<script>alert(1)</script>", "%00", "🏁" * 60):
        stage.get(f"/event/plan?login={strange}")
    assert "<script>alert" not in stage.get("/event/plan?login=<script>alert(1)</script>").text
    stage.get("/event/plan?login=" + "x" * 300, status=400)
    stage.get("/event/plan?n=abc&more=2")


def test_the_feed_has_an_entry_for_each_day_that_was_published(stage: Stage) -> None:
    sheets_first_day(stage.event, stage.clock)
    assert Xml.fromstring(stage.get("/event/feed.atom").text).findall(f"{ATOM}entry") == []
    bring_out(stage.event)
    entries = Xml.fromstring(stage.get("/event/feed.atom").text).findall(f"{ATOM}entry")
    pages = [entry.find(f"{ATOM}link[@rel='alternate']") for entry in entries]
    days = [f"{stage.site.address}/event/day/{day}" for day in (1, 0)]
    assert [page.get("href") for page in pages if page is not None] == days


@pytest.mark.parametrize("lang", ["nl", "de", "en"])
def test_no_message_id_shows_and_names_are_shown_as_their_owners_write_them(stage: Stage, lang: str) -> None:
    crowd(stage.event, stage.clock)
    decide(stage.event.journal, stage.clock.now, "exclude", "<b>reason</b>", login="login3")
    for path in ("", "/day/0", "/day/1", "/plan", "/plan?login=login4", "/log"):
        page = stage.get(f"/event{path}", lang).text
        assert not re.search(
            r"(?<![/\w.@-])(?:ev|plan|try|see|kind|page|event)\.[a-z_]{3,}\b", words(page)
        ), path
        assert "<b>reason</b>" not in page
    day = words(stage.get("/event/day/1", lang).text)
    shown = [plain(name, "?") for name in NICKNAMES[:42]]
    assert sum(name in day for name in shown if name.isascii() and name.isalnum()) > 5


def test_the_policy_allows_exactly_the_pages_own_styles(stage: Stage) -> None:
    crowd(stage.event, stage.clock)
    for path in ("/event", "/event/day/1", "/event/plan?login=login4", "/event/log"):
        answer = stage.get(path)
        assert " style=" not in answer.text
        assert answer.headers["content-security-policy"].count("'sha256-") == answer.text.count("<style")


def test_without_an_event_there_are_no_such_pages_and_no_table_of_it(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        visitor = site.visitor()
        for path in ("/event", "/event/plan", "/new/boardmania"):
            assert visitor.get(path).status_code == 404, path
        assert visitor.post("/new", data={"game": "boardmania"}).status_code == 404
        made = site.program().post("/matches", json={"game": "boardmania", "players": ["person"]})
        assert made.status_code in (400, 404)
        assert visitor.get("/rules/boardmania").status_code == 200
        assert "Try an event" in visitor.get("/").text


def test_an_event_to_try_is_played_in_nine_steps_and_its_address_is_all_of_it(stage: Stage) -> None:
    assert "How many drivers" in stage.text("/try/boardmania")
    visitor = stage.site.visitor(**{"Accept-Language": "en"})
    begun = visitor.get("/try/boardmania", params={"drivers": 6, "others": "planner", "begin": "1"})
    assert begun.status_code == 303
    path = begun.headers["location"]
    for day in range(1, 10):
        page = visitor.get(path).text
        assert f"Day {day} of 9: how do you drive?" in page
        ways = re.findall(r'<a class="button[^"]*" href="([^"]*days=\w*[fh1-6])"><strong>', page)
        other = re.search(r'<a class="button primary" href="([^"]*)"', page)
        assert other
        path = (ways[day % 7] if ways else other[1]).replace("&amp;", "&")
    end = visitor.get(path).text
    assert re.search(r"You finish in place \d of 6\.", end)
    assert words(visitor.get(path).text) == words(end)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("drivers=1&seed=1", 422), ("drivers=43&seed=1", 422), ("others=x&seed=1", 422), ("seed=-1", 400),
        ("seed=1&days=fffffffffff", 422), ("seed=1&days=7", 422), ("drivers=x", 400),
    ],
)  # fmt: skip
def test_what_cannot_be_tried_is_refused_with_a_reason(stage: Stage, query: str, status: int) -> None:
    assert "try." not in words(stage.get(f"/try/boardmania?{query}", status=status).text)
