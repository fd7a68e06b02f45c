"""Sends the reminders that are due."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from app.core.clock import due_ms
from app.core.due import FailedTry, First, keep
from app.core.live.beside import beside
from app.core.live.calm import Calm
from app.core.store.database import Database
from app.features.reminders import service
from app.features.reminders.values import Reminder
from app.features.reminders.vapid import Vapid

if TYPE_CHECKING:
    from app.features.reminders.courier import Courier

NOBODY = "nobody@rampart.invalid"
"""Whom push services can write to if the operator names no address."""


class Sender:
    """Sends reminders. Several senders may share a database: whoever takes a reminder sends it."""

    name = "A reminder"
    waiting = "Reminders wait for the database: %s"
    failing = "Looking for due reminders failed."
    pause_seconds = 30.0
    longest_seconds = 600.0

    def __init__(self, database: Database, calm: Calm, vapid: Vapid, contact: str | None) -> None:
        self._database = database
        self._calm = calm
        self._vapid = vapid
        self._contact = (contact or "").removeprefix("mailto:") if (contact or "").startswith("mailto:") else NOBODY
        self._courier: Courier | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Send reminders while the context lasts."""
        async with beside(partial(keep, self, self._calm)):
            yield
        if self._courier:
            await self._courier.close()

    async def first(self) -> First[Reminder]:
        """Return the reminders to send now."""
        now = due_ms()
        found = await self._database.read(service.due, now)
        return First(found.due, None if found.next_at is None else max(0, found.next_at - now) / 1000)

    async def settle(self, one: Reminder) -> None:
        """Send a reminder, if there is something to say."""
        said = await self._database.write(service.take, one, due_ms())
        if said is not None:
            sent = await self._find_courier().send(one, said)
            await self._database.write(service.settle, one, sent, due_ms())

    async def failed(self, one: Reminder, failed: FailedTry) -> None:
        """Store that a reminder could not be taken."""
        await self._database.write(service.keep_failure, one, failed)

    def _find_courier(self) -> "Courier":
        """Return what posts the messages; its libraries are imported when there is a first one."""
        if self._courier is None:
            from app.features.reminders.courier import Courier

            self._courier = Courier(self._vapid, self._contact)
        return self._courier
