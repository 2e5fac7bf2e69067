"""`hs serve`: the server, until Ctrl+C."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import uvicorn

from homestretch.cli.speech import text
from homestretch.engine.problem import Problem
from homestretch.event.event import Event
from homestretch.web.app import create_app

BACKLOG = 2048


def run(db: str, host: str, port: int, url: str, event: Path | None = None) -> None:
    """Serve until interrupted; with the folder of an event also its pages.

    :raises Problem: if the address cannot be listened on, or there is no such event.
    """
    server, listening = prepared(db, host, port, url, event)
    server.run(sockets=[listening])


def prepared(
    db: str, host: str, port: int, url: str, event: Path | None = None
) -> "tuple[Server, socket.socket]":
    """Give a server that is ready to serve, and the socket that it listens on.

    :raises Problem: as `run`.
    """
    shows = Event(event) if event else None
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    near = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    shown = url or f"http://{near}:{port}"
    config = uvicorn.Config(
        create_app(db, url, event=shows),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(url),
        timeout_graceful_shutdown=3,
    )
    return Server(config, text("serve.ready", url=f"{shown}/event" if event else shown)), listening


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), backlog=BACKLOG, family=_family(host))
    except OSError as error:
        why = error.strerror or str(error)
        raise Problem("cli.no_port", host=host, port=port, why=why) from error


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


class Server(uvicorn.Server):
    """A server that says its address once it answers."""

    def __init__(self, config: uvicorn.Config, ready: str) -> None:
        super().__init__(config)
        self._ready = ready
        self.leaves_signals = False
        """Whether somebody else says when to end, who has to tidy up afterwards."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End at a signal, which ends the process in the end; unless somebody else sees to that."""
        with nullcontext() if self.leaves_signals else super().capture_signals():
            yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the address."""
        await super().startup(sockets)
        if self.started:
            print(self._ready, flush=True)
