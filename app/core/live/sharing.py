"""Readings that many ask for at once: one for all of them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

Key = tuple[str, str]
"""The kind of a reading, and what it is about."""

T = TypeVar("T")


class Sharing:
    """Shares each reading among all who ask for it before it begins.

    Of one key only one reading is under way, and whoever asks meanwhile shares the next one. So nobody gets anything
    older than the moment of asking, and however many ask, the server reads no faster than one reading after another.
    """

    def __init__(self) -> None:
        self._under_way: dict[Key, asyncio.Task[Any]] = {}
        self._next: dict[Key, asyncio.Task[Any]] = {}

    async def of(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        """Return what `read` returns, or raise what it raises; another caller's `read` for this key may be the one."""
        if key not in self._next:
            self._next[key] = asyncio.create_task(self._read(key, read))
            # If everybody has gone meanwhile, nobody wants its error.
            self._next[key].add_done_callback(_be_heard)
        value: T = await asyncio.shield(self._next[key])
        return value

    async def _read(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        if before := self._under_way.get(key):
            await asyncio.wait([before])
        mine = self._under_way[key] = self._next.pop(key)
        try:
            return await read()
        finally:
            if self._under_way[key] is mine:
                del self._under_way[key]


def _be_heard(task: "asyncio.Task[Any]") -> None:
    if not task.cancelled():
        task.exception()
