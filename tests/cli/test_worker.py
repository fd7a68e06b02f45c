"""`rampart worker`."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from app.play.rows import questions
from app.play.service.questions import key
from app.play.values.question import Question, QuestionKind, QuestionSubject
from engine.asking import Verdict
from engine.games import find
from engine.position import deal, snapshot
from tests.cli.conftest import CHECKOUT, Rampart, environment
from tests.cli.test_serve import serving, trouble
from tests.databases import ON_POSTGRES, plain_engine
from tests.engine.verdicts import WINS
from tests.rows import PLAYER, begin

SECRET = "a secret of some length"
PATIENCE = 120
WON = min(WINS, key=lambda win: len(win.line))
ABOUT = QuestionSubject(find(WON.slug).settle(WON.options), snapshot(WON.rules, deal(WON.rules, WON.deck)))


def test_a_worker_needs_postgresql(rampart: Rampart, tmp_path: Path) -> None:
    ended = rampart("worker", RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "A worker needs PostgreSQL. A server on SQLite runs its own solver processes.\n"


def test_a_worker_on_sqlite_makes_no_secret(rampart: Rampart, tmp_path: Path) -> None:
    assert rampart("worker", RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db").code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_worker_refuses_an_old_schema(rampart: Rampart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.site.commands.database.fits", lambda _: False)
    monkeypatch.setenv("RAMPART_DATABASE_URL", "postgresql://127.0.0.1/games")
    monkeypatch.setenv("RAMPART_SECRET", SECRET)
    ended = rampart("worker")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "The database's schema does not fit this version: run `rampart migrate` first.\n"


def test_a_database_that_does_not_answer_is_said_in_one_line(rampart: Rampart) -> None:
    address = "postgresql://me:hush@127.0.0.1:1/games"
    ended = rampart("worker", RAMPART_DATABASE_URL=address, RAMPART_SECRET=SECRET)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("Cannot use the database postgresql+psycopg://me:***@127.0.0.1:1/games: ")
    assert ended.err.count("\n") == 1


@contextmanager
def working(url: str, **settings: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a worker with one solver."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "app.site.commands", "worker"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=CHECKOUT,
        env=environment(
            RAMPART_DATABASE_URL=url,
            RAMPART_SECRET=SECRET,
            RAMPART_SOLVERS="1",
            RAMPART_SOLVER_MEMORY="64",
            **settings,
        ),
    )
    with worker:
        try:
            yield worker
        finally:
            worker.kill()


def until_ready(told: str, words: str) -> None:
    """Wait until a server says so of itself."""
    until, said = time.monotonic() + PATIENCE, ""
    while said != words:
        assert time.monotonic() < until, said
        with urlopen(f"{told.split()[3]}readyz", timeout=20) as response:
            said = response.read().decode()
        time.sleep(0.2)


@ON_POSTGRES
def test_a_server_says_that_no_worker_answers_until_one_does_and_again_when_it_has_gone(url: str) -> None:
    lacking = "ready, but degraded: no worker answers questions: start rampart worker\n"
    with serving(RAMPART_DATABASE_URL=url, RAMPART_SECRET=SECRET) as (_, told):
        until_ready(told, lacking)
        with working(url) as worker:
            until_ready(told, "ready\n")
            worker.send_signal(signal.SIGTERM)
            assert trouble(worker.communicate(timeout=60)[1]) == ""
        until_ready(told, lacking)


@ON_POSTGRES
def test_a_worker_answers_what_is_asked_and_ends_quietly(url: str) -> None:
    engine, name = plain_engine(url), key(QuestionKind.JUDGE, ABOUT)
    now = time.time_ns() // 1_000_000
    with engine.begin() as connection:
        begin(connection)
        questions.add(connection, Question(name, QuestionKind.JUDGE, ABOUT, PLAYER.id, now, now + 1000 * PATIENCE))
    with working(url) as worker:
        kept, until = None, time.monotonic() + PATIENCE
        while kept is None and time.monotonic() < until:
            time.sleep(0.05)
            with engine.begin() as connection:
                kept = questions.answer_to(connection, name)
        worker.send_signal(signal.SIGTERM)
        out, err = worker.communicate(timeout=60)
    assert kept is not None
    assert kept.verdict is Verdict.WINNABLE
    assert (worker.returncode, trouble(err)) == (0, "")
    assert out.startswith("Answering questions in postgresql+psycopg://")
