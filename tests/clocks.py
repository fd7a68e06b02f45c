"""The clocks of a machine in a test's hand: that on the wall, which may be set, and the time since its start."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from app.core.clock import Clock

Reading = Callable[[], int]


@contextmanager
def clocks(wall_ms: Reading, elapsed_ms: Reading | None = None) -> Iterator[None]:
    """Let the server read these clocks while the context lasts. With one, time passes, and nobody sets it."""
    with (
        patch("time.time_ns", lambda: wall_ms() * 1_000_000),
        patch("app.core.clock.elapsed_ms", elapsed_ms or wall_ms),
        patch("app.core.clock.CLOCK", new_callable=Clock),
    ):
        yield
