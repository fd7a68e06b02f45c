"""Visitors who make accounts and sign in, by the pages."""

import re
from html import unescape

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

PASSWORD = "a moat and a drawbridge"


class Guest:
    """Somebody in a browser of their own."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def submit(self, action: str = "", **form: str) -> Response:
        """Send a form to an address below `/account`."""
        return self.client.post(f"/account{action}", data=form)

    def page(self, address: str = "/account") -> str:
        """Read a page that is there."""
        answer = self.client.get(address)
        assert answer.status_code == 200, answer.text
        return unescape(answer.text)

    def begin(self) -> str:
        """Begin a game and return the address of its table."""
        return self.client.post("/fortress/4").headers["location"]

    def claim(self, name: str = "Ann", password: str = PASSWORD) -> tuple[str, ...]:
        """Make an account and give its recovery codes."""
        answer = self.submit(name=name, password=password)
        assert answer.status_code == 200, answer.text
        return tuple(re.findall(r"<code>([^<]+)</code>", answer.text))

    def sign_in(self, name: str = "Ann", password: str = PASSWORD) -> None:
        """Sign in, which succeeds."""
        assert self.submit("/sign-in", name=name, password=password).headers["location"] == "/account?done=in"

    @property
    def name(self) -> str | None:
        """Read the name off the account's page, None of a guest."""
        found = re.search(r"<h1><bdi>([^<]*)</bdi></h1>", self.page())
        return found[1] if found else None

    @property
    def games(self) -> list[str]:
        """Read the addresses of the tables off the history."""
        page = self.page("/history")
        return list(dict.fromkeys(re.findall(r'<a href="(/sessions/[0-9a-z]+)"', page)))


@pytest.fixture
def ann(client: TestClient) -> Guest:
    return Guest(client)


@pytest.fixture
def other(stranger: TestClient) -> Guest:
    return Guest(stranger)


def refused(answer: Response, status: int) -> str:
    """Return the sentence with which a form came back."""
    assert answer.status_code == status
    found = re.search(r'<p class="error"[^>]* role="alert">([^<]*)</p>', answer.text)
    assert found, answer.text
    return unescape(found[1])
