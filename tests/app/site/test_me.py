"""A player's own page."""

from fastapi.testclient import TestClient


def test_my_own_page_shows_what_i_played_last(client: TestClient) -> None:
    assert "Last played" not in client.get("/me").text
    assert client.post("/fortress/4").status_code == 303
    page = client.get("/me").text
    assert "Last played" in page
    assert 'deal <a class="number" href="/fortress/4">4</a>' in page
    assert "Your week" in page
