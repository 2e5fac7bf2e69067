"""The pages of an event in a real browser: a phone and a desk, light and dark, without a script, axe."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import DESK, PHONE, Person, serving
from events import DAY, NICKNAMES

from homestretch.event.event import Event, init, utc_now
from homestretch.event.setup import Setup
from homestretch.games.boardmania.day import Finish

People = Callable[..., Person]
PAGES = ("/event", "/event/day/1", "/event/plan?login=login4", "/event/log")
TRIAL = "/try/boardmania?drivers=42&others=mixed&seed=1&days=f6"
CUT = """() => [...document.querySelectorAll("main *")].filter((element) => {
  const style = getComputedStyle(element);
  const is_cut = element.scrollWidth > element.clientWidth + 1 && style.overflowX !== "visible";
  return is_cut && style.clipPath === "none" && element.innerText?.trim();
}).map((element) => element.outerHTML.slice(0, 200))"""
OUTSIDE = """() => [...document.querySelectorAll("main :not(svg *)")].filter((element) => {
  const box = element.getBoundingClientRect();
  const is_out = box.width && (box.left < -1 || box.right > innerWidth + 1);
  return is_out && getComputedStyle(element).clipPath === "none";
}).map((element) => element.outerHTML.slice(0, 200))"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve an event of 42 drivers with hostile names, in its second day."""
    folder = tmp_path_factory.mktemp("event")
    now = utc_now()
    opens = datetime.fromtimestamp((now - 2 * DAY) / 1000, UTC).date()
    init(folder / "cup", Setup("Cup <1>", opens, zone="UTC"))
    event = Event(folder / "cup")
    for day, window in enumerate(event.calendar.windows[: event.calendar.day_at(now)], 1):
        event.journal.add(
            [
                Finish(f"login{i}", 50_000 + 37 * i * day, window.opens + i, "", day, NICKNAMES[i], "csv")
                for i in range(42)
            ],
            now,
        )
    event.evaluate()
    event.journal.close()
    with serving(folder, "--event", str(folder / "cup")) as address:
        yield address


@pytest.mark.parametrize("look", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_is_cut_off_and_nothing_scrolls_sideways(person: People, look: dict[str, Any]) -> None:
    for lang, scheme in (("de-DE", "dark"), ("nl-NL", "light")):
        reader = person(**{**look, "locale": lang, "color_scheme": scheme})
        for path in (*PAGES, TRIAL, "/try/boardmania", "/"):
            reader.page.goto(path)
            assert reader.scroll_width() <= look["viewport"]["width"], path
            assert reader.page.evaluate(CUT) == [], path
            assert reader.page.evaluate(OUTSIDE) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(person: People, scheme: str) -> None:
    reader = person(**PHONE, color_scheme=scheme)
    for path in (*PAGES, TRIAL, "/try/boardmania"):
        reader.page.goto(path)
        found = Axe().run(reader.page)
        assert found.violations_count == 0, (path, found.generate_report())


def test_the_time_that_is_left_runs_down_without_a_script(person: People) -> None:
    reader = person(**DESK, java_script_enabled=False, reduced_motion="no-preference")
    reader.page.goto("/event")
    left = reader.find("#left")
    assert left.is_visible()
    named = "() => Number(getComputedStyle(document.querySelector('#left')).getPropertyValue('--left'))"
    scripted = person(**DESK, reduced_motion="no-preference")
    scripted.page.goto("/event")
    first = int(scripted.page.evaluate(named))
    assert 0 < first <= DAY / 1000
    scripted.page.wait_for_function(f"first => ({named})() < first", arg=first)


def test_an_event_is_tried_with_nine_touches_and_without_a_script(person: People) -> None:
    reader = person(**PHONE, java_script_enabled=False)
    reader.page.goto("/")
    reader.page.get_by_role("link", name="Try an event").tap()
    reader.page.get_by_label("How many drivers").fill("7")
    reader.page.get_by_role("button", name="Begin").tap()
    for day in range(9):
        reader.page.wait_for_url(re.compile(rf"days=\w{{{day}}}$"))
        reader.find(".today a.primary").tap()
    reader.page.wait_for_url(re.compile(r"days=\w{9}$"))
    assert re.search(r"You finish in place \d of 7\.", reader.find("main").inner_text())


def test_a_name_leads_to_its_move_and_a_step_to_its_rule(person: People) -> None:
    reader = person(**DESK)
    reader.page.goto("/event")
    reader.find("table.standings tbody a").first.click()
    reader.page.wait_for_url("**/event/day/1#p*")
    target = reader.find(".told-of:target")
    target.get_by_role("link").first.click()
    reader.page.wait_for_url("**/rules/boardmania#BM-*")
    assert reader.find("h2:target").is_visible()


def test_the_settings_keep_the_reader_on_the_page_with_its_query(person: People, tmp_path: Path) -> None:
    reader = person(**DESK)
    reader.page.goto(TRIAL)
    reader.find(".settings summary").click()
    reader.page.get_by_role("button", name="Deutsch").click()
    assert reader.page.url.endswith(TRIAL)
    assert "Der Abend von Spieltag 2" in reader.find("h1").inner_text()
