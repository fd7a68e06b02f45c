"""Who counts as there."""

import time

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from app.features.races import referee
from app.features.races.tables import racer
from app.features.races.values.race import GRACE_MS, REST_MS
from tests.app.races.conftest import PATIENCE_SECONDS, Arrive, Clock, RacerAtHome
from tests.app.races.test_a_race import until
from tests.databases import plain_engine
from tests.lengths import a_few


@pytest.fixture(autouse=True)
def _noted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "NOTE_SECONDS", 0.01)


def wait_until_seen(database_url: str, name: str, clock: Clock) -> None:
    """Wait until the server has noted that a racer is there."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    seen = select(racer.c.seen_at).where(racer.c.name == name)
    with plain_engine(database_url).connect() as connection:
        while connection.execute(seen).scalar_one() != clock.ms:
            assert time.monotonic() < deadline
            time.sleep(0.02)


def present(race: RacerAtHome) -> list[str]:
    """List who is in the room."""
    return [one["name"] for one in race.look()["racers"] if one["present"]]


@pytest.mark.parametrize("address", a_few(["/races/{code}", "/races/{code}/room", "/api/v1/races/{code}"], 1))
def test_who_looks_at_the_race_is_there_and_who_does_not_is_gone_after_the_time_of_grace(
    arrive: Arrive, clock: Clock, database_url: str, address: str
) -> None:
    ann, ben = arrive(), arrive()
    code = ann.make(name="Ann")["code"]
    ben.join(code, "Ben")
    clock.pass_watched(GRACE_MS - 10, database_url)
    assert ann.client.get(address.format(code=code)).status_code == 200
    wait_until_seen(database_url, "Ann", clock)
    clock.pass_watched(REST_MS, database_url)
    until(ann, lambda race: len(race["racers"]) == 1)
    assert present(ann) == ["Ann"]


def test_who_only_watches_is_noted_nowhere(
    arrive: Arrive, stranger: TestClient, clock: Clock, database_url: str
) -> None:
    ann = arrive()
    code = ann.make(name="Ann")["code"]
    stranger.post("/fortress/4")
    assert stranger.get(f"/races/{code}").status_code == 200
    ann.look()
    wait_until_seen(database_url, "Ann", clock)
    with plain_engine(database_url).connect() as connection:
        assert len(connection.execute(select(racer)).all()) == 1
