"""`rampart worker`: answer players' questions to the solver, beside servers on PostgreSQL."""

import asyncio
import os
import signal
from collections.abc import Sequence
from logging.config import dictConfig

from app.cli.answers import answer
from app.cli.database import reading_settings, require_current
from app.cli.parser import BadInput, Parser
from app.jobs.worker import Worker
from app.logs import configuration
from app.settings import Settings, database_place, sqlite_file
from app.store.database import open_database


def run(arguments: Sequence[str]) -> int:
    """Answer questions until a signal says to end."""
    parser = Parser(
        prog="rampart worker",
        description="Answer players' questions to the solver and keep winnable deals in stock, for servers on "
        "PostgreSQL. A server on SQLite does this itself. RAMPART_SOLVERS says how many solver processes to run.",
        epilog="Example: RAMPART_DATABASE_URL=postgresql://… rampart worker",
    )
    parser.read(arguments)
    with reading_settings():
        settings = Settings.from_environment(os.environ)
    if sqlite_file(settings.database_url):
        raise BadInput("A worker needs PostgreSQL. A server on SQLite runs its own solver processes.")
    require_current(settings.database_url)
    dictConfig(configuration(settings.log_level))
    answer(f"Answering questions in {database_place(settings.database_url)}")
    asyncio.run(_work(settings))
    return 0


async def _work(settings: Settings) -> None:
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    async with (
        open_database(settings.database_url, settings.work_seconds) as database,
        Worker(database, settings).running(settings.solvers),
    ):
        await ended.wait()
        database.hurry()
