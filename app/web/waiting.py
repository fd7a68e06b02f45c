"""Waiting for what another process stores: a page looks again and again, ever more seldom."""

import asyncio
import time

from app.store.database import Database, Work

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.03, 0.3
"""At what intervals to look, at first and in the end."""


async def wait_until_so(db: Database, is_so: Work[bool], until: float) -> None:
    """Return as soon as a work says that it is so, or at this time of the monotonic clock."""
    pause = FIRST_PAUSE_SECONDS
    while time.monotonic() < until and not await db.read(is_so):
        await asyncio.sleep(pause)
        pause = min(pause * 1.3, LONGEST_PAUSE_SECONDS)
