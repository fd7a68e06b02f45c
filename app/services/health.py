"""Whether the database answers."""

from sqlalchemy import Connection, text


def ask(connection: Connection) -> None:
    """Ask the database for a constant, to see that it answers."""
    connection.execute(text("SELECT 1"))
