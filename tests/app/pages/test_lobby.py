"""The lobby."""

import re

import pytest
from starlette.testclient import TestClient

from engine.games import GAMES
from tests.app.pages.conftest import Reader


def test_the_lobby_shows_every_game_with_its_character_a_picture_and_a_play_button(read: Reader) -> None:
    page = read("/")
    for game in GAMES.values():
        assert game.character in page
        assert f'href="/{game.slug}"' in page
        assert f'action="/{game.slug}/new"' in page
    assert page.count('<svg class="layout"') == len(GAMES)


def test_a_first_visitor_is_not_asked_to_continue_anything(read: Reader) -> None:
    assert "Where you left off" not in read("/")


def test_unfinished_games_can_be_continued_from_the_lobby_the_last_begun_first(
    client: TestClient, read: Reader
) -> None:
    tables = [client.post(f"/{slug}/17").headers["location"] for slug in ("fortress", "stonewall")]
    assert list(dict.fromkeys(re.findall(r'href="(/sessions/[^"]+)"', read("/")))) == tables[::-1]


def test_the_lobby_lists_four_unfinished_games_and_leads_to_the_others(client: TestClient, read: Reader) -> None:
    for number in range(1, 6):
        client.post(f"/fortress/{number}")
    page = read("/")
    assert page.count('class="line playing"') == 4
    assert "All your games" in page


@pytest.mark.parametrize("slug", GAMES)
def test_the_play_button_leads_to_a_table_or_to_the_choice_in_view_of_the_deal(client: TestClient, slug: str) -> None:
    answer = client.post(f"/{slug}/new")
    assert answer.status_code == 303
    wanted = r"/stalactites/[1-9][0-9]{0,8}" if slug == "stalactites" else r"/sessions/[0-9a-z]+"
    assert re.fullmatch(wanted, answer.headers["location"])
