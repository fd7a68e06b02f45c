"""Rampart with a stopwatch on the parts of a move request: `python -m bench.watched FILE`.

At the end it writes into the file how many seconds of CPU time each part took.
"""

import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from pkgutil import resolve_name
from typing import Any
from unittest.mock import patch

from app.site import commands

PARTS = {
    "guard": ["app.web.guard._refusal"],
    "cookie": ["app.play.pages.sessions.visit"],
    "row load, checks": ["app.play.service.play._to_play"],
    "rules": [f"app.play.service.play.{name}" for name in ("apply", "status_among", "automatic_moves")],
    "legal moves": ["app.play.service.play.legal_moves"],
    "update, insert": ["app.play.service.play._keep"],
    "HTML": ["app.play.pages.sessions.turn_markup"],
}
"""The functions that make up each part, by their names in the modules that call them."""


def timed(call: Callable[..., Any], part: str, taken: Counter[str]) -> Callable[..., Any]:
    """Wrap a function so that it adds its CPU time to that of its part, in nanoseconds."""

    @wraps(call)
    def watched(*given: object, **named: object) -> object:
        began = time.thread_time_ns()
        try:
            return call(*given, **named)
        finally:
            taken[part] += time.thread_time_ns() - began

    return watched


def main() -> None:
    """Serve until a signal says to stop, then write the sums."""
    taken: Counter[str] = Counter()
    # The server raises the signal again when it has stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with ExitStack() as stack:
        for part, names in PARTS.items():
            for name in names:
                stack.enter_context(patch(name, timed(resolve_name(name), part, taken)))
        try:
            commands.main(["serve", "--port", "0"])
        finally:
            Path(sys.argv[1]).write_text(json.dumps({part: spent / 1e9 for part, spent in taken.items()}))


if __name__ == "__main__":
    main()
