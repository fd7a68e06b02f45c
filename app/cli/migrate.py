"""`rampart migrate`: bring the database's schema up to date."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.cli.answers import answer
from app.cli.parser import BadInput, Failure, Parser
from app.settings import SettingsError, database_place, database_url, make_room
from app.store.migrate import is_current, migrate


def run(arguments: Sequence[str]) -> int:
    """Migrate the database that the settings name."""
    parser = Parser(
        prog="rampart migrate",
        description="Bring the schema of the database at RAMPART_DATABASE_URL up to date. The data in it stays.",
        epilog="Example: RAMPART_DATABASE_URL=sqlite:///games.sqlite3 rampart migrate",
    )
    parser.read(arguments)
    try:
        url = database_url(os.environ)
        make_room(url)
    except SettingsError as wrong:
        raise BadInput(str(wrong)) from None
    with failing_in_one_line(url):
        if is_current(url):
            answer(f"The schema was already up to date.\nDatabase: {database_place(url)}")
        else:
            migrate(url)
            answer(f"The schema is now up to date.\nDatabase: {database_place(url)}")
    return 0


def require_current(url: str) -> None:
    """Raise `BadInput` if the database's schema does not fit this version."""
    if not is_current(url):
        raise BadInput("The database's schema does not fit this version: run `rampart migrate` first.")


@contextmanager
def failing_in_one_line(url: str) -> Iterator[None]:
    """Turn an error of the database into `Failure`."""
    try:
        yield
    except SQLAlchemyError as error:
        said = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
        raise Failure(f"Cannot use the database {database_place(url)}: {said}") from None
