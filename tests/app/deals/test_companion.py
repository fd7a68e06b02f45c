"""What a table says about how hard its deal is, and the gentler deal that it offers."""

from collections.abc import Callable

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from app.features.deals.service.bands import Difficulty
from app.features.deals.words import band_lines
from app.play.rows import deal_play
from app.play.rows.deal_play import DealTally
from app.play.service import stock
from app.play.values.shelf import Band, Shelf
from engine.games import find
from tests.app.reader import Reader
from tests.databases import plain_engine

FORTRESS = find("fortress").settle({})
SHELF = Shelf.of(FORTRESS)
OFFER = "You have lost three games of Fortress in a row."
End = Callable[..., None]


@pytest.fixture
def end(client: TestClient, database_url: str) -> End:
    """Return what begins a game and brings it to an end at once."""

    def begin(status: str, slug: str = "fortress") -> None:
        client.post(f"/{slug}/5")
        with plain_engine(database_url).begin() as connection:
            latest = "(SELECT id FROM session ORDER BY changed_at DESC, id DESC LIMIT 1)"
            done = text(f"UPDATE session SET status = :status, steps = 1, seq = 1 WHERE id = {latest}")
            connection.execute(done, {"status": status})

    return begin


def table(client: TestClient, address: str = "/fortress/5", **form: str) -> str:
    """Begin a game, and return its table."""
    return client.get(client.post(address, data=form).headers["location"]).text


@pytest.mark.parametrize("band", Band)
def test_the_table_of_a_measured_deal_says_its_band_and_how_often_careful_play_wins(
    client: TestClient, band: Band
) -> None:
    page = table(client, f"/fortress/{stock.shipped_deals()[SHELF][band][0]}")
    assert f'popovertarget="band" aria-label="{band.title()}: how hard this deal is">{band.title()}</button>' in page
    assert f"It counts as {band}, by how long a solver searched" in page
    share = {Band.GENTLE: 74, Band.STEADY: 38, Band.HARD: 8}[band]
    assert f"A careful beginner wins about {share} in 100 {band} deals of Fortress." in page
    assert "at the first try" not in page, "nobody has ended a game on it"


def test_a_band_in_which_careful_play_never_wins_says_so(client: TestClient) -> None:
    shelf = Shelf.of(find("stronghold").settle({}))
    page = table(client, f"/stronghold/{stock.shipped_deals()[shelf][Band.HARD][0]}")
    assert "A careful beginner hardly ever wins a hard deal of Stronghold." in page


def test_a_deal_says_what_share_of_people_won_it() -> None:
    lines = band_lines(FORTRESS, Difficulty(Band.GENTLE, None, DealTally(1_200, 7)))
    assert "7 of 1,200 players have won it at the first try." in lines
    lines = band_lines(FORTRESS, Difficulty(Band.GENTLE, None, DealTally(2, 1)))
    assert "1 of 2 players has won it at the first try." in lines


def test_a_deal_that_players_find_harder_has_their_band() -> None:
    difficulty = Difficulty(Band.GENTLE, Band.HARD, DealTally(12, 1))
    assert difficulty.band is Band.HARD
    assert band_lines(FORTRESS, difficulty) == [
        "It counts as hard, because 1 of 12 players has won it at the first try. "
        "By how long a solver searched, it would be gentle.",
        "A careful beginner wins about 8 in 100 hard deals of Fortress.",
    ]


def test_a_deal_that_nobody_has_measured_says_nothing(client: TestClient) -> None:
    assert 'id="band"' not in table(client, "/fortress/5")


def test_the_end_of_a_won_game_says_what_it_is_worth_and_the_hardest_win_so_far_once(
    client: TestClient, database_url: str
) -> None:
    gentle, steady, hard = (stock.shipped_deals()[SHELF][band] for band in Band)

    def win(deal: int) -> str:
        played = client.post(f"/fortress/{deal}").headers["location"]
        with plain_engine(database_url).begin() as connection:
            done = text("UPDATE session SET status = 'won', steps = 1, seq = 1 WHERE id = :id")
            connection.execute(done, {"id": played.rpartition("/")[2]})
        return client.get(f"{played}/ending").text

    hardest = "This is your hardest win of Fortress so far."
    assert "This was" not in win(5), "nobody has measured it"
    assert hardest not in win(steady[0]), "there is nothing to compare it with"
    first = win(gentle[0])
    assert "This was a gentle deal: a careful beginner wins about 74 in 100 such deals." in first
    assert hardest not in first
    assert hardest not in win(steady[1])
    assert hardest in win(hard[0])
    assert hardest not in win(hard[1])


def test_a_hard_deal_that_players_find_gentle_is_no_hardest_win(client: TestClient, database_url: str) -> None:
    gentle, _, hard = (stock.shipped_deals()[SHELF][band][0] for band in Band)
    for deal in (gentle, hard):
        played = client.post(f"/fortress/{deal}").headers["location"]
        with plain_engine(database_url).begin() as connection:
            connection.execute(text("UPDATE session SET status = 'won', steps = 1, seq = 1 WHERE status = 'playing'"))
            deal_play.keep(connection, SHELF, hard, DealTally(50, 49))
            deal_play.move(connection, SHELF, {hard: Band.GENTLE})
    page = client.get(f"{played}/ending").text
    assert "This was a gentle deal" in page
    assert "hardest" not in page


@pytest.mark.parametrize("status", ["given-up", "stuck"])
def test_after_three_lost_games_the_next_table_offers_a_gentler_deal_once(
    client: TestClient, end: End, status: str
) -> None:
    client.post("/fortress/new", data={"deals": "hard"})
    for _ in range(3):
        assert OFFER not in table(client)
        end(status)
    asking = table(client)
    assert OFFER in asking
    assert '<button class="button quiet-button" name="deals" value="steady">Deal a steady one</button>' in asking
    assert OFFER not in table(client), "another game was begun instead"
    end(status)
    assert OFFER not in table(client), "the run goes on"


def test_a_win_begins_the_next_run(client: TestClient, end: End) -> None:
    client.post("/fortress/new", data={"deals": "steady"})
    for status in ("given-up", "given-up", "won", "given-up", "given-up"):
        end(status)
    assert OFFER not in table(client)
    end("given-up")
    assert "Deal a gentle one" in table(client)


def test_lost_games_of_another_game_do_not_count(client: TestClient, end: End) -> None:
    client.post("/fortress/new", data={"deals": "any"})
    for slug in ("fortress", "stonewall", "fortress", "stonewall"):
        end("given-up", slug)
    assert OFFER not in table(client)
    end("given-up")
    assert "Deal a gentle one" in table(client), "any deals have gentle ones before them"


def test_nothing_gentler_is_offered_to_somebody_who_has_gentle_deals(client: TestClient, end: End) -> None:
    for _ in range(3):
        end("given-up")
    assert OFFER not in table(client)


def test_the_gentler_deal_is_kept(client: TestClient, end: End, read: Reader) -> None:
    client.post("/fortress/new", data={"deals": "hard"})
    for _ in range(3):
        end("given-up")
    table(client)
    assert 'value="steady" form="new-deal" checked' in table(client, "/fortress/new", deals="steady")
    assert 'value="steady" checked' in read("/fortress")


def test_the_page_of_a_game_says_for_each_number_of_cells_how_often_a_beginner_wins(client: TestClient) -> None:
    page = client.get("/six-by-four").text
    assert "No cells: a careful beginner wins about 7 in 10 of the gentle deals." in page
    assert "Four cells: about 3 in 10." in page
    assert page.count("A careful beginner wins about") == 0
