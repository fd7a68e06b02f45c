"""`rampart months`: keep the games of a PostgreSQL database by month."""

from collections.abc import Sequence

from sqlalchemy import Connection

from app.cli.answers import answer
from app.cli.database import work_on_database
from app.cli.parser import Failure, Parser
from app.model.clock import now_ms
from app.store import months


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
        work_on_database(_divide)
    except months.AlreadyDivided:
        raise Failure("The games are divided by month already.") from None
    except months.AheadOfTime:
        raise Failure(
            "A game is dated in a future month, so a clock must have been fast. Try again next month."
        ) from None
    answer(f"The games are divided by month. The next {months.AHEAD} months are ready.")
    return 0


def _divide(connection: Connection) -> None:
    if connection.dialect.name != "postgresql":
        raise Failure("Only PostgreSQL divides games by month. SQLite keeps them together.")
    months.divide(connection, now_ms())
