"""`rampart migrate`."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app.core.store import upgrading
from app.core.store.migrate import current, downgrade, migrate, newest
from app.people.rows import players
from tests.cli.conftest import CHECKOUT, Rampart, environment
from tests.cli.test_serve import serving
from tests.databases import plain_engine
from tests.faults.troubles import SmallDisk, small_disk
from tests.rows import PLAYER

OLDER = "0064"
FORM = rf"\.{OLDER}-\d{{8}}T\d{{9}}Z\.backup"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a database of an older version with a player in it, which the settings name."""
    return make_old(tmp_path / "games.db", monkeypatch)


def make_old(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a database of an older version."""
    url = f"sqlite:///{file}"
    migrate(url)
    with plain_engine(url).connect() as connection:
        players.add(connection, PLAYER)
    downgrade(url, OLDER)
    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    return file


def backups(database: Path) -> list[Path]:
    """List what was laid beside a database before migrations, the oldest first."""
    return sorted(path for path in database.parent.iterdir() if re.fullmatch(database.name + FORM, path.name))


def names(folder: Path) -> set[str]:
    """Return the names in a folder, without what SQLite lays beside a database that is open."""
    return {path.name for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm"))}


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


def test_a_database_is_backed_up_beside_itself_before_it_is_migrated(rampart: Rampart, old: Path) -> None:
    ended = rampart("migrate")
    [backup] = backups(old)
    told = f"The schema is now up to date.\nBackup from before: {backup}\nDatabase: {old}\n"
    assert (ended.code, ended.out, ended.err) == (0, told, "")
    assert (current(f"sqlite:///{old}"), current(f"sqlite:///{backup}")) == (newest(), OLDER)
    with closing(sqlite3.connect(backup)) as kept:
        assert kept.execute("SELECT id FROM player").fetchall() == [(PLAYER.id,)]
    assert backup.stat().st_mode & 0o777 == 0o600
    rampart("migrate")
    assert backups(old) == [backup]


def test_what_was_backed_up_before_a_migration_can_be_restored(rampart: Rampart, old: Path, tmp_path: Path) -> None:
    rampart("migrate")
    [backup] = backups(old)
    ended = rampart("restore", str(backup), "--new-secret", RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/again.db")
    assert (ended.code, ended.err) == (0, "")
    assert current(f"sqlite:///{tmp_path}/again.db") == OLDER


def test_a_server_that_migrates_backs_up_and_says_so(old: Path) -> None:
    with serving(RAMPART_DATABASE_URL=f"sqlite:///{old}", RAMPART_SECRET="a secret for tests alone") as (server, told):
        [backup] = backups(old)
        assert told.endswith(f"Database: {old}\n")
        assert server.stdout is not None
        assert server.stdout.readline() == f"Its schema is new. Backup from before: {backup}\n"


@pytest.mark.parametrize("there", ["nothing", "an empty file"])
def test_a_new_database_is_not_backed_up(rampart: Rampart, tmp_path: Path, there: str) -> None:
    if there == "an empty file":
        (tmp_path / "games.db").touch()
    assert rampart("migrate", RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db").code == 0
    assert names(tmp_path) == {"games.db"}


def test_the_newest_three_backups_stay_and_nothing_of_another_database_goes(rampart: Rampart, old: Path) -> None:
    others = {"others.db.0064-20200101T000000000Z.backup", "games.db.0064-2020.backup", "games.db.backup"}
    half = f".games.db.{OLDER}-20200101T000000000Z.backup.abcdefgh"
    for name in (*others, half):
        (old.parent / name).touch()
    made = list[Path]()
    for _ in range(upgrading.KEPT + 2):
        rampart("migrate")
        made += [path for path in backups(old) if path not in made]
        downgrade(f"sqlite:///{old}", OLDER)
    assert backups(old) == made[2:]
    assert names(old.parent) == {"games.db", *others, *(path.name for path in made[2:])}


def test_a_backup_made_after_the_clock_went_back_stays(
    rampart: Rampart, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([4e12, 3e12, 2e12, 1e12])
    monkeypatch.setattr(upgrading, "now_ms", lambda: int(next(times)))
    for _ in range(4):
        rampart("migrate")
        [*_, oldest] = sorted(backups(old), reverse=True)
        downgrade(f"sqlite:///{old}", OLDER)
    assert "20010909T014640000Z" in oldest.name


def test_two_that_migrate_at_once_make_one_backup(old: Path) -> None:
    command = [sys.executable, "-m", "app.site.commands", "migrate"]
    settings = environment(RAMPART_DATABASE_URL=f"sqlite:///{old}")
    both = [subprocess.Popen(command, cwd=CHECKOUT, env=settings, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    [backup] = backups(old)
    assert current(f"sqlite:///{backup}") == OLDER


def test_whoever_comes_second_to_a_migration_does_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{old}"
    lock = upgrading._alone_beside

    def late(_: Path) -> Iterator[None]:
        monkeypatch.setattr(upgrading, "_alone_beside", lock)
        assert upgrading.upgrade(url) is not None
        yield

    monkeypatch.setattr(upgrading, "_alone_beside", contextmanager(late))
    assert upgrading.upgrade(url) is None
    assert len(backups(old)) == 1


def test_a_damaged_database_is_not_migrated(rampart: Rampart, old: Path) -> None:
    with closing(sqlite3.connect(old)) as spoilt, spoilt:
        spoilt.execute("PRAGMA writable_schema = ON")
        spoilt.execute("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'player'")
    ended = rampart("migrate")
    assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert f"cannot be backed up first: {old} is " in ended.err
    assert names(old.parent) == {"games.db"}


@pytest.fixture
def full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SmallDisk, Path]]:
    """Yield the old database and its disk, on which there is no room for another one."""
    with small_disk(tmp_path) as disk:
        old = make_old(tmp_path / "games.db", monkeypatch)
        with closing(sqlite3.connect(old)) as writer:
            writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        disk.fill(0)
        os.truncate(tmp_path / "filler", (tmp_path / "filler").stat().st_size - old.stat().st_size // 2)
        yield disk, old


@pytest.mark.parametrize("command", [("migrate",), ("serve", "--port", "0")])
def test_without_room_for_a_backup_nothing_is_migrated_and_one_line_says_so(
    process: Rampart, full: tuple[SmallDisk, Path], command: tuple[str, ...]
) -> None:
    disk, old = full
    settings = {"RAMPART_DATABASE_URL": f"sqlite:///{old}", "RAMPART_SECRET": "a secret for tests alone"}
    ended = process(*command, **settings)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"Nothing was migrated, since the database {old} cannot be backed up first: ")
    assert ended.err.endswith("run `rampart migrate --without-backup`.\n")
    assert ended.err.count("\n") == 1
    assert current(f"sqlite:///{old}") == OLDER
    assert not backups(old)
    disk.free(0)
    assert process("migrate", "--without-backup", **settings).code == 0
    assert current(f"sqlite:///{old}") == newest()
    assert not backups(old)
