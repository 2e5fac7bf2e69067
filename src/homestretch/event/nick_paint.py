"""Nicknames in their colours, readable on our backgrounds, for pages and pictures.

The page's policy forbids `style` attributes, so a coloured run has a class named after its colour, and
`stylesheet` writes the rules for the colours of a page; that text goes into the page's own style element,
which is allowed by its hash. In pictures colours are attributes.
"""

import colorsys
from collections.abc import Iterable
from functools import cache
from html import escape

from homestretch.event.escape import isolated
from homestretch.event.nick import Run, shown
from homestretch.svg import TOKENS, Theme, tag

LEAST_CONTRAST = 4.5
"""WCAG 2.2 for text: names stand among other words, no larger than they."""
LIGHT, DARK = TOKENS["shade"][0], TOKENS["field"][1]
"""The backgrounds on which a light and a dark page are hardest to read."""
_STEPS = 200
_SPACING = {"wide": "0.12em", "narrow": "-0.04em"}


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours "#rrggbb", 1 to 21 (WCAG 2.2)."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@cache
def readable(colour: str, background: str) -> str:
    """Give the nearest lightness of a colour that has the least contrast on a background, hue kept."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*_channels(colour))
    end = 0.0 if contrast("#000000", background) > contrast("#ffffff", background) else 1.0
    found = colour
    for step in range(1, _STEPS + 1):
        if contrast(found, background) >= LEAST_CONTRAST:
            break
        found = _hex(hue, lightness + (end - lightness) * step / _STEPS, saturation)
    return found


def _hex(hue: float, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(255 * c):02x}" for c in colorsys.hls_to_rgb(hue, lightness, saturation))


def _class(colour: str) -> str:
    return f"nick-{colour[1::2]}"


def _classes(run: Run) -> str:
    return " ".join(filter(None, (run.colour and _class(run.colour), run.width and f"nick-{run.width}")))


def _span(run: Run) -> str:
    text = escape(run.text)
    text = f"<i>{text}</i>" if run.italic else text
    text = f"<b>{text}</b>" if run.bold else text
    classes = _classes(run)
    return f'<span class="{classes}">{text}</span>' if classes else text


def html(nickname: str, login: str) -> str:
    """Give a nickname as HTML, isolated from the direction of the text around it. See stylesheet."""
    return f'<bdi class="nick">{"".join(map(_span, shown(nickname, login)))}</bdi>'


def stylesheet(nicknames: Iterable[str]) -> str:
    """Give the rules for the colours of these nicknames, each readable on the light and the dark page."""
    colours = sorted({run.colour for nickname in nicknames for run in shown(nickname, "") if run.colour})
    rules = [f".nick-{width}{{letter-spacing:{space}}}" for width, space in _SPACING.items()]
    for colour in colours:
        both = f"light-dark({readable(colour, LIGHT)},{readable(colour, DARK)})"
        rules.append(f".{_class(colour)}{{color:{both}}}")
    return "".join(rules)


def svg(nickname: str, login: str, theme: Theme) -> str:
    """Give a nickname as tspans for a text element in a picture of that theme."""
    return isolated("".join(_tspan(run, theme) for run in shown(nickname, login)))


def _tspan(run: Run, theme: Theme) -> str:
    given: dict[str, object] = {}
    if run.colour:
        given["fill"] = theme.pick(readable(run.colour, LIGHT), readable(run.colour, DARK))
    if run.bold:
        given["font_weight"] = 700
    if run.italic:
        given["font_style"] = "italic"
    if run.width:
        given["letter_spacing"] = _SPACING[run.width]
    return tag("tspan", escape(run.text), **given)
