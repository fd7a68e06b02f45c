"""What a database knows about the secret with which it is used: enough to notice another one, too little to find it."""

import hmac
from enum import Enum

from sqlalchemy import Connection, column, delete, insert, inspect, select, table
from sqlalchemy.exc import IntegrityError

from app.core.store.tables import bookmark

_PLAYER = table("player", column("id"))
"""The players, as far as the core knows them: whether there are any."""
_NAME = "secret"
"""The name of the bookmark that holds the check value."""
_ABOUT = b"rampart check value of the secret"
_KNOWN = select(bookmark.c.after).where(bookmark.c.name == _NAME)


class Misfit(Enum):
    """Why a secret is not that of a database; a sentence for the operator."""

    LOST = "The database's secret is missing, and without it guests lose their games."
    OTHER = "This is not the database's secret, and with another one guests lose their games."


def check_value(secret: bytes) -> str:
    """Return the 64 bits by which a database recognises its secret."""
    return hmac.digest(secret, _ABOUT, "sha256").hex()[:16]


def misfit(connection: Connection, secret: bytes | None) -> Misfit | None:
    """Return why a secret, or none, is not that of a database; None if it may be.

    A missing secret does not fit a database that has players or has known a secret. Any secret fits one that has known
    none.
    """
    tables = set(inspect(connection).get_table_names())
    known = connection.execute(_KNOWN).scalar() if bookmark.name in tables else None
    if secret is None:
        played = _PLAYER.name in tables and connection.execute(select(_PLAYER.c.id).limit(1)).first()
        return Misfit.LOST if known or played else None
    return Misfit.OTHER if known not in (None, check_value(secret)) else None


def is_known(connection: Connection) -> bool:
    """Return whether a database has known a secret."""
    return connection.execute(_KNOWN).first() is not None


def remember(connection: Connection, secret: bytes, now: int) -> Misfit | None:
    """Remember a secret in a database that has known none. If it has known one, say as `misfit` does whether that fits.

    Of several that are remembered at once, the first counts.
    """
    try:
        with connection.begin_nested():
            connection.execute(insert(bookmark), {"name": _NAME, "at": now, "after": check_value(secret)})
    except IntegrityError:
        return misfit(connection, secret)
    return None


def forget(connection: Connection) -> None:
    """Forget the secret, so that the next one counts."""
    connection.execute(delete(bookmark).where(bookmark.c.name == _NAME))
