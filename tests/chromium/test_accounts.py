"""The pages of an account in a browser, without scripts."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from engine.readable import IGNORABLE
from tests.chromium.conftest import Visit
from tests.chromium.visitors import PHONE, SMALL_PHONE

pytestmark = pytest.mark.browser

PASSWORD = "a moat and a drawbridge"


def _nothing_to_better(page: Page) -> None:
    rules = {"target-size": {"enabled": True}}
    for theme in ("light", "dark", "contrast"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        assert Axe().run(page, options={"rules": rules}).response["violations"] == [], theme
    page.set_viewport_size({"width": SMALL_PHONE.width, "height": SMALL_PHONE.height})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= SMALL_PHONE.width


def _claim(page: Page, name: str) -> None:
    page.get_by_label("Name").last.fill(name)
    page.get_by_label("Password").last.fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()


def test_our_list_of_ignorable_characters_is_that_of_unicode(visit: Visit) -> None:
    """A browser knows the property."""
    listed = (
        visit()
        .context.new_page()
        .evaluate(
            """() => {
          const known = [];
          for (let code = 0; code <= 0x10ffff; code += 1) {
            if (/\\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code))) known.push(code);
          }
          return known;
        }"""
        )
    )
    assert listed == [code for first, last in IGNORABLE for code in range(first, last + 1)]


def test_an_account_is_made_used_elsewhere_and_deleted_by_plain_forms(visit: Visit) -> None:
    here, elsewhere = visit(javascript=False), visit(javascript=False)
    table = here.begin("fortress", {}, "4")
    page = here.open("/me")
    page.get_by_role("link", name="Make an account").click()
    _claim(page, "Wilhelmina")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.get_by_role("link", name="Back to where you were").click()
    expect(page).to_have_url(f"{here.origin}/me")
    expect(page.get_by_role("heading", name="Wilhelmina")).to_be_visible()
    other = elsewhere.open("/me")
    other.get_by_role("link", name="Make an account").click()
    other.get_by_label("Name").first.fill("wilhelmina")
    other.get_by_label("Password").first.fill(PASSWORD)
    other.get_by_role("button", name="Sign in").click()
    expect(other).to_have_url(f"{elsewhere.origin}/me")
    expect(other.get_by_role("heading", name="Wilhelmina")).to_be_visible()
    other.goto(table)
    expect(other.locator("#board")).to_be_visible()
    page.get_by_role("link", name="Account").click()
    page.get_by_role("link", name="Delete the account").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete it").click()
    expect(page).to_have_url(f"{here.origin}/")


@pytest.mark.long
def test_axe_finds_nothing_to_better_and_nothing_scrolls_sideways(visit: Visit) -> None:
    page = visit(window=PHONE, refusals=[400]).open("/account")
    _nothing_to_better(page)
    _claim(page, "-")
    expect(page.get_by_role("alert")).to_be_visible()
    _nothing_to_better(page)
    _claim(page, "W" * 24)
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    for address in (None, "/account", "/account/delete", "/account/recover"):
        if address:
            page.goto(address)
        _nothing_to_better(page)
