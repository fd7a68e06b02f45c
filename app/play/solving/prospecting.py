"""Idle solvers look for winnable deals.

They look for a deal that somebody needs soon until they find it. While people play, they also fill the stock. While
nobody plays, they fill it only for a while, so that the first player has a choice, and then rest.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import choice
from time import monotonic

from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.settings import Settings
from app.core.store.database import Database
from app.play.rows import sessions
from app.play.service import stock
from app.play.solving.processes import SolverProcess
from app.play.solving.seeking import SEEKS, Need, Process, Rests, SecretDeals, Sought, stock_deals
from app.play.values.shelf import Shelf

BEFOREHAND_SECONDS = 45.0
"""How long to search, after somebody last played, for deals that nobody needs soon."""
LATELY_MS = 30 * 60_000
"""People count as playing if a game began within this time."""


class Prospector:
    """Looks for deals, one question to a solver at a time, so players' questions get their turn."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        process = Process(database, settings, SecretDeals(database))
        self._seeks = [seeks(process) for seeks in SEEKS]
        self._rests = Rests()
        self._spent_seconds = 0.0

    async def grant(self, solver: SolverProcess) -> bool:
        """Look for a deal that somebody waits for, and return whether anybody does."""
        shelf = await self._database.read(lambda connection: stock.next_wish(connection, now_ms()))
        if shelf is not None:
            await self._fill(solver, shelf)
        return shelf is not None

    async def seek(self, solver: SolverProcess) -> bool:
        """Look for the deal that is needed most, and return whether any is.

        One that a player waits for comes first. Of deals that are needed equally soon, that of the first feature in the
        list does. Those that nobody needs soon follow only while people play, and for a while afterwards. In the end
        each is found, or rests.
        """
        if await self.grant(solver):
            return True
        sought = await self._database.read(self._sought)
        first = min(sought, key=lambda one: one.need, default=None)
        if first is None or (first.need is Need.LATER and not await self._should_go_on()):
            return False
        with self._spending():
            await first.look(solver)
        return True

    async def fill(self, solver: SolverProcess) -> bool:
        """Look for deals for a shelf of the stock that has room and does not rest. Return whether there is one.

        Some time after the last game began, do nothing and return False.
        """
        if not await self._should_go_on():
            return False
        wanting, now = await self._database.read(stock.wanting), monotonic()
        wanting = [shelf for shelf in wanting if self._rests.is_over(shelf, now)]
        if wanting:
            await self._fill(solver, choice(wanting))
        return bool(wanting)

    def _sought(self, connection: Connection) -> list[Sought]:
        now = now_ms()
        return [sought for each in self._seeks if (sought := each.sought(connection, now))]

    async def _should_go_on(self) -> bool:
        """Return whether to look for deals that nobody needs soon."""
        if self._spent_seconds < BEFOREHAND_SECONDS:
            return True
        since = now_ms() - LATELY_MS
        somebody_plays = await self._database.read(sessions.any_begun_since, time_ms=since)
        if somebody_plays:
            self._spent_seconds = 0.0
        return somebody_plays

    @contextmanager
    def _spending(self) -> Iterator[None]:
        began = monotonic()
        try:
            yield
        finally:
            self._spent_seconds += monotonic() - began

    async def _fill(self, solver: SolverProcess, shelf: Shelf) -> None:
        with self._spending():
            found = await stock_deals(solver, shelf)
        added = await self._database.write(stock.add, shelf, found)
        self._rests.tried(shelf, added, monotonic())
