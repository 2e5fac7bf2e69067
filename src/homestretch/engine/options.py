"""Options of a game: what may be agreed before play, with the rule each one belongs to."""

from collections.abc import Mapping
from typing import NamedTuple

from homestretch.engine.problem import Problem

OWN = -1
"""The value of a Data option that is somebody's own text."""
MOST_TEXT = 40_000
"""The longest text of data, in characters."""


class Choice(NamedTuple):
    """An option that is one of a few words; the first is the default. Its value is the word's index."""

    key: str
    rule: str
    words: tuple[str, ...]

    @property
    def default(self) -> str:
        """The word that holds where nothing is said."""
        return self.words[0]

    def read(self, word: str) -> int:
        """Give the value of a word.

        :raises Problem: if it is none of the words.
        """
        if word not in self.words:
            raise Problem("option.word", key=self.key, word=word[:60], words=", ".join(self.words))
        return self.words.index(word)


class Count(NamedTuple):
    """An option that is a whole number from low to high."""

    key: str
    rule: str
    low: int
    high: int
    usual: int

    @property
    def default(self) -> str:
        """The number that holds where nothing is said."""
        return str(self.usual)

    def read(self, word: str) -> int:
        """Give the value of a word.

        :raises Problem: if it is no whole number in range.
        """
        if not (word.isascii() and word.isdigit() and len(word) < 10 and self.low <= int(word) <= self.high):
            raise Problem("option.number", key=self.key, word=word[:60], low=self.low, high=self.high)
        return int(word)


class Data(NamedTuple):
    """An option that is a file of data: one that comes with the game, by name, or the text of one's own.

    Its value is the name's index, OWN for a text; the game reads and checks the text.
    """

    key: str
    rule: str
    words: tuple[str, ...]

    @property
    def default(self) -> str:
        """The name that holds where nothing is said."""
        return self.words[0]

    def read(self, word: str) -> int:
        """Give the index of a name, or OWN for a text.

        :raises Problem: if it is neither, or the text is too long.
        """
        if is_text(word):
            if len(word) > MOST_TEXT:
                raise Problem("option.long", key=self.key, most=MOST_TEXT // 1000)
            return OWN
        if word not in self.words:
            raise Problem("option.word", key=self.key, word=word[:60], words=", ".join(self.words))
        return self.words.index(word)


def is_text(word: str) -> bool:
    """Tell whether an option's value is the text of a file, not a name: a name has no line break."""
    return "\n" in word


def tidy(text: str) -> str:
    """Give a text as a record can carry it: no blanks at the ends of lines, a line break after the last."""
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


Option = Choice | Count | Data


def read_options(options: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, int]:
    """Give the value of every option, the default where none is given.

    :raises Problem: for a key that does not exist or a word that does not fit.
    """
    keys = [option.key for option in options]
    for key in given:
        if key not in keys:
            raise Problem("option.unknown", key=key, keys=", ".join(keys))
    return {option.key: option.read(given.get(option.key, option.default)) for option in options}


def spoken(options: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, str]:
    """Give what differs from the defaults, in the order of declaration; checked like `read_options`."""
    read_options(options, given)
    said = {o.key: given[o.key] for o in options if given.get(o.key, o.default) != o.default}
    return {key: tidy(word) if is_text(word) else word for key, word in said.items()}
