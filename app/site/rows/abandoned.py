"""Statements about games of guests that nobody will continue."""

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, func, or_, select

from app.core.store.ids import first_id
from app.people.tables import account
from app.play.rows.sessions import at_task
from app.play.tables.games import session
from app.site.schema import metadata

_BELONGING = [
    (table, key.parent)
    for table in reversed(metadata.sorted_tables)
    for key in table.foreign_keys
    if key.column is session.c.id
]
"""Every table with a column that refers to a session, and that column. New tables join the list by themselves."""


def last_of_page(connection: Connection, after: str, before: int, size: int) -> str | None:
    """Return the last id of the next `size` sessions begun before a time; None if there are none."""
    page = select(session.c.id).where(session.c.id > after, session.c.id < first_id(before))
    last: str | None = connection.execute(
        select(func.max(page.order_by(session.c.id).limit(size).subquery().c.id))
    ).scalar_one()
    return last


def between(connection: Connection, after: str, last: str, before: int) -> list[str]:
    """List guests' unfinished games and all their tries at tasks, with ids after `after` and up to `last`.

    Include only sessions last changed before `before`, and no games of events. The outcome of a try is stored
    elsewhere.
    """
    abandoned = select(session.c.id).where(
        session.c.id > after,
        session.c.id <= last,
        session.c.changed_at < before,
        or_(and_(session.c.event.is_(None), session.c.status.in_(("playing", "stuck"))), at_task()),
        ~select(account.c.player_id).where(account.c.player_id == session.c.player_id).exists(),
    )
    return list(connection.execute(abandoned).scalars())


def delete_all(connection: Connection, session_ids: Sequence[str]) -> None:
    """Delete sessions with all that belongs to them."""
    for table, column in (*_BELONGING, (session, session.c.id)):
        connection.execute(delete(table).where(column.in_(session_ids)))
