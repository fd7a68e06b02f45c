"""The journey of a move: how many of our files somebody reads who follows a plain one."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.play.pages import sessions
from app.play.service import play
from app.play.values.session import Turn
from tests.app.play.table import Table

ROOT = Path(__file__).parents[3]
STORE = "app/core/store"
FILES = 19
"""How many files a plain move enters. Lower it whenever one fewer will do."""
BEGINNINGS = {sessions.move.__code__, play.gather.__code__}
"""Where the move's own way begins in a thread: its route, and the transaction that the route hands to the database."""


class Journey:
    """A profile hook, which notes the files of whatever is called below a beginning."""

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


@pytest.fixture
def journey(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journey]:
    """Follow the thread of the event loop, and whichever thread runs the move's transaction while it does.

    Not all threads: a hook in those that begin while CPython 3.11 is busy has made one spin for ever.
    """
    hook, gather, portal = Journey(), play.gather, client.portal
    assert portal

    def follow(*given: Any) -> Turn:
        sys.setprofile(hook)
        try:
            return gather(*given)
        finally:
            sys.setprofile(None)

    monkeypatch.setattr(play, "gather", follow)
    portal.call(sys.setprofile, hook)
    yield hook
    portal.call(sys.setprofile, None)


def test_a_plain_move_enters_few_files(journey: Journey, table: Table) -> None:
    """Count the files of `app` and `engine` in which a function runs because of a plain move by the table's script.

    Counted is every call, at any depth, made while the route or its transaction is running. So neither the guard before
    the route counts, nor what the server does beside it. Files that only define values run nothing, and functions that
    keep their results run once: the same move has been made before. All of `app/core/store` counts as one file: the
    queue, the threads, the commit and the driver are the database, of which a move sees `write` and its statements.
    """
    for seq in (0, 2):
        assert table.fragment("moves", seq=seq, move="t1-t3").status_code == 200
        assert table.fragment("undo", seq=seq + 1).status_code == 200
    journey.entered.clear()
    assert table.fragment("moves", seq=4, move="t1-t3").status_code == 200
    files = journey.files()
    assert {"app/play/pages/sessions.py", "app/play/rows/sessions.py", STORE, "engine/moves.py"} <= files
    assert len(files) == FILES, sorted(files)
