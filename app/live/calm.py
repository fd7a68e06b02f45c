"""Whether anybody is here: while nobody is, what only looks whether there is something to do sleeps for longer."""

import asyncio
from collections.abc import Callable
from time import monotonic

LINGERING_SECONDS = 60.0
"""Somebody counts as here for this long after the last request: work may follow from it, and from that work more."""
LOOK_AT_READERS_SECONDS = 15.0
"""How often whoever only reads a stream is noticed."""
WAKING_SECONDS = 0.1
"""The sleepers wake this long after somebody has come: the first request should not wait behind all of them."""
LONGEST_SLEEP_SECONDS = 60.0
"""How long anything sleeps that another process, or the clock, may have given something to do meanwhile."""

Sleeper = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class Calm:
    """Notes who comes. At first, nobody has come."""

    def __init__(self) -> None:
        self._stirred_at = -LINGERING_SECONDS
        self._asleep: list[Sleeper] = []

    def stir(self) -> None:
        """Take note that somebody is here, and soon wake all that sleep for longer because nobody was."""
        self._stirred_at = monotonic()
        if self._asleep:
            asleep, self._asleep = self._asleep, []
            for loop, woken in asleep:
                loop.call_soon_threadsafe(loop.call_later, WAKING_SECONDS, woken.set)

    @property
    def lasts(self) -> bool:
        """Say whether nobody is here."""
        return monotonic() - self._stirred_at >= LINGERING_SECONDS

    async def sleep(self, usual: float, longest: float, woken: asyncio.Event | None = None) -> None:
        """Sleep for the usual number of seconds, or while nobody is here for the longest; `woken` ends it early."""
        early = asyncio.Event() if woken is None else woken
        sleeper = (asyncio.get_running_loop(), early)
        lasts = self.lasts
        if lasts:
            self._asleep.append(sleeper)
        try:
            async with asyncio.timeout(longest if lasts else usual):
                await early.wait()
        except TimeoutError:
            return
        finally:
            # Several may sleep on one event, and each of them stands here once.
            if sleeper in self._asleep:
                self._asleep.remove(sleeper)

    async def heed(self, readers: Callable[[], int]) -> None:
        """Go on noting that somebody is here while streams have readers, whose number the function returns."""
        while True:
            await asyncio.sleep(LOOK_AT_READERS_SECONDS)
            if readers():
                self.stir()
