"""Looks after tournaments: draws their deals, announces their beginning, and closes those whose time is up."""

import asyncio
from contextlib import AbstractAsyncContextManager
from functools import partial

from app.core.clock import due_ms, now_ms
from app.core.due import FailedTry, First, keep
from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.live.topics import Live
from app.core.store.database import Database
from app.features.tournaments.news import tell_of_tournament
from app.features.tournaments.rows.tournaments import DueTournament
from app.features.tournaments.service import tournament_rounds

BETWEEN_SECONDS = 0.02
"""The pause between two pieces of work, in which players' moves run."""


class Steward:
    """Looks after tournaments. Several stewards may share a database: the first to claim due work does it."""

    name = "A tournament"
    waiting = "Tournaments wait for the database: %s"
    failing = "Looking after tournaments failed."
    pause_seconds = 2.0
    longest_seconds = LONGEST_SLEEP_SECONDS

    def __init__(self, database: Database, live: Live, calm: Calm) -> None:
        self._database = database
        self._live = live
        self._calm = calm

    def running(self) -> AbstractAsyncContextManager[None]:
        """Look after tournaments while the context lasts."""
        return beside(partial(keep, self, self._calm))

    async def first(self) -> First[DueTournament]:
        """Return the tournaments that are due first."""
        first, now = await self._database.read(tournament_rounds.first), due_ms()
        due = [one for one in first if one.due_at <= now]
        if due:
            return First(due, 0)
        return First([], max(min(one.due_at for one in first) - now_ms(), 0) / 1000 if first else None)

    async def settle(self, one: DueTournament) -> None:
        """Do the next piece of what is due in a tournament, and publish what others should know."""
        settled = await self._database.write(tournament_rounds.settle, code=one.code, now=due_ms())
        if settled and settled.changes_page:
            await tell_of_tournament(self._live, one.code)
        await asyncio.sleep(BETWEEN_SECONDS)

    async def failed(self, one: DueTournament, failed: FailedTry) -> None:
        """Store that a tournament has failed, and publish that."""
        await self._database.write(tournament_rounds.keep_failure, code=one.code, failed=failed, now=now_ms())
        await tell_of_tournament(self._live, one.code)
