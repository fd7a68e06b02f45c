"""Listening for the calls of other processes (`app/core/store/calling.py`), over a separate connection."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import psycopg
from sqlalchemy import make_url

from app.core.store import reaching
from app.core.store.calling import CHANNEL
from app.core.store.database import StoreUnavailable

PROBE_SECONDS = 15.0
"""After a silence of this length, we ask the server for a sign of life."""
ANSWER_SECONDS = 5.0
AGAIN_SECONDS = 1.0

_log = logging.getLogger("rampart")


class Calls:
    """The calls that this process hears."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._hears = False

    def hears(self) -> bool:
        """Return whether this process can expect to hear a call made now.

        It can once it has heard one over the present connection, since a pooler that shares connections swallows calls.
        """
        return self._hears

    async def listen(self, heard: Callable[[], None], call: Callable[[], Awaitable[None]]) -> None:
        """Run `heard` for every call that comes, for ever.

        `call` makes a call over another connection, to test whether calls arrive over each new connection here.
        """

        def take(_: psycopg.Notify) -> None:
            self._hears = True
            heard()

        lost = True
        while True:
            try:
                async with await reaching.connect_apart(self._url) as connection:
                    connection.add_notify_handler(take)
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await call()
                    lost = True
                    while True:
                        await _wait_to_read(connection.fileno())
                        async with asyncio.timeout(ANSWER_SECONDS):
                            # This also delivers the calls that have come.
                            await connection.execute("SELECT 1")
            except (psycopg.Error, OSError, StoreUnavailable) as error:
                if lost:
                    _log.warning("Cannot hear calls from other processes: %s", type(error).__name__)
                lost = False
            finally:
                self._hears = False
            await asyncio.sleep(AGAIN_SECONDS)


async def _wait_to_read(descriptor: int) -> None:
    """Wait until there is something to read, or until it is time to ask for it."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            await ready.wait()
    except TimeoutError:
        return
    finally:
        loop.remove_reader(descriptor)
