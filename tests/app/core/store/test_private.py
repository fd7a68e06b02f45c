"""An SQLite file holds password hashes: nobody but its owner may read it, whatever the umask allows."""

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.store.backup import copy_database
from app.core.store.database import Database
from app.core.store.migrate import migrate
from app.core.store.opening import open_database
from app.people.rows import players
from tests.databases import make_tables
from tests.rows import PLAYER, begin

OPEN_TO_ALL = 0o644
LOOKED_AT = """
import sqlite3, sys
opened = sqlite3.connect(sys.argv[1])
print(opened.execute("SELECT count(*) FROM player").fetchone()[0])
opened.close()
"""
"""What any other program does that looks at the file: it opens it, reads, and closes it."""


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


async def use(database: Database, folder: Path) -> dict[str, int]:
    async with database:
        await database.write(begin)
        await database.read(lambda _: None)
        return modes(folder)


def test_a_new_file_and_those_beside_it_are_its_owners_alone(file: Path) -> None:
    migrate(f"sqlite:///{file}")
    assert asyncio.run(use(open_database(f"sqlite:///{file}"), file.parent)) == {
        "games.db": 0o600,
        "games.db-wal": 0o600,
        "games.db-shm": 0o600,
    }


def test_a_file_that_others_may_read_is_taken_from_them(file: Path) -> None:
    make_tables(f"sqlite:///{file}")
    file.chmod(OPEN_TO_ALL)
    assert set(asyncio.run(use(open_database(f"sqlite:///{file}"), file.parent)).values()) == {0o600}


def test_a_copy_is_its_owners_alone(file: Path, tmp_path: Path) -> None:
    migrate(f"sqlite:///{file}")
    copy_database(file, tmp_path / "copy.db")
    assert modes(tmp_path)["copy.db"] == 0o600


def looked_at(file: Path) -> int:
    """Return how many players another process finds."""
    return int(subprocess.run([sys.executable, "-c", LOOKED_AT, file], check=True, capture_output=True).stdout)


def test_another_process_that_looks_at_the_file_takes_nothing_with_it(file: Path) -> None:
    make_tables(f"sqlite:///{file}")

    async def play() -> tuple[list[int], set[str]]:
        async with open_database(f"sqlite:///{file}") as database:
            found = []
            for number in range(3):
                await database.write(players.add, added=replace(PLAYER, id=f"player-{number}"))
                await database.read(lambda _: None)
                found.append(looked_at(file))
            return found, set(modes(file.parent))

    assert asyncio.run(play()) == ([1, 2, 3], {"games.db", "games.db-wal", "games.db-shm"})
