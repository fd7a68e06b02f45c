"""Statements that count results of dailies for the operator."""

from datetime import date

from sqlalchemy import Connection, func, select

from app.features.daily.tables import attempt


def held(connection: Connection, since: date) -> int:
    """Count the results from that day on that a person has yet to judge."""
    waiting = attempt.c.day >= since, attempt.c.held.is_(True)
    return connection.execute(select(func.count()).select_from(attempt).where(*waiting)).scalar_one()
