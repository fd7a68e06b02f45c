"""Noticing early that the server is told to end."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_parting(end: Callable[[], None]) -> Iterator[None]:
    """Have a function called in the event loop as soon as a signal tells the process to end.

    The server waits for open answers before anything else here hears of it, and a stream would stay open.
    """
    if threading.current_thread() is not threading.main_thread():
        # Signals come to the main thread alone; a server in another one is ended by whoever began it.
        yield
        return
    loop = asyncio.get_running_loop()
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}

    def part(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for each in before:
        signal.signal(each, part)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
