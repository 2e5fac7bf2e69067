"""A connection with a game server: calls and their answers, and what the server says unasked, in order."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Self

from homestretch.engine.problem import Problem
from homestretch.event.gbx_packets import (
    BrokenPacketError,
    OtherProtocolError,
    OversizeError,
    Packet,
    next_handle,
    pack,
    read_greeting,
    read_packet,
)
from homestretch.event.gbx_xml import Answer, Call, Refusal, read_document, write_call
from homestretch.text import Term

PATIENCE = 10.0
SILENCE = 150.0


class Lost(Problem):
    """No connection with the server, or nothing sensible comes over it. Trying again may help."""


class Fault(Problem):
    """The server refused a method."""


class Event(NamedTuple):
    """Something the server said: a callback, or the answer to what was asked in passing.

    name: the callback's or the method's; args: its values; at: receipt, milliseconds since the epoch, UTC.
    """

    name: str
    args: tuple[Any, ...]
    at: int


def utc_now() -> int:
    """Give this instant in milliseconds since the epoch, UTC."""
    return time.time_ns() // 1_000_000


def server_name(host: str, port: int) -> str:
    """Give host:port as people write it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


async def connect(
    host: str,
    port: int,
    *,
    clock: Callable[[], int] = utc_now,
    patience: float = PATIENCE,
    silence: float = SILENCE,
) -> "Client":
    """Connect with a game server that speaks GBXRemote 2.

    patience: seconds until the greeting must be there; silence: seconds without a packet after which the
    connection counts as dead. Raises Lost where nobody answers, Problem where it is another protocol.
    """
    name = server_name(host, port)
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection(host, port)
            await _check_greeting(reader, writer, name)
    except TimeoutError:
        raise _lost(name, Term("server.silent")) from None
    except (OSError, UnicodeError) as error:
        raise _lost(name, _words(error)) from None
    return Client(reader, writer, name, clock, silence)


async def _check_greeting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: str) -> None:
    try:
        await read_greeting(reader)
    except BaseException as error:
        writer.close()
        if isinstance(error, EOFError):
            raise _lost(name, Term("server.no_greeting")) from None
        if isinstance(error, OtherProtocolError):
            said = ascii(error.args[0].decode("latin-1"))
            raise Problem("server.greeting", server=name, found=said) from None
        raise


class Client:
    """A connection; use it in `async with`. Only the task that made it may use it."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        name: str,
        clock: Callable[[], int],
        silence: float,
    ) -> None:
        self.name = name
        self._reader, self._writer, self._clock, self._silence = reader, writer, clock, silence
        self._handle = 0
        self._waiting: dict[int, tuple[str, asyncio.Future[Any]]] = {}
        self._asked: dict[int, str] = {}
        self._events = asyncio.Queue[Event | None]()
        self._end: Exception | None = None
        self._task = asyncio.create_task(self._listen())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection."""
        self._task.cancel()
        self._writer.close()
        await asyncio.gather(self._task, return_exceptions=True)
        with suppress(OSError):
            await self._writer.wait_closed()

    async def call(self, method: str, *args: Any, timeout: float = PATIENCE) -> Any:
        """Call a method and give its value.

        Raises Fault where the server refuses, Lost where no answer comes within timeout seconds or none that
        can be read.
        """
        handle, future = self._send(method, args), asyncio.get_running_loop().create_future()
        self._waiting[handle] = (method, future)
        try:
            async with asyncio.timeout(timeout):
                return await future
        except TimeoutError:
            raise _lost(self.name, Term("server.silent")) from None
        finally:
            self._waiting.pop(handle, None)

    def ask(self, method: str, *args: Any) -> None:
        """Call a method whose value is to come as an Event, in its place among the callbacks.

        A refusal is no event. Raises Lost.
        """
        self._asked[self._send(method, args)] = method

    async def next_event(self) -> Event:
        """Give the next event; raises Lost when the connection has ended and all that came was given."""
        event = await self._events.get()
        if event is None:
            self._events.put_nowait(None)
            assert self._end is not None
            raise self._end
        return event

    def _send(self, method: str, args: tuple[Any, ...]) -> int:
        if self._end is not None:
            raise self._end
        self._handle = next_handle(self._handle)
        self._writer.write(pack(Packet(self._handle, write_call(Call(method, args)))))
        return self._handle

    async def _listen(self) -> None:
        try:
            while True:
                async with asyncio.timeout(self._silence):
                    packet = await read_packet(self._reader)
                self._take(packet)
        except (OSError, EOFError, BrokenPacketError, OversizeError) as error:
            self._finish(_lost(self.name, _words(error)))
        except Exception as error:  # a fault of ours: whoever waits must hear of it rather than wait on
            self._finish(error)

    def _finish(self, end: Exception) -> None:
        self._end = end
        self._writer.close()
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(end)
        self._events.put_nowait(None)

    def _take(self, packet: Packet) -> None:
        at, document = self._clock(), read_document(packet.body)
        if packet.is_callback:
            if isinstance(document, Call):
                self._events.put_nowait(Event(document.method, document.args, at))
        elif method := self._asked.pop(packet.handle, ""):
            if isinstance(document, Answer):
                self._events.put_nowait(Event(method, (document.value,), at))
        else:
            self._answer(packet.handle, document)

    def _answer(self, handle: int, document: Call | Answer | Refusal | None) -> None:
        method, future = self._waiting.get(handle, ("", None))
        if future is None or future.done():
            return
        match document:
            case Answer(value):
                future.set_result(value)
            case Refusal(code, text):
                params = {"server": self.name, "method": method, "text": text, "code": code}
                future.set_exception(Fault("server.fault", **params))
            case _:
                future.set_exception(Lost("server.unreadable", server=self.name, method=method))


def _lost(name: str, why: str) -> Lost:
    return Lost("server.lost", server=name, why=why)


def _words(error: Exception) -> str:
    """Give the reason of an error; the system's own words where it has some."""
    match error:
        case TimeoutError():
            return Term("server.silent")
        case EOFError():
            return Term("server.ended")
        case BrokenPacketError():
            return Term("server.broken")
        case OversizeError():
            return Term("server.oversize")
    return getattr(error, "strerror", None) or str(error)
