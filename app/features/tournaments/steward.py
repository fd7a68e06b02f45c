"""Looks after tournaments: draws their deals, announces their beginning, and closes those whose time is up."""

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from functools import partial

from app.core.clock import due_ms, now_ms
from app.core.due import FailedTry, see_to
from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.live.topics import Live
from app.core.store.database import Database, StoreUnavailable
from app.features.tournaments.news import tell_of_tournament
from app.features.tournaments.rows.tournaments import DueTournament
from app.features.tournaments.service import tournament_rounds as rounds

PAUSE_SECONDS = 2.0
"""The longest the steward sleeps while somebody is here: another process may make a tournament at any time."""
BETWEEN_SECONDS = 0.02
"""The pause between two pieces of work, in which players' moves run."""

_log = logging.getLogger("rampart")


class Steward:
    """Looks after tournaments. Several stewards may share a database: the first to claim due work does it."""

    def __init__(self, database: Database, live: Live, calm: Calm) -> None:
        self._database = database
        self._live = live
        self._calm = calm

    def running(self) -> AbstractAsyncContextManager[None]:
        """Look after tournaments while the context lasts."""
        return beside(self._watch)

    async def _watch(self) -> None:
        while True:
            try:
                pause = await self._round()
            except StoreUnavailable as error:
                _log.warning("Tournaments wait for the database: %s", error)
                pause = PAUSE_SECONDS
            except Exception:
                _log.exception("Looking after tournaments failed.")
                pause = PAUSE_SECONDS
            await self._calm.sleep(min(pause, PAUSE_SECONDS), pause)

    async def _round(self) -> float:
        """See to the tournaments that are due first. Return the seconds until the next one is due."""
        first = await self._database.read(rounds.first)
        now = due_ms()
        for one in (each for each in first if each.due_at <= now):
            await self._see_to(one)
            await asyncio.sleep(BETWEEN_SECONDS)
        coming = [one.due_at for one in first if one.due_at > now]
        if len(coming) < len(first):
            return 0
        until_next = max(min(coming) - now_ms(), 0) / 1000 if coming else LONGEST_SLEEP_SECONDS
        return min(until_next, LONGEST_SLEEP_SECONDS)

    async def _see_to(self, one: DueTournament) -> None:
        work, keep = partial(self._settle, one.code), partial(self._failed, one.code)
        await see_to("A tournament", one.failures, work, keep, now_ms)

    async def _settle(self, code: str) -> None:
        settled = await self._database.write(partial(rounds.settle, code=code, now=due_ms()))
        if settled and settled.is_told:
            await tell_of_tournament(self._live, code)

    async def _failed(self, code: str, failed: FailedTry) -> None:
        await self._database.write(partial(rounds.keep_failure, code=code, failed=failed, now=now_ms()))
        await tell_of_tournament(self._live, code)
