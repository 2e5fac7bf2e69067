"""1500 m in a real browser: a whole race, final steps, choices in secret, words, costs of one's own."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import (
    CHOICES,
    COLD,
    DESK,
    PHONE,
    ROOT,
    Person,
    PlayedRace,
    choose,
    hold_back,
    reaches,
    sit_down,
    source,
    surfaces,
)
from playwright.sync_api import Locator, expect
from test_browser import CUT_TEXT, MESSAGE_ID

from homestretch.engine.contract import CHANCE
from homestretch.games import game
from homestretch.games.fifteen_hundred.runners import (
    BID,
    CARD,
    CARDS,
    CHOOSE,
    DONE,
    DRAW_SPACES,
    FREE,
    INWARD,
    LEVEL,
    LOTS,
    LOWEST,
    MOVE,
    OUTWARD,
    P2,
    PACE,
    PUSHING,
    RUN,
    STEP,
    STOP,
    TAKE,
    TAKING,
)
from homestretch.svg import PAGE
from homestretch.table.match import Match, Move

People = Callable[..., Person]
FIFTEEN = game("fifteen_hundred")
SEATS = 8
STEPS = [STEP + INWARD, STEP, STEP + OUTWARD, STOP]
"""How a runner here moves step by step, best first."""
COSTS = [1, 2, 4, 7, 8, 9, 10, 11, 12, 13]
"""What the levels 5 to 14 cost on somebody's board."""
TOLD = re.compile(
    rf"{MESSAGE_ID.pattern}|(?<![/\w])(fact|space|panel|order|section|head|cell|dummy|game|match)\.[a-z\d_]+"
    r"|R-\d+\.[a-z]+"
)
REALLY_CUT = CUT_TEXT.replace(
    'style.overflowX !== "visible"', 'element.id !== "board" && ["hidden", "clip"].includes(style.overflowX)'
)
"""Players and buttons that do not fit beside each other may be slid into view, and the board shows a part."""


class Race(PlayedRace):
    """A race of people; a seed gives the same race."""

    def __init__(self, api: httpx.Client, seats: int, seed: int, options: dict[str, str]) -> None:
        super().__init__(api, FIFTEEN, options, seats)
        self._dice = random.Random(seed)

    def choice(self, legal: list[int]) -> int:
        """Draw, bid and take anything but better free levels, and run as fast and far as that goes."""
        phase = self.match.state.phase
        if TAKE + P2 in legal:
            return TAKE + P2
        if phase in (MOVE, RUN):
            return next((step for step in STEPS if step in legal), max(legal))
        return max(legal) if phase == LEVEL else self._dice.choice(legal)

    def play_to(self, phase: int) -> None:
        """Play until that is to be done."""
        self.play_until(lambda match: match.state.phase == phase)

    def choose_secretly(self, seat: int, card: int, bid: int) -> None:
        """Choose a movement card and a bid for a seat."""
        answer = self.send(seat, "actions", actions=[f"c{card}", f"b{bid}"])
        assert answer.status_code == 200, answer.text

    def turn(self) -> int:
        """Give the seat to move."""
        return self.match.to_move()


@pytest.fixture
def race(site: str) -> Iterator[Callable[..., Race]]:
    """Give a way to begin a race."""
    with httpx.Client(
        base_url=f"{site}/api", headers={"X-Forwarded-For": f"10.2.0.{next(ADDRESSES)}"}, timeout=30
    ) as api:
        yield lambda seats=SEATS, seed=1, **options: Race(api, seats, seed, options)


ADDRESSES = count(1)


def unfold(player: Person) -> None:
    """Fold out all that folds out on a page."""
    player.page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def cards(player: Person) -> Locator:
    """Give the buttons of cards and bids, and no others."""
    return player.find("#panel-cards button")


def start_at_home(player: Person, others: str, **rulings: str) -> None:
    """Make a table of eight from the home page: seat 2 by link, the others bots."""
    player.page.goto("/")
    player.find("article").filter(has_text="1500 m").get_by_role("link", name="Met vrienden").tap()
    expect(player.page).to_have_url(re.compile("/new/fifteen_hundred"))
    expect(player.find("#seat-1")).to_have_value("friend")
    for seat in range(2, SEATS):
        player.find(f"#seat-{seat}").select_option(others)
    player.find("form.agree summary").tap()
    for key, value in rulings.items():
        player.find(f"[name='option.{key}'][value='{value}']").check()
    assert player.scroll_width() <= 360
    player.find("button.primary").tap()
    player.find("#invite-1").wait_for()


FURTHEST = """form => {
  const shut = new Set([...form.querySelectorAll(".closed")].map((spot) => spot.dataset.at));
  const ends = [...form.querySelectorAll(".spot:not(.closed)")].filter((spot) => !shut.has(spot.dataset.at));
  return Number(ends.at(-1).value);
}"""
"""The last of the ends over which nothing else lies."""


def what_to_touch(player: Person) -> Locator:
    """Give a button: the furthest end or best step, a card, the lowest bid, an action, the highest pace."""
    for step in STEPS[:-1]:
        if (button := player.button(step)).count():
            return button
    if player.find(".spot:not(.closed)").count():
        return player.button(player.find("#spots-form").evaluate(FURTHEST))
    bar = player.find("#bar button")
    return bar.last if bar.count() else player.find(".things button").first


def play(phone: Person, desk: Person, end: str) -> set[int]:
    """Let both touch a button whenever it is their turn, up to an end; give how wide the phone's page was."""
    wide = set[int]()
    while True:
        phone.find(f"#seat-0.turn, #seat-1.turn, {end}").first.wait_for(timeout=COLD)
        if phone.find(end).count():
            return wide
        acting, other = (phone, desk) if phone.find("#seat-0.turn").count() else (desk, phone)
        acting.find(CHOICES).first.wait_for(timeout=COLD)
        reaches(other, choose(acting, what_to_touch(acting)))
        wide.add(phone.scroll_width())


ENDED = "#extras [action$=rematch]"


def test_two_people_and_six_bots_race_to_three_medals_on_a_phone_and_a_desk(
    person: People, tmp_path: Path
) -> None:
    phone, desk = person(locale="nl", **PHONE), person(**DESK)
    start_at_home(phone, "bot:easy", touch_move="friendly")
    desk.page.goto(phone.find("#invite-1").input_value())
    assert play(phone, desk, ENDED) == {360}
    desk.find(ENDED).wait_for()
    match = desk.page.url.removeprefix(desk.site)

    shown = desk.context.request.get(f"/api/matches{match[2:]}").json()
    assert (shown["reason"], shown["over"]) == ("R-3.medals", True)
    first, second, third = (shown["places"].index(place) for place in (1, 2, 3))
    assert [shown["scores"][seat] for seat in (first, second, third)] == [3, 2, 1]
    for each, word in ((phone, "medaillepunt"), (desk, "medal point")):
        for seat, points in enumerate(shown["scores"]):
            expect(each.find(f"#seat-{seat} .facts")).to_contain_text(f"{points} {word}")
        for place, seat in enumerate((first, second, third), 1):
            expect(each.find(f"#medal-{place} text")).to_have_text(str(seat + 1))
            expect(each.find(f"#seat-{seat} .facts")).to_contain_text(re.compile(rf"{place}\."))
    expect(desk.find("#say")).to_contain_text("Gold, silver and bronze are settled")
    expect(phone.find("#say")).to_contain_text("Drie lopers zijn binnen")
    assert phone.find("#log li").count() == desk.find("#log li").count()
    assert phone.scroll_width() <= 360

    record = tmp_path / "record.txt"
    record.write_text(source(desk, f"{match}/record"), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "en"}
    verify = [sys.executable, "-m", "homestretch", "verify", str(record)]
    done = subprocess.run(verify, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    replay(desk)


def test_a_card_and_a_bid_may_be_changed_until_all_have_chosen(
    person: People, race: Callable[..., Race]
) -> None:
    here = race(3)
    here.play_to(CHOOSE)
    runner = sit_down(person(), here, 0)
    for chosen in (("#anew button",), (f"#thing-cards-{BID}", "#anew button")):
        choose(runner, runner.find(f"#thing-cards-{CARD}"))
        assert here.look(0)["view"]["card"][0] == 8
        for selector in chosen:
            choose(runner, runner.find(selector))
        assert here.look(0)["view"]["card"][0] == 0
        assert here.look()["waits_for"] == [0, 1, 2]
    here.choose_secretly(0, 9, 1)
    here.choose_secretly(1, 8, 2)
    assert here.send(0, "takeback").status_code == 200
    here.choose_secretly(0, 10, 3)
    here.choose_secretly(2, 8, 1)
    assert here.send(0, "takeback").json()["error"] == "table.final"
    expect(runner.find("#log")).to_contain_text("10")


def replay(player: Person) -> None:
    """Go through a race that is over: step by step at both ends, and by leaps between."""
    plies = player.number("plies")
    for key, ply in [
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("End", plies),
        ("ArrowLeft", plies - 1),
    ]:
        player.page.keyboard.press(key)
        expect(player.find("#at")).to_have_text(f"{ply} / {plies}")
    for ply in range(plies // 5, plies, plies // 5):
        player.page.goto(re.sub(r"\?.*", "", player.page.url) + f"?at={ply}")
        expect(player.find("#picture > g[id^=runner-]").first).to_be_visible()
    player.find("#to-live").click()
    expect(player.find("#picture #medal-1")).to_be_visible()


def test_a_round_step_by_step_is_run_on_a_phone_and_a_desk(person: People) -> None:
    phone, desk = person(locale="nl", **PHONE), person(**DESK)
    start_at_home(phone, "bot:easy")
    desk.page.goto(phone.find("#invite-1").input_value())
    assert play(phone, desk, "#log li:has-text('Ronde 2')") == {360}
    told = desk.find("#log").inner_text()
    for runner in (1, 2):
        assert re.search(rf"(Player|Runner) {runner} goes (forward|inward) to", told)
    expect(desk.find("#panel-runners .facts")).to_have_count(SEATS)


# Steps that are final.


def test_step_by_step_only_the_next_fields_and_stop_can_be_touched_and_a_step_is_final_at_once(
    person: People, race: Callable[..., Race]
) -> None:
    here = race(4)
    here.play_until(lambda match: match.state.phase == MOVE and match.state.done == 2)
    turn, legal = here.turn(), here.match.legal(here.turn())
    runner, watcher = sit_down(person(**PHONE), here, turn), person(**DESK)
    watcher.page.goto(here.page)
    while len(legal) > 1 and here.turn() == turn:
        assert sorted(runner.legal()) == sorted(legal)
        assert set(legal) <= set(STEPS)
        expect(runner.find("#bar button")).to_have_count(1)
        expect(runner.find("#bar button")).to_have_text("Stop")
        expect(runner.find(".steps-to")).to_have_count(0)
        near = runner.find(f"#runner-{turn} path").bounding_box()
        fields = [spot.bounding_box() for spot in runner.find(".spot").all()]
        assert near
        for field in fields:
            assert field
            middles = [each["x"] + each["width"] / 2 - 1j * each["y"] for each in (near, field)]
            assert abs(middles[0] - middles[1]) < 60, "a field beside the runner's"
        action = next(step for step in STEPS if step in legal)
        version = choose(runner, runner.button(action))
        here.follow(action)
        reaches(watcher, version)
        assert here.look()["view"]["at"] == here.match.view(-3)["at"]
        legal = here.match.legal(turn)
    assert len(here.match.moves) > 20


def test_a_step_cannot_be_taken_back_where_steps_are_final(person: People, race: Callable[..., Race]) -> None:
    here = race(3)
    here.play_to(MOVE)
    turn = here.turn()
    runner = sit_down(person(), here, turn)
    choose(runner, runner.button(STEP))
    back = runner.find("#extras form[action$=back] button")
    assert (back.is_enabled(), here.send(turn, "takeback").status_code) == (False, 422)


def order_told(player: Person) -> list[str]:
    """List what on the page tells who is ahead of whom, or how far it is to a line."""
    page = player.find("#main")
    words = page.inner_text() + str(page.evaluate("main => main.querySelector('#described').textContent"))
    named = page.evaluate(
        "main => [...main.querySelectorAll('[aria-label]')].map(e => e.ariaLabel).join('; ')"
    )
    ahead = r"(?<!\w)\d\. (?:Player|Runner) \d[^\d].*?(?=\d\. |$)|fields to|ahead|leads|behind"
    without_log = re.sub(r"counter shows \d\.", "", words.replace(player.find("#log").inner_text(), ""))
    return re.findall(ahead, f"{without_log} {named}")


def test_who_is_ahead_is_explained_between_moves_and_not_beside_the_track_during_one(
    person: People, race: Callable[..., Race]
) -> None:
    here = race(3)
    here.play_to(TAKING)
    readers = [sit_down(person(**PHONE), here, here.turn()), person(locale="en-GB", **DESK)]
    for phase, lines in ((TAKING, 3), (MOVE, 0), (LEVEL, 3), (RUN, 0)):
        here.play_to(phase)
        for reader in readers:
            reader.page.goto(here.page)
            expect(reader.find("#panel-runners .facts")).to_have_count(lines)
            unfold(reader)
            words = reader.find("#main").inner_text()
            assert len(re.findall("fields to the line", words)) == lines
            if lines:
                assert re.search(r"1\. (Player|Runner) \d: .*fields to the line: \d+, lane \d", words)


def test_no_hidden_text_tells_who_is_ahead_during_a_move(person: People, race: Callable[..., Race]) -> None:
    here = race(4)
    here.play_to(MOVE)
    runner = sit_down(person(), here, here.turn())
    assert order_told(runner) == []


def test_where_ends_may_be_seen_they_light_up_and_a_touch_goes_there(
    person: People, race: Callable[..., Race]
) -> None:
    here = race(3, touch_move="friendly")
    here.play_to(MOVE)
    turn, legal = here.turn(), here.match.legal(here.turn())
    runner = sit_down(person(**PHONE), here, turn)
    ends = runner.legal()
    assert len(ends) > 20
    assert set(ends) <= set(legal)
    assert set(ends) & set(STEPS) == set()
    expect(runner.find("#panel-runners .facts")).to_have_count(3)
    choose(runner, runner.button(ends[-1]))
    here.follow(ends[-1])
    assert here.look()["view"]["at"] == here.match.view(-3)["at"]


def test_every_end_that_may_be_chosen_has_a_button(person: People, race: Callable[..., Race]) -> None:
    here = race(3, touch_move="friendly")
    here.play_to(MOVE)
    runner = sit_down(person(**PHONE), here, here.turn())
    assert sorted(runner.legal()) == here.match.legal(here.turn())


def test_the_score_sheet_names_gold_silver_and_bronze(person: People, race: Callable[..., Race]) -> None:
    here = race(3, touch_move="friendly", race="800")
    here.play_until(lambda match: match.is_over())
    reader = person()
    reader.page.goto(here.page)
    for place, medal in enumerate(("Gold", "Silver", "Bronze"), 1):
        seat = here.match.places().index(place)
        row = reader.find(".panel table tbody tr").filter(has_text=medal)
        assert row.count() == 1
        assert re.search(rf"(Player|Runner) {seat + 1}\b", row.inner_text())


# Choices in secret.


def test_two_cards_and_two_bids_sent_at_the_same_moment_all_count_and_one_sent_twice_counts_once(
    person: People, race: Callable[..., Race]
) -> None:
    here = race()
    here.play_to(CHOOSE)
    one, other = sit_down(person(**PHONE), here, 0), sit_down(person(), here, 1)
    version, held = one.number("version"), hold_back(one, other)
    for kind, n in ((CARD, CARDS), (BID, 8)):
        for seat, each in enumerate((one, other)):
            expect(cards(each)).to_have_count(n)
            each.find(f"#thing-cards-{kind + 2 + seat}").click()
        version += 2
        for each in (one, other):
            reaches(each, version)
    for seat, each in enumerate((one, other)):
        expect(cards(each)).to_have_count(0)
        for number in range(SEATS):
            chosen = "has chosen" if number < 2 else "still choosing"
            expect(each.find(f"#seat-{number}")).to_contain_text(chosen)
        own = here.look(seat)["view"]
        assert (own["card"][seat], own["bid"][seat]) == (10 + seat, 3 + seat)
        assert (own["card"][1 - seat], own["bid"][1 - seat]) == (None, None)
    assert here.look()["waits_for"] == [2, 3, 4, 5, 6, 7]

    headers = {"Origin": one.site, "Content-Type": "application/x-www-form-urlencoded"}
    for route in held:
        sender = one if route.request.frame.page == one.page else other
        again = sender.context.request.post(
            f"{here.page}/do", data=route.request.post_data or "", headers=headers, max_redirects=0
        )
        assert (again.status, again.headers["location"]) == (303, here.page)
    twice = [here.send(2, "actions", key="both", actions=["c9", "b8"]).json() for _ in range(2)]
    assert twice == [{"version": version + 1}] * 2
    assert here.look()["version"] == version + 1
    for seat in range(3, SEATS):
        here.choose_secretly(seat, 8, 1)
    assert here.look()["view"]["shown_bid"] == [3, 4, 8, 1, 1, 1, 1, 1]
    for each in (one, other):
        expect(each.find("#log")).to_contain_text("has bid 8.")


def test_nothing_anywhere_tells_what_another_has_chosen(person: People, race: Callable[..., Race]) -> None:
    told = []
    for card, bid in ((9, 2), (11, 7)):
        here = race(3)
        here.play_to(CHOOSE)
        chooser, other = sit_down(person(), here, 0), sit_down(person(), here, 1)
        other.page.goto(here.page)
        watcher = person()
        here.choose_secretly(0, card, bid)
        expect(other.find("#seat-0")).to_contain_text("has chosen")
        expect(other.find("#seat-2")).to_contain_text("still choosing")
        told.append((surfaces(here, other, watcher), surfaces(here, chooser)[0]))
    assert told[0][0] == told[1][0]
    assert told[0][1] != told[1][1]


def test_a_card_stays_face_down_when_the_bids_are_shown(person: People, race: Callable[..., Race]) -> None:
    told = []
    for card in (9, 11):
        here = race(3)
        here.play_to(CHOOSE)
        for seat, other_card in enumerate((card, 8, 10)):
            here.choose_secretly(seat, other_card, 2 + seat)
        for value in (card, 2, 8, 3, 10, 4):
            here.follow(CARD + value - 8 if value >= 8 else BID + value - 1)
        assert here.match.state.phase == TAKING
        chooser, other, watcher = sit_down(person(), here, 0), sit_down(person(), here, 1), person()
        told.append((surfaces(here, other, watcher), surfaces(here, chooser)[0]))
        assert here.look()["view"]["shown_bid"][:3] == [2, 3, 4]
        here.play_to(MOVE)
        assert here.look()["view"]["shown_card"][:3] == [card, 8, 10]
    assert told[0][0] == told[1][0]
    assert told[0][1] != told[1][1]


def test_nobodys_choice_waits_for_anothers(person: People, race: Callable[..., Race]) -> None:
    here = race()
    here.play_to(CHOOSE)
    last, middle = sit_down(person(**PHONE), here, 7), sit_down(person(), here, 4)
    for each, action in ((last, CARD + 1), (middle, CARD + 2), (middle, BID), (last, BID + 4)):
        choose(each, each.find(f"#thing-cards-{action}"))
        expect(middle.find("#seat-0")).to_contain_text("still choosing")
    assert here.look()["waits_for"] == [0, 1, 2, 3, 5, 6]
    expect(last.find("#say")).to_contain_text("still choosing in secret")
    for seat in (6, 0, 5, 2, 3):
        here.choose_secretly(seat, 8, 1)
    assert here.look()["waits_for"] == [1]
    for seat, word in ((7, "b2"), (7, "c8"), (1, "b2")):
        refused = here.send(seat, "actions", actions=[word])
        assert (refused.status_code, refused.json()["rule"]) == (422, "R-4")
    here.choose_secretly(1, 8, 1)
    assert here.look()["view"]["shown_bid"] == [1, 1, 1, 1, 1, 1, 1, 5]


def test_who_is_still_choosing_is_named_rightly(person: People, race: Callable[..., Race]) -> None:
    here = race(3)
    here.play_to(CHOOSE)
    for seat in (0, 2):
        here.choose_secretly(seat, 8, 1)
    reader = sit_down(person(), here, 2)
    assert here.look()["waits_for"] == [1]
    assert re.search(r"(Player|Runner) 2 is still choosing", reader.find("#say").inner_text())


# Words.

RARE = {
    "lanes": "chosen", "actions_in_play": "one_fewer", "free_pace": "marker", "may_decline": "yes",
    "simultaneous_pace": "yes", "touch_move": "friendly", "race": "800", "wear": "yes",
    "medal_pressure": "yes", "dummies": "1",
}  # fmt: skip
LANGS = ("nl", "de", "en")


def must_read_well(player: Person, lang: str, where: str) -> None:
    """Check that all words on a page are words, and none of them cut off."""
    unfold(player)
    assert player.page.locator("html").get_attribute("lang") == lang
    assert player.scroll_width() <= 360, where
    words = player.find("body").inner_text()
    labels = player.page.locator("[aria-label]").evaluate_all("all => all.map(e => e.ariaLabel).join('; ')")
    assert TOLD.search(f"{words} {labels}") is None, where
    assert player.page.evaluate(REALLY_CUT) == [], where


@pytest.mark.parametrize(
    ("options", "phases"),
    [({}, [LOTS, TAKING, MOVE, LEVEL, RUN]),
     (RARE, [LOTS, DRAW_SPACES, CHOOSE, TAKING, PUSHING, MOVE, LEVEL, RUN, DONE])],
    ids=["usual", "rare"],
)  # fmt: skip
def test_every_phase_fits_a_phone_in_words_that_are_words(
    person: People, race: Callable[..., Race], options: dict[str, str], phases: list[int]
) -> None:
    here = race(3, **options)
    people = {lang: person(locale=lang, **PHONE) for lang in LANGS}
    for each in people.values():
        for token in here.tokens:
            each.context.request.get(f"/s/{token}", max_redirects=0)
    for phase in phases:
        here.play_to(phase)
        for lang, each in people.items():
            each.page.goto(here.page)
            must_read_well(each, lang, f"{lang} {phase}")


def test_the_move_of_a_dummy_is_drawn() -> None:
    match = Match(FIFTEEN, {"dummies": "2", "touch_move": "friendly"}, 3)
    while not (match.moves and match.moves[-1].seat == CHANCE and match.moves[-1].action < STEP):
        seat = match.to_move()
        match.act(Move(seat, match.legal(seat)[-1]))
    FIFTEEN.picture.outcome(match.box, match.moves[-1].action, PAGE)


def test_new_page_and_rulebook_fit_a_phone_in_words_that_are_words(person: People) -> None:
    for lang in LANGS:
        reader = person(locale=lang, **PHONE)
        for page in ("/new/fifteen_hundred", "/rules/fifteen_hundred"):
            reader.page.goto(page)
            must_read_well(reader, lang, page)


SCROLLED = "scrollable-region-focusable"


def barriers(player: Person) -> set[tuple[str, ...]]:
    """List what keeps people from using a page, and where."""
    found = set()
    for scheme in ("light", "dark"):
        player.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for barrier in Axe().run(player.page).response["violations"]:
            if barrier["impact"] in ("serious", "critical"):
                found.add((barrier["id"], scheme, *(node["html"][:200] for node in barrier["nodes"][:3])))
    return found


def test_a_race_has_no_barriers(person: People, race: Callable[..., Race]) -> None:
    here = race(4)
    here.play_to(TAKING)
    player = sit_down(person(**PHONE), here, here.turn())
    assert {each for each in barriers(player) if each[0] != SCROLLED} == set()


def test_all_players_can_be_reached_with_the_keyboard(person: People, race: Callable[..., Race]) -> None:
    here = race(4)
    here.play_to(CHOOSE)
    player = sit_down(person(**PHONE), here, 0)
    assert {each for each in barriers(player) if each[0] == SCROLLED} == set()


def test_an_end_beside_the_runner_can_be_touched(person: People, race: Callable[..., Race]) -> None:
    here = race(3, touch_move="friendly")
    here.play_to(MOVE)
    runner = sit_down(person(), here, here.turn())
    places = runner.find(".spot").evaluate_all("spots => spots.map(spot => spot.dataset.at)")
    assert len(set(places)) == len(places)


# House values.


@pytest.mark.parametrize(
    ("lang", "word"),
    [("nl", "huiswaarde"), ("de", "Hauswert"), ("en", "house value")],
    ids=["nl", "de", "en"],
)
def test_house_values_are_called_so_where_they_are_agreed_and_in_the_rulebook(
    person: People, lang: str, word: str
) -> None:
    reader = person(locale=lang)
    reader.page.goto("/new/fifteen_hundred")
    for key in ("cost", "half", "race", "wear", "medal_pressure"):
        asked = reader.find("fieldset").filter(has=reader.find(f"[name='option.{key}']"))
        assert word in (asked.text_content() or ""), key
    reader.page.goto("/rules/fifteen_hundred")
    book = reader.page.content()
    rules = {part.partition('"')[0]: part for part in book.split('id="')}
    for rule in ("R-2", "R-24", "R-27", "R-32", "R-46"):
        assert word.lower() in rules[rule].lower(), rule


def test_the_costs_of_ones_own_board_are_typed_and_paid(person: People) -> None:
    player = person()
    player.page.goto("/new/fifteen_hundred")
    for seat in range(1, SEATS):
        player.find(f"#seat-{seat}").select_option("me" if seat < 3 else "none")
    player.find("form.agree summary").click()
    for i, cost in enumerate(COSTS):
        player.find(f"#o-cost_{LOWEST + i}").fill(str(cost))
    player.find("button.primary").click()
    player.find("#panel-cards").wait_for()
    match = player.page.url.removeprefix(player.site)
    address = f"/api/matches{match[2:]}"
    while (seen := player.context.request.get(address).json())["view"]["phase"] != LEVEL:
        player.act_by_forms(match, last_offered(source(player, match)))
    assert {key: seen["options"][key] for key in ("cost_5", "cost_14")} == {"cost_5": "1", "cost_14": "13"}
    player.page.goto(match)
    seat, before = seen["view"]["turn"], seen["view"]["strength"]
    for level in (5, 6):
        button = player.button(PACE + FREE * (level - LOWEST))
        expect(button).to_have_text(f"Level {level} (cost {COSTS[level - LOWEST]})")
    choose(player, player.button(PACE + FREE))
    expect(player.find("#log")).to_contain_text("raises the pace and pays level 6 (cost 2).")
    after = player.context.request.get(address).json()["view"]["strength"]
    assert after[seat] == before[seat] - COSTS[1]


def last_offered(page: str) -> int:
    """Give the last action that a page offers: take what is left, stop at once."""
    offered = r'<button id="(?:spot|bar|thing-\w+)-\d+"(?: class="spot")? name="action" value="(\d+)"'
    return max(map(int, re.findall(offered, page)))
