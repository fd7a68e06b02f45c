"""Whether this server can serve and write, found out by trying, and seldom enough for anybody to ask at any time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from app.core.clock import now_ms
from app.core.live.topics import Live
from app.core.store import health
from app.core.store.database import Crowded, Database, StoreUnavailable

EVERY_SECONDS = 5.0
"""For how long a finding counts."""
FAILED_SECONDS = 1.0
"""For how long it counts if something failed or is degraded."""
PATIENCE_SECONDS = 3.0
"""How long the trial of a part may take."""


class Readiness:
    """Tries the parts that a server needs. Whoever asks meanwhile waits for the trial that is running."""

    def __init__(self, database: Database, live: Live, *others: Callable[[], Awaitable[str]]) -> None:
        """`others` each return what else is degraded, in words; nothing if all is well."""
        self._database, self._live, self._others = database, live, others
        self._alone = asyncio.Lock()
        self._until = 0.0
        self._found: tuple[int, str] = (503, "starting")

    async def look(self) -> tuple[int, str]:
        """Return a status and what to say: 200 while this server can serve and write, 503 with the part that fails."""
        if self._live.ended:
            return 503, "ending"
        async with self._alone:
            if time.monotonic() >= self._until:
                self._found = await self._try()
                self._until = time.monotonic() + (EVERY_SECONDS if self._found == (200, "ready") else FAILED_SECONDS)
        return self._found

    async def _try(self) -> tuple[int, str]:
        doubts = list[str]()
        trials: dict[str, Callable[[], Awaitable[None]]] = {
            "read": lambda: self._database.read(health.ask),
            "written": lambda: self._database.write(lambda connection: health.try_writing(connection, now_ms())),
        }
        for what, trial in trials.items():
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await trial()
            except Crowded:
                doubts.append("the database is busy")
            except (StoreUnavailable, TimeoutError):
                return 503, f"not ready: the database cannot be {what}"
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._live.ask()
        except OSError:
            # A TimeoutError is one, too.
            doubts.append("Redis is away, so news reach only readers of the same server")
        for other in self._others:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    doubts += filter(None, [await other()])
        return 200, f"ready, but degraded: {'; '.join(dict.fromkeys(doubts))}" if doubts else "ready"
