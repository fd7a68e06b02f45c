"""Work that goes on beside a context, and ends with it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any


@asynccontextmanager
async def beside(*works: Callable[[], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Run works while the context lasts; they are cancelled at its end, and nobody hears how they ended."""
    tasks = [asyncio.create_task(work()) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
