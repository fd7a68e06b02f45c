"""`rampart restore`: make a backup the SQLite database again."""

import os
from collections.abc import Sequence
from pathlib import Path

from app.core.settings import database_url, secret_file, secret_there
from app.core.store.alone import Served, only_server
from app.core.store.backup import judge
from app.site.commands.backup import copy_with_secret, copying, misfit_of, own_sqlite_file
from app.site.commands.console import Failure, Parser, answer
from app.site.commands.database import reading_settings


def run(arguments: Sequence[str]) -> int:
    """Put a backup where the settings expect the database."""
    parser = Parser(
        prog="rampart restore",
        description="Copy a backup that `rampart backup` wrote, and its secret, to the SQLite database at "
        "RAMPART_DATABASE_URL. The command overwrites nothing: stop all servers and move the old database away first.",
        epilog="Example: RAMPART_DATABASE_URL=sqlite:///games.sqlite3 rampart restore games-2026-11-20.sqlite3",
    )
    parser.add_argument("file", metavar="FILE", help="the backup")
    parser.add_argument(
        "--new-secret", action="store_true", help="restore although the secret is lost; guests lose their games"
    )
    read = parser.read(arguments)
    backup = Path(read.file)
    database = own_sqlite_file("On PostgreSQL, use pg_restore.")
    for beside in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
        if beside.exists():
            raise Failure(f"{beside} already exists: stop all servers and move it away first.")
    if secret_file(backup).exists() and secret_file(database).exists():
        raise Failure(f"{secret_file(database)} already exists: move it away first.")
    with copying(database):
        judge(backup, backup)
        with reading_settings():
            secret = secret_there(os.environ, database_url(os.environ))
        # Servers would use the secret of the settings, or else that of the backup.
        found = misfit_of(backup, secret)
        if found and not read.new_secret:
            raise Failure(
                f"{found.value} Put it into {secret_file(backup)}, or accept the loss with --new-secret, "
                "also at the next `rampart serve`."
            )
        database.parent.mkdir(parents=True, exist_ok=True)
        try:
            # A server keeps the file that was moved away open, and would open this one as well.
            with only_server(database):
                copy_with_secret(backup, database)
        except Served:
            raise Failure(f"A server still uses {database}: stop it first.") from None
    answer(f"Restored {database} from {backup}")
    return 0
