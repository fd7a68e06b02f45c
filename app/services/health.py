"""Whether the database answers."""

from sqlalchemy import Connection, text


def ask(connection: Connection) -> None:
    """Ask the database for a constant; raise what the database raises if it does not answer."""
    connection.execute(text("SELECT 1"))
