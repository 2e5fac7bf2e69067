"""Texts in Dutch, German and English: message ids with parameters, looked up in gettext catalogues."""

import gettext
import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("nl", "de", "en")
SHARED = Path(__file__).parent / "locale"


def choose_language(wishes: Iterable[str]) -> str:
    """Give the first language of wishes ("de-AT", "nl_NL.UTF-8") that we speak, else English."""
    for wish in wishes:
        if wish[:2].lower() in LANGUAGES:
            return wish[:2].lower()
    return "en"


@cache
def _catalogue(path: Path) -> gettext.GNUTranslations:
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def capitalised(text: str) -> str:
    """Give a text with its first letter large, the others as they are."""
    return text[:1].upper() + text[1:]


class Term(str):
    """A parameter of a text that is itself a message id: it is said in the reader's language."""

    __slots__ = ()


class Text:
    """The texts of one language: the shared ones and those of a game."""

    def __init__(self, lang: str, folder: Path | None = None) -> None:
        self.lang = lang
        self._seats: tuple[str, ...] = ()
        self._as_written = False
        paths = [SHARED] if folder is None else [folder, SHARED]
        self._catalogues = [_catalogue(path / f"{lang}.po") for path in paths]

    def naming(self, names: Iterable[str], as_written: bool = False) -> "Text":
        """Give the same texts, in which the seats are called so; as_written also where a sentence begins."""
        twin = object.__new__(Text)
        twin.lang, twin._catalogues, twin._seats = self.lang, self._catalogues, tuple(names)
        twin._as_written = as_written
        return twin

    def __call__(self, key: str, /, **params: object) -> str:
        """Give the text of a message id; a seat number becomes the seat's name, a Term its text.

        Where a message has plural forms, `n` chooses. An id without a text comes back as it is.
        """
        template = self._find(key, params.get("n"))
        seat = params.get("seat")
        if isinstance(seat, int) and "{seat" in template:
            params["seat"] = Term(f"seat.{seat}")
        said = {name: self._say(value) for name, value in params.items()}
        text = template.format_map(said)
        first = template[1:].partition("}")[0] if template.startswith("{") else ""
        if not isinstance(params.get(first), Term) or (first == "seat" and self._as_written):
            return text
        return capitalised(text)

    def _say(self, value: object) -> object:
        if not isinstance(value, Term):
            return value
        if self._seats and value.startswith("seat."):
            return self._seats[int(value[5:])]
        return self(value)

    def has(self, key: str) -> bool:
        """Tell whether a message id has a text."""
        return self._find(key, 1) != key

    def _find(self, key: str, n: object) -> str:
        for catalogue in self._catalogues:
            if isinstance(n, int):
                found = catalogue.ngettext(key, key + ".plural", n)
                if found not in (key, key + ".plural"):
                    return found
            found = catalogue.gettext(key)
            if found != key:
                return found
        return key


@cache
def text_of(lang: str, folder: Path | None = None) -> Text:
    """Give the texts of a language, with those of the game whose folder is given."""
    return Text(lang, folder and folder / "locale")
