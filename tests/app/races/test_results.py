"""How somebody's races ended, on the page of races and in the history."""

import re
from html import unescape

import pytest
from sqlalchemy import text

from tests.app.account.conftest import PASSWORD
from tests.app.races.conftest import Arrive, Clock, RacerAtHome, given
from tests.app.races.test_a_race import started
from tests.databases import transaction


@pytest.fixture
def pair(arrive: Arrive, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[RacerAtHome]:
    """Return Ada and Ben, who race on a deal with a legal move and have made none."""
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: 4)
    ada, ben = arrive(), arrive()
    for one, name in ((ada, "Ada"), (ben, "Ben")):
        given(one.client.post("/api/v1/players", json={"name": name, "password": PASSWORD}))
    ben.join(ada.make(winnable=False)["code"])
    started([ada, ben], clock)
    return [ada, ben]


def said(who: RacerAtHome, address: str) -> str:
    page = who.client.get(address, headers={"accept": "text/html"}).text
    return unescape(re.sub(r"<[^>]+>", "", page))


def test_a_race_that_the_other_left_is_won_in_the_history_and_leads_to_its_room(pair: list[RacerAtHome]) -> None:
    ada, ben = pair
    assert "Race against" not in said(ada, "/history") + said(ada, "/races")
    session = ada.play()
    ben.do("leave")
    address = f"/api/v1/sessions/{session['id']}/give-up"
    given(ada.client.post(address, json={"seq": session["seq"]}))
    for address in ("/history", "/races", "/me"):
        assert ("Race against Ben: won" in said(ada, address)) is True
    assert "Race against Ada: left" in said(ben, "/history")
    page = ada.client.get("/history", headers={"accept": "text/html"}).text
    assert f'<span class="status"><a href="/races/{ada.code}"' in page
    assert "Given up" not in said(ada, "/history")


def test_a_tie_and_a_place_among_several_are_named(arrive: Arrive, clock: Clock, pair: list[RacerAtHome]) -> None:
    for one in pair:
        one.give_up()
    assert "Race against Ben: a tie" in said(pair[0], "/races")
    three = [*pair, arrive()]
    code = three[0].make(winnable=False, bots=False)["code"]
    for one in three[1:]:
        one.join(code)
    started(three, clock)
    three[2].do("leave")
    three[1].do("leave")
    assert "Your races" in said(three[0], "/races")
    assert re.search(r"Race against (Ben and Racer \d|Racer \d and Ben): won", said(three[0], "/races"))
    assert re.search(r"Race against .*: left", said(three[1], "/races"))


def test_a_result_says_what_became_of_the_rating(pair: list[RacerAtHome]) -> None:
    pair[0].any_move()
    pair[1].do("leave")
    assert re.search(r"your rating 1,[5-9]\d\d \(\+\d+\)", said(pair[0], "/races"))


def test_a_result_that_cannot_be_read_stops_no_page(pair: list[RacerAtHome], database_url: str) -> None:
    pair[1].do("leave")
    with transaction(database_url) as connection:
        connection.execute(text("PRAGMA ignore_check_constraints = 1"))
        connection.execute(text("UPDATE run SET outcome = 'nonsense'"))
    for address in ("/races", "/history", "/me"):
        assert "Race against" not in said(pair[0], address)


def test_the_name_of_a_racer_with_a_public_page_leads_there_unless_they_race_under_another(
    pair: list[RacerAtHome],
) -> None:
    ada, ben = pair
    link = '<a href="/players/Ada">Ada</a>'
    room = f"/races/{ada.code}"
    assert link not in ben.client.get(room).text
    assert ada.client.post("/account/page", data={"ratings": "on"}).status_code == 303
    for address in (room, f"{room}/room"):
        assert link in ben.client.get(address).text
    hidden = ada.make(name="Somebody else", winnable=False)["code"]
    assert "/players/" not in ben.client.get(f"/races/{hidden}").text
