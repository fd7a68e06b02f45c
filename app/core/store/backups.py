"""What a database knows of its backups: when the state of the newest one was taken.

A backup does not hold the note about itself, so a database that is restored knows only of those before it.
"""

from contextlib import suppress

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.core.store.tables import bookmark

_NAME = "backup"
"""The name of the bookmark that says when."""
_SKEW_MS = 3_600_000
"""By how much the clock of whoever backs up may be ahead."""


def note(connection: Connection, taken: int, now: int) -> None:
    """Note that there is a backup of the state that the database had at a time. An older one changes nothing."""
    mine = bookmark.c.name == _NAME
    values = {"at": taken, "after": ""}
    older = ~bookmark.c.at.between(taken, now + _SKEW_MS)
    if connection.execute(update(bookmark).where(mine, older).values(values)).rowcount:
        return
    if connection.execute(select(bookmark.c.at).where(mine)).first() is None:
        # If another one is noted meanwhile, it is as good.
        with suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(bookmark), {"name": _NAME, **values})


def newest(connection: Connection, now: int) -> int | None:
    """Return when the state of the newest backup was taken; None if no backup is noted.

    A note from the future is none: a clock that was wrong must not make a backup look fresh for a year.
    """
    noted: int | None = connection.execute(select(bookmark.c.at).where(bookmark.c.name == _NAME)).scalar()
    return noted if noted is not None and noted <= now + _SKEW_MS else None
