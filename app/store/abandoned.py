"""Statements about games of guests that nobody will go on with."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, func, select

from app.store.ids import first_id
from app.store.schema import account, metadata, session

_PAGE = (
    select(session.c.id)
    .where(session.c.id > bindparam("after"), session.c.id < bindparam("below"))
    .order_by(session.c.id)
    .limit(bindparam("at_most"))
    .subquery()
)
_LAST = select(func.max(_PAGE.c.id))
_ABANDONED = select(session.c.id).where(
    session.c.id > bindparam("after"),
    session.c.id <= bindparam("last"),
    session.c.changed_at < bindparam("before"),
    session.c.status.in_(("playing", "stuck")),
    session.c.event.is_(None),
    ~select(account.c.player_id).where(account.c.player_id == session.c.player_id).exists(),
)
_BELONGING = [
    delete(table).where(key.parent.in_(bindparam("which", expanding=True)))
    for table in reversed(metadata.sorted_tables)
    for key in table.foreign_keys
    if key.column is session.c.id
]
"""Whatever names a session, the tables that are to come among it."""
_SESSIONS = delete(session).where(session.c.id.in_(bindparam("which", expanding=True)))


def last_of_page(connection: Connection, after: str, before: int, size: int) -> str | None:
    """Return the last id of the next so many sessions begun before a time; None if there are none."""
    page = {"after": after, "below": first_id(before), "at_most": size}
    last: str | None = connection.execute(_LAST, page).scalar_one()
    return last


def between(connection: Connection, after: str, last: str, before: int) -> list[str]:
    """List the unfinished sessions of guests from behind one id to another, last changed before a time.

    Those of events are left out.
    """
    return list(connection.execute(_ABANDONED, {"after": after, "last": last, "before": before}).scalars())


def delete_all(connection: Connection, session_ids: Sequence[str]) -> None:
    """Delete sessions with all that belongs to them."""
    for statement in (*_BELONGING, _SESSIONS):
        connection.execute(statement, {"which": session_ids})
