"""Small pieces that every game's picture is made of: themes, tags, and SVG to PNG."""

from html import escape
from typing import NamedTuple

FONT = "Noto Sans"


TOKENS = {
    "paper": ("#faf8f4", "#1b1a18"),
    "ink": ("#26221d", "#ece7dd"),
    "muted": ("#6b645a", "#a69e91"),
    "line": ("#8d8477", "#7d766b"),
    "field": ("#f4efe6", "#3a3733"),
    "shade": ("#e4dccd", "#2c2a27"),
    "accent": ("#0b6bcb", "#6cb4ff"),
}
"""The colours that page and pictures share, light and dark."""


class Theme(NamedTuple):
    """A scheme of colours: light, dark, or page, where the browser picks one of the two."""

    scheme: str

    def pick(self, light: str, dark: str) -> str:
        """Give the colour of this scheme."""
        if self.scheme == "page":
            return f"light-dark({light},{dark})"
        return dark if self.scheme == "dark" else light

    def token(self, name: str) -> str:
        """Give a shared colour by name."""
        return f"var(--{name})" if self.scheme == "page" else self.pick(*TOKENS[name])

    def text(
        self, words: str, x: float, y: float, size: int, token: str = "ink", anchor: str = "middle"
    ) -> str:
        """Write words with their baseline at x, y."""
        return tag(
            "text", escape(words), x=x, y=y, font_size=size, fill=self.token(token), text_anchor=anchor
        )


LIGHT, DARK, PAGE = Theme("light"), Theme("dark"), Theme("page")


def tag(name: str, inside: str = "", **attributes: object) -> str:
    """Write an element; underscores in attribute names become hyphens. `inside` is markup already."""
    given = "".join(f' {key.replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items())
    return f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>"


def group(key: str, x: float, y: float, inside: list[str]) -> str:
    """Write a group with an id of its own, placed at x, y; the page moves it when that changes."""
    return tag("g", "".join(inside), id=key, transform=f"translate({x} {y})")


_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}


def die(face: int, theme: Theme) -> str:
    """Draw a die that shows a face, in a box of 100 by 100."""
    look = {"fill": theme.token("field"), "stroke": theme.token("ink")}
    body = tag("rect", "", **look, x=6, y=6, width=88, height=88, rx=16, stroke_width=5)
    places = [(26 + 24 * (int(pip) % 3), 26 + 24 * (int(pip) // 3)) for pip in _PIPS[face]]
    return body + "".join(tag("circle", cx=x, cy=y, r=9, fill=theme.token("ink")) for x, y in places)


def document(inside: str, width: int, height: int, title: str) -> str:
    """Write a whole SVG file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="{FONT}, sans-serif" role="img">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )


def to_png(svg: str, width: int) -> bytes:
    """Draw an SVG file as PNG, width pixels wide, its text in a font that comes with the program."""
    import fontpkg
    import resvg_py

    font = str(fontpkg.path(FONT))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, font_files=[font], font_family=FONT, skip_system_fonts=True
        )
    )
