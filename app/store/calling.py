"""Calls from one process to others over one PostgreSQL database: there is something to do, so look at once.

Whoever hears them (`app/store/hearing.py`) need not look several times a second. A call is only heard once its
transaction is committed, and one that nobody hears is lost, so whoever listens still looks now and then.
"""

from sqlalchemy import Connection, text

CHANNEL = "rampart_asked"


def call(connection: Connection) -> None:
    """Call whoever listens, once this transaction is committed; an SQLite file has nobody who would."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"NOTIFY {CHANNEL}"))
