"""Statements about sessions with a task."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from app.core.store.unreadable import reads
from app.features.puzzles.tables import task
from app.features.puzzles.values.task import Task, TaskOutcome

_FIND = select(task).where(task.c.session_id == bindparam("which"))


def add(connection: Connection, added: Task) -> None:
    """Add the task of a session."""
    connection.execute(insert(task), asdict(added))


def find(connection: Connection, session_id: str) -> Task | None:
    """Return the task of a session, or None if it has none."""
    row = connection.execute(_FIND, {"which": session_id}).first()
    return _read(row) if row else None


def end(connection: Connection, ended: Task) -> bool:
    """Store how a try ended; return False if it had ended before."""
    values = {"outcome": ended.outcome, "lost_seq": ended.lost_seq, "ended_at": ended.ended_at}
    open_one = update(task).where(task.c.session_id == ended.session_id, task.c.outcome.is_(None))
    return connection.execute(open_one.values(values)).rowcount == 1


def note_rating(connection: Connection, session_id: str, before: int, after: int) -> None:
    """Store the player's rating before a try and after it."""
    changed = update(task).where(task.c.session_id == session_id)
    connection.execute(changed.values(rated_from=before, rated_to=after))


def of_run(connection: Connection, run_id: str) -> Task | None:
    """Return the task begun last in a run, or None before the first."""
    latest = select(task).where(task.c.run_id == run_id).order_by(task.c.session_id.desc()).limit(1)
    row = connection.execute(latest).first()
    return _read(row) if row else None


@reads(task)
def _read(row: Sequence[Any]) -> Task:
    session_id, outcome, *rest = row
    return Task(session_id, None if outcome is None else TaskOutcome(outcome), *rest)
