"""Streaks and sprints on PostgreSQL, where transactions run side by side."""

from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import func, select

from app.features.puzzles.service import puzzle_runs
from app.features.puzzles.tables import puzzle_run
from app.features.puzzles.values.puzzle import RunKind
from app.people.rows import players
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import PLAYER

NOW = 1_000_000


@ON_POSTGRES
def test_of_streaks_begun_at_once_one_goes_on(url: str) -> None:
    engine = plain_engine(url)
    with engine.begin() as connection:
        players.add(connection, PLAYER)

    def begin(at: int) -> None:
        with engine.begin() as connection:
            puzzle_runs.begin(connection, puzzle_runs.plan(PLAYER.id, RunKind.STREAK, None, at))

    with ThreadPoolExecutor() as threads:
        list(threads.map(begin, range(NOW, NOW + 8)))
    still = select(func.count()).where(puzzle_run.c.ended_at.is_(None))
    with engine.begin() as connection:
        assert connection.execute(still).scalar_one() == 1
