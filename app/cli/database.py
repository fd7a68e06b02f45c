"""The database that the settings name, for the commands that use it."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.cli.parser import BadInput, Failure
from app.model.refusals import Refusal
from app.settings import SettingsError, database_place, database_url
from app.store.database import StoreUnavailable, T, Work, open_database
from app.store.migrate import Newer, fits

OPERATOR_SECONDS = 3600.0
"""The most time for the operator's work on a database. Only the operator waits for it, and can interrupt it."""


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
    """Raise `BadInput` if the schema does not fit this version, and `Failure` if the database does not answer."""
    with failing_in_one_line(url):
        if not fits(url):
            raise BadInput("The database's schema does not fit this version: run `rampart migrate` first.")


def current_database() -> str:
    """Return the address of the database that the settings name. Raise what `require_current` raises."""
    with reading_settings():
        url = database_url(os.environ)
    require_current(url)
    return url


def work_on_database(work: Work[T]) -> T:
    """Run `work` as one transaction and return its result. Servers may keep running.

    Raises:
        BadInput: the settings name no database, or one of another version.
        Failure: the work raises a refusal, or the database cannot run it.
    """
    url = current_database()
    try:
        with failing_in_one_line(url):
            return asyncio.run(_write(url, work))
    except StoreUnavailable as error:
        raise unusable(url, error) from None
    except Refusal as refusal:
        raise Failure(refusal.sentence) from None


async def _write(url: str, work: Work[T]) -> T:
    async with open_database(url, OPERATOR_SECONDS) as database:
        return await database.write(work)
