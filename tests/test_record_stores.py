"""Record stores: every controller's finishes, read from real servers with an account that may only read."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pymysql
import pytest
import sqlalchemy as sa
from record_stores import (
    PASSWORD,
    PYPLANET,
    UASECO,
    XASECO,
    XASECO2,
    Store,
    fill,
    mariadb,
    postgresql,
    wall,
)

from homestretch.engine.problem import Problem
from homestretch.event.databases import (
    DatabaseSource,
    Reading,
    Repair,
    detect,
    is_best_only,
    preview,
    read_database,
)
from homestretch.event.session import parse_address, session
from homestretch.games.boardmania.day import Finish
from homestretch.text import LANGUAGES, Text

SIXTY = (Path(__file__).parent / "data" / "nicknames.txt").read_text("utf-8").splitlines()
MYSQL_PYPLANET = PYPLANET.format(stamp="datetime")
POSTGRES_PYPLANET = PYPLANET.format(stamp="timestamp")


def utc(text: str) -> int:
    """Give milliseconds since the epoch of a time in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


EVENING = utc("2026-11-30 19:15:00")


def read(store: Store, since: int = 0, maps: tuple[str, ...] = (), /, **settings: str) -> Reading:
    """Read a store; our clock is the database's, so that it gives no note."""
    return read_database(DatabaseSource(store.address, **settings), since, maps)


@contextmanager
def xaseco() -> Iterator[Store]:
    """Make a store of XAseco with maps and players, its nicknames as its letters allow."""
    with mariadb(XASECO, "utf8mb4") as store:
        fill(store, "challenges", "players", ("Id", "Id"), "NickName")
        yield store


def add_times(store: Store, *rows: tuple[int, int, int, int], map_id: str = "challengeID") -> None:
    """Add finishes to rs_times: map, player, score, seconds since the epoch."""
    for track, player, score, at in rows:
        store.add("rs_times", **{map_id: track, "playerID": player, "score": score, "date": at})


def test_xaseco_gives_every_finish_with_its_instant() -> None:
    with xaseco() as store:
        add_times(store, (1, 2, 61000, EVENING // 1000 + 1), (1, 1, 62340, EVENING // 1000), (2, 3, 0, 1))
        store.add("records", ChallengeId=1, PlayerId=1, Score=1, Date=wall("2026-11-30 20:15:00"))
        reading = read(store, name="tmf")
    assert reading.finishes == (
        Finish("a b/1:2", 0, 1000, "UidB", nickname="шс", source="tmf", number=3),
        Finish("ann", 62340, EVENING, "UidA", nickname="$f00Ännñ»", source="tmf", number=2),
        Finish("bob", 61000, EVENING + 1000, "UidA", nickname="Bob", source="tmf", number=1),
    )
    assert (reading.store, reading.table, reading.doubts, reading.notes) == ("xaseco", "rs_times", (), ())
    assert not any(map(is_best_only, reading.finishes))


def test_only_finishes_since_an_instant_and_on_the_maps_are_read() -> None:
    with xaseco() as store:
        store.run("ALTER TABLE challenges MODIFY Uid varchar(27) CHARACTER SET latin1")
        store.add("challenges", Id=3, Uid="other")
        add_times(store, (1, 1, 1001, 100), (1, 1, 1002, 101), (2, 1, 1003, 101), (3, 1, 1004, 101))
        assert [each.time_ms for each in read(store, 101_000).finishes] == [1002, 1003, 1004]
        assert [each.time_ms for each in read(store, 100_001).finishes] == [1002, 1003, 1004]
        assert [each.time_ms for each in read(store, 101_000, ("UidA", "other")).finishes] == [1002, 1004]
        assert read(store, 0, ("UIDA",)).finishes == ()


@pytest.mark.parametrize("drop", [True, False])
def test_where_not_every_finish_is_kept_the_best_times_are_read_and_marked(drop: bool) -> None:
    with xaseco() as store:
        if drop:
            store.run("DROP TABLE rs_times")
        store.add("records", ChallengeId=1, PlayerId=1, Score=62340, Date=wall("2026-11-30 20:15:00"))
        store.add("records", ChallengeId=1, PlayerId=2, Score=63000)
        reading = read(store, EVENING + 1, zone="Europe/Berlin", name="tmf")
    (finish,) = reading.finishes
    assert (finish.login, finish.driven_at, finish.number) == ("ann", EVENING, 1)
    assert is_best_only(finish)
    assert [note.key for note in reading.notes] == ["source.best_only"]
    assert [(doubt.key, doubt.params) for doubt in reading.doubts] == [
        ("source.no_date", {"login": "bob", "map": "UidA", "time": "1:03.00"})
    ]


def test_a_row_that_says_nothing_of_a_player_or_a_time_is_for_the_organiser() -> None:
    with xaseco() as store:
        add_times(store, (1, 99, 5000, 100), (1, 1, -1, 100), (1, 2, 2**31 - 1, 100), (1, 1, 7000, 0))
        reading = read(store, 50_000)
        assert reading.finishes == ()
        assert sorted(doubt.key for doubt in reading.doubts) == [
            "source.no_date", "source.no_player", "source.score", "source.score"
        ]  # fmt: skip


def test_xaseco2_has_maps() -> None:
    with mariadb(XASECO2, "utf8mb4") as store:
        fill(store, "maps", "players", ("Id", "Id"), "NickName")
        add_times(store, (1, 1, 62341, 1_795_000_000), map_id="MapId")
        reading = read(store)
    assert (reading.store, reading.finishes[0][:4]) == ("xaseco2", ("ann", 62341, 1_795_000_000_000, "UidA"))


def uaseco(store: Store, prefix: str = "uaseco_") -> None:
    """Add maps, players and two times of UASECO."""
    store.run(UASECO.format(p=prefix))
    fill(store, f"{prefix}maps", f"{prefix}players", ("MapId", "PlayerId"), "Nickname")
    for player, at in ((1, "2026-10-25 02:15:00"), (2, "2026-10-25 20:15:00")):
        store.add(
            f"{prefix}times", MapId=1, PlayerId=player, GamemodeId=2, Date=wall(at), Score=60000 + player
        )


@pytest.mark.parametrize("prefix", ["uaseco_", "", "TM_"])
def test_uaseco_is_found_by_any_prefix_and_stamps_that_come_twice_are_noted(prefix: str) -> None:
    with mariadb("", "utf8mb4") as store:
        uaseco(store, prefix)
        reading = read(store, zone="Europe/Berlin", name="tm2")
    assert (reading.store, reading.table) == ("uaseco", f"{prefix}times")
    assert reading.finishes == (
        Finish("ann", 60001, utc("2026-10-25 00:15:00"), "UidA", nickname="$f00Ännñ»", source="tm2"),
        Finish("bob", 60002, utc("2026-10-25 19:15:00"), "UidA", nickname="Bob", source="tm2"),
    )
    assert [(note.key, note.params) for note in reading.notes] == [
        ("source.twice", {"n": 1, "zone": "Europe/Berlin"})
    ]


def test_a_wall_time_just_since_the_instant_is_read_and_one_just_before_is_not() -> None:
    with mariadb("", "utf8mb4") as store:
        uaseco(store)
        late = read(store, utc("2026-10-25 19:15:00"), zone="Europe/Berlin")
        assert [each.login for each in late.finishes] == ["bob"]
        assert read(store, utc("2026-10-25 19:15:01"), zone="Europe/Berlin").finishes == ()
        both = read(store, utc("2026-10-25 00:15:00"), zone="Europe/Berlin")
        assert [each.login for each in both.finishes] == ["ann", "bob"]


def test_a_row_without_a_date_is_for_the_organiser_whatever_the_instant() -> None:
    with mariadb("", "utf8mb4") as store:
        uaseco(store)
        for score, at in ((5001, "0000-00-00 00:00:00"), (5002, None)):
            store.add("uaseco_times", MapId=1, PlayerId=1, GamemodeId=2, Date=at, Score=score)
        reading = read(store, EVENING)
    assert reading.finishes == ()
    assert sorted(str(doubt.params["time"]) for doubt in reading.doubts) == ["0:05.001", "0:05.002"]


def test_of_several_stores_the_organiser_says_which() -> None:
    with xaseco() as store:
        uaseco(store)
        uaseco(store, "old_")
        add_times(store, (1, 1, 62340, 100))
        with pytest.raises(Problem, match=r"source\.several") as refused:
            read(store)
        named = str(refused.value.params["stores"])
        assert named == "uaseco (old_maps), uaseco (uaseco_maps), xaseco (challenges)"
        assert read(store, store="xaseco").finishes[0].time_ms == 62340
        assert read(store, prefix="old_").table == "old_times"


def pyplanet(store: Store) -> None:
    """Add maps, players and two times of PyPlanet."""
    fill(store, "map", "player", ("id", "id"), "nickname")
    for number, score in ((7, 62345), (8, 62111)):
        at = wall("2026-11-30 20:15:00.5")
        store.add("stats_scores", id=number, map_id=1, player_id=1, score=score, created_at=at)
    store.add(
        "localrecord", id=1, map_id=1, player_id=1, score=62111, created_at=wall("2026-11-01 20:15:00"),
        updated_at=wall("2026-11-30 20:15:00"),
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["mariadb", "postgresql"])
def test_pyplanet_is_read_from_either_server(kind: str) -> None:
    server = mariadb(MYSQL_PYPLANET, "utf8mb4") if kind == "mariadb" else postgresql(POSTGRES_PYPLANET)
    half = 0 if kind == "mariadb" else 500  # datetime has whole seconds in MariaDB, rounded down
    with server as store:
        pyplanet(store)
        reading = read(store, EVENING, ("UidA",), zone="Europe/Berlin", name="tm")
        store.run("DELETE FROM stats_scores")
        best = read(store, zone="Europe/Berlin", name="tm")
    assert (reading.store, reading.doubts, reading.notes) == ("pyplanet", (), ())
    assert reading.finishes == tuple(
        Finish("ann", score, EVENING + half, "UidA", 0, "$f00Ännñ»", "tm", number)
        for number, score in ((7, 62345), (8, 62111))
    )
    (finish,) = best.finishes
    assert (finish.time_ms, finish.driven_at, is_best_only(finish)) == (62111, EVENING, True)


def test_nicknames_that_were_stored_as_western_letters_are_repaired() -> None:
    with mariadb(XASECO, "latin1") as store:
        store.add("challenges", Id=1, Uid="UidA")
        for number, nickname in enumerate(SIXTY, 1):
            store.add("players", Id=number, Login=f"p{number:02}", NickName=nickname.encode())
            store.add("rs_times", challengeID=1, playerID=number, score=60000, date=number)
        auto, stored = read(store), read(store, encoding="utf8")
        shown = preview(DatabaseSource(store.address), 100)
    assert [each.nickname for each in auto.finishes] == SIXTY
    beyond = [nickname for nickname in SIXTY if not nickname.isascii()]
    assert [(note.key, note.params) for note in auto.notes] == [("source.repaired", {"n": len(set(beyond))})]
    assert [each.read for each in shown] == beyond
    assert stored.finishes[0].nickname == "$FFFÂ»$903y$A13e$B23n$C34v$D44i$E54m$F64e$fffÂ«"
    assert stored.notes == ()


def test_nicknames_that_are_stored_rightly_stay_and_half_a_letter_is_left_out() -> None:
    with mariadb(XASECO, "latin1") as store:
        store.add("challenges", Id=1, Uid="UidA")
        names = (b"J\xfcrgen \xab\xbb", "Кот".encode()[:5], b"\xd0")
        for number, nickname in enumerate(names, 1):
            store.add("players", Id=number, Login=f"p{number}", NickName=nickname)
            store.add("rs_times", challengeID=1, playerID=number, score=60000, date=number)
        source = DatabaseSource(store.address)
        assert [each.nickname for each in read(store).finishes] == ["Jürgen «»", "Ко", "Ð"]
        forced = read(store, encoding="latin1-utf8").finishes
        assert [each.nickname for each in forced] == ["Jürgen «»", "Ко", ""]
        assert preview(source) == (Repair("p2", "ÐšÐ¾Ñ", "Ко"),)


@pytest.mark.parametrize("kind", ["mariadb", "postgresql"])
def test_even_the_owner_of_a_database_can_write_nothing_in_our_session(kind: str) -> None:
    server = mariadb(MYSQL_PYPLANET) if kind == "mariadb" else postgresql(POSTGRES_PYPLANET)
    with server as store:
        owner = store.owner.url
        with pytest.raises(Problem) as refused, session(owner) as db:
            db.execute(sa.text("INSERT INTO map (id, uid) VALUES (1, 'x')"))
        assert "only" in str(refused.value.params["why"]).lower()
        with store.owner.connect() as db:
            assert db.execute(sa.text("SELECT count(*) FROM map")).scalar_one() == 0


def test_a_clock_that_is_wrong_is_noted() -> None:
    with xaseco() as store:
        source = DatabaseSource(store.address)
        (note,) = read_database(source, now=lambda: 0).notes
        assert note.key == "source.clock"
        assert float(str(note.params["seconds"])) > 1_700_000_000


def problem_of(address: str, **settings: str) -> Problem:
    """Give why a database cannot be read; it must say so in every language, and never the password."""
    with pytest.raises(Problem) as refused:
        detect(DatabaseSource(address, **settings))
    problem = refused.value
    for lang in LANGUAGES:
        said = Text(lang)(problem.key, **problem.params)
        assert said != problem.key
        assert "geheim" not in said
    shown = DatabaseSource("mysql://ann:geheim@host/tm")
    assert "geheim" not in f"{problem!r} {problem.args} {problem.__cause__} {shown}"
    return problem


def test_a_database_that_lets_nobody_in_says_why_and_never_the_password() -> None:
    with xaseco() as store:
        url = parse_address(store.address)
        host = f"127.0.0.1:3306/{url.database}"

        def of(**changed: object) -> Problem:
            return problem_of(url.set(**changed).render_as_string(hide_password=False))  # type: ignore[arg-type]

        wrong = of(password="geheim-falsch")
        assert (wrong.key, wrong.params) == ("source.login", {"place": host, "user": url.username})
        assert of(database="homestretch_nowhere").key == "source.no_database"
        down = of(port=1)
        assert down.key == "source.failed"
        assert down.params["place"] == f"127.0.0.1:1/{url.database}"
        store.run(f"REVOKE SELECT ON {url.database}.* FROM {url.username}@'127.0.0.1'")
        assert of().key == "source.no_database"
    assert problem_of(store.address).key == "source.login"


def test_a_postgresql_that_lets_nobody_in_says_why() -> None:
    with postgresql(POSTGRES_PYPLANET) as store:
        url = parse_address(store.address)

        def of(**changed: object) -> str:
            return problem_of(url.set(**changed).render_as_string(hide_password=False)).key  # type: ignore[arg-type]

        assert of(username="homestretch_nobody", password="geheim") == "source.login"
        assert of(database="homestretch_nowhere") == "source.no_database"
        assert of(port=1, password="geheim") == "source.failed"


def test_a_table_that_is_missing_is_named() -> None:
    with xaseco() as store:
        store.run("DROP TABLE players")
        gone = problem_of(store.address)
        assert (gone.params["store"], gone.params["tables"]) == ("xaseco", "players")
        asked = problem_of(store.address, prefix="tm_")
        assert asked.params["tables"] == "tm_times, tm_maps, tm_players"
        store.run("DROP TABLE records; DROP TABLE rs_times; DROP TABLE challenges")
        assert problem_of(store.address).key == "source.nothing"
        assert problem_of(store.address, store="pyplanet").params["tables"] == "stats_scores, map, player"


def test_a_column_that_is_missing_is_named() -> None:
    with xaseco() as store:
        store.run("ALTER TABLE players DROP NickName")
        assert problem_of(store.address).params["tables"] == "players.NickName"


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"address": "nonsense"}, "source.address"),
        ({"address": "mysql://host:port/db"}, "source.address"),
        ({"address": "mysql://user:geheim@host"}, "source.address"),
        ({"address": "sqlite:///file"}, "source.kind"),
        ({"address": "mysql://h/d", "zone": "Mars"}, "calendar.zone"),
        ({"address": "mysql://h/d", "store": "trakman"}, "source.store"),
        ({"address": "mysql://h/d", "encoding": "latin9"}, "source.encoding"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_before_anything_is_asked(
    settings: dict[str, str], key: str
) -> None:
    with pytest.raises(Problem) as refused:
        DatabaseSource(**settings)
    assert refused.value.key == key
    assert "geheim" not in str(refused.value)


def test_a_driver_that_repeats_the_password_is_not_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **named: object) -> None:
        raise pymysql.err.OperationalError(2026, "no TLS for ann:geheim\n(host)")

    monkeypatch.setattr("pymysql.connect", refuse)
    problem = problem_of("mysql://ann:geheim@127.0.0.1/tm")
    assert problem.params == {"place": "127.0.0.1/tm", "why": "(2026, 'no TLS for ann:***\\n(host)')"}


def test_a_sign_in_that_needs_another_package_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **named: object) -> None:
        raise RuntimeError("'cryptography' package is required for this sign-in")

    monkeypatch.setattr("pymysql.connect", refuse)
    assert problem_of("mysql://ann:geheim@127.0.0.1/tm").key == "source.cryptography"


def test_the_password_of_the_tests_is_one_that_goes_wrong_as_latin1() -> None:
    assert PASSWORD.encode() != PASSWORD.encode("latin1")
