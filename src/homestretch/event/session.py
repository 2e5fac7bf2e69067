"""A session on somebody else's database: read only, short of patience, and plain about what went wrong.

No message holds the password: it is taken out of what a driver says, and no message repeats the address as
it was given.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from homestretch.engine.problem import Problem

_DRIVERS = {
    "mysql": "mysql+pymysql", "mariadb": "mysql+pymysql", "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}  # fmt: skip
_PATIENCE: dict[str, dict[str, Any]] = {
    "mysql": {"connect_timeout": 5, "read_timeout": 120},
    "postgresql": {"connect_timeout": 5},
}
_READ_ONLY = {
    "mysql": "SET SESSION TRANSACTION READ ONLY",
    "postgresql": "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
}
# MySQL's numbers of errors; psycopg gives none for a failed connection, only the server's words.
_CODES = {
    1044: "source.no_database", 1045: "source.login", 1049: "source.no_database", 1698: "source.login",
    1142: "source.denied", 1143: "source.denied",
}  # fmt: skip
_WORDS = (
    (r"password authentication failed|no password supplied|role .+ does not exist|no pg_hba", "source.login"),
    (r"database .+ does not exist|permission denied for database", "source.no_database"),
    (r"permission denied", "source.denied"),
)
_LONGEST_WHY = 200


def parse_address(text: str) -> sa.URL:
    """Read a database's address, such as mysql://user:password@host/database.

    :raises Problem: if it is none, or of a kind of database that no store uses.
    """
    try:
        url = sa.make_url(text)
    except (sa.exc.ArgumentError, ValueError):
        raise Problem("source.address") from None
    driver = _DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise Problem("source.kind", kind=url.drivername[:40])
    if not url.host or not url.database:
        raise Problem("source.address")
    return url.set(drivername=driver)


@contextmanager
def session(url: sa.URL) -> Iterator[sa.Connection]:
    """Open a session in which nothing can be written.

    :raises Problem: naming the server, account or database that does not let us in.
    """
    engine = sa.create_engine(url, poolclass=sa.NullPool, connect_args=_arguments(url), hide_parameters=True)
    sa.event.listen(engine, "connect", lambda connection, record: _make_read_only(connection, url))
    try:
        with engine.connect() as db:
            yield db
    except sa.exc.DBAPIError as error:
        raise _problem(error, url) from None
    except RuntimeError as error:
        if "cryptography" not in str(error):
            raise
        raise Problem("source.cryptography", place=place_of(url)) from None


def _arguments(url: sa.URL) -> dict[str, Any]:
    """Give what the driver is told besides; PyMySQL alone would send a password as latin1, not as UTF-8."""
    given = dict(_PATIENCE[url.get_backend_name()])
    if url.password and url.get_backend_name() == "mysql":
        given["password"] = str(url.password).encode()
    return given


def _make_read_only(connection: Any, url: sa.URL) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_READ_ONLY[url.get_backend_name()])
    connection.commit()


def place_of(url: sa.URL) -> str:
    """Give where a database is, without account and password."""
    port = f":{url.port}" if url.port else ""
    return f"{url.host}{port}/{url.database}"


def _problem(error: sa.exc.DBAPIError, url: sa.URL) -> Problem:
    why = str(error.orig)
    code = error.orig.args[0] if error.orig and error.orig.args else None
    key = _CODES.get(code) if isinstance(code, int) else _by_words(why)
    if key:
        return Problem(key, place=place_of(url), user=url.username or "")
    return Problem("source.failed", place=place_of(url), why=_without_password(why, url))


def _by_words(why: str) -> str | None:
    return next((key for words, key in _WORDS if re.search(words, why)), None)


def _without_password(why: str, url: sa.URL) -> str:
    line = " ".join(why.split())
    password = str(url.password or "")
    return (line.replace(password, "***") if password else line)[:_LONGEST_WHY]
