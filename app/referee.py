"""Looks after races: lets happen what is due though nobody asks, and notes who is there."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial

from sqlalchemy import Connection

from app.deps import now_ms
from app.live import Live
from app.news import tell_of_race
from app.racing import REST_MS
from app.services import races
from app.store import races as store
from app.store.database import Database, StoreUnavailable

PAUSE_SECONDS = 0.5
"""How long the referee sleeps at most: another process may begin a countdown any time."""
NOTE_SECONDS = 20
"""How often it is noted who is there."""

Seat = tuple[str, str]
"""The code of a race and the id of a player in it."""

_log = logging.getLogger("rampart")


class Referee:
    """One of possibly several over the same database; whoever comes first lets a thing happen, once."""

    def __init__(self, database: Database, live: Live) -> None:
        self._database = database
        self._live = live
        self._streaming: Counter[Seat] = Counter()
        self._noticed: dict[Seat, int] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look after races while the context lasts."""
        tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._note())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @contextmanager
    def attending(self, code: str, player_id: str) -> Iterator[None]:
        """Count a player as there while the context lasts."""
        self._streaming[code, player_id] += 1
        try:
            yield
        finally:
            self._streaming[code, player_id] -= 1
            self.notice(code, player_id)

    def notice(self, code: str, player_id: str) -> None:
        """Count a player as there just now."""
        self._noticed[code, player_id] = now_ms()

    async def _watch(self) -> None:
        while True:
            pause = PAUSE_SECONDS
            try:
                horizon = now_ms() + REST_MS
                due = await self._database.read(partial(store.next_due, horizon=horizon))
                if due:
                    pause = min(pause, (due[1] - now_ms()) / 1000)
                if due and pause <= 0:
                    await self._settle(due[0])
            except StoreUnavailable as error:
                _log.warning("Races wait for the database: %s", error)
                pause = PAUSE_SECONDS
            except Exception:
                # One race that cannot go on must not end all the others.
                _log.exception("A race could not be looked after.")
                pause = PAUSE_SECONDS
            await asyncio.sleep(max(pause, 0))

    async def _settle(self, code: str) -> None:
        now = now_ms()
        race = await self._database.write(lambda connection: races.settle_due(connection, code, now))
        if race:
            await tell_of_race(self._live, race)

    async def _note(self) -> None:
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            with suppress(StoreUnavailable):
                await self._note_seats(now_ms())

    async def _note_seats(self, now: int) -> None:
        self._streaming = +self._streaming
        seats = self._noticed | dict.fromkeys(self._streaming, now)
        self._noticed = {}

        def work(connection: Connection) -> None:
            for (code, player_id), seen_at in sorted(seats.items()):
                store.saw(connection, code, player_id, seen_at)

        if seats:
            await self._database.write(work)
