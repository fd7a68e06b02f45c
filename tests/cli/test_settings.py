"""Settings from the environment."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.core.folders import HOME
from app.core.settings import Settings, SettingsError, database_place, database_url, sqlite_file, unknown_names
from tests.cli.conftest import Rampart

SECRET = "a secret of some length"
POSTGRES = {"RAMPART_DATABASE_URL": "postgresql://rampart:hush@db.example/rampart"}


def test_the_database_is_an_sqlite_file_in_the_checkout_unless_told_otherwise() -> None:
    url = database_url({})
    assert url == f"sqlite:///{HOME}/var/rampart.sqlite3"
    assert sqlite_file(url) == HOME / "var" / "rampart.sqlite3"
    assert (HOME / "pyproject.toml").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RAMPART_LOG", "everything"),
        ("RAMPART_OPERATOR_PASSWORD", "too short"),
        ("RAMPART_SECURITY_CONTACT", "me@example.org"),
        ("RAMPART_SECURITY_CONTACT", "mailto:me@example.org\nExpires: never"),
        ("RAMPART_DATA_FOLDER", "/nowhere"),
        ("RAMPART_GUEST_DAYS", "-1"),
        ("RAMPART_GUEST_DAYS", "a year"),
        ("RAMPART_WORK_SECONDS", "0"),
        ("RAMPART_TRUSTED_PROXIES", "proxy.example"),
        ("RAMPART_TRUSTED_PROXIES", "127.0.0.1,10.0.0.1/8"),
        ("RAMPART_WORK_SECONDS", "0.5"),
    ],
)
def test_a_setting_of_the_operator_that_makes_no_sense_is_refused(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings.from_environment({**POSTGRES, "RAMPART_SECRET": SECRET, name: value})


def test_settings_that_are_refused_leave_nothing_behind(tmp_path: Path) -> None:
    given = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/new/games.db"}
    for wrong in ({"RAMPART_OPERATOR_PASSWORD": "too short"}, {"RAMPART_WORK_SECONDS": "0"}):
        with pytest.raises(SettingsError):
            Settings.from_environment({**given, **wrong})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ((), {"RAMPART_FEATURES": "chess"}),
        ((), {"RAMPART_REDIS_URL": "http://redis.example"}),
        (("--workers", "2"), {}),
    ],
    ids=["features", "redis", "workers"],
)
def test_a_start_that_is_refused_for_its_settings_leaves_nothing_behind(
    rampart: Rampart, tmp_path: Path, arguments: tuple[str, ...], wrong: dict[str, str]
) -> None:
    given = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/new/games.db", **wrong}
    assert rampart("serve", "--port", "0", *arguments, **given).code == 2
    assert list(tmp_path.iterdir()) == []


def test_the_operators_password_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    given = {**POSTGRES, "RAMPART_SECRET": SECRET, "RAMPART_OPERATOR_PASSWORD_FILE": str(file)}
    with pytest.raises(SettingsError, match="Cannot read the operator’s password"):
        Settings.from_environment(given)
    file.write_text("fifteen letters\n")
    with pytest.raises(SettingsError, match="is too short: it needs 16 characters or more"):
        Settings.from_environment(given)
    file.write_text("a password of some length\n")
    assert Settings.from_environment(given).operator_password == b"a password of some length"
    with pytest.raises(SettingsError, match="both set"):
        Settings.from_environment({**given, "RAMPART_OPERATOR_PASSWORD": "a password of some length"})


def test_the_operators_password_is_not_shown() -> None:
    given = {**POSTGRES, "RAMPART_SECRET": SECRET, "RAMPART_OPERATOR_PASSWORD": "a password of some length"}
    assert "a password" not in repr(Settings.from_environment(given))


def test_a_variable_that_is_set_to_nothing_is_not_set() -> None:
    assert database_url({"RAMPART_DATABASE_URL": ""}) == database_url({})


def test_the_path_of_an_sqlite_file_becomes_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert sqlite_file(database_url({"RAMPART_DATABASE_URL": "sqlite:///games.db"})) == tmp_path / "games.db"


@pytest.mark.parametrize("hosts", ["host=[::1]:5432&host=[::2]:5432", "host=one,two&port=1,2,3"])
def test_hosts_that_cannot_be_read_are_refused_and_the_right_form_is_told(hosts: str) -> None:
    with pytest.raises(SettingsError, match="host=::1,::2&port=5432,5432"):
        database_url({"RAMPART_DATABASE_URL": f"postgresql://rampart@/games?{hosts}"})
    database_url({"RAMPART_DATABASE_URL": "postgresql://rampart@/games?host=::1,::2&port=5432,5433"})


def test_every_spelling_of_an_sqlite_address_means_one_driver() -> None:
    assert database_url({"RAMPART_DATABASE_URL": "sqlite+aiosqlite:////games.db"}) == "sqlite:////games.db"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_a_postgresql_address_means_one_driver(scheme: str) -> None:
    given = {"RAMPART_DATABASE_URL": f"{scheme}://me:p%40ss@host:5433/games"}
    assert database_url(given) == "postgresql+psycopg://me:p%40ss@host:5433/games"


def test_the_place_of_a_database_is_told_without_its_password() -> None:
    url = database_url(POSTGRES)
    assert "hush" not in database_place(url)
    assert "hush" not in repr(Settings(database_url=url, redis_url=None, secret=SECRET.encode()))
    assert SECRET not in repr(Settings(database_url=url, redis_url=None, secret=SECRET.encode()))


@pytest.mark.parametrize(
    "url",
    [
        "rampart.db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?uri=true",
        "sqlite:///x?mode=ro",
        "mysql://host/x",
        "://",
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="RAMPART_DATABASE_URL"):
        database_url({"RAMPART_DATABASE_URL": url})


def test_the_folder_and_the_secret_of_an_sqlite_database_are_made_once(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.db"
    given = {"RAMPART_DATABASE_URL": f"sqlite:///{file}"}
    first, second = Settings.from_environment(given), Settings.from_environment(given)
    assert first == second
    assert len(first.secret) == 64
    assert [made.name for made in file.parent.iterdir()] == ["games.db.secret"]
    assert stat.S_IMODE((file.parent / "games.db.secret").stat().st_mode) == 0o600


def test_two_databases_have_two_secrets(tmp_path: Path) -> None:
    one, two = (Settings.from_environment({"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/{name}.db"}) for name in "ab")
    assert one.secret != two.secret


def test_processes_that_start_at_once_read_the_same_secret(tmp_path: Path) -> None:
    for attempt in range(20):
        given = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/{attempt}/games.db"}
        with ThreadPoolExecutor(8) as pool:
            read = {read.secret for read in pool.map(Settings.from_environment, [given] * 8)}
        assert len(read) == 1


def test_a_given_secret_is_used_and_none_is_made(tmp_path: Path) -> None:
    given = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/games.db", "RAMPART_SECRET": SECRET}
    assert Settings.from_environment(given).secret == SECRET.encode()
    assert list(tmp_path.iterdir()) == []


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(f"{SECRET}\n")
    assert Settings.from_environment({**POSTGRES, "RAMPART_SECRET_FILE": str(file)}).secret == SECRET.encode()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "On PostgreSQL, Rampart needs a secret"),
        ({"RAMPART_SECRET": SECRET, "RAMPART_SECRET_FILE": "secret"}, "both set"),
        ({"RAMPART_SECRET": "fifteen letters"}, "RAMPART_SECRET is too short"),
        ({"RAMPART_SECRET_FILE": "/nowhere/secret"}, "Cannot read the secret in /nowhere/secret: No such file"),
        ({"RAMPART_SECRET_FILE": "/dev/null"}, "is too short"),
    ],
)
def test_a_secret_that_cannot_be_used_is_refused_in_one_sentence(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence) as refused:
        Settings.from_environment({**POSTGRES, **given})
    assert "\n" not in str(refused.value)
    assert SECRET not in str(refused.value)


def test_a_folder_that_takes_no_secret_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    with pytest.raises(SettingsError, match="Operation not permitted"):
        Settings.from_environment({"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/games.db"})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="Cannot make the folder"):
        Settings.from_environment({"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/file/games.db"})


def test_redis_and_proxies_are_none_unless_named() -> None:
    given = {**POSTGRES, "RAMPART_SECRET": SECRET}
    read = Settings.from_environment(given)
    assert (read.redis_url, read.trusted_proxies) == (None, None)
    named = {"RAMPART_REDIS_URL": "redis://localhost", "RAMPART_TRUSTED_PROXIES": "10.0.0.1"}
    read = Settings.from_environment({**given, **named})
    assert (read.redis_url, read.trusted_proxies) == ("redis://localhost", "10.0.0.1")


def test_a_misspelt_setting_is_found() -> None:
    given = {"RAMPART_DATABSE_URL": "x", "RAMPART_SECRET": "x", "RAMPART_TEST_POSTGRES_URL": "x", "PATH": "x"}
    assert unknown_names(given) == ["RAMPART_DATABSE_URL"]
