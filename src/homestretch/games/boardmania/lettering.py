"""Writing in the picture: words at a place, names in their colours, and what fits into a width."""

from html import escape

from homestretch.games.boardmania.standing import Run
from homestretch.svg import TOKENS, Theme, tag

CONTRAST = 4.5
_WIDE = set("mwMWÆŒ@%—…")
_NARROW = set("iljftI1.,:;'|!()[] ")


def write(
    words: str, x: float, y: float, size: float, fill: str, weight: int = 400, anchor: str = "middle"
) -> str:
    """Write words with their baseline at x, y."""
    return tag(
        "text", escape(words), x=round(x, 1), y=round(y, 1), font_size=round(size, 1), font_weight=weight,
        fill=fill, text_anchor=anchor,
    )  # fmt: skip


def write_name(
    runs: tuple[Run, ...], x: float, y: float, size: float, theme: Theme, anchor: str, muted: bool = False
) -> str:
    """Write a name with its colours, each as strong as the paper asks."""
    spans = []
    for words, colour, bold, italic in runs:
        look: dict[str, object] = {"font_weight": 700} if bold else {}
        look |= {"font_style": "italic"} if italic else {}
        if colour and not muted:
            look["fill"] = theme.pick(*(legible(colour, paper) for paper in TOKENS["paper"]))
        spans.append(tag("tspan", escape(words), **look))
    return tag(
        "text", "".join(spans), x=round(x, 1), y=round(y, 1), font_size=round(size, 1), text_anchor=anchor,
        fill=theme.token("muted" if muted else "ink"),
    )  # fmt: skip


def legible(colour: str, paper: str) -> str:
    """Give a colour (#rrggbb) made darker or lighter until it stands out from a paper (WCAG 2: 4.5 to 1)."""
    away = 0 if luminance(paper) > 0.5 else 255
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    while contrast(colour, paper) < CONTRAST:
        parts = [part + (away - part) // 8 + (away > part) for part in parts]
        colour = "#" + "".join(f"{part:02x}" for part in parts)
    return colour


def contrast(colour: str, paper: str) -> float:
    """Give the contrast of two colours, 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(colour), luminance(paper)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Give the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def width_of(words: str, size: float) -> float:
    """Give about how wide a text is."""
    ems = sum(0.9 if c in _WIDE else 0.32 if c in _NARROW else 0.68 if c.isupper() else 0.575 for c in words)
    return ems * size


def broken(words: str, width: float, size: float) -> list[str]:
    """Break a text into lines of a width."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def clipped(runs: tuple[Run, ...], width: float, size: float) -> tuple[Run, ...]:
    """Cut a name that is too wide, with an ellipsis."""
    if width_of("".join(words for words, *_ in runs), size) <= width:
        return runs
    kept, room = list[Run](), width - width_of("…", size)
    for words, colour, bold, italic in runs:
        fitting = ""
        for character in words:
            if width_of(fitting + character, size) > room:
                return (*kept, (fitting.rstrip() + "…", colour, bold, italic))
            fitting += character
        room -= width_of(fitting, size)
        kept.append((fitting, colour, bold, italic))
    return tuple(kept)
