"""The API: all that the page does, for programs; and the bot in the document plays with it."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import penny_page
import pytest
from browser import ROOT, serving
from served import EVEN, ODD, Program, Site, served

from homestretch.engine.contract import CHANCE
from homestretch.games import Game, game
from homestretch.store.service import Info
from homestretch.table.chance import draw, seal
from homestretch.table.record import parse_record
from homestretch.table.table import DIE, PERSON, SEALED, Setup, Table
from homestretch.web import extras
from homestretch.web.guard import RATES
from homestretch.web.site import Site as Served

SEED = "00" * 31 + "2a"
"""By this seed black rolls 1, red 5, and red starts."""
A1, A3, C1 = 0, 8, 2
DOCUMENT = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")


class Match(NamedTuple):
    """A match, and a program in each seat."""

    id: str
    seats: tuple[Program, Program]
    tokens: tuple[str, str]

    def all_say_even(self) -> None:
        """Play the opening: red is to act."""
        for seat in self.seats:
            assert seat.command(self.id, "actions", actions=[EVEN]).status_code == 200

    def ended(self) -> None:
        """End the match: seat 0 gives up."""
        assert self.seats[0].command(self.id, "resign").status_code == 200


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, penny_rules: Game) -> Iterator[Site]:
    with penny_page.among_the_games(penny_rules), served(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def match(site: Site, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Give a match of two programs whose seed is known."""
    monkeypatch.setattr("homestretch.store.service.new_seed", lambda: SEED)
    return made(site)


def made(site: Site, **wishes: Any) -> Match:
    """Make a match of two programs."""
    answer = site.program().make(**wishes)
    one, other = answer["tokens"]["0"], answer["tokens"]["1"]
    return Match(answer["id"], (site.program(one), site.program(other)), (one, other))


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Give the status and the id of why something was refused; there is a sentence for it."""
    error = answer.json()
    assert set(error) == {"error", "message", "rule"}
    assert error["message"].endswith(".")
    return answer.status_code, error["error"]


def test_the_bot_in_the_document_plays_a_whole_game(tmp_path: Path) -> None:
    [bot] = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    assert len(bot.splitlines()) <= 30
    (tmp_path / "bot.py").write_text(bot, "utf-8")
    [wanted] = re.findall(r"-d '(.*)'", DOCUMENT)
    with serving(tmp_path) as address:
        made = httpx.post(f"{address}/api/matches", json=json.loads(wanted.replace("hard", "easy"))).json()
        options = ["-I", "-W", "error"]
        command = [sys.executable, *options, tmp_path / "bot.py", address, made["id"], made["tokens"]["0"]]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
        record = parse_record(httpx.get(f"{address}/m/{made['id']}/record").text)
    assert record.reason.startswith("CJ-")
    assert record.names == ("person", "bot:easy")


def test_the_document_names_every_route_and_every_rate(site: Site) -> None:
    paths = site.program().get("/openapi.json").json()["paths"]
    assert {path.rpartition("/")[2] for path in paths} <= set(re.findall(r"\{match\}|\w+", DOCUMENT)) | {
        "{match}"
    }
    security = (ROOT / "docs" / "security.md").read_text("utf-8")
    assert all(f"`{rate}`" in text for rate in RATES.values() for text in (DOCUMENT, security))


def test_openapi_lists_every_route_with_its_errors(site: Site) -> None:
    description = site.program().get("/openapi.json").json()
    routes = {(path, method) for path, methods in description["paths"].items() for method in methods}
    commands = {"actions", "die", "resign", "takeback", "answer", "name", "link", "rematch"}
    assert routes == {
        ("/api/games", "get"), ("/api/matches", "post"), ("/api/matches/{match}", "get"),
        ("/api/matches/{match}/record", "get"),
        *((f"/api/matches/{{match}}/{what}", "post") for what in commands),
    }  # fmt: skip
    for path, method in routes:
        operation = description["paths"][path][method]
        errors = {status: each for status, each in operation["responses"].items() if status[0] != "2"}
        assert set(errors) == {"400", "401", "403", "404", "409", "413", "422", "429"}
        for error in errors.values():
            schema = error["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/Error"}
        assert operation.get("security") == (
            [{"seat": []}] if path.rpartition("/")[2] in commands
            else [{"seat": []}, {}] if path.endswith("{match}") else None
        )  # fmt: skip


def test_the_games_are_listed_with_what_can_be_agreed(site: Site) -> None:
    games = {each["name"]: each for each in site.program(**{"Accept-Language": "nl"}).get("/games").json()}
    goal = {"key": "goal", "rule": "PIG-5", "default": "100", "words": None, "low": 10, "high": 1000}
    goal |= {"own": False}
    assert games["pig"]["options"] == [goal]
    [line] = [each for each in games["crazy_jump"]["options"] if each["key"] == "line"]
    assert (line["default"], line["words"]) == ("path", ["path", "group", "straight"])
    assert games["crazy_jump"]["seats"] == [2, 2]


def test_a_match_is_made_as_agreed(site: Site) -> None:
    wishes = {"options": {"goal": "30"}, "names": ["Anna", "Bo"], "chance": "typed"}
    match = made(site, game="pig", **wishes)
    seen = match.seats[0].look(match.id)
    assert (seen["game"], seen["options"], seen["names"]) == ("pig", {"goal": "30"}, ["Anna", "Bo"])
    assert (seen["players"], seen["seat"], seen["version"]) == (["person", "person"], 0, 0)
    assert (seen["seal"], seen["seed"]) == ("", "")
    answer = site.program().make(players=["random", "person"], names=["", "Bo"])
    assert list(answer["tokens"]) == ["1"]
    assert site.program().look(answer["id"])["names"] == ["random", "Bo"]


def test_each_seat_and_a_spectator_see_the_match_as_theirs(site: Site, match: Match) -> None:
    one, other = (seat.look(match.id) for seat in match.seats)
    spectator = site.program().look(match.id)
    assert [seen["seat"] for seen in (one, other, spectator)] == [0, 1, None]
    assert [action["notation"] for action in one["legal"]] == ["even", "odd"]
    assert (other["legal"], spectator["legal"]) == ([], [])
    assert len({seen["status"] for seen in (one, other, spectator)}) == 2
    assert one["waits_for"] == spectator["waits_for"] == [0]
    assert one["seal"] == spectator["seal"] == seal(SEED)
    assert site.program(**{"Accept-Language": "de"}).look(match.id)["status"].startswith("Schwarz ")


def test_an_action_goes_by_its_number_or_its_notation(site: Site, match: Match) -> None:
    one, other = match.seats
    assert one.command(match.id, "actions", actions=["EVEN"]).json() == {"version": 1}
    assert other.command(match.id, "actions", actions=[ODD]).json()["version"] == 4
    assert site.program().look(match.id)["view"]["parity"] == [EVEN, ODD]
    assert refused(other.command(match.id, "actions", actions=["e9"])) == (422, "notation")


def test_several_actions_are_carried_out_all_or_none(site: Site, match: Match) -> None:
    table, seat, pair = first_pair()
    for move in table.match.moves:
        if move.seat != CHANCE:
            match.seats[move.seat].command(match.id, "actions", actions=[move.action])
    version = site.program().look(match.id)["version"]
    assert version == table.version
    assert refused(match.seats[seat].command(match.id, "actions", actions=[pair[0], 16, 16])) == (
        422, "web.illegal",
    )  # fmt: skip
    assert site.program().look(match.id)["version"] == version
    assert match.seats[seat].command(match.id, "actions", actions=pair).status_code == 200
    assert site.program().look(match.id)["version"] >= version + 2


def first_pair() -> tuple[Table, int, list[int]]:
    """Play until one seat can act twice on end; give the table, the seat and the two actions."""
    table = Table(Setup(game("crazy_jump"), {}, (PERSON, PERSON), SEALED, SEED)).begun()
    while True:
        [seat] = table.waits_for()
        action = table.legal(seat)[0]
        after = table.act(seat, [action])
        if after.waits_for() == [seat] and after.version == table.version + 1:
            return table, seat, [action, after.legal(seat)[0]]
        table = after


def test_a_refusal_names_the_rule_in_the_readers_language(site: Site, match: Match) -> None:
    said = set()
    for lang in ("nl", "de", "en"):
        program = site.program(match.tokens[0], **{"Accept-Language": lang})
        answer = program.command(match.id, "actions", actions=[A1])
        assert refused(answer) == (422, "web.illegal")
        assert answer.json()["rule"] == "CJ-3"
        said.add(answer.json()["message"])
    assert len(said) == 3


def test_an_action_for_a_version_that_is_no_more_changes_nothing(site: Site, match: Match) -> None:
    one, other = match.seats
    assert one.command(match.id, "actions", actions=[EVEN], version=0).status_code == 200
    assert refused(other.command(match.id, "actions", actions=[EVEN], version=0)) == (409, "table.changed")
    assert site.program().look(match.id)["version"] == 1
    assert other.command(match.id, "actions", actions=[EVEN], version=1).status_code == 200


def test_a_key_is_carried_out_once(site: Site, match: Match) -> None:
    one, other = match.seats
    first = one.command(match.id, "actions", key="the-key", actions=[EVEN], version=0)
    again = one.command(match.id, "actions", key="the-key", actions=[EVEN], version=0)
    elsewhere = one.command(match.id, "resign", key="the-key")
    assert first.json() == again.json() == elsewhere.json() == {"version": 1}
    assert other.command(match.id, "actions", key="the-key", actions=[EVEN]).json() == {"version": 4}
    assert not site.program().look(match.id)["over"]


def test_an_action_is_taken_back_and_after_an_answer_only_if_the_other_agrees(
    site: Site, match: Match
) -> None:
    black, red = match.seats
    match.all_say_even()
    assert refused(black.command(match.id, "answer", agrees=True)) == (422, "table.nobody_asks")
    red.command(match.id, "actions", actions=[A3])
    assert red.command(match.id, "takeback").status_code == 200
    assert red.look(match.id)["waits_for"] == [1]
    red.command(match.id, "actions", actions=[A3])
    black.command(match.id, "actions", actions=[C1])
    for agrees, waits in ((False, [1]), (True, [1])):
        before = red.look(match.id)
        assert red.command(match.id, "takeback").status_code == 200
        assert black.look(match.id)["must_answer"] == site.program().look(match.id)["must_answer"] == [0]
        assert black.command(match.id, "answer", agrees=agrees).status_code == 200
        after = red.look(match.id)
        assert (after["waits_for"], after["must_answer"]) == (waits, [])
        assert (after["view"] == before["view"]) != agrees


def test_who_resigns_is_last_and_the_seed_is_opened(site: Site, match: Match) -> None:
    match.all_say_even()
    assert site.program().look(match.id)["seed"] == ""
    match.ended()
    seen = site.program().look(match.id)
    assert (seen["over"], seen["places"], seen["reason"]) == (True, [2, 1], "table.resigned")
    assert (seen["seed"], seen["seal"], seen["legal"]) == (SEED, seal(SEED), [])
    for what, body in (("actions", {"actions": [A3]}), ("resign", {}), ("takeback", {})):
        assert refused(match.seats[1].command(match.id, what, **body)) == (422, "table.over")


def test_a_real_die_is_typed_by_either_seat(site: Site, match: Match) -> None:
    typed = made(site, chance=DIE)
    typed.all_say_even()
    for seat in typed.seats:
        seen = seat.look(typed.id)
        assert (seen["waits_for"], [each["action"] for each in seen["legal"]]) == (
            [CHANCE],
            [1, 2, 3, 4, 5, 6],
        )
        assert refused(seat.command(typed.id, "die", outcome=7)) == (422, "web.illegal")
    assert site.program().look(typed.id)["legal"] == []
    assert [seat.command(typed.id, "die", outcome=4).status_code for seat in typed.seats] == [200, 200]
    assert refused(match.seats[0].command(match.id, "die", outcome=4)) == (422, "table.no_die")


def test_a_program_gives_itself_a_name(site: Site, match: Match) -> None:
    one, other = match.seats
    assert one.post(f"/matches/{match.id}/name", json={"name": "  Anna "}).json() == {"version": 0}
    assert site.program().look(match.id)["names"] == ["Anna", ""]
    taken = other.post(f"/matches/{match.id}/name", json={"name": "ANNA"})
    assert refused(taken) == (422, "name.taken")


def test_the_record_is_that_of_the_page(site: Site, match: Match) -> None:
    match.all_say_even()
    match.ended()
    record = site.program().get(f"/matches/{match.id}/record").json()["record"]
    assert record == site.visitor().get(f"/m/{match.id}/record").text
    assert (parse_record(record).seed, len(parse_record(record).moves)) == (SEED, 4)


def test_a_fresh_token_ends_the_old_one(site: Site, match: Match) -> None:
    one, other = match.seats
    fresh = one.post(f"/matches/{match.id}/link", json={"seat": 0}).json()["token"]
    assert refused(one.command(match.id, "resign")) == (403, "web.not_yours")
    one = site.program(fresh)
    assert one.command(match.id, "actions", actions=[EVEN]).status_code == 200
    assert refused(other.post(f"/matches/{match.id}/link", json={"seat": 0})) == (403, "web.not_yours")
    invited = site.program(one.post(f"/matches/{match.id}/link", json={"seat": 1}).json()["token"])
    assert invited.look(match.id)["seat"] == 1
    for seat in (2, -1, 2**70):
        assert refused(one.post(f"/matches/{match.id}/link", json={"seat": seat})) == (403, "web.not_yours")


def test_who_made_a_match_on_the_page_cannot_take_the_seat_of_a_program_that_plays(site: Site) -> None:
    host = site.visitor()
    page = host.post("/new", data={"game": "crazy_jump", "opponent": "friend", "side": "1"}).headers[
        "location"
    ]
    [link] = re.findall(r"/s/[\w-]+", host.get(page).text)
    program, match = site.program(link[3:]), page[3:]
    assert host.get(page).text.count('name="seat"') == 2
    assert program.command(match, "actions", actions=[EVEN]).status_code == 200
    assert host.get(page).text.count('name="seat"') == 1
    assert link not in host.get(page).text
    assert host.post(f"{page}/link", data={"seat": 0}).status_code == 403
    assert program.look(match)["seat"] == 0


def test_in_a_rematch_each_token_opens_the_seat_that_its_own_has_become(site: Site, match: Match) -> None:
    one, other = match.seats
    stranger = made(site)
    assert refused(one.post(f"/matches/{match.id}/rematch")) == (422, "match.not_over")
    match.ended()
    first = one.post(f"/matches/{match.id}/rematch").json()
    assert set(first) == {"id", "seat"}
    assert [first["seat"], other.post(f"/matches/{match.id}/rematch").json()] == [
        1, {"id": first["id"], "seat": 0},
    ]  # fmt: skip
    assert site.program().look(match.id)["rematch"] == first["id"]
    assert [one.look(first["id"])["seat"], other.look(first["id"])["seat"]] == [1, 0]
    assert refused(stranger.seats[0].get(f"/matches/{first['id']}")) == (403, "web.not_yours")
    assert other.command(first["id"], "actions", actions=[EVEN]).status_code == 200
    assert one.command(first["id"], "actions", actions=[EVEN]).status_code == 200
    one.command(first["id"], "resign")
    second = one.post(f"/matches/{first['id']}/rematch").json()
    assert (second["seat"], one.look(second["id"])["seat"], one.look(match.id)["seat"]) == (0, 0, 0)
    assert site.visitor().get(f"/s/{match.tokens[1]}").headers["location"] == f"/m/{second['id']}"


def test_a_token_that_was_replaced_in_a_rematch_opens_it_no_more(site: Site, match: Match) -> None:
    one = match.seats[0]
    match.ended()
    following = one.post(f"/matches/{match.id}/rematch").json()["id"]
    one.post(f"/matches/{following}/link", json={"seat": 1})
    assert refused(one.get(f"/matches/{following}")) == (403, "web.not_yours")
    assert one.look(match.id)["seat"] == 0


@pytest.mark.parametrize("token", ["x", "Bearer", "é", "\x7f", "x" * 5000, "../..", "' or 1=1 --", "null"])
def test_a_token_that_opens_nothing_is_refused_everywhere(site: Site, match: Match, token: str) -> None:
    program = site.program()
    program.headers["Authorization"] = f"Bearer {token}".encode("latin-1").decode("latin-1")
    assert refused(program.get(f"/matches/{match.id}")) == (403, "web.not_yours")
    for what, body in COMMANDS.items():
        answer = program.post(f"/matches/{match.id}/{what}", json=body)
        assert refused(answer) == (403, "web.not_yours")


COMMANDS: dict[str, dict[str, Any]] = {
    "actions": {"key": "1", "actions": [EVEN]}, "die": {"key": "2", "outcome": 1}, "resign": {"key": "3"},
    "takeback": {"key": "4"}, "answer": {"key": "5", "agrees": True}, "name": {"name": "Eve"},
    "link": {"seat": 0}, "rematch": {},
}  # fmt: skip


def test_another_matchs_token_and_no_token_do_nothing(site: Site, match: Match) -> None:
    foreign = made(site).seats[0]
    for what, body in COMMANDS.items():
        assert refused(foreign.post(f"/matches/{match.id}/{what}", json=body)) == (403, "web.not_yours")
        answer = site.program().post(f"/matches/{match.id}/{what}", json=body)
        assert refused(answer) == (401, "web.not_yours")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert refused(foreign.get(f"/matches/{match.id}")) == (403, "web.not_yours")
    assert site.program().look(match.id)["version"] == 0


def test_waiting_ends_as_soon_as_another_acts(
    site: Site, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening, hub = threading.Event(), site.app.state.site.hub
    subscribe = hub.subscribe

    def subscribed(of: str) -> object:
        listening.set()
        return subscribe(of)

    monkeypatch.setattr(hub, "subscribe", subscribed)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(match.seats[1].look, match.id, since=0)
        assert listening.wait(20)
        assert not waiting.done()
        match.seats[0].command(match.id, "actions", actions=[EVEN])
        seen = waiting.result(timeout=15)
    assert (seen["version"], seen["waits_for"]) == (1, [1])
    match.ended()
    assert match.seats[1].look(match.id, since=5)["over"]


def test_who_waits_in_vain_sees_the_match_as_it_is(
    site: Site, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def briefly(site: Served, of: str, version: int, seconds: float) -> Info:
        assert seconds == 20
        found = await extras.wait_for_change(site, of, version, 0.001)
        assert isinstance(found, Info)
        return found

    monkeypatch.setattr("homestretch.web.api.wait_for_change", briefly)
    assert match.seats[0].look(match.id, since=0)["version"] == 0
    assert match.seats[0].look(match.id, since=2**31)["version"] == 0
    assert len(site.app.state.site.hub) == 0


def shown(site: Site, match: str, token: str = "") -> dict[str, bytes]:
    """Give all that the server shows of a match: to the seat whose token this is, or to a spectator."""
    browser, program = site.visitor(), site.program(token)
    if token:
        browser.get(f"/s/{token}")
    plies = range(len(site.app.state.site.service.info(match).table.match.moves) + 1)
    paths = [f"/m/{match}{what}" for what in ("", ".svg", ".png", "/record", "/proof")]
    paths += [f"/m/{match}{what}?at={ply}" for what in ("", "/board", ".svg") for ply in plies]
    answers = {path: browser.get(path) for path in paths}
    answers |= {f"/api{what}": program.get(f"/matches/{match}{what}") for what in ("", "/record")}
    answers["refusal"] = program.post(f"/matches/{match}/rematch")
    with browser.stream("GET", f"/m/{match}/events") as stream:
        events = next(stream.iter_bytes())
    return {"events": events, **{path: _whole(answer) for path, answer in answers.items()}}


def _whole(answer: httpx.Response) -> bytes:
    headers = "".join(f"{key}: {value}\n" for key, value in answer.headers.items() if key != "date")
    return f"{answer.status_code}\n{headers}".encode() + answer.content


def test_nothing_shows_the_seed_before_the_end(site: Site, match: Match) -> None:
    match.all_say_even()
    match.seats[1].command(match.id, "actions", actions=[A3])
    for token in ("", *match.tokens):
        for path, content in shown(site, match.id, token).items():
            assert SEED.encode() not in content.lower(), path
            assert bytes.fromhex(SEED) not in content, path
        assert seal(SEED).encode() in shown(site, match.id, token)["/api"]
    match.ended()
    after = shown(site, match.id)
    assert sorted(path for path, content in after.items() if SEED.encode() in content) == sorted(
        ["/api", "/api/record", f"/m/{match.id}/record", f"/m/{match.id}/proof"]
    )


def test_nobody_sees_what_is_anothers(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches that differ in nothing but seat 0's card and choice look the same to all others."""
    cards = {seed: (draw(seed, 0, 2), draw(seed, 1, 2)) for seed in (f"{n:064x}" for n in range(20))}
    seeds = [next(seed for seed in cards if cards[seed] == dealt) for dealt in ((0, 1), (1, 1))]
    looks, own = [], []
    for seed, choice in zip(seeds, ([2, 1], [0, 2]), strict=True):
        monkeypatch.setattr("homestretch.store.service.new_seed", lambda seed=seed: seed)
        match = made(site, game="penny")
        assert match.seats[0].command(match.id, "actions", actions=choice).status_code == 200
        looks.append(
            [_without_names(shown(site, match.id, token), match, seed) for token in ("", match.tokens[1])]
        )
        own.append(match.seats[0].look(match.id)["view"])
    assert [(view["card"], view["said"]) for view in own] == [
        ([0, None], [[2, 1], None]), ([1, None], [[0, 2], None]),
    ]  # fmt: skip
    assert looks[0] == looks[1]
    records = [content for path, content in looks[0][0].items() if path.endswith("record")]
    assert records
    assert all(b"(?) (?)" in content for content in records)
    assert match.seats[1].command(match.id, "actions", actions=[1, 1]).status_code == 200
    assert site.program().look(match.id)["view"]["said"] == [[0, 2], [1, 1]]
    assert "choice0 choice2" in site.program().get(f"/matches/{match.id}/record").json()["record"]


def _without_names(content: dict[str, bytes], match: Match, seed: str) -> dict[str, bytes]:
    """Leave out what differs between any two matches: id, seal, keys and lengths."""
    for name in (match.id, seal(seed)):
        content = {
            path.replace(name, "."): text.replace(name.encode(), b".") for path, text in content.items()
        }
    return {
        path: re.sub(rb'name="key" value="[^"]+"|content-length: \d+', b"", text)
        for path, text in content.items()
    }


@pytest.mark.parametrize(
    "agent", ["WhatsApp/2.23", "Mozilla/5.0 (compatible; Discordbot/2.0)", "TelegramBot"]
)
def test_a_chat_that_previews_a_link_does_not_sit_down(site: Site, agent: str) -> None:
    made = site.program().make()
    preview = site.visitor(**{"User-Agent": agent})
    answer = preview.get(f"/s/{made['tokens']['1']}", follow_redirects=True)
    assert "og:image" in answer.text
    assert not preview.cookies
    person = site.visitor()
    seen = site.program(made["tokens"]["0"])
    assert "not here yet" in person.get(f"/m/{made['id']}").text
    person.get(f"/s/{made['tokens']['1']}")
    assert person.cookies
    assert seen.look(made["id"])["version"] == 0
