"""The schema's changes, in `migrations/`, through Alembic; asking whether the schema is current needs no Alembic."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, make_url

from app.folders import PARTS

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = PARTS / "migrations"

_LOCK = 0x52414D50
"""What two that migrate the same PostgreSQL database at once wait for; any number of ours will do."""


def newest() -> str:
    """Return the newest revision there is: its four digits begin the name of its file."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))[:4]


def current(url: str) -> str | None:
    """Return the revision that a database has, None before its first migration."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        # Asking must not make the file.
        return None
    with _engine(url).connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def is_current(url: str) -> bool:
    """Say whether a database has the schema that this version of Rampart works with."""
    return current(url) == newest()


def migrate(url: str) -> None:
    """Bring a database to the newest revision, in one transaction; make the SQLite file if there is none."""
    from alembic import command

    with _at_work(url) as config:
        command.upgrade(config, "head")


def downgrade(url: str, revision: str) -> None:
    """Take a database back to a revision, `base` for the one without any table."""
    from alembic import command

    with _at_work(url) as config:
        command.downgrade(config, revision)


@contextmanager
def _at_work(url: str) -> "Iterator[Config]":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        Path(address.database or "").parent.mkdir(parents=True, exist_ok=True)
    with _engine(url).connect() as connection:
        _begin_alone(connection)
        config.attributes["connection"] = connection
        yield config
        connection.commit()


def _engine(url: str) -> Engine:
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        from app.store.sqlite import writing_engine

        return writing_engine(address)
    from app.store.reaching import engine_to

    return engine_to(address)


def _begin_alone(connection: Connection) -> None:
    """Begin a transaction beside which nobody else migrates."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
