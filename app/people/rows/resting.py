"""Names at rest: those of deleted accounts, and those that moderators have replaced, which nobody may take for a while.

The table has no name that anybody could read, only digests with a salt, which goes when the last name does.
"""

import hmac
from secrets import token_hex

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from app.people.tables import resting_name


def rest(connection: Connection, skeleton: str, now: int) -> None:
    """Let a name rest, whose skeleton this is."""
    salt = next(iter(_salts(connection)), None) or token_hex(16)
    end(connection, skeleton)
    row = {"digest": _digest(salt, skeleton), "salt": salt, "since": now}
    connection.execute(insert(resting_name), row)


def rests(connection: Connection, skeleton: str) -> bool:
    """Return whether a name with this skeleton rests."""
    return (
        connection.execute(select(resting_name.c.since).where(_is(connection, skeleton)).limit(1)).first() is not None
    )


def end(connection: Connection, skeleton: str) -> None:
    """Let anybody take a name again."""
    connection.execute(delete(resting_name).where(_is(connection, skeleton)))


def forget(connection: Connection, before: int) -> None:
    """Forget the names that have rested since before a time."""
    connection.execute(delete(resting_name).where(resting_name.c.since < before))


def _is(connection: Connection, skeleton: str) -> ColumnElement[bool]:
    # Two first names at once may have brought a salt each.
    return resting_name.c.digest.in_([_digest(salt, skeleton) for salt in _salts(connection)])


def _salts(connection: Connection) -> list[str]:
    return list(connection.execute(select(resting_name.c.salt).distinct()).scalars())


def _digest(salt: str, skeleton: str) -> str:
    return hmac.digest(salt.encode(), skeleton.encode(), "sha256").hex()
