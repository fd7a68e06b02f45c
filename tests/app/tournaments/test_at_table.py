"""What the table of a game in a tournament says of it: the points, the time that is left, and that it is up."""

import re

from starlette.testclient import TestClient

from tests.app.races.conftest import clock
from tests.app.tournaments.ground import MINUTE
from tests.app.tournaments.served import Ground, fresh, ground, play

__all__ = ["clock", "fresh", "ground"]

STRIP = re.compile(r'<div id="standing".*?</div>')


def begun(ground: Ground, **terms: object) -> tuple[TestClient, str, str]:
    """Let Ben begin in a tournament; return him, its code and the address of his table."""
    ben, code = ground.person(), ground.made(ground.person("Ann"), **terms)
    ben.post(f"/api/v1/tournaments/{code}/join", json={"name": "Ben"})
    return ben, code, ben.post(f"/tournaments/{code}/next").headers["location"]


def strip(page: str) -> str:
    """Return what the strip in the head of a table says."""
    (found,) = STRIP.findall(page)
    return re.sub("<[^>]*>", "", found)


def test_the_table_of_an_arena_says_the_points_the_time_left_and_the_way_to_the_standings(ground: Ground) -> None:
    ben, code, table = begun(ground)
    ground.clock.pass_by(MINUTE)
    page = ben.get(table).text
    assert strip(page) == "0 points, ends in 19:00 Standings"
    assert f'href="/tournaments/{code}#places"' in page
    won = play(ground, ben, code, win=True)
    ending = ben.get(f"/sessions/{won['id']}/ending").text
    assert "<p>3 points, 1 of 3 deals won.</p>" in ending
    assert "Next deal" in ending
    # That fetches the strip anew.
    address = f"/tournaments/{code}/strip?session={won['id']}"
    assert f'hx-get="{address}" hx-trigger="load" hx-target="#standing"' in ending
    assert strip(ben.get(address).text) == "3 points, ends in 19:00 Standings"


def test_the_end_of_a_game_leads_to_the_next_deal_and_after_the_last_to_the_standings(ground: Ground) -> None:
    ben, code, _ = begun(ground, one_try=True)
    for number in (1, 2, 3):
        table = f"/sessions/{play(ground, ben, code, win=number == 3)['id']}"
        page = ben.get(table).text
        assert (f'action="/tournaments/{code}/next"' in page) is (number < 3)
        assert ("You have played all the deals." in page) is (number == 3)
        # The way to the tournament is there at once, and what comes next as soon as the table has fetched it.
        assert f'<a class="button" id="next" href="/tournaments/{code}">To the tournament</a>' in page
        assert page.count("Next deal") == (number < 3)


def test_a_game_that_ends_after_the_time_leads_to_no_other_deal(ground: Ground) -> None:
    ben, code, table = begun(ground)
    ground.clock.pass_by(20 * MINUTE)
    ben.post(f"{table}/give-up", data={"seq": "0"})
    assert f'action="/tournaments/{code}/next"' not in ben.get(table).text


def test_the_table_of_a_tournament_says_a_minute_before_its_end_that_it_ends(ground: Ground) -> None:
    ben, _, table = begun(ground)
    notice = re.compile(r'<p id="day" class="notice" role="status" data-in-1="(\d+)" data-words-1="([^"]*)"')
    assert notice.findall(ben.get(table).text) == [(str(19 * 60 + 1), "The tournament ends in less than a minute.")]


def test_the_time_left_shows_once_a_tournament_by_deals_ends_within_a_day(ground: Ground) -> None:
    ben, _, table = begun(ground, form="deals", minutes=24 * 60)
    assert strip(ben.get(table).text) == "0 points Standings"
    ground.clock.pass_by(1_000)
    assert strip(ben.get(table).text) == "0 points, ends in 23:59:59 Standings"


def test_the_table_of_a_blind_tournament_promises_no_standings_before_its_end(ground: Ground) -> None:
    ben, code, table = begun(ground, blind=True)
    assert strip(ben.get(table).text).endswith(" Tournament")
    ground.close(code, ben)
    assert strip(ben.get(table).text).endswith(" Standings")


def test_the_end_of_the_time_is_the_title_of_a_panel_and_not_before(ground: Ground) -> None:
    ben, code, table = begun(ground)
    panel = f"/tournaments/{code}/time-up?session={table.rpartition('/')[2]}"
    ground.clock.pass_by(20 * MINUTE - 1)
    for address in (table, panel):
        assert "Time’s up" not in ben.get(address).text
    # The table asks again when it is up.
    assert f'hx-get="{panel}" hx-trigger="load delay:1ms' in ben.get(table).text
    ground.clock.pass_by(1)
    for address in (table, panel):
        shown = ben.get(address).text
        assert "<summary><strong>Time’s up</strong></summary>" in shown
        assert "0 points, 0 of 3 deals won. You can play on, but this game no longer counts." in shown
        assert panel not in shown
    assert strip(ben.get(table).text) == "0 points, time’s up Standings"


def test_a_game_that_ends_after_the_time_is_told_that_it_does_not_count(ground: Ground) -> None:
    ben, code, table = begun(ground)
    play(ground, ben, code, win=False)
    late = ben.post(f"/tournaments/{code}/next").headers["location"]
    ground.clock.pass_by(20 * MINUTE)
    ben.post(f"{late}/give-up", data={"seq": "0"})
    for address, counts in ((table, True), (late, False)):
        page = ben.get(address).text
        assert ("<strong>Time’s up</strong>" in page) is not counts
        assert ("it does not count" in page) is not counts
        assert 'id="time-up"' not in page


def test_a_game_that_goes_on_has_no_end_to_tell_of(ground: Ground) -> None:
    ben, code, table = begun(ground)
    asked = f"/tournaments/{code}/ending?session={table.rpartition('/')[2]}"
    for late in (0, 20 * MINUTE):
        ground.clock.pass_by(late)
        assert ben.get(asked).status_code == 404
    ben.post(f"{table}/give-up", data={"seq": "0"})
    assert "it does not count" in ben.get(asked).text


def test_nobody_else_sees_how_somebody_stands_and_other_tables_say_nothing(ground: Ground) -> None:
    ben, code, table = begun(ground)
    other = ground.client.post("/fortress/4").headers["location"]
    page = ground.client.get(other).text
    assert "race.css" not in page
    assert STRIP.search(page) is None
    for part in ("strip", "time-up", "ending"):
        address = f"/tournaments/{code}/{part}?session="
        assert ground.person().get(address + table.rpartition("/")[2]).status_code == 403
        assert ground.client.get(address + other.rpartition("/")[2]).status_code == 404
        assert ben.get(address + "nowhere").status_code == 404


def test_a_game_of_a_tournament_that_is_over_does_not_lead_the_front_page(ground: Ground) -> None:
    ben, _, table = begun(ground)
    assert f'id="main-action" href="{table}"' in ben.get("/").text
    ground.clock.pass_by(20 * MINUTE)
    front = ben.get("/").text
    assert f'id="main-action" href="{table}"' not in front
    assert "The tournament is over. You can play on, but it no longer counts." in front
