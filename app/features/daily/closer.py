"""Closes finished dailies, page by page."""

import asyncio
import time
from contextlib import AbstractAsyncContextManager
from functools import partial

from sqlalchemy import Connection

from app.core.clock import due_ms, now_ms
from app.core.due import FailedTry, First, Pace, keep
from app.core.live.beside import beside
from app.core.live.calm import Calm
from app.core.store.database import Database
from app.features.daily.rows.dailies import Unsettled
from app.features.daily.service import closing
from app.features.daily.values.daily import ClosingStage

BETWEEN_PAGES_SECONDS = 0.02
"""The pause between two pages of a closing, which many players wait for."""


class Closer:
    """Closes dailies. Several closers may share a database: each page is done by the first to claim it."""

    name = "The closing of a daily"
    waiting = "The closing of dailies waits for the database: %s"
    failing = "Looking for finished dailies failed."
    pause_seconds = 20.0
    longest_seconds = 600.0

    def __init__(self, database: Database, calm: Calm) -> None:
        self._database = database
        self._calm = calm

    def running(self) -> AbstractAsyncContextManager[None]:
        """Close dailies while the context lasts."""
        return beside(partial(keep, self, self._calm))

    async def first(self) -> First[Unsettled]:
        """Return the dailies to close now."""
        return First(await self._database.read(closing.due, now=due_ms()))

    async def settle(self, one: Unsettled) -> None:
        """Close a daily."""
        pace, stage = Pace(), ClosingStage.ENDING

        def page(connection: Connection) -> ClosingStage | None:
            began = time.perf_counter()
            following = closing.close_page(connection, one.day, one.game, pace.size)
            pace.took(time.perf_counter() - began)
            return following

        while (following := await self._database.write(page)) is not None:
            if following is not stage:
                pace, stage = Pace(), following
            # Players' moves run in this pause.
            await asyncio.sleep(BETWEEN_PAGES_SECONDS)

    async def failed(self, one: Unsettled, failed: FailedTry) -> None:
        """Store that the closing of a daily has failed."""
        await self._database.write(closing.keep_failure, one=one, failed=failed, now=now_ms())
