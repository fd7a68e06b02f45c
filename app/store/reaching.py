"""Reaching a PostgreSQL server, also one of a cluster whose machines fall silent, take over and give way.

An address may name several hosts, `postgresql+psycopg://name@/rampart?host=one:5432&host=two:5432`, and should then say
`target_session_attrs=read-write`, so that each new connection goes to the one that takes writes.
"""

import psycopg
from psycopg.errors import Diagnostic
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

_PATIENCE = {
    # Seconds for each host of the address.
    "connect_timeout": 3,
    # A machine that is silent for about ten seconds is gone; the system's own limits are hours and a quarter of one.
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""What libpq is told, unless the address says otherwise."""
_DOUBTS = "rampart doubts"


def engine_to(url: URL) -> Engine:
    """Return an engine that keeps no connection. Its errors name their statements, but no values."""
    patience = {name: value for name, value in _PATIENCE.items() if name not in url.query}
    # A deck has no place in a log.
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=patience)
    event.listen(engine, "connect", _listen)
    return engine


def commit(connection: Connection) -> bool:
    """Commit, and return whether it is sure to last.

    A server that stops waiting for its standbys says COMMIT all the same, with a warning: should it be lost now, what
    was written goes with it.
    """
    doubts: list[str] = connection.info[_DOUBTS]
    doubts.clear()
    connection.commit()
    return not doubts


def _listen(driver: "psycopg.Connection[object]", record: ConnectionPoolEntry) -> None:
    doubts: list[str] = []
    record.info[_DOUBTS] = doubts

    def note(said: Diagnostic) -> None:
        if said.severity_nonlocalized == "WARNING":
            doubts.append(said.message_primary or "")

    driver.add_notice_handler(note)
