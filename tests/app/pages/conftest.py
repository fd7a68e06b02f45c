"""A server with an empty database of its own, asked as a browser without scripts would ask it."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.store.migrate import migrate


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    from app.main import create_app

    url = f"sqlite:///{tmp_path / 'rampart.sqlite3'}"
    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    monkeypatch.setenv("RAMPART_SECRET", "a secret for tests alone")
    migrate(url)
    with TestClient(create_app(), follow_redirects=False, headers={"accept": "text/html"}) as client:
        yield client


@pytest.fixture
def read(client: TestClient) -> "Reader":
    return Reader(client)


class Reader:
    """Reads pages as text."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def __call__(self, address: str) -> str:
        """Get a page that is there."""
        answer = self.client.get(address)
        assert answer.status_code == 200, address
        return unescape(answer.text)
