"""How the command line shows an event: rankings, moves with their rules, changes, acts, times."""

from collections.abc import Iterable
from datetime import datetime

from rich.table import Table
from rich.text import Text as Line

from homestretch.cli.speech import LANG, console, text
from homestretch.engine.story import Event as Told
from homestretch.event.changes import Change
from homestretch.event.clock import zone_of
from homestretch.event.decisions import standing
from homestretch.event.event import Event
from homestretch.event.journal import Act
from homestretch.event.nick import plain
from homestretch.event.pictures import evening, standing_after
from homestretch.event.times import format_time
from homestretch.games import game
from homestretch.games.boardmania.day import Finish
from homestretch.games.boardmania.evaluate import DayResult, Evaluation, PlayerDay
from homestretch.games.boardmania.words import doubt_line, line, texts
from homestretch.table.explain import say
from homestretch.text import Text

GAME = game("boardmania")
MOST_ROWS = 40
"""How many rows of a long list are shown."""


def write(words: object = "") -> None:
    """Print a line as it is: no markup, no folding."""
    console.print(str(words), markup=False, emoji=False, soft_wrap=True)


def grid(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print a table; its cells are printed as they are."""
    table = Table(*heads)
    for row in rows:
        table.add_row(*(Line("" if cell is None else str(cell)) for cell in row))
    console.print(table)


def wall(event: Event, instant: int) -> str:
    """Give an instant as a wall time of the event's zone."""
    return f"{datetime.fromtimestamp(instant / 1000, zone_of(event.setup.zone)):%Y-%m-%d %H:%M:%S}"


def show_day(event: Event, found: Evaluation, day: DayResult) -> None:
    """Show a day: its ranking, every move with the rules that moved it, and what to look at."""
    names = {player.login: plain(player.nickname, player.login) for player in day.players}
    say_rules = texts(LANG, [names.get(login, login) for login in found.numbers])
    write(text("event.day", day=day.day, date=evening(event, day.day, LANG), n=day.n))
    _ranking(day)
    moved = sorted(day.players, key=lambda each: (each.rank is None, each.rank, each.number))
    for told in (day.story, *(player.steps for player in moved)):
        _tell(event, say_rules, told)
    _doubts(event, day, names)


def _ranking(day: DayResult) -> None:
    ranked = sorted((each for each in day.players if each.rank), key=lambda each: (each.rank, each.number))
    heads = [text(f"event.col.{key}") for key in ("rank", "name", "login", "time", "roll", "value")]
    if ranked:
        grid(heads, map(_ranked, ranked))


def _ranked(each: PlayerDay) -> tuple[object, ...]:
    name, login = plain(each.nickname, each.login), plain("", each.login)
    return each.rank, name, login, format_time(each.time_ms or 0), each.roll, each.value


def _tell(event: Event, say_rules: Text, told: Iterable[Told]) -> None:
    for each in told:
        write(f"  {each.rule:<7} {line(event.box, say_rules, each)}")


def _doubts(event: Event, day: DayResult, names: dict[str, str]) -> None:
    say_rules = texts(LANG)
    for doubt in day.warnings:
        logins = [plain("", login) for login in doubt.logins]
        write(text("event.look", what=doubt_line(say_rules, doubt.message, logins)))
    for finish in day.late[:MOST_ROWS]:
        write(text("event.late", login=plain("", finish.login), time=format_time(finish.time_ms),
                   at=wall(event, finish.driven_at)))  # fmt: skip


def show_standings(event: Event, found: Evaluation, day: int) -> None:
    """Show who stands where after a day."""
    after = standing_after(event, found.days[day - 1] if day else None, LANG)
    write(GAME.picture.plain(event.box, after, LANG))


def show_changes(changes: Iterable[Change]) -> None:
    """Show whom something moves, with before and after."""
    rows = [_change(each) for each in changes]
    if not rows:
        write(text("event.no_change"))
        return
    heads = [text(f"event.col.{key}") for key in ("day", "name", "time", "roll", "progress", "place")]
    grid(heads, rows[:MOST_ROWS])
    _more(len(rows))


def _more(n: int) -> None:
    if n > MOST_ROWS:
        write(text("event.more", n=n - MOST_ROWS))


def _change(each: Change) -> tuple[object, ...]:
    was, now = _figures(each.before), _figures(each.after)
    return each.day, each.name, *(a if a == b else f"{a} → {b}" for a, b in zip(was, now, strict=True))


def _figures(player: PlayerDay | None) -> tuple[str, ...]:
    if player is None:
        return ("-",) * 4
    time = format_time(player.time_ms) if player.time_ms else "-"
    return time, str(player.roll or "-"), str(player.progress), str(player.place)


def show_finishes(event: Event, finishes: Iterable[Finish]) -> None:
    """Show times, as many as a person reads."""
    rows = list(finishes)
    heads = [text(f"event.col.{key}") for key in ("login", "name", "time", "driven_at", "map", "source")]
    if rows:
        grid(heads, (_finish(event, each) for each in rows[:MOST_ROWS]))
    _more(len(rows))


def _finish(event: Event, each: Finish) -> tuple[object, ...]:
    login, name = plain("", each.login), plain(each.nickname, each.login)
    place = plain("", each.map_uid) if each.map_uid else each.day
    return login, name, format_time(each.time_ms), wall(event, each.driven_at), place, plain("", each.source)


def show_acts(event: Event) -> None:
    """List what the organiser has decided, and what an undo took back."""
    acts = event.journal.acts()
    held = {act.id for act in standing(acts)}
    rows = [(act.id, wall(event, act.at), _act(act, held), act.reason) for act in acts]
    heads = [text(f"event.col.{key}") for key in ("number", "at", "act", "reason")]
    if rows:
        grid(heads, rows)
    else:
        write(text("event.no_acts"))


def _act(act: Act, held: set[int]) -> str:
    params = {key: plain("", value) if isinstance(value, str) else value for key, value in act.data.items()}
    timed = act.data.get("time_ms")
    params["time"] = "-" if timed is None else format_time(timed)
    said = text(f"event.act.{act.kind}", **params)
    return said if act.id in held or act.kind == "undo" else text("event.undone", what=said)


def show_problem(problem: Exception) -> None:
    """Say a problem that does not end the command."""
    write(say(problem, LANG))  # type: ignore[arg-type]
