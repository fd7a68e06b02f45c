"""Calls from one process to others over one PostgreSQL database: “there is something to do, so look at once”.

A process that hears calls (`app/core/store/hearing.py`) need not look several times a second. A call goes out when its
transaction commits. If nobody hears it, it is lost, so listeners still look now and then.
"""

from sqlalchemy import Connection, text

CHANNEL = "rampart_asked"


def call(connection: Connection) -> None:
    """Call the processes that listen, once this transaction commits; do nothing on SQLite, where nobody listens."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"NOTIFY {CHANNEL}"))
