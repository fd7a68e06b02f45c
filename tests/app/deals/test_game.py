"""A game's own page."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.play.words.summary import as_pysolfc, summary
from engine.games import GAMES
from engine.rules import Game
from tests.app.reader import Reader
from tests.engine.verdicts import VERDICTS

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_a_game_page_says_the_rules_that_the_engine_holds(read: Reader, game: Game) -> None:
    page = read(f"/{game.slug}")
    for row in summary(game):
        assert row.words in page
        assert all(other.words in page for other in row.otherwise)


@games
def test_a_game_page_offers_every_option_with_a_usual_value(read: Reader, game: Game) -> None:
    page = read(f"/{game.slug}")
    for option in game.options:
        for value in option.values:
            offered = f'name="{option.name}" value="{value}"' in page
            assert offered == (option.default is not None)


def test_a_new_game_is_played_with_the_option_chosen(client: TestClient, read: Reader) -> None:
    client.post("/stronghold/new", data={"cell": "one"})
    assert "one cell" in read("/history")


def test_a_new_deal_asked_for_at_the_table_keeps_the_option_of_the_game(client: TestClient, read: Reader) -> None:
    table = read(client.post("/stronghold/5?cell=one").headers["location"])
    again = re.search(r'<form id="new-deal" method="post" action="([^"]+)"', table)
    assert again
    client.post(again[1])
    assert read("/history").count("one cell") == 2


def test_a_bad_value_of_an_option_is_refused_with_its_sentence(client: TestClient) -> None:
    answer = client.post("/stronghold/new", data={"cell": "two"})
    assert answer.status_code == 422
    assert "none or one" in answer.text


def test_the_number_form_leads_to_the_deal_with_its_options(client: TestClient) -> None:
    answer = client.get("/stronghold/deal?number=+12+&cell=one&colour=red")
    assert (answer.status_code, answer.headers["location"]) == (303, "/stronghold/12?cell=one")


@pytest.mark.parametrize("number", ["0", "-3", "007", "seven", "123456789012345678901", ""])
def test_a_number_that_is_none_comes_back_on_the_game_page_with_its_sentence(client: TestClient, number: str) -> None:
    answer = client.get("/fortress/deal", params={"number": number})
    assert answer.status_code == 404
    assert "A deal number is a whole number" in answer.text
    assert f'value="{number}"' in answer.text


def test_a_game_that_is_not_here_is_a_clear_page_that_leads_to_those_that_are(client: TestClient) -> None:
    answer = client.get("/klondike")
    assert answer.status_code == 404
    assert "<h1>There is no such game here.</h1>" in answer.text
    assert all(f'<a href="/{game.slug}">{game.name}</a>' in answer.text for game in GAMES.values())


def test_the_six_by_four_deals_recommended_have_been_won(read: Reader) -> None:
    page = read("/six-by-four")
    won = {
        verdict.deal
        for verdict in VERDICTS
        if verdict.slug == "six-by-four" and verdict.options["cells"] == "none" and verdict.winnable
    }
    recommended = {deal for deal in won if f'href="/six-by-four/{deal}"' in page}
    assert len(recommended) == page.count('href="/six-by-four/') - page.count('href="/six-by-four/custom"')


def test_an_address_below_games_leads_to_the_game(client: TestClient) -> None:
    answer = client.get("/games/six-by-four")
    assert (answer.status_code, answer.headers["location"]) == (308, "/six-by-four")
    assert client.get("/games/whist").status_code == 404


@games
def test_every_link_of_a_game_page_leads_somewhere(client: TestClient, game: Game) -> None:
    page = client.get(f"/{game.slug}").text
    links = set(map(unescape, re.findall(r'href="([/#][^"]*)"', page)))
    assert f"/{game.slug}/custom" in links
    for address in links:
        path, _, anchor = address.partition("#")
        there = client.get(path or f"/{game.slug}")
        assert there.status_code == 200, address
        assert not anchor or f'id="{anchor}"' in there.text, address


@games
def test_a_game_page_names_pysolfc_only_where_deals_were_compared(read: Reader, game: Game) -> None:
    assert ("PySolFC deals the same" in read(f"/{game.slug}")) is as_pysolfc(game)
