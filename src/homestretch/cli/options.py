"""What was agreed, as written on the command line: K=V, or K=FILE where the option is a file of data."""

from pathlib import Path

from homestretch.engine.options import Data
from homestretch.engine.problem import Problem
from homestretch.games import Game


def pairs(found: Game, options: list[str] | None) -> dict[str, str]:
    """Read K=V words.

    :raises Problem: for a word without "=" or a key given twice.
    """
    given: dict[str, str] = {}
    for word in options or []:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise Problem("cli.pair", text=word)
        given[key] = value
    files = {option.key: option.words for option in found.options if isinstance(option, Data)}
    return {key: _or_file(value, files[key]) if key in files else value for key, value in given.items()}


def _or_file(value: str, words: tuple[str, ...]) -> str:
    """Give the name of data that come with a game, else the text of a file.

    :raises Problem: if it is neither.
    """
    if value in words:
        return value
    try:
        return Path(value).read_text("utf-8").rstrip("\n") + "\n"
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise Problem("cli.no_data", file=value, words=", ".join(words), why=why) from error
