"""`rampart copy`: copy an SQLite installation to PostgreSQL."""

from collections.abc import Sequence

from app.core.settings import SettingsError, database_place, database_url, secret_file, sqlite_file
from app.core.store.copying import Different, NotEmpty, copy_all
from app.core.store.migrate import migrate
from app.site.commands.backup import own_sqlite_file
from app.site.commands.check import check
from app.site.commands.console import BadInput, Failure, Parser, answer
from app.site.commands.database import PUT_BACK, failing_in_one_line, misfit_on_sqlite, require_current
from app.site.schema import metadata


def run(arguments: Sequence[str]) -> int:
    """Copy the database that the settings name, and check what arrived."""
    parser = Parser(
        prog="rampart copy",
        description="Copy everything in the SQLite database at RAMPART_DATABASE_URL into an empty PostgreSQL database. "
        "The command migrates that database first, then compares every row and replays every session there. Stop "
        "all servers first.",
        epilog="Example: rampart copy --to postgresql://rampart@127.0.0.1/rampart",
    )
    parser.add_argument("--to", metavar="URL", required=True, help="the address of the PostgreSQL database")
    read = parser.read(arguments)
    database = own_sqlite_file("On PostgreSQL, use pg_dump and pg_restore.")
    source, target = f"sqlite:///{database}", _target(read.to)
    require_current(source)
    if misfit := misfit_on_sqlite():
        raise BadInput(f"{misfit.value} {PUT_BACK}")
    with failing_in_one_line(target):
        migrate(target)
        try:
            copied = copy_all(source, target, metadata.sorted_tables)
        except (NotEmpty, Different) as refused:
            raise Failure(f"{refused} The command has copied nothing.") from None
    for table, contents in copied.items():
        answer(f"{contents.rows:10} {table}")
    if found := check(target):
        raise Failure(f"Everything arrived unchanged, but the data has faults: {found}.")
    answer(f"Copied to {database_place(target)}")
    if secret_file(database).exists():
        answer(f"Start the servers with RAMPART_SECRET_FILE={secret_file(database)}, so that players keep their games.")
    return 0


def _target(given: str) -> str:
    try:
        url = database_url({"RAMPART_DATABASE_URL": given})
    except SettingsError as wrong:
        raise BadInput(str(wrong).replace("RAMPART_DATABASE_URL", "--to")) from None
    if sqlite_file(url):
        raise BadInput("--to must be the address of a PostgreSQL database, like postgresql://….")
    return url
