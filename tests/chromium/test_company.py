"""One session on several pages at once: its player's, guests' and watchers'."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.chromium.conftest import Visit
from tests.chromium.tables import wait_for_seq
from tests.chromium.visitors import show

pytestmark = pytest.mark.browser


def type_move(page: Page, move: str) -> None:
    """Make a move by writing it."""
    field = page.locator('form#typed-move [name="move"]')
    field.fill(move)
    field.press("Enter")


def open_link(page: Page, table: str, purpose: str) -> str:
    """Open a link to a table, and return its address."""
    page.goto(f"{table}/company")
    page.locator(f"#{purpose}").get_by_role("button", name="Open a link").click()
    return page.locator(f"#{purpose} .address").inner_text()


def test_a_second_tab_of_ones_own_is_in_step(visit: Visit) -> None:
    visitor = visit()
    table = visitor.begin("fortress", {}, "4")
    one, other = visitor.open(table), visitor.open(table)
    type_move(one, "t1-f3")
    for page in (one, other):
        wait_for_seq(page, 1)
    expect(other.locator("#pile-f3 [data-card]")).to_have_count(1)
    other.locator("#undo").click()
    wait_for_seq(one, 2)


def test_somebody_looks_on_move_by_move(visit: Visit) -> None:
    ann, ben = visit(), visit()
    table = ann.begin("stonewall", {}, "32005")
    link = open_link(ann.open(table), table, "watch")
    watching = ben.open(link)
    playing = ann.open(table)
    hidden = watching.locator('[data-card="??"]').count()
    assert hidden == 18
    move = (playing.locator("#status").get_attribute("data-legal") or "").split()[0]
    type_move(playing, move)
    expect(watching.locator('#watched[data-seq="1"]')).to_be_visible()
    expect(watching.locator("#watched")).to_contain_text("1 step")
    assert watching.locator("button:enabled").count() == 0
    playing.reload()
    expect(playing.locator("#watchers")).to_have_text("One person is watching.")


def test_two_play_at_one_table_until_its_player_takes_the_reins_back(visit: Visit) -> None:
    ann, ben = visit(), visit(refusals=(403,))
    table = ann.begin("fortress", {}, "4")
    link = open_link(ann.open(table), table, "play")
    guest = ben.open(link)
    guest.get_by_label("Your name at the table").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url(re.compile("/sessions/"))
    owner = ann.open(table)
    expect(owner.locator("#seated")).to_contain_text("At this table: you and Ben.")
    type_move(guest, "t1-f3")
    wait_for_seq(owner, 1)
    expect(owner.locator("#moved-last")).to_have_text("Ben moved last.")
    expect(guest.locator("#moved-last")).to_have_text("You moved last.")
    owner.locator("#undo").click()
    wait_for_seq(guest, 2)
    expect(guest.locator("#moved-last")).to_have_text("The owner moved last.")
    page = ann.open(f"{table}/company")
    page.locator("#play").get_by_role("button", name="Close this link").click()
    type_move(guest, "t1-t3")
    expect(guest.locator("#notice")).to_have_text("This game belongs to another player.")


def test_a_page_that_slept_is_in_step_when_it_wakes(visit: Visit) -> None:
    visitor = visit()
    table = visitor.begin("fortress", {}, "4")
    sleeping, awake = visitor.open(table), visitor.open(table)
    show(sleeping, hidden=True)
    type_move(awake, "t1-f3")
    wait_for_seq(awake, 1)
    assert sleeping.locator("#board").get_attribute("data-seq") == "0"
    show(sleeping, hidden=False)
    wait_for_seq(sleeping, 1)
    expect(sleeping.locator("#pile-f3 [data-card]")).to_have_count(1)
