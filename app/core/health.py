"""Whether the database answers, and whether it can be written."""

from sqlalchemy import Connection, text

from app.core.store import trial


def ask(connection: Connection) -> None:
    """Ask the database for a constant, to see that it answers."""
    connection.execute(text("SELECT 1"))


def try_writing(connection: Connection, now: int) -> None:
    """Change a row that nobody needs: the commit goes the way of a move's."""
    trial.write(connection, now)
