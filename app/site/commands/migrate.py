"""`rampart migrate`: bring the database's schema up to date."""

import os
from collections.abc import Sequence

from app.core.settings import database_place, database_url, make_room
from app.core.store.migrate import fits, migrate
from app.site.commands.console import Parser, answer
from app.site.commands.database import bring_up_to_date, failing_in_one_line, reading_settings


def run(arguments: Sequence[str]) -> int:
    """Migrate the database that the settings name."""
    parser = Parser(
        prog="rampart migrate",
        description="Bring the schema of the database at RAMPART_DATABASE_URL up to date. The data in it stays. Before "
        "an SQLite file is changed, the command lays a backup beside it, and keeps the newest three.",
        epilog="Example: RAMPART_DATABASE_URL=sqlite:///games.sqlite3 rampart migrate",
    )
    parser.add_argument(
        "--without-backup", action="store_true", help="make no backup, because there is one elsewhere and no room here"
    )
    read = parser.read(arguments)
    with reading_settings():
        url = database_url(os.environ)
        make_room(url)
    with failing_in_one_line(url):
        if fits(url):
            answer(f"The schema was already up to date.\nDatabase: {database_place(url)}")
            return 0
        if read.without_backup:
            migrate(url)
            backup = None
        else:
            backup = bring_up_to_date(url)
    answer("The schema is now up to date.")
    if backup:
        answer(f"Backup from before: {backup}")
    answer(f"Database: {database_place(url)}")
    return 0
