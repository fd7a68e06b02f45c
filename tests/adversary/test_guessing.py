"""Passwords and codes cannot be guessed by trying fast."""

from functools import partial

import pytest
from starlette.testclient import TestClient

from app.web.guesses import MOST_MISSES, MOST_WRONG, MOST_WRONG_IN_ALL, MOST_WRONG_SECONDS, Failures, Misses

PASSWORD = "a password of the operator's"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> TestClient:
    """Return a client at one address of a server whose operator has a password."""
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", PASSWORD)
    return at(request.getfixturevalue("client"), "192.0.2.1")


def at(client: TestClient, address: str) -> TestClient:
    """Return a visitor of the same server at an address."""
    other = TestClient(client.app, client=(address, 5000), follow_redirects=False)
    other.portal = client.portal
    return other


def guess(client: TestClient, page: str = "/operator", password: str = "a guess") -> int:
    return client.get(page, auth=("operator", password)).status_code


@pytest.mark.parametrize("page", ["/operator", "/metrics"])
def test_an_address_has_few_guesses_at_the_operators_password(here: TestClient, page: str) -> None:
    assert [guess(here, page) for _ in range(MOST_WRONG + 3)] == [401] * MOST_WRONG + [429] * 3
    answer = here.get(page, auth=("operator", PASSWORD))
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= MOST_WRONG_SECONDS
    assert guess(at(here, "192.0.2.2"), page, PASSWORD) == 200


def test_both_pages_count_together_and_a_customers_addresses_are_one(here: TestClient) -> None:
    visitors = [at(here, f"2001:db8::{number}") for number in range(MOST_WRONG)]
    assert {guess(each, ["/operator", "/metrics"][place % 2]) for place, each in enumerate(visitors)} == {401}
    assert guess(at(here, "2001:db8::ffff")) == 429
    assert guess(at(here, "2001:db8:0:100::1")) == 401


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_this_machine_has_no_more_guesses_than_others(here: TestClient, address: str) -> None:
    near = at(here, address)
    assert [guess(near) for _ in range(MOST_WRONG + 1)] == [401] * MOST_WRONG + [429]


def test_neither_the_right_password_nor_a_visit_without_one_is_ever_limited(here: TestClient) -> None:
    assert {guess(here, "/metrics", PASSWORD) for _ in range(3 * MOST_WRONG)} == {200}
    assert {here.get("/operator").status_code for _ in range(3 * MOST_WRONG)} == {401}
    assert guess(here, password=PASSWORD) == 200


def test_a_flood_from_everywhere_holds_up_nobody_from_whom_the_right_one_came() -> None:
    now = 0.0
    failures = Failures(lambda: now)
    failures.right("198.51.100.7")
    tried = 0
    for number in range(10 * MOST_WRONG_IN_ALL):
        host = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        if not failures.wait(host):
            failures.wrong(host)
            tried += 1
    assert tried == MOST_WRONG_IN_ALL
    assert failures.wait("203.0.113.9") > 0
    assert failures.wait("198.51.100.7") == 0
    now = 3600.0
    assert failures.wait("203.0.113.9") == 0


def test_after_a_quarter_of_an_hour_an_address_may_try_again() -> None:
    now = 0.0
    failures = Failures(lambda: now)
    for _ in range(MOST_WRONG):
        failures.wrong("192.0.2.1")
    now = MOST_WRONG_SECONDS - 0.5
    assert failures.wait("192.0.2.1") == 1
    now = MOST_WRONG_SECONDS
    assert failures.wait("192.0.2.1") == 0


CODED = [
    "/races/AAAAAA",
    "/api/v1/races/AAAAAA",
    "/groups/AAAAAAAAAA",
    "/friends/AAAAAAAAAA",
    "/challenges/AAAAAAAAAA",
    "/watch/0000000000000000",
    "/tables/0",
    "/replays/0",
]


@pytest.fixture
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock by which misses are counted, so that no new minute begins meanwhile."""
    monkeypatch.setattr("app.web.guard.Misses", partial(Misses, lambda: 30.0))


@pytest.mark.usefixtures("one_minute")
@pytest.mark.parametrize("path", CODED)
def test_codes_that_lead_nowhere_can_be_tried_only_so_often(client: TestClient, path: str) -> None:
    guessing = at(client, "192.0.2.1")
    tried = [guessing.get(f"{path[:-1]}{number % 10}").status_code for number in range(MOST_MISSES + 2)]
    assert tried == [404] * MOST_MISSES + [429] * 2
    assert 1 <= int(guessing.get(path).headers["retry-after"]) <= 60
    assert guessing.get("/fortress/4").status_code == 200
    assert at(client, "192.0.2.2").get(path).status_code == 404


def test_who_asks_for_what_is_there_is_not_counted() -> None:
    now = 30.0
    misses = Misses(lambda: now)
    for _ in range(MOST_MISSES):
        assert misses.wait("/races/AAAAAA", "192.0.2.1") == 0
        misses.count("/nothing", "192.0.2.1")
        misses.count("/races/AAAAAA", "127.0.0.1")
    assert misses.wait("/races/AAAAAA", "127.0.0.1") == 0
    for _ in range(MOST_MISSES):
        misses.count("/races/AAAAAA", "192.0.2.1")
    assert misses.wait("/races/BBBBBB", "192.0.2.1") == 30
    assert misses.wait("/nothing", "192.0.2.1") == 0
    now = 60.0
    assert misses.wait("/races/BBBBBB", "192.0.2.1") == 0


def test_the_addresses_of_one_customer_have_one_measure_of_passwords(client: TestClient) -> None:
    body = {"name": "Ada", "password": "a wrong one, and long"}
    told = [at(client, f"2001:db8::{number}").post("/api/v1/login", json=body).status_code for number in range(11)]
    assert told == [401] * 10 + [429]
