"""Work that runs in the background of a context, and ends with it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

_log = logging.getLogger("rampart")


@asynccontextmanager
async def beside(*jobs: Callable[[], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Run jobs while the context lasts, and cancel them at its end. If one fails, log that; the others go on."""
    tasks = [asyncio.create_task(_log_failure_of(job)) for job in jobs]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _log_failure_of(job: Callable[[], Coroutine[Any, Any, None]]) -> None:
    try:
        await job()
    except Exception:
        _log.exception("Work beside the requests failed, and is over until the server restarts.")
