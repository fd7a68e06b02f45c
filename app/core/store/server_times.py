"""Statements about what servers say of their time."""

from dataclasses import asdict

from sqlalchemy import Connection, delete, insert, select, update

from app.core.clock import Told
from app.core.store.tables import server_time

_KEPT_MS = 30 * 24 * 3_600_000
"""For how long after the last word of a server its word is kept."""


def all_told(connection: Connection) -> list[Told]:
    """Return the last word of each server."""
    return [Told(*row) for row in connection.execute(select(server_time))]


def tell(connection: Connection, told: Told) -> None:
    """Store the word of a server, in place of its last one."""
    if not connection.execute(update(server_time).where(server_time.c.server == told.server), asdict(told)).rowcount:
        connection.execute(insert(server_time), asdict(told))


def forget_older(connection: Connection, told: Told) -> None:
    """Forget servers that said their last word long ago, and earlier ones of the same machine's start."""
    old = server_time.c.now < told.now - _KEPT_MS
    same = (server_time.c.boot == told.boot) & (server_time.c.elapsed < told.elapsed - _KEPT_MS // 30)
    connection.execute(delete(server_time).where(server_time.c.server != told.server, old | same))
