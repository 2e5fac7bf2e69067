"""Sequester Circuit in a real browser: hands, end fields and bets, own circuits, who comes and who leaves."""

import random
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from browser import (
    CHOICES,
    COLD,
    DESK,
    PHONE,
    Person,
    PlayedRace,
    choose,
    hold_back,
    reaches,
    sit_down,
    source,
    surfaces,
)
from playwright.sync_api import FilePayload, Locator, expect

from homestretch.games import game
from homestretch.games.circuit.cars import (
    BET,
    BETS,
    CARD,
    CARDS,
    FINISH,
    MOVE,
    NAME,
    PLAY,
    REVERSED,
    line_speed,
)
from homestretch.games.circuit.paint import card as drawn_card
from homestretch.games.circuit.words import card_name, field_name, format_action
from homestretch.svg import PAGE
from homestretch.table.match import Match, Move
from homestretch.table.record import parse_record
from homestretch.text import text_of
from homestretch.track.circuit import BUILT_IN

People = Callable[..., Person]
CIRCUIT = game("circuit")
SEATS = 6
TOWN = (BUILT_IN / "de_binnenstad.toml").read_text("utf-8")
OWN = TOWN.replace("De Binnenstad", "Ons Plein").replace("b = [120, 132,", "b = [120, 126, 132,", 1)
"""A circuit of one's own: another name, and one field more."""
DEAD_END = OWN.replace('[[section]]\nname = "L"\nfrom = 540\nb = [552]\n', "")
"""The same without the narrow place before the finish: the fields before it lead nowhere."""

SHORT = 'name = "Short"\ncards = ["R6", "Y6", "P6", "B6", "O6", "G6"]\n'
"""A deck with which a race is soon over."""


class Race(PlayedRace):
    """A race of six people; a seed gives the same race."""

    def __init__(self, api: httpx.Client, seed: int) -> None:
        super().__init__(api, CIRCUIT, {}, SEATS)
        self._dice = random.Random(seed)
        self.play_until(lambda match: match.state.phase == PLAY)

    def choice(self, legal: list[int]) -> int:
        """Draw, play any card, drive as far as the car gets and bet."""
        return self._dice.choice(legal) if self.match.state.phase <= PLAY else max(legal)

    def hand(self, seat: int) -> list[int]:
        """List the cards that a seat holds."""
        held: int = self.match.state.hand[seat]
        return [card for card in range(CARDS) if held >> card & 1]

    def card_to_drive(self) -> int:
        """Give a card of the seat to move after which it chooses an end field at once."""
        for card in self.hand(self.match.to_move()):
            trial = self.match.copy()
            trial.act(Move(trial.to_move(), CARD + card))
            if trial.state.phase == MOVE:
                return card
        raise AssertionError("no such card")


@pytest.fixture
def race(site: str) -> Iterator[Callable[..., Race]]:
    """Give a way to begin a race whose cards are dealt."""
    headers = {"X-Forwarded-For": "10.1.0.1"}
    with httpx.Client(base_url=f"{site}/api", headers=headers, timeout=30) as api:
        yield lambda seed=2: Race(api, seed)


def card_button(player: Person, seat: int, card: int) -> Locator:
    """Give the button of a card in the hand."""
    return player.find(f"#thing-hand-{seat}-{CARD + card}")


def names_in(text: str, box: Any, cards: list[int]) -> list[str]:
    """List those of some cards whose notation or picture is in a text."""
    names = {card: re.escape(card_name(box, card)) for card in cards}
    return [
        names[card]
        for card in cards
        if re.search(rf"(?<![\w/-]){names[card]}(?![\w/-])", text)
        or drawn_card(box, card, PAGE) + "</svg>" in text
    ]


def start_at_home(player: Person) -> None:
    """Make a table from the home page in Dutch: seat 2 by link, four easy bots."""
    player.page.goto("/")
    player.find("article").filter(has_text="Sequester Circuit").get_by_role("link", name="Met vrienden").tap()
    expect(player.page).to_have_url(re.compile("/new/circuit"))
    expect(player.find("#seat-0")).to_have_value("me")
    expect(player.find("#seat-1")).to_have_value("friend")
    for seat in range(2, SEATS):
        player.find(f"#seat-{seat}").select_option("bot:easy")
    assert player.scroll_width() <= 360
    player.find("button.primary").tap()
    player.find("#invite-1").wait_for()


def stage_of(button: Locator) -> str:
    """Tell what a button is for: to play, move or bet, or to choose how."""
    kind, _, action = (button.get_attribute("id") or "").partition("-")
    if kind == "bar":
        return "bet" if int(action) >= BET else "name"
    return "play" if kind == "thing" else "move"


def test_two_people_and_four_bots_race_to_the_score_sheet_on_a_phone_and_a_desk(person: People) -> None:
    phone, desk = person(locale="nl", **PHONE), person(**DESK)
    start_at_home(phone)
    desk.page.goto(phone.find("#invite-1").input_value())
    stages, wide = set(), set()
    while True:
        phone.find("#seat-0.turn, #seat-1.turn, #panel-sheet").first.wait_for(timeout=COLD)
        if phone.find("#panel-sheet").count():
            break
        acting, other = (phone, desk) if phone.find("#seat-0.turn").count() else (desk, phone)
        acting.find(CHOICES).first.wait_for(timeout=COLD)
        spots, cards = acting.find(".spot:not(.closed)"), acting.find(".things button")
        button = (
            spots.last if spots.count() else (cards if cards.count() else acting.find("#bar button")).first
        )
        if acting is phone:
            stages.add(stage_of(button))
        reaches(other, choose(acting, button))
        wide |= {phone.scroll_width()} - {360}
    assert stages >= {"play", "move", "bet"}
    rows: list[list[int]] = []
    for each in (phone, desk):
        expect(each.find("#panel-sheet tbody tr")).to_have_count(SEATS)
        rows.append([])
        for line in each.find("#panel-sheet tbody tr").all():
            name, total = line.locator("th").inner_text(), int(line.locator("td").first.inner_text())
            rows[-1].append(total)
            place, _, player = name.partition(". ")
            panel = each.find(".seat").filter(has=each.page.get_by_text(player, exact=True))
            expect(panel).to_contain_text(re.compile(rf"(^|\D){total} mil.* {place}\."))
    assert rows[0] == rows[1] == sorted(rows[0], reverse=True)
    assert phone.scroll_width() <= 360
    assert wide == set()


def sticks_out(match: Match) -> bool:
    """Tell whether a button at the right-hand edge of the shown part of the board lies half outside it."""
    if match.state.phase != MOVE:
        return False
    seen, picture = match.view(match.to_move()), CIRCUIT.picture
    left, top, width, height = picture.focus(match.box, seen)
    places = [picture.spot(match.box, seen, action) for action in range(FINISH)]
    return any(
        place[0] + place[2] / 2 <= left + width < place[0] + 0.6 * place[2]
        and top <= place[1] + place[3] / 2 <= top + height
        for place in places
        if place
    )


def test_no_stage_of_a_race_makes_a_phone_scroll_sideways(person: People, race: Callable[..., Race]) -> None:
    here = race()
    phone = sit_down(person(**PHONE), here, *range(SEATS))
    stages: dict[str, Callable[[Match], bool]] = {
        "play": lambda match: match.state.phase == PLAY,
        "move": lambda match: match.state.phase == MOVE,
        "at the edge": sticks_out,
        "name": lambda match: match.state.phase == NAME,
        "bet": lambda match: match.state.phase == BETS,
        "end": lambda match: match.is_over(),
    }
    wide = {}
    for stage, done in stages.items():
        here.play_until(done)
        phone.page.goto(here.page)
        wide[stage] = phone.scroll_width()
    assert wide == dict.fromkeys(stages, 360)


def test_a_card_is_a_button_on_the_own_turn_and_nobody_else_sees_it_before_it_is_played(
    person: People, race: Callable[..., Race]
) -> None:
    here = race()
    turn = here.match.to_move()
    next_one = (turn + 1) % SEATS
    box, mine, others = here.match.box, here.hand(turn), here.hand(next_one)
    one, other, watcher = sit_down(person(), here, turn), sit_down(person(**DESK), here, next_one), person()
    watcher.page.goto(here.page)
    expect(one.find(f"#panel-hand-{turn} button")).to_have_count(len(mine))
    expect(other.find(f"#panel-hand-{next_one} button")).to_have_count(0)
    expect(other.find(f"#panel-hand-{next_one} svg")).to_have_count(len(others))
    assert len(names_in(source(one, here.page), box, mine)) == len(mine)
    assert len(names_in(source(other, here.page), box, others)) == len(others)
    everything = [card for seat in range(SEATS) for card in here.hand(seat)]
    dealt = len(here.match.moves)
    ways = ["", "?at=60", f"?as={turn}", "/record", "/proof", ".svg", f"/board?at={dealt}&as={turn}"]
    for player, hidden in ((one, others), (other, mine), (watcher, everything)):
        assert [names_in(source(player, here.page + way), box, hidden) for way in ways] == [[]] * len(ways)
    assert "panel-hand" not in source(watcher, here.page)
    assert names_in(str(here.look()) + str(here.look(next_one)), box, mine) == []

    card = here.card_to_drive()
    version = choose(one, card_button(one, turn, card))
    expect(one.find(f"#panel-hand-{turn} svg")).to_have_count(len(mine) - 1)
    expect(one.find(f"#panel-hand-{turn} button")).to_have_count(0)
    for each in (other, watcher):
        reaches(each, version)
        expect(each.find("#panel-card svg")).to_have_attribute("aria-label", re.compile(card_name(box, card)))
        assert names_in(source(each, here.page), box, mine) == [card_name(box, card)]


def test_after_the_end_anybody_may_look_through_each_seats_eyes_and_with_all_open(
    person: People, race: Callable[..., Race]
) -> None:
    here, watcher = race(), person()
    dealt, hands = len(here.match.moves), [here.hand(seat) for seat in range(SEATS)]
    here.play_until(lambda match: match.is_over())
    watcher.page.goto(f"{here.page}?at={dealt}")
    for seat in range(SEATS):
        expect(watcher.find(f"#panel-hand-{seat} svg")).to_have_count(len(hands[seat]))
    expect(watcher.find("#eyes [aria-current]")).to_have_text("All open")
    watcher.find("#eyes").get_by_role("link", name="Player 3").click()
    expect(watcher.page).to_have_url(re.compile(rf"at={dealt}&as=2$"))
    expect(watcher.find("#eyes [aria-current]")).to_have_text("Player 3")
    expect(watcher.find("[id^=panel-hand]")).to_have_count(1)
    seen = watcher.find("#beside").inner_html()
    assert len(names_in(seen, here.match.box, hands[2])) == len(hands[2])
    assert names_in(seen, here.match.box, hands[1]) == []
    watcher.find("#to-next").click()
    expect(watcher.find("#at")).to_have_text(re.compile(rf"^{dealt + 1} /"))
    assert watcher.page.url.endswith("as=2")
    watcher.find("#eyes").get_by_role("link", name="All open").click()
    expect(watcher.find("[id^=panel-hand]")).to_have_count(SEATS)


def test_two_bets_sent_at_the_same_moment_both_count_and_one_sent_twice_counts_once(
    person: People, race: Callable[..., Race]
) -> None:
    here = race()
    here.play_until(lambda match: match.state.phase == BETS)
    one, other = sit_down(person(), here, 0), sit_down(person(), here, 1)
    version, held = one.number("version"), hold_back(one, other)
    one.button(BET).click()
    other.button(BET + 1).click()
    for seat, each in enumerate((one, other)):
        reaches(each, version + 2)
        expect(each.find("#say")).to_have_text("Not everybody has bet yet")
        expect(each.find("#panel-bets svg")).to_have_attribute(
            "aria-label", f"Bet on {['red', 'yellow'][seat]}"
        )
        for number in range(SEATS):
            chosen = "has chosen" if number < 2 else "still choosing"
            expect(each.find(f"#seat-{number}")).to_contain_text(chosen)
    assert here.look()["waits_for"] == [2, 3, 4, 5]

    headers = {"Origin": one.site, "Content-Type": "application/x-www-form-urlencoded"}
    again = one.context.request.post(
        f"{here.page}/do", data=held[0].request.post_data or "", headers=headers, max_redirects=0
    )
    assert (again.status, again.headers["location"]) == (303, here.page)
    first, second = (here.send(2, "actions", key="bet", actions=[BET]).json() for _ in range(2))
    assert first == second == {"version": version + 3}
    assert here.look()["version"] == version + 3
    assert here.send(2, "actions", actions=[BET + 1]).json()["rule"] == "G13"
    for seat in range(3, SEATS):
        assert here.send(seat, "actions", actions=[BET + seat]).status_code == 200
    for each in (one, other):
        expect(each.find("#log")).to_contain_text("Everybody has bet at bet line 1.")
    here.follow(BET, BET + 1, BET, *(BET + seat for seat in range(3, SEATS)))
    assert [here.look(seat)["view"]["bets"][seat][0] for seat in range(SEATS)] == [0, 1, 0, 3, 4, 5]


def test_a_bet_may_be_changed_until_all_have_bet(person: People, race: Callable[..., Race]) -> None:
    here = race()
    here.play_until(lambda match: match.state.phase == BETS)
    one, other = sit_down(person(**PHONE), here, 0), sit_down(person(java_script_enabled=False), here, 1)
    expect(one.find("#hint")).to_have_text(
        "You get 9 million if the car wins, 6 for second and 3 for third place."
    )
    choose(one, one.button(BET))
    expect(one.find("#panel-bets svg")).to_have_attribute("aria-label", "Bet on red")
    choose(one, one.find("#anew button"))
    expect(one.find("#panel-bets")).to_have_count(0)
    assert here.look()["waits_for"] == list(range(SEATS))
    choose(one, one.button(BET + 1))
    other.page.goto(here.page)
    other.button(BET).click()
    other.find("#status").get_by_role("button", name="Choose differently").click()
    expect(other.find("#seat-1")).to_contain_text("still choosing")
    other.button(BET + 2).click()
    for seat in range(2, SEATS):
        assert here.send(seat, "actions", actions=[BET + seat]).status_code == 200
    expect(one.find("#log")).to_contain_text("Everybody has bet at bet line 1.")
    expect(one.find("#anew")).to_have_count(0)
    assert [here.look(seat)["view"]["bets"][seat][0] for seat in (0, 1)] == [1, 2]
    assert here.send(0, "takeback").status_code == 422


def test_who_looks_on_sees_the_lines_of_the_card_ticked_off_one_by_one(
    person: People, race: Callable[..., Race]
) -> None:
    here = race()
    watcher = person(**PHONE, reduced_motion="no-preference")
    watcher.page.goto(here.page)
    check_that_all_cars_are_in_sight(watcher)
    card, *moves = whole_turn(here.match)
    watcher.page.evaluate("""() => {
        window.ticks = []
        new MutationObserver(() => {
            const card = document.querySelector("#panel-card svg")
            if (card) ticks.push(card.querySelectorAll("g[opacity]").length)
        }).observe(document.querySelector("#beside"), {childList: true, subtree: true, attributes: true})
    }""")
    turn = here.match.to_move()
    assert here.send(turn, "actions", actions=[card, *moves]).status_code == 200
    reaches(watcher, watcher.number("version") + 1 + len(moves))
    ticks: list[int] = watcher.page.evaluate("ticks")
    assert sorted(set(ticks)) == ticks_of(here.match, [card, *moves])
    check_that_all_cars_are_in_sight(watcher)


def check_that_all_cars_are_in_sight(player: Person) -> None:
    """See every car on the shown part of the board, which is not the whole."""
    whole, size = player.find("#picture").bounding_box(), player.find("#board").bounding_box()
    assert whole
    assert size
    assert whole["width"] > 1.1 * size["width"]
    for number in range(SEATS):
        there = player.find(f"#car-{number}").bounding_box()
        assert there
        assert size["x"] < there["x"] + there["width"] / 2 < size["x"] + size["width"], number
        assert size["y"] < there["y"] + there["height"] / 2 < size["y"] + size["height"], number


def ticks_of(match: Match, actions: list[int]) -> list[int]:
    """List how many lines are done after each action of a card but the last."""
    trial, seat, done = match.copy(), match.to_move(), []
    for action in actions[:-1]:
        trial.act(Move(seat, action))
        done.append(int(trial.state.line))
    return sorted(set(done))


def test_nothing_anywhere_tells_on_whom_another_has_bet(person: People, race: Callable[..., Race]) -> None:
    told = []
    for bet in (BET, BET + 2):
        here = race()
        here.play_until(lambda match: match.state.phase == BETS)
        bettor, other = sit_down(person(), here, 0), sit_down(person(), here, 1)
        other.page.goto(here.page)
        watcher = person()
        assert here.send(0, "actions", actions=[bet]).status_code == 200
        expect(other.find("#seat-0")).to_contain_text("has chosen")
        expect(other.find("#seat-2")).to_contain_text("still choosing")
        some, own = surfaces(here, other, watcher), surfaces(here, bettor)[0]
        for seat in range(1, SEATS):
            assert here.send(seat, "actions", actions=[BET + 1]).status_code == 200
        here.follow(bet, *[BET + 1] * (SEATS - 1))
        told.append((some, surfaces(here, other, watcher), own))
    assert told[0][0] == told[1][0]
    assert told[0][1] == told[1][1]
    assert told[0][2] != told[1][2]


def jams(match: Match) -> list[int]:
    """List the end fields at which the car to move gets stuck with steps left, where it has others too."""
    if match.state.phase != MOVE:
        return []
    seen, ends = match.view(match.to_move()), [each for each in match.legal(match.to_move()) if each < FINISH]
    found = [each for each in ends if "/" in CIRCUIT.picture.badge(match.box, seen, each)]
    return found if len(found) < len(ends) else []


def test_an_end_field_where_the_car_is_stuck_shows_its_steps_and_says_so(
    person: People, race: Callable[..., Race]
) -> None:
    here = race(0)
    here.play_until(lambda match: bool(jams(match)))
    seat, end = here.match.to_move(), jams(here.match)[0]
    driver = sit_down(person(), here, seat)
    button, field = driver.button(end), field_name(here.match.box, end)
    shown = re.fullmatch(r"(\d)/(\d)", button.locator(".steps-to").inner_text())
    assert shown
    steps, speed = map(int, shown.groups())
    assert steps < speed == line_speed(here.match.box, here.match.state)
    expect(button).to_have_attribute("aria-label", f"{field}: {steps} of {speed} steps, then blocked")
    full = next(each for each in here.match.legal(seat) if each < FINISH and each not in jams(here.match))
    expect(driver.button(full).locator(".steps-to")).to_have_text(str(speed))
    expect(driver.button(full)).to_have_attribute("aria-label", re.compile(rf": {speed} steps?$"))
    for lang, word in (("nl", "dan vast"), ("de", "dann")):
        reader = sit_down(person(locale=lang), here, seat)
        expect(reader.button(end)).to_have_attribute("aria-label", re.compile(word))
    choose(driver, button)
    expect(driver.find("#described")).to_contain_text(f"is on {field}.")


def upload(player: Person, **files: str) -> None:
    """Ask for a race with data of one's own, all seats on this screen."""
    player.page.goto("/new/circuit")
    for seat in range(1, SEATS):
        player.find(f"#seat-{seat}").select_option("me")
    player.find("form.agree summary").click()
    for key, text in files.items():
        file: FilePayload = {"name": "own.toml", "mimeType": "text/plain", "buffer": text.encode()}
        player.find(f"input[name='file.{key}']").set_input_files(file)
    player.find("button.primary").click()


def play_by_forms(player: Person, match: str) -> None:
    """Play a race on this screen to its end beside the page, the farthest end field each time."""
    offered = re.compile(
        r'<button id="(?:spot|bar|thing-hand)-[\d-]+"(?: class="spot")? name="action" value="(\d+)"'
    )
    while found := offered.findall(source(player, match)):
        player.act_by_forms(match, int(found[-1]))


def test_a_race_is_driven_on_an_uploaded_circuit_and_the_record_has_it(person: People) -> None:
    player = person()
    upload(player, circuit=OWN, deck=SHORT)
    choose(player, player.find(".things button").first)
    match = player.page.url.removeprefix(player.site)
    text = source(player, f"{match}/record")
    assert re.search(r"^circuit:$", text, re.MULTILINE)
    assert '| name = "Ons Plein"' in text
    play_by_forms(player, match)
    player.find("#panel-sheet").wait_for()
    address = player.find("#extras").get_by_role("link", name="Record").get_attribute("href")
    record = parse_record(source(player, address or ""))
    assert tomllib.loads(record.options["circuit"]) == tomllib.loads(OWN)
    assert tomllib.loads(record.options["deck"]) == tomllib.loads(SHORT)
    town = CIRCUIT.box({"circuit": "de_binnenstad"}, SEATS)
    fields = [sum(lane >= 0 for lane in box.lane) for box in (town, record.match().box)]
    assert fields[1] == fields[0] + 1
    assert record.match().is_over()


@pytest.mark.parametrize("lang", ["nl", "de", "en"])
def test_a_wrong_circuit_gives_the_form_back_with_the_field_in_a_sentence(person: People, lang: str) -> None:
    player = person(locale=lang)
    upload(player, circuit=DEAD_END)
    expect(player.find("[role=alert]")).to_have_text(text_of(lang)("track.dead_end", field="a540"))
    expect(player.find("[role=alert]")).to_contain_text("a540")
    expect(player.find("#seat-1")).to_have_value("me")
    expect(player.find("input[name='file.circuit']")).to_be_visible()
    player.page.goto("/")
    expect(player.find(".mine")).to_contain_text(text_of(lang)("page.no_games"))


def test_a_bot_plays_on_for_a_person_who_leaves(person: People, race: Callable[..., Race]) -> None:
    here = race()
    turn = here.match.to_move()
    one, other = sit_down(person(), here, turn), sit_down(person(), here, (turn + 1) % SEATS)
    leave = one.find("#extras").get_by_role("button", name="Leave")
    leave.click()
    one.find("#sure").get_by_role("link", name="Rather not").click()
    expect(one.find("#sure")).to_have_count(0)
    assert here.look()["players"] == ["person"] * SEATS
    leave.click()
    expect(one.find("#sure")).to_contain_text("A bot plays on for you. Are you sure?")
    one.find("#sure button").click()
    for each in (one, other):
        expect(each.find(f"#seat-{turn}")).to_contain_text(f"Bot {turn + 1}")
    expect(other.find("#log")).to_contain_text(f"Bot {turn + 1} plays")
    expect(one.find("#side")).to_contain_text("You are watching.")
    expect(one.find(CHOICES)).to_have_count(0)
    assert "panel-hand" not in source(one, here.page)
    assert one.post(f"{here.page}/do", action=CARD + here.hand(turn)[0], key="k").status == 403
    assert here.send(turn, "actions", actions=[CARD + here.hand(turn)[0]]).status_code == 403
    expect(other.find(".things button").first).to_be_visible()


def test_a_seat_to_which_nobody_has_come_is_handed_to_a_bot(person: People) -> None:
    host, late = person(), person()
    chosen = {f"seat.{seat}": "me" for seat in range(SEATS)} | {"seat.1": "friend"}
    answer = host.post("/new", game="circuit", **chosen)
    host.page.goto(answer.url)
    link = host.find("#invite-1").input_value()
    expect(host.find("#seat-1")).to_contain_text("not here yet")
    host.find("#invites").get_by_role("button", name="Player 2: let a bot play").click()
    expect(host.find("#seat-1")).to_contain_text("Bot 2")
    expect(host.find("#invites")).to_have_count(0)
    late.page.goto(link)
    expect(late.find("#side")).to_contain_text("You are watching.")
    assert "panel-hand" not in source(late, answer.url)


def whole_turn(match: Match) -> list[int]:
    """Give the actions of a whole card of two moves or more, by the seat to move."""
    seat = match.to_move()
    for card in [each for each in match.legal(seat) if each < REVERSED]:
        trial, actions = match.copy(), [card]
        trial.act(Move(seat, card))
        while trial.state.phase in (NAME, MOVE):
            actions.append(trial.legal(seat)[0])
            trial.act(Move(seat, actions[-1]))
        if len(actions) > 2 and trial.state.phase == PLAY:
            return actions
    raise AssertionError("no such card")


def spoken(match: Match, actions: list[int]) -> list[str]:
    """Write actions of the seat to move in notation."""
    trial, seat, words = match.copy(), match.to_move(), []
    for action in actions:
        words.append(format_action(trial.box, trial.state, seat, action))
        trial.act(Move(seat, action))
    return words


def test_a_whole_turn_is_typed_as_text_all_of_it_or_nothing(
    person: People, race: Callable[..., Race]
) -> None:
    here = race()
    turn = here.match.to_move()
    one, other = sit_down(person(), here, turn), sit_down(person(), here, (turn + 1) % SEATS)
    actions = whole_turn(here.match)
    card, *moves = spoken(here.match, actions)
    one.find("#more summary").click()
    version = one.number("version")
    car = moves[-1][0]
    wrong = {
        f"{car}>a9999": "There is no field A9999.",
        "hello": "'HELLO' is no action I know",
        f"{car}>fin": "",
    }
    for token, why in wrong.items():
        one.find("#text").fill(f"play {card}: {', '.join([*moves[:-1], token])}")
        one.find("#more form[action$=say] button").click()
        expect(one.find("#problem")).to_contain_text(re.compile(why or r"Rule Z13", re.IGNORECASE))
        assert (one.number("version"), here.look()["version"]) == (version, version)
        expect(card_button(one, turn, actions[0] - CARD)).to_be_visible()
    one.find("#text").fill(f"play {card}: {', '.join(moves)}")
    one.find("#more form[action$=say] button").click()
    for each in (one, other):
        reaches(each, version + len(actions))
        expect(each.find("#log")).to_contain_text(f"Player {turn + 1} plays {card}.")
    expect(one.find("#problem")).to_have_count(0)
    here.follow(*actions)
    assert here.look()["view"]["at"] == here.match.view(-3)["at"]
    expect(other.find(f"#seat-{here.match.to_move()}")).to_contain_text("to move")


def test_a_card_a_car_and_a_bet_need_no_javascript(person: People, race: Callable[..., Race]) -> None:
    here = race()
    turn = here.match.to_move()
    player = sit_down(person(java_script_enabled=False), here, turn)
    card = here.card_to_drive()
    card_button(player, turn, card).click()
    here.follow(CARD + card)
    expect(player.find("#panel-card svg")).to_have_attribute(
        "aria-label", re.compile(card_name(here.match.box, card))
    )
    end = [each for each in here.match.legal(turn) if each <= FINISH][-1]
    car = here.match.state.car
    player.button(end).click()
    expect(player.find("#log")).to_contain_text(f"to {field_name(here.match.box, end)}")
    here.follow(end)
    assert here.match.state.at[car] == end
    here.play_until(lambda match: match.state.phase == BETS)
    player.page.reload()
    player.button(BET + 3).click()
    expect(player.find("#panel-bets svg")).to_have_attribute("aria-label", "Bet on blue")
    expect(player.find(f"#seat-{turn}")).to_contain_text("has chosen")
    assert turn not in here.look()["waits_for"]
