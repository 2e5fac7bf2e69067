"""Kill the runner at any moment around a cut-off and start it again: evaluated once, published once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from standin import StandIn

from homestretch.event.event import Event

TABLES = ("INSERT OR IGNORE INTO evaluation", "INSERT INTO edition", "INSERT OR IGNORE INTO notice")
TESTS = Path(__file__).parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the worker forks, which Windows cannot")
def test_killed_at_any_moment_a_day_is_evaluated_once_and_published_once(tmp_path: Path) -> None:
    """What was being sent when it was killed is the one thing that may be missing: unsure, never twice."""
    with StandIn().serving() as chat:
        worker = subprocess.run(
            [sys.executable, TESTS / "runner_worker.py", tmp_path, str(chat.port)],
            capture_output=True, text=True, check=False, timeout=300,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        assert worker.returncode == 0, worker.stderr
        points = [line.split(maxsplit=1) for line in worker.stdout.splitlines()]
        seen = {what for _, what in points}
        assert points[-1][1] == "survived"
        for moment in ("BEGIN", "COMMIT", "send", "sent", *TABLES):
            assert any(what.startswith(moment) for what in seen), moment
        for number, what in points:
            check(tmp_path / number, [each.data["title"] for each in chat.to(f"/{number}")], what)


def check(folder: Path, posted: list[str], what: str) -> None:
    event = Event(folder)
    titles = {0: "Sommercup: vor Spieltag 1", 1: "Sommercup: Spieltag 1 von 9"}
    assert event.journal.evaluated() == 1, what
    assert [(each.day, each.revision) for each in event.journal.editions()] == [(0, 1), (1, 1)], what
    assert len([each for each in event.journal.acts() if each.kind == "agreed"]) == 1, what
    states = {each.day: each.state for each in event.journal.notices()}
    assert len(states) == 2
    for day, state in states.items():
        may_be_unsure = what.startswith(("send", "sent", "BEGIN", "UPDATE notice", "COMMIT"))
        assert state == "sent" or (state == "unsure" and may_be_unsure), what
        assert posted.count(titles[day]) <= 1, what
        assert posted.count(titles[day]) == 1 or state == "unsure", what
    names = {path.name for path in (folder / "public").iterdir()}
    assert {"day-1.svg", "day-1.png", "day-1-r1.png", "feed.atom", "standings.json"} <= names, what
    assert not [name for name in names if name.startswith(".")], what
    event.journal.close()
