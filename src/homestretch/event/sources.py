"""The databases that an organiser has named in `event.toml`; secrets come from the environment."""

import re
from collections.abc import Mapping
from urllib.parse import quote

from homestretch.engine.problem import Problem
from homestretch.event.databases import DatabaseSource
from homestretch.event.setup import Setup

_NAME = re.compile(r"\$\{([A-Za-z_][A-Za-z_0-9]*)\}")
DATABASE, SERVER = "database", "server"
KINDS = (DATABASE, SERVER)
SETTINGS = ("name", "zone", "store", "prefix", "encoding")


def filled(address: str, environment: Mapping[str, str]) -> str:
    """Put the environment's values in place of `${NAME}`; within an address their signs are escaped.

    :raises Problem: naming a variable that is not set.
    """

    def value(found: re.Match[str]) -> str:
        if found[1] not in environment:
            raise Problem("event.no_variable", name=found[1])
        whole = found[0] == address.strip()
        return environment[found[1]] if whole else quote(environment[found[1]], safe="")

    return _NAME.sub(value, address)


def databases_of(setup: Setup, environment: Mapping[str, str]) -> list[DatabaseSource]:
    """Give the databases of an event; a source without a zone has that of the event.

    :raises Problem: naming the setting that does not fit.
    """
    found = []
    for number, source in enumerate(setup.sources, 1):
        if _kind(source, number) == DATABASE:
            found.append(_database(setup, source, number, environment))
    return found


def _kind(source: Mapping[str, str], number: int) -> str:
    kind = source.get("kind", "")
    if kind not in KINDS:
        raise Problem("event.value", key=f"sources[{number}].kind", value=kind[:60])
    return kind


def _database(
    setup: Setup, source: Mapping[str, str], number: int, environment: Mapping[str, str]
) -> DatabaseSource:
    strange = sorted(source.keys() - {"kind", "address", *SETTINGS})
    if strange:
        raise Problem("event.key", file="sources", key=strange[0], keys=", ".join(("address", *SETTINGS)))
    given = {"name": f"{DATABASE} {number}", "zone": setup.zone}
    given |= {key: source[key] for key in SETTINGS if key in source}
    return DatabaseSource(filled(source.get("address", ""), environment), **given)
