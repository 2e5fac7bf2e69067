"""Who may ask what: cookies, origin of forms, size of bodies, rates, and what a page may load."""

import base64
import hashlib
import secrets

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response

from homestretch.engine.problem import Problem

BROWSER = "hs"
"""The cookie that holds a browser's secret: 256 bits, of which only the hash is stored."""
LARGEST_BODY = 64 * 1024
YEAR = 365 * 86400
RATES = {"create": "30/minute", "command": "200/second", "link": "60/minute", "page": "400/second"}


class Refused(Exception):  # noqa: N818
    """A request that is turned away, with its status and what to say."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(status, problem)
        self.status, self.problem = status, problem


class Rates:
    """How often one asker may do what; a limit of "" means no limit."""

    def __init__(self, rates: dict[str, str]) -> None:
        self._limits: dict[str, RateLimitItem] = {what: parse(rate) for what, rate in rates.items() if rate}
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    async def check(self, what: str, who: str) -> None:
        """Count one more of what by who.

        :raises Refused: with 429 when that is too often.
        """
        limit = self._limits.get(what)
        if limit and not await self._limiter.hit(limit, what, who):
            raise Refused(429, Problem("web.too_often", n=limit.get_expiry()))


def browser_of(request: Request) -> str:
    """Give the browser's secret, "" where it has none yet."""
    value = request.cookies.get(BROWSER, "")
    return value if 20 <= len(value) <= 64 else ""


def remember_browser(response: Response, browser: str, secure: bool) -> None:
    """Set the cookie that holds the browser's secret."""
    response.set_cookie(BROWSER, browser, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def new_browser() -> str:
    """Give a fresh secret for a browser."""
    return secrets.token_urlsafe(32)


def check_origin(request: Request, url: str) -> None:
    """Refuse a form or call that another site sent in a person's name (fetch metadata, else Origin).

    :param url: the server's public address, where it has one.
    :raises Refused: with 403.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site in ("same-origin", "none"):
        return
    if site is None and origin is None and request.scope["path"].startswith("/api/"):
        return  # a program; what it may do depends on its token, never on cookies
    host = (origin or "").partition("://")[2]
    if site is None and host and host in (request.headers.get("host"), url.partition("://")[2]):
        return
    raise Refused(403, Problem("web.origin"))


def policy(*styles: str) -> str:
    """Give the content security policy: our own module, and exactly these inline styles."""
    hashes = " ".join(f"'sha256-{_digest(style)}'" for style in styles) or "'none'"
    return (
        f"default-src 'none'; script-src 'self'; style-src {hashes}; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    )


def _digest(style: str) -> str:
    return base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()


def secure_headers(headers: MutableHeaders) -> None:
    """Set the headers that every answer has."""
    headers.setdefault("Content-Security-Policy", policy())
    headers.setdefault("Cache-Control", "no-store")
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
