"""What racers say to one another once their runs are over: fixed words that nobody stores."""

import json

import pytest

from app.core.live.topics import LocalLive
from app.features.races.documents import ReactionLine, RunLine
from app.features.races.values.reaction import REACTIONS, Reaction
from engine.record import Status
from tests.app.races.conftest import Arrive, RacerAtHome, given
from tests.app.races.test_boards import WIN, racers

__all__ = ["racers"]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Return what is published from now on about reactions."""
    told: list[tuple[str, str, str]] = []
    publish = LocalLive.publish

    async def note(live: LocalLive, topic: str, kind: str, data: str) -> None:
        if kind == "reaction":
            told.append((topic, kind, data))
        await publish(live, topic, kind, data)

    monkeypatch.setattr(LocalLive, "publish", note)
    return told


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is published from now on about runs."""
    told: list[str] = []
    publish = LocalLive.publish

    async def note(live: LocalLive, topic: str, kind: str, data: str) -> None:
        if kind == "run":
            told.append(data)
        await publish(live, topic, kind, data)

    monkeypatch.setattr(LocalLive, "publish", note)
    return told


def test_what_is_told_of_runs_and_reactions_is_what_the_document_for_programs_says(
    racers: list[RacerAtHome], heard: list[tuple[str, str, str]], ran: list[str]
) -> None:
    ann, *_ = racers
    ann.play(*map(str, WIN.line))
    assert react(ann, ann.code) == 200
    runs = [RunLine.model_validate({"type": "run", **json.loads(data)}, extra="forbid") for data in ran]
    assert (runs[0].steps > 0, runs[-1].home, runs[-1].status) == (True, 52, Status.WON)
    [(_, kind, data)] = heard
    said = ReactionLine.model_validate({"type": kind, **json.loads(data)}, extra="forbid")
    assert said.words == REACTIONS[said.reaction]


def react(racer: RacerAtHome, code: str, said: str = "well-played") -> int:
    """React by the API, and return the status of the answer."""
    return racer.client.post(f"/api/v1/races/{code}/react", json={"reaction": said}).status_code


def test_whoever_is_done_can_react_and_whoever_still_races_cannot(
    racers: list[RacerAtHome], heard: list[tuple[str, str, str]]
) -> None:
    ann, ben, _ = racers
    code = ann.code
    assert [react(racer, code) for racer in racers] == [422, 422, 422]
    assert f'/races/{code}/react"' not in ann.client.get(f"/races/{code}").text
    ann.play(*map(str, WIN.line))
    assert [react(racer, code) for racer in racers] == [200, 422, 422]
    assert f'action="/races/{code}/react"' in ann.client.get(f"/races/{code}").text
    assert f'/races/{code}/react"' not in ben.client.get(f"/races/{code}").text
    [(topic, _, data)] = heard
    assert topic == f"race {code}"
    assert data == '{"name":"Ann","reaction":"well-played","words":"Well played!"}'


def test_only_the_words_that_there_are_can_be_said(
    racers: list[RacerAtHome], heard: list[tuple[str, str, str]]
) -> None:
    ann = racers[0]
    ann.play(*map(str, WIN.line))
    assert react(ann, ann.code, "<b>you lost</b>") == 400
    assert ann.client.post(f"/races/{ann.code}/react", data={"reaction": "you lost"}).status_code == 400
    assert ann.client.post(f"/races/{ann.code}/react", data={}).status_code == 400
    assert heard == []
    for reaction in Reaction:
        assert ann.client.post(f"/races/{ann.code}/react", data={"reaction": reaction}).status_code == 303
    assert len(heard) == len(REACTIONS) == 5


def test_strangers_and_those_who_left_say_nothing(
    racers: list[RacerAtHome], arrive: Arrive, heard: list[tuple[str, str, str]]
) -> None:
    ann, ben, _ = racers
    ann.play(*map(str, WIN.line))
    ben.do("leave")
    assert react(ben, ann.code) == 403
    assert react(arrive(), ann.code) == 403
    assert react(ann, "ZZZZZZ") == 404
    assert heard == []


def test_before_the_first_race_there_is_nothing_to_react_to(arrive: Arrive) -> None:
    ann = arrive()
    ann.make(name="Ann")
    assert react(ann, ann.code) == 422
    assert given(ann.client.get(f"/api/v1/races/{ann.code}"))["stage"] == "gathering"
