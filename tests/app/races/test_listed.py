"""The lists of rooms: those that wait, those that are raced, and results."""

import re

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from app.core.bounds import LISTED_ROOMS_OF_AN_ADDRESS
from app.features.races.service.rooms import MOST_OVER, MOST_RUNNING
from tests.app.races.conftest import Arrive, Clock, RacerAtHome
from tests.app.races.test_a_race import started
from tests.databases import plain_engine

LATER_MS = 2_000
"""Longer than a process keeps the list."""


def lists(visitor: TestClient, page: str = "/rooms") -> dict[str, str]:
    """Return what the lists of rooms on a page say, by the ids of their headings."""
    found = re.findall(r'<h2 id="(open|running|results)">.*?</h2>(.*?)</section>', visitor.get(page).text, re.DOTALL)
    return {name: " ".join(re.sub("<[^>]*>", " ", said).split()) for name, said in found}


def pair(arrive: Arrive, clock: Clock, name: str, other: str, best_of: int = 1) -> list[RacerAtHome]:
    """Let two people race in a listed room of the first."""
    host, guest = arrive(), arrive()
    guest.join(host.make(name=name, winnable=False, listed=True, best_of=best_of)["code"], other)
    started([host, guest], clock)
    clock.pass_by(LATER_MS)
    return [host, guest]


@pytest.mark.parametrize("page", ["/rooms", "/races"])
def test_an_open_room_is_joined_in_one_tap_by_whoever_is_not_there(arrive: Arrive, page: str) -> None:
    ann, ben = arrive(), arrive()
    code = ann.make(name="Ann", listed=True)["code"]
    assert lists(ben.client, page) == {"open": "Fortress : Ann, one round, 1 racer there Join"}
    assert lists(ann.client, page) == {"open": "Fortress : Ann, one round, 1 racer there"}
    assert f'action="/races/{code}/join"' in ben.client.get(page).text
    assert ben.client.post(f"/races/{code}/join").headers["location"] == f"/races/{code}"
    assert 'id="ready"' in ben.client.get(f"/races/{code}").text


def test_a_running_race_is_listed_and_watched_by_whoever_may(arrive: Arrive, clock: Clock) -> None:
    ann, ben = pair(arrive, clock, "Ann", "Ben", best_of=3)
    looking = arrive().client
    none = "No room is waiting at the moment."
    for who in (looking, ann.client):
        assert lists(who) == {"open": none, "running": "Fortress : Ann and Ben; round 1 of 3"}
    ben.give_up()
    clock.pass_by(LATER_MS)
    assert lists(looking)["running"].endswith("round 1 of 3 Watch")
    assert lists(ann.client)["running"].endswith("round 1 of 3")
    assert looking.get(f"/races/{ann.code}/boards").status_code == 200


def test_a_match_between_its_rounds_is_open_and_one_that_is_over_is_a_result(arrive: Arrive, clock: Clock) -> None:
    racers = pair(arrive, clock, "Ann", "Ben", best_of=3)
    looking = arrive().client
    for left in (1, 0):
        for racer in racers:
            racer.give_up()
        clock.pass_by(LATER_MS)
        assert ("Join" in lists(looking)["open"], "results" in lists(looking)) == (bool(left), not left)
        if left:
            started(racers, clock)
    assert lists(looking)["results"] == "Fortress : Ann and Ben. The match is a tie"
    # Somebody wants another, so it waits for racers again.
    racers[1].do("ready")
    clock.pass_by(LATER_MS)
    assert ("Join" in lists(looking)["open"], "results" in lists(looking)) == (True, False)


def test_a_result_says_who_won_and_rooms_that_are_not_listed_show_nowhere(arrive: Arrive, clock: Clock) -> None:
    ann, ben = pair(arrive, clock, "Ann", "Ben")
    cid, dan = arrive(), arrive()
    dan.join(cid.make(name="Cid", winnable=False)["code"], "Dan")
    started([cid, dan], clock)
    ben.do("leave")
    dan.do("leave")
    clock.pass_by(LATER_MS)
    assert lists(arrive().client)["results"] == "Fortress : Ann and Ben. Ann won: Ben left"
    assert lists(ann.client)["results"].endswith("You won: Ben left")


def test_each_list_has_so_many_races(arrive: Arrive, clock: Clock) -> None:
    pairs = [pair(arrive, clock, f"Ann {number}", f"Ben {number}") for number in range(MOST_RUNNING + 1)]
    assert lists(pairs[0][0].client)["running"].count("Fortress") == MOST_RUNNING
    assert "Ann 0 " not in lists(pairs[0][0].client)["running"]
    for host, _ in pairs:
        host.do("leave")
    clock.pass_by(LATER_MS)
    assert lists(pairs[0][0].client)["results"].count("Fortress") == MOST_OVER


def test_one_host_and_one_network_fill_no_list(client: TestClient, clock: Clock, arrive: Arrive) -> None:
    ann, ben = pair(arrive, clock, "Ann", "Ben")
    ann.do("leave")
    ben.join(ann.make(name="Ann", winnable=False, listed=True)["code"], "Ben")
    started([ann, ben], clock)
    for number in range(LISTED_ROOMS_OF_AN_ADDRESS + 1):
        host, guest = (
            RacerAtHome(TestClient(client.app, follow_redirects=False, client=(f"192.0.2.{at}", 5_000)), clock)
            for at in (7, 8 + number)
        )
        for one in (host, guest):
            one.client.portal = client.portal
        guest.join(host.make(name=f"Cid {number}", winnable=False, listed=True)["code"], f"Dan {number}")
        started([host, guest], clock)
    clock.pass_by(LATER_MS)
    running = lists(arrive().client)["running"]
    assert (running.count("Ann"), running.count("Cid")) == (1, LISTED_ROOMS_OF_AN_ADDRESS)


@pytest.mark.parametrize("stored", ["race.options", "race.game", "heat.deal", "session.snapshot"])
@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
def test_a_race_that_cannot_be_read_stops_no_page_that_others_see(
    arrive: Arrive, clock: Clock, database_url: str, stored: str, over: bool
) -> None:
    racers = pair(arrive, clock, "Ann", "Ben")
    for racer in racers if over else ():
        racer.do("leave")
    pages = ("/", "/me", "/rooms", "/races", "/api/v1/rooms")
    visitors, (table, column) = (arrive().client, racers[0].client), stored.split(".")
    with plain_engine(database_url).begin() as connection:
        connection.execute(text(f"update {table} set {column} = 'spoilt'"))
    clock.pass_by(LATER_MS)
    answers = {(who, page): visitor.get(page).status_code for who, visitor in enumerate(visitors) for page in pages}
    assert set(answers.values()) == {200}, answers
