"""Migrating an SQLite file that holds something: first a backup is laid beside it, so an update can be taken back."""

import fcntl
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import make_url

from app.core.clock import now_ms
from app.core.store.backup import Unfit, copy_database
from app.core.store.migrate import current, fits, migrate

KEPT = 3
"""How many of the newest backups stay."""
_FORM = r"\.\d{4}-(\d{8}T\d{9}Z)\.backup"
"""How their names go on after the database's: with the revision of the schema and the time."""


class NotBackedUp(Exception):
    """Raised if there is no backup, so nothing was migrated; its text is the cause in a few words."""


def upgrade(url: str) -> Path | None:
    """Bring a database to the newest revision as `migrate` does; return the backup that was made before, if one was.

    A new database gets none, nor does one that is up to date, nor PostgreSQL. If two processes begin at once, the first
    backs up and migrates, and the second has nothing to do.

    Raises:
        NotBackedUp: it could not be backed up.
        Newer: a newer version has changed it.
        OSError: its folder cannot be locked.
    """
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or current(url) is None:
        migrate(url)
        return None
    if fits(url):
        return None
    file = Path(os.path.realpath(address.database or ""))
    with _alone_beside(file):
        # Another process may have migrated while we waited.
        if fits(url):
            return None
        backup = _back_up(file, current(url) or "")
        migrate(url)
    return backup


@contextmanager
def _alone_beside(file: Path) -> Iterator[None]:
    """Wait until no other process upgrades a database in the folder; the system ends the lock with the process."""
    folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _back_up(file: Path, revision: str) -> Path:
    """Copy a database beside itself, and remove older copies and what interrupted ones left behind."""
    now = datetime.fromtimestamp(now_ms() / 1000, UTC)
    backup = file.with_name(f"{file.name}.{revision}-{now:%Y%m%dT%H%M%S}{now.microsecond // 1000:03}Z.backup")
    try:
        for half in _beside(file, rf"\.{re.escape(file.name)}{_FORM}.*"):
            half.unlink()
        copy_database(file, backup)
        for old in _beside(file, re.escape(file.name) + _FORM)[:-KEPT]:
            # If the clock went back, the new one looks old.
            if old != backup:
                old.unlink()
    except OSError as refused:
        raise NotBackedUp(refused.strerror or str(refused)) from None
    except (sqlite3.Error, Unfit) as refused:
        raise NotBackedUp(str(refused).removesuffix(".")) from None
    return backup


def _beside(file: Path, form: str) -> list[Path]:
    """List the files beside a database whose names have a form, by the times in them."""
    found = [(match[1], path) for path in file.parent.iterdir() if (match := re.fullmatch(form, path.name))]
    return [path for _, path in sorted(found)]
