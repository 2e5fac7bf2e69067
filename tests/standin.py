"""A web server on this machine that takes messages in the place of a chat, and answers as it is told."""

import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

DROP = 0
"""In place of a status: break the connection off without an answer."""


class Posted(NamedTuple):
    """What was posted to a path."""

    path: str
    headers: Message
    body: bytes

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class StandIn:
    """The server; `answers` holds per path the statuses to come, after them it takes everything."""

    def __init__(self) -> None:
        self.posted = list[Posted]()
        self.answers: dict[str, list[int]] = defaultdict(list)
        taken = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                path = self.path.partition("?")[0]
                taken.posted.append(Posted(path, self.headers, body))
                status = taken.answers[path].pop(0) if taken.answers[path] else 200
                if status == DROP:
                    self.connection.close()
                    return
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

            def finish(self) -> None:
                if not self.wfile.closed and self.connection.fileno() != -1:
                    super().finish()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port

    def to(self, path: str) -> list[Posted]:
        """Give what was posted to a path."""
        return [each for each in self.posted if each.path == path]

    @contextmanager
    def serving(self) -> Iterator["StandIn"]:
        """Serve meanwhile."""
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()
