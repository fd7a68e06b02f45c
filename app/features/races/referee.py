"""Looks after races: carries out whatever is due, and notes who is there."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from functools import partial

from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.due import FailedTry, First, keep
from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.live.topics import Live
from app.core.store.database import Database, StoreUnavailable
from app.features.races.news import tell_of_race, tell_of_room
from app.features.races.rows import races as rows
from app.features.races.rows.races import DueRace
from app.features.races.service import races, rounds

NOTE_SECONDS = 10
"""How often the referee notes who is there."""
SEATS_A_WORK = 100
"""How many seats to note in one transaction, so that nobody's move waits long."""

Seat = tuple[str, str]
"""The code of a race and the id of a player in it."""

_log = logging.getLogger("rampart")


class Referee:
    """Looks after races. Several referees may share a database: the first to claim a due event carries it out."""

    name = "A race"
    waiting = "Races wait for the database: %s"
    failing = "Looking after races failed."
    pause_seconds = 0.5
    longest_seconds = LONGEST_SLEEP_SECONDS

    def __init__(self, database: Database, live: Live, calm: Calm) -> None:
        self._database = database
        self._live = live
        self._calm = calm
        self._streaming: Counter[Seat] = Counter()
        self._noticed: dict[Seat, int] = {}

    def running(self) -> AbstractAsyncContextManager[None]:
        """Look after races while the context lasts."""
        return beside(partial(keep, self, self._calm), self._note)

    @contextmanager
    def attending(self, code: str, player_id: str) -> Iterator[None]:
        """Count a player as present while the context lasts."""
        self._streaming[code, player_id] += 1
        try:
            yield
        finally:
            self._streaming[code, player_id] -= 1
            self.notice(code, player_id)

    def notice(self, code: str, player_id: str) -> None:
        """Count a player as present at this moment."""
        self._noticed[code, player_id] = now_ms()

    async def first(self) -> First[DueRace]:
        """Return the races that are due first, and put off those that can only wait."""
        page = await self._database.read(rounds.page, now=now_ms())
        if page.waiting:
            await self._database.write(rows.put_off, races=page.waiting)
        if page.due or page.waiting:
            return First(page.due, 0)
        return First([], None if page.next_at is None else max(page.next_at - now_ms(), 0) / 1000)

    async def settle(self, one: DueRace) -> None:
        """Do what is due in a race, and publish that."""
        race = await self._database.write(races.settle_due, code=one.code, now=now_ms())
        if race:
            await tell_of_race(self._live, race)

    async def failed(self, one: DueRace, failed: FailedTry) -> None:
        """Store that a race has failed, and publish that."""
        await self._database.write(rounds.keep_failure, code=one.code, failed=failed, now=now_ms())
        await tell_of_room(self._live, one.code)

    async def _note(self) -> None:
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            try:
                await self._note_seats(now_ms())
            except StoreUnavailable as error:
                _log.warning("The list of players present waits for the database: %s", error)
            except Exception:
                _log.exception("Noting who is there failed.")

    async def _note_seats(self, now: int) -> None:
        self._streaming = +self._streaming
        seats = self._noticed | dict.fromkeys(self._streaming, now)
        self._noticed = {}
        noted = sorted(seats.items())
        for first in range(0, len(noted), SEATS_A_WORK):
            try:
                await self._database.write(_saw, noted[first : first + SEATS_A_WORK])
            except BaseException:
                # Whoever only looks now and then gives no other sign for these.
                self._noticed = dict(noted[first:]) | self._noticed
                raise


def _saw(connection: Connection, seats: Sequence[tuple[Seat, int]]) -> None:
    for (code, player_id), seen_at in seats:
        rows.saw(connection, code, player_id, seen_at)
