"""Events: what a session belongs to beyond its player, and what its playing means there."""

from collections.abc import Callable

from sqlalchemy import Connection

from app.services import races, results
from app.store.sessions import Session
from engine.record import Status


def _in_a_daily(connection: Connection, session: Session) -> None:
    if Status(session.status).finished:
        results.end(connection, session, session.changed_at)


PLAYED: dict[str, Callable[[Connection, Session], None]] = {"daily": _in_a_daily, races.EVENT: races.played}
"""What follows, in the same transaction, from something done in a session; by the first word of its event."""


def played(connection: Connection, session: Session) -> None:
    """Tell an event how one of its sessions now stands."""
    if session.event:
        PLAYED[session.event.partition(" ")[0]](connection, session)
