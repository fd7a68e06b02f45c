"""Follows a plain move through our files and prints their names: `python -m tests.app.play.journey`.

It runs in a process of its own. CPython 3.11 can spin for ever when a profile hook is set in a process that has run for
long, such as one that runs many tests.
"""

import sys
import threading
from pathlib import Path
from types import FrameType

from starlette.testclient import TestClient

from app.play.pages import sessions
from app.play.service import play
from app.site.application import create_app
from tests.app.play.table import Table

ROOT = Path(__file__).parents[3]
STORE = "app/core/store"
BEGINNINGS = {sessions.move.__code__, play.gather.__code__}
"""Where the move's own way begins in a thread: its route, and the transaction that the route hands to the database."""


class Journey:
    """A profile hook of every thread, which notes the files of whatever is called below a beginning."""

    def __init__(self) -> None:
        self.entered = set[Path]()
        self._below = set[int]()
        """The threads in which a beginning is running; a route that waits is not."""

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        """Note a call, or that a beginning has returned."""
        code, thread = frame.f_code, threading.get_ident()
        if event == "return" and code in BEGINNINGS:
            self._below.discard(thread)
        if event == "call":
            if code in BEGINNINGS:
                self._below.add(thread)
            if thread in self._below:
                self.entered.add(Path(code.co_filename))

    def files(self) -> set[str]:
        """Return the files of ours that were entered, those of the store as one."""
        ours = (path.relative_to(ROOT) for path in self.entered if path.is_relative_to(ROOT))
        names = {path.as_posix() for path in ours if path.parts[0] in {"app", "engine"}}
        return {STORE if name.startswith(f"{STORE}/") else name for name in names}


def main() -> None:
    """Make a move that has been made before, with the hook in whatever threads a server begins."""
    journey = Journey()
    threading.setprofile(journey)
    with TestClient(create_app(), follow_redirects=False, headers={"accept": "text/html"}) as client:
        table = Table(client)
        for seq in (0, 2):
            assert table.fragment("moves", seq=seq, move="t1-t3").status_code == 200
            assert table.fragment("undo", seq=seq + 1).status_code == 200
        journey.entered.clear()
        assert table.fragment("moves", seq=4, move="t1-t3").status_code == 200
        print("\n".join(sorted(journey.files())))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
