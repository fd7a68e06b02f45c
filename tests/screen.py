"""A screen that nobody sees, for a browser that has a window."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

SCREEN = "Xvfb"
"""The program that has to be installed."""


@contextmanager
def unseen_screen(width: int, height: int) -> Iterator[str]:
    """Yield the name of a screen of so many pixels, as `DISPLAY` takes it."""
    reading, writing = os.pipe()
    command = (SCREEN, "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp")
    with subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as screen:
        os.close(writing)
        try:
            with os.fdopen(reading) as number:
                yield f":{number.readline().strip()}"
        finally:
            screen.terminate()
