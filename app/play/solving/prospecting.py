"""Idle solvers look for winnable deals.

They look for a deal that somebody needs soon until they find it. While people play, they also fill the stock. While
nobody plays, they fill it only for a while, so that the first player has a choice, and then rest.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from secrets import choice
from time import monotonic

from app.core.clock import now_ms, today
from app.core.settings import Settings
from app.core.store.database import Database
from app.features.daily.service import daily
from app.features.daily.service.daily import Wanted
from app.features.tournaments.rows import tournaments
from app.play.rows import sessions
from app.play.rows import stock as store
from app.play.service import stock
from app.play.solving.finding import DailySearch, race_deal, stock_deals
from app.play.solving.processes import Solver
from app.play.values.shelf import Shelf

TRIES_IN_A_ROW = 30
"""After this many fruitless tries in a row, a shelf rests for a while."""
FIRST_REST_SECONDS, LONGEST_REST_SECONDS = 60.0, 3600.0
"""The first rest and the longest. Each rest is twice as long as the one before, until the shelf brings a deal."""


BEFOREHAND_SECONDS = 45.0
"""How long to search, after somebody last played, for deals that nobody needs soon."""
LATELY_MS = 30 * 60_000
"""People count as playing if a game began within this time."""


class Rests:
    """The shelves that rest for a while, because the solver found nothing for them."""

    def __init__(self) -> None:
        self._in_vain: Counter[Shelf] = Counter()
        self._until: dict[Shelf, float] = {}

    def is_over(self, shelf: Shelf, now: float) -> bool:
        """Say whether the solver may try a shelf at the time `now`, in seconds."""
        return now >= self._until.get(shelf, now)

    def tried(self, shelf: Shelf, found: int, now: float) -> None:
        """Note a try and how many deals it found."""
        self._in_vain[shelf] = 0 if found else self._in_vain[shelf] + 1
        rests, begins = divmod(self._in_vain[shelf], TRIES_IN_A_ROW)
        if rests and not begins:
            self._until[shelf] = now + min(FIRST_REST_SECONDS * 2.0 ** (rests - 1), LONGEST_REST_SECONDS)


class Prospector:
    """Looks for deals, one question to a solver at a time, so players' questions get their turn."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._search: DailySearch | None = None
        self._rests, self._race_rests = Rests(), Rests()
        self._spent_seconds = 0.0

    async def grant(self, solver: Solver) -> bool:
        """Look for a deal that somebody waits for, and return whether anybody does."""
        shelf = await self._database.read(lambda connection: stock.wished(connection, now_ms()))
        if shelf is not None:
            await self._fill(solver, shelf)
        return shelf is not None

    async def seek(self, solver: Solver) -> bool:
        """Look for the deal that is needed most, and return whether any is.

        The order is: a deal that somebody waits for; today's daily; a deal for races of a kind that has none left, or
        for a waiting tournament; tomorrow's daily. While people play, and for a while afterwards, there follow deals
        for races of any kind that has room, and later dailies. In the end each of these is found, or rests.
        """
        if await self.grant(solver):
            return True
        wanted = await self._database.read(
            lambda connection: daily.next_wanted(connection, self._settings.secret, now_ms())
        )
        day = today(now_ms())
        if wanted and wanted.day <= day:
            await self._find_daily(solver, wanted)
            return True
        for_races = await self._wanting_for_races()
        if for_races and (not for_races[0][1] or await self._database.read(tournaments.any_undrawn)):
            await self._find_for_race(solver, for_races[0][0])
        elif wanted and wanted.day <= day + timedelta(days=1):
            await self._find_daily(solver, wanted)
        elif not (for_races or wanted) or not await self._should_go_on():
            return False
        elif for_races:
            await self._find_for_race(solver, for_races[0][0])
        elif wanted:
            await self._find_daily(solver, wanted)
        return True

    async def fill(self, solver: Solver) -> bool:
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

    async def _should_go_on(self) -> bool:
        """Say whether to look for deals that nobody needs soon."""
        if self._spent_seconds < BEFOREHAND_SECONDS:
            return True
        since = now_ms() - LATELY_MS
        somebody_plays = await self._database.read(partial(sessions.any_begun_since, time_ms=since))
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

    async def _wanting_for_races(self) -> list[tuple[Shelf, int]]:
        wanting, now = await self._database.read(stock.wanting_for_races), monotonic()
        return [(shelf, count) for shelf, count in wanting if self._race_rests.is_over(shelf, now)]

    async def _find_daily(self, solver: Solver, wanted: Wanted) -> None:
        secret = self._settings.secret
        if self._search is None or self._search.wanted != wanted:
            self._search = DailySearch(wanted, wanted.first)
        with self._spending():
            found = await self._search.go_on(solver)
        if found:
            await self._database.write(lambda connection: daily.choose(connection, secret, wanted, found, now_ms()))

    async def _find_for_race(self, solver: Solver, shelf: Shelf) -> None:
        with self._spending():
            deal = await race_deal(solver, shelf)
        if deal is not None:
            await self._database.write(lambda connection: store.add_for_race(connection, shelf, deal))
        self._race_rests.tried(shelf, deal is not None, monotonic())

    async def _fill(self, solver: Solver, shelf: Shelf) -> None:
        with self._spending():
            found = await stock_deals(solver, shelf)
        added = await self._database.write(lambda connection: stock.add(connection, shelf, found))
        self._rests.tried(shelf, added, monotonic())
