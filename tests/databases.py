"""Databases for tests: an SQLite file or a PostgreSQL schema, fresh for each test.

The fixtures `empty_url` and `url` run a test once on each kind; a test of one kind says so with
`@pytest.mark.parametrize("empty_url", ["sqlite"], indirect=True)`.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, NullPool, create_engine, make_url, text
from sqlalchemy.exc import OperationalError

from app.store.schema import metadata
from app.store.sqlite import writing_engine

POSTGRES = os.environ.get("RAMPART_TEST_POSTGRES_URL", "postgresql+psycopg://postgres@127.0.0.1:5432/test")
REQUIRED = os.environ.get("RAMPART_REQUIRE_SERVICES") == "1"

ON_SQLITE = pytest.mark.parametrize("empty_url", ["sqlite"], indirect=True)
ON_POSTGRES = pytest.mark.parametrize(
    "empty_url", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the address of a database without any table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'rampart.sqlite3'}"
    else:
        with postgres_schema() as address:
            yield address


@pytest.fixture
def url(empty_url: str) -> str:
    """Return the address of a database with the tables and nothing in them."""
    make_tables(empty_url)
    return empty_url


def make_tables(address: str) -> None:
    """Make the tables as the schema has them; that the migrations lead there is a test of its own."""
    metadata.create_all(plain_engine(address), checkfirst=False)


def plain_engine(address: str) -> Engine:
    """Return an engine that keeps no connection, with the settings that the doors use."""
    where = make_url(address)
    if where.get_backend_name() == "sqlite":
        return writing_engine(where)
    return create_engine(where, poolclass=NullPool)


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
