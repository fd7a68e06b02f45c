"""Pages enlarged: four times, in larger text, in text set wide, and on a folded phone; nothing is lost on any page."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from engine.moves import apply
from engine.position import deal
from tests.browser import required_chromium, running_chromium
from tests.chromium.conftest import Visit
from tests.chromium.legible import lost
from tests.chromium.places import PAGES, PLAIN, TABLES, address, choose_look
from tests.chromium.tables import Table, click, top_of
from tests.chromium.tables import shown as shown_at
from tests.chromium.variants import SHORTEST
from tests.chromium.visitors import DESKTOP, PHONE, PHONE_ON_ITS_SIDE, TABLET, Visitor, Window
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

FOUR_TIMES = Window(320, 256)
"""A window of 1280 by 1024 pixels in which a page is enlarged four times."""
WIDE = Window(1280, 800)
AS_USUAL = ""
# The least spacing that a page has to bear by WCAG 1.4.12.
SET_WIDE = """
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }
"""
TWICE = "html { font-size: 200% !important; }"
ENLARGED = (
    (FOUR_TIMES, AS_USUAL),
    (Window(320, 640), AS_USUAL),
    (Window(280, 653), AS_USUAL),
    (Window(653, 280), AS_USUAL),
    (FOUR_TIMES, SET_WIDE),
    (PHONE, SET_WIDE),
    (PHONE_ON_ITS_SIDE, SET_WIDE),
    (WIDE, SET_WIDE),
    (PHONE, TWICE),
)
FIRST = ("games", "table-six-by-four")
"""The pages that are looked at on every day."""
IN_TURN = a_few([*FIRST, *(name for name in PAGES if name not in FIRST)])
_DRESS = """style => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
}"""


class Shown(NamedTuple):
    """A page in a tab, and its name."""

    name: str
    page: Page


@pytest.fixture
def shown(request: pytest.FixtureRequest, visit: Visit) -> Shown:
    """Open a page."""
    visitor: Visitor = visit(window=PHONE, refusals=[404])
    return Shown(request.param, visitor.open(address(visitor, request.param)))


def _resize(page: Page, window: Window) -> None:
    page.set_viewport_size({"width": window.width, "height": window.height})


@pytest.mark.parametrize("shown", IN_TURN, indirect=True)
def test_nothing_is_lost_on_a_page_however_it_is_enlarged(shown: Shown) -> None:
    found = dict[str, list[str]]()
    for window, style in ENLARGED:
        _resize(shown.page, window)
        shown.page.evaluate(_DRESS, style)
        if gone := lost(shown.page):
            found[f"{window} {style.strip()[:4]}"] = gone
    assert found == {}


@pytest.mark.parametrize("name", a_few([*FIRST, *(name for name in (*PLAIN, *TABLES) if name not in FIRST)], 1))
def test_nothing_is_lost_in_the_largest_text_that_can_be_chosen(visit: Visit, name: str) -> None:
    visitor: Visitor = visit(refusals=[404])
    choose_look(visitor, "text:larger")
    page = visitor.open(address(visitor, name))
    found = dict[str, list[str]]()
    for window in (PHONE, PHONE_ON_ITS_SIDE, TABLET, Window(1024, 768), WIDE, DESKTOP):
        _resize(page, window)
        if gone := lost(page):
            found[str(window)] = gone
    assert found == {}


@pytest.fixture(scope="module")
def twice_as_large(origin: str) -> Iterator[Visitor]:
    """Start a browser whose user has chosen text of twice the usual size, as its settings offer it."""
    usual = running_chromium()
    browser = usual.browser_type.launch(
        executable_path=required_chromium(), args=["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    )
    visitor = Visitor(browser, origin, PHONE, refusals=[404])
    yield visitor
    browser.close()
    assert not visitor.troubles


@pytest.mark.parametrize("name", a_few([*FIRST, *(name for name in (*PLAIN, *TABLES) if name not in FIRST)], 1))
def test_nothing_is_lost_in_a_browser_whose_text_is_twice_the_usual_size(twice_as_large: Visitor, name: str) -> None:
    page = twice_as_large.open(address(twice_as_large, name))
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    found = dict[str, list[str]]()
    for window in (PHONE, WIDE):
        _resize(page, window)
        if gone := lost(page):
            found[str(window)] = gone
    page.close()
    assert found == {}


@pytest.mark.parametrize("won", a_few(SHORTEST, 1), ids=str)
def test_a_game_can_be_played_in_a_window_enlarged_four_times(visit: Visit, won: Verdict) -> None:
    played = len(won.line) // 2
    page = visit(window=FOUR_TIMES).sit_down(won, played)
    position = deal(won.rules, won.deck)
    for move in won.line[:played]:
        position = apply(won.rules, position, move)
    Table(page, won.rules, position, played).play(won.line[played : played + 8], click)
    for pile, cards in shown_at(page).items():
        # Where a card of the reserve has gone, the pointer passes through.
        if cards or pile[0] != "r":
            top_of(page, pile)
    lowest = page.locator("#board .card").evaluate_all(
        "cards => Math.max(...cards.map(card => card.getBoundingClientRect().bottom))"
    )
    assert lowest <= FOUR_TIMES.height
