"""What visitors are told of the open data, and what they can choose."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient

from app.core.settings import Settings, SettingsError
from app.features.open_data import rows as store
from app.people.rows import accounts, players
from app.people.service import accounts as service
from app.people.visitors import Visit
from app.site.application import create_app
from tests.app.open_data.conftest import a_player, publish
from tests.factories import an_account

TOLD = {"/privacy": "open data", "/account": "open data", "/settings": "Open data"}


@pytest.fixture
def publisher(database_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], TestClient]:
    """Return what starts a server that publishes."""
    assert database_url
    monkeypatch.setenv("RAMPART_DATA_FOLDER", str(folder))
    return lambda: TestClient(create_app(), follow_redirects=False, headers={"accept": "text/html"})


def test_a_server_that_publishes_nothing_says_nothing_of_it(client: TestClient) -> None:
    for address in ("/data", "/data/rampart-2026-10-0123456789ab.ndjson.zst"):
        assert client.get(address).status_code == 404
    for page, words in TOLD.items():
        assert words not in client.get(page).text


def test_a_server_that_publishes_tells_its_visitors_and_lists_its_files(
    publisher: Callable[[], TestClient], filled: str, folder: Path
) -> None:
    made = publish(filled, folder)
    assert made is not None
    with publisher() as client:
        for page, words in TOLD.items():
            assert words in client.get(page).text
        page = client.get("/data").text
        for told in ("12 games", made.digest, f"/data/{made.name}", "CC0"):
            assert told in page
        assert client.get(f"/data/{made.name}").content == (folder / made.name).read_bytes()
        (folder / "notes.txt").touch()
        for name in ("notes.txt", "..%2Frampart.sqlite3", "nothing"):
            assert client.get(f"/data/{name}").status_code == 404
        (folder / made.name).unlink()
        assert client.get(f"/data/{made.name}").status_code == 404


def test_a_guest_can_keep_games_out_and_let_them_in_again(publisher: Callable[[], TestClient]) -> None:
    with publisher() as client:
        for choice in ("out", "in"):
            assert client.post("/settings", data={"data": choice}).status_code == 303
            assert f'value="{choice}" checked' in client.get("/settings/data").text
            assert client.get("/account/export").json()["settings"]["data"] == choice
        assert client.post("/settings", data={"data": "perhaps"}).status_code == 400


def test_deleting_an_account_keeps_its_games_out_and_so_does_a_guests_choice(connection: Connection) -> None:
    ann, guest = a_player(connection), a_player(connection, "player-000000002", kept_out_at=7)
    account = an_account(ann, "Ann")
    accounts.add(connection, account)
    service.enter(connection, account, Visit(guest))
    assert store.owners(connection, [ann])[ann].kept_out
    players.keep_out(connection, ann, None)
    service.remove(connection, account, 9)
    assert store.list_kept_out_since(connection, 8) == [ann]


def test_a_setting_that_names_no_folder_is_refused(tmp_path: Path) -> None:
    given = {"RAMPART_DATABASE_URL": "postgresql://127.0.0.1/x", "RAMPART_SECRET": "a secret of some length"}
    assert Settings.from_environment(given).data_folder is None
    assert Settings.from_environment({**given, "RAMPART_DATA_FOLDER": str(tmp_path)}).data_folder == tmp_path
    with pytest.raises(SettingsError, match="RAMPART_DATA_FOLDER"):
        Settings.from_environment({**given, "RAMPART_DATA_FOLDER": str(tmp_path / "none")})
