"""Statements that count races for the operator."""

from sqlalchemy import Connection, func, select

from app.features.races.tables import race


def due(connection: Connection) -> int:
    """Count the races that a server still has to look after."""
    return connection.execute(select(func.count()).select_from(race).where(race.c.due_at.is_not(None))).scalar_one()
