"""Whether anybody is here. While nobody is, tasks that only look for something to do sleep longer."""

import asyncio
from collections.abc import Callable
from time import monotonic

LINGERING_SECONDS = 60.0
"""Somebody counts as here for this long after the last request, because it may have caused more work."""
LOOK_AT_READERS_SECONDS = 15.0
"""How often the calm notices visitors who only read a stream."""
WAKING_SECONDS = 0.1
"""How long the sleepers wait after a visitor comes, so that the first request does not wait behind them all."""
LONGEST_SLEEP_SECONDS = 60.0
"""The longest sleep of a task for which another process or the clock may bring work."""

Sleeper = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class Calm:
    """Knows whether anybody is here. At first nobody is."""

    def __init__(self) -> None:
        self._stirred_at = -LINGERING_SECONDS
        self._asleep: list[Sleeper] = []

    def stir(self) -> None:
        """Note that somebody is here, and soon wake all tasks that sleep longer because nobody was."""
        self._stirred_at = monotonic()
        if self._asleep:
            asleep, self._asleep = self._asleep, []
            for loop, woken in asleep:
                loop.call_soon_threadsafe(loop.call_later, WAKING_SECONDS, woken.set)

    @property
    def lasts(self) -> bool:
        """Return whether nobody is here."""
        return monotonic() - self._stirred_at >= LINGERING_SECONDS

    async def sleep(self, usual: float, longest: float, woken: asyncio.Event | None = None) -> None:
        """Sleep for `usual` seconds, or for `longest` if nobody is here. Return early when `woken` is set."""
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
            # Several tasks may sleep on one event. The list has it once for each of them.
            if sleeper in self._asleep:
                self._asleep.remove(sleeper)

    async def heed(self, readers: Callable[[], int]) -> None:
        """Keep noting that somebody is here while streams have readers; `readers` returns how many they have."""
        while True:
            await asyncio.sleep(LOOK_AT_READERS_SECONDS)
            if readers():
                self.stir()
