"""What `event.toml` says of sources and secrets, made ready for use; `${NAME}` comes from the environment."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from homestretch.engine.problem import Problem
from homestretch.event.databases import DatabaseSource
from homestretch.event.listener import ServerSource, server_source
from homestretch.event.setup import Setup

VARIABLE = re.compile(r"\$\{(\w+)\}")
_KEYS = {
    "database": ("kind", "address", "name", "zone", "store", "prefix", "encoding"),
    "server": ("kind", "address", "user", "password"),
}


def expanded(text: str, environment: Mapping[str, str]) -> str:
    """Put values of the environment in place of `${NAME}`; within an address their signs are escaped.

    :raises Problem: naming a variable that is not there.
    """

    def value(found: re.Match[str]) -> str:
        if found[1] not in environment:
            raise Problem("event.no_variable", name=found[1])
        value = environment[found[1]]
        return value if found[0] == text.strip() else quote(value, safe="")

    return VARIABLE.sub(value, text)


def databases(setup: Setup, environment: Mapping[str, str]) -> list[DatabaseSource]:
    """Give the databases that times are pulled from; each has a name of its own.

    :raises Problem: naming what does not fit.
    """
    found = []
    for n, source in _of_kind(setup, "database", environment):
        given = {"name": f"database {n}", "zone": setup.zone, **source}
        found.append(DatabaseSource(**given))
    return found


def servers(setup: Setup, environment: Mapping[str, str]) -> list[ServerSource]:
    """Give the game servers that are listened to.

    :raises Problem: naming what does not fit.
    """
    return [
        server_source(source.pop("address"), environment=environment, **source)
        for _, source in _of_kind(setup, "server", environment)
    ]


def _of_kind(setup: Setup, kind: str, environment: Mapping[str, str]) -> Iterable[tuple[int, dict[str, str]]]:
    for n, source in enumerate(setup.sources, 1):
        _check(n, source)
        if source["kind"] == kind:
            yield n, {key: expanded(word, environment) for key, word in source.items() if key != "kind"}


def _check(n: int, source: Mapping[str, str]) -> None:
    """Look at the keys of a source; values may be secret and are not repeated."""
    kind = source.get("kind", "")
    if kind not in _KEYS:
        raise Problem("run.source", n=n, key="kind", value=kind[:40])
    for key in source:
        if key not in _KEYS[kind]:
            raise Problem("run.source", n=n, key=key[:40], value="…")
    if not source.get("address"):
        raise Problem("run.source", n=n, key="address", value="")
