"""`make demo`: makes a database in which everything has happened that a page can show, and serves it."""

import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from argon2 import PasswordHasher
from sqlalchemy import make_url

import app.site.features  # noqa: F401 - puts the house together
from app.core.clock import now_ms
from app.core.store.migrate import migrate
from app.core.store.sqlite import writing_engine
from app.site.commands import main as rampart
from tests.demo.making import FULL, Size, make
from tests.demo.people import NAMES, Town

PASSWORD = "a castle to look at"
"""Everybody's, and the operator's. It protects nothing: the server listens to this machine alone."""


class Taken(Exception):
    """Raised if a folder has a database already."""


def fill(folder: Path, seed: int, size: Size = FULL) -> tuple[Mapping[str, str], Town]:
    """Make the demo in a folder; return the settings of a server for it, and what is there. Raise `Taken`."""
    file, secret, data = folder / "demo.sqlite3", folder / "secret", folder / "data"
    if file.exists():
        raise Taken(f"{file} is there already, and the demo changes no database: delete it, or choose another folder.")
    data.mkdir(parents=True, exist_ok=True)
    secret.write_text(token_hex())
    url = f"sqlite:///{file}"
    migrate(url)
    # The doors of a database give up a work that takes as long as this one.
    with closing(writing_engine(make_url(url)).connect()) as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        town = make(connection, PasswordHasher().hash(PASSWORD), seed, now_ms(), size)
        connection.exec_driver_sql("COMMIT")
    settings = {
        "RAMPART_DATABASE_URL": url,
        "RAMPART_SECRET_FILE": str(secret),
        "RAMPART_DATA_FOLDER": str(data),
        "RAMPART_OPERATOR_PASSWORD": PASSWORD,
    }
    return settings, town


def main(arguments: Sequence[str]) -> int:
    """Make the demo and serve it until a signal says to stop."""
    parser = ArgumentParser(prog="make demo", description=__doc__, epilog="Other options go to `rampart serve`.")
    parser.add_argument("--folder", type=Path, help="keep the demo there (default: a folder that goes with the server)")
    parser.add_argument("--seed", type=int, default=1, help="the same number makes the same games (default: 1)")
    read, others = parser.parse_known_args(arguments)
    with TemporaryDirectory(prefix="rampart-demo-") as temporary:
        try:
            settings, _ = fill(read.folder or Path(temporary), read.seed)
        except Taken as taken:
            print(taken, file=sys.stderr)
            return 2
        os.environ.update(settings)
        print(f"Sign in as {NAMES[0]} with the password “{PASSWORD}”; the operator’s is the same.", flush=True)
        return rampart(["serve", *others])


if __name__ == "__main__":
    # A signal by itself would leave the folder behind; the server passes it on once it has stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    raise SystemExit(main(sys.argv[1:]))
