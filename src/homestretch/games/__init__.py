"""The games: one folder each here, or one entry point each in an installed package.

A game's package has the modules rules, box, words and picture, and the folders locale, rulebook and
examples. An outside game names its package in the entry point group `homestretch.games`. An event, which
nobody plays at a table, has the module day as well.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from homestretch.engine.contract import Rules
from homestretch.engine.options import Option
from homestretch.engine.problem import Problem


class Game:
    """A game by name; its modules are imported when first used."""

    def __init__(self, name: str, package: str) -> None:
        self.name, self.package = name, package

    def __repr__(self) -> str:
        return f"game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.name,)

    @cached_property
    def rules(self) -> Rules:
        """The rules module."""
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def words(self) -> Any:
        """The words module: actions and events as text."""
        return importlib.import_module(f"{self.package}.words")

    @cached_property
    def picture(self) -> Any:
        """The picture module: a view as SVG and as plain text."""
        return importlib.import_module(f"{self.package}.picture")

    @cached_property
    def folder(self) -> Path:
        """The folder that holds the game's files."""
        path = importlib.import_module(self.package).__file__
        assert path is not None
        return Path(path).parent

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be agreed before play."""
        return importlib.import_module(f"{self.package}.box").OPTIONS  # type: ignore[no-any-return]

    @property
    def is_event(self) -> bool:
        """Whether it goes on for days on a game server, without seats and turns."""
        return self.name in events()

    def at_table(self) -> "Game":
        """Give the game itself.

        :raises Problem: if it is an event.
        """
        if self.is_event:
            raise Problem("game.event", game=self.name)
        return self

    def box(self, given: Mapping[str, str] | None = None, seats: int | None = None) -> Any:
        """Make the box for what was agreed.

        :raises Problem: naming the option, or the number of seats, that does not fit; for an event.
        """
        fewest, most = self.at_table().rules.SEATS
        seats = most if seats is None else seats
        if not fewest <= seats <= most:
            raise Problem("seats.number", game=self.name, seats=seats, fewest=fewest, most=most)
        return importlib.import_module(f"{self.package}.box").make_box(given or {}, seats)


@cache
def _folders() -> dict[str, str]:
    return {info.name: f"{__name__}.{info.name}" for info in pkgutil.iter_modules(__path__) if info.ispkg}


@cache
def _packages() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to import, and most uses need a game by folder only

    return {point.name: point.value for point in entry_points(group="homestretch.games")} | _folders()


def events() -> list[str]:
    """List the names of the events among the games."""
    return [name for name in _folders() if (Path(__path__[0]) / name / "day.py").is_file()]


def names() -> list[str]:
    """List the names of the games that are offered at a table, in alphabetical order.

    A game of a folder here is offered once it has examples, which are written last.
    """
    folders = {name for name in _folders() if not (Path(__path__[0]) / name / "examples").is_dir()}
    return sorted(_packages().keys() - folders - set(events()))


@lru_cache(maxsize=256)
def game(name: str) -> Game:
    """Give the game of that name.

    :raises Problem: if there is none.
    """
    package = _folders().get(name) or _packages().get(name)
    if package is None:
        raise Problem("game.unknown", game=name[:40], games=", ".join(names()))
    return Game(name, package)
