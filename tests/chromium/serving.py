"""The real server as a process of its own, on a free port with an empty database."""

import functools
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from app.core.store.migrate import migrate

CHECKOUT = Path(__file__).resolve().parents[2]
RAMPART = Path(sys.executable).with_name("rampart")
OPERATOR_PASSWORD = "a portcullis and a winch"


@contextmanager
def serving(folder: Path, solvers: int = 0, command: Sequence[str] = (str(RAMPART),)) -> Iterator[str]:
    """Yield the address of a server that keeps its games in a folder, without a slash at the end."""
    file = folder / "rampart.sqlite3"
    if not file.exists():
        file.write_bytes(_migrated())
    settings = {"RAMPART_DATABASE_URL": f"sqlite:///{file}", "RAMPART_SOLVERS": str(solvers)}
    settings |= {"RAMPART_OPERATOR_PASSWORD": OPERATOR_PASSWORD, "RAMPART_DATA_FOLDER": str(folder)}
    others = {name: value for name, value in os.environ.items() if not name.startswith("RAMPART_")}
    with subprocess.Popen(
        [*command, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT, env=others | settings
    ) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1].rstrip("/")
        finally:
            server.terminate()


@functools.cache
def _migrated() -> bytes:
    """Return an SQLite file with the tables: each server would take half a second to make its own."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "rampart.sqlite3"
        migrate(f"sqlite:///{file}")
        return file.read_bytes()
