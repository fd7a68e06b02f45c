"""An early notice that the server is about to stop."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_stopping(end: Callable[[], None]) -> Iterator[None]:
    """Call a function in the event loop as soon as a signal tells the process to stop.

    Without this, nothing here would hear of it before all answers are complete, and a stream never is.
    """
    if threading.current_thread() is not threading.main_thread():
        # Only the main thread gets signals; a server in another thread ends when its owner ends it.
        yield
        return
    loop = asyncio.get_running_loop()
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for each in before:
        signal.signal(each, stop)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
