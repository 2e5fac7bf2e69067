"""The page in a real browser: whole games, cut lines, keyboard, phones, without JavaScript."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import EVEN, ODD, PHONE, ROOT, Person, browsing, serving
from playwright.sync_api import Browser, expect

People = Callable[..., Person]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Keep the browser no longer than this module: it holds the thread's event loop."""
    with browsing() as found:
        yield found


@pytest.fixture
def person(browser: Browser, site: str) -> Iterator[People]:
    """Give a way to have people come; at the end no page of theirs may have complained."""
    come: list[Person] = []

    def comes(**settings: Any) -> Person:
        wishes = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": site, **settings}
        come.append(Person(browser.new_context(**wishes), site))
        return come[-1]

    yield comes
    for each in come:
        each.context.close()
    assert [each.complaints for each in come if each.complaints] == []


def test_two_friends_play_a_whole_game_and_the_proof_holds(person: People, tmp_path: Path) -> None:
    one, other = person(), person(reduced_motion="no-preference")
    one.page.goto("/")
    one.find("article", ).filter(has_text="Crazy Jump").locator("button[value=friend]").click()
    other.page.goto(one.invite())
    for each in (one, other):
        each.page.evaluate("window.kept = true")
    dice = random.Random(1)
    import time
    n = 0
    while True:
        version = max(one.number("version"), other.number("version"))
        one.sees(version)
        other.sees(version)
        acting = [each for each in (one, other) if each.is_acting()]
        if not acting:
            break
        n += 1
        t = time.time()
        acting[0].do(dice.choice(acting[0].legal()))
        print(n, acting[0] is one, time.time() - t)
