"""Names of people at a table: short, readable, and none that looks like another's."""

import re
import unicodedata

from confusable_homoglyphs.confusables import confusables_data

from homestretch.engine.problem import Problem

LONGEST = 24
_UNSEEN = ("C", "Zl", "Zp")


def clean_name(name: str, others: tuple[str, ...] = ()) -> str:
    """Give a name as it will be shown: composed, without invisible characters and double spaces.

    :raises Problem: if nothing is left, it is too long, or it looks like the name of another at the table.
    """
    shown = unicodedata.normalize("NFKC", name[:2000])
    shown = "".join(" " if c.isspace() else c for c in shown if not _is_unseen(c))
    shown = re.sub(r" +", " ", shown).strip()
    if not shown or not any(c.isalnum() for c in shown):
        raise Problem("name.empty")
    if len(shown) > LONGEST or len(name) > 2000:
        raise Problem("name.long", most=LONGEST)
    if any(_skeleton(shown) == _skeleton(other) for other in others):
        raise Problem("name.taken", name=shown)
    return shown


def _is_unseen(c: str) -> bool:
    return not c.isspace() and unicodedata.category(c).startswith(_UNSEEN)


def _skeleton(name: str) -> str:
    """Give what a name looks like: no case, accents, spaces or signs, look-alike letters equal (UTS 39)."""
    alike = "".join(_prototype(c) for c in unicodedata.normalize("NFKD", name))
    plain = "".join(c for c in alike.casefold() if c.isalnum())
    return plain.replace("rn", "m").replace("l", "i")


def _prototype(c: str) -> str:
    """Give the Latin letter that a character looks like, or the character."""
    if c.isascii() and c.isalpha():
        return c
    alike = (entry["c"] for entry in confusables_data.get(c, ()))
    return next((each for each in alike if len(each) == 1 and each.isascii()), c)
