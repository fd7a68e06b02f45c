"""The endpoint of records, as the guide for an endpoint has added it."""

import re

from starlette.testclient import TestClient

from tests.app.play.api.conftest import Api, given
from tests.engine.verdicts import WINS
from tests.guides.added.conftest import Arrive

WON = min(WINS, key=lambda win: len(win.line))
PASSWORD = "a moat and a drawbridge"


def test_a_program_reads_the_same_records_with_a_token_that_may_read(client: TestClient, arrive: Arrive) -> None:
    assert client.get("/api/v1/records").json() == []
    api = Api(client)
    api.play(api.begin(WON.slug, deal=WON.deal, options=WON.options), WON.line)
    [record] = client.get("/api/v1/records").json()
    assert record.keys() == {"game", "options", "steps", "ms"}
    assert (record["game"], record["options"], record["steps"]) == (WON.slug, WON.options, len(WON.line))
    given(client.post("/api/v1/players", json={"name": "Ada", "password": PASSWORD}))
    for scope, status in (("read", 200), ("play", 200), ("puzzle", 403)):
        form = {"description": scope, scope: "on", "password": PASSWORD, "days": "30"}
        token = client.post("/account/tokens", data=form).text.partition("rpt_")[2].partition("<")[0]
        assert token
        answer = arrive().get("/api/v1/records", headers={"authorization": f"Bearer rpt_{token}"})
        assert answer.status_code == status
    assert arrive().get("/api/v1/records").json() == []
    groups = re.findall(r'href="(/api/[a-z-]+)"', client.get("/api").text)
    assert any("/api/v1/records" in client.get(group).text for group in groups)
