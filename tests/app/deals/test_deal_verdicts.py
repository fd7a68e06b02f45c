"""Whether a deal can be won, asked on its page."""

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from app.features.deals.service.deal_pages import MOST_WAITING
from tests.app.play.desk import Desk
from tests.databases import plain_engine
from tests.engine.verdicts import WINS

WIN = next(win for win in WINS if win.slug == "fortress")
PAGE = f"/fortress/{WIN.deal}"


@pytest.mark.usefixtures("database_url")
def test_the_page_of_a_deal_asks_and_shows_the_verdict_as_it_comes(client: TestClient, desk: Desk) -> None:
    assert "Can it be won?" in client.get(PAGE).text
    assert desk.waiting() == []
    answer = client.post("/verdicts/fortress", data={"deal": WIN.deal})
    assert answer.headers["location"] == PAGE
    assert "A solver is working out" in client.get(PAGE).text
    assert client.post("/verdicts/fortress", data={"deal": WIN.deal}).status_code == 303
    assert len(desk.answer_all()) == 1
    page = client.get(PAGE).text
    assert "Proved winnable" in page
    assert "Can it be won?" not in page
    assert "Proved winnable" in _swapped(page)


def test_no_solver_looks_at_a_deal_with_face_down_cards(client: TestClient, desk: Desk) -> None:
    assert "Can it be won?" not in client.get("/stonewall/5").text
    assert client.post("/verdicts/stonewall", data={"deal": "5"}).status_code == 303
    assert desk.waiting() == []


def test_a_deal_that_cannot_be_read_is_refused(client: TestClient) -> None:
    assert client.post("/verdicts/fortress", data={"deal": "x"}).status_code == 404


def test_who_asks_about_deal_after_deal_leaves_room_for_hints(client: TestClient, desk: Desk) -> None:
    def ask(deal: int) -> int:
        # Somebody new each time: nobody need have played.
        client.cookies.clear()
        return client.post("/verdicts/fortress", data={"deal": deal}).status_code

    assert [ask(deal) for deal in range(1, 13)] == [303] * MOST_WAITING + [429] * 2
    assert len(desk.waiting()) == MOST_WAITING
    assert ask(1) == 303
    desk.answer(desk.waiting()[0])
    assert ask(11) == 303


def test_where_no_solver_works_the_page_does_not_wait_for_ever(client: TestClient, database_url: str) -> None:
    client.post("/verdicts/fortress", data={"deal": WIN.deal})
    assert "A solver is working out" in client.get(PAGE).text
    with plain_engine(database_url).begin() as connection:
        connection.execute(text("UPDATE question SET wanted_until = 0"))
    page = client.get(PAGE).text
    assert "Can it be won?" in page
    assert "A solver is working out" not in page


def _swapped(page: str) -> str:
    """Return what the page that waits for the verdict takes from this one."""
    return page.partition('id="verdict"')[2].partition("</div>")[0]
