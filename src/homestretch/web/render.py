"""Pages from templates: the reader's language, scheme and settings, styles allowed by hash."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from homestretch.svg import TOKENS
from homestretch.text import LANGUAGES, choose_language, text_of
from homestretch.web.guard import policy

HERE = Path(__file__).parent
NAMES = {"nl": "Nederlands", "de": "Deutsch", "en": "English"}
SETTINGS = {"lang": LANGUAGES, "scheme": ("auto", "light", "dark"), "confirm": ("on", "off")}

_environment = Environment(
    loader=PackageLoader("homestretch.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
    lstrip_blocks=True,
)  # fmt: skip


@cache
def stylesheet() -> str:
    """Give the style of all pages, with the shared colours as properties that follow the scheme."""
    tokens = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in TOKENS.items())
    return f":root{{{tokens}}}" + (HERE / "style.css").read_text("utf-8")


@cache
def static_version() -> str:
    """Give a mark of the module's content, so that browsers may keep it for ever."""
    return hashlib.sha256((HERE / "static" / "app.js").read_bytes()).hexdigest()[:12]


def setting(request: Request, name: str) -> str:
    """Give a reader's setting: lang, scheme or confirm."""
    chosen = request.cookies.get(name, "")
    if chosen in SETTINGS[name]:
        return chosen
    if name == "lang":
        wishes = request.headers.get("accept-language", "").split(",")
        return choose_language(wish.strip() for wish in wishes)
    return SETTINGS[name][0]


def part(lang: str, template: str, **values: Any) -> str:
    """Write a part of a page, for the page's own module to take over."""
    return _environment.get_template(template).render({"t": text_of(lang), **values})


def render(
    request: Request, template: str, status: int = 200, spot_css: str = "", **values: Any
) -> HTMLResponse:
    """Write a page."""
    lang = setting(request, "lang")
    here = request.scope["path"] if request.method == "GET" else values.get("here", "/")
    common = {
        "t": text_of(lang), "lang": lang, "scheme": setting(request, "scheme"),
        "confirm": setting(request, "confirm"), "languages": list(NAMES.items()), "css": stylesheet(),
        "js_version": static_version(), "here": here, "spot_css": spot_css,
    }  # fmt: skip
    html = _environment.get_template(template).render({**common, **values})
    response = HTMLResponse(html.encode("utf-8", "replace"), status)
    response.headers["Content-Security-Policy"] = policy(stylesheet(), *([spot_css] if spot_css else []))
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response
