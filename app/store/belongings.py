"""Statements that read everything about a player beside the sessions, row by row."""

from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, select

from app.store.schema import attempt, racer, run

_DAILIES = (
    select(*(column for column in attempt.c if column.name not in {"player_id", "held", "score"}))
    .where(attempt.c.player_id == bindparam("whose"))
    .order_by(attempt.c.day, attempt.c.game, attempt.c.number)
)
_RACES = (
    select(
        racer.c.code, racer.c.name, racer.c.joined_at,
        run.c.number, run.c.session_id, run.c.outcome, run.c.home, run.c.steps, run.c.ms,
    )
    .outerjoin(run, and_(run.c.code == racer.c.code, run.c.player_id == racer.c.player_id))
    .where(racer.c.player_id == bindparam("whose"))
    .order_by(racer.c.joined_at, racer.c.code, run.c.number)
)  # fmt: skip


def dailies(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the player's attempts at dailies, by column."""
    return _rows(connection, _DAILIES, player_id)


def races(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the races the player entered, one for each run in them, by column."""
    return _rows(connection, _RACES, player_id)


def _rows(connection: Connection, asked: Select[Any], player_id: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(asked, {"whose": player_id}).mappings()]
