"""A game server that is none: it speaks GBXRemote 2 as those of TMF and of script modes do."""

import asyncio
import json
import struct
import xmlrpc.client
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

PASSWORD = "pass word & <more>"
MAP = "qMRIdJkNyLCKgKEUaDJIvdUZIAm"
OPEN = {"Authenticate", "SetApiVersion", "EnableCallbacks", "GetVersion", "system.listMethods"}
Fault = xmlrpc.client.Fault


def document(value: Any, method: str | None = None) -> bytes:
    """Write a document as the servers do: whole numbers as i4."""
    if method is None and not isinstance(value, Fault):
        value = (value,)
    text = xmlrpc.client.dumps(value, method, methodresponse=method is None, allow_none=False)
    return text.replace("<int>", "<i4>").replace("</int>", "</i4>").encode()


class Line:
    """One connection: reads calls; writes packets whole and one after the other, in pieces if so wished."""

    def __init__(
        self, server: "FakeServer", reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.server, self.reader, self.writer = server, reader, writer
        self.known = self.called_back = self.scripted = False
        self.outbox = asyncio.Queue[bytes | None]()

    async def serve(self) -> None:
        """Greet and answer until either side ends."""
        writing = asyncio.create_task(self.write())
        greeting = self.server.greeting
        self.outbox.put_nowait(struct.pack("<I", len(greeting)) + greeting)
        with suppress(OSError, EOFError):
            while True:
                length, handle = struct.unpack("<II", await self.reader.readexactly(8))
                self.answer(handle, await self.reader.readexactly(length))
                await self.server.tell()
        self.outbox.put_nowait(None)
        await writing

    async def write(self) -> None:
        """Send what lies in the outbox; None hangs up."""
        with suppress(OSError):
            while (packet := await self.outbox.get()) is not None:
                size = self.server.cut or len(packet)
                for at in range(0, len(packet), size):
                    self.writer.write(packet[at : at + size])
                    await self.writer.drain()
                    await asyncio.sleep(0)
        self.writer.close()

    def send(self, handle: int, body: bytes) -> None:
        """Send a packet."""
        for good, bad in self.server.bad.items():
            body = body.replace(good, bad)
        self.outbox.put_nowait(struct.pack("<II", len(body), handle) + body)

    def answer(self, handle: int, body: bytes) -> None:
        """Carry out a call and reply, unless the method is held back."""
        assert handle >= 0x8000_0000
        args, method = xmlrpc.client.loads(body, use_builtin_types=True)
        assert method
        self.server.calls.append((method, args))
        reply = self.server.carry_out(self, method, args)
        hook = self.server.before_reply.get(method)
        if hook:
            hook()
        if method in self.server.held:
            self.server.late.append(lambda: self.send(handle, reply))
        else:
            self.send(handle, reply)


class FakeServer:
    """The server; use it in `async with`.

    script: speak as TM2020's does. cut: send in pieces of so many bytes. before_reply: by method, what to do
    between a request and its reply. held: methods whose replies wait for release(). answers: by method, a
    value or a Fault instead of the usual. bad: bytes, by what they replace.
    """

    def __init__(self, *, script: bool = False, cut: int = 0, greeting: bytes = b"GBXRemote 2") -> None:
        self.script, self.cut, self.greeting = script, cut, greeting
        self.status, self.map_uid, self.players = 4, MAP, {"anna": "$f00Anna & <b>", "ben": "Бен"}
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.before_reply: dict[str, Callable[[], object]] = {}
        self.held: set[str] = set()
        self.late: list[Callable[[], None]] = []
        self.answers: dict[str, Any] = {}
        self.bad: dict[bytes, bytes] = {}
        self.lines: list[Line] = []
        self.tasks = set[asyncio.Task[None]]()
        self.news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        self.drop()
        await asyncio.gather(*self.tasks)
        await self.server.wait_closed()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a connection."""
        task = asyncio.current_task()
        assert task
        self.tasks.add(task)
        line = Line(self, reader, writer)
        self.lines.append(line)
        await line.serve()
        with suppress(OSError):
            await writer.wait_closed()
        self.lines.remove(line)
        self.tasks.discard(task)

    async def tell(self) -> None:
        """Wake whoever waits for a call."""
        async with self.news:
            self.news.notify_all()

    async def asked(self, method: str, times: int = 1) -> None:
        """Wait until a method has been called so often."""
        async with self.news:
            await self.news.wait_for(lambda: [name for name, _ in self.calls].count(method) >= times)

    def drop(self) -> None:
        """Send what is still to be sent, then hang up on all."""
        for line in self.lines:
            line.outbox.put_nowait(None)

    def release(self) -> None:
        """Send the replies held back, the last one first."""
        while self.late:
            self.late.pop()()

    def call_back(self, name: str, *args: Any) -> None:
        """Send a callback to all who want them."""
        self.send_raw(1, document(args, name))

    def send_raw(self, handle: int, body: bytes) -> None:
        """Send any packet to all who want callbacks."""
        for line in self.lines:
            if line.called_back and line.known:
                line.send(handle, body)

    def finish(self, login: str, time: int) -> None:
        """Let a player come in, in the words of the mode."""
        if not self.script:
            self.call_back("TrackMania.PlayerFinish", 7, login, time)
            return
        self.way_point(login=login, racetime=time, isendrace=True)

    def way_point(self, **data: Any) -> None:
        """Tell of a way point, to those who want the script's callbacks."""
        self.script_event("Trackmania.Event.WayPoint", json.dumps({"time": 5_000, "laptime": 1} | data))

    def script_event(self, name: str, text: str) -> None:
        """Send an event of the mode's script."""
        for line in self.lines:
            if line.scripted and line.called_back:
                line.send(1, document((name, [text]), "ManiaPlanet.ModeScriptCallbackArray"))

    def begin_map(self, uid: str) -> None:
        """Change the map: TMF announces it twice, newer servers once."""
        self.map_uid = uid
        if self.script:
            self.call_back("ManiaPlanet.BeginMap", self.current_map())
        else:
            self.call_back("TrackMania.BeginRace", self.current_map())
            self.call_back("TrackMania.BeginChallenge", self.current_map(), False, False)

    def carry_out(self, line: Line, method: str, args: tuple[Any, ...]) -> bytes:
        """Give the reply to a call."""
        if method in self.answers:
            return document(self.answers[method])
        return document(self.usual(line, method, args))

    def usual(self, line: Line, method: str, args: tuple[Any, ...]) -> Any:
        """Give the value that a server gives."""
        methods = self.methods(line)
        if method == "system.listMethods":
            return sorted(methods)
        if method not in methods:
            return Fault(-506, f"Method '{method}' not defined")
        if method not in OPEN and not line.known:
            return Fault(-1000, "Permission denied.")
        return methods[method](*args)

    def methods(self, line: Line) -> dict[str, Callable[..., Any]]:
        """Give the methods of the mode: TMF's or the newer ones."""
        shared: dict[str, Callable[..., Any]] = {
            "Authenticate": lambda user, password: self.authenticate(line, user, password),
            "EnableCallbacks": lambda wanted: self.enable(line, wanted),
            "GetVersion": self.version,
            "GetStatus": lambda: {"Code": self.status, "Name": "Running - Play"},
            "GetSystemInfo": lambda: {"IsDedicated": True, "IsServer": True},
            "GetPlayerList": self.player_list,
            "GetCurrentRanking": self.player_list,
            "Echo": self.echo,
            "system.listMethods": list,
        }
        if not self.script:
            return shared | {"GetCurrentChallengeInfo": self.current_map}
        return shared | {
            "SetApiVersion": lambda version: True,
            "GetCurrentMapInfo": self.current_map,
            "GetGameMode": lambda: 0,
            "GetModeScriptSettings": lambda: {"S_TimeLimit": 300},
            "SetModeScriptSettings": lambda settings: True,
            "TriggerModeScriptEventArray": lambda name, args: self.trigger(line, name, args),
        }

    def authenticate(self, line: Line, user: str, password: str) -> Any:
        """Let a known level in."""
        if user not in ("User", "Admin", "SuperAdmin") or password != PASSWORD:
            return Fault(-1000, "Password incorrect.")
        line.known = True
        return True

    def enable(self, line: Line, wanted: bool) -> bool:
        """Note who wants callbacks."""
        line.called_back = wanted
        return True

    def trigger(self, line: Line, name: str, args: list[str]) -> bool:
        """Note who wants the script's callbacks."""
        if (name, args) == ("XmlRpc.EnableCallbacks", ["true"]):
            line.scripted = True
        return True

    def version(self) -> dict[str, str]:
        """Say which game this serves."""
        if self.script:
            return {"Name": "Trackmania", "TitleId": "Trackmania", "Version": "3.3.0", "Build": "2023-12-21"}
        return {"Name": "TmForever", "Version": "2.11.26", "Build": "2011-02-21"}

    def current_map(self) -> dict[str, Any]:
        """Describe the map; the field Environnement is spelled so."""
        return {"Name": "A$f0001", "UId": self.map_uid, "Environnement": "Stadium", "LapRace": False}

    def player_list(self, most: int, start: int, version: int = 1) -> Any:
        """List the players; past the end there is a fault and no empty list."""
        found = [
            {"Login": login, "NickName": nickname, "PlayerId": number, "Rank": number, "BestTime": -1}
            for number, (login, nickname) in enumerate(self.players.items(), 1)
        ][start : start + most]
        return found or Fault(-1000, "Start index out of bound.")

    def echo(self, one: str, other: str) -> bool:
        """Say something to all who want callbacks."""
        self.call_back("ManiaPlanet.Echo" if self.script else "TrackMania.Echo", one, other)
        return True
