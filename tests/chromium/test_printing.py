"""A table and the page of a deal on paper: one sheet with the board, its number and options, and the rules in short."""

import re

import pytest
from playwright.sync_api import Page, PdfMargins, expect

from engine.games import GAMES
from tests.chromium.conftest import Visit
from tests.chromium.places import address
from tests.chromium.variants import SHORTEST
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

SHEETS = ("A4", "Letter")
# Every page of a PDF is an object of this type.
_PAGE = re.compile(rb"/Type\s*/Page\b")
MARGIN = PdfMargins(top="10mm", right="10mm", bottom="10mm", left="10mm")


def _print(page: Page) -> dict[str, int]:
    """Return how many pages a page takes on each kind of sheet; leave it as it is on paper."""
    taken = {sheet: len(_PAGE.findall(page.pdf(format=sheet, margin=MARGIN))) for sheet in SHEETS}
    page.emulate_media(media="print")
    return taken


@pytest.mark.parametrize("won", a_few(SHORTEST, 1), ids=str)
def test_a_printed_table_is_one_sheet_with_its_board_its_name_and_the_rules(visit: Visit, won: Verdict) -> None:
    page = visit().sit_down(won, len(won.line) // 2)
    assert _print(page) == dict.fromkeys(SHEETS, 1)
    for part in ("#board", ".table-head h1", ".table-head .deal"):
        expect(page.locator(part)).to_be_visible()
    for note in page.locator("#pile-rules .note").all():
        expect(note).to_be_visible()
    for control in (".rail", "#pile-rules button", ".skip"):
        expect(page.locator(control)).to_be_hidden()
    board, rules = (page.locator(part).bounding_box() for part in ("#board", "#pile-rules"))
    assert board
    assert rules
    assert rules["y"] >= board["y"] + board["height"]


@pytest.mark.parametrize("slug", a_few(GAMES, 1))
def test_a_printed_deal_is_one_sheet_with_its_options_and_the_rules_in_short(visit: Visit, slug: str) -> None:
    visitor = visit()
    for variant in GAMES[slug].variants({}):
        page = visitor.open(f"/{slug}/483920?{variant.text}")
        assert _print(page) == dict.fromkeys(SHEETS, 1)
        expect(page.get_by_role("heading", level=1)).to_contain_text("deal 483920")
        expect(page.get_by_role("heading", name="The rules in short")).to_be_visible()
        expect(page.locator(".printed dt", has_text="Foundations")).to_be_visible()
        expect(page.locator(".masthead")).to_be_hidden()


def test_a_printed_deal_names_the_options_and_a_screen_shows_them_once(visit: Visit) -> None:
    page = visit().open("/stronghold/5?cell=one")
    options = page.locator("h1 .printed")
    expect(options).to_be_hidden()
    page.emulate_media(media="print")
    expect(options).to_have_text(", one cell")
    expect(page.get_by_role("list", name="Options")).to_be_hidden()


def test_a_page_that_is_dark_on_the_screen_is_printed_in_dark_ink(visit: Visit) -> None:
    visitor = visit(scheme="dark")
    page = visitor.open(address(visitor, "games"))
    ink = "getComputedStyle(document.body).color"
    assert page.evaluate(ink) == "rgb(235, 229, 215)"
    page.emulate_media(media="print")
    assert page.evaluate(ink) == "rgb(34, 40, 42)"
