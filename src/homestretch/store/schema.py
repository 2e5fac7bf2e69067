"""The tables of the database, and opening one: migrations bring any older database up to date."""

import json
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event

MIGRATING = 0x48535441
"""The number of the lock that a worker holds while it brings a PostgreSQL database up to date."""

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seats", sa.JSON, nullable=False),
    sa.Column("chance", sa.String(8), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("beside", sa.Integer, nullable=False),
    sa.Column("state", sa.JSON, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("rematch", sa.String(16)),
)
"""One row a match; state is the position at version, a cache of the log; beside counts other changes."""

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("token_hash", sa.String(64), nullable=False, index=True),
)
"""One row a seat of a person; the secret of its link is kept only as a hash."""

holders = sa.Table(
    "holders",
    metadata,
    sa.Column("browser_hash", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
)
"""Which browsers have used the link of which seat."""

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""The log: appended to, never changed."""

answers = sa.Table(
    "answers",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
)
"""The version that a command with this key led to: a repeat gets the first answer."""


def default_url() -> str:
    """Give the address of the database in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("homestretch"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'homestretch.db'}"


def open_database(url: str) -> sa.Engine:
    """Open a database, made or brought up to date where needed."""
    engine = sa.create_engine(url, json_serializer=_compact, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
    config = Config()
    config.set_main_option("script_location", "homestretch.store:migrations")
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":  # workers that start at once bring it up to date in turn
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
    return engine


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _on_connect(connection: Any, _: Any) -> None:
    """Leave transactions to us; write-ahead log, every commit on the disk before it is acknowledged."""
    connection.isolation_level = None
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "busy_timeout=10000"):
        connection.execute(f"pragma {pragma}")


def _on_begin(connection: sa.Connection) -> None:
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("begin" if reading else "begin immediate")
