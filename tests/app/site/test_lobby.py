"""The lobby."""

import re

import pytest
from starlette.testclient import TestClient

from app.play.service.stock import shelves, shipped_deals
from app.play.values.shelf import Band, Shelf
from app.play.words.deals import variant_to_show
from engine.games import GAMES
from engine.measured import beginner_share, starting_game
from engine.rules import Game
from tests.app.reader import Reader

CONTINUE = "Continue a game"


def test_the_lobby_shows_every_game_with_its_character_its_table_and_a_play_button(read: Reader) -> None:
    rows = read("/").split('<article class="game-row"')[1:]
    assert len(rows) == len(GAMES)
    for game in GAMES.values():
        (row,) = [row for row in rows if f'aria-labelledby="{game.slug}"' in row]
        assert game.character in row
        assert f'action="/{game.slug}/new"' in row
        hidden = len(game.rules.face_down_rows) * len(game.rules.columns)
        assert len(re.findall(r'\.svg#[A-K2-9TJQK][CSHD]"', row)) == 52 - hidden
        assert row.count('.svg#back"') == hidden


def test_a_newcomer_is_led_to_the_game_that_beginners_win_most_and_to_its_first_lesson(
    client: TestClient, read: Reader
) -> None:
    first = starting_game()
    assert beginner_share(first) == max(beginner_share(game) or 0 for game in GAMES.values())
    welcome = read("/").partition('class="welcome"')[2].partition("</section>")[0]
    assert f'action="/{first.slug}/new"><input type="hidden" name="deals" value="gentle">' in welcome
    assert f'action="/learn/{first.slug}/1/start"' in welcome
    table = client.post(f"/{first.slug}/new", data={"deals": "gentle"}).headers["location"]
    assert f'href="/learn/{first.slug}' in client.get(table).text
    assert client.post(f"/learn/{first.slug}/1/start").headers["location"].startswith("/sessions/")
    assert 'class="welcome"' not in read("/"), "whoever has played is no newcomer"


def test_a_first_visitor_is_not_asked_to_continue_anything(read: Reader) -> None:
    assert CONTINUE not in read("/")


def test_unfinished_games_can_be_continued_from_the_lobby_the_last_begun_first(
    client: TestClient, read: Reader
) -> None:
    tables = [client.post(f"/{slug}/17").headers["location"] for slug in ("fortress", "stonewall")]
    shown = read("/").partition(CONTINUE)[2].partition("</section>")[0]
    assert re.findall(r'href="(/sessions/[^"]+)"', shown) == tables[::-1]


def test_the_board_of_an_unfinished_game_is_drawn_with_its_hidden_cards_from_behind(
    client: TestClient, read: Reader
) -> None:
    client.post("/stonewall/17")
    shown = read("/").partition(CONTINUE)[2].partition("</section>")[0]
    hidden = len(GAMES["stonewall"].rules.face_down_rows) * len(GAMES["stonewall"].rules.columns)
    assert shown.count('.svg#back"') == hidden
    assert len(re.findall(r'\.svg#[A-K2-9TJQK][CSHD]"', shown)) == 52 - hidden


def test_the_lobby_shows_six_unfinished_games_and_leads_to_the_others(client: TestClient, read: Reader) -> None:
    for number in range(1, 8):
        client.post(f"/fortress/{number}")
    page = read("/")
    assert page.partition(CONTINUE)[2].partition("</section>")[0].count('class="tile"') == 6
    assert "All your games" in page


def test_the_puzzle_of_the_day_begins_with_one_button(client: TestClient, read: Reader) -> None:
    (start,) = re.findall(r'action="(/puzzles/\w+/start)"', read("/"))
    table = client.post(start).headers["location"]
    assert client.get(table).status_code == 200


def _leads_to(game: Game) -> str:
    """Return where Play leads: a game that ships no proved deal has its players wait for one."""
    if not any(shipped_deals()[Shelf.of(variant_to_show(game, {}))].values()):
        return rf"/{game.slug}/wait\?deals=winnable"
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
    monkeypatch.setattr(
        "app.play.service.stock.shipped_deals", lambda: dict.fromkeys(shelves(), dict.fromkeys(Band, ()))
    )
    waiting = client.post(f"/{slug}/new").headers["location"]
    assert waiting == f"/{slug}/wait?deals=gentle"
    page = client.get(waiting).text
    assert "No gentle deal is ready" in page
    assert "Any deal, winnable or not" in page
    assert client.post(f"/{slug}/new", data={"deals": "any"}).headers["location"] != waiting
