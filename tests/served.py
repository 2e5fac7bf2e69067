"""The server in a thread of its own, and people and programs that talk to it."""

import itertools
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from homestretch.event.event import Event
from homestretch.web.app import create_app

EVEN, ODD = 19, 20
KEYS = (f"key-{number}" for number in itertools.count())


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.answers = threading.Event()

    async def startup(self, sockets: Any = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self.answers.set()


class Site:
    """A server that runs."""

    def __init__(self, app: FastAPI, port: int) -> None:
        self.app, self.port, self.address = app, port, f"http://127.0.0.1:{port}"
        self._opened: list[httpx.Client] = []

    def visitor(self, **headers: str) -> httpx.Client:
        """Give a browser of somebody who has not been here yet; its forms come from our own pages."""
        client = httpx.Client(base_url=self.address, headers={"Origin": self.address, **headers}, timeout=30)
        self._opened.append(client)
        return client

    def program(self, token: str = "", **headers: str) -> "Program":
        """Give a program that uses the API."""
        client = Program(self.address, token, headers)
        self._opened.append(client)
        return client

    def close(self) -> None:
        """Close all connections."""
        for client in self._opened:
            client.close()


@contextmanager
def served(
    folder: Path, db: str = "", url: str = "", rates: dict[str, str] | None = None, event: Event | None = None
) -> Iterator[Site]:
    """Run a server on a free port, without limits on how often one may ask unless some are given."""
    app = create_app(db or f"sqlite:///{folder / 'matches.db'}", url, {} if rates is None else rates, event)
    server = _Server(uvicorn.Config(app, port=0, log_config=None, access_log=False))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert server.answers.wait(30)
        with closing(Site(app, server.servers[0].sockets[0].getsockname()[1])) as site:
            yield site
    finally:
        server.should_exit = True
        thread.join()


class Program(httpx.Client):
    """A program with the token of a seat, or with none."""

    def __init__(self, address: str, token: str, headers: dict[str, str]) -> None:
        held = {"Authorization": f"Bearer {token}"} if token else {}
        super().__init__(base_url=f"{address}/api", headers={**held, **headers}, timeout=30)

    def make(self, **wishes: Any) -> dict[str, Any]:
        """Make a match of two people, unless told otherwise."""
        answer = self.post("/matches", json={"game": "crazy_jump", "players": ["person", "person"], **wishes})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def look(self, match: str, **query: int) -> dict[str, Any]:
        """Look at a match."""
        answer = self.get(f"/matches/{match}", params=query)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def command(self, match: str, what: str, **body: Any) -> httpx.Response:
        """Send a command, with a key of its own unless it has one."""
        return self.post(f"/matches/{match}/{what}", json={"key": next(KEYS), **body})
