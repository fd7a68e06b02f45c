"""A database remembers which secret it is used with, so a lost or mistaken one does not go unnoticed."""

import asyncio
from pathlib import Path

import pytest

from app.core.store.database import Database
from app.core.store.migrate import migrate
from app.core.store.opening import open_database
from app.core.store.vouching import Misfit, check_value, misfit, remember
from tests.cli.conftest import Rampart
from tests.cli.test_backup import begin_a_game, move_away
from tests.databases import ON_POSTGRES, transaction

OWN, OTHER = b"a secret of some length", b"another secret of some length"
LOST = "The database's secret is missing, and without it guests lose their games."
ANOTHER = "This is not the database's secret, and with another one guests lose their games."
ACCEPT = " Put the old secret back, or accept the loss once with `rampart serve --new-secret`.\n"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a database that has been used with a secret, which the settings name."""
    file = tmp_path / "games.sqlite3"
    migrate(f"sqlite:///{file}")
    file.with_name("games.sqlite3.secret").write_bytes(OWN)
    with transaction(f"sqlite:///{file}") as connection:
        begin_a_game(connection, 1)
        remember(connection, OWN, 1)
    monkeypatch.setenv("RAMPART_DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setattr("app.site.commands.serve._serve", lambda *_: 0)
    return file


def secret_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.secret")


def test_a_database_remembers_the_first_secret_and_no_other(url: str) -> None:
    with transaction(url) as connection:
        assert [remember(connection, each, 1) for each in (OWN, OTHER, OWN)] == [None, Misfit.OTHER, None]
        assert [misfit(connection, each) for each in (OWN, OTHER, None)] == [None, Misfit.OTHER, Misfit.LOST]


def test_no_secret_is_missing_where_nobody_has_played(url: str) -> None:
    with transaction(url) as connection:
        assert misfit(connection, None) is None
        begin_a_game(connection, 1)
        assert [misfit(connection, each) for each in (OWN, None)] == [None, Misfit.LOST]


def test_of_two_secrets_at_once_one_is_remembered_and_the_other_refused(url: str) -> None:
    async def start(database: Database) -> list[Misfit | None]:
        return await asyncio.gather(
            *(database.write(remember, secret=each, now=1) for each in (OWN, OTHER, OWN, OTHER))
        )

    async def opened() -> list[Misfit | None]:
        async with open_database(url) as database:
            return await start(database)

    found = asyncio.run(opened())
    assert sorted(found, key=str) == sorted([None, None, Misfit.OTHER, Misfit.OTHER], key=str)


def test_what_is_remembered_does_not_tell_the_secret() -> None:
    assert len(check_value(OWN)) == 16
    assert check_value(OWN) != check_value(OTHER)


def test_a_server_remembers_its_secret_and_starts_with_it_again(
    rampart: Rampart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.site.commands.serve._serve", lambda *_: 0)
    url = f"sqlite:///{tmp_path}/games.db"
    for _ in range(2):
        ended = rampart("serve", "--port", "0", RAMPART_DATABASE_URL=url)
        assert (ended.code, ended.err) == (0, "")
    (tmp_path / "games.db.secret").unlink()
    assert rampart("serve", "--port", "0").err == f"{LOST}{ACCEPT}"


def test_a_server_does_not_start_without_the_secret_and_makes_none(rampart: Rampart, database: Path) -> None:
    secret_of(database).unlink()
    ended = rampart("serve", "--port", "0")
    assert (ended.code, ended.out, ended.err) == (2, "", f"{LOST}{ACCEPT}")
    assert not secret_of(database).exists()


def test_a_server_does_not_start_with_another_secret(rampart: Rampart, database: Path) -> None:
    assert database.exists()
    ended = rampart("serve", "--port", "0", RAMPART_SECRET=OTHER.decode())
    assert (ended.code, ended.out, ended.err) == (2, "", f"{ANOTHER}{ACCEPT}")


def test_a_new_secret_is_accepted_where_the_operator_says_so_once(rampart: Rampart, database: Path) -> None:
    secret_of(database).unlink()
    ended = rampart("serve", "--port", "0", "--new-secret")
    assert ended.code == 0
    assert ended.err == "Warning: from the next start on, leave out --new-secret: it hides a lost secret.\n"
    assert secret_of(database).read_bytes() != OWN
    assert rampart("serve", "--port", "0").code == 0
    assert rampart("check").code == 0


@ON_POSTGRES
def test_on_postgresql_another_secret_starts_nothing(
    rampart: Rampart, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.site.commands.serve._serve", lambda *_: 0)
    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    assert rampart("serve", "--port", "0", RAMPART_SECRET=OWN.decode()).code == 0
    for command in (("serve", "--port", "0"), ("worker",)):
        ended = rampart(*command, RAMPART_SECRET=OTHER.decode())
        assert (ended.code, ended.out, ended.err) == (2, "", f"{ANOTHER}{ACCEPT}")
    ended = rampart("check")
    assert ended.code == 1
    assert f"{ANOTHER}\n" in ended.out
    assert rampart("check", RAMPART_SECRET=OWN.decode()).code == 0
    assert rampart("check", RAMPART_SECRET="").err == "The secret was not checked: the settings name none.\n"


@pytest.mark.parametrize(("given", "said"), [(None, LOST), (OTHER, ANOTHER)])
def test_a_check_tells_a_lost_or_another_secret(
    rampart: Rampart, database: Path, given: bytes | None, said: str
) -> None:
    secret_of(database).unlink()
    if given:
        secret_of(database).write_bytes(given)
    ended = rampart("check")
    assert ended.code == 1
    assert f"{said}\n" in ended.out
    assert ended.err == f"Faults found in {database}: 1.\n"
    assert rampart("check", "--any-secret").code == 0


@pytest.mark.parametrize(("given", "said"), [(None, LOST), (OTHER, ANOTHER)])
def test_a_backup_without_its_secret_is_not_restored_unless_the_loss_is_accepted(
    rampart: Rampart, database: Path, tmp_path: Path, given: bytes | None, said: str
) -> None:
    copy = tmp_path / "copy"
    assert rampart("backup", str(copy)).err == ""
    move_away(database)
    secret_of(copy).unlink()
    if given:
        secret_of(copy).write_bytes(given)
    ended = rampart("restore", str(copy))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(said)
    assert not database.exists()
    assert not secret_of(database).exists()
    assert rampart("restore", "--new-secret", str(copy)).code == 0
    assert rampart("serve", "--port", "0").code == 2
    assert rampart("serve", "--port", "0", "--new-secret").code == 0


def test_a_backup_is_restored_if_the_settings_have_its_secret(rampart: Rampart, database: Path, tmp_path: Path) -> None:
    rampart("backup", str(tmp_path / "copy"))
    move_away(database)
    secret_of(tmp_path / "copy").unlink()
    assert rampart("restore", str(tmp_path / "copy"), RAMPART_SECRET=OWN.decode()).code == 0
    assert rampart("serve", "--port", "0").code == 0


def test_a_backup_that_lacks_the_secret_says_so(rampart: Rampart, database: Path, tmp_path: Path) -> None:
    secret_of(database).unlink()
    ended = rampart("backup", str(tmp_path / "copy"))
    assert ended.code == 0
    assert ended.err == (f"Warning: the secret is not in the backup. Without it, {tmp_path}/copy cannot be restored.\n")


def test_a_database_without_its_secret_is_not_copied(rampart: Rampart, database: Path) -> None:
    secret_of(database).unlink()
    ended = rampart("copy", "--to", "postgresql://127.0.0.1:1/games")
    assert (ended.code, ended.out, ended.err) == (2, "", f"{LOST}{ACCEPT}")
