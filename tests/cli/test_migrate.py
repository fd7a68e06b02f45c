"""`rampart migrate`."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.conftest import Rampart


def test_a_new_database_is_made_and_its_place_told(process: Rampart, tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.db"
    ended = process("migrate", RAMPART_DATABASE_URL=f"sqlite:///{file}")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"The schema is now up to date.\nDatabase: {file}\n"
    with closing(sqlite3.connect(file)) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {"session", "player"} <= tables


def test_a_second_time_there_is_nothing_to_do(rampart: Rampart, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    rampart("migrate", RAMPART_DATABASE_URL=url)
    ended = rampart("migrate", RAMPART_DATABASE_URL=url)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"The schema was already up to date.\nDatabase: {tmp_path}/games.db\n"


def test_no_secret_is_needed_to_migrate(rampart: Rampart, tmp_path: Path) -> None:
    rampart("migrate", RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db")
    assert not list(tmp_path.glob("*.secret"))


def test_an_address_that_cannot_be_used_is_refused_in_one_line(rampart: Rampart) -> None:
    ended = rampart("migrate", RAMPART_DATABASE_URL="games.db")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "RAMPART_DATABASE_URL is not an address like sqlite:///path or postgresql://…\n"


def test_a_file_that_is_no_database_is_said_in_one_line(rampart: Rampart, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_text("These are no games at all, but some words that fill a file. " * 100)
    ended = rampart("migrate", RAMPART_DATABASE_URL=f"sqlite:///{file}")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == f"Cannot use the database {file}: file is not a database\n"


def test_a_server_that_does_not_answer_is_said_in_one_line_without_the_password(rampart: Rampart) -> None:
    ended = rampart("migrate", RAMPART_DATABASE_URL="postgresql://me:hush@127.0.0.1:1/games")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("Cannot use the database postgresql+psycopg://me:***@127.0.0.1:1/games: ")
    assert ended.err.count("\n") == 1
    assert "hush" not in ended.err
