"""A server with what a guide has added, on either database, and visitors."""

from collections.abc import Callable, Iterator

import pytest
from starlette.testclient import TestClient

from tests.app.conftest import QUICK, SECRET, stranger
from tests.app.races.conftest import clock

__all__ = ["clock", "stranger"]

Arrive = Callable[[], TestClient]


@pytest.fixture
def client(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Yield a client of a server on that database."""
    from app.site.application import create_app

    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    monkeypatch.setenv("RAMPART_SECRET", SECRET)
    monkeypatch.setattr("app.people.passwords._HASHER", QUICK)
    # Tournaments that open by themselves would take deals that a test has laid ready.
    monkeypatch.setattr("app.features.tournaments.service.planned.due", lambda _: [])
    with TestClient(create_app(), follow_redirects=False, headers={"accept": "text/html"}) as client:
        yield client


@pytest.fixture
def arrive(client: TestClient) -> Arrive:
    """Bring a visitor in, with a browser of their own."""

    def new() -> TestClient:
        other = TestClient(client.app, follow_redirects=False, headers={"accept": "text/html"})
        other.portal = client.portal
        return other

    return new
