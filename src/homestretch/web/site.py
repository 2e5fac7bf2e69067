"""What all requests of one server share."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from starlette.requests import Request

from homestretch.store.service import Service
from homestretch.web.botworks import BotWorks
from homestretch.web.guard import Rates
from homestretch.web.hub import Hub

P = ParamSpec("P")
R = TypeVar("R")


class Site:
    """The service, the streams, the bots and the rates of one server."""

    service: Service
    hub: Hub
    bots: BotWorks

    def __init__(self, url: str, rates: Rates) -> None:
        """Use url as public address; "" means the address that each request came to."""
        self.url, self.rates = url.rstrip("/"), rates
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="store")

    @property
    def secure(self) -> bool:
        """Tell whether cookies may be limited to encrypted connections."""
        return self.url.startswith("https://")

    def base(self, request: Request) -> str:
        """Give the address that links begin with."""
        return self.url or f"{request.url.scheme}://{request.url.netloc}"

    @staticmethod
    def asker(request: Request) -> str:
        """Give who asks, for counting rates: the address of the connection."""
        return request.client.host if request.client else "?"

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Do blocking work without holding up other requests."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*args, **kwargs))

    def stop(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=True, cancel_futures=True)


def site_of(request: Request) -> Site:
    """Give the site that a request came to."""
    site: Any = request.app.state.site
    assert isinstance(site, Site)
    return site
