"""A run of puzzles as a goal for a week."""

from sqlalchemy import Connection

from app.core.words import numbered
from app.features.puzzles.rows import puzzle_runs
from app.play.goals import Goal, TimeSpan

_FIRST, _MOST = 3, 30


def _best(connection: Connection, player_id: str, span: TimeSpan) -> int:
    return puzzle_runs.best_between(connection, player_id, span.since, span.until)


def wanted(usual: int) -> int:
    """Return how many puzzles to solve in a run, given the best in four weeks.

    >>> [wanted(best) for best in (0, 3, 40)]
    [3, 4, 30]
    """
    return min(_MOST, max(_FIRST, usual + 1))


RUN = Goal(
    address="/puzzles#runs",
    reached=_best,
    wanted=wanted,
    words=lambda puzzles: f"Solve {puzzles} puzzles in one streak or sprint.",
    so_far=lambda best: numbered(best, "Your best one has 1 puzzle", "Your best one has {count} puzzles"),
)
