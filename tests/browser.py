"""A server and people at browsers of their own, for the tests of the page."""

import itertools
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import APIResponse, Browser, Locator, Route, expect, sync_playwright

from homestretch.engine.contract import CHANCE
from homestretch.games import Game
from homestretch.table.match import Match, Move

ROOT = Path(__file__).parents[1]
EVEN, ODD = 19, 20
CHOICES = ".spot:not(.closed), #bar button, .things button"
COLD = 60_000
"""Milliseconds that bots may need on a machine that compiles their search meanwhile."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 900}}
EXPECTED = re.compile(r"Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_)")
"""What the console may say: refusals are answered with 4xx, and lines are cut on purpose."""
TIMEOUT = 15_000
expect.set_options(timeout=TIMEOUT)


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[str]:
    """Run a server on a free port and give its address; at the end it must have had nothing to complain.

    It is told its address as if it stood behind a proxy: so each person comes from an address of their own,
    and all the tests together are not too many for one.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "en"}
    command = [sys.executable, "-m", "homestretch", "serve", "--db", f"sqlite:///{folder / 'matches.db'}"]
    command += ["--port", str(port), "--url", f"http://localhost:{port}", *more]
    with (folder / "complaints.txt").open("w+", encoding="utf-8") as complaints:
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=complaints, text=True
        ) as server:
            assert server.stdout
            ready = re.search(r"http://\S+", server.stdout.readline())
            try:
                assert ready, (folder / "complaints.txt").read_text("utf-8")
                yield ready[0]
            finally:
                server.terminate()
        complaints.seek(0)
        said = complaints.read()
    assert not said, said


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run Debian's Chromium; where it is missing, the tests are skipped, but not in CI."""
    path = shutil.which("chromium")
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "Chromium is missing; what helps: sudo apt install chromium"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Person:
    """Somebody at a browser of their own, who has one page open."""

    _come = itertools.count(1)

    def __init__(self, browser: Browser, site: str, **settings: Any) -> None:
        self.site, self.touches = site, settings.get("has_touch", False)
        wishes = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": site, **settings}
        address = f"10.0.0.{next(self._come)}"
        context = browser.new_context(extra_http_headers={"X-Forwarded-For": address}, **wishes)
        self.context = context
        self.complaints: list[str] = []
        """What the console said that it should not say."""
        context.set_default_timeout(TIMEOUT)
        context.on("console", lambda message: self._note(message.type, message.text))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.page = context.new_page()

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not EXPECTED.match(text):
            self.complaints.append(f"{kind}: {text}")

    def find(self, selector: str) -> Locator:
        """Give what a selector finds on the page."""
        return self.page.locator(selector)

    def post(self, path: str, **form: str | int) -> APIResponse:
        """Send a form beside the page, with this browser's cookies."""
        values: dict[str, str | float | bool] = {**form}
        return self.context.request.post(path, form=values, headers={"Origin": self.site})

    def create(self, opponent: str, side: int = 0, game: str = "crazy_jump", **form: str) -> str:
        """Make a match and give the path of its page."""
        answer = self.post("/new", game=game, opponent=opponent, side=side, **form)
        assert answer.ok, answer.status
        return answer.url.removeprefix(self.site)

    def sit_down(self, opponent: str, side: int = 0, **form: str) -> str:
        """Make a match, go to its page and give its path."""
        match = self.create(opponent, side, **form)
        self.page.goto(match)
        return match

    def invite(self) -> str:
        """Give the link for the other seat."""
        return self.find("#invites input[readonly]").input_value()

    def number(self, name: str) -> int:
        """Give a number that the page knows: version, ply or plies."""
        return int(self.find("main").get_attribute(f"data-{name}") or "")

    def sees(self, version: int) -> None:
        """Wait until the page shows a version."""
        expect(self.find("main")).to_have_attribute("data-version", str(version))

    def is_acting(self) -> bool:
        """Tell whether the page asks for an action."""
        return self.find("main.acting").count() > 0

    def legal(self) -> list[int]:
        """List the actions that the page offers."""
        values: list[int] = self.page.eval_on_selector_all(
            ".spot:not(.closed), #bar button", "buttons => buttons.map(button => Number(button.value))"
        )
        return values

    def button(self, action: int) -> Locator:
        """Give the button of an action, on the board or in the bar."""
        return self.find(f"#spot-{action}:not(.closed), #bar-{action}")

    def do(self, *actions: int) -> None:
        """Act once or more: touch the button, say yes where asked, wait until it is done."""
        for action in actions:
            version = self.number("version")
            later = f"main:not([data-version='{version}'])"
            button = self.button(action)
            button.tap() if self.touches else button.click()
            self.find(f"#sure button, {later}").first.wait_for()
            if self.find("#sure").count():
                self.find("#sure button").click()
                self.find(later).wait_for()

    def touch_until_asked(self) -> None:
        """Touch cells until the page asks whether that is meant: a battle is at hand."""
        for _ in range(60):
            version = self.number("version")
            self.find(".spot:not(.closed), #bar button").first.click()
            self.find(f"#sure, main:not([data-version='{version}'])").first.wait_for()
            if self.find("#sure").count():
                return
        raise AssertionError("no battle in 60 actions")

    def act_by_forms(self, match: str, *actions: int) -> None:
        """Act once or more beside the page."""
        for action in actions:
            answer = self.post(f"{match}/do", action=action, key=os.urandom(8).hex(), sure=1)
            assert answer.ok, answer.status

    def scroll_width(self) -> int:
        """Give how wide the page is; more than the window means that it scrolls sideways."""
        width: Any = self.page.evaluate("document.documentElement.scrollWidth")
        return int(width)


class PlayedRace:
    """A race of people only, played through the API, with draws that are typed.

    `match` is the same race once more, all open.
    """

    def __init__(self, api: httpx.Client, game: Game, options: dict[str, str], seats: int) -> None:
        self.match = Match(game, options, seats)
        self._api, self._count = api, itertools.count()
        wishes = {"game": game.name, "players": ["person"] * seats, "options": options, "chance": "typed"}
        made = api.post("/matches", json=wishes).json()
        self.id, self.tokens = str(made["id"]), [str(made["tokens"][str(seat)]) for seat in range(seats)]
        self.page = f"/m/{self.id}"

    def send(self, seat: int, what: str, **body: Any) -> httpx.Response:
        """Send a command for a seat, with a key of its own unless it has one."""
        asked = {"key": f"key-{next(self._count)}", **body}
        return self._api.post(f"/matches/{self.id}/{what}", json=asked, headers=self._shown(seat))

    def look(self, seat: int | None = None) -> dict[str, Any]:
        """Look at the race as a seat, or as somebody who watches."""
        return dict(self._api.get(f"/matches/{self.id}", headers=self._shown(seat)).json())

    def _shown(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}

    def follow(self, *actions: int) -> None:
        """Take over what has been done on a page."""
        for action in actions:
            self.match.act(Move(self.match.to_move(), action))

    def choice(self, legal: list[int]) -> int:
        """Choose for who is to move, seat or chance."""
        raise NotImplementedError

    def play_until(self, done: Callable[[Match], bool]) -> None:
        """Choose for all until that is so."""
        while not done(self.match):
            seat = self.match.to_move()
            choice = self.choice(self.match.legal(seat))
            what = {"outcome": choice} if seat == CHANCE else {"actions": [choice]}
            answer = self.send(max(seat, 0), "die" if seat == CHANCE else "actions", **what)
            assert answer.status_code == 200, answer.text
            self.match.act(Move(seat, choice))


def sit_down(player: Person, race: PlayedRace, *seats: int) -> Person:
    """Have somebody come by the links of some seats."""
    for seat in seats:
        player.page.goto(f"/s/{race.tokens[seat]}")
    return player


def reaches(player: Person, version: int) -> None:
    """Wait until the page shows at least a version."""
    player.page.wait_for_function(
        "version => Number(document.querySelector('main').dataset.version) >= version", arg=version
    )


def choose(player: Person, button: Locator) -> int:
    """Touch a button, wait until the page shows what came of it, and give the version that this is."""
    with player.page.expect_response(lambda answer: answer.request.redirected_from is not None) as answer:
        button.tap() if player.touches else button.click()
    found = re.search(r'data-version="(\d+)"', answer.value.text())
    assert found
    reaches(player, int(found[1]))
    return int(found[1])


def source(player: Person, path: str) -> str:
    """Give what the server writes for a browser."""
    answer = player.context.request.get(path)
    assert answer.ok, (path, answer.status)
    return answer.text()


def hold_back(*players: Person) -> list[Route]:
    """Hold up what these people send until each has sent something, and let it all go at once; each time."""
    held: list[Route] = []

    def wait_for_all(route: Route) -> None:
        held.append(route)
        if len(held) % len(players) == 0:
            for each in held[-len(players) :]:
                each.continue_()

    for player in players:
        player.page.route("**/do", wait_for_all)
    return held


def surfaces(race: PlayedRace, *players: Person) -> list[str]:
    """Give all that browsers and programs can see of a race, but for what names it."""
    end = len(race.match.moves)
    ways = ["", f"?at={end}", "?as=0", "/record", "/proof", ".svg", f".svg?at={end}", f"/board?at={end}&as=0"]
    said = [source(player, race.page + way) for player in players for way in ways]
    said += [str(race.look()), str(race.look(1))]
    return [re.sub(r'name="key" value="[^"]*"', "", each).replace(race.id, "ID") for each in said]
