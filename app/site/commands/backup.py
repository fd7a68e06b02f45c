"""`rampart backup`: copy an SQLite installation while servers keep running."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from app.core.clock import now_ms
from app.core.settings import database_url, secret_file, sqlite_file
from app.core.store.backup import Unfit, copy_database, reading
from app.core.store.sqlite import open_for_owner
from app.core.store.vouching import Misfit, misfit
from app.site.commands.console import BadInput, Failure, Parser, answer
from app.site.commands.database import current_database, note_backup, reading_settings


def run(arguments: Sequence[str]) -> int:
    """Copy the database that the settings name."""
    parser = Parser(
        prog="rampart backup",
        description="Copy the SQLite database at RAMPART_DATABASE_URL into a new file. Servers may keep running. The "
        "command also copies the secret: without it, players lose access to their games. Keep both files private. The "
        "database notes when it was backed up, for /operator and /metrics; with --note, it notes a backup that another "
        "program has just made, such as pg_dump.",
        epilog="Example: RAMPART_DATABASE_URL=sqlite:///games.sqlite3 rampart backup games-2026-11-20.sqlite3",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="the new file")
    parser.add_argument("--note", action="store_true", help="only note a backup that another program has just made")
    read = parser.read(arguments)
    if read.note == (read.file is not None):
        raise BadInput("Name the new file, or say with --note that another program has made a backup.")
    if read.note:
        note_backup(current_database(), now_ms())
        answer("Noted the backup.")
        return 0
    return _back_up(Path(read.file))


def _back_up(target: Path) -> int:
    database = own_sqlite_file("On PostgreSQL, use pg_dump, and then `rampart backup --note`.")
    if not database.exists():
        raise Failure(f"There is no database {database}.")
    taken = now_ms()
    with copying(target):
        copy_with_secret(database, target)
    if misfit_of(target):
        print(f"Warning: the secret is not in the backup. Without it, {target} cannot be restored.", file=sys.stderr)
    try:
        note_backup(database_url(os.environ), taken)
    except Failure as refused:
        # What was copied is whole, and this is no reason to make another copy.
        print(f"Warning: the database could not note this backup. {refused}", file=sys.stderr)
    answer(f"Copied {database} to {target}")
    return 0


def misfit_of(database: Path, secret: bytes | None = None) -> Misfit | None:
    """Return why a secret, or otherwise the one beside a database, does not fit it, or that it lacks one."""
    beside = secret_file(database)
    if secret is None and beside.exists():
        secret = beside.read_bytes().strip()
    with reading(database) as connection:
        return misfit(connection, secret)


def own_sqlite_file(otherwise: str) -> Path:
    """Return the SQLite file that the settings name. Otherwise raise `BadInput`, with `otherwise` as the advice."""
    with reading_settings():
        database = sqlite_file(database_url(os.environ))
    if database is None:
        raise BadInput(f"This command is for SQLite databases. {otherwise}")
    return database


def copy_with_secret(source: Path, target: Path) -> None:
    """Copy a database, and its secret if it has one: both or neither. Raise what `copy_database` raises."""
    given, kept = secret_file(source), secret_file(target)
    if not given.exists():
        copy_database(source, target)
        return
    with given.open("rb") as secret, _private(kept) as copy:
        shutil.copyfileobj(secret, copy)
    try:
        copy_database(source, target)
    except BaseException:
        kept.unlink()
        raise


def _private(file: Path) -> BinaryIO:
    return open(file, "xb", opener=open_for_owner)


@contextmanager
def copying(target: Path) -> Iterator[None]:
    """Turn any error while copying into `Failure`."""
    try:
        yield
    except FileExistsError as there:
        raise Failure(f"{there.filename2 or there.filename} already exists, and stays as it is.") from None
    except OSError as refused:
        raise Failure(f"Cannot write {target}: {refused.strerror}.") from None
    except sqlite3.Error as refused:
        raise Failure(f"Cannot copy the database: {refused}.") from None
    except Unfit as unfit:
        raise Failure(str(unfit)) from None
