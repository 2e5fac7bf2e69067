"""Problems and refusals in the reader's language."""

from typing import Any

from homestretch.engine.contract import IllegalAction
from homestretch.engine.problem import Problem
from homestretch.engine.story import Event
from homestretch.games import Game, game
from homestretch.text import Text, text_of


def say(problem: Problem, lang: str, found: Game | None = None) -> str:
    """Say a problem; one that holds another says both. found is the game that is being played, if any."""
    params = dict(problem.params)
    if isinstance(params.get("game"), str) and found is None and isinstance(params.get("why"), Problem):
        found = game(str(params["game"]))
    text = text_of(lang, found and found.folder)
    if isinstance(problem, IllegalAction) and found:
        refusal = problem.refusal
        return text(
            refusal.message,
            **found.words.params(problem.box, refusal.message, problem.seat, refusal.a, refusal.b),
        )
    told = {
        key: say(value, lang, found) if isinstance(value, Problem) else value for key, value in params.items()
    }
    return text(problem.key, **told)


def tell_event(event: Event, found: Game, box: Any, text: Text) -> str:
    """Say what happened, in one sentence."""
    return text(event.message, **found.words.params(box, event.message, event.seat, event.a, event.b))
