"""How the command line speaks: the language of the environment, problems as one line."""

import os
import sys

from rich.console import Console

from homestretch.engine.problem import Problem
from homestretch.games import Game
from homestretch.table.explain import say
from homestretch.text import choose_language, text_of

LANG = choose_language(os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
text = text_of(LANG)
console = Console(highlight=False)


def stop(problem: Problem, found: Game | None = None) -> None:
    """Say what is wrong and leave with status 2."""
    print(say(problem, LANG, found), file=sys.stderr)
    raise SystemExit(2)
