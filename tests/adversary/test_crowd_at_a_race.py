"""Hundreds who only watch a race cost about as much as one."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi import FastAPI, Request
from starlette.testclient import TestClient

from app.core.live.topics import HEAL
from app.features.races.api import streams
from app.features.races.documents import RaceDocument
from app.features.races.pages import reading
from app.features.races.service import races as services

WATCHERS = 300


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count how often a race is read, and drawn for a viewer."""
    counts = {"read": 0, "drawn": 0}
    look, of = services.look, RaceDocument.of

    def reading(*given: Any) -> Any:
        counts["read"] += 1
        return look(*given)

    def drawing(*given: Any) -> Any:
        counts["drawn"] += 1
        return of(*given)

    monkeypatch.setattr(services, "look", reading)
    monkeypatch.setattr(RaceDocument, "of", drawing)
    return counts


def test_a_change_of_a_race_is_read_and_drawn_once_for_all_streams_that_only_watch(
    client: TestClient, counted: dict[str, int]
) -> None:
    race = client.post("/api/v1/races", json={"game": "fortress"}).json()
    host, request = "nobody in it", cast("Request", SimpleNamespace(app=cast("FastAPI", client.app)))
    counted.update(read=0, drawn=0)

    async def story() -> set[bytes]:
        visitors = [f"{host} {number}" if number % 2 else None for number in range(WATCHERS)]
        told = [streams._race_line(request, race["code"], visitor, HEAL) for visitor in visitors]
        return {one.line for one in await asyncio.gather(*told)}

    assert client.portal is not None
    [line] = client.portal.call(story)
    assert b'"you":false' in line
    assert counted == {"read": 1, "drawn": 1}


def test_the_room_of_a_race_is_drawn_once_for_all_whom_it_does_not_concern(client: TestClient) -> None:
    code = client.post("/api/v1/races", json={"game": "fortress"}).json()["code"]
    player = client.cookies["rampart"].partition(".")[0]
    request = cast("Request", SimpleNamespace(app=cast("FastAPI", client.app)))

    async def story() -> list[str]:
        seen = await reading.see(request, code, None)
        drawn = [seen.drawn("room", visitor, str) for visitor in (None, "a stranger", player)]
        assert await reading.see(request, code.lower(), None) is not seen
        return drawn

    assert client.portal is not None
    assert client.portal.call(story) == ["None", "None", player]
