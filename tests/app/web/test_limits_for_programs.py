"""What answers to programs say of their limits."""

import re
from typing import Any

import pytest
from httpx2 import Response
from limits import RateLimitItemPerMinute
from starlette.testclient import TestClient

from app.people.visitors import Visit, sign
from app.play.service import play
from app.web import guesses, limits
from app.web.limits import MOST_MOVES, Counters, Limits, Measure, RequestKind
from tests.app.addresses import USUAL, address, routes
from tests.app.conftest import SECRET

TURNS = ("/moves", "/undo", "/redo")


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


def told(answer: Response) -> dict[str, tuple[int, int]]:
    """Return what is left of each limit that an answer names, and the seconds until there is more."""
    policies = re.findall(r'"([a-z-]+)";q=(\d+);w=(\d+)', answer.headers["ratelimit-policy"])
    left = re.findall(r'"([a-z-]+)";r=(\d+);t=(\d+)', answer.headers["ratelimit"])
    assert [name for name, *_ in policies] == [name for name, *_ in left]
    quotas = {name: int(quota) for name, quota, _ in policies}
    assert all(0 <= int(rest) <= quotas[name] for name, rest, _ in left)
    return {name: (int(rest), int(reset)) for name, rest, reset in left}


def test_pages_and_whoever_has_no_limits_hear_of_none(client: TestClient, far: TestClient) -> None:
    for page in ("/fortress/4", "/api", "/api/sessions"):
        assert "ratelimit" not in far.get(page).headers
    # What comes from this machine itself is not counted.
    assert "ratelimit" not in client.post("/api/v1/sessions", json={"game": "fortress"}).headers
    assert "ratelimit" not in client.get("/api/v1/nothing").headers


def test_every_answer_of_every_endpoint_says_what_is_left(far: TestClient) -> None:
    seen = 0
    for method, path in routes(far.app):
        if path.startswith("/api/v1/") and not path.endswith(("/stream", "/events")):
            answer = far.request(method, address(path, USUAL))
            assert told(answer).keys() >= ({"moves"} if path.endswith(TURNS) and method == "POST" else {"work"}), path
            seen += 1
    assert seen > 45


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/players/me", {"headers": {"authorization": "Bearer rpt_x"}}, 401),
        ("GET", "/players/me", {}, 404),
        ("GET", "/nowhere", {}, 404),
        ("GET", "/rooms?x=1", {}, 400),
        ("GET", "/rooms?x=%00", {}, 400),
        ("OPTIONS", "/rooms", {}, 405),
        ("HEAD", "/rooms", {}, 200),
        ("GET", "/stream/events", {}, 404),
        ("GET", "/openapi.json", {}, 200),
        ("POST", "/sessions", {"headers": {"origin": "http://a.b"}}, 403),
        ("POST", "/sessions", {"content": b"x" * 2_000_000}, 413),
        ("POST", "/sessions", {"content": b"x", "headers": {"content-type": "text/plain"}}, 415),
    ],
)
def test_a_refusal_says_what_is_left_too(
    far: TestClient, method: str, path: str, more: dict[str, Any], status: int
) -> None:
    answer = far.request(method, f"/api/v1{path}", **more)
    assert answer.status_code == status
    assert told(answer)["work"][0] > 0


def test_a_failure_of_ours_says_what_is_left_too(far: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(play, "look", fail)
    forgiving = TestClient(far.app, client=("192.0.2.1", 5000), raise_server_exceptions=False)
    forgiving.portal = far.portal
    answer = forgiving.get("/api/v1/sessions/x")
    assert (answer.status_code, *told(answer)) == (500, "work")


def test_who_has_guessed_too_often_hears_which_limit_that_was(far: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses._ThisMinute, "wait", lambda *_: 7)
    for path, headers, name in (
        ("/sessions/x", {}, "wrong-links"),
        ("/players/me", {"authorization": "Bearer rpt_x"}, "wrong-tokens"),
    ):
        answer = far.get(f"/api/v1{path}", headers=headers)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")
        assert told(answer)[name] == (0, 7)


def test_work_is_that_of_the_player_or_of_the_address_whichever_has_less_left() -> None:
    limited = Limits(SECRET.encode(), Counters(None), [])
    cookie = f"rampart={sign(SECRET.encode(), Visit('player0000000001'))}".encode()
    scope = {"type": "http", "scheme": "http", "path": "/api/v1/x", "client": ("192.0.2.1", 5), "headers": []}
    own = {**scope, "headers": [(b"cookie", cookie)]}

    def work(asked: dict[str, Any]) -> tuple[bytes, bytes]:
        (_, policy), (_, left) = limited.headers(asked)
        return policy, left.partition(b";t=")[0]

    whole, address = b'"work";q=3600;w=30', b'"work";q=6000;w=30'
    assert work(scope) == (address, b'"work";r=6000')
    limited.budgets.spend("192.0.2.1", "player0000000001", 1.8)
    policy, left = work(own)
    assert (policy, 1790 <= int(left.partition(b"r=")[2]) <= 1810) == (whole, True)
    limited.budgets.spend("192.0.2.1", "", 90)
    assert work(own) == (address, b'"work";r=0')
    assert limited.headers({**own, "path": "/fortress/4"}) == []
    assert limited.headers({**own, "client": ("127.0.0.1", 5)}) == []
    assert limited.headers({**own, "client": None}) == []
