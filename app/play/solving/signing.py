"""Tells the servers that a worker is there, since players would wait for ever where none is.

Only a process that answers for servers elsewhere does this: a server that runs its own solvers knows how they stand,
and writes nothing while nobody is here.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from app.core.clock import now_ms
from app.core.live.beside import beside
from app.core.store.database import Database, StoreUnavailable
from app.core.store.ids import new_id
from app.play.rows import workers
from app.play.solving.worker import Worker

EVERY_SECONDS = 30.0
"""How often a worker says that it is there."""
LOOK_SECONDS = 0.5
"""How soon it says that its solvers have become ready, or start no longer."""

_log = logging.getLogger("rampart")


@asynccontextmanager
async def signing(database: Database, worker: Worker) -> AsyncIterator[None]:
    """Keep telling the servers that a worker is there and how its solvers stand, and at the end that it has gone."""
    worker_id = new_id(now_ms())
    try:
        async with beside(partial(_tell, database, worker, worker_id)):
            yield
    finally:
        # If this fails, the servers miss the worker a minute later.
        with suppress(StoreUnavailable):
            await database.write(workers.leave, worker_id)


async def _tell(database: Database, worker: Worker, worker_id: str) -> None:
    loop = asyncio.get_running_loop()
    while True:
        told, until = worker.solvers, loop.time() + EVERY_SECONDS
        try:
            await database.write(workers.tell, worker_id, told, now_ms())
        except StoreUnavailable as error:
            _log.warning("The servers cannot be told that this worker is there: %s", error)
        while loop.time() < until and worker.solvers is told:
            await asyncio.sleep(LOOK_SECONDS)
