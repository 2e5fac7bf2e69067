"""hs event pull: an organiser takes times from a record store, after having seen what it would give."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from organiser import OPENS, SIX, begin, days, evening, feed, hs, of
from record_stores import PASSWORD, XASECO, Store, mariadb

from homestretch.engine.problem import Problem
from homestretch.event.event import Event
from homestretch.event.setup import read_setup
from homestretch.event.sources import databases, expanded

BERLIN = ZoneInfo("Europe/Berlin")


def add_sources(event: Path, *sources: str) -> None:
    """Write sources into event.toml."""
    file = event / "event.toml"
    words = "".join(f"[[sources]]\n{source}\n" for source in sources)
    file.write_text(file.read_text("utf-8").replace("[publish]\n", f"{words}[publish]\n"), "utf-8")


def stamp(day: int, hours: float) -> int:
    """Give seconds since the epoch, so many hours after a day has opened."""
    wall = OPENS + timedelta(days=day - 1, hours=hours)
    return int(datetime.timestamp(wall.replace(tzinfo=BERLIN)))


@pytest.fixture
def store() -> Iterator[Store]:
    """Fill a store of XAseco, whose letters are latin1, with nine maps, six drivers and their nine days."""
    with mariadb(XASECO) as made:
        for day in range(1, 10):
            made.add("challenges", Id=day, Uid=f"uid{day}")
        for number, login in enumerate(SIX, 1):
            name = login.encode() if login != "Det" else "$f00Dét".encode()
            made.add("players", Id=number, Login=login, NickName=name)
        for day in range(1, 10):
            for number in range(1, 7):
                row = {"challengeID": day, "playerID": number, "score": 49_000 + 1_000 * number}
                made.add("rs_times", **row, date=stamp(day, 12))
        yield made


@pytest.fixture
def event(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set up an event that reads the store with an account that may do nothing else."""
    made = begin(tmp_path / "cup", *(f"--maps={day}=uid{day}" for day in range(1, 10)))
    account, _, place = store.address.partition("@")
    address = account.rpartition(":")[0] + ":${XASECO_PASSWORD}@" + place
    monkeypatch.setenv("XASECO_PASSWORD", PASSWORD)
    add_sources(made, f'kind = "database"\naddress = "{address}"\nname = "aseco"')
    return made


def test_a_dry_run_shows_rows_and_repaired_names_and_takes_nothing(event: Path) -> None:
    _, said = hs("event", "pull", event)
    assert "rs_times" in said
    assert "Dét" in said
    assert "DÃ©t" in said
    assert "0:50.00" in said
    hs("event", "evaluate", event)
    assert {len(day["players"]) for day in days(event)} == {0}


def test_nine_evenings_from_a_store_are_those_of_a_csv(event: Path, tmp_path: Path) -> None:
    other = begin(tmp_path / "other")
    for day in range(1, 10):
        hs("event", "pull", event, "--write")
        feed(other, evening(day))
        for each in (event, other):
            hs("event", "evaluate", each, "--until", day)
    assert of(days(event)[0], "Det")["name"] == "Dét"
    hs("event", "correct", other, "name", "Det", "Dét", "--reason", "as in the store")
    assert days(event) == days(other)
    assert len(days(event)) == 9


def test_pulling_again_takes_only_what_is_new(event: Path, store: Store) -> None:
    hs("event", "pull", event, "--write")
    store.add("rs_times", challengeID=1, playerID=6, score=40_000, date=stamp(1, 13))
    hs("event", "pull", event, "--write")
    opened = Event(event)
    assert len(opened.journal.finishes()) == 55
    opened.journal.close()
    hs("event", "evaluate", event)
    assert of(days(event)[0], "Fritzchen")["roll"] == 6


def test_what_a_store_cannot_date_is_shown_to_the_organiser(event: Path, store: Store) -> None:
    store.add("rs_times", challengeID=1, playerID=6, score=40_000, date=0)
    assert "0:40.00" in hs("event", "pull", event)[1]


def test_a_wrong_password_is_said_without_saying_it(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XASECO_PASSWORD", "hush-hush")
    with pytest.raises(Problem) as wrong:
        hs("event", "pull", event)
    assert wrong.value.key == "source.login"
    assert "hush" not in str(wrong.value)


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ('kind = "database"\naddress = "mysql://me:${NOT_SET}@127.0.0.1/x"', "event.no_variable"),
        ('kind = "files"', "run.source"),
        ('kind = "database"\naddress = "mysql://127.0.0.1/x"\ncolour = "red"', "run.source"),
        ('kind = "database"\naddress = "nonsense"', "source.address"),
        ('kind = "server"\naddress = "127.0.0.1:5000"', "event.no_source"),
    ],
)
def test_a_source_that_does_not_fit_is_named(tmp_path: Path, source: str, key: str) -> None:
    event = begin(tmp_path / "cup", "--maps", "1=uid1")
    add_sources(event, source)
    with pytest.raises(Problem) as wrong:
        hs("event", "pull", event)
    assert wrong.value.key == key


def test_a_database_needs_to_know_the_maps(tmp_path: Path) -> None:
    event = begin(tmp_path / "cup")
    add_sources(event, 'kind = "database"\naddress = "mysql://me@127.0.0.1/x"')
    with pytest.raises(Problem) as wrong:
        hs("event", "pull", event)
    assert wrong.value.key == "event.no_maps"


def test_secrets_come_from_the_environment_and_their_signs_are_escaped() -> None:
    there = {"PW": "a@b/c:ß", "ALL": "mysql://x:y@h/d"}
    assert expanded("mysql://me:${PW}@h/d", there) == "mysql://me:a%40b%2Fc%3A%C3%9F@h/d"
    assert expanded("${ALL}", there) == "mysql://x:y@h/d"
    assert expanded("mysql://me:$PW@h/d", there) == "mysql://me:$PW@h/d"


def test_a_database_has_the_zone_of_the_event_if_it_names_none(tmp_path: Path) -> None:
    event = begin(tmp_path / "cup", "--zone", "Europe/Lisbon")
    first = 'kind = "database"\naddress = "mysql://me@h/a"'
    add_sources(event, first, f'{first}\nzone = "UTC"\nname = "b"')
    found = databases(read_setup(event), {})
    assert [(each.zone, each.name) for each in found] == [("Europe/Lisbon", "database 1"), ("UTC", "b")]
