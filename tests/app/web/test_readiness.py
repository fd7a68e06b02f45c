"""Whoever asks whether to send people here learns whether this server can serve and write, and what is degraded."""

import asyncio
import logging
import sqlite3
from collections import Counter

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import Connection, select

from app.core.live.topics import LocalLive
from app.core.logs import Seldom
from app.core.store import health
from app.core.store.database import Database
from app.core.store.tables import bookmark
from app.play.solving.worker import Worker
from app.play.values.solvers import Solvers
from app.web.readiness import Readiness
from tests.databases import plain_engine

READY = (200, "ready\n")


def full() -> sqlite3.Error:
    """Return what SQLite raises when the disk is full."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every trial meet a full disk, and try at every question."""

    def write(_connection: Connection, _now: int) -> None:
        raise full()

    monkeypatch.setattr("app.core.store.health.try_writing", write)
    monkeypatch.setattr("app.web.readiness.FAILED_SECONDS", 0.0)


def told(client: TestClient) -> tuple[int, str]:
    answer = client.get("/readyz")
    assert answer.headers["content-type"].startswith("text/plain")
    return answer.status_code, answer.text


def test_a_server_that_can_write_is_ready(client: TestClient) -> None:
    assert told(client) == READY


@pytest.mark.usefixtures("full_disk")
def test_a_server_that_cannot_write_sends_people_elsewhere_and_names_the_database(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(client) == (503, "not ready: the database cannot be written\n")
    monkeypatch.setattr("app.core.store.health.try_writing", lambda *_: None)
    assert told(client) == READY


def test_without_redis_people_are_still_sent_here_and_the_answer_says_what_is_degraded(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_live: LocalLive) -> None:
        raise OSError("Redis takes no news.")

    monkeypatch.setattr(LocalLive, "ask", away)
    status, text = told(client)
    assert status == 200
    assert text.startswith("ready, but degraded: Redis is away")


def test_a_server_that_nobody_answers_questions_for_says_so_and_is_ready_all_the_same(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.readiness.FAILED_SECONDS", 0.0)
    monkeypatch.setattr(Worker, "solvers", Solvers.AWAY)
    status, text = told(client)
    assert status == 200
    assert text.startswith("ready, but degraded: no solver answers questions: ")
    monkeypatch.setattr(Worker, "solvers", Solvers.STARTING)
    assert told(client) == READY


def test_however_many_ask_the_server_tries_once(client: TestClient) -> None:
    app = client.app
    assert isinstance(app, FastAPI)
    database: Database = app.state.server.database
    tries = Counter[str]()

    class Counted:
        async def read(self, *_: object) -> None:
            tries["read"] += 1

        async def write(self, *_: object) -> None:
            tries["write"] += 1

    async def ask() -> None:
        readiness = Readiness(database, LocalLive())
        readiness._database = Counted()  # type: ignore[assignment]
        assert set(await asyncio.gather(*(readiness.look() for _ in range(1000)))) == {(200, "ready")}

    asyncio.run(ask())
    assert tries == {"read": 1, "write": 1}


def test_what_the_database_refuses_is_logged_with_its_cause_once_a_minute(
    client: TestClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(*_: object) -> None:
        raise full()

    clock = [1000.0]
    monkeypatch.setattr("app.core.logs.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("app.web.errors._seldom", Seldom())
    monkeypatch.setattr("app.play.rows.sessions.add", add)
    caplog.set_level(logging.WARNING, "rampart")
    for seconds, lines in ((0, 1), (59, 1), (2, 2)):
        clock[0] += seconds
        assert client.post("/api/v1/sessions", json={"game": "fortress", "deal": 4}).status_code == 503
        causes = [record.more["cause"] for record in caplog.records if hasattr(record, "more")]
        assert causes == ["OperationalError: database or disk is full"] * lines


def test_the_trial_is_written_on_either_database(url: str) -> None:
    with plain_engine(url).begin() as connection:
        for now in (1, 2):
            health.try_writing(connection, now)
        assert connection.execute(select(bookmark.c.at)).scalars().all() == [2]
