"""The puzzle of the day, which a process looks up once every few seconds."""

from datetime import date
from threading import Lock
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.clock import today
from app.core.refusals import NotFound
from app.features.puzzles.rows import puzzles
from app.features.puzzles.service import choosing, days
from app.features.puzzles.service.days import DaysInRow
from app.features.puzzles.values.puzzle import PuzzleAttempt
from app.play.rows import sessions
from engine.puzzles import Puzzle

KEPT_MS = 10_000
"""How long a process keeps the puzzle."""


class PuzzleOfDayView(NamedTuple):
    """The puzzle of the day as one visitor sees it."""

    puzzle: Puzzle
    attempt: PuzzleAttempt | None
    new_game: bool
    """Whether it is in a game that the visitor has never begun."""
    days: DaysInRow
    """The days in a row on which the visitor solved it."""


class PuzzleOfDay:
    """The puzzle of the day in one serving process."""

    def __init__(self) -> None:
        self._kept: tuple[int, date, Puzzle | None] | None = None
        self._alone = Lock()

    def look(self, connection: Connection, player_id: str | None, now: int) -> PuzzleOfDayView | None:
        """Return the puzzle as a visitor sees it; None if there is none."""
        puzzle = self._of_everybody(connection, now)
        if puzzle is None:
            return None
        row = days.in_row(connection, player_id, now)
        if player_id is None:
            return PuzzleOfDayView(puzzle, None, new_game=True, days=row)
        attempt = puzzles.attempt_of(connection, player_id, puzzle.id)
        is_new = not sessions.has_begun(connection, player_id, puzzle.variant.game)
        return PuzzleOfDayView(puzzle, attempt, is_new, row)

    def _of_everybody(self, connection: Connection, now: int) -> Puzzle | None:
        day = today(now)
        with self._alone:
            kept = self._kept
        # If a clock is set back, the puzzle must not stay for longer.
        if kept and kept[1] == day and abs(now - kept[0]) < KEPT_MS:
            return kept[2]
        try:
            fresh = choosing.of_day(connection, day, now)
        except NotFound:
            fresh = None
        with self._alone:
            self._kept = now, day, fresh
        return fresh
