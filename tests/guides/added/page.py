"""The page of records, as the guide for a page has added it."""

from starlette.testclient import TestClient

from tests.app.play.api.conftest import Api
from tests.engine.verdicts import WINS
from tests.guides.added.conftest import Arrive

WON = min(WINS, key=lambda win: len(win.line))


def test_the_page_shows_a_players_shortest_wins_and_a_way_leads_there(client: TestClient, arrive: Arrive) -> None:
    assert "You haven’t won a game" in client.get("/records").text
    assert "set-cookie" not in client.get("/records").headers
    assert 'href="/records"' in client.get("/history").text
    api = Api(client)
    for detours in (1, 0):
        session = api.begin(WON.slug, deal=WON.deal, options=WON.options)
        for _ in range(detours):
            session = api.do(api.play(session, WON.line[:1]), "undo")
        api.play(session, WON.line)
    page = client.get("/records").text
    assert f"{len(WON.line)} steps" in page
    assert f"{len(WON.line) + 1} steps" not in page
    assert f"{len(WON.line)} steps" not in arrive().get("/records").text
