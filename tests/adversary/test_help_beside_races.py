"""However many races run, a request for help keeps nobody's move waiting."""

from threading import current_thread

import pytest
from starlette.testclient import TestClient

from app.features.races.rows import races
from app.play.service import secrecy
from engine.deals import shuffled
from engine.games import find
from tests.app.conftest import client, database_url

__all__ = ["client", "database_url"]


@pytest.mark.parametrize("address", ["POST hints", "POST outlook", "GET advice"])
def test_a_deal_is_compared_with_those_of_races_in_the_lane_of_heavy_reads_alone(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    lanes = list[str]()

    def compared(*_: object) -> bool:
        lanes.append(current_thread().name)
        return False

    monkeypatch.setattr(races, "open_decks", lambda *_: [(find("fortress"), shuffled(4))])
    monkeypatch.setattr(secrecy, "is_near", compared)
    session = client.post("/api/v1/sessions", json={"game": "fortress", "deal": 3}).json()["id"]
    verb, _, name = address.partition(" ")
    assert client.request(verb, f"/sessions/{session}/{name}", data={"seq": "0"}).status_code in {200, 303}
    assert lanes
    assert all("study" in lane for lane in lanes)
