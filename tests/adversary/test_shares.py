"""The lane of heavy reads and the processor are shared by address and by player, as measured."""

import asyncio
import time
from threading import Event
from typing import Any

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import Connection
from starlette.testclient import TestClient
from starlette.types import Scope

from app.core.bounds import (
    PATIENCE_SECONDS,
    SECONDS_OF_A_PLAYER,
    SECONDS_OF_AN_ADDRESS,
    SECONDS_SAVED,
    STUDIES_OF_A_PLAYER,
    STUDIES_OF_AN_ADDRESS,
    WAITING_STUDIES,
)
from app.core.refusals import TooMany
from app.core.store.asker import ASKER, NOBODY, Asker
from app.core.store.database import Crowded, Database
from app.core.store.opening import open_database
from app.people.visitors import Visit, sign
from app.web import budgets
from app.web.budgets import Budgets, meter
from app.web.limits import Counters, Limits, RequestKind, counted_as

SECONDS = 5
SECRET = b"a secret for tests alone"
CLASS = 30
"""Pupils behind one address."""


def asker(address: str, player: str = "", spent: list[float] | None = None) -> Asker:
    return Asker(address, player, b"", (spent if spent is not None else []).append)


class Lane:
    """The lane of heavy reads, held up until the test lets it go, with a note of whose turn came when."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.turns: list[str] = []
        self._go, self._begun = Event(), Event()
        self._holding = list[asyncio.Task[Any]]()

    async def hold(self) -> None:
        """Occupy every thread of the lane."""

        def wait(_: Connection) -> None:
            self._begun.set()
            self._go.wait(SECONDS)

        for _ in range(2):
            self._holding.append(asyncio.create_task(self.database.study(wait)))
        while not self._begun.is_set():
            await asyncio.sleep(0)

    def ask(self, name: str, whose: Asker) -> "asyncio.Task[None]":
        """Hand in a heavy read."""

        async def study() -> None:
            ASKER.set(whose)
            await self.database.study(lambda _: self.turns.append(name))

        return asyncio.create_task(study())

    async def go(self, asked: list["asyncio.Task[None]"]) -> list[BaseException | None]:
        """Let everything come that waits, and return how it ended."""
        await asyncio.sleep(0)
        self._go.set()
        await asyncio.gather(*self._holding)
        return await asyncio.gather(*asked, return_exceptions=True)


@pytest.fixture
def sqlite(url: str) -> str:
    """Return the address of a database whose lane has one thread, so that the order of turns can be told."""
    if not url.startswith("sqlite"):
        pytest.skip("The lane of PostgreSQL has two threads.")
    return url


def test_addresses_take_turns_in_the_lane_of_heavy_reads_and_so_do_their_players(sqlite: str) -> None:
    async def told() -> list[str]:
        async with open_database(sqlite) as database:
            lane = Lane(database)
            await lane.hold()
            asked = [lane.ask(f"many {number}", asker("192.0.2.1", "many")) for number in range(4)]
            asked += [lane.ask(f"beside {number}", asker("192.0.2.1", "beside")) for number in range(2)]
            asked += [lane.ask("stranger", asker("192.0.2.2", "stranger"))]
            assert await lane.go(asked) == [None] * 7
            return lane.turns

    assert asyncio.run(told()) == ["many 0", "stranger", "beside 0", "many 1", "beside 1", "many 2", "many 3"]


def test_one_address_never_fills_the_lane_of_heavy_reads(url: str) -> None:
    async def told() -> None:
        async with open_database(url) as database:
            lane = Lane(database)
            await lane.hold()
            asked = [lane.ask("", asker("192.0.2.1", f"guest {number}")) for number in range(WAITING_STUDIES)]
            asked.append(lane.ask("stranger", asker("192.0.2.2")))
            ends = await lane.go(asked)
            assert ends[-1] is None
            refused = [one for one in ends if isinstance(one, TooMany)]
            assert STUDIES_OF_AN_ADDRESS <= WAITING_STUDIES - len(refused) <= STUDIES_OF_AN_ADDRESS + 1

    asyncio.run(told())


@pytest.mark.parametrize("name", ["pupil {}", ""], ids=["players", "newcomers without a cookie"])
def test_a_class_behind_one_address_may_open_a_heavy_page_in_the_same_second(url: str, name: str) -> None:
    async def told() -> None:
        async with open_database(url) as database:
            lane = Lane(database)
            await lane.hold()
            asked = [lane.ask("", asker("192.0.2.1", name.format(number))) for number in range(CLASS)]
            assert await lane.go(asked) == [None] * CLASS

    asyncio.run(told())


def test_a_player_has_a_few_heavy_reads_waiting_at_most(url: str) -> None:
    async def told() -> None:
        async with open_database(url) as database:
            lane = Lane(database)
            await lane.hold()
            ends = await lane.go([lane.ask("", asker("192.0.2.1", "one")) for _ in range(STUDIES_OF_A_PLAYER + 3)])
            assert 2 <= sum(isinstance(one, TooMany) for one in ends) <= 3

    asyncio.run(told())


def test_a_newcomer_to_a_full_lane_takes_a_place_of_the_address_that_has_most(url: str) -> None:
    async def told() -> None:
        async with open_database(url) as database:
            lane = Lane(database)
            await lane.hold()
            asked = [lane.ask("", asker(f"192.0.2.{number % 5}")) for number in range(WAITING_STUDIES + 4)]
            asked.append(lane.ask("newcomer", asker("198.51.100.1")))
            ends = await lane.go(asked)
            assert ends[-1] is None
            assert "newcomer" in lane.turns
            assert sum(isinstance(one, Crowded | TooMany) for one in ends) >= 3

    asyncio.run(told())


def test_works_are_charged_with_the_processor_time_that_they_took(url: str) -> None:
    def toil(_: Connection) -> None:
        until = time.thread_time() + 0.03
        while time.thread_time() < until:
            pass

    async def told(whose: Asker) -> None:
        async with open_database(url) as database:
            ASKER.set(whose)
            await database.study(toil)
            await database.read(toil)

    spent: list[float] = []
    asyncio.run(told(asker("192.0.2.1", "player", spent)))
    assert sum(spent) >= 0.06
    asyncio.run(told(NOBODY))


def test_what_is_done_on_the_event_loop_is_charged_step_by_step_and_pauses_are_not() -> None:
    spent: list[float] = []

    async def toil() -> str:
        for _ in range(3):
            until = time.thread_time() + 0.01
            while time.thread_time() < until:
                pass
            await asyncio.sleep(0)
        return "done"

    async def broken() -> None:
        await asyncio.sleep(0)
        raise KeyError("broken")

    async def told() -> None:
        assert await meter(toil(), spent.append) == "done"
        with pytest.raises(KeyError):
            await meter(broken(), spent.append)
        waiting = asyncio.create_task(endless())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    async def endless() -> None:
        await meter(asyncio.sleep(SECONDS), spent.append)

    asyncio.run(told())
    assert len(spent) > 4
    assert 0.03 <= sum(spent) < SECONDS


def test_whoever_has_used_up_their_share_waits_until_the_debt_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr("app.web.budgets.time.monotonic", lambda: now)
    kept = Budgets()
    saved = SECONDS_SAVED * SECONDS_OF_A_PLAYER
    kept.spend("192.0.2.1", "one", saved)
    assert kept.wait("192.0.2.1", "one") == 0
    kept.spend("192.0.2.1", "one", SECONDS_OF_A_PLAYER * 7)
    assert kept.wait("192.0.2.1", "one") == 7
    assert kept.wait("192.0.2.1", "another") == 0, "the address has some of its share left"
    kept.spend("192.0.2.1", "", SECONDS_SAVED * SECONDS_OF_AN_ADDRESS)
    assert kept.wait("192.0.2.1", "another") > 0
    assert kept.wait("192.0.2.2", "") == 0
    now += 100
    assert kept.wait("192.0.2.1", "one") == 0


def request_from(address: str, player: str = "", path: str = "/") -> Scope:
    cookie = f"rampart={sign(SECRET, Visit(player))}" if player else ""
    return {
        "type": "http", "scheme": "http", "path": path, "client": (address, 5000),
        "headers": [(b"cookie", cookie.encode())],
    }  # fmt: skip


def test_a_small_debt_is_waited_for_and_a_large_one_refused_at_once() -> None:
    limits = Limits(SECRET, Counters(None), [])

    async def told(seconds: float) -> tuple[int, float]:
        limits.budgets.spend("192.0.2.1", "", (SECONDS_SAVED + seconds) * SECONDS_OF_AN_ADDRESS)
        began = time.monotonic()
        return await limits.admit(request_from("192.0.2.1")), time.monotonic() - began

    wait, took = asyncio.run(told(0.3))
    assert (wait, 0.2 < took < PATIENCE_SECONDS) == (0, True)
    wait, took = asyncio.run(told(PATIENCE_SECONDS + 20))
    assert (wait > PATIENCE_SECONDS, took < 0.2) == (True, True)


def test_only_so_many_of_one_address_wait_for_its_debt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.limits.PATIENT_OF_AN_ADDRESS", 3)
    limits = Limits(SECRET, Counters(None), [])
    limits.budgets.spend("192.0.2.1", "", (SECONDS_SAVED + 0.3) * SECONDS_OF_AN_ADDRESS)

    async def told() -> list[int]:
        return await asyncio.gather(*(limits.admit(request_from("192.0.2.1")) for _ in range(5)))

    assert asyncio.run(told()) == [0, 0, 0, 1, 1]
    assert not limits._patient


def test_the_guests_of_one_address_make_only_so_many_moves_in_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.limits.MOST_MOVES_OF_AN_ADDRESS", 6)
    limits = Limits(SECRET, Counters(None), [APIRoute("/move", counted_as(RequestKind.MOVE)(lambda: None))])

    async def told(address: str) -> list[bool]:
        guests = [request_from(address, f"guest00000000{number:03}", "/move") for number in range(8)]
        return [await limits.count(guest) == 0 for guest in guests]

    assert asyncio.run(told("192.0.2.1")) == [True] * 6 + [False] * 2
    assert all(asyncio.run(told("127.0.0.1")))


def test_accounts_are_not_kept_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "_MOST_ACCOUNTS", 10)
    kept = Budgets()
    for number in range(100):
        kept.spend(f"192.0.2.{number}", "", 0.001)
    assert len(kept._paid) <= 11


@pytest.mark.parametrize("path", ["/", "/statistics", "/api/v1/openapi.json", "/fortress", "/races"])
def test_a_visitor_in_debt_is_told_when_to_come_again_whatever_the_page_and_plays_on(
    client: TestClient, path: str
) -> None:
    remote = TestClient(client.app, client=("192.0.2.7", 5000), follow_redirects=False)
    remote.portal = client.portal
    begun = remote.post("/api/v1/sessions", json={"game": "fortress", "deal": "4"}).json()
    spend = client.app.state.server.limits.budgets.spend  # type: ignore[attr-defined]
    spend("192.0.2.7", "", (SECONDS_SAVED + 20) * SECONDS_OF_AN_ADDRESS)
    answer = remote.get(path)
    assert (answer.status_code, 15 <= int(answer.headers["retry-after"]) <= 60) == (429, True)
    assert remote.post("/fortress/4").status_code == 429
    body = {"seq": 0, "move": "t1-f3"}
    assert remote.post(f"/api/v1/sessions/{begun['id']}/moves", json=body).status_code == 200
    assert client.get(path).status_code == 200, "this machine is not charged"
    assert remote.get("/healthz").status_code == 200


def test_pages_are_charged_to_their_visitor(client: TestClient) -> None:
    remote = TestClient(client.app, client=("192.0.2.8", 5000), follow_redirects=False)
    remote.portal = client.portal
    paid = client.app.state.server.limits.budgets._paid  # type: ignore[attr-defined]
    for path in ("/", "/fortress", "/standings/all"):
        before = paid.get("192.0.2.8", time.monotonic() - SECONDS_SAVED)
        assert remote.get(path).status_code < 400
        assert paid["192.0.2.8"] > before
    before = dict(paid)
    assert remote.get("/healthz").status_code == 200
    assert paid == before
