"""What people send who mean no good is refused with the right status and a sentence, and changes nothing."""

import base64
import hashlib
import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urljoin, urlsplit
from xml.etree import ElementTree

import httpx
import pytest
from databases import Database, Rows, database_in, postgres
from hypothesis import given, settings
from hypothesis import strategies as st
from served import EVEN, Site, served

from homestretch.engine.problem import Problem
from homestretch.table.record import parse_record
from homestretch.text import LANGUAGES, text_of
from homestretch.web import api, extras, lobby, pages
from homestretch.web.guard import LARGEST_BODY

ROUTES: list[Any] = [route for part in (lobby, pages, extras, api) for route in part.router.routes]
HUGE = (-1, -(2**63), 2**63, 10**30)
NASTY = (
    "\0", "a\0b", "\ud800", "a\udfffb", "\u202e\u2066", "<script>alert(1)</script>", "x" * 10_000, "%00",
    "{seat}", "'; drop table matches; --", "../../etc/passwd", "\r\nSet-Cookie: a=b", "\ufeff", "ﷺ" * 24, "",
    " ",
)  # fmt: skip
KINDLY = {text_of(lang)("web.broken") for lang in LANGUAGES}
"""What is said of our own mistakes only."""


class Place(NamedTuple):
    """A server, what it stores, a match, a browser that holds seat 0, and the token of Anna's seat 1."""

    site: Site
    database: Database
    match: str
    host: httpx.Client
    token: str


def at_a_table(site: Site, database: Database) -> Place:
    """Make a match and sit down."""
    host = site.visitor()
    made = site.program().make(names=["", "Anna"])
    host.get(f"/s/{made['tokens']['0']}")
    return Place(site, database, made["id"], host, made["tokens"]["1"])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("site")
    with served(folder) as site, database_in(f"sqlite:///{folder / 'matches.db'}") as database:
        yield at_a_table(site, database)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Give a place on either kind of database."""
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("site")
        sqlite = request.param == "sqlite"
        url = f"sqlite:///{folder / 'matches.db'}" if sqlite else stack.enter_context(postgres())
        site = stack.enter_context(served(folder, url))
        yield at_a_table(site, stack.enter_context(database_in(url)))


class Reader(HTMLParser):
    """Reads a page: its elements, and what stands in styles, scripts and alerts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.inside: dict[str, list[str]] = {"style": [], "script": [], "alert": []}
        self._in = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.elements.append((tag, given))
        self._in = "alert" if given.get("role") == "alert" else tag
        if self._in in self.inside:
            self.inside[self._in].append("")

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in in self.inside:
            self.inside[self._in][-1] += data


def told(answer: httpx.Response) -> str:
    """Give what an answer says to who asked."""
    if answer.headers.get("content-type") == "application/json":
        return str(answer.json().get("message"))
    return " ".join(Reader(answer.text).inside["alert"]).strip()


def sentence(answer: httpx.Response) -> str:
    """Give what a refusal says; it must be a sentence, and no excuse."""
    said = told(answer)
    assert re.fullmatch(r"\S.*\S", said, re.DOTALL)
    assert not re.match(r"\w+\.\w+$", said)
    assert said not in KINDLY
    return said


def check_refused(place: Place, status: int, method: str, path: str, **request: Any) -> None:
    """Send a request in three languages: each time it is refused with a sentence, and nothing has changed."""
    before, said = place.database.rows(), set()
    headers = request.pop("headers", {})
    for lang in LANGUAGES:
        answer = place.host.request(
            method, path.replace("ID", place.match), headers={**headers, "Accept-Language": lang}, **request
        )
        assert answer.status_code == status, told(answer)
        said.add(sentence(answer))
    assert len(said) == 3
    assert place.database.rows() == before


FORMS: list[tuple[int, str, dict[str, Any]]] = [
    (404, "/new", {}),
    (404, "/new", {"game": "chess"}),
    (404, "/new", {"game": "../pig"}),
    (422, "/new", {"game": "pig", "opponent": "bot:cruel"}),
    (422, "/new", {"game": "pig", "opponent": "person\0"}),
    (422, "/new", {"game": "pig", "chance": "cards"}),
    (422, "/new", {"game": "pig", "option.speed": "9"}),
    (422, "/new", {"game": "pig", "option.goal": "9"}),
    (422, "/new", {"game": "pig", "option.goal": "9" * 5000}),
    (422, "/new", {"game": "pig", "option.goal": "٣٣"}),
    (422, "/new", {"game": "crazy_jump", "option.line": "<script>"}),
    (422, "/new", {"game": "pig", "name": "x" * 10_000}),
    (422, "/new", {"game": "pig", "name": "\u200b\u202e"}),
    (422, "/new", {"game": "pig", "name": "<script>alert(1)</script>"}),
    (400, "/m/ID/do", {}),
    (400, "/m/ID/do", {"key": "1"}),
    (400, "/m/ID/do", {"action": "19"}),
    (400, "/m/ID/do", {"action": "", "key": "1"}),
    (400, "/m/ID/do", {"action": "x", "key": "1"}),
    (400, "/m/ID/do", {"action": "1.5", "key": "1"}),
    (400, "/m/ID/do", {"action": "9" * 5000, "key": "1"}),
    (422, "/m/ID/do", {"action": "19", "key": "x" * 65, "sure": "1"}),
    (422, "/m/ID/do", {"action": "19", "key": "\0", "sure": "1"}),
    *((422, "/m/ID/do", {"action": action, "key": "1", "sure": "1"}) for action in (*HUGE, 0, 21, 22)),
    *((409, "/m/ID/do", {"action": EVEN, "key": "1", "version": version}) for version in (5, *HUGE[1:])),
    (400, "/m/ID/resign", {}),
    (422, "/m/ID/back", {"key": "1"}),
    (422, "/m/ID/answer", {"key": "1", "agrees": "1"}),
    (422, "/m/ID/rematch", {}),
    (422, "/m/ID/name", {}),
    (422, "/m/ID/name", {"name": "\u202e"}),
    (422, "/m/ID/name", {"name": "x" * 10_000}),
    (422, "/m/ID/name", {"name": "АNNА"}),
    (400, "/m/ID/link", {}),
    (400, "/m/ID/link", {"seat": "x"}),
    *((403, "/m/ID/link", {"seat": seat}) for seat in (*HUGE, 2, 7)),
    (404, "/m/nowhere/do", {"action": "19", "key": "1"}),
    (404, "/m/nowhere/name", {"name": "Eve"}),
    (403, "/m/nowhere/rematch", {}),
]


@pytest.mark.parametrize(("status", "path", "form"), FORMS)
def test_a_form_that_cannot_be_is_refused(place: Place, status: int, path: str, form: dict[str, Any]) -> None:
    check_refused(place, status, "POST", path, data=form)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("do", {"action": EVEN, "key": "1"}),
        ("resign", {"key": "1", "sure": 1}),
        ("back", {"key": "1"}),
        ("answer", {"key": "1", "agrees": 1}),
        ("rematch", {}),
        ("name", {"name": "Eve"}),
        ("link", {"seat": 0}),
    ],
)
@pytest.mark.parametrize("cookie", ["", "x", "x" * 43, "x" * 4000])
def test_who_holds_no_seat_here_does_nothing(
    place: Place, path: str, form: dict[str, Any], cookie: str
) -> None:
    stranger = place.site.visitor()
    stranger.headers["Cookie"] = f"hs={cookie}"
    check_refused(place._replace(host=stranger), 403, "POST", f"/m/ID/{path}", data=form)
    other = at_a_table(place.site, place.database)
    check_refused(other._replace(host=place.host), 403, "POST", f"/m/ID/{path}", data=form)


ODD_IDS = (
    "nowhere", "%00", "%ff", "..%2f..", "%27%20or%201%3D1%20--", "%3Cscript%3E", "%C3%A9", "x" * 5000,
    "ID%20", "%E2%80%AE", "%F0%9F%8E%B2", "%0d%0aX-A:%20b",
)  # fmt: skip
SHOWN = ("", ".svg", ".png", "/record", "/proof", "/events", "/board?at=0")
PATHS: list[tuple[int, str]] = [
    (404, "/nowhere"), (404, "/static/../guard.py"), (404, "/static/..%2fguard.py"), (404, "/static/no.js"),
    (404, "/api"), (404, "/api/nothing"), (404, "/s/nothing"), (404, f"/s/{'x' * 5000}"), (404, "/s/%00"),
    (404, "/m/ID%00"), (404, "/rules/chess"), (404, "/rules/..%2fpig"), (404, "/rules/%00"),
    (404, "/new/chess"), (404, f"/new/{'x' * 5000}"),
    *((404, f"/m/{odd}{what}") for odd in ODD_IDS for what in SHOWN),
    (400, "/m/ID?at=x"), (400, "/m/ID?at="), (400, f"/m/ID?at={'9' * 5000}"), (400, "/m/ID/board"),
    (400, "/m/ID.svg?dark=maybe"),
    *((404, f"/m/ID{what}?at={at}") for what in ("/board", ".png", ".svg") for at in HUGE),
    (404, "/api/matches/nowhere"), (404, "/api/matches/nowhere/record"), (400, "/api/matches/NOWHERE"),
    (400, f"/api/matches/{'x' * 17}"), (404, "/api/matches/%00"), (400, "/api/matches/%E2%80%AE"),
    *((400, f"/api/matches/ID?since={since}") for since in (-2, 2**31 + 1, 10**30, "x", "1.5", "")),
]  # fmt: skip


@pytest.mark.parametrize(("status", "path"), PATHS)
def test_an_address_that_cannot_be_is_refused(place: Place, status: int, path: str) -> None:
    check_refused(place, status, "GET", path)


@pytest.mark.parametrize(
    "path", ["/m/%00", "/m/%00/proof", "/m/a%00b.png", "/rules/%00", "/s/%00", "/new/%00"]
)
def test_a_nul_in_an_address_is_refused_whatever_database_there_is(either: Place, path: str) -> None:
    check_refused(either, 404, "GET", path)
    check_refused(either, 404, "POST", f"{path}/rematch")
    check_refused(either, 404, "GET", "/api/matches/%00")


@pytest.mark.parametrize("at", [*HUGE, 0, 1, 10_000])
def test_any_ply_of_a_page_is_the_nearest_there_is(place: Place, at: int) -> None:
    assert place.host.get(f"/m/{place.match}?at={at}").status_code == 200


MATCH: dict[str, Any] = {"game": "pig", "players": ["person", "person"]}
NO_ACTIONS: tuple[Any, ...] = (True, None, 1.5, [], "\ud800")
BODIES: list[tuple[int, str, Any]] = [
    (400, "/matches", {}),
    (400, "/matches", []),
    (400, "/matches", None),
    (400, "/matches", {**MATCH, "speed": 1}),
    (400, "/matches", {**MATCH, "\ud800": 1}),
    (400, "/matches", {**MATCH, "x" * 5000: 1}),
    (400, "/matches", {**MATCH, "players": []}),
    (400, "/matches", {**MATCH, "players": ["person"] * 9}),
    (400, "/matches", {**MATCH, "options": {"goal": 30}}),
    (400, "/matches", {**MATCH, "options": {"\ud800": "1"}}),
    (400, "/matches", {**MATCH, "chance": "cards"}),
    (404, "/matches", {**MATCH, "game": "chess"}),
    (404, "/matches", {**MATCH, "game": "a\0b"}),
    (422, "/matches", {**MATCH, "players": ["person"]}),
    (422, "/matches", {**MATCH, "players": ["person", "bot:cruel"]}),
    (422, "/matches", {**MATCH, "options": {"goal": "\0"}}),
    (422, "/matches", {**MATCH, "options": {"speed": "1"}}),
    (422, "/matches", {**MATCH, "names": ["Anna", "ANNA"]}),
    (422, "/matches", {**MATCH, "names": ["<script>alert(1)</script>"]}),
    (422, "/matches", {**MATCH, "names": ["\0"]}),
    (400, "/matches/ID/actions", {"actions": [1]}),
    (400, "/matches/ID/actions", {"key": "1"}),
    (400, "/matches/ID/actions", {"key": "1", "actions": []}),
    (400, "/matches/ID/actions", {"key": "1", "actions": [1] * 65}),
    *((400, "/matches/ID/actions", {"key": "1", "actions": [no]}) for no in NO_ACTIONS),
    *((400, "/matches/ID/actions", {"key": no, "actions": [1]}) for no in ("", "x" * 65, "\0", "a b", "é")),
    (400, "/matches/ID/actions", {"key": 1, "actions": [1]}),
    *((422, "/matches/ID/actions", {"key": "1", "actions": [no]}) for no in (*HUGE, 0, "\0", "e9", "")),
    *((409, "/matches/ID/actions", {"key": "1", "actions": [19], "version": no}) for no in (5, *HUGE)),
    *((400, "/matches/ID/die", {"key": "1", "outcome": no}) for no in ("4", True, None, 4.5)),
    *((422, "/matches/ID/die", {"key": "1", "outcome": no}) for no in HUGE),
    (422, "/matches/ID/takeback", {"key": "1"}),
    (422, "/matches/ID/answer", {"key": "1", "agrees": True}),
    (400, "/matches/ID/answer", {"key": "1", "agrees": 1}),
    (422, "/matches/ID/name", {"name": "x" * 2000}),
    (400, "/matches/ID/name", {"name": "x" * 2001}),
    (400, "/matches/ID/name", {"name": ["Eve"]}),
    *((403, "/matches/ID/link", {"seat": seat}) for seat in HUGE),
    (422, "/matches/ID/rematch", {}),
]  # fmt: skip


@pytest.mark.parametrize(("status", "path", "body"), BODIES)
def test_json_that_cannot_be_is_refused(place: Place, status: int, path: str, body: Any) -> None:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {place.token}"}
    check_refused(place, status, "POST", f"/api{path}", content=json.dumps(body), headers=headers)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"\xff", b"nonsense", b"[" * 20_000, b"9" * 20_000, b'{"game": "pig"', b'"\\ud800"',
        b"NaN", b'{"game": NaN}', b"\xef\xbb\xbf{}", b"game=pig&players=person",
    ],
)  # fmt: skip
def test_what_is_no_json_is_refused(place: Place, content: bytes) -> None:
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded", ""):
        check_refused(place, 400, "POST", "/api/matches", content=content, headers={"Content-Type": kind})


PART = b'--x\r\nContent-Disposition: form-data; name="game"'


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"nonsense"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n"),
    ],
)
def test_what_is_no_form_is_refused(place: Place, kind: str, content: bytes) -> None:
    check_refused(place, 400, "POST", "/new", content=content, headers={"Content-Type": kind})


# A part that never ends stays open in Starlette until it is collected; it holds memory only.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("rest", [b"", b"a\r\n--x--\r\n"])
def test_a_file_is_no_name_of_a_game(place: Place, rest: bytes) -> None:
    content = PART + b'; filename="a"\r\n\r\n' + rest
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    check_refused(place, 404, "POST", "/new", content=content, headers=kind)


def check_harmless(place: Place, answer: httpx.Response, before: Rows) -> Rows:
    """Check that a request was carried out, or refused with a sentence; give what is stored then."""
    assert answer.status_code in (200, 201, 303, 400, 401, 403, 404, 409, 413, 422), told(answer)
    if answer.status_code >= 400:
        sentence(answer)
    after = place.database.rows()
    assert answer.status_code < 400 or after == before
    return after


TEXTS = [
    ("/matches", {"game": None, "players": ["person", "person"]}),
    ("/matches", {"game": "pig", "players": ["person", None]}),
    ("/matches", {"game": "pig", "players": ["person", "person"], "options": {"goal": None}}),
    ("/matches", {"game": "pig", "players": ["person", "person"], "names": [None]}),
    ("/matches", {"game": "pig", "players": ["person", "person"], "chance": None}),
    ("/matches/ID/actions", {"key": None, "actions": [0]}),
    ("/matches/ID/actions", {"key": "1", "actions": [None]}),
    ("/matches/ID/takeback", {"key": None}),
    ("/matches/ID/name", {"name": None}),
]


@pytest.mark.parametrize(("path", "body"), TEXTS)
def test_any_text_in_json_does_no_harm(either: Place, path: str, body: dict[str, Any]) -> None:
    program, rows = either.site.program(either.token), either.database.rows()
    for nasty in NASTY:
        filled = json.dumps(body).replace("null", json.dumps(nasty))
        answer = program.post(
            path.replace("ID", either.match), content=filled, headers={"Content-Type": "application/json"}
        )
        rows = check_harmless(either, answer, rows)


FIELDS = {
    "/new": ("game", "opponent", "side", "chance", "name", "option.goal"),
    "/m/ID/do": ("action", "key", "version"),
    "/m/ID/answer": ("key", "agrees"),
    "/m/ID/back": ("key",),
    "/m/ID/name": ("name",),
    "/m/ID/link": ("seat",),
    "/settings": ("next", "lang", "scheme", "confirm"),
}
USUAL = {"game": "pig", "action": "0", "key": "1", "seat": "7"}


@pytest.mark.parametrize(("path", "field"), [(path, field) for path in FIELDS for field in FIELDS[path]])
def test_any_text_in_a_form_does_no_harm(either: Place, path: str, field: str) -> None:
    """Half of a pair comes in by a form with a charset in which it can be written."""
    rows = either.database.rows()
    for nasty in NASTY:
        form = {**{key: value for key, value in USUAL.items() if key in FIELDS[path]}, field: nasty}
        plain = b"&".join(f"{key}={quote(text, errors='replace')}".encode() for key, text in form.items())
        parts = b"".join(
            b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
            % (key.encode(), text.encode("utf-7", "surrogatepass"))
            for key, text in form.items()
        )
        for kind, content in (
            ("application/x-www-form-urlencoded", plain),
            ("multipart/form-data; boundary=x; charset=utf-7", parts + b"--x--\r\n"),
        ):
            where, headers = path.replace("ID", either.match), {"Content-Type": kind}
            answer = either.host.post(where, content=content, headers=headers)
            rows = check_harmless(either, answer, rows)


SOME = sorted({field for fields in FIELDS.values() for field in fields} | {"sure", "x"})
WORDS = st.one_of(
    st.sampled_from([*USUAL.values(), "19"]), st.text(st.characters(codec="utf-8"), max_size=30)
)


def test_no_form_at_all_does_harm(place: Place) -> None:
    other = at_a_table(place.site, place.database)

    @settings(max_examples=60)
    @given(st.sampled_from(sorted(FIELDS)), st.dictionaries(st.sampled_from(SOME), WORDS, max_size=5))
    def check(path: str, form: dict[str, str]) -> None:
        rows = place.database.rows()
        check_harmless(other, other.host.post(path.replace("ID", other.match), data=form), rows)

    check()


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("<img src=x onerror=a()>", "<img src=x onerror=a()>"),
        ("</title><b>\"'&amp;", "</title><b>\"'&amp;"),
        ("\u202eEve\u2066 \u200b", "Eve"),
        ("{{ 7 * 7 }}", "{{ 7 * 7 }}"),
        ('x"] [Seed "0', 'x"] [Seed "0'),
        ("שלום\u202c", "שלום"),
        ("Ｅｖｅ", "Eve"),
    ],
)
def test_a_name_is_shown_as_a_name_and_as_nothing_else(place: Place, given: str, shown: str) -> None:
    other = at_a_table(place.site, place.database)
    assert other.host.post(f"/m/{other.match}/name", data={"name": given}).status_code == 303
    other.site.program(other.token).post(f"/matches/{other.match}/name", json={"name": "Anna"})
    page = other.host.get(f"/m/{other.match}").text
    assert f"<strong>{escape(shown).replace('&#x27;', '&#39;').replace('&quot;', '&#34;')}</strong>" in page
    assert "<img" not in page
    assert place.site.program().look(other.match)["names"] == [shown, "Anna"]
    picture = other.host.get(f"/m/{other.match}.svg").text
    assert shown in "".join(ElementTree.fromstring(picture).itertext())
    assert other.host.get(f"/m/{other.match}.png").content.startswith(b"\x89PNG")
    assert parse_record(other.host.get(f"/m/{other.match}/record").text).names == (shown, "Anna")
    assert "<img" not in other.host.get(f"/m/{other.match}/proof").text
    assert escape(shown).partition("&")[0] in other.host.get("/").text


def test_a_form_that_comes_twice_is_carried_out_once(place: Place) -> None:
    other = at_a_table(place.site, place.database)
    form = {"action": EVEN, "key": "one", "version": 0, "sure": 1}
    answers = [other.host.post(f"/m/{other.match}/do", data=form).status_code for _ in range(2)]
    assert answers == [303, 303]
    assert place.site.program().look(other.match)["version"] == 1
    check_refused(other, 409, "POST", "/m/ID/do", data={**form, "key": "two"})
    for _ in range(2):
        assert other.host.post(f"/m/{other.match}/resign", data={"key": "end", "sure": 1}).status_code == 303
    ways = [other.host.post(f"/m/{other.match}/rematch").headers["location"] for _ in range(2)]
    assert len(set(ways)) == 1
    assert place.site.program().look(other.match)["version"] == 2


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    "path", ["/new", "/settings", "/m/ID/do", "/m/nowhere/name", "/api/matches", "/api/matches/ID/actions"]
)
def test_a_body_that_is_too_large_is_refused(place: Place, path: str, chunked: bool) -> None:
    kind = "application/json" if path.startswith("/api") else "application/x-www-form-urlencoded"
    headers = {"Content-Type": kind, "Authorization": f"Bearer {place.token}"}

    def body(length: int) -> bytes | Iterable[bytes]:
        return iter([b"x" * 1000, b"x" * (length - 1000)]) if chunked else b"x" * length

    before = place.database.rows()
    for length, refused in ((LARGEST_BODY, False), (LARGEST_BODY + 1, True), (10 * LARGEST_BODY, True)):
        answer = place.host.post(path.replace("ID", place.match), content=body(length), headers=headers)
        assert (answer.status_code == 413) == refused
        assert answer.status_code < 500
        if refused:
            assert sentence(answer) == "That is too much at once."
    assert place.database.rows() == before


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_what_an_address_does_not_do_is_refused(place: Place, route: Any) -> None:
    path = re.sub(r"\{(\w+)\}", lambda name: {"match": "ID", "name": "pig"}.get(name[1], "x"), route.path)
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "BREW"} - _methods(route.path):
        check_refused(place, 405, method, path)
        answer = place.host.request(method, path.replace("ID", place.match))
        assert set(answer.headers["allow"].split(", ")) <= _methods(route.path)


def _methods(path: str) -> set[str]:
    return {method for route in ROUTES if route.path == path for method in route.methods}


FOREIGN: list[dict[str, str]] = [
    {}, {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": ""}, {"Origin": "http://[x"},
    {"Origin": "HERE.evil.example"}, {"Origin": "HERE@evil.example"}, {"Origin": "https://evil.example/HERE"},
    {"Origin": "HERE", "Sec-Fetch-Site": "cross-site"}, {"Origin": "HERE", "Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "x"},
    {"Origin": "https://evil.example", "Authorization": "Basic eDp5"},
]  # fmt: skip


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_what_another_site_sends_in_a_persons_name_is_refused(place: Place, headers: dict[str, str]) -> None:
    browser = place.site.visitor()
    browser.cookies, sent = place.host.cookies, {}
    del browser.headers["Origin"]
    for key, value in headers.items():
        sent[key] = value.replace("HERE", place.site.address)
    theirs = place._replace(host=browser)
    for path in (
        "/new",
        "/settings",
        "/m/ID/do",
        "/m/ID/resign",
        "/m/ID/name",
        "/m/ID/link",
        "/m/ID/rematch",
    ):
        check_refused(theirs, 403, "POST", path, data={"game": "pig"}, headers=sent)
    if headers:
        check_refused(theirs, 403, "POST", "/api/matches", json=MATCH, headers=sent)


@pytest.mark.parametrize(
    "headers", [{"Origin": "HERE"}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}]
)
def test_what_our_own_pages_send_is_taken(place: Place, headers: dict[str, str]) -> None:
    sent = {key: value.replace("HERE", place.site.address) for key, value in headers.items()}
    answer = httpx.post(f"{place.site.address}/settings", data={"lang": "de"}, headers=sent)
    assert answer.status_code == 303


def test_behind_a_proxy_our_own_pages_come_from_the_public_address(tmp_path: Path) -> None:
    with served(tmp_path, url="https://games.example/") as site:
        for origin, status in (
            ("https://games.example", 303),
            ("https://games.example.net", 403),
            ("null", 403),
        ):
            assert site.visitor(Origin=origin).post("/settings", data={}).status_code == status


@pytest.mark.parametrize(
    ("wanted", "where"),
    [
        ("/m/abc", "/m/abc"), ("/", "/"), ("", "/"), ("m/abc", "/"), ("//evil.example", "/"),
        ("///evil.example", "/"), ("/\\evil.example", "/"), ("\\\\evil.example", "/"),
        ("/\t/evil.example", "/"),
        ("/\n/evil.example", "/"), ("https://evil.example/", "/"), ("https:evil.example", "/"),
        ("javascript:alert(1)", "/"), ("http://[x", "/"), ("/m/abc\r\nSet-Cookie: a=b", "/"),
        ("/\u202e", "/"),
        ("/\0/evil.example", "/"), (" //evil.example", "/"), ("/./\\evil.example", None),
        ("/.//evil.example", None), ("/%5cevil.example", None), ("/x@evil.example", None),
        ("/?next=//evil.example", None),
    ],
)  # fmt: skip
def test_settings_never_lead_to_another_site(place: Place, wanted: str, where: str | None) -> None:
    answer = place.host.post("/settings", data={"next": wanted, "scheme": "auto"})
    location = answer.headers["location"]
    assert answer.status_code == 303
    assert where is None or location == where
    assert re.match(r"/(?![/\\])", location)
    here = urlsplit(place.site.address)
    assert urlsplit(urljoin(place.site.address, location.replace("\\", "/")))[:2] == (
        here.scheme,
        here.netloc,
    )
    assert set(answer.cookies) == {"scheme"}


@pytest.mark.parametrize(
    ("rates", "wait", "method", "path", "request_"),
    [
        ({"create": "3/minute"}, "60", "POST", "/new", {"data": {"game": "pig"}}),
        ({"create": "3/minute"}, "60", "POST", "/m/ID/rematch", {}),
        ({"link": "3/minute"}, "60", "GET", "/s/nothing", {}),
        ({"link": "3/minute"}, "60", "POST", "/m/ID/link", {"data": {"seat": 0}}),
        ({"command": "3/hour"}, "3600", "POST", "/m/ID/name", {"data": {"name": "Eve"}}),
        ({"page": "3/day"}, "86400", "POST", "/m/ID/name", {"data": {"name": "Eve"}}),
        ({"page": "3/day"}, "86400", "POST", "/api/matches/ID/resign", {"json": {"key": "1"}}),
        ({"page": "3/day"}, "86400", "GET", "/api/matches/ID", {}),
    ],
)
def test_who_asks_too_often_has_to_wait(
    tmp_path: Path, rates: dict[str, str], wait: str, method: str, path: str, request_: dict[str, Any]
) -> None:
    """Whoever tries one token after the other is counted by their address."""
    url = f"sqlite:///{tmp_path / 'matches.db'}"
    with served(tmp_path, rates=rates) as site, database_in(url) as database:
        place = at_a_table(site, database)
        for number in range(3):
            token = {"Authorization": f"Bearer {number}"}
            place.host.request(method, path.replace("ID", place.match), **request_, headers=token)
        check_refused(place, 429, method, path, **request_)
        answer = place.host.request(method, path.replace("ID", place.match), **request_)
        assert (answer.headers["retry-after"], f"wait {wait} seconds" in sentence(answer)) == (wait, True)
        check_headers(answer)
        status = site.program(place.token).command(place.match, "takeback").status_code
        assert status == (429 if "page" in rates else 422)


def test_one_second_is_one_second() -> None:
    assert text_of("nl")("web.too_often", n=1).endswith("wacht 1 seconde en probeer het opnieuw.")
    assert all(text_of(lang)("web.too_often", n=n) for lang in LANGUAGES for n in (1, 60))


HEADERS = {
    "x-content-type-options": "nosniff", "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}  # fmt: skip


def check_headers(answer: httpx.Response) -> dict[str, str]:
    """Check the headers that every answer has, and give its policy."""
    assert {key: answer.headers.get(key) for key in HEADERS} == HEADERS, answer.request.url
    assert answer.headers["cache-control"]
    assert "server" not in answer.headers or answer.headers["server"] == "uvicorn"
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert not re.search(r"unsafe|\*|http", answer.headers["content-security-policy"])
    return policy


def everything(place: Place) -> Iterator[httpx.Response]:
    """Give an answer of every kind: pages, files, pictures, redirects and refusals."""
    match, host = place.match, place.host
    for route in ROUTES:
        path = re.sub(
            r"\{(\w+)\}", lambda name: {"match": match, "name": "pig"}.get(name[1], "x"), _path(route)
        )
        if not path.endswith("events"):
            yield host.get(path)
    yield from (
        host.get(path) for path in ("/new/crazy_jump", "/rules/crazy_jump", "/api/openapi.json", "/m/nowhere")
    )
    yield from (
        host.get(path) for path in (f"/m/{match}?at=0", f"/m/{match}/board?at=0", "/rules/pig/", "/m/x?at=x")
    )
    for path in (
        "/new",
        "/settings",
        f"/m/{match}/do",
        f"/m/{match}/resign",
        f"/m/{match}/back",
        "/api/matches",
    ):
        yield host.post(path, data={"key": "1", "action": "19"})
        yield host.post(path, content=b"x" * 70_000)
        yield host.post(path, headers={"Origin": "https://evil.example"})
    yield host.post("/new", data={"game": "pig", "name": "<b>", "option.goal": "x"})
    yield place.site.visitor().get(f"/m/{match}")
    with host.stream("GET", f"/m/{match}/events") as stream:
        yield stream


def _path(route: Any) -> str:
    return str(route.path)


def test_every_answer_has_the_headers_that_protect_it(place: Place) -> None:
    statuses = {answer.status_code for answer in everything(place) if check_headers(answer)}
    assert statuses == {200, 303, 307, 400, 403, 404, 405, 413, 422}


def test_a_page_loads_nothing_but_our_own_and_its_styles_are_those_of_its_policy(place: Place) -> None:
    read = 0
    for answer in everything(place):
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        page, policy = Reader(answer.text), check_headers(answer)
        hashes = [
            base64.b64encode(hashlib.sha256(css.encode()).digest()).decode() for css in page.inside["style"]
        ]
        assert policy["style-src"] == " ".join(f"'sha256-{each}'" for each in hashes)
        assert not any("url(" in css or "@import" in css or "</" in css for css in page.inside["style"])
        assert page.inside["script"] == [""]
        for tag, attributes in page.elements:
            assert not any(key.startswith("on") or key in ("style", "srcset", "srcdoc") for key in attributes)
            for key in ("src", "href", "xlink:href", "action", "formaction", "data", "poster", "background"):
                assert re.match(r"/(?!/)|#|$", attributes.get(key, "")), (tag, attributes)
        read += 1
    assert read > 20


def test_the_module_and_the_pictures_load_nothing_from_elsewhere(place: Place) -> None:
    script = place.host.get("/static/app.js").text
    assert set(re.findall(r"https?://[\w./]+", script)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\beval\(|new Function|document\.write|innerHTML", script)
    for path in (f"/m/{place.match}.svg", f"/m/{place.match}.svg?dark=1", "/icon.svg"):
        picture = place.host.get(path).text
        assert set(re.findall(r"https?://[\w./]+", picture)) == {"http://www.w3.org/2000/svg"}
        assert not re.search(r"<script|<style|<image|<foreignObject|href=|\son\w+=|style=", picture)


@pytest.mark.parametrize("url", ["", "https://games.example"])
def test_cookies_are_out_of_reach_of_scripts_and_other_sites(tmp_path: Path, url: str) -> None:
    with served(tmp_path, url=url) as site:
        host = site.visitor()
        made = host.post("/new", data={"game": "pig", "opponent": "friend", "side": "0"})
        link = site.program().make()["tokens"]["0"]
        answers = [
            made, site.visitor().get(f"/s/{link}"),
            host.post("/settings", data={"lang": "nl", "confirm": "off"}),
            host.post(f"{made.headers['location']}/link", data={"seat": "1"}),
        ]  # fmt: skip
        cookies = [cookie for answer in answers for cookie in answer.headers.get_list("set-cookie")]
        assert sorted({cookie.partition("=")[0] for cookie in cookies}) == [
            "confirm",
            "hs",
            "invite_1",
            "lang",
        ]
        for cookie in cookies:
            attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax"} <= attributes
            assert ("secure" in attributes) == bool(url)
            path = made.headers["location"] if cookie.startswith("invite") else "/"
            assert f"path={path}" in attributes
        assert all(len(cookie) > 43 for cookie in cookies if cookie.startswith("hs="))


def test_our_own_mistake_is_told_kindly_and_without_what_is_secret(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    service = place.site.app.state.site.service
    seed = service.info(place.match).setup.seed
    monkeypatch.setattr(service, "info", lambda match: 1 / 0)
    for answer in (
        place.host.get(f"/m/{place.match}"),
        place.site.program(place.token).get(f"/matches/{place.match}"),
    ):
        assert answer.status_code == 500
        check_headers(answer)
        assert any(each in answer.text for each in KINDLY)
        assert "ZeroDivisionError" not in answer.text
        assert seed not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_no_log_holds_a_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.INFO, "sqlalchemy.engine")
    with served(tmp_path) as site:
        place = at_a_table(site, Database(f"sqlite:///{tmp_path / 'matches.db'}"))
        host = site.visitor()
        page = host.post("/new", data={"game": "pig", "opponent": "friend", "side": "0"}).headers["location"]
        [link] = re.findall(r"/s/([\w-]+)", host.get(page).text)
        site.visitor().get(f"/s/{link}")
        site.visitor().get(f"/s/{link}x")
        site.program(f"{place.token}x").get(f"/matches/{place.match}")
        site.program(place.token).command(place.match, "resign")
        host.post(f"{page}/do", data={"action": 0, "key": "1", "sure": 1})
        service = site.app.state.site.service
        service.info = None
        assert site.program(place.token).get(f"/matches/{place.match}").status_code == 500
        assert host.get(page).status_code == 500
        seeds = [row["seed"] for row in place.database.rows()["matches"]]
        place.database.close()
    log = "\n".join(
        caplog.handler.format(record) for record in caplog.records if not record.name.startswith("http")
    )
    assert "INSERT INTO seats" in log
    assert "a request failed" in log
    for secret in (place.token, link, *seeds, *(cookie for cookie in host.cookies.values())):
        assert secret not in log


@pytest.mark.parametrize("odd", ["(4@" + "9" * 5000 + ")", "(" + "9" * 5000 + ")"])
def test_a_record_with_a_huge_number_is_refused_like_any_other(place: Place, odd: str) -> None:
    """Nobody sends records to the server; who reads one may get it from anybody."""
    other = at_a_table(place.site, place.database)
    record = other.host.get(f"/m/{other.match}/record").text
    with pytest.raises(Problem):
        parse_record(f"{record}1. black even {odd}\n")
    with pytest.raises(Problem):
        parse_record(record.replace('[Seats "2"]', f'[Seats "{"9" * 5000}"]'))
