"""Reaching a PostgreSQL server, also one of a cluster whose machines fall silent, take over and give way.

An address may name several hosts, `postgresql+psycopg://name@/rampart?host=one:5432&host=two:5432`, and should then say
`target_session_attrs=read-write`, so that each new connection goes to the one that takes writes. While there is none,
what only reads may ask the others.
"""

import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Thread
from typing import Any, TypeAlias

import psycopg
from psycopg.errors import Diagnostic
from psycopg.rows import TupleRow
from sqlalchemy import URL, Connection, Dialect, Engine, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
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
_LONG_SECONDS = 1.0
"""A host that has kept us waiting for this long, and then failed, is silent …"""
_AVOIDED_SECONDS = 5.0
"""… and for this long nobody else waits for it while there are others."""
_PORT = "5432"
_FAR = (
    "SELECT (greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn(), '0/0') - '0/0')::bigint,"
    " (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::bigint"
)
_DOUBTS = "rampart doubts"
_LINE = "rampart line"
_CANCELLING_SECONDS = 1.0

Driver: TypeAlias = "psycopg.Connection[object]"
_Place: TypeAlias = tuple[str, str]
"""A host and its port."""


class Line:
    """The way to the server of one connection, which any thread may cut while another waits for an answer.

    Neither Python nor the system ends such a wait if a machine keeps its connections and only its programs stand still.
    """

    def __init__(self, driver: Driver, tell: Callable[[_Place], object]) -> None:
        self._driver, self._tell = driver, tell
        self._place = (driver.info.host, str(driver.info.port))
        # Its own handle: the driver's number may mean another connection by the time that somebody cuts this one.
        self._socket = socket.socket(fileno=os.dup(driver.fileno()))
        self._first_asked: float | None = None
        self.is_cut = False

    def stop(self) -> None:
        """Ask the server to end the statement; cut the line if we asked a while ago. Return at once.

        The connection must not be used any more.
        """
        now = time.monotonic()
        self._first_asked = self._first_asked or now
        if now - self._first_asked > _CANCELLING_SECONDS:
            self.cut()
        else:
            # The way to the server may be long.
            Thread(target=self._cancel, name="rampart-cancel", daemon=True).start()

    def cut(self) -> None:
        """Break the connection: whoever waits for its answer gets an error."""
        self.is_cut = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._tell(self._place)

    def close(self) -> None:
        """Let go of the line, because its connection is closed."""
        self._socket.close()

    def _cancel(self) -> None:
        with suppress(psycopg.Error):
            self._driver.cancel_safe(timeout=_CANCELLING_SECONDS)


def engine_to(url: URL) -> Engine:
    """Return an engine that keeps no connection. Its errors name their statements, but no values."""
    return Hosts(url).primary()


class Hosts:
    """Tries the hosts of an address in turn, as the driver would, but remembers which of them are silent.

    Otherwise every new connection would wait for a stopped machine that stands first, also while nobody takes writes.
    """

    def __init__(self, url: URL) -> None:
        self._url = url
        self._avoided_until: dict[_Place, float] = {}
        self._passed_over_until: dict[_Place, float] = {}
        """The hosts that were silent in the middle of a work: reads elsewhere need not find that out again. Whoever
        looks for the primary does, because it may only have been slow."""

    def primary(self) -> Engine:
        """Return an engine whose connections go to the first host that will do."""
        return self._engine(self._connect_to_first)

    def standby(self) -> Engine | None:
        """Return an engine whose connections go to the standby that is furthest ahead; None for an address of one host.

        A commit waits until one standby of several has received it. If all that are left answer, the furthest of them
        has received every move that was acknowledged, and shows it within moments.
        """
        _, named = self._url.get_dialect()().create_connect_args(self._url)
        return self._engine(self._connect_to_furthest) if len(_places(named)) > 1 else None

    def _engine(self, connect: Callable[..., DBAPIConnection | None]) -> Engine:
        patience = {name: value for name, value in _PATIENCE.items() if name not in self._url.query}
        # A deck has no place in a log.
        engine = create_engine(self._url, poolclass=NullPool, hide_parameters=True, connect_args=patience)
        event.listen(engine, "do_connect", connect)
        event.listen(engine, "connect", self._listen)
        event.listen(engine, "close", _close)
        return engine

    def _listen(self, driver: Driver, record: ConnectionPoolEntry) -> None:
        doubts: list[str] = []
        record.info[_DOUBTS] = doubts
        record.info[_LINE] = Line(driver, self._pass_over)

        def note(said: Diagnostic) -> None:
            if said.severity_nonlocalized == "WARNING":
                doubts.append(said.message_primary or "")

        driver.add_notice_handler(note)

    def _pass_over(self, place: _Place) -> None:
        self._passed_over_until[place] = time.monotonic() + _AVOIDED_SECONDS

    def _connect_to_first(
        self, dialect: Dialect, _record: ConnectionPoolEntry, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> DBAPIConnection | None:
        if len(_places(named)) == 1:
            # The driver connects to a single host by itself.
            return None
        return next(self._reached(dialect, arguments, named, self._avoided_until))

    def _connect_to_furthest(
        self, dialect: Dialect, _record: ConnectionPoolEntry, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> DBAPIConnection:
        asked = named | {"target_session_attrs": "standby"}
        standing_by = list(self._reached(dialect, arguments, asked, self._avoided_until, self._passed_over_until))
        furthest = max(standing_by, key=_received)
        for each in standing_by:
            if each is not furthest:
                each.close()
        return furthest

    def _reached(
        self, dialect: Dialect, arguments: tuple[Any, ...], named: dict[str, Any], *avoided: Mapping[_Place, float]
    ) -> Iterator[DBAPIConnection]:
        """Yield a connection to each host that will do; if there is none, raise what the last one failed with."""
        now = time.monotonic()
        places = _places(named)
        answering = [place for place in places if all(each.get(place, 0.0) <= now for each in avoided)]
        failed: psycopg.OperationalError | None = None
        reached = False
        for place in answering or places:
            began = time.monotonic()
            try:
                connection = dialect.connect(*arguments, **named | {"host": place[0], "port": place[1]})
            except psycopg.OperationalError as error:
                failed = error
                if time.monotonic() - began > _LONG_SECONDS:
                    self._avoided_until[place] = time.monotonic() + _AVOIDED_SECONDS
            else:
                reached = True
                yield connection
        if failed and not reached:
            raise failed


def _places(named: Mapping[str, Any]) -> list[_Place]:
    hosts, ports = (str(named.get(name, "")).split(",") for name in ("host", "port"))
    each = ports if len(ports) > 1 else ports * len(hosts)
    return [(host, port or _PORT) for host, port in zip(hosts, each, strict=True)]


def _received(standby: DBAPIConnection) -> tuple[int, int]:
    """Return how far a standby has received and replayed the log of its primary, in bytes; -1 of one that is lost."""
    try:
        cursor = standby.cursor()
        cursor.execute(_FAR)
        ((received, replayed),) = cursor.fetchall()
        standby.rollback()
    except psycopg.Error:
        return -1, -1
    return received, replayed


def line_of(connection: Connection) -> Line:
    """Return the line of a connection of such an engine."""
    line: Line = connection.info[_LINE]
    return line


async def connect_apart(url: URL) -> "psycopg.AsyncConnection[TupleRow]":
    """Open a connection for an event loop, beside those that run works: without transactions, with the same patience.

    Raises:
        psycopg.Error: no server can be reached.
    """
    _, named = url.get_dialect()().create_connect_args(url)
    return await psycopg.AsyncConnection.connect(**{**_PATIENCE, **named}, autocommit=True)


def commit(connection: Connection) -> bool:
    """Commit, and say whether it is sure to last.

    A server that stops waiting for its standbys says COMMIT all the same, with a warning: should it be lost now, what
    was written goes with it.
    """
    doubts: list[str] = connection.info[_DOUBTS]
    doubts.clear()
    connection.commit()
    return not doubts


def _close(_driver: Driver, record: ConnectionPoolEntry) -> None:
    if line := record.info.pop(_LINE, None):
        line.close()
