"""Statements about the hints that a player has had."""

from sqlalchemy import ColumnElement, Connection, and_, func, insert, select, update

from app.play.tables.games import help_given


def rung(connection: Connection, session_id: str, seq: int, sight: str) -> int:
    """Return how far up the ladder of hints, from 1, the player went at a `seq`; 0 without a hint.

    `sight` is `fair` for a helper that sees what the player sees, or `all` for one that sees face-down cards too.
    """
    here = select(help_given.c.rung).where(_is(session_id, seq, sight))
    return connection.execute(here).scalar_one_or_none() or 0


def climb(connection: Connection, session_id: str, seq: int, sight: str, rung: int, now: int) -> None:
    """Store how far up the ladder of hints the player now is."""
    climbed = update(help_given).where(_is(session_id, seq, sight)).values(rung=rung, at=now)
    if not connection.execute(climbed).rowcount:
        row = {"session_id": session_id, "seq": seq, "sight": sight, "rung": rung, "at": now}
        connection.execute(insert(help_given), row)


def count(connection: Connection, session_id: str) -> int:
    """Count the places of a session at which the player had help."""
    return connection.execute(select(func.count()).where(help_given.c.session_id == session_id)).scalar_one()


def _is(session_id: str, seq: int, sight: str) -> ColumnElement[bool]:
    return and_(help_given.c.session_id == session_id, help_given.c.seq == seq, help_given.c.sight == sight)
