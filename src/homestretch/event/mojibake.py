"""Nicknames that a controller stored as UTF-8 in a column of western letters, read as they were typed."""

from codecs import getincrementaldecoder

ENCODINGS = ("auto", "utf8", "latin1-utf8")
"""auto repairs what can only be a mistake, utf8 takes everything as it is, latin1-utf8 repairs all it can."""
_UTF8 = getincrementaldecoder("utf-8")


def _byte(c: str) -> bytes:
    """Give the byte of a letter in MySQL's latin1: Windows 1252, where its five holes are control codes."""
    return bytes([ord(c)]) if 0x80 <= ord(c) <= 0x9F else c.encode("cp1252")


def _undone(text: str) -> str | None:
    """Give what the bytes of a text say as UTF-8; a letter that the column cut in half is left out."""
    try:
        return _UTF8().decode(b"".join(map(_byte, text)))
    except UnicodeError:
        return None


def repaired(text: str, encoding: str) -> str:
    """Give a nickname as it was typed, by one of ENCODINGS.

    A text of letters that make no UTF-8 was no mistake and stays. auto needs a letter beyond ASCII to come
    out, latin1-utf8 also takes a name of which nothing but half a letter was left.
    """
    if encoding == "utf8" or text.isascii():
        return text
    undone = _undone(text)
    if undone is None or (encoding == "auto" and undone.isascii()):
        return text
    return undone
