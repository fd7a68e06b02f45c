"""`rampart copy`: from SQLite to PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, text

from app.core.store.migrate import migrate, try_writing
from app.site.schema import metadata
from tests.cli.conftest import Rampart
from tests.cli.test_check import play_a_daily, play_a_while
from tests.databases import plain_engine, postgres_schema

pytestmark = pytest.mark.postgres


@pytest.fixture
def target() -> Iterator[str]:
    """Yield the address of an empty PostgreSQL database."""
    with postgres_schema() as address:
        yield address


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of an SQLite database in which something was played."""
    url = f"sqlite:///{tmp_path}/games.sqlite3"
    migrate(url)
    with plain_engine(url).connect() as connection:
        play_a_while(connection)
        play_a_daily(connection)
    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    monkeypatch.setenv("RAMPART_SECRET", "a secret of some length")
    return url


def rows(url: str) -> dict[str, set[tuple[object, ...]]]:
    """Return all that is in a database, by table."""
    with plain_engine(url).connect() as connection:
        return {
            table.name: {tuple(row) for row in connection.execute(select(table))} for table in metadata.sorted_tables
        }


def test_all_that_was_in_sqlite_is_in_postgresql_afterwards(rampart: Rampart, source: str, target: str) -> None:
    ended = rampart("copy", "--to", target)
    assert (ended.code, ended.err) == (0, "")
    assert rows(target) == rows(source)
    assert "\n         2 session\n" in ended.out
    assert (
        "\nChecked. Sessions: 2. Dailies and their boards: 1. Tournaments: 0. Periods of standings: 0.\n" in ended.out
    )


def test_a_database_that_a_server_has_written_on_trial_is_copied(rampart: Rampart, source: str, target: str) -> None:
    before = rows(source)
    try_writing(source)
    assert rows(source) != before
    ended = rampart("copy", "--to", target)
    assert (ended.code, ended.err) == (0, "")
    assert rows(target) == before


def test_where_the_secret_lies_is_told(rampart: Rampart, source: str, target: str, tmp_path: Path) -> None:
    assert source
    (tmp_path / "games.sqlite3.secret").write_text("a secret of some length")
    ended = rampart("copy", "--to", target)
    assert f"RAMPART_SECRET_FILE={tmp_path}/games.sqlite3.secret" in ended.out


def test_nothing_is_copied_into_a_database_in_use(rampart: Rampart, source: str, target: str) -> None:
    assert rampart("copy", "--to", target).code == 0
    before = rows(target)
    ended = rampart("copy", "--to", target)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.endswith(" The command has copied nothing.\n")
    assert rows(target) == before == rows(source)


def test_what_does_not_agree_is_copied_and_named(rampart: Rampart, source: str, target: str) -> None:
    with plain_engine(source).connect() as connection:
        connection.execute(text("UPDATE session SET steps = 99"))
    ended = rampart("copy", "--to", target)
    assert ended.code == 1
    assert "Its steps is 99; by its log it is " in ended.out
    assert ended.err.startswith("Everything arrived unchanged, but the data has faults: ")


@pytest.mark.parametrize("to", ["sqlite:///other.sqlite3", "games", "mysql://127.0.0.1/x"])
def test_an_address_that_is_not_postgresql_is_refused(rampart: Rampart, source: str, to: str) -> None:
    assert source
    ended = rampart("copy", "--to", to)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("--to ")
