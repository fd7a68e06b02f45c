"""`rampart backup` and `rampart restore`."""

import sqlite3
import stat
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.store import backups, sqlite
from app.core.store.alone import only_server
from app.core.store.migrate import downgrade, migrate, newest
from app.play.service import sessions
from engine.deals import shuffled
from engine.games import variant_of
from tests.cli.conftest import Rampart
from tests.databases import plain_engine

PLAYER = "player-000000001"
NOW = 1_800_000_000_000


def begin_a_game(connection: Connection, number: int) -> None:
    """Begin a game of Fortress."""
    sessions.start(connection, PLAYER, variant_of("fortress", ""), number, shuffled(number), NOW + 4 * number)


def deals(file: Path) -> list[str]:
    """List the deals of the games in a database."""
    with closing(sqlite3.connect(file)) as database:
        return [deal for (deal,) in database.execute("SELECT deal FROM session ORDER BY deal")]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a database with one game and a secret, which the settings name."""
    file = tmp_path / "games.sqlite3"
    migrate(f"sqlite:///{file}")
    monkeypatch.setenv("RAMPART_DATABASE_URL", f"sqlite:///{file}")
    secret = tmp_path / "games.sqlite3.secret"
    secret.write_text("a secret of some length")
    secret.chmod(0o600)
    with plain_engine(f"sqlite:///{file}").connect() as connection:
        begin_a_game(connection, 1)
    return file


def move_away(database: Path) -> None:
    """Rename the database and what stands beside it."""
    for file in list(database.parent.glob(f"{database.name}*")):
        file.rename(file.with_name(f"old-{file.name}"))


def change_by_a_newer_version(database: Path, oldest: str) -> None:
    """Let a newer version have migrated a database, with which the versions from `oldest` on can work."""
    with closing(sqlite3.connect(database)) as changed, changed:
        changed.execute("UPDATE alembic_version SET version_num = '9999'")
        changed.execute(f"PRAGMA user_version = {int(oldest)}")


def noted(file: Path) -> int | None:
    """Return when a database says that it was backed up."""
    with plain_engine(f"sqlite:///{file}").connect() as connection:
        return backups.newest(connection, now_ms())


def test_a_backup_holds_one_state_while_a_writer_goes_on(
    rampart: Rampart, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The writer does not end before the command does.
    monkeypatch.setitem(sqlite._CONNECT, "timeout", 0)
    with plain_engine(f"sqlite:///{database}").connect() as writer:
        begin_a_game(writer, 2)
        writer.exec_driver_sql("BEGIN IMMEDIATE")
        begin_a_game(writer, 3)
        ended = rampart("backup", str(tmp_path / "copy.sqlite3"))
        writer.exec_driver_sql("COMMIT")
    assert (ended.code, ended.err) == (
        0,
        f"Warning: the database could not note this backup. Cannot use the database {database}: database is locked\n",
    )
    assert ended.out == f"Copied {database} to {tmp_path}/copy.sqlite3\n"
    assert deals(tmp_path / "copy.sqlite3") == ["1", "2"]
    assert deals(database) == ["1", "2", "3"]


def test_a_database_knows_since_when_it_is_backed_up_and_its_backup_knows_of_those_before(
    rampart: Rampart, database: Path, tmp_path: Path
) -> None:
    before = now_ms()
    assert rampart("backup", str(tmp_path / "first")).err == ""
    first = noted(database)
    assert first is not None
    assert before <= first <= now_ms()
    assert noted(tmp_path / "first") is None
    rampart("backup", str(tmp_path / "second"))
    assert (noted(database) or 0) > first
    move_away(database)
    rampart("restore", str(tmp_path / "second"))
    assert noted(database) == first


@pytest.mark.parametrize("command", [("backup",), ("backup", "copy", "--note")])
def test_a_backup_names_its_file_or_is_only_noted(rampart: Rampart, database: Path, command: Sequence[str]) -> None:
    ended = rampart(*command)
    said = "Name the new file, or say with --note that another program has made a backup.\n"
    assert (ended.code, ended.err) == (2, said)
    assert noted(database) is None


def test_a_backup_that_another_program_made_is_noted_on_either_database(
    rampart: Rampart, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    before = now_ms()
    ended = rampart("backup", "--note")
    assert (ended.code, ended.out, ended.err) == (0, "Noted the backup.\n", "")
    with plain_engine(url).connect() as connection:
        assert before <= (backups.newest(connection, now_ms()) or 0) <= now_ms()


def test_a_database_older_than_its_notes_is_backed_up_all_the_same(
    rampart: Rampart, database: Path, tmp_path: Path
) -> None:
    downgrade(f"sqlite:///{database}", "0019")
    ended = rampart("backup", str(tmp_path / "copy"))
    assert (ended.code, ended.out) == (0, f"Copied {database} to {tmp_path}/copy\n")
    assert ended.err.startswith("Warning: the database could not note this backup. Cannot use the database ")
    assert ended.err.count("\n") == 1


def test_a_backup_is_one_file_and_its_secret_and_both_are_private(
    rampart: Rampart, database: Path, tmp_path: Path
) -> None:
    assert database.exists()
    (tmp_path / "kept").mkdir()
    rampart("backup", str(tmp_path / "kept" / "copy"))
    kept = sorted((tmp_path / "kept").iterdir())
    assert [file.name for file in kept] == ["copy", "copy.secret"]
    assert [stat.S_IMODE(file.stat().st_mode) for file in kept] == [0o600, 0o600]


def test_what_was_backed_up_is_restored_with_its_secret(rampart: Rampart, database: Path, tmp_path: Path) -> None:
    rampart("backup", str(tmp_path / "copy"))
    move_away(database)
    ended = rampart("restore", str(tmp_path / "copy"))
    assert (ended.code, ended.err) == (0, "")
    assert deals(database) == ["1"]
    assert database.with_name("games.sqlite3.secret").read_text() == "a secret of some length"
    assert (
        rampart("check").out
        == "Checked. Sessions: 1. Dailies and their boards: 0. Tournaments: 0. Periods of standings: 0.\n"
    )


def test_a_backup_overwrites_nothing(rampart: Rampart, database: Path, tmp_path: Path) -> None:
    assert database.exists()
    (tmp_path / "copy").write_text("a letter")
    ended = rampart("backup", str(tmp_path / "copy"))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == f"{tmp_path}/copy already exists, and stays as it is.\n"
    assert (tmp_path / "copy").read_text() == "a letter"
    assert not list(tmp_path.glob(".copy*"))


@pytest.mark.parametrize("left", ["games.sqlite3", "games.sqlite3-wal", "games.sqlite3.secret"])
def test_restoring_overwrites_nothing(rampart: Rampart, database: Path, tmp_path: Path, left: str) -> None:
    rampart("backup", str(tmp_path / "copy"))
    move_away(database)
    (tmp_path / left).write_text("what was left")
    ended = rampart("restore", str(tmp_path / "copy"))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"{tmp_path}/{left} already exists")
    assert (tmp_path / left).read_text() == "what was left"


def test_nothing_is_restored_under_a_server_whose_database_was_moved_away(
    rampart: Rampart, database: Path, tmp_path: Path
) -> None:
    rampart("backup", str(tmp_path / "copy"))
    with only_server(database):
        for end in ("", "-wal", "-shm", ".secret"):
            file = database.with_name(f"{database.name}{end}")
            if file.exists():
                file.rename(file.with_name(f"old-{file.name}"))
        ended = rampart("restore", str(tmp_path / "copy"))
        assert (ended.code, ended.err) == (1, f"A server still uses {database}: stop it first.\n")
        assert not database.exists()
        assert not database.with_name("games.sqlite3.secret").exists()
    assert rampart("restore", str(tmp_path / "copy")).code == 0


def test_what_is_no_backup_is_not_restored(rampart: Rampart, database: Path, tmp_path: Path) -> None:
    move_away(database)
    (tmp_path / "copy").write_text("These are no games at all. " * 200)
    ended = rampart("restore", str(tmp_path / "copy"))
    assert (ended.code, ended.err) == (1, f"{tmp_path}/copy is not a Rampart database.\n")
    assert not database.exists()


def test_a_backup_of_a_newer_version_is_not_restored(rampart: Rampart, database: Path, tmp_path: Path) -> None:
    rampart("backup", str(tmp_path / "copy"))
    move_away(database)
    change_by_a_newer_version(tmp_path / "copy", "9999")
    ended = rampart("restore", str(tmp_path / "copy"))
    assert (ended.code, ended.err) == (1, f"{tmp_path}/copy comes from a newer version of Rampart.\n")
    assert not database.exists()


def test_a_version_that_may_go_on_serving_a_newer_schema_can_back_it_up_and_restore_it(
    rampart: Rampart, database: Path, tmp_path: Path
) -> None:
    change_by_a_newer_version(database, newest())
    ended = rampart("backup", str(tmp_path / "copy"))
    assert (ended.code, ended.err) == (0, "")
    move_away(database)
    assert rampart("restore", str(tmp_path / "copy")).code == 0
    assert deals(database) == ["1"]


def test_a_backup_that_is_refused_leaves_nothing_that_blocks_the_next(
    rampart: Rampart, database: Path, tmp_path: Path
) -> None:
    change_by_a_newer_version(database, "9999")
    ended = rampart("backup", str(tmp_path / "copy"))
    assert (ended.code, ended.err) == (1, f"{database} comes from a newer version of Rampart.\n")
    assert not list(tmp_path.glob("*copy*"))
    change_by_a_newer_version(database, newest())
    assert rampart("backup", str(tmp_path / "copy")).code == 0


def test_a_backup_overwrites_no_other_secret(rampart: Rampart, database: Path, tmp_path: Path) -> None:
    assert database.exists()
    (tmp_path / "copy.secret").write_text("of another backup")
    ended = rampart("backup", str(tmp_path / "copy"))
    assert (ended.code, ended.err) == (1, f"{tmp_path}/copy.secret already exists, and stays as it is.\n")
    assert (tmp_path / "copy.secret").read_text() == "of another backup"
    assert not (tmp_path / "copy").exists()


def test_a_database_that_is_not_there_cannot_be_backed_up(
    rampart: Rampart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAMPART_DATABASE_URL", f"sqlite:///{tmp_path}/games.sqlite3")
    ended = rampart("backup", str(tmp_path / "copy"))
    assert (ended.code, ended.err) == (1, f"There is no database {tmp_path}/games.sqlite3.\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("command", "tool"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_on_postgresql_its_own_tools_are_named(
    rampart: Rampart, monkeypatch: pytest.MonkeyPatch, command: str, tool: str
) -> None:
    monkeypatch.setenv("RAMPART_DATABASE_URL", "postgresql://127.0.0.1/games")
    ended = rampart(command, "copy")
    assert (ended.code, ended.out) == (2, "")
    assert tool in ended.err
