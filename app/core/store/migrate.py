"""Migrating the schema, through Alembic and `migrations/`. Asking whether it is current needs no Alembic."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, make_url

from app.core.clock import now_ms
from app.core.folders import PARTS
from app.core.store import health

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = PARTS / "migrations"

OLDEST = "0047"
"""The oldest version that also works with this schema, named by its newest revision. Its servers may go on running next
to servers of this version. Raise this when a revision removes or renames something that an older version uses."""

_LOCK = 0x52414D50
"""The advisory lock that lets one process at a time migrate a PostgreSQL database. Any number of our own will do."""


class Newer(Exception):
    """Raised for a database that a newer version has changed so much that this version cannot work with it."""


def newest() -> str:
    """Return the newest revision: the four digits with which the name of its file begins."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))[:4]


def current(url: str) -> str | None:
    """Return the revision that a database has, or None before its first migration."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        # Asking must not make the file.
        return None
    with _engine(url).connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def fits(url: str) -> bool:
    """Return whether a database has the schema of this version, or a newer one that this version can work with.

    Raises:
        Newer: it has a newer one that this version cannot work with.
    """
    found = current(url)
    if found is None or found <= newest():
        return found == newest()
    with _engine(url).connect() as connection:
        oldest = int(connection.exec_driver_sql(_ASKING[connection.dialect.name]).scalar() or 0)
    if is_too_new(found, oldest):
        raise Newer
    return True


def is_too_new(revision: str, oldest: int) -> bool:
    """Return whether this version cannot work with a schema of a revision that suits the versions from `oldest` on."""
    # A database that does not say which versions it suits is too new for us.
    return revision > newest() and not 0 < oldest <= int(newest())


def migrate(url: str) -> None:
    """Bring a database to the newest revision, in one transaction; make the SQLite file if there is none.

    Leave a database alone that a newer version has changed; raise `Newer` as `fits` does.
    """
    if fits(url):
        return
    from alembic import command

    with _at_work(url) as config:
        command.upgrade(config, "head")
        connection = config.attributes["connection"]
        connection.exec_driver_sql(_NOTING[connection.dialect.name].format(int(OLDEST)))


def try_writing(url: str) -> None:
    """Write a row that nobody needs; raise `SQLAlchemyError` if the database cannot be written."""
    with _engine(url).connect() as connection:
        health.try_writing(connection, now_ms())


# `OLDEST` is stored where it needs no table, and where backups include it.
_ASKING = {
    "sqlite": "PRAGMA user_version",
    "postgresql": "SELECT obj_description('alembic_version'::regclass, 'pg_class')",
}
_NOTING = {
    "sqlite": "PRAGMA user_version = {}",
    "postgresql": "COMMENT ON TABLE alembic_version IS '{}'",
}


def downgrade(url: str, revision: str) -> None:
    """Take a database back to a revision; `base` is the one without any table."""
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
        from app.core.store.sqlite import writing_engine

        return writing_engine(address)
    from app.core.store.reaching import engine_to

    return engine_to(address)


def _begin_alone(connection: Connection) -> None:
    """Begin a transaction during which nobody else can migrate."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
