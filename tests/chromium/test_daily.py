"""A day of the daily challenge, as a stranger and as a player with an account see it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.chromium.conftest import Visit
from tests.chromium.neighbours import NAMES
from tests.chromium.places import address, the_daily
from tests.chromium.visitors import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser


def test_a_stranger_plays_the_day_and_keeps_it_with_an_account(visit: Visit) -> None:
    visitor: Visitor = visit(window=PHONE)
    page = visitor.open("/daily")
    page.get_by_role("link", name="Play: Fortress").click()
    expect(page.locator("[data-card]")).to_have_count(0)
    daily = page.url
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#board [data-card]")).to_have_count(52)
    table = page.url
    page.goto(daily)
    page.get_by_role("link", name="Continue your attempt").click()
    expect(page).to_have_url(table)
    visitor.give_up(table.removeprefix(visitor.origin), 0)
    page.reload()
    page.locator("#ending").get_by_role("link", name="To the daily").click()
    expect(page.locator(".result")).to_contain_text("Not solved")
    page.get_by_role("link", name="The leaderboard").click()
    # A player who has given up sees only numbers.
    expect(page.locator("table.field tbody th")).to_have_count(5)
    for name in NAMES:
        expect(page.get_by_text(name)).to_have_count(0)
    expect(page.locator("p.result")).to_contain_text("ranks only accounts made before the day began")
    expect(page.get_by_text("You would be at rank")).to_have_count(0)
    page.goto(daily)
    page.get_by_role("link", name="Make an account").click()
    visitor.register()
    page.goto(daily)
    expect(page.locator(".result")).to_contain_text("Not solved")
    expect(page.get_by_role("link", name="Make an account")).to_have_count(0)


def test_the_end_of_the_day_is_told_by_the_clock_at_hand(visit: Visit) -> None:
    visitor: Visitor = visit()
    page = visitor.context.new_page()
    day = datetime.fromisoformat(the_daily(visitor).split("/")[2]).replace(tzinfo=UTC)
    page.clock.install(time=day + timedelta(hours=20, minutes=30))
    page.goto(the_daily(visitor))
    told = page.locator("time[data-until]")
    expect(told).to_have_text(re.compile(r"^\d\d:\d\d on your clock, in 3 h 30 min$"))
    page.clock.run_for(45 * 60_000)
    expect(told).to_contain_text("in 2 h 45 min")
    page.clock.run_for(2 * 60 * 60_000)
    expect(told).to_contain_text("in 45 min")
    page.clock.run_for(60 * 60_000)
    expect(told).to_contain_text("00:00 UTC")


def test_the_clock_of_a_daily_runs_on_while_its_player_does_nothing_and_over_a_reload(visit: Visit) -> None:
    visitor: Visitor = visit()
    page = visitor.context.new_page()
    page.clock.install()
    page.goto(the_daily(visitor))
    page.get_by_role("button", name="Start").click()
    clock = page.locator("#clock")
    expect(clock).to_have_text(re.compile(r"^0:0\d$"))
    # The server writes the clock; what moves it has to be there before time goes on.
    page.wait_for_load_state()
    page.clock.run_for(5 * 60_000)
    expect(clock).to_have_text(re.compile(r"^5:0\d$"))
    # The server knows better than the device how long it has been.
    page.reload()
    expect(clock).to_have_text(re.compile(r"^0:[0-5]\d$"))
    assert page.locator("#status").get_attribute("data-runs-on") == ""


def test_a_group_s_link_is_copied_and_lets_others_in(visit: Visit) -> None:
    ann, ben = visit(), visit()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ann.open(address(ann, "group"))
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".passed-on [role=status]")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    ben.register()
    invited = ben.open(link.removeprefix(ben.origin))
    invited.get_by_role("button", name="Join the group").click()
    expect(invited.get_by_role("listitem").filter(has_text="Visitor")).to_have_count(2)
    invited.get_by_role("link", name="the group’s standings").click()
    expect(invited.locator("b", has_text="The Tuesday table")).to_be_visible()


def test_the_rows_of_a_leaderboard_come_first_on_a_phone_and_what_is_chosen_is_said(visit: Visit) -> None:
    visitor: Visitor = visit(window=PHONE)
    page = visitor.open(address(visitor, "leaderboard-closed"))
    chosen, others = page.locator(".tabs summary"), page.locator(".tabs .turns").first
    expect(chosen).to_contain_text("Showing")
    expect(chosen.locator("bdi").first).to_be_visible()
    expect(others).to_be_hidden()
    row = page.locator(".board-table tbody tr").first.bounding_box()
    assert row
    assert row["y"] + row["height"] < PHONE.height
    chosen.click()
    expect(others).to_be_visible()
    page.reload()
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    expect(others).to_be_visible()
    expect(chosen).to_be_hidden()
