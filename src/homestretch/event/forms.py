"""A text in parts, written as Markdown, as HTML or plainly; each form says how a stranger's words go in."""

import re
from collections.abc import Callable, Iterable
from html import escape
from typing import NamedTuple

from homestretch.event.escape import for_markdown, isolated

_NUMBER = re.compile(r"^(\d+)\.")


class Item(NamedTuple):
    """A line of a list, and the lines that belong to it."""

    line: str
    under: tuple[str, ...] = ()


class Part(NamedTuple):
    """A heading with what follows it; all words are already in the form that they are written in."""

    heading: str = ""
    paragraphs: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()


class Picture(NamedTuple):
    """A picture by its address, and what it shows in words."""

    address: str
    alt: str


class Form(NamedTuple):
    """A way to write a text."""

    stranger: Callable[[str], str]
    """Makes harmless what a stranger wrote: a nickname, a reason."""
    write: Callable[[str, Picture, Iterable[Part]], str]
    """Writes a title, a picture and parts."""


def _html(title: str, picture: Picture, parts: Iterable[Part]) -> str:
    lines = [f"<h2>{title}</h2>", f'<p><img src="{escape(picture.address)}" alt="{picture.alt}"></p>']
    for part in parts:
        lines += [f"<h3>{part.heading}</h3>"] if part.heading else []
        lines += [f"<p>{each}</p>" for each in part.paragraphs]
        lines += [_html_list(part.items)] if part.items else []
    return "\n".join(lines) + "\n"


def _html_list(items: Iterable[Item]) -> str:
    inside = [item.line + (_html_list(map(Item, item.under)) if item.under else "") for item in items]
    return "<ul>" + "".join(f"<li>{each}</li>" for each in inside) + "</ul>"


def _markdown(title: str, picture: Picture, parts: Iterable[Part]) -> str:
    blocks = [f"## {title}", f"![{picture.alt}]({picture.address})"]
    for part in parts:
        blocks += [f"### {part.heading}"] if part.heading else []
        blocks += map(_no_list, part.paragraphs)
        blocks += ["\n".join(_markdown_list(part.items))] if part.items else []
    return "\n\n".join(blocks) + "\n"


def _markdown_list(items: Iterable[Item]) -> Iterable[str]:
    for item in items:
        yield f"- {_no_list(item.line)}"
        yield from (f"  - {_no_list(each)}" for each in item.under)


def _no_list(line: str) -> str:
    """Keep a line that begins with a place, such as 1., from being counted anew."""
    return _NUMBER.sub(r"\1\\.", line)


def _plain(title: str, picture: Picture, parts: Iterable[Part]) -> str:
    blocks = [title]
    for part in parts:
        lines = [part.heading] if part.heading else []
        lines += part.paragraphs
        for item in part.items:
            lines += [f"- {item.line}", *(f"    {each}" for each in item.under)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


HTML = Form(lambda text: isolated(escape(text)), _html)
MARKDOWN = Form(for_markdown, _markdown)
PLAIN = Form(isolated, _plain)
