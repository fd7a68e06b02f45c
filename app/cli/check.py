"""`rampart check`: whether everything kept agrees with the logs it follows from."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from functools import partial

from app.cli.answers import answer
from app.cli.migrate import failing_in_one_line, require_current
from app.cli.parser import BadInput, Failure, Parser
from app.cli.works import OPERATOR_SECONDS
from app.services import checks
from app.services.checks import Fault, Kept
from app.settings import SettingsError, database_place, database_url
from app.store import whole
from app.store.database import Database, StoreUnavailable, open_database


def run(arguments: Sequence[str]) -> int:
    """Check the database that the settings name."""
    parser = Parser(
        prog="rampart check",
        description="Play every session of the database at RAMPART_DATABASE_URL again and count its leaderboards and "
        "standings anew. Exit code 0 if all agrees with what is kept, 1 if something does not, each told in a line. "
        "Servers may go on.",
        epilog="Example: RAMPART_DATABASE_URL=sqlite:///games.sqlite3 rampart check",
    )
    parser.read(arguments)
    try:
        url = database_url(os.environ)
    except SettingsError as wrong:
        raise BadInput(str(wrong)) from None
    with failing_in_one_line(url):
        require_current(url)
    found = check(url)
    if found:
        raise Failure(f"Not everything agrees: {found} in {database_place(url)}.")
    return 0


def check(url: str) -> str:
    """Check a database, telling each fault and at last how much there was; give how many faults in words, or nothing.

    Raises:
        Failure: the database could not be read.
    """
    try:
        return asyncio.run(_check(url))
    except StoreUnavailable as error:
        raise Failure(f"The database {database_place(url)} cannot be read: {error.__cause__}") from None


async def _check(url: str) -> str:
    faults = sessions = dailies = periods = 0
    async with open_database(url, OPERATOR_SECONDS) as database:
        async for kept in _everything(database):
            sessions += 1
            faults += _tell(checks.check_session(kept))
        for day, game in await database.read(whole.challenges):
            dailies += 1
            faults += _tell(await database.read(partial(checks.check_daily, day=day, game=game)))
        for period in await database.read(checks.periods):
            periods += 1
            faults += _tell(await database.read(partial(checks.check_standings, period=period)))
    boards = f"the boards of {_counted(dailies, 'daily', 'dailies')}"
    answer(f"Checked {_counted(sessions, 'session')}, {boards} and the standings of {_counted(periods, 'period')}.")
    return _counted(faults, "fault") if faults else ""


async def _everything(database: Database) -> AsyncIterator[Kept]:
    after = ""
    while page := await database.read(partial(checks.page, after=after)):
        for kept in page:
            yield kept
        after = page[-1].session.id


def _tell(faults: list[Fault]) -> int:
    for fault in faults:
        answer(str(fault))
    return len(faults)


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"
