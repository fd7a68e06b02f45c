"""The rows by which workers say that they are there."""

from sqlalchemy import Connection, func, select

from app.play.rows import workers
from app.play.rows.workers import FRESH_MS
from app.play.tables.solving import worker
from app.play.values.solvers import Solvers, Workers

NOW = 1_800_000_000_000


def test_without_a_word_nobody_is_there(connection: Connection) -> None:
    assert workers.at_work(connection, NOW) == Workers(0, Solvers.AWAY)


def test_the_solvers_of_all_workers_stand_as_the_best_of_them(connection: Connection) -> None:
    for name, solvers, together in (
        ("one", Solvers.AWAY, Solvers.AWAY),
        ("two", Solvers.STARTING, Solvers.STARTING),
        ("three", Solvers.READY, Solvers.READY),
        ("four", Solvers.STARTING, Solvers.READY),
    ):
        workers.tell(connection, name, solvers, NOW)
        assert workers.at_work(connection, NOW).solvers is together
    assert workers.at_work(connection, NOW).count == 4


def test_the_last_word_of_a_worker_counts(connection: Connection) -> None:
    for solvers in (Solvers.STARTING, Solvers.READY, Solvers.AWAY):
        workers.tell(connection, "one", solvers, NOW)
        assert workers.at_work(connection, NOW) == Workers(1, solvers)


def test_a_worker_that_falls_silent_is_missed_and_its_row_goes_away(connection: Connection) -> None:
    workers.tell(connection, "killed", Solvers.READY, NOW)
    assert workers.at_work(connection, NOW + FRESH_MS - 1).count == 1
    assert workers.at_work(connection, NOW + FRESH_MS) == Workers(0, Solvers.AWAY)
    workers.tell(connection, "other", Solvers.READY, NOW + 3_600_000)
    assert connection.execute(select(func.count()).select_from(worker)).scalar_one() == 1


def test_a_worker_whose_clock_was_ahead_does_not_outlive_itself(connection: Connection) -> None:
    workers.tell(connection, "killed", Solvers.READY, NOW + 86_400_000)
    assert workers.at_work(connection, NOW) == Workers(0, Solvers.AWAY)
    workers.tell(connection, "other", Solvers.AWAY, NOW)
    assert connection.execute(select(func.count()).select_from(worker)).scalar_one() == 1


def test_a_worker_that_ends_is_forgotten_at_once(connection: Connection) -> None:
    for name in ("one", "two"):
        workers.tell(connection, name, Solvers.READY, NOW)
    workers.leave(connection, "one")
    assert workers.at_work(connection, NOW) == Workers(1, Solvers.READY)
