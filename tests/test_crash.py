"""A server that is killed at any moment: what it answered is there, once and whole."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import crash_worker
import pytest
from crash_worker import CREATE, REMATCH, RESIGN, acted, choice, played
from databases import Database, check_stored, database_in

import homestretch
from homestretch.table.table import PERSON, Table


class Crash(NamedTuple):
    """A database that a server left behind, and what the server had acknowledged."""

    database: Database
    match: str
    versions: list[int]
    """Per acknowledged command the version that it led to."""


@pytest.fixture
def crash(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Crash]:
    """Let a server run until it dies at the test's point and command."""
    url = f"sqlite:///{tmp_path / 'test.db'}"
    folders = (str(Path(homestretch.__file__).parents[1]), str(Path(__file__).parent))
    done = subprocess.run(
        [sys.executable, crash_worker.__file__, url, *(str(each) for each in request.param)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")
    said = [line.split() for line in done.stdout.splitlines()]
    match = next((words[1] for words in said if words[0] == "match"), "")
    with database_in(url) as database:
        yield Crash(database, match, [int(words[1]) for words in said if words[0] == "done"])


def at(*points: tuple[str, int]) -> pytest.MarkDecorator:
    """Have a test run with a server that dies at each of the points."""
    return pytest.mark.parametrize("crash", points, indirect=True, ids=lambda each: f"{each[0]}-{each[1]}")


def fresh(crash: Crash) -> Table:
    """Give the table as it was before the first command."""
    return Table(crash.database.service().info(crash.match).setup).begun()


def check_answered_again(crash: Crash, before: Table) -> None:
    """Check that each acknowledged key gets its answer again and does nothing."""
    rows, service = crash.database.rows(), crash.database.service()
    for number, version in enumerate(crash.versions):
        seat, _ = choice(played(before, number))
        assert version == played(before, number + 1).version
        assert service.command(crash.match, seat, f"{number}", acted) == version
    assert crash.database.rows() == rows


def check_unanswered_is_done_once(crash: Crash, before: Table) -> None:
    """Check that the key that got no answer gets it now, whether or not it had been carried out."""
    number, service = len(crash.versions), crash.database.service()
    seat, _ = choice(played(before, number))
    expected = played(before, number + 1)
    for _ in range(2):
        assert service.command(crash.match, seat, f"{number}", acted) == expected.version
        check_stored(crash.database.rows(), expected, crash.match)


@at(
    ("thinking", 1), ("half_written", 1), ("INSERT INTO entries", 1), ("UPDATE matches SET", 1),
    ("INSERT INTO answers", 1), ("committing", 1), ("thinking", 4), ("committing", 4),
)  # fmt: skip
def test_a_command_cut_off_before_its_commit_leaves_nothing_behind(crash: Crash) -> None:
    before, commands = fresh(crash), len(crash.versions)
    rows = crash.database.rows()
    check_stored(rows, played(before, commands), crash.match)
    assert [row["key"] for row in rows["answers"]] == [f"{number}" for number in range(commands)]
    check_answered_again(crash, before)
    check_unanswered_is_done_once(crash, before)


@at(("published", 0), ("published", 1), ("published", 4))
def test_a_command_cut_off_between_its_commit_and_the_answer_is_there_whole(crash: Crash) -> None:
    before, commands = fresh(crash), len(crash.versions) + 1
    rows = crash.database.rows()
    check_stored(rows, played(before, commands), crash.match)
    assert [row["key"] for row in rows["answers"]] == [f"{number}" for number in range(commands)]
    check_answered_again(crash, before)
    check_unanswered_is_done_once(crash, before)


@at(("INSERT INTO matches", CREATE), ("INSERT INTO seats", CREATE), ("committing", CREATE))
def test_a_match_cut_off_while_it_is_made_does_not_exist(crash: Crash) -> None:
    assert (crash.match, any(crash.database.rows().values())) == ("", False)
    service = crash.database.service()
    made = service.create("crazy_jump", {}, (PERSON, PERSON))
    assert service.info(made.id).table.version == 0
    assert service.seats_of_token(made.tokens[1]) == (made.id, 1)


@at(
    *(
        (point, REMATCH)
        for point in ("INSERT INTO seats", "UPDATE matches SET", "INSERT INTO holders", "published")
    )
)
def test_a_rematch_cut_off_is_there_whole_or_not_at_all(crash: Crash, request: pytest.FixtureRequest) -> None:
    service, done = crash.database.service(), "published" in request.node.name
    assert len(crash.versions) == RESIGN + 1
    assert [len(crash.database.rows()["matches"]), bool(service.info(crash.match).rematch)] == [
        1 + done,
        done,
    ]
    following = service.rematch(crash.match)
    assert service.info(crash.match).rematch == following == service.rematch(crash.match)
    assert service.held("browser", following) == (1,)
    assert service.info(following).names == ("", "Anna")
    assert len(crash.database.rows()["matches"]) == 2
