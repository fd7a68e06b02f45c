"""The lobby."""

import re

import pytest
from starlette.testclient import TestClient

from app.model.shelf import Band, Shelf
from app.services.stock import found_ahead, shelves
from app.views.deals import variant_to_show
from engine.games import GAMES
from engine.rules import Game
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


def _leads_to(game: Game) -> str:
    """Return where Play leads: a game that ships no proved deal has its players wait for one."""
    if not any(found_ahead()[Shelf.of(variant_to_show(game, {}))].values()):
        return rf"/{game.slug}/wait"
    in_view_of_the_deal = any(option.default is None for option in game.options)
    return rf"/{game.slug}/[1-9][0-9]{{0,8}}" if in_view_of_the_deal else r"/sessions/[0-9a-z]+"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_play_button_leads_to_a_table_or_to_the_choice_in_view_of_the_deal_or_to_where_one_is_waited_for(
    client: TestClient, game: Game
) -> None:
    answer = client.post(f"/{game.slug}/new")
    assert answer.status_code == 303
    assert re.fullmatch(_leads_to(game), answer.headers["location"])


@pytest.mark.parametrize("slug", ["fortress", "stalactites"])
def test_a_game_that_ships_no_deal_lets_its_players_wait_or_play_any_deal(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    monkeypatch.setattr("app.services.stock.found_ahead", lambda: dict.fromkeys(shelves(), dict.fromkeys(Band, ())))
    waiting = client.post(f"/{slug}/new").headers["location"]
    assert waiting == f"/{slug}/wait"
    page = client.get(waiting).text
    assert "No winnable deal is ready" in page
    assert "Any deal, winnable or not" in page
    assert client.post(f"/{slug}/new", data={"deals": "any"}).headers["location"] != waiting
