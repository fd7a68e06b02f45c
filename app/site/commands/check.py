"""`rampart check`: compare everything stored with the logs from which it follows."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Sequence

from sqlalchemy import Connection

from app.core.settings import database_place, secret_there, sqlite_file
from app.core.store.database import Database, StoreUnavailable
from app.core.store.opening import open_database
from app.core.store.vouching import misfit
from app.play.checking import Check, Fault
from app.play.rows.whole import BrokenRow
from app.site.commands.console import Failure, Parser, answer
from app.site.commands.database import OPERATOR_SECONDS, current_database, read_database, reading_settings, unusable
from app.site.rows import stored_texts
from app.site.service import checks
from app.site.service.checks import Stored


def run(arguments: Sequence[str]) -> int:
    """Check the database that the settings name."""
    parser = Parser(
        prog="rampart check",
        description="Replay every session in the database at RAMPART_DATABASE_URL, read every stored text, count its "
        "leaderboards and standings again, and compare ratings with what changed them. Also say if the database "
        "has been used with another secret. The exit code is 0 if everything agrees with what is stored, "
        "and 1 if not, with one line for each fault. Servers may keep running.",
        epilog="Example: RAMPART_DATABASE_URL=sqlite:///games.sqlite3 rampart check",
    )
    parser.add_argument("--any-secret", action="store_true", help="do not compare the secret")
    read = parser.read(arguments)
    # The answer lists what a server would log.
    logging.getLogger("rampart").addHandler(logging.NullHandler())
    url = current_database()
    found = check(url) + (0 if read.any_secret else _check_secret(url))
    if found:
        raise Failure(f"Faults found in {database_place(url)}: {found}.")
    return 0


def check(url: str) -> int:
    """Check a database and write each fault and a summary. Return the number of faults.

    Raises:
        Failure: the database cannot be read.
    """
    try:
        return asyncio.run(_check(url))
    except StoreUnavailable as error:
        raise unusable(url, error) from None


def _check_secret(url: str) -> int:
    """Compare the secret that the settings name with the database's; return the number of faults."""
    with reading_settings():
        secret = secret_there(os.environ, url)
    if secret is None and not sqlite_file(url):
        print("The secret was not checked: the settings name none.", file=sys.stderr)
        return 0
    if found := read_database(url, misfit, secret=secret):
        answer(found.value)
    return int(found is not None)


async def _check(url: str) -> int:
    faults = sessions = 0
    counted = ""
    async with open_database(url, OPERATOR_SECONDS) as database:
        async for kept in _everything(database):
            sessions += 1
            faults += _tell(checks.check_session(kept))
        for table in stored_texts.TABLES:
            faults += _tell(await database.read(checks.check_table, table=table))
        for check in checks.checks():
            found = await database.read(check.find)
            for one in found:
                faults += _tell(await database.read(_run, check=check, one=one))
            counted += f" {check.words}: {len(found)}." if check.words else ""
    answer(f"Checked. Sessions: {sessions}.{counted}")
    return faults


async def _everything(database: Database) -> AsyncIterator[Stored | BrokenRow]:
    after = ""
    while page := await database.read(checks.page, after=after):
        for kept in page:
            yield kept
        after = page[-1].id


def _run(connection: Connection, check: Check, one: object) -> list[Fault]:
    return check.check(connection, one)


def _tell(faults: list[Fault]) -> int:
    for fault in faults:
        answer(str(fault))
    return len(faults)
