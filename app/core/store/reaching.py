"""Reaching a PostgreSQL server, even in a cluster whose machines fall silent and take over from each other.

An address may name several hosts, `postgresql+psycopg://name@/rampart?host=one:5432&host=two:5432`, and should then say
`target_session_attrs=read-write`, so each new connection goes to the host that accepts writes. While there is none,
reads may go to the others.
"""

import math
import os
import socket
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
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
    # A machine that is silent for about ten seconds is gone; the system would wait for hours, or a quarter of an hour.
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Parameters for libpq, unless the address has others."""
_LONG_SECONDS = 1.0
"""A host that keeps us waiting for this long, and then fails, counts as silent."""
_BESIDE_SECONDS = 0.3
"""How long we wait for a host before we try the next one beside it."""
_AVOIDED_SECONDS = 5.0
"""How long new connections avoid a silent host while there are others."""
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


class ConnectionSocket:
    """One connection's line to the server, which any thread may cut while another waits for an answer.

    Neither Python nor the system ends such a wait if a machine keeps its connections while its programs stand still.
    """

    def __init__(self, driver: Driver, tell: Callable[[_Place], object]) -> None:
        self._driver, self._tell = driver, tell
        self._place = (driver.info.host, str(driver.info.port))
        # A handle of our own: by the time somebody cuts this line, the driver's number may mean another connection.
        self._socket = socket.socket(fileno=os.dup(driver.fileno()))
        self._first_asked: float | None = None
        self.is_cut = False

    def stop(self) -> None:
        """Ask the server to end the statement; cut the line if we asked a while ago. Return at once.

        Nobody may use the connection afterwards.
        """
        now = time.monotonic()
        self._first_asked = self._first_asked or now
        if now - self._first_asked > _CANCELLING_SECONDS:
            self.cut()
        else:
            # Reaching the server may take long.
            Thread(target=self._cancel, name="rampart-cancel", daemon=True).start()

    def cut(self) -> None:
        """Break the connection: a thread that waits for an answer gets an error."""
        self.is_cut = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._tell(self._place)

    def close(self) -> None:
        """Release the line, because its connection is closed."""
        self._socket.close()

    def _cancel(self) -> None:
        with suppress(psycopg.Error):
            self._driver.cancel_safe(timeout=_CANCELLING_SECONDS)


def engine_to(url: URL) -> Engine:
    """Return an engine that keeps no connections open. Its errors contain statements, but no values."""
    return Hosts(url).primary()


class Hosts:
    """Tries the hosts of an address in turn, as the driver would, but remembers which of them are silent.

    Otherwise every new connection would wait for a stopped machine at the head of the list, even while no host accepts
    writes.
    """

    def __init__(self, url: URL) -> None:
        self._url = url
        self._avoided_until: dict[_Place, float] = {}
        self._passed_over_until: dict[_Place, float] = {}
        """The hosts that fell silent in the middle of a transaction. Reads from a standby skip them. A search for the
        primary does not, because it may only have been slow."""

    def primary(self) -> Engine:
        """Return an engine whose connections go to the first host that will do."""
        return self._engine(self._connect_to_first)

    def standby(self) -> Engine | None:
        """Return an engine whose connections go to the standby that is furthest ahead; None for an address of one host.

        A commit waits until one of the standbys has received it. If all that are left answer, the one furthest ahead
        has received every acknowledged move, and shows it within moments.
        """
        _, named = self._url.get_dialect()().create_connect_args(self._url)
        return self._engine(self._connect_to_furthest) if len(_places(named)) > 1 else None

    def _engine(self, connect: Callable[..., DBAPIConnection | None]) -> Engine:
        patience = {name: value for name, value in _PATIENCE.items() if name not in self._url.query}
        # Decks must not appear in a log.
        engine = create_engine(self._url, poolclass=NullPool, hide_parameters=True, connect_args=patience)
        event.listen(engine, "do_connect", connect)
        event.listen(engine, "connect", self._listen)
        event.listen(engine, "close", _close)
        return engine

    def _listen(self, driver: Driver, record: ConnectionPoolEntry) -> None:
        doubts: list[str] = []
        record.info[_DOUBTS] = doubts
        record.info[_LINE] = ConnectionSocket(driver, self._pass_over)

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
        with closing(self._reach(dialect, arguments, named, self._avoided_until)) as reached:
            return next(reached)

    def _connect_to_furthest(
        self, dialect: Dialect, _record: ConnectionPoolEntry, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> DBAPIConnection:
        asked = named | {"target_session_attrs": "standby"}
        standing_by = list(self._reach(dialect, arguments, asked, self._avoided_until, self._passed_over_until))
        furthest = max(standing_by, key=_progress_of)
        for each in standing_by:
            if each is not furthest:
                each.close()
        return furthest

    def _reach(
        self, dialect: Dialect, arguments: tuple[Any, ...], named: dict[str, Any], *avoided: Mapping[_Place, float]
    ) -> Generator[DBAPIConnection, None, None]:
        """Yield a connection to each host that will do; if there is none, raise the error of the last one.

        A host that keeps us waiting holds up no other: we try the next one beside it. Once one has answered, the others
        have another moment.
        """
        now = time.monotonic()
        places = _places(named)
        trials = _Trials(self._avoided_until, partial(dialect.connect, *arguments), named)
        yield from trials.run(
            [place for place in places if all(each.get(place, 0.0) <= now for each in avoided)] or places
        )


class _Trials:
    """Tries hosts beside each other, each in a thread of its own, which closes what comes too late."""

    def __init__(
        self, avoided_until: dict[_Place, float], connect: Callable[..., DBAPIConnection], named: dict[str, Any]
    ) -> None:
        self._avoided_until, self._connect, self._named = avoided_until, connect, named
        self._answers = SimpleQueue[DBAPIConnection | psycopg.OperationalError]()
        self._alone, self._over = Lock(), False

    def run(self, places: list[_Place]) -> Generator[DBAPIConnection, None, None]:
        """Yield the connections as they come; if there is none, raise the error of the last host."""
        waiting, running, until = places[::-1], 0, math.inf
        failed: psycopg.OperationalError | None = None
        try:
            while (waiting or running) and time.monotonic() < until:
                if waiting:
                    Thread(target=self._try, args=[waiting.pop()], name="rampart-reach", daemon=True).start()
                    running += 1
                patience = _BESIDE_SECONDS if waiting else None if until == math.inf else until - time.monotonic()
                with suppress(Empty):
                    answer = self._answers.get(timeout=None if patience is None else max(patience, 0.0))
                    running -= 1
                    if isinstance(answer, psycopg.OperationalError):
                        failed = answer
                    else:
                        until = min(until, time.monotonic() + _LONG_SECONDS)
                        yield answer
        finally:
            with self._alone:
                self._over = True
            while not self._answers.empty():
                if not isinstance(late := self._answers.get(), psycopg.OperationalError):
                    late.close()
        if failed and until == math.inf:
            raise failed

    def _try(self, place: _Place) -> None:
        began = time.monotonic()
        answer: DBAPIConnection | psycopg.OperationalError
        try:
            answer = self._connect(**self._named | {"host": place[0], "port": place[1]})
        except psycopg.OperationalError as error:
            answer = error
            if time.monotonic() - began > _LONG_SECONDS:
                self._avoided_until[place] = time.monotonic() + _AVOIDED_SECONDS
        with self._alone:
            if not self._over:
                self._answers.put(answer)
                return
        if not isinstance(answer, psycopg.OperationalError):
            answer.close()


def _places(named: Mapping[str, Any]) -> list[_Place]:
    hosts, ports = (str(named.get(name, "")).split(",") for name in ("host", "port"))
    each = ports if len(ports) > 1 else ports * len(hosts)
    return [(host, port or _PORT) for host, port in zip(hosts, each, strict=True)]


def _progress_of(standby: DBAPIConnection) -> tuple[int, int]:
    """Return how far a standby has received and replayed the log of its primary, in bytes; -1 if it is lost."""
    try:
        cursor = standby.cursor()
        cursor.execute(_FAR)
        ((received, replayed),) = cursor.fetchall()
        standby.rollback()
    except psycopg.Error:
        return -1, -1
    return received, replayed


def line_of(connection: Connection) -> ConnectionSocket:
    """Return the line of a connection from one of these engines."""
    line: ConnectionSocket = connection.info[_LINE]
    return line


async def connect_apart(url: URL) -> "psycopg.AsyncConnection[TupleRow]":
    """Open a connection for an event loop, apart from those of desks: without transactions, with the same timeouts.

    Raises:
        psycopg.Error: no server can be reached.
    """
    _, named = url.get_dialect()().create_connect_args(url)
    return await psycopg.AsyncConnection.connect(**{**_PATIENCE, **named}, autocommit=True)


def commit(connection: Connection) -> bool:
    """Commit, and return whether it is sure to last.

    A server that stops waiting for its standbys still answers COMMIT, but with a warning. If it is lost now, so is the
    commit.
    """
    doubts: list[str] = connection.info[_DOUBTS]
    doubts.clear()
    connection.commit()
    return not doubts


def _close(_driver: Driver, record: ConnectionPoolEntry) -> None:
    if line := record.info.pop(_LINE, None):
        line.close()
