"""Statements about streaks and sprints."""

from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, Row, func, insert, literal, select, update

from app.core.store.types import PatienceOrAll
from app.core.store.unreadable import each, reads
from app.features.puzzles.tables import puzzle_run, task
from app.features.puzzles.values.puzzle import PuzzleRun, RunKind
from app.play.rows import sessions
from app.play.tables.games import session
from app.play.values.session import Session
from engine.rules import Game


def add(connection: Connection, added: PuzzleRun) -> None:
    """Add a run."""
    connection.execute(insert(puzzle_run), {field.name: getattr(added, field.name) for field in fields(added)})


def find(connection: Connection, run_id: str) -> PuzzleRun | None:
    """Return the run with that id, or None if there is none."""
    return _read(connection.execute(select(puzzle_run).where(puzzle_run.c.id == run_id)).first())


def find_to_change(connection: Connection, run_id: str) -> PuzzleRun | None:
    """Return the run with that id, or None. Nobody else can change it until this transaction ends."""
    return _read(connection.execute(select(puzzle_run).where(puzzle_run.c.id == run_id).with_for_update()).first())


def keep(connection: Connection, changed: PuzzleRun) -> None:
    """Store how far a run is."""
    values = {name: getattr(changed, name) for name in ("until", "ended_at", "solved", "mistakes")}
    connection.execute(update(puzzle_run).where(puzzle_run.c.id == changed.id).values(values))


def end_all(connection: Connection, player_id: str, kind: RunKind, now: int) -> None:
    """End a player's unfinished runs of a kind."""
    theirs = (puzzle_run.c.player_id == player_id, puzzle_run.c.kind == kind, puzzle_run.c.ended_at.is_(None))
    connection.execute(update(puzzle_run).where(*theirs).values(ended_at=now))


def best(connection: Connection, player_id: str, kind: RunKind, game: Game | None) -> int:
    """Return the most puzzles that a player solved in one run; 0 without any run."""
    of_games = puzzle_run.c.game == literal(game, PatienceOrAll)
    theirs = (puzzle_run.c.player_id == player_id, puzzle_run.c.kind == kind, of_games)
    most: int | None = connection.execute(select(func.max(puzzle_run.c.solved)).where(*theirs)).scalar()
    return most or 0


def best_between(connection: Connection, player_id: str, since: int, until: int) -> int:
    """Return the most puzzles that a player solved in a run begun from one time to before another; 0 without any."""
    begun = puzzle_run.c.begun_at >= since, puzzle_run.c.begun_at < until
    most: int | None = connection.execute(
        select(func.max(puzzle_run.c.solved)).where(puzzle_run.c.player_id == player_id, *begun)
    ).scalar()
    return most or 0


def bests(connection: Connection, player_id: str) -> dict[tuple[RunKind, Game | None], int]:
    """Return the most puzzles that a player solved in one run, by kind and game; the game None means all games."""
    most = select(puzzle_run.c.kind, puzzle_run.c.game, func.max(puzzle_run.c.solved).label("solved"))
    grouped = most.where(puzzle_run.c.player_id == player_id).group_by(puzzle_run.c.kind, puzzle_run.c.game)
    return dict(each(_best, connection.execute(grouped)))


def tries_of(connection: Connection, run_id: str) -> list[Session]:
    """List the sessions of a run, the earliest first."""
    of_run = select(session).join(task, task.c.session_id == session.c.id).where(task.c.run_id == run_id)
    return each(sessions.read, connection.execute(of_run.order_by(session.c.id)))


@reads(puzzle_run)
def _best(row: Row[Any]) -> tuple[tuple[RunKind, Game | None], int]:
    return (RunKind(row.kind), row.game), row.solved


def _read(row: Row[Any] | None) -> PuzzleRun | None:
    return _run(row) if row else None


@reads(puzzle_run)
def _run(row: Row[Any]) -> PuzzleRun:
    run_id, player_id, kind, *rest = tuple(row)
    return PuzzleRun(run_id, player_id, RunKind(kind), *rest)
