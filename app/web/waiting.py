"""Waiting for another process to store something, by looking less and less often."""

import asyncio
import time

from app.core.store.database import Database, Work

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.03, 0.3
"""The first and the longest pause between two looks."""


async def wait_until_so(db: Database, is_so: Work[bool], until: float) -> None:
    """Return as soon as `is_so` returns true, but at the latest when the monotonic clock reads `until`."""
    pause = FIRST_PAUSE_SECONDS
    while time.monotonic() < until and not await db.read(is_so):
        await asyncio.sleep(pause)
        pause = min(pause * 1.3, LONGEST_PAUSE_SECONDS)
