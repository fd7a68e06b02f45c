"""Streaks and sprints: puzzles one after another, each harder than the one before. They change no rating."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound, NotYours, Over
from app.core.store.ids import new_id
from app.features.puzzles.rows import puzzle_runs, tasks
from app.features.puzzles.values.event import InPuzzle
from app.features.puzzles.values.puzzle import PuzzleRun, RunKind
from app.features.puzzles.values.task import TaskOutcome
from app.people.service import players
from app.play.values.session import Session
from engine.rules import Game

SPRINT_MS = 3 * 60_000
"""How long a sprint lasts, by the server's clock."""
MISTAKE_MS = 10_000
"""How much time a mistake in a sprint costs."""


@dataclass(frozen=True, slots=True)
class PuzzleRunView:
    """A run as its player sees it."""

    run: PuzzleRun
    tries: list[Session]
    best: int
    """The most puzzles that the player has solved in a run of this kind and game."""
    goes_on: bool
    in_play: Session | None
    """The unfinished try; None if there is none."""

    @property
    def used(self) -> list[str]:
        """The ids of the puzzles it has had."""
        return [one.event.id for one in self.tries if isinstance(one.event, InPuzzle)]


def plan(player_id: str, kind: RunKind, game: Game | None, now: int) -> PuzzleRun:
    """Return a run that would begin now; the clock of a sprint starts at once."""
    return PuzzleRun(new_id(now), player_id, kind, game, now, now + SPRINT_MS if kind is RunKind.SPRINT else None)


def begin(connection: Connection, run: PuzzleRun) -> None:
    """Begin a planned run, and end the player's other runs of the same kind."""
    # If two begin at once, the second ends the first.
    players.hold(connection, run.player_id, run.begun_at)
    puzzle_runs.end_all(connection, run.player_id, run.kind, run.begun_at)
    puzzle_runs.add(connection, run)


def look(connection: Connection, run_id: str, player_id: str | None, now: int) -> PuzzleRunView:
    """Return a run to its player; raise `NotFound` or `NotYours`."""
    run = puzzle_runs.find(connection, run_id)
    if run is None:
        raise NotFound("There is no such run.")
    if run.player_id != player_id:
        raise NotYours("This run belongs to another player.")
    tries = puzzle_runs.tries_of(connection, run_id)
    last = tasks.find(connection, tries[-1].id) if tries else None
    return PuzzleRunView(
        run=run,
        tries=tries,
        best=puzzle_runs.best(connection, run.player_id, run.kind, run.game),
        goes_on=goes_on(run, now),
        in_play=tries[-1] if last and last.outcome is None and goes_on(run, now) else None,
    )


def check_free(connection: Connection, run_id: str, now: int) -> None:
    """Raise `Impossible` if a run is over or its last try is open; if two requests come at once, only one may go on."""
    run, last = puzzle_runs.find_to_change(connection, run_id), tasks.of_run(connection, run_id)
    if run is None or not goes_on(run, now):
        raise Over("This run is over.")
    if last and last.outcome is None:
        raise Impossible("This run has a puzzle that is still open.")


def goes_on(run: PuzzleRun, now: int) -> bool:
    """Return whether a run is not over."""
    return run.ended_at is None and (run.until is None or now < run.until)


def count(connection: Connection, run_id: str, outcome: TaskOutcome, ended_at: int) -> None:
    """Count a run's try that ended at a time, unless the run was over by then."""
    run = puzzle_runs.find_to_change(connection, run_id)
    assert run
    if not goes_on(run, ended_at):
        return
    if outcome is TaskOutcome.SOLVED:
        run = replace(run, solved=run.solved + 1)
    elif run.until is None:
        run = replace(run, mistakes=1, ended_at=ended_at)
    else:
        run = replace(run, mistakes=run.mistakes + 1, until=run.until - MISTAKE_MS)
    puzzle_runs.keep(connection, run)
