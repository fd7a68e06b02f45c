"""Puzzles: begin a try, and count it once the solvers have decided how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound
from app.features.puzzles.rows import puzzle_runs, puzzles, ratings, tasks
from app.features.puzzles.service import days, lessons
from app.features.puzzles.service import puzzle_runs as runs
from app.features.puzzles.service import tasks as trying
from app.features.puzzles.service.days import DaysInRow
from app.features.puzzles.service.lessons import Taught
from app.features.puzzles.values.event import InLesson, InPuzzle
from app.features.puzzles.values.puzzle import PuzzleAttempt, PuzzleRun, Vote
from app.features.puzzles.values.task import Refutation, Task, TaskOutcome, TaskProgress
from app.features.ratings.values.rating import PUZZLE_DEVIATION, Rating, rate
from app.people.rows import players as rows_of_players
from app.people.service import players
from app.play.rows import sessions as rows
from app.play.service import play, sessions
from app.play.service.secrecy import check_help, check_open
from app.play.service.sessions import Opening
from app.play.values.session import Session, Turn
from engine.puzzles import Puzzle


@dataclass(frozen=True, slots=True)
class TryView:
    """A session with a task, as its player sees it."""

    session: Session
    puzzle: Puzzle
    task: Task
    thinking: bool
    """Whether solvers have yet to judge it, or its outcome is yet to be stored."""
    refutation: Refutation | None
    attempt: PuzzleAttempt | None
    """The player's attempt at the puzzle; None for a task that is no puzzle."""
    vote: Vote | None
    run: PuzzleRun | None
    """The streak or sprint to which it belongs."""
    lesson: Taught | None
    """The lesson; None for a puzzle."""
    days: DaysInRow | None
    """The player's run of days, once a try at the puzzle of the day has ended; None at any other."""
    warnings: Sequence[str]
    """For each move that stands what the lesson says against it; none for a puzzle."""


def opening(puzzle: Puzzle, now: int) -> Opening:
    """Return the opening that leads to a puzzle's position, for `start`."""
    return sessions.opening(puzzle.variant, puzzle.deck, puzzle.moves, now)


def start(
    connection: Connection, player_id: str, puzzle: Puzzle, begins: Opening, now: int, run_id: str | None = None
) -> Session:
    """Begin a try at a puzzle that was checked, perhaps in a run. Only a first move makes it an attempt.

    Without a run, return the player's last try if it has not ended: nobody may leave a lost try, before solvers have
    judged it, for a better one.

    Raises:
        Withheld, Impossible: an event on its deal has begun since; the run is over or has another try open.
    """
    check_open(connection, puzzle.deck, now)
    players.ensure(connection, player_id, now)
    # This locks the row, so of two requests at once the second finds the try of the first.
    puzzles.open_attempt(connection, player_id, puzzle.id, puzzle.variant.game, now)
    if run_id:
        runs.check_free(connection, run_id, now)
    elif unended := in_play(connection, player_id, puzzle.id):
        return unended
    session = sessions.start_task(connection, player_id, puzzle, InPuzzle(puzzle.id), begins, now)
    tasks.add(connection, Task(session.id, run_id=run_id))
    return session


def in_play(connection: Connection, player_id: str, puzzle_id: str) -> Session | None:
    """Return the player's last try at a puzzle, if it has not ended."""
    session = rows.last_of_event(connection, player_id, InPuzzle(puzzle_id))
    task = tasks.find(connection, session.id) if session else None
    return session if task and task.outcome is None else None


def look(connection: Connection, session_id: str, player_id: str | None, now: int) -> tuple[TryView, TaskProgress]:
    """Return a try as stored, and how it stands by what the solvers know. This is for the lane of heavy reads.

    Raises:
        NotFound, NotYours: also for a game without a task.
        Withheld: an open event is played on its deal, or on one near it.
    """
    session = sessions.own(connection, session_id, player_id)
    puzzle, task = trying.task_of(connection, session), tasks.find(connection, session_id)
    if task is None:
        raise NotFound("This game has no task.")
    check_help(connection, session, [session.position], now)
    standing = TaskProgress() if task.outcome else trying.stands(connection, session, puzzle)
    seen = TryView(
        session=session,
        puzzle=puzzle,
        task=task,
        thinking=bool(standing.asks or standing.outcome),
        refutation=trying.refutation(connection, session, puzzle, task),
        attempt=puzzles.attempt_of(connection, session.player_id, puzzle.id),
        vote=puzzles.vote_of(connection, session.player_id, puzzle.id),
        run=puzzle_runs.find(connection, task.run_id) if task.run_id else None,
        lesson=lessons.find(session.event) if isinstance(session.event, InLesson) else None,
        days=_days(connection, session, task, now),
        warnings=trying.warnings_of(connection, session, puzzle),
    )
    return seen, standing


def _days(connection: Connection, session: Session, task: Task, now: int) -> DaysInRow | None:
    if not isinstance(session.event, InPuzzle) or task.outcome is None or task.run_id:
        return None
    if days.of_puzzle(connection, session.event.id, now) is None:
        return None
    return days.in_row(connection, session.player_id, now)


def day_of(connection: Connection, session_id: str, standing: TaskProgress, now: int) -> date | None:
    """Return the day whose puzzle a try has solved on it, or else None. This is for the lane of heavy reads."""
    event = sessions.get(connection, session_id).event
    if not isinstance(event, InPuzzle) or standing.outcome is not TaskOutcome.SOLVED:
        return None
    return days.of_puzzle(connection, event.id, standing.ended_at or now)


def settle(connection: Connection, session_id: str, standing: TaskProgress, day: date | None, now: int) -> Turn | None:
    """Store how a try ended, rate it if it is the first attempt, and end a game that is lost.

    `day` is the day whose puzzle it solved, if any.

    Return the turn that ended the game, or None if none did.
    """
    assert standing.outcome
    session, task = sessions.get(connection, session_id), tasks.find(connection, session_id)
    assert task
    ended_at = standing.ended_at or now
    if not tasks.end(connection, Task(session_id, standing.outcome, standing.lost_seq, ended_at)):
        return None
    if isinstance(session.event, InPuzzle):
        puzzle = trying.find(connection, session.event.id)
        if task.run_id:
            close(connection, session.player_id, puzzle, standing.outcome, day, now)
            runs.count(connection, task.run_id, standing.outcome, ended_at)
        elif change := count(connection, session.player_id, puzzle, standing.outcome, day, now):
            tasks.note_rating(connection, session.id, *(rating.rounded for rating in change))
    if isinstance(session.event, InLesson) and standing.outcome is TaskOutcome.SOLVED:
        warnings = trying.warnings_of(connection, session, lessons.find(session.event).puzzle)
        # Who did what the lesson warns of has reached its goal and missed its point.
        if not any(warnings):
            lessons.note_done(connection, session.player_id, session.event, now)
    if standing.outcome is TaskOutcome.LOST and not session.status.finished:
        return play.end(connection, session, now)
    return None


def begin(connection: Connection, player_id: str, puzzle: Puzzle, now: int) -> None:
    """Begin the player's first attempt at a puzzle without a table, unless it has begun already."""
    players.ensure(connection, player_id, now)
    puzzles.open_attempt(connection, player_id, puzzle.id, puzzle.variant.game, now)
    puzzles.begin_attempt(connection, player_id, puzzle.id, now)


def close(
    connection: Connection, player_id: str, puzzle: Puzzle, outcome: TaskOutcome, day: date | None, now: int
) -> bool:
    """Store how an attempt ended, without rating it. Return whether it was the first attempt, and counts.

    `day` is the day on which it solved the puzzle of the day, if it did.
    """
    is_first = puzzles.end_attempt(connection, player_id, puzzle.id, outcome, now)
    if outcome is TaskOutcome.SOLVED:
        puzzles.note_solved(connection, player_id, puzzle.id, now)
    if day:
        days.note(connection, player_id, day)
    return is_first


def count(
    connection: Connection, player_id: str, puzzle: Puzzle, outcome: TaskOutcome, day: date | None, now: int
) -> tuple[Rating, Rating] | None:
    """Count how an attempt ended, with the day as in `close`. Return the player's rating before and after.

    Return None if it was not the first attempt, or if the account took it over from a guest. Otherwise somebody with
    several guests could choose the best.
    """
    if not close(connection, player_id, puzzle, outcome, day, now):
        return None
    game = puzzle.variant.game
    before = ratings.lock_player(connection, player_id, game, Rating(changed_at=now))
    its = ratings.lock_puzzle(connection, puzzle.id, first_guess(puzzle))
    after, its_after = rate(before, its, int(outcome is TaskOutcome.SOLVED), now)
    ratings.keep_player(connection, player_id, game, after)
    if not rows_of_players.is_bot(connection, player_id):
        # Only people's attempts show how hard a puzzle is for people.
        ratings.keep_puzzle(connection, puzzle.id, its_after)
    return before, after


def first_guess(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle that nobody has attempted."""
    return Rating(puzzle.rating, PUZZLE_DEVIATION)


def difficulty(connection: Connection, puzzle: Puzzle) -> int:
    """Return the rating of a puzzle as pages show it."""
    return (ratings.of_puzzle(connection, puzzle.id) or first_guess(puzzle)).rounded


def vote(connection: Connection, player_id: str, puzzle_id: str, given: Vote, now: int) -> None:
    """Store a vote on a puzzle that the player has attempted; the same vote again takes it back.

    Raises:
        NotFound, Impossible: there is no such puzzle; the player has not finished an attempt at it, or is a bot.
    """
    if rows_of_players.is_bot(connection, player_id):
        raise Impossible("Only people can vote on puzzles.")
    attempt = puzzles.attempt_of(connection, player_id, trying.find(connection, puzzle_id).id)
    if attempt is None or attempt.outcome is None:
        raise Impossible("You can vote on a puzzle once you have attempted it.")
    if puzzles.vote_of(connection, player_id, puzzle_id) is given:
        puzzles.withdraw_vote(connection, player_id, puzzle_id)
    else:
        puzzles.vote(connection, player_id, puzzle_id, given, now)
