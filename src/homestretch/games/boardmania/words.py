"""BoardMania in words: fields, statuses, story lines and doubts as messages with parameters."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from homestretch.engine.story import Event
from homestretch.games.boardmania.pieces import (
    BEAM,
    BLOCKER,
    BOOSTER,
    HALF,
    JUMP,
    LETTERS,
    PLAIN,
    SIT_OUT,
    START,
    VEHICLE,
    WECHSEL,
    field_at,
)
from homestretch.text import Term, Text, text_of

FOLDER = Path(__file__).parent
KIND_WORDS = {
    PLAIN: "plain", START: "start", VEHICLE: "vehicle", JUMP: "jump", WECHSEL: "wechsel", BEAM: "beam",
    HALF: "half", BOOSTER: "booster", BLOCKER: "blocker", SIT_OUT: "sit_out",
}  # fmt: skip

# What the two numbers of a message are; what is not listed has none.
_DAY, _FIELD, _USED, _N, _LAP = ("day",), ("field",), ("roll", "value"), ("n",), ("lap",)
_N_FIELD, _CARDS, _ENV_FIELD = ("n", "field"), ("env", "n"), ("env", "field")
_PARAMS: dict[str, tuple[str, ...]] = {
    "BM-F1.day": _DAY, "BM-B7.void": _DAY, "BM-F8.over": _DAY, "BM-D4.number": ("number",),
    "BM-C4.rolls": ("roll", "rank"), "BM-G8.used": _USED, "BM-G11.used": _USED, "BM-G12.used": _USED,
    "BM-D3.moves": ("field", "n"), "BM-A3.lap": _LAP, "BM-A5.lap": _LAP, "BM-G6.start": _FIELD,
    "BM-E1.card": _CARDS, "BM-E4.bonus": _ENV_FIELD, "BM-G5.forward": _N_FIELD, "BM-G5.back": _N_FIELD,
    "BM-G13.odd": _N_FIELD, "BM-G13.even": _N, "BM-G17.beam": _FIELD, "BM-G2.again": _FIELD,
}  # fmt: skip


def texts(lang: str, names: Iterable[str] = ()) -> Text:
    """Give the game's texts in a language; the players are called so, in the order of enrolment."""
    return text_of(lang, FOLDER).naming(names, as_written=True)


def params(box: Any, say: Text, message: str, seat: int, a: int, b: int) -> dict[str, object]:
    """Give the parameters of a message of the rules; a player stays a number, for the text to name it."""
    given: dict[str, object] = {"seat": seat}
    for name, value in zip(_PARAMS.get(message, ()), (a, b), strict=False):
        given[name] = field_name(box, value, say) if name == "field" else value
        if name == "env":
            given[name] = environment_word(value)
    return given


def line(box: Any, say: Text, event: Event) -> str:
    """Say what happened, in one line."""
    return say(event.message, **params(box, say, event.message, event.seat, event.a, event.b))


def story_lines(box: Any, say: Text, story: Iterable[Event]) -> list[str]:
    """Say a story line by line."""
    return [line(box, say, event) for event in story]


def doubt_line(say: Text, message: str, logins: Sequence[str]) -> str:
    """Say a doubt of a ranking, naming the logins it concerns."""
    return say(message, n=len(logins), logins=", ".join(logins))


def environment_word(environment: int) -> Term:
    """Give the message id of an environment's name."""
    return Term(f"env.{LETTERS[environment]}")


def kind_word(kind: int) -> Term:
    """Give the message id of a kind of field, which is also that of the status it gives."""
    return Term(f"kind.{KIND_WORDS[kind]}")


def does_word(box: Any, kind: int) -> Term:
    """Give the message id of what a kind of special field does, as was agreed."""
    other = {
        HALF: (box.half_waits, "waits"), BOOSTER: (box.booster_waits, "waits"),
        BLOCKER: (1 - box.blocker_waits, "lapses"), BEAM: (box.beam_one_step, "step"),
        SIT_OUT: (box.sit_out_waits, "waits"),
    }  # fmt: skip
    is_other, how = other.get(kind, (0, ""))
    return Term(f"does.{KIND_WORDS[kind]}" + (f".{how}" if is_other else ""))


def jump_name(steps: int) -> str:
    """Write a jump: +4, −2."""
    return f"+{steps}" if steps > 0 else f"−{-steps}"


def field_name(box: Any, field: int, say: Text) -> str:
    """Write a field with its kind: 9 (−2), 4 (S), 12 (Wechselbooster); a plain one as its number."""
    kind = box.kind[field]
    if kind == PLAIN:
        return str(field)
    if kind == VEHICLE:
        return f"{field} ({LETTERS[box.amount[field]]})"
    return f"{field} ({jump_name(box.amount[field]) if kind == JUMP else say(kind_word(kind))})"


def where(box: Any, say: Text, progress: int) -> str:
    """Say where a piece stands: its field, and from the second lap on the lap."""
    field, lap = field_name(box, field_at(box, progress), say), progress // box.fields + 1
    return field if lap == 1 else say("see.lap", field=field, lap=lap)
