"""How hard a player wants the deals of a game: chosen, kept, and read by its former word."""

import re

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient

from app.people.service import players
from app.play.service import stock, strength
from app.play.service.strength import strength_of
from app.play.values.shelf import Band, Shelf, bands_of
from app.play.values.strength import Strength, strengths_of
from engine.games import GAMES, find, variant_of
from engine.rules import Game
from tests.app.reader import Reader

FORTRESS, STONEWALL = find("fortress"), find("stonewall")
PLAYER = "player-000000001"
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_the_page_of_a_game_and_its_table_offer_the_same_choices(client: TestClient, read: Reader, game: Game) -> None:
    options = "by=ones" if game.asked else ""
    table = read(client.post(f"/{game.slug}/5?{options}").headers["location"])
    for page in (read(f"/{game.slug}"), table):
        assert re.findall(r'name="deals" value="(\w+)"', page) == list(strengths_of(game))
        assert _chosen(page) == "gentle"


def test_what_a_player_chose_last_is_kept_for_that_game_alone_and_dealt_without_asking(
    client: TestClient, read: Reader
) -> None:
    table = read(client.post("/fortress/new", data={"deals": "hard"}).headers["location"])
    assert _chosen(table) == _chosen(read("/fortress")) == "hard"
    assert _chosen(read("/stonewall")) == "gentle"
    again = read(client.post("/fortress/new").headers["location"])
    number = re.search(r'href="/fortress/(\d+)', again)
    assert number
    assert int(number[1]) in stock.shipped_deals()[Shelf.of(variant_of("fortress", ""))][Band.HARD]


def test_the_former_word_for_hard_deals_is_still_read(client: TestClient, read: Reader) -> None:
    client.post("/fortress/new", data={"deals": "stern"})
    assert _chosen(read("/fortress")) == "hard"


def test_a_look_and_the_strengths_do_not_overwrite_one_another(client: TestClient, read: Reader) -> None:
    client.post("/fortress/new", data={"deals": "steady"})
    client.post("/settings", data={"deck": "four"})
    client.post("/stonewall/new", data={"deals": "any"})
    assert (_chosen(read("/fortress")), _chosen(read("/stonewall"))) == ("steady", "any")
    assert 'data-deck="four"' in read("/fortress")


def test_a_word_that_is_none_is_refused_and_not_kept(client: TestClient, read: Reader) -> None:
    answer = client.post("/fortress/new", data={"deals": "easy"})
    assert answer.status_code == 400
    assert "“gentle”, “steady”, “hard”, “winnable” and “any”" in answer.text
    assert _chosen(read("/fortress")) == "gentle"


def test_a_game_that_nobody_has_measured_has_no_bands_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.play.values.strength.bands_known", lambda _: False)
    assert strengths_of(FORTRESS) == (Strength.WINNABLE, Strength.ANY)


def test_each_choice_asks_for_its_bands() -> None:
    assert Strength.HARD.bands(FORTRESS) == (Band.HARD,)
    assert Strength.WINNABLE.bands(FORTRESS) == bands_of(FORTRESS) == tuple(Band)
    assert Strength.ANY.bands(FORTRESS) == ()


def test_what_is_kept_is_bounded_by_the_games_there_are(connection: Connection) -> None:
    players.ensure(connection, PLAYER, 0)
    players.keep_choices(connection, PLAYER, "strength", {"klondike": "hard", "stonewall": "impossible"})
    strength.choose(connection, PLAYER, FORTRESS, Strength.HARD, 0)
    strength.choose(connection, PLAYER, STONEWALL, Strength.WINNABLE, 0)
    kept = players.find(connection, PLAYER)
    assert kept
    assert players.choices_of(kept, "strength") == {"stonewall": "impossible", "fortress": "hard"}
    assert strength_of(connection, PLAYER, STONEWALL) is strength_of(connection, None, STONEWALL) is Strength.GENTLE


def _chosen(page: str) -> str:
    (value,) = re.findall(r'name="deals" value="(\w+)"[^>]* checked', page)
    return str(value)
