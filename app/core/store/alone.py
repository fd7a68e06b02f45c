"""One server for one SQLite file: two would each answer with what only they know, and send each other no news.

A Unix socket has one server, too.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Served(Exception):
    """Raised if another server has the file."""


@contextmanager
def only_server(file: Path) -> Iterator[None]:
    """Be the one server of a file until the end; raise `Served` if there is one, and `OSError` if none can be.

    What is locked is a file beside it: SQLite would lose its own locks when a process closes the database once more.
    It lies beside the file itself, where SQLite puts its own, so a link to the database is no second one. The system
    ends the lock with the process, however that ends, so the file that stays means nothing.
    """
    there = Path(os.path.realpath(file))
    with there.with_name(f"{there.name}.lock").open("a") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Served from None
        yield
