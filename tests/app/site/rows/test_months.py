"""Games divided by month: nothing is lost, and every month is there before it begins."""

import asyncio
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError

from app.core.clock import now_ms
from app.core.store import migrate
from app.core.store.ids import new_id
from app.core.store.opening import open_database
from app.people.rows import players
from app.play.rows import entries, packing, sessions, whole
from app.play.values.session import Session
from app.site import housekeeping
from app.site.commands import main
from app.site.commands import months as command
from app.site.rows import months
from app.site.schema import metadata
from app.site.service.operating import keep_up_with_months
from tests.app.play.rows.test_packing import LOG
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import PLAYER, SESSION

pytestmark = pytest.mark.long

NOW = int(datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp()) * 1000
DAY_MS = 24 * 3_600_000
PATIENCE_SECONDS = 60


@pytest.fixture
def address(empty_url: str) -> str:
    """Return the address of a database with a game in it."""
    migrate.migrate(empty_url)
    with plain_engine(empty_url).begin() as connection:
        players.add(connection, PLAYER)
        begin(connection, NOW - 100 * DAY_MS)
    return empty_url


@pytest.fixture
def divided(address: str) -> Iterator[Connection]:
    """Yield a connection to a database that is divided by month."""
    with plain_engine(address).begin() as connection:
        months.divide(connection, NOW)
    with plain_engine(address).connect() as connection:
        yield connection


def begin(connection: Connection, at: int) -> Session:
    """Add a game that began at a time, with a log."""
    begun = SESSION._replace(id=new_id(at), started_at=at, changed_at=at)
    sessions.add(connection, begun)
    entries.append(connection, begun.id, LOG)
    return begun


def form(connection: Connection) -> dict[str, object]:
    """Return all that makes up the divided tables and those that name them, but for their parts."""
    inspector = inspect(connection)

    def by_name(items: Iterable[Any]) -> list[dict[str, object]]:
        return sorted(
            ({name: str(value) for name, value in each.items() if name != "dialect_options"} for each in items),
            key=lambda each: str(each["name"]),
        )

    return {
        name: [
            by_name(inspector.get_columns(name)),
            by_name(inspector.get_indexes(name)),
            by_name([each for each in inspector.get_foreign_keys(name) if each["referred_table"] in metadata.tables]),
            by_name(inspector.get_check_constraints(name)),
            inspector.get_pk_constraint(name)["constrained_columns"],
        ]
        for name in metadata.tables
    }


def part_of(connection: Connection, table: str, session_id: str) -> set[str]:
    """Return which parts of a table hold a session."""
    key = "id" if table == "session" else "session_id"
    found = connection.execute(
        text(f"SELECT tableoid::regclass::text FROM {table} WHERE {key} = :id"), {"id": session_id}
    )
    return {str(name).rpartition(".")[2] for name in found.scalars()}


@ON_POSTGRES
def test_the_tables_keep_their_form_their_rows_and_their_names(address: str) -> None:
    with plain_engine(address).connect() as connection:
        before, kept = form(connection), whole.sessions_after(connection, "", 9)
        months.divide(connection, NOW)
        assert form(connection) == before
        assert whole.sessions_after(connection, "", 9) == kept
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
        # What else there is are the parts.
        assert {each[0] for each in differences} <= {"remove_table", "remove_index", "remove_fk"}, differences
        assert all(re.search(r"_202[67]_[01]\d", repr(each)) for each in differences), differences


@ON_POSTGRES
def test_each_game_stands_in_the_month_in_which_it_began(divided: Connection) -> None:
    for at, part in (
        (datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC), "before_2026_12"),
        (datetime(2026, 12, 1, tzinfo=UTC), "2026_12"),
        (datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC), "2026_12"),
        (datetime(2027, 1, 1, tzinfo=UTC), "2027_01"),
        (datetime(2027, 2, 28, 23, 59, 59, tzinfo=UTC), "2027_02"),
    ):
        begun = begin(divided, int(at.timestamp()) * 1000)
        assert part_of(divided, "session", begun.id) == {f"session_{part}"}
        assert part_of(divided, "entry", begun.id) == {f"entry_{part}"}


@ON_POSTGRES
def test_every_day_of_years_there_is_a_place_for_games_if_one_looks_after_it_now_and_then(divided: Connection) -> None:
    now = NOW
    for days in (1, 7, 31, 31, 88, 1, 31, 365, 30, 29, 92):
        now += days * DAY_MS
        months.make_ahead(divided, now)
        for ahead in (0, 31, 60):
            begin(divided, now + ahead * DAY_MS)


def keep_up_at(address: str, now: int) -> None:
    """Do all that a server does once a day."""
    after: str | None = ""
    while after is not None:
        with plain_engine(address).begin() as connection:
            after = keep_up_with_months(connection, after, now)


@ON_POSTGRES
def test_the_disk_of_a_month_is_free_once_its_logs_are_packed_and_its_games_can_be_played_on(
    divided: Connection, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(months, "_LARGE_BYTES", 8192)
    plain = divided.execution_options(isolation_level="AUTOCOMMIT")

    def sizes() -> tuple[int, int]:
        part = "'entry_2026_12'"
        rows, indexes = plain.execute(text(f"SELECT pg_relation_size({part}), pg_indexes_size({part})")).one()
        return rows, indexes

    december, february = NOW + 20 * DAY_MS, NOW + 80 * DAY_MS
    one, other = begin(plain, december), begin(plain, december)
    packing.pack(plain, one.id, LOG)
    plain.execute(text("VACUUM entry_2026_12"))
    keep_up_at(address, february)
    assert min(sizes()) > 0, "Another game's rows are there."
    packing.pack(plain, other.id, LOG)
    until = time.monotonic() + PATIENCE_SECONDS
    while sizes()[0] > 0:
        # It leaves what a transaction of another test may still see.
        assert time.monotonic() < until
        plain.execute(text("VACUUM entry_2026_12"))
    assert sizes()[1] > 8192
    keep_up_at(address, february)
    assert sizes() == (0, 8192)
    assert entries.all_of(plain, one.id) == entries.all_of(plain, other.id) == LOG
    entries.append(plain, one.id, [replace(LOG[5], seq=7, at=february)])
    assert len(entries.all_of(plain, one.id)) == 8


@ON_POSTGRES
def test_of_two_servers_that_make_months_at_once_one_does(divided: Connection, address: str) -> None:
    with plain_engine(address).connect() as other:
        months.make_ahead(divided, NOW + 62 * DAY_MS)
        months.make_ahead(other, NOW + 62 * DAY_MS)
        other.commit()
        divided.commit()
        begin(other, NOW + 120 * DAY_MS)


@ON_POSTGRES
def test_nobody_waits_long_for_who_holds_the_games(divided: Connection, address: str) -> None:
    with plain_engine(address).connect() as other:
        other.execute(text("LOCK TABLE session IN ACCESS SHARE MODE"))
        with pytest.raises(OperationalError, match="lock timeout"):
            months.make_ahead(divided, NOW + 62 * DAY_MS)
        divided.rollback()
    months.make_ahead(divided, NOW + 62 * DAY_MS)
    begin(divided, NOW + 120 * DAY_MS)


@ON_POSTGRES
def test_a_game_of_a_month_to_come_leaves_everything_as_it_was(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with plain_engine(address).begin() as connection:
        begin(connection, now_ms() + 40 * DAY_MS)
        before = form(connection)
    monkeypatch.setenv("RAMPART_DATABASE_URL", address)
    assert main(["months"]) == 1
    assert "a clock must have been fast" in capsys.readouterr().err
    with plain_engine(address).connect() as connection:
        assert form(connection) == before
        assert len(whole.sessions_after(connection, "", 9)) == 2


def autocommitting(address: str) -> Connection:
    """Open a connection each of whose statements stands at once."""
    return plain_engine(address).connect().execution_options(isolation_level="AUTOCOMMIT")


@contextmanager
def role(connection: Connection) -> Iterator[str]:
    """Make a role, and drop it with all that it owns and may do."""
    name = f"rampart_{token_hex(4)}"
    connection.execute(text(f"CREATE ROLE {name}"))
    connection.execute(
        text(f"GRANT USAGE, CREATE ON SCHEMA {connection.scalar(text('SELECT current_schema()'))} TO {name}")
    )
    try:
        yield name
    finally:
        connection.rollback()
        connection.execute(text(f"DROP OWNED BY {name}"))
        connection.execute(text(f"DROP ROLE {name}"))


@ON_POSTGRES
def test_the_tables_keep_their_owner_and_those_who_may_read_them(address: str) -> None:
    with autocommitting(address) as connection, role(connection) as owner, role(connection) as reader:
        for table in metadata.tables:
            connection.execute(text(f"ALTER TABLE {table} OWNER TO {owner}"))
        connection.execute(text(f"GRANT SELECT ON session, entry, packed_log TO {reader}"))
        with plain_engine(address).begin() as another:
            months.divide(another, NOW)
        owners = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = current_schema()"
        assert connection.scalars(text(f"{owners} AND tablename ~ '^(session|entry|packed_log)'")).all() == [owner]
        for table in ("session", "entry", "packed_log"):
            may = text(f"SELECT has_table_privilege('{reader}', '{table}', 'SELECT')")
            assert connection.scalar(may)
            assert connection.scalar(text(f"SELECT has_table_privilege('{reader}', '{table}_2027_01', 'SELECT')"))
        assert not connection.scalar(text(f"SELECT has_table_privilege('{reader}', 'session', 'DELETE')"))


@ON_POSTGRES
def test_where_others_add_games_who_could_make_no_months_nothing_is_divided(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAMPART_DATABASE_URL", address)
    with autocommitting(address) as connection, role(connection) as server:
        connection.execute(text(f"GRANT SELECT, INSERT, UPDATE, DELETE ON session TO {server}"))
        assert main(["months"]) == 1
        assert "Let the servers connect as the owner" in capsys.readouterr().err
        assert not months.is_divided(connection)


@ON_POSTGRES
@pytest.mark.parametrize("held", ["session", "player", "attempt"])
def test_nothing_is_divided_while_somebody_holds_a_table_and_it_is_tried_again(
    address: str, held: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAMPART_DATABASE_URL", address)
    monkeypatch.setattr(command, "_TRIES", 2)
    with plain_engine(address).connect() as other:
        other.execute(text(f"LOCK TABLE {held} IN ROW EXCLUSIVE MODE"))
        assert main(["months"]) == 1
        assert "always in use" in capsys.readouterr().err
        monkeypatch.setattr(command, "sleep", lambda _: other.rollback())
        other.execute(text(f"LOCK TABLE {held} IN ROW EXCLUSIVE MODE"))
        assert main(["months"]) == 0


@ON_POSTGRES
def test_a_database_is_divided_once(divided: Connection) -> None:
    with pytest.raises(months.AlreadyDivided):
        months.divide(divided, NOW)


@ON_POSTGRES
def test_the_migrations_lead_down_from_divided_games_and_up_again(divided: Connection, address: str) -> None:
    divided.rollback()
    migrate.downgrade(address, "0046")
    migrate.migrate(address)
    keep_up_at(address, NOW + 40 * DAY_MS)
    begin(divided, NOW + 40 * DAY_MS)


def test_the_command_divides_postgresql_and_the_server_keeps_up(
    address: str, backend: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAMPART_DATABASE_URL", address)
    if backend == "sqlite":
        assert main(["months"]) == 1
        assert "Only PostgreSQL divides games by month" in capsys.readouterr().err
    else:
        assert main(["months"]) == 0
        assert "The next 3 months are ready." in capsys.readouterr().out
        assert main(["months"]) == 1
        assert "already" in capsys.readouterr().err

    async def see_to_it() -> list[str | None]:
        async with open_database(address) as database:
            after: str | None = ""
            gone_on_from = []
            while after is not None:
                after = await database.write(housekeeping._months, after=after)
                gone_on_from.append(after)
            return gone_on_from

    assert len(asyncio.run(see_to_it())) == (1 if backend == "sqlite" else 2 + 1 + months.AHEAD)
