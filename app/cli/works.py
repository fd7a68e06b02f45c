"""Run one work on the database that the settings name, for the operator's commands."""

import asyncio
import os

from app.cli.migrate import failing_in_one_line, require_current
from app.cli.parser import BadInput, Failure
from app.model.refusals import Refusal
from app.settings import SettingsError, database_place, database_url
from app.store.database import StoreUnavailable, T, Work, open_database

OPERATOR_SECONDS = 3600.0
"""The most time for a work of the operator. Only the operator waits for it, and can end it."""


def work_on_database(work: Work[T]) -> T:
    """Run a work as one transaction and return its result. Servers may keep running.

    Raises:
        BadInput: the settings name no database, or one of another version.
        Failure: the work raises a refusal, or the database cannot run it.
    """
    try:
        url = database_url(os.environ)
    except SettingsError as wrong:
        raise BadInput(str(wrong)) from None
    with failing_in_one_line(url):
        require_current(url)
    try:
        return asyncio.run(_write(url, work))
    except StoreUnavailable as error:
        raise Failure(f"Cannot use the database {database_place(url)}: {error.__cause__}") from None
    except Refusal as refusal:
        raise Failure(refusal.sentence) from None


async def _write(url: str, work: Work[T]) -> T:
    async with open_database(url, OPERATOR_SECONDS) as database:
        return await database.write(work)
