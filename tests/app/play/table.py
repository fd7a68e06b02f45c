"""A table asked by its script or by its plain forms."""

import re
from html import unescape

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

VERBS = ("moves", "undo", "redo", "give-up")
BY_SCRIPT = {"hx-request": "true"}


class Table:
    """A session as a page of its own: Fortress on deal 4, where t1-f3, t1-t3 and t3-t1 are legal."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.address = client.post("/fortress/4").headers["location"]

    def submit(self, verb: str, by: dict[str, str] | None = None, /, **form: str | int) -> Response:
        """Send a form of the table; `by` holds the headers of who sends it."""
        return self.client.post(f"{self.address}/{verb}", data=form, headers=by)

    def fragment(self, verb: str, **form: str | int) -> Response:
        """Send a form as the script does."""
        return self.submit(verb, BY_SCRIPT, **form)

    def page(self) -> str:
        """Show the table."""
        answer = self.client.get(self.address)
        assert answer.status_code == 200
        return answer.text

    @property
    def stands(self) -> tuple[int, str]:
        """Read the `seq` and the status off the board."""
        found = re.search(r'id="board"[^>]* data-seq="(\d+)" data-status="([a-z-]+)"', self.page())
        assert found
        return int(found[1]), found[2]


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table(client)


@pytest.fixture
def theirs(stranger: TestClient) -> Table:
    return Table(stranger)


def is_page(answer: Response) -> bool:
    """Return whether an answer is a whole page."""
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.text.startswith("<!doctype html>") and answer.text.rstrip().endswith("</html>")


def notice(answer: Response) -> str:
    """Read the sentence for the player off a fragment or a table."""
    found = re.search(r'<p id="notice"[^>]*>([^<]*)', answer.text)
    assert found
    return unescape(found[1])


def headline(answer: Response) -> str:
    """Read the sentence off a page that says why something was refused."""
    found = re.search(r'<p class="status">(\d+)</p>\s*<h1>([^<]*)</h1>', answer.text)
    assert found
    assert found[1] == str(answer.status_code)
    return unescape(found[2])
