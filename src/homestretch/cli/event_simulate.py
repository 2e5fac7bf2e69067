"""`hs simulate boardmania`: whole events of bots, and what their plans come to."""

import json
import sys

from rich.progress import Progress

from homestretch.cli.event_show import GAME, grid, write
from homestretch.cli.speech import console, text
from homestretch.lab.event_report import EventReport, parse_driver, simulate_events, usual_drivers


def simulation(options: dict[str, str], players: str, games: int, seed: int, as_json: bool) -> None:
    """Play events and print what came of it; players are words such as planner:80, with commas.

    :raises Problem: for an option or a driver that does not fit.
    """
    drivers = [parse_driver(word) for word in players.split(",")] if players else usual_drivers()
    with Progress(console=console, transient=True, disable=as_json or not sys.stdout.isatty()) as bar:
        task = bar.add_task(GAME.name, total=games)
        report = simulate_events(
            GAME.name, options, drivers, games, seed, lambda done: bar.advance(task, done)
        )
    if as_json:
        plans = {plan: figures._asdict() for plan, figures in report.plans.items()}
        print(json.dumps({**report._asdict(), "plans": plans}, indent=2))
    else:
        _print(report)


def _print(report: EventReport) -> None:
    heads = [text(f"event.col.{key}") for key in ("plan", "drivers", "won", "place_mean", "progress_mean")]
    plans = report.plans.items()
    grid(heads, ((plan, n, f"{100 * won:.1f}", f"{place:.1f}", f"{progress:.1f}")
                 for plan, (n, won, place, progress) in plans))  # fmt: skip
    heads = [text(f"event.col.{key}") for key in ("driver", "won_alone", "won_shared", "progress_mean")]
    rows = zip(report.players, report.wins, report.shared, report.progress, strict=True)
    grid(heads, ((player, won, shared, f"{progress:.1f}") for player, won, shared, progress in rows))
    write(text("event.simulated", n=report.games, seed=report.seed))
