"""What a reader may do and what lies beside the board: buttons on it and in the bar, hints, panels."""

from typing import Any, NamedTuple

from homestretch.engine.contract import CHANCE, SPECTATOR
from homestretch.svg import Theme
from homestretch.table.match import Match
from homestretch.text import Text


class Spot(NamedTuple):
    """A button on the board: an action, where it lies in per cent of the picture, its name, what it shows."""

    action: int
    left: float
    top: float
    width: float
    height: float
    label: str
    legal: bool
    badge: str = ""


class Button(NamedTuple):
    """A button of the action bar, with a picture of what it is about, or ""."""

    action: int
    label: str
    icon: str = ""


class Thing(NamedTuple):
    """A thing in a panel; with an action that may be done now it is a button, else -1."""

    svg: str
    width: int
    height: int
    label: str
    action: int


class Beside(NamedTuple):
    """A panel beside the board, in the reader's language."""

    key: str
    title: str
    things: list[Thing]
    head: list[str]
    rows: list[list[str]]
    notes: list[str]
    asked: str
    folded: bool


Frame = tuple[float, float, float, float]
"""A part of a picture: x, y, width, height."""


def frames_of(match: Match, acting: int, looker: int) -> tuple[Frame, Frame]:
    """Give the part of the picture that a small screen shows, and the part that a wide one shows.

    It is what matters to who acts; to who looks on, on a small screen, where the play is; else the whole.
    """
    picture = match.game.picture
    whole: Frame = (0, 0, *picture.SIZE)
    if acting >= 0:
        shown = [getattr(picture, name, None) for name in ("focus", "focus_on_desk")]
        near, far = (each(match.box, match.view(acting)) if each else whole for each in shown)
        return near, far
    return (picture.scene(match.box, match.view(looker)) if hasattr(picture, "scene") else whole), whole


def behind(frame: Frame, size: tuple[float, float]) -> tuple[float, ...]:
    """Give where the whole picture lies behind a frame, in per cent of it: left, top, width, height."""
    x, y, width, height = frame
    parts = (-x / width, -y / height, size[0] / width, size[1] / height)
    return tuple(round(100 * part, 3) for part in parts)


def panels_of(match: Match, looker: int, legal: list[int], theme: Theme, text: Text) -> list[Beside]:
    """Put what the game shows beside the board into the reader's language."""
    if not hasattr(match.game.picture, "beside"):
        return []
    return [
        Beside(
            panel.key, text(panel.title[0], **panel.title[1]),
            [Thing(item.svg, item.width, item.height, text(item.label[0], **item.label[1]),
                   item.action if item.action in legal else -1) for item in panel.items],
            [text(key, **params) for key, params in panel.head],
            [[", ".join(text(key, **params) for key, params in cell) for cell in row] for row in panel.rows],
            [text(key, **params) for key, params in panel.notes],
            text(panel.asked[0], **panel.asked[1]) if panel.asked else "", panel.folded,
        )
        for panel in match.game.picture.beside(match.box, match.view(looker), looker, theme)
    ]  # fmt: skip


def hints_of(match: Match, acting: int, legal: list[int], text: Text) -> list[str]:
    """Say what the seat that acts may overlook, where the game has something to say."""
    if acting < 0 or not hasattr(match.game.words, "hints"):
        return []
    said = match.game.words.hints(match.box, match.view(acting), acting, legal)
    return [text(key, **params) for key, params in said]


def spots_of(
    match: Match, acting: int, legal: list[int], frame: tuple[float, ...], size: tuple[float, ...], text: Text
) -> list[Spot]:
    """List the buttons that lie on the part that is shown near; illegal ones are there to say why not."""
    if acting < 0:
        return []
    found, seen = match.game, match.view(acting)
    spots = []
    for action in range(found.rules.ACTIONS):
        place = found.picture.spot(match.box, seen, action)
        if place is not None and _is_in_frame(place, frame):
            at = _percent(place, size)
            if action in legal:
                badge = (
                    found.picture.badge(match.box, seen, action) if hasattr(found.picture, "badge") else ""
                )
                spots.append(Spot(action, *at, label_of(match, seen, acting, action, text), True, badge))
            else:
                spots.append(Spot(action, *at, "", False))
    return spots if any(spot.legal for spot in spots) else []


def _is_in_frame(place: tuple[float, ...], frame: tuple[float, ...]) -> bool:
    """Tell whether the middle of a button lies in the frame."""
    x, y = place[0] + place[2] / 2, place[1] + place[3] / 2
    return frame[0] <= x <= frame[0] + frame[2] and frame[1] <= y <= frame[1] + frame[3]


def _percent(place: tuple[float, ...], size: tuple[float, ...]) -> tuple[float, float, float, float]:
    """Give a place in per cent of the picture: left, top, width, height."""
    left, top, width, height = (round(100 * part / size[i % 2], 3) for i, part in enumerate(place))
    return left, top, width, height


def buttons_of(
    match: Match, acting: int, legal: list[int], shown: set[int], theme: Theme, text: Text
) -> list[Button]:
    """List the actions that have no place on the board and are in no panel."""
    seen, picture = match.view(acting if acting >= 0 else SPECTATOR), match.game.picture
    bare = [
        action
        for action in legal
        if acting == CHANCE or (action not in shown and picture.spot(match.box, seen, action) is None)
    ]
    icon = getattr(picture, "icon", lambda *_: "")
    return [
        Button(action, label_of(match, seen, acting, action, text), icon(match.box, seen, action, theme))
        for action in bare
    ]


def label_of(match: Match, seen: Any, acting: int, action: int, text: Text) -> str:
    """Give the name of an action as its button has it."""
    key, params = match.game.words.label(match.box, seen, acting, action)
    return text(key, **params)
