"""The board, a player's own ratings, and ratings in rooms."""

import re
from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import Connection, insert, select, update
from starlette.testclient import TestClient

from app.features.daily.values.event import InDaily
from app.features.profiles import rows as profiles
from app.features.profiles.values import ProfilePart
from app.features.races.values.event import InRace
from app.features.ratings import rows as strengths
from app.features.ratings.tables import game_rating
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import RatingChange
from app.people.rows import players
from app.people.tables import account, player
from engine.games import find
from tests.app.account.conftest import PASSWORD
from tests.app.races.conftest import Arrive, arrive, clock
from tests.databases import plain_engine

__all__ = ["arrive", "clock"]

GAME = find("fortress")
NOW = 1_800_000_000_000


def rate(connection: Connection, name: str, rating: Rating) -> str:
    """Add somebody with an account and a rating at Fortress; return the id."""
    player_id = f"{name.lower():0<16}"
    connection.execute(insert(player), {"id": player_id, "made_at": 1, "automatic": "off", "settings": "{}"})
    names = {"name": name, "folded": name.lower(), "skeleton": name}
    connection.execute(insert(account), {"player_id": player_id, "password": "", "made_at": 1} | names)
    strengths.lock(connection, [player_id], GAME, Rating())
    strengths.keep(connection, GAME, {player_id: rating})
    return player_id


def names_on(page: str) -> list[str]:
    """Return the names on a board, in order."""
    return re.findall(r'<th scope="row"><bdi>([^<]*)</bdi>', page)


@pytest.mark.usefixtures("clock")
def test_only_settled_ratings_of_people_stand_on_the_board_the_best_first(
    client: TestClient, database_url: str
) -> None:
    with plain_engine(database_url).begin() as connection:
        for name, rating in (
            ("Good", Rating(1500, 60, attempts=20, changed_at=NOW)),
            ("Better", Rating(1600, 60, attempts=20, changed_at=NOW)),
            ("New", Rating(1900, 200, attempts=2, changed_at=NOW)),
            ("Gone", Rating(1900, 60, attempts=20, changed_at=NOW - 400 * 24 * 3_600_000)),
            ("Robot", Rating(1900, 60, attempts=20, changed_at=NOW)),
        ):
            rate(connection, name, rating)
        players.become_bot(connection, f"{'robot':0<16}")
    assert names_on(client.get("/ratings?game=fortress").text) == ["Better", "Good"]
    assert names_on(client.get("/ratings?game=fortress&board=bots").text) == ["Robot"]
    assert names_on(client.get("/ratings?game=stonewall").text) == []
    of_bots = client.get("/api/v1/ratings/fortress?board=bots").json()
    assert [row["name"] for row in of_bots["rows"]] == ["Robot"]
    board = client.get("/api/v1/ratings/fortress?board=people").json()
    assert board == {
        "game": "fortress",
        "rows": [
            {"rank": rank, "name": name, "rating": rating, "deviation": 60, "provisional": False, "results": 20}
            for rank, name, rating in ((1, "Better", 1600), (2, "Good", 1500))
        ],
        "me": None,
    }


@pytest.mark.usefixtures("clock")
def test_the_statistics_show_a_players_own_ratings_and_how_they_came_about(
    client: TestClient, database_url: str
) -> None:
    client.post("/api/v1/sessions", json={"game": "fortress", "deal": "4"})
    with plain_engine(database_url).begin() as connection:
        ann = rate(connection, "Ann", Rating(1512, 150, attempts=2, changed_at=NOW))
        [me] = connection.exec_driver_sql("SELECT player_id FROM session").scalars()
        for table in (game_rating, account):
            connection.execute(update(table).where(table.c.player_id == ann).values(player_id=me))
        strengths.note(
            connection, GAME, {me: RatingChange(NOW - 1000, InDaily(date(2026, 11, 20)), 0, 1500, 1480, 300)}
        )
        strengths.note(connection, GAME, {me: RatingChange(NOW, InRace("BCDFGH"), 1, 1480, 1512, 150)})
    told = client.get("/account/export").text
    assert '"event": "race BCDFGH"' in told or '"event":"race BCDFGH"' in told
    page = client.get("/statistics").text
    assert "<b>1,512?</b>, provisional, give or take 300, from 2 results" in page
    said = re.findall(r"<li>([^<]*Fortress: [^<]*)</li>", page)
    assert [one.partition(": ")[2] for one in said] == ["1,512 after a race (+32)", "1,480 after the daily (−20)"]
    assert said[1].startswith("20 Nov 2026, "), "a daily is dated by its own day"
    assert not said[0].startswith("20 Nov 2026, ")
    assert page.count('class="walked') == 1


def test_a_room_shows_the_ratings_of_those_who_have_one(database_url: str, arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann")["code"], "Ben")
    with plain_engine(database_url).begin() as connection:
        host = connection.exec_driver_sql("SELECT host_id FROM race").scalar_one()
        strengths.lock(connection, [host], GAME, Rating())
        strengths.keep(connection, GAME, {host: Rating(1512, 60, attempts=9, changed_at=NOW)})
    for address in (f"/races/{ann.code}", f"/races/{ann.code}/room"):
        page = ben.client.get(address).text
        assert '<b>Ann</b> <span class="note">1,512</span>' in page
        assert page.count('<span class="note">1,') == 1
    for client in (ben.client, ann.client):
        told = client.get(f"/api/v1/races/{ann.code}").json()["racers"]
        assert [(one["rating"], one["provisional"]) for one in told] == [(1512, False), (None, None)]
    left = ann.client.post(f"/api/v1/races/{ann.code}/leave").json()["racers"]
    assert [(one["name"], one["rating"]) for one in left] == [("Ben", None)]


def test_a_public_page_shows_ratings_to_people_and_programs_if_its_owner_wants_that(
    client: TestClient, database_url: str
) -> None:
    with plain_engine(database_url).begin() as connection:
        ann = rate(connection, "Ann", Rating(1512, 150, attempts=2, changed_at=NOW))
        ben = rate(connection, "Ben", Rating(1500, 60, attempts=9, changed_at=NOW))
        profiles.show(connection, ben, {ProfilePart.STREAK})
    refused = [client.get(f"/api/v1/players/{name}/ratings") for name in ("Nobody", "Ann", "Ben")]
    assert [answer.status_code for answer in refused] == [404] * 3
    told = {"detail": "No player by that name has a public page.", "code": "not_found"}
    assert refused[0].json() == refused[1].json() == told
    assert "shows no ratings" in refused[2].json()["detail"]
    assert "1,500" not in client.get("/players/Ben").text
    with plain_engine(database_url).begin() as connection:
        profiles.show(connection, ann, {ProfilePart.RATINGS})
    assert client.get("/api/v1/players/ann/ratings").json() == {
        "name": "Ann",
        "ratings": [{"game": "fortress", "rating": 1512, "deviation": 150, "provisional": True, "results": 2}],
    }
    assert "<b>1,512?</b>, provisional, give or take 300, from 2 results" in client.get("/players/Ann").text


def test_the_board_opens_where_the_visitor_was_rated_last_with_what_their_rating_still_needs(
    database_url: str, arrive: Arrive
) -> None:
    ann = arrive().client
    assert ann.post("/api/v1/players", json={"name": "Ann", "password": PASSWORD}).status_code == 200
    stonewall = find("stonewall")
    assert "Your ratings" not in ann.get("/me", headers={"accept": "text/html"}).text
    with plain_engine(database_url).begin() as connection:
        rate(connection, "Ben", Rating(1700, 60, attempts=40, changed_at=NOW))
        mine = connection.execute(select(account.c.player_id).where(account.c.name == "Ann")).scalar_one()
        change = RatingChange(9, InRace("BCDFGH"), 1, 1500, 1512, 150)
        for game in (stonewall, GAME):
            strengths.lock(connection, [mine], game, Rating())
            strengths.keep(connection, game, {mine: Rating(1512, 150, attempts=4)})
        strengths.note(connection, GAME, {mine: change})
        strengths.note(connection, stonewall, {mine: replace(change, at=10)})
    page = ann.get("/ratings", headers={"accept": "text/html"}).text
    assert "Ratings: Stonewall" in page
    assert "after about 11 more results" in page
    page = ann.get("/ratings?game=fortress", headers={"accept": "text/html"}).text
    assert '<tr class="note"><td></td><th scope="row">You, after about 11 more results</th><td>1,512?</td>' in page
    assert "Fortress 1,512?, Stonewall 1,512?" in ann.get("/me", headers={"accept": "text/html"}).text
    assert "Ratings: Fortress" in arrive().client.get("/ratings", headers={"accept": "text/html"}).text
