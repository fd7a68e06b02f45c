"""What the PostgreSQL doors do when they lose a transaction or a connection."""

import asyncio
import socket
import threading
import time
import traceback
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InternalError, ProgrammingError

from app.core.store.database import Database, StoreUnavailable
from app.core.store.postgres import ATTEMPTS
from app.core.store.reaching import engine_to
from app.people.rows import players
from tests.app.core.store.stories import PATIENCE, tell
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import PLAYER, SESSION, appending, log

pytestmark = ON_POSTGRES


class Faults:
    """A transaction that writes, then fails a number of times."""

    def __init__(self, fault: str, times: int) -> None:
        self.fault = fault
        self.left = times

    def __call__(self, connection: Connection) -> str:
        appending(0)(connection)
        if self.left:
            self.left -= 1
            connection.execute(text(self.fault))
        return "done"


def raising(sqlstate: str) -> str:
    return f"DO $$ BEGIN RAISE EXCEPTION 'a fault' USING ERRCODE = '{sqlstate}'; END $$"


LOSING_THE_CONNECTION = "SELECT pg_terminate_backend(pg_backend_pid())"


@pytest.mark.parametrize("fault", [*map(raising, ("40001", "40P01", "23505", "23503")), LOSING_THE_CONNECTION])
def test_a_transaction_is_run_again_after_another_s_fault(url: str, fault: str) -> None:
    async def story(database: Database) -> None:
        assert await database.write(Faults(fault, ATTEMPTS - 1)) == "done"
        assert len(await database.read(log)) == 1

    tell(url, story)


def test_a_transaction_that_never_succeeds_makes_the_store_unavailable_and_leaves_nothing(url: str) -> None:
    async def story(database: Database) -> None:
        with pytest.raises(StoreUnavailable):
            await database.write(Faults(raising("40001"), ATTEMPTS))
        assert await database.read(log) == []

    tell(url, story)


def test_a_refused_work_costs_no_connection_and_a_failed_one_does(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.store.postgres.THREADS", 1)

    def backend(connection: Connection) -> int:
        pid: int = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        return pid

    def refuse(connection: Connection) -> None:
        appending(0)(connection)
        raise KeyError

    async def story(database: Database) -> None:
        before = await database.write(backend)
        with pytest.raises(KeyError):
            await database.write(refuse)
        assert await database.write(backend) == before
        with pytest.raises(ProgrammingError):
            await database.write(lambda connection: connection.execute(text("SELECT nonsense")))
        assert await database.write(backend) != before
        assert await database.read(log) == []

    tell(url, story)


def test_an_error_names_no_value_of_the_row_that_it_is_about(url: str) -> None:
    def twice(connection: Connection) -> None:
        appending(7)(connection)
        appending(7)(connection)

    async def story(database: Database) -> None:
        with pytest.raises(IntegrityError, match="duplicate key value") as raised:
            await database.write(twice)
        written = "".join(traceback.format_exception(raised.value))
        assert "entry_pk" in written
        assert SESSION.id not in written

    tell(url, story)


def test_an_error_that_came_of_another_names_no_value_either(url: str) -> None:
    def stumble(connection: Connection) -> None:
        appending(7)(connection)
        try:
            appending(7)(connection)
        finally:
            raise KeyError

    async def story(database: Database) -> None:
        with pytest.raises(KeyError) as raised:
            await database.write(stumble)
        written = "".join(traceback.format_exception(raised.value))
        assert "duplicate key value" in written
        assert SESSION.id not in written

    tell(url, story)


def test_a_transaction_that_hides_an_error_is_not_acknowledged(url: str) -> None:
    def hide(connection: Connection) -> None:
        appending(7)(connection)
        with suppress(IntegrityError):
            appending(7)(connection)

    async def story(database: Database) -> None:
        with pytest.raises(RuntimeError, match="hid an error"):
            await database.write(hide)
        assert await database.read(log) == []
        await database.write(appending(7))

    tell(url, story)


def test_a_reading_connection_that_was_lost_unnoticed_is_replaced(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.store.postgres.THREADS", 1)

    def lose(connection: Connection) -> None:
        with suppress(DBAPIError):
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    def terms(connection: Connection) -> list[str]:
        names = ("transaction_isolation", "transaction_read_only")
        return [connection.execute(text(f"SHOW {name}")).scalar_one() for name in names]

    async def story(database: Database) -> None:
        await database.read(lose)
        assert await database.read(terms) == ["repeatable read", "on"]

    tell(url, story)


def test_connections_that_the_server_has_closed_meanwhile_are_not_noticed(url: str) -> None:
    async def story(database: Database) -> None:
        await asyncio.gather(*(database.read(log) for _ in range(20)))
        others = text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name AND state = 'idle'"
        )
        with plain_engine(url).connect() as connection:
            connection.execute(others, {"name": "closed meanwhile"})
        await asyncio.gather(*(database.write(appending(seq)) for seq in range(20)))
        assert len(await database.read(log)) == 20

    tell(f"{url}&application_name=closed+meanwhile", story)


def test_a_commit_whose_answer_was_lost_is_not_run_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real_commit = psycopg.Connection.commit
    failing = threading.Event()

    def commit_and_lose_the_answer(connection: "psycopg.Connection[Any]") -> None:
        real_commit(connection)
        if failing.is_set():
            failing.clear()
            connection.close()
            raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(psycopg.Connection, "commit", commit_and_lose_the_answer)

    async def story(database: Database) -> None:
        failing.set()
        with pytest.raises(StoreUnavailable):
            await database.write(appending(0))
        assert len(await database.read(log)) == 1
        await database.write(appending(1))

    tell(url, story)


def test_a_transaction_that_reached_a_standby_is_run_again_on_a_new_connection(url: str) -> None:
    backends = set[int]()

    def write(connection: Connection) -> None:
        if not backends:
            # So does a server behave that has become a standby.
            connection.execute(text("SET TRANSACTION READ ONLY"))
        backends.add(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())
        appending(0)(connection)

    async def story(database: Database) -> None:
        await database.write(write)
        assert len(backends) == 2
        assert len(await database.read(log)) == 1

    tell(url, story)


def test_where_only_standbys_are_left_the_store_is_unavailable(url: str) -> None:
    def write(connection: Connection) -> None:
        connection.execute(text("SET TRANSACTION READ ONLY"))
        appending(0)(connection)

    async def story(database: Database) -> None:
        with pytest.raises(StoreUnavailable):
            await database.write(write)

    tell(url, story)


def test_a_commit_that_a_standby_did_not_confirm_is_not_acknowledged(url: str) -> None:
    """The server warns and commits all the same; here a trigger warns in its stead."""

    async def story(database: Database) -> None:
        await database.write(warn_at_commit)
        with pytest.raises(StoreUnavailable):
            await database.write(appending(0))
        assert len(await database.read(log)) == 1
        with plain_engine(url).begin() as connection:
            connection.execute(text("DROP FUNCTION warn CASCADE"))
        await database.write(appending(1))

    tell(url, story)


def warn_at_commit(connection: Connection) -> None:
    said = "canceling wait for synchronous replication due to user request"
    connection.execute(
        text(
            "CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE WARNING '{said}'; RETURN NULL; END $$"
        )
    )
    connection.execute(
        text(
            "CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION warn()"
        )
    )


def test_of_several_hosts_the_one_that_takes_writes_is_found(url: str) -> None:
    here = make_url(url)
    query = {**here.query, "host": ("127.0.0.1:1", f"{here.host}:{here.port}"), "target_session_attrs": "read-write"}
    several = URL.create(here.drivername, here.username, here.password, database=here.database, query=query)

    async def story(database: Database) -> None:
        await database.write(appending(0))
        assert len(await database.read(log)) == 1

    tell(several.render_as_string(hide_password=False), story)


def test_a_silent_host_holds_up_no_connection_to_another(url: str) -> None:
    here = make_url(url)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        # It takes the connection, as the system of a stopped machine does, and says nothing.
        hosts = (f"127.0.0.1:{silent.getsockname()[1]}", f"{here.host}:{here.port}")
        query = {**here.query, "host": hosts, "connect_timeout": "2"}
        several = URL.create(here.drivername, here.username, here.password, database=here.database, query=query)
        engine = engine_to(several)
        took = []
        for _ in range(3):
            began = time.monotonic()
            engine.connect().close()
            took.append(time.monotonic() - began)
    assert max(took) < 1


def test_a_silent_server_is_noticed_within_seconds_unless_the_address_says_otherwise(url: str) -> None:
    def patience(address: str) -> dict[str, str]:
        with engine_to(make_url(address)).connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, psycopg.Connection)
            return driver.info.get_parameters()

    usual = patience(url)
    assert (usual["connect_timeout"], usual["tcp_user_timeout"], usual["keepalives_idle"]) == ("3", "10000", "4")
    assert patience(f"{url}&connect_timeout=9")["connect_timeout"] == "9"


def test_a_read_that_tries_to_write_is_a_mistake_and_not_a_lost_connection(url: str) -> None:
    async def story(database: Database) -> None:
        with pytest.raises(InternalError, match="read-only transaction"):
            await database.read(appending(0))

    tell(url, story)


def test_two_transactions_that_lock_each_other_out_both_succeed(url: str) -> None:
    """A real deadlock: the server ends one of them, which is run again."""
    both = threading.Barrier(2)

    def locking(first: str, second: str) -> Any:
        meeting = [both]

        def transaction(connection: Connection) -> None:
            lock = text("SELECT pg_advisory_xact_lock(hashtext(:key))")
            connection.execute(lock, {"key": f"{SESSION.id} {first} {url}"})
            if meeting:
                meeting.pop().wait(PATIENCE)
            connection.execute(lock, {"key": f"{SESSION.id} {second} {url}"})

        return transaction

    async def story(database: Database) -> None:
        await asyncio.gather(database.write(locking("a", "b")), database.write(locking("b", "a")))
        await database.write(players.keep_automatic, PLAYER.id, "all")

    tell(url, story)
