"""Stories for the tests of the doors."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy import Connection

from app.core.store.database import Database
from app.core.store.opening import open_database
from tests.rows import begin, moving

PATIENCE = 20
"""Seconds after which a test gives up waiting."""


def tell(url: str, story: Callable[[Database], Coroutine[Any, Any, None]]) -> None:
    """Run a test's story on a database in which a session has begun."""

    async def told() -> None:
        async with open_database(url) as database:
            await database.write(begin)
            await asyncio.wait_for(story(database), PATIENCE)

    asyncio.run(told())


class Gate:
    """A place where a transaction stops until the test lets it through."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()

    def stop(self) -> None:
        self.reached.set()
        assert self.opened.wait(PATIENCE)

    def work(self, connection: Connection) -> None:
        """Write a move, then stop in the open transaction."""
        moving(0)(connection)
        self.stop()
