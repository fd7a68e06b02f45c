"""Pictures for link previews. A child process draws them one at a time; the server keeps the latest in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from app.core.bounds import WAITING_PICTURES
from app.core.children import last_line, start
from app.core.refusals import TooMany

MOST_KEPT = 64
"""Pictures kept in memory, each of at most 60 kilobytes."""
LONGEST_SECONDS = 20


class Gallery:
    """The pictures of this process, by name."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._brush = asyncio.Lock()
        self._waiting = 0

    async def picture(self, name: str, svg: Callable[[], str]) -> bytes:
        """Return a picture as PNG. Unless it is kept from before, call `svg` and draw what that returns.

        Raises:
            TooMany: too many pictures are already waiting.
        """
        if name not in self._kept:
            if self._waiting >= WAITING_PICTURES:
                raise TooMany("The server is drawing too many pictures; try again in a moment.")
            self._waiting += 1
            try:
                async with self._brush:
                    # A request that waited for the same picture now finds it drawn.
                    if name not in self._kept:
                        self._kept[name] = await draw(svg())
            finally:
                self._waiting -= 1
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]


async def draw(svg: str) -> bytes:
    """Draw an SVG as PNG in a process of its own. Raise `RuntimeError` if that fails."""
    process = await start("-m", "app.web.drawing")
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            process.writer.write(svg.encode())
            process.writer.close()
            drawn = await process.reader.read()
            code, said = await process.ended(), await process.said()
    finally:
        await process.end()
    if code != 0:
        raise RuntimeError(f"Drawing a picture failed: {last_line(said)}")
    return drawn
