"""What the tests of BoardMania share: boards, moves of one piece, days and finishes in short form."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from homestretch.games.boardmania import pieces as p
from homestretch.games.boardmania.box import make_box
from homestretch.games.boardmania.day import Day, Finish
from homestretch.games.boardmania.rules import enrol, evaluate_day, start
from homestretch.games.boardmania.told import path_of

STATUSES = {
    "": 0, "half": p.HALF, "booster": p.BOOSTER, "blocker": p.BLOCKER, "sit_out": p.SIT_OUT,
}  # fmt: skip
HOUR = 3_600_000
DAY = 24 * HOUR


def board(fields: Mapping[int, str], count: int = 47) -> str:
    """Write a board that is plain but for the given fields."""
    words = [fields.get(i, "plain") for i in range(count)]
    words[0] = "start"
    return "fields = [\n" + "".join(f'  "{word}",\n' for word in words) + "]\n"


class After(NamedTuple):
    """What became of a piece: progress, cards such as "R1 S2", status, bonuses, fields come onto."""

    progress: int
    cards: str
    status: str
    bonuses: int
    path: tuple[int, ...]


def hand(cards: str) -> list[int]:
    """Read cards such as "R1 S2" or "-"."""
    held = [0] * len(p.LETTERS)
    for word in cards.replace("-", "").split():
        held[p.LETTERS.index(word[0])] = int(word[1:])
    return held


def one_player(box: Any, at: int = 0, cards: str = "-", status: str = "") -> Any:
    """Give a state with one player at a progress."""
    s = p.State()
    start(box, s)
    enrol(box, s, 1)
    s.progress[0], s.cards[0], s.status[0] = at, hand(cards), STATUSES[status]
    return s


def seen(box: Any, s: Any) -> After:
    """Read the player's state and, from the story, its way."""
    cards = " ".join(f"{letter}{n}" for letter, n in zip(p.LETTERS, s.cards[0], strict=True) if n) or "-"
    status = next(word for word, kind in STATUSES.items() if kind == s.status[0])
    return After(s.progress[0], cards, status, s.bonuses[0], path_of(box, s.story or []))


def moved(
    at: int, roll: int, *, cards: str = "-", status: str = "", options: Mapping[str, str] | None = None
) -> After:
    """Play one day of one player."""
    box = make_box(options or {})
    s = one_player(box, at, cards, status)
    s.story = []
    evaluate_day(box, s, [roll], [1 if roll else 0])
    return seen(box, s)


def calendar(count: int) -> list[Day]:
    """Give so many days of 24 hours, from instant 0 on; the map of day k is mk."""
    return [Day(k, (k - 1) * DAY, k * DAY, (f"m{k}",)) for k in range(1, count + 1)]


def drove(login: str, seconds: float, day: int = 1, hour: float = 12, **more: Any) -> Finish:
    """Give a finish on the map of a day, so many hours after it opened."""
    return Finish(login, round(seconds * 1000), round((day - 1) * DAY + hour * HOUR), f"m{day}", **more)
