"""The sheet under “More” on a phone on its side, and the rules on the table: both are read whole and closed."""

import pytest
from playwright.sync_api import expect

from tests.chromium.conftest import Visit
from tests.chromium.visitors import DESKTOP, Window
from tests.engine.verdicts import win

pytestmark = pytest.mark.browser

STONEWALL = win("stonewall", {}, "32005")
ON_ITS_SIDE = Window(664, 390)


def test_the_sheet_fits_a_phone_on_its_side(visit: Visit) -> None:
    page = visit(window=ON_ITS_SIDE, touch=True).sit_down(STONEWALL)
    page.locator(".more > summary").click()
    sheet = page.locator(".more .sheet")
    box = sheet.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= ON_ITS_SIDE.width
    assert box["y"] + box["height"] <= ON_ITS_SIDE.height
    assert sheet.evaluate("sheet => sheet.scrollHeight <= sheet.clientHeight")


@pytest.mark.parametrize("window", [Window(390, 664), ON_ITS_SIDE, DESKTOP], ids=str)
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
