"""Statements that count things for the operator. None scans a large table."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import Connection, bindparam, func, select

from app.store.ids import first_id
from app.store.schema import account, attempt, player, question, race, session

_QUESTIONS = select(question.c.kind, func.count().label("waiting")).group_by(question.c.kind)
_SESSIONS = select(func.count()).select_from(session).where(session.c.id >= bindparam("first"))
_PLAYERS = select(func.count()).select_from(player).where(player.c.id >= bindparam("first"))
_ACCOUNTS = select(func.count()).select_from(account)
_RACES = select(func.count()).select_from(race).where(race.c.due_at.is_not(None))
_HELD = select(func.count()).select_from(attempt).where(attempt.c.day >= bindparam("since"), attempt.c.held.is_(True))


def questions(connection: Connection) -> Mapping[str, int]:
    """Count what solvers have yet to answer, by kind."""
    return {row.kind: row.waiting for row in connection.execute(_QUESTIONS)}


def sessions_since(connection: Connection, time: int) -> int:
    """Count the sessions that were begun since."""
    return connection.execute(_SESSIONS, {"first": first_id(time)}).scalar_one()


def players_since(connection: Connection, time: int) -> int:
    """Count the players who came since."""
    return connection.execute(_PLAYERS, {"first": first_id(time)}).scalar_one()


def accounts(connection: Connection) -> int:
    """Count the accounts."""
    return connection.execute(_ACCOUNTS).scalar_one()


def races(connection: Connection) -> int:
    """Count the races in which something is about to happen."""
    return connection.execute(_RACES).scalar_one()


def held(connection: Connection, since: date) -> int:
    """Count the results of that day and later ones at which a person has yet to look."""
    return connection.execute(_HELD, {"since": since}).scalar_one()
