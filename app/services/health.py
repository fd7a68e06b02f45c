"""Whether the database answers."""

from sqlalchemy import Connection, text


def ask(connection: Connection) -> None:
    """Ask the database for nothing in particular."""
    connection.execute(text("SELECT 1"))
