"""The tournaments that somebody has joined: on the front page, on their own page, and with their place at the table."""

import re

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from app.features.tournaments.service.joined import SOON_MS
from tests.app.races.conftest import clock
from tests.app.tournaments.ground import MINUTE
from tests.app.tournaments.served import Ground, fresh, ground, play
from tests.databases import plain_engine

__all__ = ["clock", "fresh", "ground"]


def said(visitor: TestClient, page: str) -> str:
    """Return what a page says of the tournament that its visitor has joined; empty if it says nothing."""
    found = re.search(r'<h\d id="joined">.*?</(section|ul)>', visitor.get(page).text, re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", found.group()).split()) if found else ""


def joined(ground: Ground, code: str, name: str) -> TestClient:
    """Bring somebody in who joins a tournament."""
    someone = ground.person()
    assert someone.post(f"/api/v1/tournaments/{code}/join", json={"name": name}).status_code == 200
    return someone


def test_a_tournament_that_one_has_joined_stands_on_the_front_page_and_on_ones_own(ground: Ground) -> None:
    code = ground.made(ground.person("Ann"))
    ben, other = joined(ground, code, "Ben"), ground.person()
    for page in ("/", "/me"):
        assert said(other, page) == ""
        assert "Friday" in said(ben, page)
        assert "Ends: " in said(ben, page)
        assert "0 points, 0 of 3 deals won" in said(ben, page)
    assert said(ben, "/").endswith("Play the first deal")
    assert f'<form method="post" action="/tournaments/{code}/next">' in ben.get("/").text
    ground.clock.pass_by(20 * MINUTE)
    for page in ("/", "/me"):
        assert said(ben, page) == ""


def test_a_tournament_that_one_has_joined_shows_within_a_day_of_its_beginning(ground: Ground) -> None:
    code = ground.made(ground.person("Ann"), starts_in=SOON_MS // MINUTE + 1)
    ben = joined(ground, code, "Ben")
    assert (said(ben, "/"), said(ben, "/me")) == ("", "")
    ground.clock.pass_by(MINUTE)
    for page in ("/", "/me"):
        assert "Begins: " in said(ben, page)
        assert "points" not in said(ben, page)


def test_the_end_of_a_game_says_the_place_among_all(ground: Ground) -> None:
    code = ground.made(ground.person("Ann"))
    ben, cyn = joined(ground, code, "Ben"), joined(ground, code, "Cyn")
    for who, rank in ((ben, 1), (cyn, 1), (ben, 1)):
        ended = play(ground, who, code, win=True)
        ending = who.get(f"/sessions/{ended['id']}/ending").text
        assert f"deals won, rank {rank} of 2." in ending
    assert "6 points, 2 of 3 deals won, rank 1 of 2" in said(ben, "/me")
    assert "3 points, 1 of 3 deals won, rank 2 of 2" in said(cyn, "/me")


def test_no_place_is_said_before_the_first_result_alone_or_while_a_tournament_is_blind(ground: Ground) -> None:
    code = ground.made(ground.person("Ann"))
    ben = joined(ground, code, "Ben")
    play(ground, ben, code, win=True)
    assert "rank" not in said(ben, "/me")
    assert "rank" not in said(joined(ground, code, "Cyn"), "/me")
    blind = ground.made(ground.person("Dan"), blind=True)
    eve = joined(ground, blind, "Eve")
    joined(ground, blind, "Fay")
    ended = play(ground, eve, blind, win=True)
    assert "rank" not in eve.get(f"/sessions/{ended['id']}/ending").text
    for _ in range(2):
        ended = play(ground, eve, blind, win=True)
    assert "rank 1 of 2" in eve.get(f"/sessions/{ended['id']}/ending").text


def test_a_tournament_is_joined_in_one_tap_from_the_list_and_then_marked_there(ground: Ground) -> None:
    code = ground.made(ground.person("Ann"))
    ben = ground.person()
    join = f'<form class="go" method="post" action="/tournaments/{code}/join">'
    assert join in ben.get("/tournaments").text
    assert ben.post(f"/tournaments/{code}/join").headers["location"] == f"/tournaments/{code}"
    page = ben.get("/tournaments").text
    assert join not in page
    assert "1 player; you have joined" in page
    assert "you have joined" not in ground.person().get("/tournaments").text
    ground.close(code, ben)
    assert join not in ground.person().get("/tournaments").text


def test_the_link_to_a_tournament_says_who_invites_and_that_no_rating_is_at_stake(ground: Ground) -> None:
    ann = ground.person("Ann")
    code = ground.made(ann)
    said = "<bdi>Ann</bdi> made this tournament and invites you. Nobody’s rating is at stake."
    address = f"/tournaments/{code}"
    assert said in ground.person().get(address).text
    assert "invites you" not in ann.get(address).text
    ben = joined(ground, code, "Ben")
    assert "invites you" not in ben.get(address).text


@pytest.mark.parametrize("column", ["variants", "deal", "options"])
@pytest.mark.parametrize("begun", [False, True], ids=["not begun", "begun"])
def test_a_tournament_that_cannot_be_read_stops_no_page_of_those_who_joined_it(
    ground: Ground, column: str, begun: bool
) -> None:
    code = ground.made(ground.person("Ann"))
    ben = joined(ground, code, "Ben")
    if begun:
        assert ben.post(f"/api/v1/tournaments/{code}/next", json={}).status_code == 200
    table = "tournament" if column == "variants" else "tournament_deal"
    with plain_engine(ground.url).begin() as connection:
        connection.execute(text(f"update {table} set {column} = 'spoilt'"))
    assert {page: ben.get(page).status_code for page in ("/", "/me")} == {"/": 200, "/me": 200}
