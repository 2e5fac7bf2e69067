"""Texts of strangers made safe for the places they go to: spreadsheets and chat."""

import re
import unicodedata

# What spreadsheets take for the beginning of a formula, wide forms included (OWASP, CSV injection).
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_SIGNS = re.compile(r"([!-/:-@\[-`{-~])")
_RIGHT_TO_LEFT = ("R", "AL", "AN")
_ISOLATE, _END = "\u2068", "\u2069"


def for_csv(text: str) -> str:
    """Give a cell that no spreadsheet takes for a formula: an apostrophe goes before it. See from_csv."""
    return f"'{text}" if _FORMULA.match(text) else text


def from_csv(cell: str) -> str:
    """Give the text that for_csv made a cell of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def isolated(text: str) -> str:
    """Keep a text that runs from right to left from turning what stands beside it (Unicode TR 9)."""
    turns = any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in text)
    return f"{_ISOLATE}{text}{_END}" if turns else text


def for_markdown(text: str) -> str:
    """Give a text that Markdown shows as it is: every sign is escaped (CommonMark, backslash escapes)."""
    return isolated(_SIGNS.sub(r"\\\1", text))


def for_chat(text: str) -> str:
    """Give a text that Discord shows as it is: no markup, no link, and nobody is mentioned by it.

    Every sign is escaped. A mention of everyone is recognised before escapes are read, so that an empty
    character after the `@` breaks it.
    """
    return isolated(_SIGNS.sub(r"\\\1", text).replace("@", "@\u200b"))
