"""TrackMania nicknames: the `$` codes taken apart into runs of text with a style.

A nickname is hostile input that changes at any time and that two people may share; identity is the login.
What is understood:

- `$rgb`: a colour. One hexadecimal digit and up to two further characters that are no `$`; a character that
  is no digit counts as 0, a code cut short changes nothing. Both are swallowed.
- `$o $i $s` switch bold, italic and shadow on or off, `$t` capitals; `$w $n $m` are wide, narrow, normal
  width; `$g` is the default colour, `$z` resets everything; `$<` keeps the style until `$>`.
- `$l $h $p` begin and end a link, any of them ends the other; its address in brackets is dropped, as an
  address that a stranger chose is nothing to click on. A bracket that is never closed is text.
- `$$ $[ $]` are the characters themselves; any other letter after a `$` is swallowed with it.

Capitals and small letters are the same in codes. Characters that cannot be seen or that turn the direction
of the text are dropped, line breaks become blanks.
"""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

LONGEST = 48
"""Characters that are shown of a nickname; the game lets people type about that many."""
RAW = 1000
"""Characters of a nickname that are looked at."""
MORE = "…"
_HEX = "0123456789abcdef"
_HIDDEN = ("Cc", "Cf", "Cs")
# No characters, says Unicode, and XML, in which our pictures are written, forbids them.
_NONE = "\ufffe\uffff"
_SPACES = ("Zs", "Zl", "Zp")
# Fillers and blanks that Unicode counts among letters and symbols.
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
_MARKS = ("Mn", "Me")
_MOST_MARKS = 3


class Run(NamedTuple):
    """A piece of a nickname in one style."""

    text: str
    colour: str | None = None
    """"#rrggbb", None where it has the default colour."""
    bold: bool = False
    italic: bool = False
    shadow: bool = False
    width: str = ""
    """"wide", "narrow" or ""."""


class _Style(NamedTuple):
    colour: str | None = None
    bold: bool = False
    italic: bool = False
    shadow: bool = False
    width: str = ""
    capitals: bool = False


_PLAIN = _Style()
_WIDTHS = {"w": "wide", "n": "narrow", "m": ""}


class _Reader:
    """Goes through a nickname once; the style at the place it has reached."""

    def __init__(self, raw: str) -> None:
        self.raw, self.at = raw, 0
        self.style, self.kept, self.in_link = _PLAIN, list[_Style](), False
        self.pieces: list[tuple[str, _Style]] = []

    def read(self) -> list[tuple[str, _Style]]:
        while self.at < len(self.raw):
            if self.raw[self.at] == "$":
                self._code()
            else:
                end = self.raw.find("$", self.at)
                end = len(self.raw) if end < 0 else end
                self._add(self.raw[self.at : end])
                self.at = end
        return self.pieces

    def _add(self, text: str) -> None:
        self.pieces.append((text.upper() if self.style.capitals else text, self.style))

    def _code(self) -> None:
        letter = self.raw[self.at + 1 : self.at + 2].lower() or " "
        self.at += 2
        if letter in _HEX:
            self._colour(letter)
        elif letter in "$[]":
            self._add(letter)
        elif letter in "lhp":
            self._link()
        else:
            self._restyle(letter)

    def _colour(self, first: str) -> None:
        rest = self.raw[self.at : self.at + 2].partition("$")[0].lower()
        self.at += len(rest)
        if len(rest) == 2:
            digits = "".join(c if c in _HEX else "0" for c in first + rest)
            self.style = self.style._replace(colour="#" + "".join(2 * digit for digit in digits))

    def _link(self) -> None:
        self.in_link = not self.in_link
        if self.in_link and self.raw[self.at : self.at + 1] == "[":
            self.at = self.raw.find("]", self.at) + 1 or self.at

    def _restyle(self, letter: str) -> None:
        style = self.style
        if letter == "<":
            self.kept.append(style)
        elif letter == ">":
            self.style = self.kept.pop() if self.kept else style
        elif letter == "z":
            self.style = _PLAIN
        elif letter == "g":
            self.style = style._replace(colour=None)
        else:
            self.style = _switched(style, letter)


def _switched(style: _Style, letter: str) -> _Style:
    match letter:
        case "o":
            return style._replace(bold=not style.bold)
        case "i":
            return style._replace(italic=not style.italic)
        case "s":
            return style._replace(shadow=not style.shadow)
        case "t":
            return style._replace(capitals=not style.capitals)
        case "w" | "n" | "m":
            return style._replace(width=_WIDTHS[letter])
    return style


def cleaned(text: str) -> str:
    """Give a text on one line, without invisible characters, turns of direction and towers of accents."""
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    marks = 0
    for c in text:
        kind = unicodedata.category(c)
        marks = marks + 1 if kind in _MARKS else 0
        if c in "\t\n\r" or kind in _SPACES:
            kept.append(" ")
        elif kind not in _HIDDEN and c not in _NONE and marks <= _MOST_MARKS:
            kept.append(c)
    return "".join(kept)


def _is_seen(text: str) -> bool:
    return any(unicodedata.category(c)[0] in "LNPSC" and c not in _BLANK for c in text)


def _cut(pieces: list[Run], most: int) -> tuple[Run, ...]:
    """Give the first characters, with an ellipsis where more followed; accents stay with their letter."""
    whole = "".join(run.text for run in pieces)
    if len(whole) <= most:
        return tuple(pieces)
    end = most - 1
    while end > 1 and unicodedata.category(whole[end]) in _MARKS:
        end -= 1
    cut: list[Run] = []
    for run in pieces:
        cut.append(run._replace(text=run.text[:end]))
        end -= len(cut[-1].text)
    return (*(run for run in cut if run.text), Run(MORE))


def _merged(pieces: list[tuple[str, _Style]]) -> list[Run]:
    merged: list[Run] = []
    for text, style in pieces:
        run = Run(cleaned(text), *style[:5])
        if merged and merged[-1][1:] == run[1:]:
            merged[-1] = run._replace(text=merged[-1].text + run.text)
        elif run.text:
            merged.append(run)
    return merged


@lru_cache(maxsize=4096)
def runs(nickname: str, most: int = LONGEST) -> tuple[Run, ...]:
    """Take a nickname apart; at most `most` characters, then an ellipsis. Empty where nothing can be seen."""
    merged = _merged(_Reader(nickname[:RAW]).read())
    return _cut(merged, most) if _is_seen("".join(run.text for run in merged)) else ()


def shown(nickname: str, login: str, most: int = LONGEST) -> tuple[Run, ...]:
    """Give the runs of a nickname, or the login where nothing of the nickname can be seen."""
    found = runs(nickname, most)
    if found:
        return found
    name = cleaned(login[:RAW]).strip()
    return _cut([Run(name if _is_seen(name) else "?")], most)


def plain(nickname: str, login: str, most: int = LONGEST) -> str:
    """Give a nickname without codes, or the login where nothing of it can be seen; never empty."""
    return "".join(run.text for run in shown(nickname, login, most)).strip()
