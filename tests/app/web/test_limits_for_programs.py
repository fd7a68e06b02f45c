"""What answers to programs say of their limits."""

import re

import pytest
from limits import RateLimitItemPerMinute
from starlette.testclient import TestClient

from app.web import limits
from app.web.limits import MOST_MOVES, Measure, RequestKind


@pytest.fixture
def far(client: TestClient) -> TestClient:
    """Return a program at another machine."""
    other = TestClient(client.app, client=("192.0.2.1", 5000))
    other.portal = client.portal
    return other


def test_a_move_says_how_many_are_left_in_this_minute(far: TestClient) -> None:
    begun = far.post("/api/v1/sessions", json={"game": "fortress", "deal": 4})
    policies = begun.headers["ratelimit-policy"]
    assert '"anything";q=1200;w=60' in policies
    assert re.search(r'"beginning";q=\d+;w=3600', policies)
    address = f"/api/v1/sessions/{begun.json()['id']}"
    left = []
    for seq, move in enumerate(("t1-f3", "t0-f2")):
        answer = far.post(f"{address}/moves", json={"seq": seq, "move": move})
        assert answer.headers["ratelimit-policy"] == f'"moves";q={MOST_MOVES};w=60'
        told = re.fullmatch(r'"moves";r=(\d+);t=(\d+)', answer.headers["ratelimit"])
        assert told
        assert 0 < int(told[2]) <= 60
        left.append(int(told[1]))
    # A minute may have begun in between.
    assert left in ([MOST_MOVES - 1, MOST_MOVES - 2], [MOST_MOVES - 1, MOST_MOVES - 1])


def test_what_is_too_much_says_so_and_when_to_come_again(far: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    few = Measure(RequestKind.ANYTHING, RateLimitItemPerMinute(2), RateLimitItemPerMinute(2))
    monkeypatch.setattr(limits, "ALLOWANCES", {RequestKind.ANYTHING: few})
    answers = [far.post("/api/v1/races/ABCDEF/leave", json={}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [404, 404, 429]
    assert [answer.headers["ratelimit"].partition(";t=")[0] for answer in answers] == [
        '"anything";r=1',
        '"anything";r=0',
        '"anything";r=0',
    ]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 60


def test_pages_and_what_has_no_limit_say_nothing(client: TestClient, far: TestClient) -> None:
    begun = far.post("/fortress/4")
    assert "ratelimit" not in begun.headers
    assert "ratelimit" not in far.get("/api/v1/openapi.json").headers
    # What comes from this machine itself is not counted.
    assert "ratelimit" not in client.post("/api/v1/sessions", json={"game": "fortress"}).headers
