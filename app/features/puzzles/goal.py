"""Lessons, the puzzle of the day and a run of puzzles as goals for a week."""

from sqlalchemy import Connection

from app.core.clock import today
from app.core.words import numbered
from app.features.puzzles.rows import days, lessons, puzzle_runs
from app.people.rows import players
from app.play.goals import Goal, TimeSpan, days_so_far, wanted_days
from engine.games import GAMES
from engine.lessons import lessons as lessons_of

NEW_MS = 28 * 24 * 3_600_000
"""For how long a lesson may be the new thing of somebody's week."""
_FIRST, _MOST = 3, 30


def _lessons(connection: Connection, player_id: str, span: TimeSpan) -> int:
    return lessons.count_between(connection, player_id, span.since, span.until)


def may_learn(connection: Connection, player_id: str, since: int) -> bool:
    """Return whether a lesson was left at a time for a player who was still new then."""
    player = players.find(connection, player_id)
    if player is None or player.made_at < since - NEW_MS:
        return False
    every = sum(len(lessons_of(game)) for game in GAMES.values())
    return lessons.count_between(connection, player_id, 0, since) < every


def _days(connection: Connection, player_id: str, span: TimeSpan) -> int:
    return days.count_between(connection, player_id, today(span.since), today(span.until - 1))


def _best(connection: Connection, player_id: str, span: TimeSpan) -> int:
    return puzzle_runs.best_between(connection, player_id, span.since, span.until)


def wanted(usual: int) -> int:
    """Return how many puzzles to solve in a run, given the best in four weeks.

    >>> [wanted(best) for best in (0, 3, 40)]
    [3, 4, 30]
    """
    return min(_MOST, max(_FIRST, usual + 1))


LESSON = Goal(
    place=20,
    address="/learn",
    reached=_lessons,
    wanted=lambda _: 1,
    words=lambda _: "Take a lesson.",
    so_far=lambda _: "",
    fits=may_learn,
)
DAY = Goal(
    place=30,
    address="/puzzles",
    reached=_days,
    wanted=wanted_days,
    words=lambda days: numbered(days, "Solve the puzzle of the day.", "Solve the puzzle of the day on {number} days."),
    so_far=days_so_far,
)
RUN = Goal(
    place=50,
    address="/puzzles#runs",
    reached=_best,
    wanted=wanted,
    words=lambda puzzles: f"Solve {puzzles} puzzles in one streak or sprint.",
    so_far=lambda best: numbered(best, "Your best one has 1 puzzle", "Your best one has {count} puzzles"),
)
