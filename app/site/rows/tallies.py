"""Statements that count things for the operator. None scans a large table."""

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Connection, Table, func, literal_column, select, text

from app.core.store.ids import first_id
from app.people.tables import account, player
from app.play.tables.games import session
from app.play.tables.solving import question
from engine.record import Status

_SIZE = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database())",
}


def questions(connection: Connection) -> Mapping[str, int]:
    """Count the questions that solvers have yet to answer, by kind."""
    by_kind = select(question.c.kind, func.count().label("waiting")).group_by(question.c.kind)
    return {row.kind: row.waiting for row in connection.execute(by_kind)}


def oldest_untaken(connection: Connection, now: int) -> int | None:
    """Return when the oldest question was asked that nobody has taken; None if there is none."""
    untaken = select(func.min(question.c.asked_at)).where(question.c.taken_until < now)
    oldest: int | None = connection.execute(untaken).scalar_one()
    return oldest


def sessions_played(connection: Connection, begun: int, changed: int) -> int:
    """Count the sessions begun since one time and changed since another."""
    return _count(connection, session, session.c.id >= first_id(begun), session.c.changed_at >= changed)


def database_bytes(connection: Connection) -> int:
    """Return the size of the database."""
    return int(connection.execute(text(_SIZE[connection.dialect.name])).scalar_one())


def sessions_since(connection: Connection, time: int) -> int:
    """Count the sessions begun since a time."""
    return _count(connection, session, session.c.id >= first_id(time))


def players_since(connection: Connection, time: int) -> int:
    """Count the players who first came since a time."""
    return _count(connection, player, player.c.id >= first_id(time))


def players_begun(connection: Connection, time: int) -> int:
    """Count the players who have begun a game since a time."""
    begun = select(func.count(session.c.player_id.distinct())).where(session.c.id >= first_id(time))
    return connection.execute(begun).scalar_one()


def sessions_ended(connection: Connection, status: Status, time: int) -> int:
    """Count the sessions that have ended in one way since a time: won, or given up."""
    return _count(connection, session, session.c.status == literal_column(f"'{status}'"), session.c.changed_at >= time)


def accounts_since(connection: Connection, time: int) -> int:
    """Count the accounts made since a time."""
    return _count(connection, account, account.c.made_at >= time)


def accounts(connection: Connection) -> int:
    """Count the accounts."""
    return _count(connection, account)


def _count(connection: Connection, table: Table, *where: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).select_from(table).where(*where)).scalar_one()
