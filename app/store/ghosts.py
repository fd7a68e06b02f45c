"""Statements about games that are raced against finished ones."""

from sqlalchemy import Connection, insert, select

from app.store.schema import ghost


def add(connection: Connection, session_id: str, of_session_id: str) -> None:
    """Note that a session races against a finished one."""
    connection.execute(insert(ghost), {"session_id": session_id, "of_session_id": of_session_id})


def find(connection: Connection, session_id: str) -> str | None:
    """Return the finished session that a session is raced against, None if there is none."""
    return connection.execute(select(ghost.c.of_session_id).where(ghost.c.session_id == session_id)).scalar()
