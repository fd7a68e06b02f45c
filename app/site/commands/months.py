"""`rampart months`: divide the games in a PostgreSQL database by month."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from time import sleep

from sqlalchemy import Connection

from app.core.clock import now_ms
from app.site.commands.console import Failure, Parser, answer
from app.site.commands.database import write_database
from app.site.rows import months

_TRIES = 30
_PAUSE_SECONDS = 1.0
"""The pause between two tries, in which players' waiting requests go ahead."""


def run(arguments: Sequence[str]) -> int:
    """Divide the games of the database that the settings name."""
    parser = Parser(
        prog="rampart months",
        description="Divide the games in the PostgreSQL database at RAMPART_DATABASE_URL by the month in which they "
        "begin, from the next month on. Servers then make each month before it begins, and free the disk of old ones. "
        "Nobody can play while this runs, about a second for each million moves. Only servers with a million players a "
        "day need it, because it makes the statements of each move a third to a half slower.",
        epilog="Example: RAMPART_DATABASE_URL=postgresql://rampart@/rampart rampart months",
    )
    parser.read(arguments)
    try:
        _try_again_and_again(_divide)
    except months.AlreadyDivided:
        raise Failure("The games are divided by month already.") from None
    except months.InUse:
        raise Failure("The tables were always in use. Try again later, or stop the servers first.") from None
    except months.OthersWrite:
        raise Failure(
            "A role that is not the owner of the tables may add games, but only the owner can add later months. "
            "Let the servers connect as the owner, and revoke the right to INSERT from others."
        ) from None
    except months.AheadOfTime:
        raise Failure(
            "A game is dated in a future month, so a clock must have been fast. Try again next month."
        ) from None
    answer(f"The games are divided by month. The next {months.AHEAD} months are ready.")
    return 0


def _try_again_and_again(work: Callable[[Connection], None]) -> None:
    for _ in range(_TRIES - 1):
        with suppress(months.InUse):
            return write_database(work)
        sleep(_PAUSE_SECONDS)
    return write_database(work)


def _divide(connection: Connection) -> None:
    if connection.dialect.name != "postgresql":
        raise Failure("Only PostgreSQL divides games by month. SQLite keeps them together.")
    months.divide(connection, now_ms())
