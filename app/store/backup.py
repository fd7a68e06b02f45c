"""Copies of an SQLite database, taken while it is in use, and the check that one is fit to take its place."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from app.store.migrate import newest

_PAGES_AT_ONCE = -1
"""All pages at once, so the copy shows one state. Writers need not wait, because they write to the log next to it."""


class Unfit(Exception):
    """Raised for a file that is not a sound Rampart database; its text is a sentence for the operator."""


def copy_database(source: Path, target: Path) -> None:
    """Write one state of a database into a new file that only its owner may read. Others can go on using the database.

    The new file appears whole or not at all.

    Raises:
        FileExistsError: the target already exists.
        OSError, sqlite3.Error: reading the source or writing the target fails.
    """
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.") as made:
        with closing(_reading(source)) as kept, closing(sqlite3.connect(made.name)) as copy:
            kept.backup(copy, pages=_PAGES_AT_ONCE)
            # The copy is a single file, without a log of writes next to it.
            copy.execute("PRAGMA journal_mode = DELETE")
        os.fsync(made.fileno())
        os.link(made.name, target)


def judge(file: Path) -> None:
    """Check that a file is an undamaged database of this or an earlier version of Rampart; raise `Unfit` otherwise."""
    try:
        with closing(_reading(file)) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone()[0]
            revision = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    except (sqlite3.Error, TypeError):
        raise Unfit(f"{file} is not a Rampart database.") from None
    if sound != "ok":
        raise Unfit(f"{file} is damaged: {sound}.")
    if revision > newest():
        raise Unfit(f"{file} comes from a newer version of Rampart.")


def _reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
