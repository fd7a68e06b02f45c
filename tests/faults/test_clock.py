"""The machine's clock is set by an hour while people play."""

import pytest
from starlette.testclient import TestClient

from app.model.race import COUNTDOWN_MS
from tests.app.conftest import client, database_url
from tests.app.races.conftest import Arrive, Clock, RacerAtHome, arrive, clock
from tests.app.races.test_a_race import deal_4, started, two, until
from tests.faults.steadfast import FORTRESS, expect_sound, plan

__all__ = ["arrive", "client", "clock", "database_url", "deal_4", "two"]

HOUR_MS = 3_600_000


@pytest.mark.parametrize("jump", [HOUR_MS, -HOUR_MS], ids=["forward", "back"])
def test_a_game_goes_on_and_its_times_never_go_backwards(
    client: TestClient, clock: Clock, database_url: str, jump: int
) -> None:
    session = client.post("/api/v1/sessions", json={"game": "fortress", "deal": FORTRESS.deal}).json()["id"]
    planned = plan(FORTRESS)
    for seq, request in enumerate(planned):
        clock.pass_by(jump if seq == len(planned) // 2 else 1000)
        body = {"seq": seq} | ({"move": request.move} if request.move else {})
        assert client.post(f"/api/v1/sessions/{session}/{request.verb}", json=body).status_code == 200
    kept = client.get(f"/api/v1/sessions/{session}/export").json()
    times = [entry["at"] for entry in kept["entries"]]
    assert (len(times), times, kept["status"]) == (len(planned), sorted(times), "won")
    expect_sound(database_url)


@pytest.mark.usefixtures("deal_4")
@pytest.mark.parametrize("jump", [HOUR_MS, -HOUR_MS], ids=["forward", "back"])
def test_a_race_goes_on_and_nobody_forfeits(two: list[RacerAtHome], clock: Clock, database_url: str, jump: int) -> None:
    started(two, clock)
    clock.pass_by(jump)
    for racer in two:
        racer.any_move()
    clock.pass_watched(20_000, database_url)
    race = two[0].look()
    assert [(run["outcome"], run["steps"]) for run in race["heats"][-1]["runs"]] == [(None, 1)] * 2
    for racer in two:
        racer.give_up()
    assert two[0].look()["stage"] == "gathering"
    expect_sound(database_url)


def test_a_countdown_in_the_middle_of_which_the_clock_is_set_back_ends_in_time(arrive: Arrive, clock: Clock) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann")["code"], "Ben")
    for racer in (ann, ben):
        racer.do("ready")
    clock.pass_by(-HOUR_MS)
    until(ann, lambda race: race["stage"] == "countdown" and race["starts_in"] <= COUNTDOWN_MS / 1000)
    clock.pass_by(COUNTDOWN_MS)
    assert until(ann, lambda race: race["stage"] == "running")["heats"]
