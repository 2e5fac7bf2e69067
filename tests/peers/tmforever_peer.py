"""Drives trackmania-nations-forever-client: PORT and PASSWORD as arguments; prints JSON."""

import asyncio
import json
import sys

from trackmania.gbx_remote_client import GbxRemoteClient, GbxRemoteFault


async def refused(client: GbxRemoteClient, method: str, *args: str) -> str:
    """Give the text of a refusal."""
    try:
        await client.execute(method, *args)
    except GbxRemoteFault as fault:
        return str(fault.faultString)
    return ""


async def main(port: str, password: str) -> None:
    """Talk to the server; this client needs whole packets, and an answer just before a refusal."""
    callbacks = asyncio.Queue[object]()
    async with GbxRemoteClient("127.0.0.1", int(port)) as client:
        client.register_general_callback_handler(lambda name, args: callbacks.put_nowait([name, args]))
        version = await client.execute("GetVersion")
        denied = await refused(client, "Authenticate", "User", "wrong")
        await client.authenticate("User", password)
        await client.execute("EnableCallbacks", True)
        players = await client.execute("GetPlayerList", 300, 0)
        fault = await refused(client, "NoSuchMethod")
        await client.execute("Echo", "é & <ü>", "two")
        got = [await callbacks.get(), await callbacks.get()]
    said = {"denied": denied, "version": version, "players": players, "fault": fault, "callbacks": got}
    print(json.dumps(said))


asyncio.run(main(*sys.argv[1:]))
