"""The time limit of a transaction: past it the server gives the transaction up, wherever it hangs, and serves the
next."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, CursorResult

from app.core.store.database import Crowded, Database, TookTooLong
from app.core.store.desk import Desk, one_by_one
from app.core.store.opening import open_database
from app.core.store.watch import Watch, name_of, unhurried
from tests.app.core.store.stories import PATIENCE
from tests.databases import ON_SQLITE, transaction
from tests.rows import appending, begin, log

A_WORK = 0.2
A_TURN = 60.0
"""Nobody is turned away in a test on a busy machine."""
ENDLESS = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "postgresql": "SELECT pg_sleep(100)",
}

ENDLESS_ROWS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
HELD: list[CursorResult[Any]] = []
"""Answers that somebody holds for ever."""
pytestmark = pytest.mark.filterwarnings(
    # A shot that meets the callback of a weak reference is lost, and the next one follows.
    "ignore:Exception ignored in.*:pytest.PytestUnraisableExceptionWarning"
)


def spin(_: Connection) -> None:
    while True:
        pass


def spin_whatever_is_raised(_: Connection) -> None:
    while True:
        try:
            spin(_)
        except Exception:
            continue


def spin_although_told_to_end(_: Connection) -> None:
    for _again in range(3):
        try:
            spin(_)
        except BaseException:
            continue


def ask_for_ever(connection: Connection) -> None:
    while True:
        connection.exec_driver_sql("SELECT 1").fetchall()


def ask_one_long_question(connection: Connection) -> None:
    connection.exec_driver_sql(ENDLESS[connection.dialect.name]).fetchall()


def read_one_answer_for_ever(connection: Connection) -> None:
    for _ in connection.exec_driver_sql(ENDLESS_ROWS):
        pass


def hold_on_to_an_answer(connection: Connection) -> None:
    HELD.append(connection.exec_driver_sql("SELECT 1 UNION ALL SELECT 2"))
    spin(connection)


def ask_and_hide_the_answer(connection: Connection) -> None:
    try:
        ask_one_long_question(connection)
    except Exception:
        return


HANGING = (
    *(spin, spin_whatever_is_raised, spin_although_told_to_end),
    *(ask_for_ever, ask_one_long_question, read_one_answer_for_ever, hold_on_to_an_answer),
    ask_and_hide_the_answer,
)


@pytest.fixture(autouse=True)
def patient_desks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desk, "is_late", lambda *_: False)


def tell(url: str, story: Callable[[Database], Any]) -> None:
    # On a busy machine, the first statements may take longer than a transaction may take here.
    with transaction(url) as connection:
        begin(connection)

    async def told() -> None:
        async with open_database(url, A_WORK) as database:
            await asyncio.wait_for(story(database), PATIENCE)

    asyncio.run(told())


@pytest.mark.parametrize("hang", HANGING, ids=lambda hang: hang.__name__)
def test_a_transaction_that_hangs_is_given_up_and_nothing_else_is_lost(
    url: str, hang: Callable[[Connection], None], caplog: pytest.LogCaptureFixture
) -> None:
    def write_and_hang(connection: Connection) -> None:
        appending(99)(connection)
        hang(connection)

    async def story(database: Database) -> None:
        asked = [appending(0), write_and_hang, appending(1), appending(2)]
        answers = await asyncio.gather(*map(database.write, asked), return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), TookTooLong, type(None), type(None)]
        with pytest.raises(TookTooLong):
            await database.read(hang)
        await database.write(appending(3))
        assert [entry.seq for entry in await database.read(log)] == [0, 1, 2, 3]

    with caplog.at_level(logging.ERROR, "rampart"):
        tell(url, story)
    written, read = (record.__dict__["more"]["work"] for record in caplog.records if record.name == "rampart")
    assert written.endswith(".write_and_hang")
    assert read == name_of(hang)


def test_several_transactions_that_hang_are_given_up_one_after_another(url: str) -> None:
    async def story(database: Database) -> None:
        asked = [spin, appending(0), ask_one_long_question, appending(1)]
        answers = await asyncio.gather(*map(database.write, asked), return_exceptions=True)
        assert [type(answer) for answer in answers] == [TookTooLong, type(None), TookTooLong, type(None)]

    tell(url, story)


def test_a_transaction_that_takes_nearly_its_time_is_not_harmed_nor_is_the_next(url: str) -> None:
    """Transactions that end just as their time does: whichever way it goes, no shot may reach another transaction."""

    def take(_: Connection, seconds: float) -> str:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pass
        return "done"

    async def story(database: Database) -> None:
        for step in range(8):
            last = A_WORK + step * 0.01
            answers = await asyncio.gather(database.write(take, last), database.write(take, 0), return_exceptions=True)
            assert type(answers[0]) in {str, TookTooLong}
            assert answers[1] == "done"

    tell(url, story)


def test_what_must_come_to_its_end_does_so_although_the_time_is_up() -> None:
    watch, ended = Watch(0.02), list[bool]()
    watch.start()

    def take(connection: Connection) -> None:
        with unhurried():
            until = time.monotonic() + 0.1
            while time.monotonic() < until:
                pass
            ended.append(True)
        spin(connection)

    with pytest.raises(TookTooLong):
        watch.run(take, None, lambda: None)  # type: ignore[arg-type]
    watch.end()
    assert ended == [True]


def test_no_shot_is_ever_met_outside_of_a_work() -> None:
    """A thousand transactions with hardly any time, in a thread that would die of one shot that came too late."""
    watch, ended = Watch(0.0004), 0
    watch.start()
    until = time.monotonic() + 0.2
    for _ in range(1000):
        try:
            watch.run(lambda _: sum(range(3000)), None, lambda: None)  # type: ignore[arg-type]
            ended += 1
        except TookTooLong:
            continue
        if time.monotonic() > until:
            break
    watch.end()
    assert ended


def test_no_statement_is_stopped_on_a_connection_that_is_let_go() -> None:
    """Transactions that end just when their time does, each on a connection that closes at once when the transaction is
    given up."""
    watch, stopped_late = Watch(0.0004), 0

    def stop(driver: sqlite3.Connection, closed: list[bool]) -> None:
        nonlocal stopped_late
        driver.interrupt()
        stopped_late += bool(closed)

    watch.start()
    until = time.monotonic() + 0.3
    for _ in range(3000):
        driver, closed = sqlite3.connect(":memory:"), list[bool]()
        count = partial(
            driver.execute, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 900) SELECT i FROM n"
        )
        with suppress(TookTooLong, sqlite3.Error):
            watch.run(lambda _, count=count: sum(row[0] for row in count()), None, partial(stop, driver, closed))  # type: ignore[arg-type, misc]
        closed.append(True)
        driver.close()
        if time.monotonic() > until:
            break
    watch.end()
    assert not stopped_late


def test_a_lambda_is_named_by_where_it_stands_and_what_it_calls() -> None:
    assert name_of(lambda connection: asyncio.run(connection, debug=True)) == f"{__name__}.{_here()}: asyncio.run"
    assert name_of(partial(partial(spin))) == f"{__name__}.spin"


def _here() -> str:
    return test_a_lambda_is_named_by_where_it_stands_and_what_it_calls.__qualname__


def test_closing_does_not_wait_for_a_transaction_that_cannot_be_stopped(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.store.desk.LONGEST_CLOSING_SECONDS", 0.1)

    async def told() -> None:
        database = open_database(url)
        await database.start()
        hanging = asyncio.create_task(database.write(lambda _: time.sleep(1)))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await database.close()
        assert time.monotonic() - began < 0.9
        hanging.cancel()

    asyncio.run(told())


def test_what_is_asked_while_every_thread_is_stuck_is_turned_away() -> None:
    async def told() -> None:
        desk = Desk[Callable[[], Any]]("stuck", 1, one_by_one, longest_wait=0.05)
        desk.start()
        stuck = asyncio.create_task(desk.ask(lambda: time.sleep(0.2)))
        await asyncio.sleep(0.02)
        waiting = asyncio.create_task(desk.ask(lambda: None))
        await asyncio.sleep(0)
        desk.look(time.monotonic())
        assert not waiting.done()
        desk.look(time.monotonic() + 1)
        with pytest.raises(Crowded):
            await waiting
        await stuck
        assert desk.finish(within=PATIENCE)

    asyncio.run(told())


def test_no_more_than_so_much_lies_at_a_desk() -> None:
    async def told() -> None:
        desk = Desk[Callable[[], Any]]("full", 0, one_by_one, A_TURN, share=3)
        desk.start()
        waiting = [asyncio.create_task(desk.ask(lambda: None)) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await waiting[-1]
        desk.finish(within=0)
        assert [type(each) for each in await asyncio.gather(*waiting, return_exceptions=True)] == [Crowded] * 4

    asyncio.run(told())


def test_what_comes_after_a_long_silence_has_not_waited_yet() -> None:
    async def told() -> None:
        desk = Desk[Callable[[], Any]]("quiet", 0, one_by_one, 0.05)
        desk.start()
        await asyncio.sleep(0.06)
        waiting = asyncio.create_task(desk.ask(lambda: None))
        await asyncio.sleep(0)
        desk.look(time.monotonic())
        await asyncio.sleep(0)
        assert not waiting.done()
        desk.look(time.monotonic() + 0.06)
        with pytest.raises(Crowded):
            await waiting

    asyncio.run(told())


@ON_SQLITE
def test_a_group_that_has_taken_long_is_committed_before_the_rest_is_begun(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.store.owner.LONGEST_GROUP_SECONDS", -1.0)
    sizes: list[float] = []

    async def story(database: Database) -> None:
        monkeypatch.setattr(database.commits, "observe", sizes.append)
        await asyncio.gather(*(database.write(appending(seq)) for seq in range(4)))
        assert sizes == [1, 1, 1, 1]

    tell(url, story)
