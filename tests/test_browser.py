"""The page in a real browser: whole games, cut lines, keyboard, phones, without JavaScript."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import EVEN, ODD, PHONE, ROOT, Person
from playwright.sync_api import Browser, Page, Route, expect

People = Callable[..., Person]
A1, B1, C1, D2, D4 = 0, 1, 2, 7, 15
BLACK_STARTS = (EVEN, EVEN, 6, 1)
"""How black comes to move first, with a real die; their knight is on b3 and may hop to a1, c1, d2 and d4."""
MESSAGE_ID = re.compile(
    r"(?<![/\w])(page|web|table|option|act|do|wait|see|proof|bot|seat)\.[a-z_.]+|CJ-\d+\.[a-z]+"
)
CUT_TEXT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const style = getComputedStyle(element);
  const is_cut = element.scrollWidth > element.clientWidth && style.overflowX !== "visible";
  return is_cut && style.clipPath === "none" && element.innerText?.trim();
}).map((element) => element.outerHTML.slice(0, 200))"""


def meet(person: People, *, chance: str = "typed", side: int = 0) -> tuple[Person, Person]:
    """Give two people at one table, the one who made the match first."""
    one, other = person(), person()
    one.sit_down("friend", side, chance=chance)
    other.page.goto(one.invite())
    return one, other


def agree_on_start(black: Person, red: Person) -> None:
    """Play until black is to make the first hop."""
    match = black.page.url
    black.act_by_forms(match, EVEN)
    red.act_by_forms(match, EVEN)
    black.act_by_forms(match, 6, 1)
    for each in (black, red):
        each.sees(4)


def next_action(player: Person, choice: random.Random) -> int:
    """Choose at random, an empty cell where there is one: so the game ends soon."""
    legal = player.legal()
    told = re.search("Empty: ([^.]*)", player.find("#described").inner_text())
    empty = ["abcd".index(cell[0]) + 4 * int(cell[1]) - 4 for cell in told[1].split(", ")] if told else []
    return choice.choice([action for action in legal if action in empty] or legal)


def test_two_friends_play_a_whole_game_live_and_the_proof_holds(person: People, tmp_path: Path) -> None:
    one, other = person(), person()
    one.page.goto("/")
    one.find("article").filter(has_text="Crazy Jump").get_by_role("button", name="Play a friend").click()
    other.page.goto(one.invite())
    for each in (one, other):
        each.page.evaluate("window.kept = true")
    choice = random.Random(1)
    while acting := next((each for each in (one, other) if each.is_acting()), None):
        acting.do(next_action(acting, choice))
        for each in (one, other):
            each.sees(acting.number("version"))
    said = one.find("#say").inner_text()
    assert re.search(r"wins\.|share the first place\.", said)
    assert said == other.find("#say").inner_text()
    assert one.find("#log li").all_inner_texts() == other.find("#log li").all_inner_texts()
    assert [each.page.evaluate("window.kept") for each in (one, other)] == [True, True]

    other.find("#extras").get_by_role("link", name="Proof").click()
    expect(other.find(".verdict.good")).to_contain_text("all")
    rolls = other.find("tr[data-draw]").count()
    other.page.get_by_role("button", name="Recompute all outcomes").click()
    expect(other.find("#recomputed")).to_contain_text(f"{rolls} of {rolls} outcomes are right")

    record = tmp_path / "record.txt"
    address = one.find("#extras").get_by_role("link", name="Record").get_attribute("href")
    record.write_text(one.context.request.get(address or "").text(), "utf-8")
    verify = [sys.executable, "-m", "homestretch", "verify", str(record)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "en"}
    done = subprocess.run(verify, env=environment, capture_output=True, text=True)
    assert (done.returncode, f"all {rolls} outcomes are right" in done.stdout) == (0, True), done.stderr


def test_a_whole_game_against_the_hard_bot_fits_a_phone(person: People) -> None:
    phone = person(**PHONE)
    phone.page.goto("/new/crazy_jump")
    phone.find("#opponent").select_option("bot:hard")
    phone.find("#o-quiet_turns").fill("2")
    phone.page.get_by_role("button", name="Start the match").tap()
    choice = random.Random(2)
    while True:
        phone.find("main.acting, #extras .primary").first.wait_for()
        assert phone.scroll_width() <= 360
        if not phone.is_acting():
            break
        for part in ("#board", "#status", "#bar"):
            for box in [each.bounding_box() for each in phone.find(part).all()]:
                assert box
                assert min(box["x"], box["y"], 360 - box["x"] - box["width"]) >= 0, part
                assert box["y"] + box["height"] <= 740, part
        phone.do(next_action(phone, choice))
    expect(phone.find("#extras").get_by_role("button", name="Rematch")).to_be_visible()


def test_a_reload_in_the_middle_changes_nothing(person: People) -> None:
    black, red = meet(person)
    agree_on_start(black, red)
    black.do(C1)
    for each in (black, red):
        each.sees(5)
        before = (each.number("ply"), each.legal(), each.find("#say").inner_text())
        each.page.reload()
        assert (each.number("ply"), each.legal(), each.find("#say").inner_text()) == before


def test_a_move_made_offline_is_sent_once_when_the_line_is_back(person: People) -> None:
    black, red = meet(person)
    black.context.set_offline(True)
    expect(black.find("#offline")).to_be_visible()
    black.button(EVEN).click()
    expect(black.button(EVEN)).to_have_class("pending")
    expect(black.find("#offline")).to_be_visible()
    assert red.number("version") == 0
    black.context.set_offline(False)
    for each in (black, red):
        each.sees(1)
    expect(black.find("#offline")).to_be_hidden()
    red.page.reload()
    assert red.number("version") == 1


def test_a_move_whose_answer_was_lost_is_applied_once(person: People) -> None:
    black, red = meet(person)

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    black.page.route("**/do", lose, times=1)
    with black.page.expect_response("**/do") as second:
        black.button(EVEN).click()
        red.sees(1)
    assert second.value.status == 303
    black.sees(1)
    red.do(ODD)
    for each in (black, red):
        each.sees(2)


def test_a_page_heals_when_the_other_moved_while_it_was_offline(person: People) -> None:
    black, red = meet(person)
    black.do(EVEN)
    red.sees(1)
    black.context.set_offline(True)
    red.do(ODD)
    expect(black.find("#offline")).to_be_visible()
    assert black.number("version") == 1
    black.context.set_offline(False)
    black.sees(2)
    expect(black.find("#offline")).to_be_hidden()
    black.do(6)
    red.sees(3)


def test_two_tabs_of_one_seat_stay_in_step(person: People) -> None:
    black, red = meet(person)
    second = black.context.new_page()
    second.goto(black.page.url)
    black.do(EVEN)
    expect(second.locator("main")).to_have_attribute("data-version", "1")
    red.do(EVEN)
    second.get_by_role("button", name="6", exact=True).click()
    for page in (black.page, second, red.page):
        expect(page.locator("main")).to_have_attribute("data-version", "3")


def test_a_stale_tab_is_told_so_and_moves_nothing(person: People) -> None:
    black, red = meet(person)
    stale = black.context.new_page()
    stale.route("**/events", lambda route: route.abort())
    stale.goto(black.page.url)
    black.do(EVEN)
    red.do(EVEN)
    stale.locator(f"#bar-{ODD}").click()
    expect(stale.locator("#problem")).to_have_text("The position has changed meanwhile; look again.")
    for page in (stale, red.page):
        expect(page.locator("main")).to_have_attribute("data-version", "2")
    assert "Black chooses even" in red.find("#log").inner_text()
    assert "odd" not in red.find("#log").inner_text()


def test_who_has_lost_the_seat_is_told_so_at_the_table(person: People) -> None:
    black, _ = meet(person)
    match = black.page.url
    black.context.clear_cookies()
    black.button(EVEN).click()
    expect(black.find("#problem")).to_have_text("This seat is not yours; use your seat's link.")
    assert (black.page.url, black.number("version")) == (match, 0)


def test_a_seats_link_leaves_no_secret_behind_and_works_on_every_device(person: People) -> None:
    black, red = person(), person()
    match = black.sit_down("friend", chance="typed")
    link = black.invite()
    device = person()
    for each in (red, red, device):
        each.page.goto(link)
        assert each.page.url == each.site + match
        expect(each.find("#seat-1 .badge")).to_have_text("you")
        cookie = next(each for each in each.context.cookies() if each["name"] == "hs")
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Lax")
        assert link.rsplit("/", 1)[1] not in each.page.content()
    black.do(EVEN)
    device.sees(1)
    device.do(EVEN)
    red.sees(2)
    assert red.is_acting()


def test_a_spectator_sees_no_buttons_and_cannot_act(person: People) -> None:
    black, watcher = person(), person()
    match = black.sit_down("here", chance="typed")
    watcher.page.goto(match)
    black.do(*BLACK_STARTS)
    watcher.sees(4)
    expect(watcher.find("#side")).to_contain_text("You are watching.")
    assert watcher.find("main button:visible").count() == 0
    for what, form in [("do", {"action": A1}), ("resign", {"sure": 1}), ("back", {}), ("rematch", {})]:
        assert watcher.post(f"{match}/{what}", key="k", **form).status == 403
    assert watcher.post(f"{match}/link", seat=0).status == 403
    watcher.page.reload()
    assert watcher.number("version") == 4


def test_a_game_is_played_and_replayed_by_keyboard_alone(person: People) -> None:
    player = person()
    player.page.goto("/")
    _tab_to(player.page, "article:has-text('Crazy Jump') a[href='/new/crazy_jump']")
    player.page.keyboard.press("Enter")
    _tab_to(player.page, "#opponent")
    player.page.keyboard.press("ArrowUp")
    expect(player.find("#opponent")).to_have_value("bot:easy")
    _tab_to(player.page, "button.primary")
    player.page.keyboard.press("Enter")
    for _ in range(5):
        player.find("main.acting").wait_for()
        version = player.number("version")
        _tab_to(player.page, ".spot:not(.closed), #bar button")
        player.page.keyboard.press("Enter")
        player.find(f"#sure, main:not([data-version='{version}'])").first.wait_for()
        if player.find("#sure").count():
            _tab_to(player.page, "#sure button")
            player.page.keyboard.press("Enter")
            player.find(f"main:not([data-version='{version}'])").wait_for()
    player.find("main.acting, #extras .primary").first.wait_for()
    plies = player.number("plies")
    for key, ply in [("ArrowLeft", plies - 1), ("ArrowLeft", plies - 2), ("ArrowRight", plies - 1),
                     ("Home", 0), ("ArrowRight", 1), ("End", plies)]:  # fmt: skip
        player.page.keyboard.press(key)
        expect(player.find("#at")).to_have_text(f"{ply} / {plies}")
        assert player.page.url.endswith(f"?at={ply}") == (ply != plies)


def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until something that a selector finds has the focus."""
    for _ in range(150):
        if page.locator(selector).and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_quick_steps_through_the_replay_end_where_the_last_one_led(person: People) -> None:
    black = person()
    match = black.create("here", chance="typed")
    black.act_by_forms(match, *BLACK_STARTS)
    black.page.goto(match)
    black.page.evaluate(
        """for (const at of [1, 3, 2]) document.querySelector(`#log a.words[href$="at=${at}"]`).click()"""
    )
    expect(black.find("#at")).to_have_text("2 / 4")
    assert black.page.url.endswith("?at=2")


def test_everything_works_without_javascript(person: People) -> None:
    player = person(java_script_enabled=False)
    player.page.goto("/")
    player.find("article").filter(has_text="Crazy Jump").get_by_role("button", name="Both on").click()
    player.page.get_by_role("button", name="Even").click()
    player.page.get_by_role("button", name="Odd").click()
    expect(player.find("#log")).to_contain_text("Red chooses odd")
    player.touch_until_asked()
    expect(player.find("#sure")).to_contain_text("You cannot take this back.")
    version = player.number("version")
    player.find("#sure").get_by_role("link", name="Rather not").click()
    assert player.number("version") == version
    player.touch_until_asked()
    player.find("#sure").get_by_role("button").click()
    assert player.number("version") > version
    player.find("#to-back").click()
    assert player.number("ply") == player.number("plies") - 1
    player.find("#log a.words").filter(has_text="Red chooses odd").click()
    assert player.number("ply") == 2
    player.find("#to-live").click()
    player.find("details.settings summary").click()
    player.find("details.settings").get_by_role("button", name="Deutsch").click()
    expect(player.find("html")).to_have_attribute("lang", "de")
    expect(player.find("#extras")).to_contain_text("Aufgeben")


def test_a_closed_cell_says_which_rule_forbids_it(person: People) -> None:
    player = person()
    player.sit_down("here", chance="typed")
    player.do(*BLACK_STARTS)
    player.find(f"#spot-{B1}.closed").click()
    link = player.find("#problem a")
    expect(link).to_have_text(re.compile(r"Rule CJ-\d+"))
    assert player.number("version") == 4
    address = link.get_attribute("href") or ""
    assert address.startswith("/rules/crazy_jump#CJ-")
    link.click()
    expect(player.find(f"[id='{address.partition('#')[2]}']")).to_be_in_viewport()


def test_sliding_off_a_cell_does_nothing(person: People) -> None:
    player = person()
    player.sit_down("here", chance="typed")
    player.do(*BLACK_STARTS)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.method))
    player.button(C1).hover()
    player.page.mouse.down()
    player.find("#say").hover()
    player.page.mouse.up()
    player.do(A1)
    assert asked.count("POST") == 1
    assert "c1" not in player.find("#log li").last.inner_text()


def test_an_own_action_is_taken_back_at_once_while_nothing_has_followed(person: People) -> None:
    black, red = meet(person)
    black.do(EVEN)
    black.find("#extras").get_by_role("button", name="Take back").click()
    black.button(ODD).wait_for()
    assert (black.number("ply"), red.is_acting()) == (0, False)
    expect(red.find("main")).to_have_attribute("data-ply", "0")


def test_taking_back_what_was_answered_needs_a_yes(person: People) -> None:
    black, red = meet(person)
    black.do(EVEN)
    red.sees(1)
    red.do(EVEN)
    black.sees(2)
    for answer, ply in [("No", 2), ("Yes", 0)]:
        black.find("#extras").get_by_role("button", name="Take back").click()
        expect(black.find("#status")).to_contain_text("You asked to take back")
        expect(red.find("#answer")).to_contain_text("Black would like to take back. Do you agree?")
        red.find("#answer").get_by_role("button", name=answer).click()
        expect(black.find("#status")).not_to_contain_text("You asked to take back")
        for each in (black, red):
            expect(each.find("main")).to_have_attribute("data-ply", str(ply))
    assert black.legal() == [EVEN, ODD]


def test_who_resigns_is_asked_once_more_and_a_rematch_takes_both_along(person: People) -> None:
    black, red = meet(person)
    red.find("#more summary").click()
    red.find("#more #name").fill("Rosa")
    red.find("#more").get_by_role("button", name="Save").click()
    expect(black.find("#seat-1")).to_contain_text("Rosa")
    resign = black.find("#extras").get_by_role("button", name="Resign")
    resign.click()
    black.find("#sure").get_by_role("link", name="Rather not").click()
    expect(black.find("#sure")).to_have_count(0)
    assert black.number("version") == 0
    resign.click()
    black.find("#sure").get_by_role("button").click()
    for each in (black, red):
        expect(each.find("#say")).to_have_text("Rosa wins. Black has resigned.")
    first = black.page.url
    black.find("#extras").get_by_role("button", name="Rematch").click()
    red.find("#extras").get_by_role("link", name="To the rematch").click()
    expect(red.find("#seat-0")).to_contain_text("Rosa you")
    expect(black.find("#seat-1 .badge")).to_have_text("you")
    assert black.page.url == red.page.url != first
    red.do(EVEN)
    black.sees(1)
    assert black.is_acting()


def test_a_friend_who_comes_is_seen_at_once(person: People) -> None:
    black, red = person(), person()
    black.sit_down("friend")
    expect(black.find("#seat-1")).to_contain_text("not here yet")
    red.page.goto(black.invite())
    expect(black.find("#seat-1")).not_to_contain_text("not here yet")
    expect(black.find("#invites")).to_have_count(0)


def test_a_question_stays_when_a_friend_comes(person: People) -> None:
    black, red = person(), person()
    match = black.sit_down("friend")
    second = black.context.new_page()
    second.goto(match)
    black.find("#extras").get_by_role("button", name="Resign").click()
    black.find("#sure").wait_for()
    red.page.goto(black.invite())
    expect(second.locator("#seat-1")).not_to_contain_text("not here yet")
    assert black.find("#sure").count() == 1
    black.find("#sure").get_by_role("link", name="Rather not").click()
    expect(black.find("#seat-1")).not_to_contain_text("not here yet")


def test_news_that_comes_while_an_answer_is_under_way_is_shown(person: People) -> None:
    black, red = person(), person()
    match = black.sit_down("friend")
    red.page.goto(black.invite())
    black.do(EVEN)
    red.sees(1)

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        black.post(f"{match}/name", name="Anna")
        assert black.context.request.get(match).ok
        route.fulfill(response=answer)

    red.page.route("**/do", answer_late)
    red.find(f"#bar-{ODD}").click()
    expect(red.find("#seat-0")).to_contain_text("Anna")


def test_a_real_die_is_typed_on_one_screen(person: People) -> None:
    player = person()
    player.page.goto("/new/crazy_jump")
    player.find("#opponent").select_option("here")
    player.page.get_by_role("radio", name="a real one").check()
    player.page.get_by_role("button", name="Start the match").click()
    expect(player.find("#say")).to_have_text("Black: Choose even or odd")
    player.do(EVEN)
    expect(player.find("#say")).to_have_text("Red: Choose even or odd")
    player.do(ODD)
    assert player.legal() == [1, 2, 3, 4, 5, 6]
    player.do(3, 5)
    expect(player.find("#say")).to_contain_text("Red: Hop with your knight")
    expect(player.find("#log")).to_contain_text("5")
    player.find("#extras").get_by_role("link", name="Proof").click()
    expect(player.find("main")).to_contain_text("played with real dice or cards")


def test_the_question_before_a_final_move_can_be_switched_off(person: People) -> None:
    player = person()
    player.sit_down("here")
    player.do(EVEN, EVEN)
    player.touch_until_asked()
    expect(player.find("#sure")).to_contain_text("You cannot take this back.")
    version, chosen = player.number("version"), player.find("#sure [name=action]").input_value()
    player.find("details.settings summary").click()
    asks = player.find("details.settings fieldset").filter(has_text="Ask before")
    asks.get_by_role("button", name="off").click()
    player.button(int(chosen)).click()
    player.find(f"main:not([data-version='{version}'])").wait_for()
    assert player.find("#sure").count() == 0


def test_who_comes_back_is_offered_to_see_what_happened(person: People) -> None:
    black, red = meet(person)
    black.do(EVEN)
    red.sees(1)
    red.do(EVEN)
    match = red.page.url
    red.page.close()
    black.sees(2)
    black.do(6, 1, C1)
    red.page = red.context.new_page()
    red.page.goto(match)
    expect(red.find("#away")).to_contain_text("There has been play since your last visit.")
    red.find("#away").get_by_role("button").click()
    expect(red.find("#away")).to_be_hidden()
    red.sees(5)
    red.page.reload()
    expect(red.find("#away")).to_be_hidden()


def test_moves_are_shown_one_at_a_time_and_a_touch_ends_that(person: People) -> None:
    black, red = person(), person(reduced_motion="no-preference")
    red.page.clock.install()
    match = black.sit_down("friend", chance="typed")
    red.page.goto(black.invite())
    red.page.evaluate("""window.said = [];
        new MutationObserver(() => said.push(document.querySelector("#say").textContent))
        .observe(document.querySelector("#centre"), {subtree: true, childList: true, characterData: true})""")
    black.do(EVEN)
    red.sees(1)
    red.do(EVEN)
    red.context.set_offline(True)
    black.act_by_forms(match, 6, 1, C1)
    red.page.clock.pause_at(datetime.now() + timedelta(hours=1))
    red.context.set_offline(False)
    expect(red.find("#say")).to_have_text("Black rolls 6.")
    assert red.legal() == []
    red.find("#picture").click()
    red.sees(5)
    assert not [said for said in red.page.evaluate("said") if "rolls 1" in said]


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wants_that(person: People, wish: str) -> None:
    player = person(reduced_motion=wish)
    player.page.add_init_script("""window.glides = 0; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) { glides += 1; return animate.apply(this, how); };""")
    player.sit_down("here", chance="typed")
    player.do(*BLACK_STARTS)
    pulses = player.page.evaluate("document.getAnimations().length")
    player.do(C1)
    glides = player.page.evaluate("glides")
    assert (pulses > 0, glides > 0) == ((False, False) if wish == "reduce" else (True, True))


@pytest.fixture(scope="module")
def pages(browser: Browser, site: str) -> tuple[dict[str, str], Any]:
    """Give the addresses of all kinds of pages, and the cookies of who sits at those tables."""
    player = Person(browser, site)
    own, rolled = player.create("here", chance="typed"), player.create("here")
    player.act_by_forms(own, *BLACK_STARTS)
    player.act_by_forms(rolled, EVEN, ODD)
    player.post(f"{rolled}/resign", key="resign", sure=1)
    typing = player.create("here", chance="typed")
    player.act_by_forms(typing, EVEN, EVEN)
    player.post(f"{typing}/name", name="Wilhelmina van der Broek")
    found = {
        "home": "/", "new": "/new/crazy_jump", "new pig": "/new/pig", "own turn": own, "typing": typing,
        "other's turn": player.create("friend", side=1), "past": f"{own}?at=3", "ended": rolled,
        "pig": player.create("bot:easy", game="pig"), "proof": f"{rolled}/proof", "sealed": f"{own}/proof",
        "rules": "/rules/crazy_jump", "rules of pig": "/rules/pig", "error": "/nowhere",
    }  # fmt: skip
    cookies = player.context.storage_state()
    player.context.close()
    return found, cookies


def visit(player: Person, addresses: dict[str, str]) -> Iterator[str]:
    """Go to all pages, with all that folds out folded out, and to two answers to forms."""
    for name, address in addresses.items():
        player.page.goto(address)
        player.page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        yield name
    player.page.goto(addresses["own turn"])
    player.find(".spot.closed").first.click()
    player.find("#problem").wait_for()
    yield "refused"
    player.find("#extras form[action$=resign] button").click()
    player.find("#sure").wait_for()
    yield "sure"


def test_no_page_has_barriers(person: People, pages: tuple[dict[str, str], Any]) -> None:
    player = person(storage_state=pages[1])
    found = set()
    for name in visit(player, pages[0]):
        for scheme in ("light", "dark"):
            player.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            for barrier in Axe().run(player.page).response["violations"]:
                if barrier["impact"] in ("serious", "critical"):
                    where = [node["html"][:200] for node in barrier["nodes"]]
                    found.add((name, scheme, barrier["id"], *where[:3]))
    assert found == set()


@pytest.mark.parametrize("lang", ["nl", "de", "en"])
def test_every_page_fits_a_phone_in_words_that_are_words(
    person: People, pages: tuple[dict[str, str], Any], lang: str
) -> None:
    player = person(locale=lang, storage_state=pages[1], **PHONE)
    for name in visit(player, pages[0]):
        assert player.page.locator("html").get_attribute("lang") == lang
        assert player.scroll_width() <= 360, name
        assert MESSAGE_ID.search(player.find("body").inner_text()) is None, name
        assert player.page.evaluate(CUT_TEXT) == [], name
