"""What tests of several files share."""

import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import penny_game
import pytest
from browser import Person, browsing, serving
from hypothesis import settings
from playwright.sync_api import Browser

from homestretch.games import Game

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def penny_rules() -> Game:
    """Give the sealed test game, as if it were a package."""
    package = types.ModuleType("penny_package")
    package.__path__ = []
    sys.modules["penny_package"] = package
    sys.modules["penny_package.rules"] = penny_game
    box = types.ModuleType("penny_package.box")
    made: Any = penny_game.Box
    box.__dict__.update(OPTIONS=(), make_box=lambda given, seats=2: made(seats=seats))
    sys.modules["penny_package.box"] = box
    return Game("penny", "penny_package")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server for this module's tests of the page."""
    with serving(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Keep the browser no longer than this module: it holds the thread's event loop."""
    with browsing() as found:
        yield found


@pytest.fixture
def person(browser: Browser, site: str) -> Iterator[Callable[..., Person]]:
    """Give a way to have people come; at the end no page of theirs may have complained.

    What a test still holds up on a line is let through first: else it ends in the middle of an answer.
    """
    come: list[Person] = []

    def comes(**settings: Any) -> Person:
        come.append(Person(browser, site, **settings))
        return come[-1]

    yield comes
    for each in come:
        each.page.unroute_all(behavior="wait")
    for each in come:
        each.context.close()
    assert [each.complaints for each in come if each.complaints] == []
