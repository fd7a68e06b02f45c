"""What both doors promise on both databases."""

import asyncio
import contextlib
import gc
import sqlite3
import threading
import weakref
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.core.store.checked import CheckedDatabase
from app.core.store.database import Database, StoreUnavailable
from app.core.store.opening import open_database
from app.play.rows import sessions
from app.play.values.session import Entry
from tests.app.core.store.stories import PATIENCE, Gate, tell
from tests.rows import SESSION, appending, begin, log, moved, moving


class Refused(Exception):
    pass


def test_a_write_returns_what_its_work_returned_and_reads_see_it(url: str) -> None:
    async def story(database: Database) -> None:
        assert await database.write(moving(0)) is True
        assert await database.read(sessions.find, SESSION.id) == moved(0)

    tell(url, story)


@pytest.mark.parametrize("door", ["write", "read", "study"])
def test_a_transaction_gets_its_arguments_after_the_connection_by_place_and_by_name(url: str, door: str) -> None:
    def take(connection: Connection, number: int, *, transaction: str) -> tuple[bool, int, str]:
        return isinstance(connection, Connection), number, transaction

    async def story(database: Database) -> None:
        checked = CheckedDatabase(database, lambda _: None)
        for each in (database, checked):
            assert await getattr(each, door)(take, 7, transaction="a name") == (True, 7, "a name")

    tell(url, story)


def test_a_transaction_that_raises_leaves_nothing_and_its_caller_gets_the_error(url: str) -> None:
    def refuse(connection: Connection) -> None:
        moving(0)(connection)
        raise Refused

    async def story(database: Database) -> None:
        with pytest.raises(Refused):
            await database.write(refuse)
        assert await database.read(log) == []
        assert await database.read(sessions.find, SESSION.id) == SESSION

    tell(url, story)


def test_one_failing_work_among_twenty_loses_none_of_the_others_and_leaves_no_row(url: str) -> None:
    def doubled(connection: Connection) -> None:
        appending(7)(connection)
        appending(7)(connection)

    async def story(database: Database) -> None:
        transactions = [doubled if seq == 7 else appending(seq) for seq in range(20)]
        answers = await asyncio.gather(*map(database.write, transactions), return_exceptions=True)
        assert isinstance(answers.pop(7), IntegrityError)
        assert answers == [None] * 19
        assert [entry.seq for entry in await database.read(log)] == [seq for seq in range(20) if seq != 7]

    tell(url, story)


def test_a_transaction_may_raise_even_what_asyncio_cannot_carry(url: str) -> None:
    def stop(_connection: Connection) -> str:
        return next(iter(()))

    async def story(database: Database) -> None:
        answers = await asyncio.gather(database.write(stop), database.write(moving(0)), return_exceptions=True)
        assert isinstance(answers[0], RuntimeError)
        assert answers[1] is True

    tell(url, story)


def test_of_two_writers_that_saw_the_same_seq_exactly_one_wins(url: str) -> None:
    async def story(database: Database) -> None:
        for seq in range(25):
            tabs = [database.write(moving(seq, move)) for move in ("t0-t1", "t2-t3")]
            assert sorted(await asyncio.gather(*tabs)) == [False, True]
        assert [entry.seq for entry in await database.read(log)] == list(range(25))

    tell(url, story)


def test_two_open_databases_do_not_both_win_either(url: str) -> None:
    async def story(database: Database) -> None:
        async with open_database(url) as another:
            for seq in range(25):
                tabs = [database.write(moving(seq)), another.write(moving(seq, "t2-t3"))]
                assert sorted(await asyncio.gather(*tabs)) == [False, True]
        assert [entry.seq for entry in await database.read(log)] == list(range(25))

    tell(url, story)


def test_reads_neither_see_uncommitted_work_nor_wait_for_it(url: str) -> None:
    async def story(database: Database) -> None:
        gate = Gate()
        writing = asyncio.create_task(database.write(gate.work))
        await asyncio.to_thread(gate.reached.wait, PATIENCE)
        assert await database.read(log) == []
        assert not writing.done()
        gate.opened.set()
        await writing
        assert len(await database.read(log)) == 1

    tell(url, story)


def test_a_read_sees_one_state_throughout(url: str) -> None:
    async def story(database: Database) -> None:
        gate = Gate()

        def twice(connection: Connection) -> tuple[list[Entry], list[Entry]]:
            first = log(connection)
            gate.stop()
            return first, log(connection)

        reading = asyncio.create_task(database.read(twice))
        await asyncio.to_thread(gate.reached.wait, PATIENCE)
        await database.write(moving(0))
        gate.opened.set()
        assert await reading == ([], [])
        assert len(await database.read(log)) == 1

    tell(url, story)


def test_nothing_can_be_written_through_the_reading_door(url: str) -> None:
    async def story(database: Database) -> None:
        with pytest.raises(DBAPIError):
            await database.read(moving(0))
        assert await database.write(moving(0))

    tell(url, story)


def test_a_read_that_raises_does_not_spoil_the_next(url: str) -> None:
    def fail(connection: Connection) -> None:
        log(connection)
        raise KeyError

    async def story(database: Database) -> None:
        for _ in range(10):
            with pytest.raises(KeyError):
                await database.read(fail)
        assert await database.read(log) == []

    tell(url, story)


def test_callers_that_are_cancelled_break_nothing_and_a_transaction_begun_is_finished(url: str) -> None:
    async def story(database: Database) -> None:
        gate = Gate()
        running = asyncio.create_task(database.write(gate.work))
        await asyncio.to_thread(gate.reached.wait, PATIENCE)
        queued = [asyncio.create_task(database.write(appending(seq))) for seq in range(1, 8)]
        await asyncio.sleep(0)
        for cancelled in (running, queued[0], queued[3]):
            cancelled.cancel()
        gate.opened.set()
        answers = await asyncio.gather(running, *queued, return_exceptions=True)
        assert [place for place, answer in enumerate(answers) if answer is not None] == [0, 1, 4]
        await database.write(appending(8))
        # Those cancelled while they waited may have been made or not.
        assert {entry.seq for entry in await database.read(log)} >= {0, 2, 3, 5, 6, 7, 8}

    tell(url, story)


def test_what_a_refused_work_held_is_let_go_without_a_collector(url: str) -> None:
    class Held:
        pass

    held: list[weakref.ref[Held]] = []

    def refuse(_connection: Connection) -> None:
        one = Held()
        held.append(weakref.ref(one))
        raise Refused

    async def story(database: Database) -> None:
        for door in (database.write, database.read):
            for _ in range(5):
                with contextlib.suppress(Refused):
                    await door(refuse)
            await door(lambda _: None)

    gc.collect()
    gc.disable()
    try:
        tell(url, story)
        assert [one() for one in held] == [None] * 10
    finally:
        gc.enable()


def test_several_event_loops_may_write_at_once(url: str) -> None:
    def ask_from_another_loop(database: Database, seqs: range) -> None:
        async def ask() -> None:
            for seq in seqs:
                await database.write(appending(seq))

        asyncio.run(ask())

    async def story(database: Database) -> None:
        loops = [asyncio.to_thread(ask_from_another_loop, database, range(10 * n, 10 * n + 10)) for n in range(4)]
        await asyncio.gather(*loops)
        assert len(await database.read(log)) == 40

    tell(url, story)


def test_closing_finishes_the_transactions_that_were_given(url: str) -> None:
    async def told() -> None:
        database = open_database(url)
        await database.start()
        await database.write(begin)
        gate = Gate()
        asked = [asyncio.create_task(database.write(gate.work))]
        await asyncio.to_thread(gate.reached.wait, PATIENCE)
        asked += [asyncio.create_task(database.write(appending(seq))) for seq in range(1, 11)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0.01)
        gate.opened.set()
        await closing
        await asyncio.wait_for(asyncio.gather(*asked), PATIENCE)
        async with open_database(url) as again:
            assert [entry.seq for entry in await again.read(log)] == list(range(11))

    asyncio.run(told())


def test_a_closed_database_is_unavailable(url: str) -> None:
    async def told() -> None:
        async with open_database(url) as database:
            pass
        with pytest.raises(StoreUnavailable):
            await database.write(begin)
        with pytest.raises(StoreUnavailable):
            await database.read(log)

    asyncio.run(told())


def test_the_answer_comes_only_after_the_commit_has_returned(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit is done but held back: until it returns, the caller hears neither success nor refusal."""
    gate = Gate()
    holding = threading.Event()

    class Held(sqlite3.Connection):
        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            cursor = super().execute(sql, *given)
            if sql == "COMMIT" and holding.is_set():
                gate.stop()
            return cursor

    def hold(_dialect: object, _record: object, _given: object, named: dict[str, Any]) -> None:
        named["factory"] = Held

    def held_commit(connection: "psycopg.Connection[Any]", commit: Any = psycopg.Connection.commit) -> None:
        commit(connection)
        if holding.is_set():
            gate.stop()

    async def story(database: Database) -> None:
        holding.set()
        moving_on = asyncio.create_task(database.write(moving(0)))
        await asyncio.to_thread(gate.reached.wait, PATIENCE)
        assert len(await database.read(log)) == 1
        assert not moving_on.done()
        gate.opened.set()
        assert await moving_on is True

    if url.startswith("sqlite"):
        event.listen(Engine, "do_connect", hold)
        try:
            tell(url, story)
        finally:
            event.remove(Engine, "do_connect", hold)
    else:
        monkeypatch.setattr(psycopg.Connection, "commit", held_commit)
        tell(url, story)


def test_only_databases_with_a_door_are_opened() -> None:
    with pytest.raises(ValueError, match="SQLite or PostgreSQL"):
        open_database("mysql://somewhere/rampart")
    with pytest.raises(ValueError, match="not in memory"):
        open_database("sqlite://")


def test_a_server_that_does_not_answer_makes_the_store_unavailable() -> None:
    async def told() -> None:
        async with open_database("postgresql+psycopg://postgres@127.0.0.1:1/test") as database:
            with pytest.raises(StoreUnavailable, match="can’t reach the games"):
                await database.write(log)
            with pytest.raises(StoreUnavailable, match="can’t reach the games"):
                await database.read(log)

    asyncio.run(told())
