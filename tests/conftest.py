"""What tests of several files share."""

import sys
import types
from typing import Any

import penny_game
import pytest
from hypothesis import settings

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
