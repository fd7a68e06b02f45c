"""`rampart worker`: answer players' questions to the solver, for servers on PostgreSQL."""

import asyncio
import os
import signal
from collections.abc import Sequence
from functools import partial
from logging.config import dictConfig

from app.core.live.beside import beside
from app.core.logs import configuration
from app.core.settings import Settings, database_place, database_url, sqlite_file
from app.core.store.calling import call
from app.core.store.hearing import Calls
from app.core.store.opening import open_database
from app.play.solving.signing import signing
from app.play.solving.worker import Worker
from app.site.commands.console import BadInput, Parser, answer
from app.site.commands.database import reading_settings, require_current, require_secret
from app.site.features import chosen, switch_on


def run(arguments: Sequence[str]) -> int:
    """Answer questions until a signal says to stop."""
    parser = Parser(
        prog="rampart worker",
        description="Answer players' questions to the solver and keep winnable deals in stock, for servers on "
        "PostgreSQL. A server on SQLite does this itself. RAMPART_SOLVERS says how many solver processes to run.",
        epilog="Example: RAMPART_DATABASE_URL=postgresql://… rampart worker",
    )
    parser.read(arguments)
    with reading_settings():
        # All the settings would make a secret beside an SQLite database that has lost its own.
        if sqlite_file(database_url(os.environ)):
            raise BadInput("A worker needs PostgreSQL. A server on SQLite runs its own solver processes.")
        settings = Settings.from_environment(os.environ)
        switch_on(chosen(settings.features))
    require_current(settings.database_url)
    require_secret(settings.database_url, settings.secret)
    dictConfig(configuration(settings.log_level))
    answer(f"Answering questions in {database_place(settings.database_url)}")
    asyncio.run(_work(settings))
    return 0


async def _work(settings: Settings) -> None:
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    calls = Calls(settings.database_url)
    async with open_database(settings.database_url, settings.work_seconds) as database:
        worker = Worker(database, settings, hears=calls.hears)
        async with (
            worker.running(settings.solvers),
            signing(database, worker),
            beside(partial(calls.listen, worker.wake, partial(database.write, call))),
        ):
            await ended.wait()
            database.hurry()
