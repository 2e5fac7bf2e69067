"""Events of bots on the command line: simulated, measured, told; and what an event is no use for."""

import json
import re
from pathlib import Path

import pytest
from organiser import begin, evening, feed, hs, row
from test_cli import hs as run

from homestretch.cli import eventbench
from homestretch.engine.problem import Problem
from homestretch.event.csv_source import read_csv
from homestretch.lab.event_report import parse_driver, usual_drivers
from homestretch.lab.events import Driver
from homestretch.text import LANGUAGES


def test_a_simulation_of_events_repeats_and_its_numbers_add_up() -> None:
    command = ("simulate", "boardmania", "--games", 50, "--players", "fastest:90,planner:90,lazy", "--json")
    report = json.loads(hs(*command)[1])
    assert report == json.loads(hs(*command)[1])
    assert report["players"] == ["fastest:90", "planner:90", "lazy:50"]
    assert [sum(places.values()) for places in report["places"]] == [50] * 3
    assert sum(plan["won"] for plan in report["plans"].values()) == pytest.approx(1)
    for i, places in enumerate(report["places"]):
        assert places.get("1", 0) == report["wins"][i] + report["shared"][i]


def test_a_plan_of_two_drivers_counts_both() -> None:
    report = json.loads(
        hs("simulate", "boardmania", "--games", 4, "--players", "lazy,lazy,fastest", "--json")[1]
    )
    lazy = report["plans"]["lazy"]
    assert lazy["drivers"] == 2
    assert lazy["progress_mean"] == pytest.approx(sum(report["progress"][:2]) / 2)
    places = [int(place) * n for each in report["places"][:2] for place, n in each.items()]
    assert lazy["place_mean"] == pytest.approx(sum(places) / 8)


def test_rulings_reach_the_simulation() -> None:
    command = ("simulate", "boardmania", "--games", 5, "--players", "fastest,fastest", "--json", "--option")
    assert max(json.loads(hs(*command, "days=1")[1])["progress"]) <= 10
    assert max(json.loads(hs(*command, "days=31")[1])["progress"]) > 60


def test_the_usual_field_has_as_many_drivers_of_each_plan_and_every_skill() -> None:
    drivers = usual_drivers()
    assert len(drivers) == 42
    for plan in ("fastest", "planner", "lazy"):
        skills = [driver.skill for driver in drivers if driver.plan == plan]
        assert (len(skills), min(skills), max(skills)) == (14, 0, 100)


def test_a_driver_is_a_plan_with_or_without_a_skill() -> None:
    assert parse_driver(" planner:80") == Driver("planner", 80)
    assert parse_driver("lazy") == Driver("lazy", 50)
    for word in ("lazy:", "lazy:-1", "lazy:²", "lazy:1000"):
        with pytest.raises(Problem) as wrong:
            parse_driver(word)
        assert wrong.value.key == "event.driver"


def test_the_benchs_event_has_nine_days_of_a_thousand_drivers(monkeypatch: pytest.MonkeyPatch) -> None:
    read = read_csv(eventbench.times_file(), "Europe/Berlin")
    assert (len(read.finishes), read.troubles) == (100_000, ())
    assert {finish.day for finish in read.finishes} == set(range(1, 10))
    assert len({finish.login for finish in read.finishes}) == 1_000
    for name, count in (("DRIVERS", 20), ("FINISHES", 200), ("EVENTS", 2)):
        monkeypatch.setattr(eventbench, name, count)
    figures = eventbench.event_figures(lambda line: None)
    assert all(value > 0 for value in figures.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_id_and_no_markup_is_shown_in_any_language(tmp_path: Path, lang: str) -> None:
    event = begin(tmp_path / "cup")
    names = ["$f00[red]Ann[/red]", ":smile:", "\x1b[31mred", "‮evil"]
    rows = "".join(row(f"login{i}", 50_000, nickname=name) for i, name in enumerate(names))
    feed(event, evening(1) + rows + row("Late", 40_000, hour=24) + row("Quit", 0))
    commands = [
        ("event", "evaluate", event, "--until", 1), ("event", "standings", event),
        ("event", "correct", event, "revoke", "Anton", "--day", 1, "--reason", "[bold]x"),
        ("event", "correct", event, "exclude", "anton", "--reason", "x"),
        ("event", "correct", event, "undo", 3, "--reason", "x"), ("event", "log", event),
        ("simulate", "boardmania", "--games", 3), ("event", "--help"), ("event", "correct", event, "--help"),
        ("event", "import-times", event, event / "event.toml"),
    ]  # fmt: skip
    said = ""
    for command in commands:
        done = run(*map(str, command), lang=lang)
        assert "Traceback" not in done.stderr
        said += done.stdout + done.stderr
    assert re.findall(r"\b(?:event|csv|see|cli|option)\.(?!toml)[a-z_]{2,}", said) == []
    assert "[red]Ann[/red]" in said
    assert ":smile:" in said
    assert "[bold]x" in said
    assert not {"\x1b", "‮"} & set(said)


def test_what_needs_a_table_says_that_an_event_has_none(tmp_path: Path) -> None:
    for command in (("play", "boardmania"), ("rules", "boardmania", "BM-Z9")):
        with pytest.raises(Problem):
            hs(*command)
    record = tmp_path / "record.txt"
    record.write_text('[Homestretch "1"]\n[Game "boardmania"]\n[Rules "1"]\n\n', "utf-8")
    done = run("verify", str(record), lang="de")
    assert done.returncode == 2
    assert "Event" in done.stderr
    assert "BM-A1" in run("rules", "boardmania", "bm-a1").stdout
