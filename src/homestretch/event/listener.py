"""Listening to a game server for days: logging in, handing on each finish, coming back after a break."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from homestretch.engine.problem import Problem
from homestretch.event.gbx_client import SILENCE, Client, Event, Fault, Lost, connect, server_name, utc_now
from homestretch.event.watch import Suspicion, Watch
from homestretch.games.boardmania.day import Finish

PASSWORD_VARIABLE = "HOMESTRETCH_SERVER_PASSWORD"
PORT = 5000
API_VERSION = "2013-04-16"
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
MOST_PLAYERS = 300


@dataclass(frozen=True, slots=True)
class ServerSource:
    """A game server as a source of finishes: where it is, and as whom to log in. User is the lowest level."""

    host: str
    port: int = PORT
    user: str = "User"
    password: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """The name of the source."""
        return f"server:{server_name(self.host, self.port)}"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long to wait, in seconds: quiet before asking for a sign of life, and silence until giving up."""

    quiet: float = 60.0
    silence: float = SILENCE


def server_source(
    address: str, *, user: str = "User", password: str = "", environment: Mapping[str, str] = os.environ
) -> ServerSource:
    """Read "host" or "host:port"; the password comes from the environment where none is given.

    Raises Problem for what is no address, and where there is no password.
    """
    host, port = _address(address)
    password = password or environment.get(PASSWORD_VARIABLE, "")
    if not password:
        raise Problem("server.no_password", server=server_name(host, port), variable=PASSWORD_VARIABLE)
    return ServerSource(host, port, user, password)


def _address(address: str) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{address}")
        host, port = parts.hostname, PORT if parts.port is None else parts.port
    except ValueError:
        host = None
    if not host or not port or parts.netloc != address or "@" in address:
        raise Problem("server.address", address=address[:80])
    return host, port


async def listen(
    source: ServerSource,
    take: Callable[[Finish], None],
    *,
    suspect: Callable[[Suspicion], None] = lambda _: None,
    report: Callable[[Problem | None], None] = lambda _: None,
    clock: Callable[[], int] = utc_now,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    pace: Pace = Pace(),
) -> None:
    """Hand every finish that counts to take, until cancelled.

    take must have written the finish to the journal when it returns; what it raises ends the listening.
    suspect gets what the server holds for incoherent. report gets None whenever the server is being listened
    to, and a Problem whenever that has failed and will be tried again, later and later. sleep waits until
    then. Raises Problem where another try would not help: a wrong password, another protocol.
    """
    watch, wait = Watch(source.name), FIRST_WAIT
    while True:
        try:
            async with await connect(source.host, source.port, clock=clock, silence=pace.silence) as client:
                await _begin(client, source, watch)
                report(None)
                wait = FIRST_WAIT
                await _follow(client, watch, take, suspect, pace.quiet)
        except (Lost, Fault) as problem:
            report(problem)
        await sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


async def _begin(client: Client, source: ServerSource, watch: Watch) -> None:
    """Log in, learn map and status, and have the callbacks sent.

    Map and status are asked twice: before, so that no finish comes before they are known; and after, with
    the answers in line with the callbacks, for what changed in between.
    """
    await _log_in(client, source)
    reads = ["GetStatus", await _current_map(client, watch)]
    for method in reads:
        watch.see(Event(method, (await client.call(method),), 0))
    await client.call("EnableCallbacks", True)
    if watch.scripted:
        await client.call("TriggerModeScriptEventArray", "XmlRpc.EnableCallbacks", ["true"])
    for method in reads:
        client.ask(method)
    client.ask("GetPlayerList", MOST_PLAYERS, 0)


async def _log_in(client: Client, source: ServerSource) -> None:
    try:
        await client.call("Authenticate", source.user, source.password)
    except Fault as fault:
        text = fault.params["text"]
        raise Problem("server.password", server=client.name, user=source.user, text=text) from None


async def _current_map(client: Client, watch: Watch) -> str:
    """Tell by which method the server names its map; note whether a script runs its game mode (mode 0)."""
    match await client.call("GetVersion"):
        case {"Name": "TmForever"}:
            watch.scripted = False
            return "GetCurrentChallengeInfo"
    await client.call("SetApiVersion", API_VERSION)
    watch.scripted = await client.call("GetGameMode") == 0
    return "GetCurrentMapInfo"


async def _follow(
    client: Client,
    watch: Watch,
    take: Callable[[Finish], None],
    suspect: Callable[[Suspicion], None],
    quiet: float,
) -> None:
    """Hand on what the server says; the protocol has no sign of life, so ask for one when it is quiet."""
    while True:
        try:
            async with asyncio.timeout(quiet):
                event = await client.next_event()
        except TimeoutError:
            client.ask("GetStatus")
            continue
        match watch.see(event):
            case Finish() as finish:
                take(finish)
            case Suspicion() as suspicion:
                suspect(suspicion)
        if watch.newcomer:
            watch.newcomer = False
            client.ask("GetPlayerList", MOST_PLAYERS, 0)
