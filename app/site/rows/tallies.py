"""Statements that count things for the operator. None scans a large table."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import ColumnElement, Connection, Table, func, select

from app.core.store.ids import first_id
from app.features.daily.tables import attempt
from app.features.races.tables import race
from app.people.tables import account, player
from app.play.tables.games import session
from app.play.tables.solving import question


def questions(connection: Connection) -> Mapping[str, int]:
    """Count the questions that solvers have yet to answer, by kind."""
    by_kind = select(question.c.kind, func.count().label("waiting")).group_by(question.c.kind)
    return {row.kind: row.waiting for row in connection.execute(by_kind)}


def sessions_since(connection: Connection, time: int) -> int:
    """Count the sessions begun since a time."""
    return _count(connection, session, session.c.id >= first_id(time))


def players_since(connection: Connection, time: int) -> int:
    """Count the players who first came since a time."""
    return _count(connection, player, player.c.id >= first_id(time))


def accounts(connection: Connection) -> int:
    """Count the accounts."""
    return _count(connection, account)


def races(connection: Connection) -> int:
    """Count the races that a server still has to look after."""
    return _count(connection, race, race.c.due_at.is_not(None))


def held(connection: Connection, since: date) -> int:
    """Count the results from that day on that a person has yet to judge."""
    return _count(connection, attempt, attempt.c.day >= since, attempt.c.held.is_(True))


def _count(connection: Connection, table: Table, *where: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).select_from(table).where(*where)).scalar_one()
