"""Playing by the JSON API."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.web.trouble import STATUS

Document = dict[str, Any]


class Api:
    """A player who asks for everything in JSON."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def post(self, path: str, **body: object) -> Response:
        """Send a body to an address below `/api/v1/sessions`."""
        return self.client.post(f"/api/v1/sessions{path}", json=body)

    def get(self, path: str) -> Response:
        """Get an address below `/api/v1/sessions`."""
        return self.client.get(f"/api/v1/sessions{path}")

    def begin(self, game: str, **body: object) -> Document:
        """Begin a session and give its document."""
        return given(self.post("", game=game, **body), 201)

    def act(self, session: Document, verb: str, **body: object) -> Response:
        """Do something to a session as it was seen."""
        return self.post(f"/{session['id']}/{verb}", seq=session["seq"], **body)

    def do(self, session: Document, verb: str, **body: object) -> Document:
        """Do something that succeeds, and return the session after it."""
        return given(self.act(session, verb, **body))

    def play(self, session: Document, moves: Iterable[object]) -> Document:
        """Make moves that succeed."""
        for move in moves:
            session = self.do(session, "moves", move=str(move))
        return session


@pytest.fixture
def api(client: TestClient) -> Api:
    return Api(client)


def given(answer: Response, status: int = 200) -> Document:
    """Return the document of an answer with that status."""
    assert answer.status_code == status, answer.text
    document: Document = answer.json()
    return document


def refused(answer: Response, status: int) -> str:
    """Return the sentence of a refusal with that status."""
    document = given(answer, status)
    assert set(document) == {"detail", "code", *(("session", "recorded") if status == 409 else ())}
    assert STATUS[document["code"]] == status
    sentence: str = document["detail"]
    assert re.fullmatch(r"[A-Z“][^\n]{5,200}\.", sentence), sentence
    assert ". " not in sentence, "one sentence, not two"
    return sentence
