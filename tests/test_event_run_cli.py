"""`hs event publish` and `hs event run` as an organiser uses them."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import httpx
import pytest
from evenings import new_event
from standin import StandIn

from homestretch.event.journal import Journal

SECRET = "tiptoe-through"
FUTURE, PAST = date(2190, 6, 1), date(2020, 6, 1)


@pytest.fixture
def chat() -> Iterator[StandIn]:
    with StandIn().serving() as server:
        yield server


def command(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "homestretch", "event", words[0], str(folder), *words[1:]]


def environment(chat: StandIn | None = None, lang: str = "en") -> dict[str, str]:
    path = os.pathsep.join(sys.path)
    hook = f"json://{SECRET}:{SECRET}@127.0.0.1:{chat.port}/hook" if chat else ""
    return {**os.environ, "PYTHONPATH": path, "LC_ALL": f"{lang}.UTF-8", "HOOK": hook}


def hs(
    folder: Path, *words: str, chat: StandIn | None = None, lang: str = "en"
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command(folder, *words), env=environment(chat, lang), capture_output=True, text=True, check=False
    )


def prepare(folder: Path, opens: date, *targets: str) -> Path:
    new_event(folder, opens=opens, targets=targets).journal.close()
    return folder


def test_publish_makes_the_start_known_and_then_has_nothing_to_do(tmp_path: Path, chat: StandIn) -> None:
    folder = prepare(tmp_path, FUTURE, "${HOOK}")
    first, second = (hs(folder, "publish", chat=chat) for _ in range(2))
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.splitlines() == [
        "The start is published, edition 1.", "Day 0, edition 1: sent to HOOK.",
    ]  # fmt: skip
    assert second.stdout.splitlines() == ["There is nothing new to publish."]
    assert len(chat.posted) == 1
    assert chat.posted[0].data["attachments"][0]["filename"] == "day-0-r1.png"


def test_publish_speaks_the_organisers_language(tmp_path: Path) -> None:
    folder = prepare(tmp_path, FUTURE)
    assert hs(folder, "publish", lang="de").stdout == "Der Anfangsstand ist veröffentlicht, Ausgabe 1.\n"
    assert hs(folder, "publish", lang="nl").stdout == "Er is niets nieuws uit te geven.\n"


def test_publish_tells_what_a_target_answers_and_never_its_address(tmp_path: Path, chat: StandIn) -> None:
    folder = prepare(tmp_path, FUTURE, "${HOOK}", f"nosuch://{SECRET}")
    chat.answers["/hook"] = [500]
    told = hs(folder, "publish", chat=chat)
    assert "Day 0, edition 1: HOOK answers with error 500. It will be tried again." in told.stdout
    assert "the address of nosuch 1 is not right" in told.stdout
    assert told.stdout.endswith(
        "2 messages wait; hs event run sends them, or else the next hs event publish.\n"
    )
    assert told.stderr == ""
    assert SECRET not in told.stdout


def test_publish_again_sends_what_is_unsure(tmp_path: Path, chat: StandIn) -> None:
    folder = prepare(tmp_path, FUTURE, "${HOOK}")
    hs(folder, "publish", chat=chat)
    journal = Journal(folder / "journal.sqlite")
    journal.settle(journal.notices()[0], "unsure")
    journal.close()
    hs(folder, "publish", chat=chat)
    assert len(chat.posted) == 1
    hs(folder, "publish", "--again", chat=chat)
    assert len(chat.posted) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to catch")
def test_run_publishes_and_serves_until_it_is_told_to_end(tmp_path: Path) -> None:
    folder = prepare(tmp_path, FUTURE)
    with subprocess.Popen(
        command(folder, "run", "--port", "0", "--db", f"sqlite:///{folder}/matches.db"),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout
        said = [running.stdout.readline() for _ in range(3)]
        assert (
            "Sommercup is running. Next cut-off: 2190-06-02 20:30 (Europe/Berlin)."
            " Ctrl+C stops; what was missed is made up for after the start.\n"
        ) in said
        assert "The start is published, edition 1.\n" in said
        address = re.search(r"http://\S+", "".join(said))
        assert address
        assert "Sommercup" in httpx.get(address[0]).text
        second = hs(folder, "run", "--port", "0", "--db", f"sqlite:///{folder}/matches.db")
        assert second.returncode == 2
        assert "at work" in second.stderr
        running.send_signal(signal.SIGTERM)
        assert running.communicate(timeout=20) == ("", "")
        assert running.returncode == 0
    assert (folder / "public" / "day-0.png").exists()


def test_an_event_long_over_is_made_up_for_as_a_whole(tmp_path: Path) -> None:
    told = hs(prepare(tmp_path, PAST), "publish").stdout.splitlines()
    days = [f"Day {day} is published, edition 1." for day in range(1, 10)]
    assert told == ["The start is published, edition 1.", *days]


def test_a_variable_that_is_missing_stops_a_run_with_words(tmp_path: Path) -> None:
    folder = tmp_path
    source = {"kind": "database", "address": "mysql://u:${NO_SUCH_VARIABLE}@127.0.0.1/d"}
    new_event(folder, opens=FUTURE, sources=(source,)).journal.close()
    told = hs(folder, "run", "--port", "0", "--db", f"sqlite:///{folder}/matches.db")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "The environment has no variable NO_SUCH_VARIABLE, which event.toml asks for.\n"
