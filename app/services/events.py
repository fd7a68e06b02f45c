"""Events: what a session belongs to beyond its player, and what its playing means there."""

from sqlalchemy import Connection

from app.model.event import InDaily, InRace
from app.model.session import Session
from app.services import races, results


def played(connection: Connection, session: Session) -> None:
    """Let an event know, in the same transaction, how one of its sessions stands now."""
    match session.event:
        case InDaily() if session.status.finished:
            results.end(connection, session, session.changed_at)
        case InRace(code):
            races.played(connection, session, code)
