"""The standings of tournaments as viewers see them. The server works them out and draws them once a second at most.

A game that ends only marks its tournament. So a move never waits for a table of results, however many look at one.
"""

import asyncio
import json
import logging
import time
from contextlib import AbstractAsyncContextManager

from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.live.topics import Live
from app.core.store.database import Database, StoreUnavailable
from app.features.tournaments.news import tournament_topic
from app.features.tournaments.service import tournaments
from app.features.tournaments.service.tournaments import Standings
from app.web.rendering import draw

FRESH_SECONDS = 1.0
"""How long the server shows standings before it works them out again."""
EVERY_SECONDS = 1.0
"""The time between two updates of one tournament."""
MOST_KEPT = 200
"""How many tournaments' standings are kept."""

_log = logging.getLogger("rampart")


class Scoreboard:
    """The standings that this process has worked out lately, and the tournaments in which it saw a game end."""

    def __init__(self, database: Database, live: Live, calm: Calm) -> None:
        self._database = database
        self._live = live
        self._calm = calm
        self._kept: dict[str, tuple[float, Standings]] = {}
        self._asked: dict[str, asyncio.Task[Standings]] = {}
        self._changed = set[str]()

    def running(self) -> AbstractAsyncContextManager[None]:
        """Keep viewers up to date while the context lasts."""
        return beside(self._go_on_telling)

    def changed(self, code: str) -> None:
        """Take note that the standings of a tournament have changed."""
        self._changed.add(code)

    async def standings(self, code: str) -> Standings:
        """Return the standings of a tournament, at most a second old. The tournament must exist."""
        at, kept = self._kept.get(code, (0.0, None))
        if kept and time.monotonic() - at < FRESH_SECONDS:
            return kept
        asked = self._asked.get(code)
        if asked is None:
            asked = self._asked[code] = asyncio.create_task(self._work_out(code))
        # If one of several who wait goes away, the others still get the answer.
        return await asyncio.shield(asked)

    async def _newest(self, code: str) -> Standings:
        """Return standings with everything stored before this call, because viewers hear of a change only once."""
        if asked := self._asked.get(code):
            # It may have read the database before the change.
            await asyncio.wait([asked])
        self._kept.pop(code, None)
        return await self.standings(code)

    async def _work_out(self, code: str) -> Standings:
        try:
            found = await self._database.read(tournaments.standings, code=code)
        finally:
            del self._asked[code]
        self._kept.pop(code, None)
        self._kept[code] = time.monotonic(), found
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    async def _go_on_telling(self) -> None:
        while True:
            await self._calm.sleep(EVERY_SECONDS, LONGEST_SLEEP_SECONDS)
            await self.tell()

    async def tell(self) -> None:
        """Publish the standings that have changed, drawn once for everybody."""
        changed, self._changed = self._changed, set()
        for code in sorted(changed):
            try:
                await self._tell(code)
            except StoreUnavailable as error:
                _log.warning("Standings wait for the database: %s", error)
                self._changed.add(code)
            except Exception:
                _log.exception("Telling of standings failed.")

    async def _tell(self, code: str) -> None:
        found = await self._database.read(tournaments.look, code=code)
        if found.terms.blind:
            return
        # Each page marks the row of its own viewer.
        html = draw("tournaments/_tournament_standings.html", standings=await self._newest(code), own="")
        await self._live.publish(tournament_topic(code), "standings", json.dumps(html))
