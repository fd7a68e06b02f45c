"""Statements that read everything about a player beside the sessions, row by row."""

from typing import Any

from sqlalchemy import Connection, and_, select

from app.store.schema import attempt, racer, run


def dailies(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the player's attempts at dailies, by column."""
    told = (column for column in attempt.c if column.name not in {"player_id", "held", "score"})
    theirs = select(*told).where(attempt.c.player_id == player_id)
    rows = connection.execute(theirs.order_by(attempt.c.day, attempt.c.game, attempt.c.number))
    return [dict(row) for row in rows.mappings()]


def races(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the races the player entered, one for each run in them, by column."""
    entered = (
        select(
            racer.c.code, racer.c.name, racer.c.joined_at,
            run.c.number, run.c.session_id, run.c.outcome, run.c.home, run.c.steps, run.c.ms,
        )
        .outerjoin(run, and_(run.c.code == racer.c.code, run.c.player_id == racer.c.player_id))
        .where(racer.c.player_id == player_id)
        .order_by(racer.c.joined_at, racer.c.code, run.c.number)
    )  # fmt: skip
    return [dict(row) for row in connection.execute(entered).mappings()]
