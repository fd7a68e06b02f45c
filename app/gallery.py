"""Pictures for previews of links: drawn beside the server, one at a time, and kept as long as there is room."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict
from collections.abc import Callable

from app.refusals import TooMany
from app.settings import CHECKOUT

MOST_KEPT = 64
"""Pictures kept in memory, each of some 150 kilobytes."""
MOST_WAITING = 8
LONGEST_SECONDS = 20


class Gallery:
    """The pictures of this process, by name."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._brush = asyncio.Lock()
        self._waiting = 0

    async def picture(self, name: str, svg: Callable[[], str]) -> bytes:
        """Give a picture as PNG; `svg` is asked for what to draw unless it was drawn before.

        Raises:
            TooMany: others wait for too many pictures already.
        """
        if name not in self._kept:
            if self._waiting >= MOST_WAITING:
                raise TooMany("Too many pictures are being drawn; try again in a moment.")
            self._waiting += 1
            try:
                async with self._brush:
                    # Whoever waited for the same picture finds it drawn.
                    if name not in self._kept:
                        self._kept[name] = await draw(svg())
            finally:
                self._waiting -= 1
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]


async def draw(svg: str) -> bytes:
    """Draw an SVG as PNG in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app.drawing", stdin=PIPE, stdout=PIPE, cwd=CHECKOUT
    )
    try:
        drawn, _ = await asyncio.wait_for(process.communicate(svg.encode()), LONGEST_SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise RuntimeError("A picture could not be drawn.")
    return drawn
