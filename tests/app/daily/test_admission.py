"""A server that keeps open dailies to players with an account."""

from datetime import timedelta

import pytest

from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, Arrive, Host
from tests.app.play.api.conftest import given, refused

PAGE = f"/daily/{DAY}/fortress"


@pytest.fixture(autouse=True)
def _only_for_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAMPART_DAILY", "accounts")


def test_a_guest_begins_no_open_daily_by_any_door(arrive: Arrive) -> None:
    guest = arrive("")
    assert "only players with an account" in refused(guest.ask_to_start(), 403)
    assert guest.client.post(f"{PAGE}/start").status_code == 403
    assert "Nobody has begun" in guest.client.get(PAGE).text


def test_a_guest_is_told_how_to_get_in_and_what_to_play_instead(arrive: Arrive, host: Host) -> None:
    guest = arrive("")
    page = guest.client.get(PAGE).text
    assert "/start" not in page
    assert '<a href="/account">sign in or make one</a>' in page
    assert "is over, so everybody can play it" not in page
    for days in (7, 3):
        host.choose(FORTRESS, DAY - timedelta(days=days))
    host.close()
    host.choose(FORTRESS, DAY - timedelta(days=1))  # over, but its results do not stand yet
    assert '<a href="/daily/2026-11-17/fortress">Tuesday, 17 November 2026</a>' in guest.client.get(PAGE).text


def test_whoever_has_an_account_begins(arrive: Arrive) -> None:
    ann = arrive("Ann")
    assert "/start" in ann.client.get(PAGE).text
    assert ann.win(FORTRESS)["status"] == "won"
    assert ann.board()["me"]["rank"] == 1


def test_a_guest_who_registers_begins_and_is_not_ranked(arrive: Arrive) -> None:
    guest = arrive("")
    refused(guest.ask_to_start(), 403)
    guest.register("Ann")
    guest.win(FORTRESS)
    assert guest.board()["me"] is None
    assert guest.board()["beside"]["rank"] == 1


def test_who_signs_out_is_a_guest_again(arrive: Arrive) -> None:
    ann = arrive("Ann")
    begun = ann.start()
    given(ann.client.post("/api/v1/logout"))
    refused(ann.ask_to_start(), 403)
    ann.sign_in("Ann")
    assert ann.start()["id"] == begun["id"]


def test_a_day_that_is_over_is_open_to_guests(arrive: Arrive, host: Host) -> None:
    guest = arrive("")
    host.clock.ms = CLOSING
    host.close()
    page = guest.client.get(PAGE).text
    assert "sign in or make one" not in page
    assert f"/fortress/{FORTRESS.deal}" in page
    assert guest.client.post(f"/fortress/{FORTRESS.deal}").status_code == 303
