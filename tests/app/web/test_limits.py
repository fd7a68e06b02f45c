"""How often somebody may ask, and how a refusal says when to come again."""

import asyncio
from collections import deque
from typing import Any

import pytest
from limits import RateLimitItemPerMinute
from starlette.testclient import TestClient

from app.people.visitors import Visit, sign
from app.site.doors import open_doors, routes
from app.site.features import FEATURES
from app.web import limits
from app.web.limits import ALLOWANCES, MOST_MOVES, Counters, Limits, Measure, RequestKind, Windows
from tests.app.conftest import SECRET
from tests.app.play.table import BY_SCRIPT
from tests.live.conftest import RedisServer, redis

__all__ = ["redis"]

ADDRESS = "192.0.2.1"
MOVE = "/sessions/06bq3k5x0t4w8zan/moves"


def asked(limited: Limits, path: str, times: int, address: str = ADDRESS, player: str = "") -> list[bool]:
    """Ask so many times; return for each whether it was allowed."""
    cookie = f"rampart={sign(SECRET.encode(), Visit(player))}" if player else ""
    headers = [(b"cookie", cookie.encode())]
    scope = {"type": "http", "scheme": "http", "path": path, "client": (address, 5000), "headers": headers}

    async def ask() -> list[bool]:
        return [await limited.count(scope) == 0 for _ in range(times)]

    return asyncio.run(ask())


@pytest.fixture
def limited() -> Limits:
    return Limits(SECRET.encode(), Counters(None), routes(open_doors(FEATURES)))


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow two requests to a player, three to an address."""
    few = Measure(RequestKind.ANYTHING, RateLimitItemPerMinute(2), RateLimitItemPerMinute(3))
    monkeypatch.setattr(limits, "ALLOWANCES", {RequestKind.ANYTHING: few})


@pytest.mark.usefixtures("narrow")
def test_a_player_and_an_address_have_each_their_own_measure(limited: Limits) -> None:
    assert asked(limited, "/fortress/new", 3, player="player0000000001") == [True, True, False]
    assert asked(limited, "/fortress/new", 1, player="player0000000002") == [False]
    assert asked(limited, "/fortress/new", 1, address="192.0.2.2", player="player0000000002") == [True]


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_this_machine_itself_is_not_counted(limited: Limits, address: str) -> None:
    assert all(asked(limited, "/fortress/new", 10, address))


@pytest.mark.usefixtures("narrow")
def test_the_addresses_of_one_customer_count_as_one(limited: Limits) -> None:
    assert asked(limited, "/fortress/new", 3, "2001:db8::1") == [True] * 3
    assert asked(limited, "/fortress/new", 1, "2001:db8:0:ff::2") == [False]
    assert asked(limited, "/fortress/new", 1, "2001:db8:0:100::1") == [True]


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("prefix", ["::ffff:", "64:ff9b::"])
def test_addresses_of_ipv4_that_a_proxy_writes_as_ipv6_count_apart(limited: Limits, prefix: str) -> None:
    assert asked(limited, "/fortress/new", 3, f"{prefix}203.0.113.1") == [True] * 3
    assert asked(limited, "/fortress/new", 1, "203.0.113.1") == [False]
    assert asked(limited, "/fortress/new", 1, f"{prefix}203.0.113.2") == [True]
    assert asked(limited, "/fortress/new", 9, "::ffff:127.0.0.1") == [True] * 9


@pytest.mark.usefixtures("narrow")
def test_a_cookie_that_we_did_not_sign_is_nobodys(limited: Limits) -> None:
    headers = [(b"cookie", b"rampart=player0000000001.0.forged")]
    scope = {"type": "http", "scheme": "http", "path": "/x", "client": (ADDRESS, 1), "headers": headers}

    async def ask() -> list[int]:
        return [await limited.count(scope) for _ in range(4)]

    assert [wait == 0 for wait in asyncio.run(ask())] == [True, True, True, False]


@pytest.mark.parametrize("path", [MOVE, f"/api/v1{MOVE}", MOVE.replace("moves", "undo")])
def test_moves_are_counted_apart_and_generously(limited: Limits, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr("app.web.limits.time.monotonic", lambda: 90.0)
    going = asked(limited, path, MOST_MOVES + 1, player="player0000000001")
    assert going == [True] * MOST_MOVES + [False]
    assert asked(limited, "/fortress/new", 1, player="player0000000001") == [True]
    monkeypatch.setattr("app.web.limits.time.monotonic", lambda: 120.0)
    assert asked(limited, path, 1, player="player0000000001") == [True]


@pytest.mark.parametrize("path", ["/sessions/x/hints", "/sessions/x/outlook", "/sessions/x/review"])
def test_help_has_a_measure_of_its_own(limited: Limits, path: str) -> None:
    most = ALLOWANCES[RequestKind.HELP].by_player.amount
    assert asked(limited, path, most + 1, player="player0000000001") == [True] * most + [False]
    assert asked(limited, "/fortress/new", 1, player="player0000000001") == [True]


@pytest.mark.usefixtures("narrow")
def test_a_refusal_has_the_form_that_was_asked_for_and_says_when_to_come_again(client: TestClient) -> None:
    remote = TestClient(client.app, client=(ADDRESS, 5000), follow_redirects=False)
    remote.portal = client.portal
    for _ in range(3):
        remote.post("/fortress/4")
    for address, headers, kind in (
        ("/fortress/4", {}, "text/html"),
        ("/fortress/4", BY_SCRIPT, "text/html"),
        ("/api/v1/sessions", {}, "application/json"),
    ):
        answer = remote.post(address, headers=headers)
        assert answer.status_code == 429
        assert answer.headers["content-type"].startswith(kind)
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert "You asked for too much at once; please wait a moment." in answer.text
    assert remote.get("/fortress/4").status_code == 200


def test_too_many_passwords_are_told_when_to_come_again(client: TestClient) -> None:
    body = {"name": "Ada", "password": "a wrong one, and long"}
    answers = [client.post("/api/v1/login", json=body) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 15 * 60


def test_a_form_for_a_password_that_comes_back_too_often_says_when_to_come_again(client: TestClient) -> None:
    typed = {"name": "Ada", "password": "a wrong one, and long"}
    answers = [client.post("/account/sign-in", data=typed) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 15 * 60
    assert "retry-after" not in answers[0].headers
    recovering = client.post("/account/recover", data={**typed, "code": "none"})
    assert (recovering.status_code, "retry-after" in recovering.headers) == (429, True)


def test_processes_over_one_redis_count_together(redis: RedisServer) -> None:
    async def story() -> list[bool]:
        first, second = Counters(redis.url), Counters(redis.url)
        limit = RateLimitItemPerMinute(2)
        waits = [await counters.hit(limit, "somebody") for counters in (first, second, first, second)]
        await first.aclose()
        await second.aclose()
        return [wait == 0 for wait in waits]

    assert asyncio.run(story()) == [True, True, False, False]


def test_without_an_answer_of_redis_a_process_counts_alone() -> None:
    async def story() -> list[bool]:
        counters = Counters("redis://127.0.0.1:1/0")
        waits = [await counters.hit(RateLimitItemPerMinute(2), "somebody") for _ in range(3)]
        await counters.aclose()
        return [wait == 0 for wait in waits]

    assert asyncio.run(story()) == [True, True, False]


def test_a_window_moves_and_forgets_those_who_stay_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    windows, limit = Windows(), RateLimitItemPerMinute(2)
    assert [windows.hit(limit, ("x", "ann")) for _ in range(3)] == [0, 0, 60]
    now += 30
    assert windows.hit(limit, ("x", "ann")) == 30
    assert windows.left(limit, ("x", "ann")) == (0, 30)
    assert windows.hit(limit, ("y", "ann")) == windows.hit(limit, ("x", "ben")) == 0
    now += 31
    assert windows.left(limit, ("x", "ann")) == (2, 0)
    assert windows.left(limit, ("x", "ben")) == (1, 29)
    for number in range(1000):
        windows.hit(limit, ("x", str(number)))
    now += 61
    for _ in range(1000):
        windows.hit(limit, ("x", "cay"))
    assert len(windows) < 5


class _Noted(dict[bytes, deque[float]]):
    """Notes which keys somebody looks at."""

    looks = 0

    def __getitem__(self, key: bytes) -> deque[float]:
        self.looks += 1
        return super().__getitem__(key)

    def pop(self, key: bytes, *default: Any) -> Any:
        self.looks += 1
        return super().pop(key, *default)

    def keys(self) -> Any:
        self.looks += len(self)
        return super().keys()

    def items(self) -> Any:
        self.looks += len(self)
        return super().items()

    def values(self) -> Any:
        self.looks += len(self)
        return super().values()


def test_whoever_comes_as_many_guests_makes_no_request_dearer() -> None:
    windows, limit = Windows(), RateLimitItemPerMinute(2)
    for number in range(2000):
        windows.hit(limit, ("x", str(number)))
    noted = _Noted(windows._ends)
    windows._ends = noted
    for number in range(10):
        windows.hit(limit, ("x", f"stranger {number}"))
    assert noted.looks <= 20
    assert len(windows) == 2010
