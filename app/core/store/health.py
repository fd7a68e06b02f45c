"""Whether the database answers, and whether it can be written."""

from contextlib import suppress

from sqlalchemy import Connection, insert, text, update
from sqlalchemy.exc import IntegrityError

from app.core.store.tables import bookmark

TRIAL = "trial"
"""The name of the row among the bookmarks."""
_WEIGHT = {"sqlite": 65_536, "postgresql": 16}
"""How many characters to write. A small row may still fit into what is left on a full disk when moves do not; only
SQLite takes more than the column's 16."""


def ask(connection: Connection) -> None:
    """Ask the database for a constant, to see that it answers."""
    connection.execute(text("SELECT 1"))


def try_writing(connection: Connection, now: int) -> None:
    """Store when somebody last tried to write, in a row that nobody needs: the commit goes the way of a move's."""
    values = {"at": now, "after": "." * _WEIGHT[connection.dialect.name]}
    if connection.execute(update(bookmark).where(bookmark.c.name == TRIAL).values(values)).rowcount == 0:
        with suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(bookmark), {"name": TRIAL, **values})
