"""Copies of an SQLite database, taken while it is in use, and the check that one is fit to take its place."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine

from app.core.store.migrate import is_too_new

_PAGES_AT_ONCE = -1
"""All pages at once, so the copy shows one state. Writers need not wait, because they write to the log next to it."""


class Unfit(Exception):
    """Raised for a file that is not a sound Rampart database; its text is a sentence for the operator."""


def copy_database(source: Path, target: Path) -> None:
    """Write one state of a database into a new file that only its owner may read. Others can go on using the database.

    The new file appears whole and checked, or not at all.

    Raises:
        FileExistsError: the target already exists.
        Unfit: the source is not a sound Rampart database.
        OSError, sqlite3.Error: reading the source or writing the target fails.
    """
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.") as made:
        with closing(_reading(source)) as kept, closing(sqlite3.connect(made.name)) as copy:
            kept.backup(copy, pages=_PAGES_AT_ONCE)
            # The copy is a single file, without a log of writes next to it.
            copy.execute("PRAGMA journal_mode = DELETE")
        judge(Path(made.name), source)
        os.fsync(made.fileno())
        os.link(made.name, target)


def judge(file: Path, called: Path) -> None:
    """Check that a file is an undamaged database with which this version can work, or can once it is migrated.

    Raise `Unfit` otherwise, with a sentence that calls the file by another name.
    """
    try:
        with closing(_reading(file)) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone()[0]
            revision = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            oldest = database.execute("PRAGMA user_version").fetchone()[0]
    except (sqlite3.Error, TypeError):
        raise Unfit(f"{called} is not a Rampart database.") from None
    if sound != "ok":
        raise Unfit(f"{called} is damaged: {sound}.")
    if is_too_new(revision, oldest):
        raise Unfit(f"{called} comes from a newer version of Rampart.")


@contextmanager
def reading(file: Path) -> Iterator[Connection]:
    """Yield a connection to an SQLite database of any revision, which can only read."""
    engine = create_engine("sqlite://", creator=partial(_reading, file), poolclass=NullPool)
    with engine.connect() as connection:
        yield connection


def _reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
