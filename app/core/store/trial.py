"""A row that is only there to be written, so that somebody sees whether the database takes it."""

from contextlib import suppress

from sqlalchemy import Connection, insert, update
from sqlalchemy.exc import IntegrityError

from app.core.store.tables import bookmark

NAME = "trial"
"""The name of the row among the bookmarks."""
_WEIGHT = {"sqlite": 65_536, "postgresql": 16}
"""How many characters to write. A small row may still fit into what is left on a full disk when moves do not; only
SQLite takes more than the column's 16."""


def write(connection: Connection, now: int) -> None:
    """Store when somebody last tried to write."""
    values = {"at": now, "after": "." * _WEIGHT[connection.dialect.name]}
    if connection.execute(update(bookmark).where(bookmark.c.name == NAME).values(values)).rowcount == 0:
        with suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(bookmark), {"name": NAME, **values})
