"""Statements about players who leave their tables and come back."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, case, or_, update

from app.play.tables.games import session

# A later entry shows that somebody plays there, with or without a stream.
_BEGIN = (
    update(session)
    .where(
        session.c.id == bindparam("which"),
        session.c.changed_at <= bindparam("left"),
        session.c.away_since.is_(None),
        session.c.event.is_(None),
        or_(session.c.status == "playing", session.c.status == "stuck"),
    )
    .values(away_since=bindparam("left"))
)


def begin(connection: Connection, left: Sequence[tuple[str, int]]) -> None:
    """Note when the players of these sessions left their tables.

    Leave out sessions that are over, belong to an event, or have been played in since.
    """
    connection.execute(_BEGIN, [{"which": session_id, "left": at} for session_id, at in left])


def end(connection: Connection, session_id: str, back: int, grace: int) -> None:
    """Note that a session's player came back at `back`; up to `grace` milliseconds do not count as an absence."""
    absence = back - session.c.away_since
    counted = session.c.away_ms + case((absence <= grace, 0), else_=absence)
    away = update(session).where(session.c.id == session_id, session.c.away_since.is_not(None))
    connection.execute(away.values(away_ms=counted, away_since=None))
