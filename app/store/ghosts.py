"""Statements about games that are raced against finished ones."""

from sqlalchemy import Connection, bindparam, insert, select

from app.store.schema import ghost

_ADD = insert(ghost).values(session_id=bindparam("which"), of_session_id=bindparam("other"))
_FIND = select(ghost.c.of_session_id).where(ghost.c.session_id == bindparam("which"))


def add(connection: Connection, session_id: str, of_session_id: str) -> None:
    """Note that a session races against a finished one."""
    connection.execute(_ADD, {"which": session_id, "other": of_session_id})


def find(connection: Connection, session_id: str) -> str | None:
    """Return the finished session that a session is raced against, None if there is none."""
    found: str | None = connection.execute(_FIND, {"which": session_id}).scalar_one_or_none()
    return found
