"""The pages of the standings."""

import re
from datetime import timedelta
from html import unescape

import pytest

from app.features.daily.service import holding
from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    FORTRESS,
    STONEWALL,
    Arrive,
    Challenger,
    Host,
)
from tests.app.plain import Browser
from tests.app.play.api.conftest import given, refused
from tests.app.play.table import headline
from tests.databases import transaction

ROW = re.compile(r'<td>(\d+)</td><th scope="row"><bdi>([^<]*)</bdi></th><td>(\d+)</td><td>(\d+)</td>')


def rows(challenger: Challenger, address: str = "/standings/all") -> list[tuple[str, ...]]:
    """Read rank, name, points and dailies solved off a page."""
    page = challenger.client.get(address)
    assert page.status_code == 200, page.text
    return ROW.findall(unescape(page.text))


def test_a_day_brings_its_points_when_it_is_over(arrive: Arrive, host: Host) -> None:
    ann, bob, cat, guest = arrive("Ann"), arrive("Bob"), arrive("Cat"), arrive("")
    ann.win(FORTRESS)
    bob.win(FORTRESS, detours=30)
    cat.give_up(cat.start())
    cat.win(FORTRESS)
    guest.win(FORTRESS)
    assert rows(ann) == []
    host.clock.ms = CLOSING
    host.close()
    expected = [("1", "Ann", "5", "1"), ("2", "Bob", "2", "1"), ("3", "Cat", "1", "1")]
    for period in ("all", "2026-11", "2026-W47"):
        assert rows(ann, f"/standings/{period}") == expected
    assert rows(ann, "/standings/2026-12") == rows(ann, "/standings/2026-W46") == []


def test_a_guest_who_registers_later_gets_a_point_for_what_was_solved(arrive: Arrive, host: Host) -> None:
    guest = arrive("")
    guest.win(FORTRESS)
    host.clock.ms = CLOSING
    host.close()
    assert rows(guest) == []
    guest.register("Dan")
    assert rows(guest) == [("1", "Dan", "1", "1")]


def test_equal_points_share_a_rank_and_days_add_up(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    tomorrow = DAY + timedelta(1)
    host.choose(FORTRESS, tomorrow)
    host.clock.ms = CLOSING
    host.close()
    bob.play(bob.start(day=tomorrow), FORTRESS.line)
    host.clock.ms = CLOSING + 24 * 3_600_000
    host.close()
    assert sorted(rows(ann)) == [("1", "Ann", "5", "1"), ("1", "Bob", "5", "1")]


def test_each_game_has_standings_of_its_own(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    bob.win(STONEWALL)
    bob.win(FORTRESS, detours=30)
    host.clock.ms = CLOSING
    host.close()
    assert rows(ann) == [("1", "Bob", "7", "2"), ("2", "Ann", "5", "1")]
    assert rows(ann, "/standings/2026-W47?game=fortress") == [("1", "Ann", "5", "1"), ("2", "Bob", "2", "1")]
    assert rows(ann, "/standings/2026-11?game=stonewall") == [("1", "Bob", "5", "1")]
    assert rows(ann, "/standings/all?game=stalactites") == []
    assert ann.client.get("/standings/all?game=klondike").status_code == 404


def test_programs_read_the_standings_as_they_stand_on_the_page(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    bob.win(FORTRESS, detours=30)
    host.clock.ms = CLOSING
    host.close()
    rows_there = [
        {"rank": 1, "name": "Ann", "points": 5, "solved": 1},
        {"rank": 2, "name": "Bob", "points": 2, "solved": 1},
    ]
    for query, game in (("", None), ("?game=fortress", "fortress")):
        told = given(bob.client.get(f"/api/v1/standings/2026-W47{query}"))
        assert told == {
            "period": "2026-W47",
            "game": game,
            "size": 2,
            "rows": rows_there,
            "near": [],
            "me": rows_there[1],
        }
    empty = given(arrive("").client.get("/api/v1/standings/all?game=stonewall"))
    assert (empty["size"], empty["rows"], empty["me"]) == (0, [], None)
    for nowhere in ("2026-W54", "all?game=klondike", "all?among=NOBODYSGRP"):
        refused(ann.client.get(f"/api/v1/standings/{nowhere}"), 404)


def test_a_hidden_result_goes_from_the_standings_of_its_game_too(arrive: Arrive, host: Host, database_url: str) -> None:
    ann = arrive("Ann")
    won = ann.win(FORTRESS)
    host.clock.ms = CLOSING
    host.close()
    assert rows(ann, "/standings/all?game=fortress") == [("1", "Ann", "5", "1")]
    with transaction(database_url) as connection:
        holding.hide(connection, won["id"])
    assert rows(ann, "/standings/all?game=fortress") == rows(ann) == []


def test_the_chosen_game_stays_from_one_time_to_another(arrive: Arrive) -> None:
    browser = Browser(arrive("").client, "/standings")
    browser.follow("?among=everybody&game=fortress")
    for period in ("2026-11", "2026-10", "2026-11", "all"):
        browser.follow(f"/standings/{period}?among=everybody&game=fortress")
        assert ": Fortress. <a" in browser.answer.text
    browser.follow("?among=everybody")
    assert ": all games. <a" in browser.answer.text


def test_this_week_comes_first_and_the_others_can_be_reached(arrive: Arrive) -> None:
    browser = Browser(arrive("").client, "/standings")
    assert "The week from Monday, 16 November 2026" in browser.answer.text
    browser.follow("/standings/2026-W46?among=everybody")
    assert "The week from Monday, 9 November 2026" in browser.answer.text
    browser.follow("/standings/2026-11?among=everybody")
    assert "November 2026" in browser.answer.text
    browser.follow("/standings/2026-10?among=everybody")
    browser.follow("/standings/2026-11?among=everybody")
    browser.follow("/standings/all?among=everybody")
    assert "Earlier" not in browser.answer.text


@pytest.mark.parametrize("period", ["2026-W54", "2026-W00", "2026-13", "0000-01", "9999-W53", "week", "ALL"])
def test_what_is_no_period_is_not_found(arrive: Arrive, period: str) -> None:
    answer = arrive("").client.get(f"/standings/{period}")
    assert answer.status_code == 404
    assert "Ask for the standings of a week" in headline(answer)
