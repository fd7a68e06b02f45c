"""Statements about sessions that race against a finished game, or against the house."""

from sqlalchemy import Connection, insert, select

from app.core.store.unreadable import each
from app.people.tables import account
from app.play.rows import sessions
from app.play.rows.sessions import whole_game
from app.play.tables.games import ghost, house_ghost, session, shared
from app.play.values.session import Session
from engine.rules import Variant


def race_against(connection: Connection, session_id: str, of_session_id: str) -> None:
    """Note that a session races against a finished one."""
    connection.execute(insert(ghost), {"session_id": session_id, "of_session_id": of_session_id})


def find_rival(connection: Connection, session_id: str) -> str | None:
    """Return the finished session against which a session races, or None if there is none."""
    return connection.execute(select(ghost.c.of_session_id).where(ghost.c.session_id == session_id)).scalar()


def race_house(connection: Connection, session_id: str, pace_ms: int) -> None:
    """Note that a session races against the house, which takes `pace_ms` for a move."""
    connection.execute(insert(house_ghost), {"session_id": session_id, "pace_ms": pace_ms})


def pace_of_house(connection: Connection, session_id: str) -> int | None:
    """Return how long the house takes for a move, in milliseconds; None if a session does not race against it."""
    return connection.execute(select(house_ghost.c.pace_ms).where(house_ghost.c.session_id == session_id)).scalar()


def list_shared(
    connection: Connection, variant: Variant, but_of: str | None, limit: int
) -> list[tuple[Session, str | None]]:
    """List the `limit` latest shared wins of a variant with their players' names, except those of `but_of`."""
    won = (
        select(session, account.c.name)
        .join(shared, shared.c.session_id == session.c.id)
        .outerjoin(account, account.c.player_id == session.c.player_id)
        .where(
            shared.c.game == variant.game.slug,
            session.c.options == variant.text,
            session.c.status == "won",
            session.c.sealed.is_(False),
            session.c.player_id != (but_of or ""),
            whole_game(),
        )
        .order_by(shared.c.session_id.desc())
        .limit(limit)
    )
    return each(lambda row: (sessions.read(row[:-1]), row[-1]), connection.execute(won))
