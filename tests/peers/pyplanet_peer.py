"""Drives pyplanet's GbxRemote in an environment of its own: PORT and PASSWORD as arguments; prints JSON."""

import asyncio
import json
import sys
import types
import xmlrpc.client
from typing import Any

log, models = (
    types.ModuleType("pyplanet.utils.log"),
    types.ModuleType("pyplanet.apps.core.maniaplanet.models"),
)
log.__dict__["handle_exception"] = lambda *args, **named: print(args, named, file=sys.stderr)
models.__dict__["Player"] = object
sys.modules[log.__name__], sys.modules[models.__name__] = log, models

_open = asyncio.open_connection


async def _without_loop(*args: Any, loop: object = None, **named: Any) -> Any:
    """Connect as before Python 3.10, which had a parameter for the loop."""
    return await _open(*args, **named)


asyncio.open_connection = _without_loop

from pyplanet.core.events.manager import SignalManager  # noqa: E402
from pyplanet.core.gbx.remote import GbxRemote  # noqa: E402


class Signal:
    """Collects what a callback brings."""

    def __init__(self, name: str, callbacks: asyncio.Queue[Any]) -> None:
        self.name, self.callbacks = name, callbacks

    async def send_robust(self, data: Any) -> None:
        """Take a callback."""
        self.callbacks.put_nowait([self.name, data])


def listen() -> asyncio.Queue[Any]:
    """Give a queue for the callbacks that a test sends."""
    callbacks = asyncio.Queue[Any]()
    for game in ("TrackMania", "ManiaPlanet"):
        SignalManager.callbacks[f"{game}.Echo"] = Signal(f"{game}.Echo", callbacks)
    finish = "TrackMania.PlayerFinish"
    SignalManager.callbacks[finish] = Signal(finish, callbacks)
    way = "Script.Trackmania.Event.WayPoint"
    SignalManager.callbacks[way] = Signal(way, callbacks)
    return callbacks


async def refused(client: Any, method: str, *args: Any) -> str:
    """Give the text of a refusal."""
    try:
        await client.execute(method, *args)
    except xmlrpc.client.Fault as fault:
        return fault.faultString
    return ""


async def main(port: str, password: str) -> None:
    """Talk to the server."""
    callbacks = listen()
    loop = asyncio.get_running_loop()
    client = GbxRemote("127.0.0.1", int(port), event_pool=loop, user="User", password=password)
    try:
        await client.connect()
    except xmlrpc.client.Fault as fault:  # a TMF server has no SetApiVersion; the connection stands
        print(fault, file=sys.stderr)
    denied = await refused(client, "Authenticate", "User", "wrong")
    version = await client.execute("GetVersion")
    players = await client.execute("GetPlayerList", 300, 0)
    unknown = await refused(client, "NoSuchMethod")
    await client.execute("Echo", "é & <ü>", "two")
    got = [await callbacks.get(), await callbacks.get()]
    said = {"denied": denied, "version": version, "players": players, "fault": unknown, "callbacks": got}
    print(json.dumps(said))
    await client.disconnect()


asyncio.run(main(*sys.argv[1:]))
