"""The engine: declarations, views, the stream of random numbers, the loader."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.engine import rng as stream
from homestretch.engine.checked import checked
from homestretch.engine.contract import OPEN, SPECTATOR, IllegalAction
from homestretch.engine.load import UNIFORM, _digest, _sources, compiled
from homestretch.engine.options import Choice, Count, read_options, spoken
from homestretch.engine.play import act, new_state
from homestretch.engine.problem import Problem
from homestretch.engine.records import dtype_of, from_record, to_record
from homestretch.engine.state import ALL, NOBODY, OWNER, array, box, num, state, table
from homestretch.engine.view import from_view, to_json, view
from homestretch.games import game, names
from homestretch.lab.simulate import play_span
from homestretch.players.thinker import SEARCH

SOURCE = Path(__file__).parents[1] / "src"


@state
class Cards:
    """Three seats with two cards each, a stock and a turn."""

    turn: int = num(sees=ALL)
    hand: list[list[int]] = array(3, 2, sees=OWNER)
    bid: list[int] = array(3, kind="i2", sees=OWNER)
    stock: list[int] = array(4, sees=NOBODY)


@box
class Small:
    """A number and two tables."""

    seats: int = num()
    row: tuple[int, ...] = table(3)
    grid: tuple[tuple[int, ...], ...] = table(2, 3, pad=0)


def cards() -> Any:
    s: Any = Cards()
    s.turn, s.hand, s.bid, s.stock = 1, [[1, 2], [3, 4], [5, 6]], [7, 8, 900], [9, 9, 9, 9]
    return s


def test_a_field_that_does_not_say_who_sees_it_is_an_error() -> None:
    with pytest.raises(TypeError, match="turn does not say who sees it"):

        @state
        class _Silent:
            turn: int = num()

    with pytest.raises(TypeError, match="OWNER needs an array"):

        @state
        class _Lonely:
            turn: int = num(sees=OWNER)

    with pytest.raises(TypeError, match="must be declared"):

        @state
        class _Bare:
            turn: int = 0


def test_a_copy_shares_no_row_with_its_original() -> None:
    s = cards()
    copy = s.copy()
    assert copy == s
    copy.hand[0][0] = 99
    copy.stock[0] = 0
    assert s.hand[0][0] == 1
    assert s.stock[0] == 9
    assert copy != s


def test_a_seat_sees_its_own_a_spectator_nothing_hidden_and_all_is_open_after_the_end() -> None:
    s = cards()
    assert view(s, 1) == {"turn": 1, "hand": [None, [3, 4], None], "bid": [None, 8, None], "stock": None}
    assert view(s, SPECTATOR) == {"turn": 1, "hand": [None] * 3, "bid": [None] * 3, "stock": None}
    assert view(s, OPEN)["stock"] == [9, 9, 9, 9]
    seen = view(s, 1)
    seen["hand"][1][0] = 77
    assert s.hand[1][0] == 3


def test_a_view_becomes_a_state_again_and_a_broken_one_is_refused() -> None:
    s = cards()
    assert from_view(Cards, view(s, OPEN)) == s
    assert from_view(Cards, json.loads(to_json(view(s, 1)))).hand == [[0, 0], [3, 4], [0, 0]]
    with pytest.raises(ValueError, match="lacks stock"):
        from_view(Cards, {"turn": 1, "hand": None, "bid": None})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hand has another shape"):
        from_view(Cards, {**view(s, OPEN), "hand": [[1, 2]]})  # type: ignore[arg-type]


def test_a_record_holds_the_same_numbers_as_the_plain_state() -> None:
    s = cards()
    memory = np.zeros(1, dtype_of(Cards))
    assert from_record(Cards, to_record(s, memory)) == s


def test_a_checked_state_refuses_what_its_record_could_not_hold() -> None:
    s = checked(cards())
    with pytest.raises(OverflowError, match="turn = 128 does not fit i1"):
        s.turn = 128
    with pytest.raises(OverflowError, match="hand = -129"):
        s.hand[1][0] = -129
    with pytest.raises(OverflowError, match=r"bid\[3\] is outside"):
        s.bid[3] = 0
    with pytest.raises(OverflowError, match=r"hand\[-1\] is outside"):
        s.hand[-1]
    s.bid[0] = 30_000
    assert s.values()[2] == [30_000, 8, 900]


def test_a_box_is_immutable_padded_and_complete() -> None:
    made: Any = Small(seats=2, row=(1,), grid=((1, 2),))
    assert made.row == (1, -1, -1)
    assert made.grid == ((1, 2, 0), (0, 0, 0))
    assert made == Small(seats=2, row=(1,), grid=((1, 2),))
    with pytest.raises(AttributeError, match="does not change"):
        made.seats = 3
    with pytest.raises(ValueError, match="row holds 4 entries, 3 is the most"):
        Small(seats=2, row=(1, 2, 3, 4), grid=())
    with pytest.raises(TypeError, match="needs exactly"):
        Small(seats=2)  # type: ignore[call-arg]


def test_the_stream_begins_as_a_second_implementation_says() -> None:
    """The numbers were computed with NumPy's wrapping uint32, written separately below."""
    rng = [0, 0]
    stream.seed_stream(rng, 5, 7)
    assert [stream.next_u32(rng) for _ in range(5)] == _numpy_stream(5, 7, 5)


def _numpy_stream(seed: int, index: int, count: int) -> list[int]:
    def mix(x: Any) -> Any:
        x = (x ^ (x >> np.uint32(16))) * np.uint32(0x21F0AAAD)
        x = (x ^ (x >> np.uint32(15))) * np.uint32(0x735A2D97)
        return x ^ (x >> np.uint32(15))

    with np.errstate(over="ignore"):
        start = mix(np.array([seed], np.uint32) ^ np.uint32(0x9E3779B9))
        key = mix(mix(np.array([index], np.uint32)) + start)
        weyl = np.uint32(0x9E3779B9)
        return [int(mix((start + weyl * np.uint32(i)) ^ key)[0]) for i in range(1, count + 1)]


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(1, 1000))
def test_a_bounded_draw_stays_in_bounds(seed: int, index: int, n: int) -> None:
    rng = [0, 0]
    stream.seed_stream(rng, seed, index)
    assert all(0 <= stream.below(rng, n) < n for _ in range(20))


def test_a_die_of_the_stream_is_even_handed() -> None:
    """Chi-square over 60,000 throws of 10,000 games, 5 degrees of freedom: 20.5 is passed once in 1,000."""
    counts = [0] * 6
    for index in range(10_000):
        rng = [0, 0]
        stream.seed_stream(rng, 1, index)
        for _ in range(6):
            counts[stream.below(rng, 6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5


OPTIONS = (Choice("line", "X-1", ("path", "group")), Count("turns", "X-2", 2, 9, 5))


def test_options_have_defaults_and_bad_ones_are_named() -> None:
    assert read_options(OPTIONS, {}) == {"line": 0, "turns": 5}
    assert read_options(OPTIONS, {"line": "group", "turns": "9"}) == {"line": 1, "turns": 9}
    assert spoken(OPTIONS, {"turns": "5", "line": "group"}) == {"line": "group"}
    for given_options, key in [
        ({"lines": "path"}, "option.unknown"),
        ({"line": "Path"}, "option.word"),
        ({"turns": "10"}, "option.number"),
        ({"turns": "5.0"}, "option.number"),
        ({"turns": "٥"}, "option.number"),
        ({"turns": ""}, "option.number"),
    ]:
        with pytest.raises(Problem) as caught:
            read_options(OPTIONS, given_options)
        assert caught.value.key == key


def test_an_illegal_action_names_the_rule_and_changes_nothing() -> None:
    pig = game("pig")
    made = pig.box()
    s, _ = new_state(pig.rules, made)
    before = s.copy()
    with pytest.raises(IllegalAction) as caught:
        act(pig.rules, made, s, 0, 7)
    assert caught.value.refusal.rule == "PIG-2"
    assert s == before


def test_games_are_found_by_folder_and_unknown_ones_are_refused() -> None:
    assert {"pig", "crazy_jump"} <= set(names())
    with pytest.raises(Problem, match=r"game\.unknown"):
        game("chess")


def _run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("name", names())
def test_rules_import_without_numpy_and_numba(name: str) -> None:
    code = f"import sys; from homestretch.games import game; game({name!r}).rules, game({name!r}).box()"
    assert _run(code + "; print('numpy' in sys.modules, 'numba' in sys.modules)") == "False False"


def test_the_same_seed_gives_the_same_games_in_processes_with_different_hash_seeds() -> None:
    code = (
        "from homestretch.games import game; from homestretch.lab.simulate import simulate\n"
        "print(simulate(game('crazy_jump'), {}, ['random', 'random'], 50, 9))"
    )
    assert _run(code, PYTHONHASHSEED="1") == _run(code, PYTHONHASHSEED="2")


OUTSIDE = '''
"""A game from outside: the entry point's package."""
'''


def test_a_game_of_an_installed_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    pig = SOURCE / "homestretch" / "games" / "pig"
    package = tmp_path / "sow"
    package.mkdir()
    for name in ("__init__", "rules", "box", "words", "picture"):
        text = (pig / f"{name}.py").read_text().replace("homestretch.games.pig", "sow")
        (package / f"{name}.py").write_text(text)
    info = tmp_path / "sow-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sow\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[homestretch.games]\nsow = sow\n")
    code = (
        "from homestretch.games import game, names; from homestretch.lab.conformance import check\n"
        "check(game('sow'), games=1); print(names())"
    )
    assert "'sow'" in _run(code, PYTHONPATH=f"{SOURCE}{os.pathsep}{tmp_path}")


def test_an_edited_rule_is_recompiled(tmp_path: Path) -> None:
    """The goal of Pig's copy changes from 1 lost to none lost, and the compiled games change with it."""
    package = tmp_path / "sow"
    package.mkdir()
    pig = SOURCE / "homestretch" / "games" / "pig"
    for name in ("__init__", "rules", "box"):
        text = (pig / f"{name}.py").read_text().replace("homestretch.games.pig", "sow")
        (package / f"{name}.py").write_text(text)
    code = (
        "from homestretch.games import Game; from homestretch.lab.simulate import play_span\n"
        "from homestretch.engine.load import compiled\n"
        f"g = Game('sow', 'sow'); kit = compiled('sow.rules', {SEARCH!r})\n"
        "print(sum(play_span(kit, g, g.box(), 1, 0, 50).lengths))"
    )
    environment = {"PYTHONPATH": f"{SOURCE}{os.pathsep}{tmp_path}", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    first, again = _run(code, **environment), _run(code, **environment)
    rules = package / "rules.py"
    rules.write_text(rules.read_text().replace("if face == 1:", "if face == 7:"))
    edited = _run(code, **environment)
    assert first == again != edited
    folders = list((tmp_path / "cache" / "homestretch").iterdir())
    assert len(folders) == 2


def test_the_digest_covers_what_rules_and_search_import() -> None:
    sources = _sources("homestretch.games.pig.rules", SEARCH, UNIFORM)
    for name in ("homestretch.games.pig.rules", SEARCH, "homestretch.engine.rng", "homestretch.engine.state"):
        assert name in sources
    assert _digest(sources, False) != _digest(sources, True)


@pytest.mark.parametrize("name", names())
def test_every_recursive_rule_is_compiled_for_one_signature(name: str) -> None:
    """Numba crashes on a cached recursive function of two integer types."""
    found = game(name)
    recursive = [
        (module, function.name)
        for module, path in _sources(found.package + ".rules", SEARCH, UNIFORM).items()
        for function in ast.parse(path.read_text()).body
        if isinstance(function, ast.FunctionDef) and _calls_itself(function)
    ]
    assert (name == "crazy_jump") <= bool(recursive)
    if recursive:
        kit = compiled(found.package + ".rules", SEARCH)
        play_span(kit, found, found.box(), 1, 0, 20)
        for module, function in recursive:
            assert len(getattr(kit.instances[module], function).signatures) <= 1, function


def _calls_itself(function: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Name) and n.id == function.name for n in ast.walk(function))
