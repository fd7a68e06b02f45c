"""Finished games raced again."""

import re

from starlette.testclient import TestClient

from tests.app.play.table import Table
from tests.app.races.conftest import Clock


def finished(client: TestClient, clock: Clock) -> Table:
    """Play a minute of Fortress, bring a card home after half of it, and give up."""
    table = Table(client)
    clock.pass_by(30_000)
    table.fragment("moves", seq=0, move="t1-f3")
    clock.pass_by(30_000)
    table.fragment("give-up", seq=1)
    return table


def replay(table: Table) -> str:
    """Return the address of a finished game."""
    return table.address.replace("sessions", "replays")


def raced(client: TestClient, table: Table) -> Table:
    """Race a finished game again."""
    answer = client.post(f"{replay(table)}/race")
    assert answer.status_code == 303
    again = Table.__new__(Table)
    again.client, again.address = client, answer.headers["location"]
    return again


def ghost(page: str) -> tuple[str, str, str]:
    """Read off a table how the ghost comes on, how far it is, and how it ended."""
    course = re.search(r'id="ghost"[^>]*data-course="([^"]*)"', page)
    run = re.search(r'data-run="ghost".*?<b>(\d+)</b>.*?<span class="how">([^<]*)', page, re.DOTALL)
    assert course
    assert run
    return course[1], run[1], run[2]


def test_a_ghost_comes_on_in_its_own_time(client: TestClient, clock: Clock) -> None:
    again = raced(client, finished(client, clock))
    assert ghost(again.page()) == ("0:0 30:1", "0", "")
    clock.pass_by(31_000)
    again.fragment("moves", seq=0, move="t1-t3")
    assert ghost(again.page()) == ("0:0 30:1", "1", "")
    clock.pass_by(60_000)
    again.fragment("undo", seq=1)
    assert ghost(again.page()) == ("0:0 30:1", "1", "gave up after 1:00")


def ended(client: TestClient, table: str) -> str:
    """Stop racing at a table, and return what the panel then says of the race."""
    client.post(f"{table}/give-up", data={"seq": "0"})
    said = re.search(r'class="race-says"><strong>([^<]*)', client.get(table).text)
    assert said
    return said[1]


def test_the_end_of_a_race_against_a_ghost_names_it_and_says_who_won(
    client: TestClient, stranger: TestClient, clock: Clock
) -> None:
    house = client.post("/rooms/house", data={"game": "fortress?"}).headers["location"]
    assert re.fullmatch(r"The house won in \d+:\d\d", ended(client, house))
    again = 'name="game" value="fortress?"><button class="button" id="house-again" name="strength" value="steady">'
    assert again in client.get(house).text
    table = finished(client, clock)
    client.post(f"{table.address}/share")
    for who, name in ((client, "Your earlier game"), (stranger, "The ghost")):
        own = raced(who, table).address
        assert ended(who, own) == f"{name} won: 1 home to 0"
        assert "house-again" not in who.get(own).text
    assert "race-says" not in table.page()


def test_the_strip_says_how_strong_the_house_plays_whatever_the_deal_is(client: TestClient) -> None:
    for strength in ("gentle", "steady", "hard"):
        table = client.post("/rooms/house", data={"game": "fortress?", "strength": strength}).headers["location"]
        assert f"The house, {strength}</span>" in client.get(table).text


def test_a_long_pause_of_the_game_is_none_of_its_ghost(client: TestClient, clock: Clock) -> None:
    table = Table(client)
    clock.pass_by(3_600_000)
    table.fragment("moves", seq=0, move="t1-f3")
    table.fragment("give-up", seq=1)
    assert ghost(raced(client, table).page())[0] == "0:0 120:1"


def test_anothers_game_can_be_raced_when_it_is_shared(client: TestClient, stranger: TestClient, clock: Clock) -> None:
    table = finished(client, clock)
    assert stranger.post(f"{replay(table)}/race").status_code == 404
    client.post(f"{table.address}/share")
    assert "The ghost" in raced(stranger, table).page()


def test_an_unfinished_game_has_no_ghost(client: TestClient, clock: Clock) -> None:
    table = Table(client)
    clock.pass_by(1000)
    assert client.post(f"{replay(table)}/race").status_code == 404
    assert 'id="ghost"' not in table.page()
