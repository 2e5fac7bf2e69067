"""`hs bench --web`: how a server here answers under load, generator included. Bounded, loopback only."""

import asyncio
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from homestretch.engine.contract import CHANCE, OVER
from homestretch.games import game
from homestretch.table.match import Match, Move

MATCHES, STREAMS, RATE, SECONDS = 100, 500, 300, 10
PAGES, THINKERS = 300, 4
_SERVE = (
    "import sys, uvicorn, homestretch.web.app as web; "
    "app = web.create_app(sys.argv[1], rates={}); "
    "port = int(sys.argv[2]); "
    "uvicorn.run(app, port=port, log_level='error', access_log=False, timeout_graceful_shutdown=1)"
)


class Server:
    """A server in a process of its own, on a fresh database, without rate limits."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        began = time.perf_counter()
        command = [sys.executable, "-c", _SERVE, f"sqlite:///{folder}/{port}.db", str(port)]
        self.process = subprocess.Popen(command)
        self.seconds_to_answer = asyncio.run(self._first_answer(began))

    async def _first_answer(self, began: float) -> float:
        while self.process.poll() is None:
            try:
                await request(self.port, "GET", "/")
            except OSError:
                await asyncio.sleep(0.01)
                continue
            return time.perf_counter() - began
        raise RuntimeError("the server did not start")

    def memory(self) -> int:
        """Give the memory that the process holds, in bytes."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))

    def stop(self) -> None:
        """Stop the server and its bots."""
        self.process.terminate()
        self.process.wait(20)


class Line:
    """One kept-alive connection to a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, bytes]:
        """Send a request and give status and body."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(_head(method, path, body, token))
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
        )
        return int(head[9:12]), await reader.readexactly(length)

    def close(self) -> None:
        """Close the connection."""
        if self._streams:
            self._streams[1].close()


def _head(method: str, path: str, body: Any, token: str) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Sec-Fetch-Site: same-origin"]
    lines += [f"Content-Length: {len(data)}", "Content-Type: application/json"] if data else []
    lines += [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, "", ""]).encode() + data


async def request(port: int, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
    """Make one request on a connection of its own."""
    line = Line(port)
    try:
        return await line.ask(method, path, body)
    finally:
        line.close()


async def new_match(line: Line, players: list[str], chance: str = "sealed") -> dict[str, Any]:
    """Make a match by the API."""
    body = {"game": "crazy_jump", "players": players, "chance": chance}
    status, answer = await line.ask("POST", "/api/matches", body)
    assert status == 201, answer
    return dict(json.loads(answer))


async def read_events(port: int, match: str, counts: list[int]) -> None:
    """Hold one event stream open, counting its events."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_head("GET", f"/m/{match}/events", None, ""))
    try:
        while line := await reader.readline():
            counts[0] += line.startswith(b"data:")
    finally:
        writer.close()


class Play:
    """A match with typed dice that the generator plays at random on both sides, knowing the state itself."""

    def __init__(self, made: dict[str, Any], seed: int) -> None:
        self.id, self.tokens = made["id"], made["tokens"]
        self.match, self.dice = Match(game("crazy_jump")), random.Random(seed)

    async def step(self, line: Line) -> float:
        """Send one command and give the seconds until it was acknowledged."""
        seat = self.match.to_move()
        action = self.dice.choice(self.match.legal(seat))
        key = f"{len(self.match.moves)}"
        if seat == CHANCE:
            path, body, token = "die", {"key": key, "outcome": action}, self.tokens["0"]
        else:
            path, body, token = "actions", {"key": key, "actions": [action]}, self.tokens[str(seat)]
        began = time.perf_counter()
        status, answer = await line.ask("POST", f"/api/matches/{self.id}/{path}", body, token)
        assert status == 200, answer
        self.match.act(Move(seat, action))
        return time.perf_counter() - began


def percentile(seconds: list[float], share: float) -> float:
    """Give a percentile in milliseconds."""
    return round(1000 * sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))], 2)


async def measure_moves(server: Server) -> dict[str, float]:
    """Play at a steady rate while many streams listen."""
    line = Line(server.port)
    idle = server.memory()
    plays = [Play(await new_match(line, ["person", "person"], "typed"), seed) for seed in range(MATCHES)]
    for play in plays:
        await line.ask("GET", f"/api/matches/{play.id}")
    tables = server.memory()
    counts = [0]
    streams = [
        asyncio.create_task(read_events(server.port, plays[i % MATCHES].id, counts)) for i in range(STREAMS)
    ]
    while counts[0] < STREAMS:
        await asyncio.sleep(0.05)
    open_streams = server.memory()
    seconds, taken = await _steady(server.port, plays)
    for stream in streams:
        stream.cancel()
    line.close()
    return {
        "moves_per_s": round(len(seconds) / taken, 1), "move_p50_ms": percentile(seconds, 0.5),
        "move_p99_ms": percentile(seconds, 0.99), "streams": STREAMS, "events": counts[0] - STREAMS,
        "kb_per_stream": round((open_streams - tables) / STREAMS / 1024, 1),
        "kb_per_table": round((tables - idle) / MATCHES / 1024, 1),
    }  # fmt: skip


async def _steady(port: int, plays: list[Play]) -> tuple[list[float], float]:
    """Send RATE commands a second, each match one at a time; a late answer does not slow the clock."""
    seconds: list[float] = []
    lines = {play.id: Line(port) for play in plays}
    busy: set[str] = set()

    async def step(play: Play, due: float) -> None:
        busy.add(play.id)
        await play.step(lines[play.id])
        seconds.append(time.perf_counter() - due)
        busy.discard(play.id)

    began, tasks = time.perf_counter(), []
    for number in range(RATE * SECONDS):
        due = began + number / RATE
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        while not (free := [p for p in plays if p.id not in busy and p.match.to_move() != OVER]):
            await asyncio.sleep(0.001)
        tasks.append(asyncio.create_task(step(free[number % len(free)], due)))
    await asyncio.gather(*tasks)
    taken = time.perf_counter() - began
    for line in lines.values():
        line.close()
    return seconds, taken


async def measure_pages(server: Server) -> dict[str, float]:
    """Fetch a table's page, first in quiet, then while bots think."""
    line = Line(server.port)
    made = await new_match(line, ["person", "person"])
    path = f"/m/{made['id']}"
    _, page = await line.ask("GET", path)
    quiet = await _fetch_pages(line, path)
    for _ in range(THINKERS):
        await new_match(line, ["bot:hard", "bot:hard"])
    await asyncio.sleep(3)  # their processes have started and think
    busy = await _fetch_pages(line, path)
    line.close()
    packed = gzip.compress(page, 5)
    return {
        "page_kb": round(len(page) / 1024, 1), "page_kb_compressed": round(len(packed) / 1024, 1),
        "page_p50_ms": percentile(quiet, 0.5), "page_p99_ms": percentile(quiet, 0.99),
        "page_p99_ms_while_bots_think": percentile(busy, 0.99),
    }  # fmt: skip


async def _fetch_pages(line: Line, path: str) -> list[float]:
    seconds = []
    for _ in range(PAGES):
        began = time.perf_counter()
        status, _ = await line.ask("GET", path)
        assert status == 200
        seconds.append(time.perf_counter() - began)
        await asyncio.sleep(0.01)
    return seconds


def web_figures(say: Callable[[str], None]) -> dict[str, float]:
    """Measure the server of this machine."""
    figures: dict[str, float] = {}
    measures: list[Callable[[Server], Awaitable[dict[str, float]]]] = [measure_pages, measure_moves]
    with tempfile.TemporaryDirectory() as folder:
        for number, measure in enumerate(measures):
            say(f"web: {measure.__name__} ...")
            server = Server(Path(folder), 18_321 + number + os.getpid() % 1000)
            try:
                figures["start_s"] = round(server.seconds_to_answer, 2)
                figures |= asyncio.run(_bounded(measure, server))
            finally:
                server.stop()
    return figures


async def _bounded(
    measure: Callable[[Server], Awaitable[dict[str, float]]], server: Server
) -> dict[str, float]:
    async with asyncio.timeout(90):
        return await measure(server)
