"""Two server processes over one PostgreSQL and one Redis."""

import json
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from subprocess import Popen
from typing import Any

import httpx2
import pytest

from tests.cli.test_serve import end, serving
from tests.live.conftest import RedisServer

pytestmark = [pytest.mark.postgres, pytest.mark.redis]

Document = dict[str, Any]
PATIENCE_SECONDS = 30


class Player:
    """Somebody who plays by the API, at whichever server."""

    def __init__(self, address: str) -> None:
        self.client = httpx2.Client(base_url=address, timeout=PATIENCE_SECONDS, trust_env=False)

    def go_to(self, address: str) -> None:
        """Play on at another server."""
        self.client.base_url = httpx2.URL(address)

    def post(self, path: str, **body: object) -> Document:
        """Do something that succeeds."""
        answer = self.client.post(f"/api/v1{path}", json=body)
        assert answer.status_code in {200, 201}, answer.text
        document: Document = answer.json()
        return document

    def get(self, path: str) -> Document:
        """Look at something."""
        answer = self.client.get(f"/api/v1{path}")
        assert answer.status_code == 200, answer.text
        document: Document = answer.json()
        return document

    @contextmanager
    def listening(self, code: str) -> Iterator[Iterator[tuple[str, str]]]:
        """Listen to a race: yield the kinds and the data of its updates."""
        with self.client.stream("GET", f"/api/v1/races/{code}/events") as answer:
            yield news(answer.iter_lines())

    def move(self, code: str) -> Document:
        """Make a legal move in the race."""
        session = self.get(f"/races/{code}")["session"]
        legal = self.get(f"/sessions/{session}/moves")
        return self.post(f"/sessions/{session}/moves", seq=legal["seq"], move=legal["moves"][0])

    def give_up(self, code: str) -> Document:
        """Give up the game of the race."""
        session = self.get(f"/races/{code}")["session"]
        seen = self.get(f"/sessions/{session}")["seq"]
        return self.post(f"/sessions/{session}/give-up", seq=seen)


def news(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Read the updates from the lines of a stream."""
    kind = ""
    for line in lines:
        field, _, value = line.partition(": ")
        if field == "event":
            kind = value
        elif field == "data" or line == "data:":
            yield kind, value


def wait_for(told: Iterator[tuple[str, str]], kind: str) -> str:
    """Return the data of the next update of a kind."""
    return next(data for heard, data in told if heard == kind)


Servers = list[tuple["Popen[str]", str]]


@pytest.fixture
def servers(redis: RedisServer, postgres_url: str) -> Iterator[Servers]:
    """Run two servers; give each with its address."""
    with ExitStack() as stack:
        settings = {
            "RAMPART_DATABASE_URL": postgres_url,
            "RAMPART_REDIS_URL": redis.url,
            "RAMPART_SECRET": "a secret for tests alone",
        }
        started = [stack.enter_context(serving(**settings)) for _ in range(2)]
        yield [(process, told.split()[3].rstrip("/")) for process, told in started]


@pytest.fixture
def two(servers: Servers) -> Iterator[list[Player]]:
    """Yield a player at each server."""
    players = [Player(address) for _, address in servers]
    yield players
    for player in players:
        player.client.close()


def begun(ann: Player, ben: Player) -> str:
    """Begin a race of two; return its code."""
    code: str = ann.post("/races", game="six-by-four", options={"cells": "four"}, name="Ann")["code"]
    ben.post(f"/races/{code}/join", name="Ben")
    with ann.listening(code) as told:
        assert wait_for(told, "heal") == ""
        ann.post(f"/races/{code}/ready")
        ben.post(f"/races/{code}/ready")
        while ann.get(f"/races/{code}")["stage"] != "running":
            wait_for(told, "room")
    return code


def test_two_at_different_servers_race_and_hear_of_each_other(two: list[Player]) -> None:
    ann, ben = two
    code = begun(ann, ben)
    boards = [player.get(f"/sessions/{player.get(f'/races/{code}')['session']}")["piles"] for player in (ann, ben)]
    assert boards[0] == boards[1]
    with ben.listening(code) as told:
        wait_for(told, "heal")
        ann.move(code)
        heard = json.loads(wait_for(told, "run"))
        assert (heard["steps"], heard["status"]) == (1, "playing")
        ann.give_up(code)
        while (heard := json.loads(wait_for(told, "run")))["status"] != "given-up":
            pass
        ben.give_up(code)
    assert ben.get(f"/races/{code}")["stage"] == "gathering"


def test_strangers_at_different_servers_who_press_at_once_are_in_one_race_and_nobody_is_in_two(
    servers: Servers,
) -> None:
    strangers = [Player(servers[number % 2][1]) for number in range(6)]
    began = time.monotonic()
    with ThreadPoolExecutor(len(strangers)) as at_once:
        list(at_once.map(lambda one: one.post("/pairing", game="fortress"), strangers))
        codes: list[str | None] = []
        while None in codes or not codes:
            assert time.monotonic() - began < PATIENCE_SECONDS
            codes = list(at_once.map(lambda one: one.get("/pairing")["race"], strangers))
    assert sorted(Counter(codes).values()) == [2, 2, 2]
    for code, one in zip(codes, strangers, strict=True):
        race = one.get(f"/races/{code}")
        assert [racer["ready"] for racer in race["racers"]] == [True, True]
        assert sum(racer["you"] for racer in race["racers"]) == 1
        one.client.close()


@pytest.mark.long
def test_a_race_outlives_the_death_of_one_server(servers: Servers, two: list[Player]) -> None:
    (dying, _), (_, second) = servers
    ann, ben = two
    code = begun(ann, ben)
    ann.move(code)
    dying.send_signal(signal.SIGKILL)
    dying.wait()
    ann.go_to(second)
    assert ann.move(code)["steps"] == 2
    ann.give_up(code)
    ben.give_up(code)
    race = ben.get(f"/races/{code}")
    assert {run["name"]: run["steps"] for run in race["heats"][-1]["runs"]} == {"Ann": 2, "Ben": 0}
    assert race["heats"][-1]["over"]


@pytest.mark.long
def test_moves_go_on_without_redis_and_streams_heal_when_it_is_back(two: list[Player], redis: RedisServer) -> None:
    ann, ben = two
    code = begun(ann, ben)
    with ben.listening(code) as told:
        wait_for(told, "heal")
        ann.move(code)
        wait_for(told, "run")
        redis.stop()
        assert ann.move(code)["steps"] == 2
        assert ben.client.get("/readyz").text.startswith("ready, but degraded: Redis is away")
        redis.start()
        wait_for(told, "heal")
        assert ann.move(code)["steps"] == 3
        while json.loads(wait_for(told, "run"))["steps"] != 3:
            pass
    assert ben.client.get("/readyz").status_code == 200


@pytest.mark.long
def test_a_server_that_is_told_to_end_lets_its_streams_go_at_once(servers: Servers, two: list[Player]) -> None:
    process, ann = servers[0][0], two[0]
    code = ann.post("/races", game="fortress", name="Ann")["code"]
    with ann.listening(code) as told:
        wait_for(told, "heal")
        ended = end(process, signal.SIGTERM)
        assert list(told) == []
    assert (ended.code, ended.err) == (-signal.SIGTERM, "")
