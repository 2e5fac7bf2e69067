"""Foreign clients accept the fake server: only therefore is it worth trying ours against it."""

import asyncio
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fake_gbx import PASSWORD, FakeServer
from platformdirs import user_cache_path

PEERS = Path(__file__).parent / "peers"
NPM = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", "--prefix"]
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
"""Those of the system; node has its own and does not look there unless it is told to."""
PIP = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:"]
PIP += ["--require-hashes", "-r", str(PEERS / "requirements.txt"), "--target"]
LOGIN = "joe black/192.168.0.7:2350"


@cache
def installed(kind: str, command: tuple[str, ...], files: tuple[str, ...]) -> Path | str:
    """Give the folder with the peers, as these files name them; install into it what is not there yet.

    Where that does not work, the registry being out of reach, give why.
    """
    digest = hashlib.sha256(b"".join((PEERS / name).read_bytes() for name in files)).hexdigest()[:16]
    folder = user_cache_path("homestretch-tests") / f"peers-{kind}-{digest}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        return install(command, files, folder) or folder
    return folder


def install(command: tuple[str, ...], files: tuple[str, ...], folder: Path) -> str:
    """Install beside the folder and move into place, since another worker may be at it too; give why not."""
    environment = dict(os.environ)
    if CERTIFICATES.exists():
        environment.setdefault("NODE_EXTRA_CA_CERTS", str(CERTIFICATES))
    with tempfile.TemporaryDirectory(dir=folder.parent) as fresh:
        for name in files:
            shutil.copy(PEERS / name, fresh)
        done = subprocess.run(
            [*command, fresh], env=environment, capture_output=True, text=True, cwd=fresh, check=False
        )
        if done.returncode:
            return f"the peers cannot be installed: {(done.stderr or done.stdout)[-500:]}"
        if not folder.exists():
            shutil.copytree(fresh, f"{fresh}-whole")
            try:
                os.rename(f"{fresh}-whole", folder)
            except OSError:  # the other worker was first
                shutil.rmtree(f"{fresh}-whole")
    return ""


def folder_of(kind: str, command: list[str], files: tuple[str, ...]) -> Path:
    """Give where peers are installed, or skip, also in CI: where they come from may be out of reach."""
    found = installed(kind, tuple(command), files)
    return found if isinstance(found, Path) else pytest.skip(found)


def command(peer: str) -> tuple[list[str], dict[str, str]]:
    """Give the command that starts a peer's driver, and its environment."""
    if peer.endswith(".js"):
        if not (shutil.which("npm") and shutil.which("node")):
            pytest.skip("node and npm are not there")
        folder = folder_of("npm", NPM, ("package.json", "package-lock.json"))
        return ["node", str(PEERS / peer), str(folder)], {}
    folder = folder_of("pip", PIP, ("requirements.txt",))
    return [sys.executable, str(PEERS / peer)], {"PYTHONPATH": str(folder)}


async def talk(peer: str, server: FakeServer) -> Any:
    """Let a peer talk with the server, where a player finishes before an answer; give its report."""
    words, environment = command(peer)
    async with server:
        server.before_reply["Echo"] = lambda: server.finish(LOGIN, 60_120)
        process = await asyncio.create_subprocess_exec(
            *words,
            str(server.port),
            PASSWORD,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
        )
        try:
            out, errors = await asyncio.wait_for(process.communicate(), 60)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert process.returncode == 0, errors.decode()
    return json.loads(out)


def check(said: Any) -> None:
    """Compare what both kinds of server say to everybody."""
    assert said["denied"].endswith("Password incorrect.")
    assert said["fault"].endswith("Method 'NoSuchMethod' not defined")
    assert [(each["Login"], each["NickName"]) for each in said["players"]] == [
        ("anna", "$f00Anna & <b>"),
        ("ben", "Бен"),
    ]


@pytest.mark.parametrize(
    "peer", ["gbxremote_peer.js", "gbxclient_peer.js", "pyplanet_peer.py", "tmforever_peer.py"]
)
def test_a_foreign_client_takes_the_fake_for_a_tmf_server(peer: str) -> None:
    said = asyncio.run(talk(peer, FakeServer()))
    check(said)
    assert said["version"]["Name"] == "TmForever"
    assert said["callbacks"] == [
        ["TrackMania.Echo", ["é & <ü>", "two"]],
        ["TrackMania.PlayerFinish", [7, LOGIN, 60_120]],
    ]


@pytest.mark.parametrize("peer", ["gbxremote_peer.js", "gbxclient_peer.js", "pyplanet_peer.py"])
def test_a_foreign_client_takes_the_fake_in_small_pieces_for_a_script_mode(peer: str) -> None:
    said = asyncio.run(talk(peer, FakeServer(script=True, cut=3)))
    check(said)
    assert said["version"]["TitleId"] == "Trackmania"
    echo, (name, data) = said["callbacks"]
    assert echo == ["ManiaPlanet.Echo", ["é & <ü>", "two"]]
    if name == "ManiaPlanet.ModeScriptCallbackArray":  # these two leave it to their users to unpack it
        name, (text,) = data
        name, data = f"Script.{name}", json.loads(text)
    assert name == "Script.Trackmania.Event.WayPoint"
    assert (data["login"], data["racetime"], data["isendrace"]) == (LOGIN, 60_120, True)
