"""A server that is killed: nothing acknowledged is lost or there twice, open pages heal by themselves."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import EVEN, ODD, ROOT, Person
from playwright.sync_api import Browser, expect


class Server:
    """A server on a fixed port and database, to be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.site, self.database = f"http://localhost:{self.port}", folder / "matches.db"
        self.start()

    def start(self) -> None:
        """Start, and wait until the server answers."""
        command = [sys.executable, "-m", "homestretch", "serve", "--db", f"sqlite:///{self.database}"]
        command += ["--port", str(self.port), "--url", self.site]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "en"}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        assert re.search(r"http://\S+", self.process.stdout.readline())

    def kill(self) -> None:
        """End the server as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.kill()


def test_open_pages_heal_when_a_killed_server_is_back(server: Server, browser: Browser) -> None:
    one, other = Person(browser, server.site), Person(browser, server.site)
    one.sit_down("friend")
    other.page.goto(one.invite())
    one.do(EVEN)
    other.sees(1)
    server.kill()
    expect(one.find("#offline")).to_be_visible()
    other.find(f"#bar-{ODD}").click()  # kept while nobody answers
    expect(other.find("#offline")).to_be_visible()
    server.start()
    expect(one.find("#offline")).to_be_hidden()
    expect(other.find("#log")).to_contain_text("chooses odd")
    expect(one.find("#log")).to_contain_text("chooses odd")
    assert one.number("version") == other.number("version")
    assert (
        one.find(
            "#log li",
        )
        .filter(has_text="chooses odd")
        .count()
        == 1
    )


def test_a_bot_whose_server_was_killed_goes_on_after_the_restart(server: Server, browser: Browser) -> None:
    person = Person(browser, server.site)
    person.sit_down("bot:easy")
    server.kill()
    server.start()
    person.do(EVEN)
    expect(person.find("#log")).to_contain_text(re.compile("Red chooses (even|odd)"))
