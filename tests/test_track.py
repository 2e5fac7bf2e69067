"""Tracks: which fields touch, what is wrong with a circuit, the drawing; values from the rule document."""

import copy
import math
import tomllib
from itertools import pairwise
from typing import Any

import pytest

from homestretch.engine.problem import Problem
from homestretch.svg import LIGHT
from homestretch.track.check import problems, steps_to_finish
from homestretch.track.circuit import BUILT_IN, FINISH, Circuit, circuit_of, parse_circuit, read_circuit
from homestretch.track.draw import LANE, Drawing, draw_circuit
from homestretch.track.line import MiddleLine, drawn

GRASVELD = read_circuit(BUILT_IN / "het_grasveld.toml")
TOWN = read_circuit(BUILT_IN / "de_binnenstad.toml")
DATA: dict[str, Any] = tomllib.loads((BUILT_IN / "het_grasveld.toml").read_text("utf-8"))

AHEAD = {
    "b24": "a36 b36 c36", "a84": "b96 a102", "b84": "c93 b96 a102", "b96": "a102 c102 b108",
    "a102": "b108 a120", "c93": "b96 c102", "b108": "c111 a120 b120", "a156": "b168", "b156": "b168",
    "b180": "b192 c192", "c204": "b216 c216", "b288": "a296 b300 c312", "b300": "a304 b312 c312",
    "c312": "b324 c336", "c372": "b384", "b396": "a408", "a420": "a432 b432", "b444": "c453 b456 a462",
    "a528": "b540", "c552": "b564", "b564": "a576 b576 c576", "a624": "FIN",
}  # fmt: skip


@pytest.mark.parametrize(("field", "ahead"), AHEAD.items())
def test_a_car_goes_to_fields_that_touch_and_lie_further_ahead(field: str, ahead: str) -> None:
    found = GRASVELD.successors(GRASVELD.number_of(field))
    assert {"FIN" if each == FINISH else GRASVELD.fields[each].name for each in found} == set(ahead.split())


def test_het_grasveld_has_the_counts_of_the_rule_document() -> None:
    edges = [GRASVELD.successors(number) for number in range(len(GRASVELD.fields))]
    assert (len(edges), sum(map(len, edges)), sum(FINISH in each for each in edges)) == (135, 291, 3)
    degrees = [len(each) for each in edges]
    assert [degrees.count(n) for n in (1, 2, 3)] == [14, 86, 35]
    ways = dict(zip((field.name for field in GRASVELD.fields), steps_to_finish(GRASVELD), strict=True))
    assert (ways["b12"], ways["b24"]) == ((48, 62), (47, 61))
    beyond = [min(ways[f.name][0] for f in GRASVELD.fields if f.back == line) for line in GRASVELD.lines]
    assert beyond == [36, 24, 12]


@pytest.mark.parametrize("circuit", [GRASVELD, TOWN], ids=lambda circuit: str(circuit.name))
def test_the_circuits_of_the_program_are_sound_and_drawn(circuit: Circuit) -> None:
    assert problems(circuit) == []
    assert len(circuit.grid) == 6
    assert draw_circuit(circuit, LIGHT).startswith("<rect")


def test_the_town_is_another_kind_of_circuit() -> None:
    def singles(circuit: Circuit) -> int:
        fields = circuit.fields
        return sum(sum(f.back < g.front and g.back < f.front for g in fields) == 1 for f in fields)

    def bends(circuit: Circuit) -> int:
        return sum(field.front - field.back != 12 for field in circuit.fields)

    assert TOWN.fields != GRASVELD.fields
    assert bends(TOWN) > bends(GRASVELD)
    assert singles(TOWN) >= 5


def broken(change: str, section: int = 0) -> Circuit:
    """Give Het Grasveld with a change made to its data by a statement on d (all) and s (one section)."""
    d = copy.deepcopy(DATA)
    exec(change, {"d": d, "s": d["section"][section]})
    return circuit_of(d)


@pytest.mark.parametrize(
    ("section", "change", "key"),
    [
        (3, "s['b'] = [168]", "track.dead_end"),
        (3, "s['b'] = []", "track.unreached"),
        (15, "s['a'] = s['b'] = s['c'] = [576, 588]", "track.no_finish"),
        (0, "d['lines'] = [150, 312, 480]", "track.line_lanes"),
        (0, "d['lines'] = [312, 156, 480]", "track.line_order"),
        (0, "d['grid'][0] = 'a25'", "track.no_field"),
        (0, "d['grid'][0] = 'b24'", "track.grid_twice"),
        (15, "s['a'].append(636)", "track.behind_finish"),
        (0, "d['section'].append(dict(d['section'][0]))", "track.twice"),
        (0, "d['walls'] = [['a25', 'a36']]", "track.no_field"),
        (0, "d['walls'] = [['a156', 'b168']]", "track.dead_end"),
    ],
)
def test_the_check_names_what_is_wrong(section: int, change: str, key: str) -> None:
    assert key in [problem.key for problem in problems(broken(change, section))]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("del d['name']", "track.key"),
        ("d['finish'] = '624'", "track.key"),
        ("d['lines'] = ['a']", "track.numbers"),
        ("s['a'] = [24, 12]", "track.backwards"),
        ("s['a'] = [12.5]", "track.backwards"),
        ("s['a'] = list(range(1, 300))", "track.too_many"),
        ("d['points'] = [[0, 1]]", "track.numbers"),
        ("d['points'] = [[5, 1, 1], [6, 2, 2], [7, 3, 3], [8, 4, 4]]", "track.points"),
        ("d['walls'] = [['a12']]", "track.walls"),
    ],
)
def test_a_file_that_says_something_else_is_refused(change: str, key: str) -> None:
    with pytest.raises(Problem) as caught:
        broken(change)
    assert caught.value.key == key


def test_a_wall_stands_between_two_fields_that_touch() -> None:
    walled = broken("d['walls'] = [['b24', 'a36']]")
    names = [walled.fields[each].name for each in walled.successors(walled.number_of("b24"))]
    assert names == ["b36", "c36"]


@pytest.mark.parametrize("circuit", [GRASVELD, TOWN], ids=lambda circuit: str(circuit.name))
def test_the_middle_line_passes_its_points_and_never_jumps(circuit: Circuit) -> None:
    line = MiddleLine(circuit.points, circuit.finish)
    for point in circuit.points:
        place = line.place(point.s)
        assert math.hypot(place.x - point.x, place.y - point.y) < 0.5
        assert math.hypot(place.dx, place.dy) == pytest.approx(1)
    places = [line.place(s / 2) for s in range(2 * circuit.finish + 1)]
    for here, there in pairwise(places):
        assert math.hypot(there.x - here.x, there.y - here.y) < 8
        assert here.dx * there.dx + here.dy * there.dy > 0.9


@pytest.mark.parametrize("circuit", [GRASVELD, TOWN], ids=lambda circuit: str(circuit.name))
def test_no_two_fields_are_drawn_on_one_another(circuit: Circuit) -> None:
    drawing = Drawing(circuit)
    middles = [drawing.middle(field)[:2] for field in circuit.fields]
    nearest = min(math.dist(a, b) for i, a in enumerate(middles) for b in middles[:i])
    assert nearest > 0.7 * LANE


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("finish = 624", "finish = 999999999999999999999", "track.key"),
        ("finish = 624", "finish = -1", "track.key"),
        ("lines = [156,", "lines = [inf,", "track.numbers"),
        ("lines = [156,", "lines = [nan,", "track.numbers"),
        ("points = [", "points = [" + "[0, 1, 1]," * 65, "track.points"),
    ],
)
def test_numbers_that_no_track_has_are_refused(old: str, new: str, key: str) -> None:
    text = (BUILT_IN / "het_grasveld.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(Problem) as caught:
        parse_circuit(text.replace(old, new, 1))
    assert caught.value.key == key


def test_a_circuit_that_nobody_has_drawn_is_an_oval() -> None:
    text = (BUILT_IN / "het_grasveld.toml").read_text("utf-8")
    head, _, rest = text.partition("points = [")
    bare = parse_circuit(head + rest.partition("]\n\n")[2])
    assert bare.points == ()
    oval = drawn(bare)
    assert oval.points[0].s == 0
    assert [point.s for point in oval.points] == sorted(point.s for point in oval.points)
    assert oval.points[-1].s < bare.finish
    assert drawn(oval) is oval
