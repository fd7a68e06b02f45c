"""Databases for tests: an SQLite file or a PostgreSQL schema.

Of the fixtures, `empty_url` has no table, and `url` has all tables with nothing in them; both run a test once on each
kind of database. A test of one kind says so with `@ON_SQLITE` or `@ON_POSTGRES`, and one that takes long on PostgreSQL
with `@LONG_ON_POSTGRES`. The tables are made once in a process: the file is copied for each test, and the schema is
emptied after it. What SQLAlchemy has compiled for one test's database serves the next as well.
"""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, NullPool, create_engine, event, make_url, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.util import LRUCache

import app.site.features  # noqa: F401
from app.core.store.migrate import migrate
from app.core.store.sqlite import writing_engine
from app.site.schema import metadata

POSTGRES = os.environ.get("RAMPART_TEST_POSTGRES_URL", "postgresql+psycopg://postgres@127.0.0.1:5432/test")
REQUIRED = os.environ.get("RAMPART_REQUIRE_SERVICES") == "1"
MANY = 1_000
"""From so many rows on, it is quicker to make a table's files again than to delete row by row."""
LOCKED_SECONDS = 10
"""How long to wait for what a test has left open."""

ON_SQLITE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
ON_POSTGRES = pytest.mark.parametrize(
    "backend", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)
LONG_ON_POSTGRES = pytest.mark.parametrize(
    "backend", ["sqlite", pytest.param("postgresql", marks=(pytest.mark.postgres, pytest.mark.long))], indirect=True
)


class Statements(LRUCache[Any, Any]):
    """Compiled statements for all engines of one kind: a cache of SQLAlchemy's own ends with its engine."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return what was compiled for any dialect of the kind."""
        return super().get((key[0].name, *key[1:]), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        """Keep a compiled statement for all dialects of the kind."""
        super().__setitem__((key[0].name, *key[1:]), compiled)


STATEMENTS = Statements(5_000)


@event.listens_for(Engine, "engine_connect")
def _share_statements(connection: Connection) -> None:
    connection.execution_options(compiled_cache=STATEMENTS)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def backend(request: pytest.FixtureRequest) -> str:
    """Return the kind of the test's database."""
    kind: str = request.param
    return kind


@pytest.fixture
def empty_url(backend: str, tmp_path: Path) -> Iterator[str]:
    """Yield the address of a database without any table."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path / 'rampart.sqlite3'}"
    else:
        with postgres_schema() as address:
            yield address


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SQLite file with the tables, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "rampart.sqlite3"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def _migrated_schema() -> Iterator[str]:
    with postgres_schema() as address:
        migrate(address)
        yield address


@pytest.fixture
def postgres_url(_migrated_schema: str) -> Iterator[str]:
    """Yield the address of a migrated PostgreSQL database with nothing in it."""
    yield _migrated_schema
    _empty(_migrated_schema)


@pytest.fixture
def url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a migrated database with nothing in it."""
    if backend == "sqlite":
        return f"sqlite:///{shutil.copy(request.getfixturevalue('migrated'), tmp_path / 'rampart.sqlite3')}"
    address: str = request.getfixturevalue("postgres_url")
    return address


def make_tables(address: str) -> None:
    """Make the tables as the schema has them; that the migrations lead there is a test of its own."""
    metadata.create_all(plain_engine(address), checkfirst=False)


def plain_engine(address: str) -> Engine:
    """Return an engine that keeps no connection, with the settings that the doors use."""
    where = make_url(address)
    if where.get_backend_name() == "sqlite":
        return writing_engine(where)
    return create_engine(where, poolclass=NullPool)


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    """Yield a connection of the test's own, beside those of a server."""
    with plain_engine(url).begin() as opened:
        yield opened


@contextmanager
def transaction(address: str) -> Iterator[Connection]:
    """Yield a connection whose statements form one transaction, like those of a work; a server may run beside it."""
    with plain_engine(address).connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("COMMIT")
        connection.commit()


@contextmanager
def postgres_schema() -> Iterator[str]:
    """Yield the address of a new PostgreSQL schema, and drop it afterwards."""
    name = f"rampart_{secrets.token_hex(8)}"
    server = create_engine(
        POSTGRES, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args={"connect_timeout": 5}
    )
    try:
        with server.connect() as connection:
            connection.execute(text(f"CREATE SCHEMA {name}"))
    except OperationalError:
        where = make_url(POSTGRES)
        plain = f"No PostgreSQL answers at {where.host}:{where.port}; RAMPART_TEST_POSTGRES_URL names another."
        if REQUIRED:
            pytest.fail(plain)
        pytest.skip(plain)
    try:
        address = make_url(POSTGRES).update_query_dict({"options": f"-csearch_path={name}"})
        yield address.render_as_string(hide_password=False)
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP SCHEMA {name} CASCADE"))


def _empty(address: str) -> None:
    """Delete every row of a PostgreSQL database; fail if something that a test began still holds one."""
    tables = [table.name for table in reversed(metadata.sorted_tables)]
    counts = " UNION ALL ".join(
        f"SELECT '{name}', count(*) FROM (SELECT 1 FROM \"{name}\" LIMIT {MANY}) AS few" for name in tables
    )
    with plain_engine(address).begin() as connection:
        connection.exec_driver_sql(f"SET lock_timeout = '{LOCKED_SECONDS}s'")
        filled = {name: rows for name, rows in connection.exec_driver_sql(counts) if rows}
        if any(rows == MANY for rows in filled.values()):
            connection.exec_driver_sql("TRUNCATE " + ", ".join(f'"{name}"' for name in tables))
        elif filled:
            connection.exec_driver_sql("; ".join(f'DELETE FROM "{name}"' for name in filled))
