"""Compares the time of this server with that of others, and with what the database was told last."""

import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict

from sqlalchemy import Connection, delete, insert, select, update

from app.core import clock
from app.core.clock import TimeReport
from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.store.database import Database, StoreUnavailable
from app.core.store.ids import new_id
from app.core.store.tables import server_time

EVERY_SECONDS = 20.0
"""How often a server tells its time, while somebody is here."""

_log = logging.getLogger("rampart")


_KEPT_MS = 30 * 24 * 3_600_000
"""For how long after the last word of a server its word is kept."""


def latest_reports(connection: Connection) -> list[TimeReport]:
    """Return the last word of each server."""
    return [TimeReport(*row) for row in connection.execute(select(server_time))]


def tell(connection: Connection, told: TimeReport) -> None:
    """Store the word of a server, in place of its last one."""
    if not connection.execute(update(server_time).where(server_time.c.server == told.server), asdict(told)).rowcount:
        connection.execute(insert(server_time), asdict(told))


def forget_older(connection: Connection, told: TimeReport) -> None:
    """Forget servers that said their last word long ago, and earlier ones of the same machine's start."""
    old = server_time.c.now < told.now - _KEPT_MS
    same = (server_time.c.boot == told.boot) & (server_time.c.elapsed < told.elapsed - _KEPT_MS // 30)
    connection.execute(delete(server_time).where(server_time.c.server != told.server, old | same))


class Timekeeper:
    """Looks after the time of a process. While nobody is here, it reads what others say, and writes nothing."""

    def __init__(self, database: Database, calm: Calm) -> None:
        self._database = database
        self._calm = calm
        self._server = new_id(clock.now_ms())
        self._last: dict[str, TimeReport] | None = None
        self._agreed = True

    def running(self) -> AbstractAsyncContextManager[None]:
        """Look after the time while the context lasts."""
        return beside(self._watch)

    async def look(self) -> None:
        """Compare the time with what the database knows, and tell the others."""
        told = await (self._database.read(latest_reports) if self._calm.lasts else self._tell())
        others = {one.server: one for one in told if one.server != self._server}
        if self._last is None:
            clock.CLOCK.learn(list(others.values()))
        else:
            # Whoever has said something new is at work.
            awake = [one for server, one in others.items() if self._last.get(server) != one]
            agreed = clock.CLOCK.compare(awake)
            if self._agreed and not agreed:
                _log.warning("The clock of this server differs from another's; what is over may close later.")
            self._agreed = agreed
        self._last = others

    async def _tell(self) -> list[TimeReport]:
        def transaction(connection: Connection) -> list[TimeReport]:
            mine = clock.CLOCK.tell(self._server)
            tell(connection, mine)
            forget_older(connection, mine)
            return latest_reports(connection)

        return await self._database.write(transaction)

    async def _watch(self) -> None:
        while True:
            await self._calm.sleep(EVERY_SECONDS, LONGEST_SLEEP_SECONDS)
            try:
                await self.look()
            except StoreUnavailable as error:
                _log.warning("The comparison of clocks waits for the database: %s", error)
            except Exception:
                _log.exception("Comparing the clocks failed.")
