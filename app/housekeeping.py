"""What a server does now and then without being asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from app.deps import now_ms
from app.services import daily, operating, questions
from app.store.database import Database, StoreUnavailable

EVERY_SECONDS = 20.0
BETWEEN_PAGES_SECONDS = 0.2
DAY_SECONDS = 24 * 3600
MOST_ANSWERS = 500_000
"""How many answers of solvers are kept; half a gibibyte or so."""


@asynccontextmanager
async def housekeeping(database: Database, guest_days: int | None) -> AsyncIterator[None]:
    """Close the days that are over, and once a day forget what has been kept for long enough.

    That is what nobody asks for of the solvers' answers, and what guests have abandoned for so many days, if any.
    """
    tasks = [asyncio.create_task(_close_days(database)), asyncio.create_task(_forget_answers(database))]
    if guest_days:
        tasks.append(asyncio.create_task(_forget_abandoned(database, guest_days)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _close_days(database: Database) -> None:
    while True:
        # Where it fails now there will be another time.
        with suppress(StoreUnavailable):
            await database.write(lambda connection: daily.close(connection, now_ms()))
        await asyncio.sleep(EVERY_SECONDS)


async def _forget_answers(database: Database) -> None:
    while True:
        more = True
        while more:
            with suppress(StoreUnavailable):
                more = await database.write(partial(questions.forget_unused, at_most=MOST_ANSWERS))
            await asyncio.sleep(BETWEEN_PAGES_SECONDS)
        await asyncio.sleep(DAY_SECONDS)


async def _forget_abandoned(database: Database, guest_days: int) -> None:
    while True:
        after: str | None = ""
        while after is not None:
            with suppress(StoreUnavailable):
                after = await database.write(
                    partial(operating.forget_abandoned, guest_days=guest_days, after=after, now=now_ms())
                )
            await asyncio.sleep(BETWEEN_PAGES_SECONDS)
        await asyncio.sleep(DAY_SECONDS)
