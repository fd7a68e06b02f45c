"""The database that the settings name, for the commands that use it."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

import app.site.features  # noqa: F401
from app.core.clock import now_ms
from app.core.refusals import Refusal
from app.core.settings import SettingsError, database_place, database_url, secret_there, sqlite_file
from app.core.store import backups
from app.core.store.backup import reading
from app.core.store.database import Database, P, StoreUnavailable, T, Transaction
from app.core.store.migrate import Newer, fits
from app.core.store.opening import open_database
from app.core.store.upgrading import NotBackedUp, upgrade
from app.core.store.vouching import Misfit, forget, is_known, misfit, remember
from app.site.commands.console import BadInput, Failure

OPERATOR_SECONDS = 3600.0
"""The most time for the operator's work on a database. Only the operator waits for it, and can interrupt it."""
_SETTING = "RAMPART_DATABASE_URL"
_NAMED = f"{_SETTING} names this path."
_UNNAMED = f"{_SETTING} is not set, so this is the usual path."
PUT_BACK = "Put the old secret back, or accept the loss once with `rampart serve --new-secret`."


@contextmanager
def reading_settings() -> Iterator[None]:
    """Turn `SettingsError` into `BadInput`."""
    try:
        yield
    except SettingsError as wrong:
        raise BadInput(str(wrong)) from None


@contextmanager
def failing_in_one_line(url: str) -> Iterator[None]:
    """Turn a database error into `Failure`, and the schema of a newer version into `BadInput`."""
    try:
        yield
    except Newer:
        raise BadInput(
            "A newer version of Rampart has changed this database. Run that version, or restore a backup from before."
        ) from None
    except SQLAlchemyError as error:
        said = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
        raise Failure(f"Cannot use the database {database_place(url)}: {said}") from None


def unusable(url: str, error: StoreUnavailable) -> Failure:
    """Return the failure, one line long, of a command that cannot use its database."""
    cause = error.__cause__
    said = str(cause.orig if isinstance(cause, DBAPIError) else cause or error).strip().partition("\n")[0]
    return Failure(f"Cannot use the database {database_place(url)}: {said}")


def require_current(url: str) -> None:
    """Raise `BadInput` if there is no database or its schema does not fit, and `Failure` if it does not answer."""
    # A mistyped path is no reason to make a database there.
    if (file := sqlite_file(url)) and not file.exists():
        raise BadInput(f"There is no database at {file}: {_NAMED if os.environ.get(_SETTING) else _UNNAMED}")
    with failing_in_one_line(url):
        if not fits(url):
            raise BadInput("The database's schema does not fit this version: run `rampart migrate` first.")


def bring_up_to_date(url: str) -> Path | None:
    """Migrate a database; return the backup from before, if one was made. Raise `Failure` or `BadInput` otherwise."""
    with failing_in_one_line(url):
        try:
            return upgrade(url)
        except OSError as refused:
            raise Failure(f"Cannot use the database {database_place(url)}: {refused.strerror}") from None
        except NotBackedUp as refused:
            raise Failure(
                f"Nothing was migrated, since the database {database_place(url)} cannot be backed up first: {refused}. "
                "If you have a backup elsewhere, run `rampart migrate --without-backup`."
            ) from None


def current_database() -> str:
    """Return the address of the database that the settings name. Raise what `require_current` raises."""
    with reading_settings():
        url = database_url(os.environ)
    require_current(url)
    return url


def write_database(transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `transaction` and return its result. Servers may keep running.

    Raises:
        BadInput: the settings name no database, or one of another version.
        Failure: the transaction raises a refusal, or the database cannot run it.
    """
    return use_database(current_database(), lambda database: database.write(transaction, *args, **kwargs))


def misfit_on_sqlite() -> Misfit | None:
    """Return why the secret that is there does not fit the SQLite database that the settings name. Make neither."""
    with reading_settings():
        url = database_url(os.environ)
        there = secret_there(os.environ, url)
    database = sqlite_file(url)
    if database is None or not database.exists():
        return None
    with failing_in_one_line(url), reading(database) as connection:
        return misfit(connection, there)


def read_database(url: str, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `transaction`, which only reads, and return its result. Raise `Failure` if the database cannot run it."""
    return use_database(url, lambda database: database.read(transaction, *args, **kwargs))


def require_secret(url: str, secret: bytes) -> None:
    """Raise `BadInput` if a database, which is current, is used with another secret. The first secret is remembered."""
    found = use_database(url, partial(_remember, secret=secret))
    if found:
        raise BadInput(f"{found.value} {PUT_BACK}")


def accept_secret(url: str, secret: bytes) -> None:
    """Remember a secret in a database, whichever it has been used with."""

    def accept(connection: Connection) -> None:
        forget(connection)
        remember(connection, secret, now_ms())

    use_database(url, lambda database: database.write(accept))


def note_backup(url: str, taken: int) -> None:
    """Note a backup in the database from which it was taken at a time; raise `Failure` if that cannot be written."""
    use_database(url, lambda database: database.write(backups.note, taken, now_ms()))


async def _remember(database: Database, secret: bytes) -> Misfit | None:
    # Where there is nothing to remember, this writes nothing: the disk may be full.
    if await database.read(is_known):
        return await database.read(misfit, secret=secret)
    return await database.write(remember, secret=secret, now=now_ms())


def use_database(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    """Open a database, do something with it, and return the result. Raise `Failure` as the functions above do."""
    try:
        with failing_in_one_line(url):
            return asyncio.run(_with_database(url, work))
    except StoreUnavailable as error:
        raise unusable(url, error) from None
    except Refusal as refusal:
        raise Failure(refusal.sentence) from None


async def _with_database(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    async with open_database(url, OPERATOR_SECONDS) as database:
        return await work(database)
