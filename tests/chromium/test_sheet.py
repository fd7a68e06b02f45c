"""The sheet under “More” on a phone, and the rules on the table: both are read whole and closed."""

import pytest
from playwright.sync_api import expect

from tests.chromium.conftest import Visit
from tests.chromium.visitors import DESKTOP, Window
from tests.engine.verdicts import win

pytestmark = pytest.mark.browser

STONEWALL = win("stonewall", {}, "32005")
UPRIGHT, ON_ITS_SIDE = Window(390, 664), Window(664, 390)


@pytest.mark.parametrize("window", [UPRIGHT, ON_ITS_SIDE], ids=str)
def test_the_sheet_fits_a_phone_and_leaves_half_of_it_to_the_table(visit: Visit, window: Window) -> None:
    page = visit(window=window, touch=True).sit_down(STONEWALL)
    page.locator("#more").click()
    sheet = page.locator(".more .sheet")
    box = sheet.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= window.width
    assert box["y"] + box["height"] <= window.height
    assert box["height"] <= window.height / 2
    assert sheet.evaluate("sheet => sheet.scrollHeight <= sheet.clientHeight")


def test_the_sheet_begins_with_what_is_wanted_most_and_a_tap_shows_the_rest(visit: Visit) -> None:
    page = visit(window=UPRIGHT, touch=True).sit_down(STONEWALL)
    page.locator("#more").click()
    shown = page.locator(".more li > *").filter(visible=True)
    assert shown.all_inner_texts() == [
        *("Rules on the table", "Can I still win?", "New deal", "This deal again", "Settings", "Give up…"),
    ]
    page.get_by_text("Everything else").click()
    for name in ("Find a card", "Write a move", "Sound"):
        page.get_by_role("button", name=name).scroll_into_view_if_needed()
    page.get_by_role("button", name="Find a card").click()
    expect(page.locator(".more .sheet")).to_be_hidden()


@pytest.mark.parametrize("window", [UPRIGHT, ON_ITS_SIDE, DESKTOP], ids=str)
def test_the_rules_on_the_table_have_a_button_that_closes_them(visit: Visit, window: Window) -> None:
    page = visit(window=window).sit_down(STONEWALL)
    for way in ("click", "key"):
        page.locator(".more > summary").click()
        page.click("#show-rules")
        close = page.locator("#pile-rules").get_by_role("button", name="Close")
        if way == "click":
            close.click()
        else:
            close.press("Enter")
        expect(close).to_be_hidden()
