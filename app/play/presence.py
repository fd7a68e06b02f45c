"""Notes when players leave their own tables: when the last stream to a table in this process has ended.

Every page with scripts keeps such a stream open while it is visible. While the player is away, the clock stands still.
A new log entry ends an absence: from then on the clock runs again, as it does for players who never had a stream.

If another process still has a stream to the same table, it corrects the note at its next heartbeat. A server that stops
notes nothing about its open streams, and those pauses count as if there had been no stream.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager

from sqlalchemy import Connection

from app.core.bounds import TABLES_LEFT
from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.store.database import Database, StoreUnavailable
from app.play.rows import sessions
from app.play.values.session import Session

GRACE_MS = 5_000
"""A shorter absence does not count: perhaps a page reloaded, or a telephone changed networks."""
PAUSE_SECONDS = 2.0
TABLES_A_WORK = 100
"""How many tables to note in one transaction, so that nobody's move waits long."""

_log = logging.getLogger("rampart")


class Presence:
    """Counts the streams of players to tables of their own."""

    def __init__(self, database: Database, clock: Callable[[], int], calm: Calm) -> None:
        self._database = database
        self._calm = calm
        self._clock = clock
        self._streams = Counter[str]()
        self._left: dict[str, int] = {}

    @contextmanager
    def attending(self, session_id: str) -> Iterator[None]:
        """Count a session's player as present while the context lasts."""
        self._left.pop(session_id, None)
        self._streams[session_id] += 1
        try:
            yield
        finally:
            self._streams[session_id] -= 1
            if not self._streams[session_id]:
                del self._streams[session_id]
                self._leave(session_id)

    def running(self) -> AbstractAsyncContextManager[None]:
        """Note who has left, while the context lasts."""
        return beside(self._go_on_noting)

    async def note(self) -> None:
        """Note the players who have been gone too long for a brief interruption."""
        latest = self._clock() - GRACE_MS
        gone = [table for table in self._left.items() if table[1] <= latest]
        for first in range(0, len(gone), TABLES_A_WORK):
            # Try each table once. If that fails, the pause counts as if there had been no stream.
            some = [table for table in gone[first : first + TABLES_A_WORK] if self._left.pop(table[0], None)]
            try:
                await self._database.write(sessions.begin_absences, left=some)
            except StoreUnavailable as error:
                _log.warning("Could not record who left a table: %s", error)
            except Exception:
                _log.exception("Could not record who left a table.")

    def _leave(self, session_id: str) -> None:
        if len(self._left) >= TABLES_LEFT:
            del self._left[next(iter(self._left))]
        self._left[session_id] = self._clock()

    async def _go_on_noting(self) -> None:
        while True:
            await self._calm.sleep(PAUSE_SECONDS, LONGEST_SLEEP_SECONDS)
            await self.note()


def is_noted_away(session: Session, player_id: str | None) -> bool:
    """Return whether this player owns the session and is noted as away from it."""
    return session.away_since is not None and session.player_id == player_id


def note_return(connection: Connection, session_id: str, since: int) -> None:
    """Note that a session's player has been at the table since a time, even if another process noted an absence."""
    sessions.end_absence(connection, session_id, since, GRACE_MS)
