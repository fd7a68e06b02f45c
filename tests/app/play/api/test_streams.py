"""Streams for programs and tokens, on servers that run."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from pydantic import BaseModel, TypeAdapter
from starlette.testclient import TestClient

from app.features.races.documents import RaceLine, ReactionLine, RunLine, StageLine
from app.play.documents import GameLine, HealLine, SessionLine
from tests.app.account.conftest import PASSWORD
from tests.app.conftest import Serve, Server
from tests.databases import ON_POSTGRES, ON_SQLITE

SECONDS = 10
EVENT: TypeAdapter[BaseModel] = TypeAdapter(HealLine | GameLine | StageLine)
ROOM: TypeAdapter[BaseModel] = TypeAdapter(RaceLine | RunLine | ReactionLine)


def owner(server: Server, name: str = "Ann") -> httpx2.Client:
    """Return somebody with an account and a cookie."""
    visitor = server.visitor()
    assert visitor.post("/api/v1/players", json={"name": name, "password": PASSWORD}).status_code == 200
    return visitor


def token(visitor: httpx2.Client) -> dict[str, str]:
    """Make a token that may do everything; return the header with it."""
    scopes = dict.fromkeys(("play", "race", "puzzle", "read"), "on")
    page = visitor.post("/account/tokens", data={"description": "a bot", "password": PASSWORD, **scopes}).text
    return {"authorization": f"Bearer {re.findall(r'rpt_[0-9A-Za-z]{40}', page)[0]}"}


def documents(lines: Iterator[str], kind: TypeAdapter[BaseModel]) -> Iterator[dict[str, Any]]:
    """Read lines, each of which must be just what the OpenAPI document says."""
    for line in lines:
        if line:
            document: dict[str, Any] = json.loads(line)
            assert kind.validate_json(line).model_dump(mode="json") == document
            yield document


@ON_SQLITE
def test_a_program_hears_what_concerns_it_until_its_token_is_revoked(serve: Serve) -> None:
    with serve() as server:
        ann, bot = owner(server), server.visitor()
        bot.headers.update(token(ann))
        begun = bot.post("/api/v1/sessions", json={"game": "fortress", "deal": 4}).json()
        with bot.stream("GET", "/api/v1/stream/events") as events:
            assert events.headers["content-type"].startswith("application/x-ndjson")
            told = documents(events.iter_lines(), EVENT)
            assert next(told) == {"type": "heal"}
            with bot.stream("GET", f"/api/v1/sessions/{begun['id']}/stream") as game:
                boards = documents(game.iter_lines(), TypeAdapter(SessionLine))
                assert next(boards) == {"type": "session", "session": begun}
                moved = ann.post(f"/api/v1/sessions/{begun['id']}/moves", json={"seq": 0, "move": "t1-f3"}).json()
                assert next(boards)["session"] == moved
                assert next(told) == {"type": "game", "session": begun["id"], "seq": 1, "status": "playing"}
                ann.post(f"/api/v1/sessions/{begun['id']}/give-up", json={"seq": 1})
                assert next(boards)["session"]["status"] == "given-up"
                assert list(boards) == []
            assert next(told)["status"] == "given-up"
            race = bot.post("/api/v1/races", json={"game": "fortress"}).json()
            with bot.stream("GET", f"/api/v1/races/{race['code']}/stream") as room:
                rooms = documents(room.iter_lines(), ROOM)
                assert next(rooms)["race"]["racers"][0]["name"] == "Ann"
                ben = server.visitor()
                ben.post(f"/api/v1/races/{race['code']}/join", json={"name": "Ben"})
                assert len(next(rooms)["race"]["racers"]) == 2
                assert next(told) == {"type": "race", "code": race["code"], "stage": "gathering"}
                began = time.monotonic()
                assert ann.post("/account/tokens/revoke").status_code == 303
                assert list(told) == list(rooms) == []
                assert time.monotonic() - began < SECONDS
        answer = bot.get(f"/api/v1/sessions/{begun['id']}")
        assert (answer.status_code, answer.json()["detail"]) == (401, "This token has been revoked.")


@ON_POSTGRES
def test_a_token_revoked_at_one_server_stops_at_the_other_at_once(serve: Serve) -> None:
    with serve() as first, serve() as second:
        ann = owner(first)
        header = token(ann)
        bots = [server.visitor() for server in (first, second)]
        for bot in bots:
            bot.headers.update(header)
            assert bot.get("/api/v1/players/me").json() == {"name": "Ann", "bot": False}
        ann.post("/account/tokens/revoke")
        for bot in bots:
            assert bot.get("/api/v1/players/me").status_code == 401


@pytest.mark.parametrize("address", ["stream/events", "sessions/unknown/stream", "races/ABCDEF/stream"])
def test_nobody_hears_of_what_is_not_there(client: TestClient, address: str) -> None:
    assert client.get(f"/api/v1/{address}").status_code == 404
