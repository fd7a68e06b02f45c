"""The player's games."""

import re

import pytest
from starlette.testclient import TestClient

from app.features.archive.service.history import A_PAGE
from tests.app.reader import Reader
from tests.app.won import Won, won

__all__ = ["won"]


def test_the_history_pages_through_every_game_once_newest_first(client: TestClient, read: Reader) -> None:
    begun = [client.post(f"/fortress/{number}").headers["location"] for number in range(1, 2 * A_PAGE + 3)]
    listed: list[str] = []
    address = "/history"
    while address:
        page = read(address)
        listed += dict.fromkeys(re.findall(r'href="(/sessions/[^"]+)"', page))
        older = re.search(r'href="([^"]+)" rel="next"', page)
        address = older[1] if older else ""
    assert listed == begun[::-1]


def test_attempts_at_one_deal_stand_together_where_it_was_last_played(client: TestClient, read: Reader) -> None:
    first, other, again = (client.post(f"/fortress/{number}").headers["location"] for number in (1, 2, 1))
    page = read("/history")
    assert re.findall(r'<div class="what"><svg .*?</svg> <a href="([^"]+)"', page) == [again, other]
    assert "1 earlier attempt<" in page
    assert f'<li><a href="{first}">' in page


def test_a_won_game_is_drawn_as_won_and_spoken_of_where_its_deal_is_begun_again(won: Won, read: Reader) -> None:
    picture = re.search(r'<svg class="miniature".*?</svg>', read("/history"))
    assert picture
    assert len(re.findall(r'#(slot|..)"', picture[0])) == 2 + 4 + 8
    assert picture[0].count('#slot"') == 2 + 8, "only the foundations have a card"
    assert "won before" not in read("/history")
    won.client.post(f"/stalactites/{won.deal}?by=twos")
    assert 'steps">won before</span>' in read("/history")


def test_a_deal_that_was_begun_again_and_again_hides_no_other(client: TestClient, read: Reader) -> None:
    old = client.post("/fortress/2").headers["location"]
    for _ in range(110):
        client.post("/fortress/1")
    page = read("/history")
    assert page.count('<li class="line') == 2
    assert old in page


def test_a_game_in_the_history_tells_its_deal_its_steps_and_its_time(client: TestClient, read: Reader) -> None:
    client.post("/stalactites/12345678901234567890?by=twos")
    page = read("/history")
    assert 'href="/stalactites/12345678901234567890?by=twos"' in page
    assert "0 steps" in page
    assert re.search(
        r'<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC<', page
    )


def test_another_visitor_does_not_see_them(client: TestClient, read: Reader) -> None:
    client.post("/fortress/1")
    client.cookies.clear()
    assert "You haven’t begun a game" in read("/history")


@pytest.mark.parametrize("key", ["", "x", "1", "1-", "-a", "1-a-b", "9" * 20 + "-a"])
def test_a_key_that_cannot_be_read_is_refused(client: TestClient, key: str) -> None:
    assert client.get("/history", params={"before": key}).status_code == 400
