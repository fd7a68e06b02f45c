"""Pages read as a browser without scripts would read them."""

from html import unescape

import pytest
from starlette.testclient import TestClient


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
