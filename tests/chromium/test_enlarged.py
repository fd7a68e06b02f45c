"""Pages enlarged: four times, in larger text, in text set wide, and on a folded phone; nothing is lost on any page."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

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
SMALLEST_CARD = 20
"""The least width of a card in such a window, in CSS pixels: ten columns, and the foundations beside them."""
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


_BOX = """selector => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [left, top + scrollY, right, bottom + scrollY];
}"""
_CARDS = """cards => cards.map(card => card.getBoundingClientRect())
    .map(({ width, bottom }) => [width, bottom + scrollY])"""
_SCROLLS = "document.scrollingElement.scrollHeight - innerHeight"


def _check_below_the_board(page: Page, selector: str) -> None:
    """Check that something stands below the board, can be scrolled to, and that no card is smaller than in play."""
    board, below = page.evaluate(_BOX, "#board"), page.evaluate(_BOX, selector)
    assert board[3] <= below[1]
    assert 0 <= below[0] < below[2] <= FOUR_TIMES.width
    assert below[3] <= page.evaluate(_SCROLLS) + FOUR_TIMES.height
    assert page.evaluate("document.scrollingElement.scrollWidth") <= FOUR_TIMES.width
    cards = page.locator("#board .card:not(.under)").evaluate_all(_CARDS)
    assert min(width for width, _ in cards) >= SMALLEST_CARD
    assert max(bottom for _, bottom in cards) <= board[3]


@pytest.mark.parametrize("won", [True, False], ids=["won", "given up"])
def test_an_end_enlarged_four_times_stands_below_a_board_that_can_be_seen(visit: Visit, won: bool) -> None:
    visitor, win = visit(window=FOUR_TIMES), SHORTEST[0]
    page = visitor.sit_down(win, len(win.line) if won else 0)
    if not won:
        visitor.give_up(urlsplit(page.url).path, 0)
        page.reload()
    expect(page.locator("#ending-says")).to_be_in_viewport()
    _check_below_the_board(page, "#ending")
    page.locator("#again" if won else "#next").click()
    expect(page.locator("#ending")).to_have_count(0)


def test_an_end_of_a_lesson_enlarged_four_times_stands_below_its_board(visit: Visit) -> None:
    # The page asks how the task stands, and may be left before it hears it.
    visitor = visit(window=FOUR_TIMES, connection="bad")
    page = visitor.open("/learn/fortress/1")
    page.locator("main form button").first.click()
    visitor.give_up(urlsplit(page.url).path, int(page.get_attribute("#board", "data-seq") or 0))
    page.reload()
    expect(page.locator("#ending")).to_be_attached()
    _check_below_the_board(page, "#ending")


def test_an_offer_enlarged_four_times_stands_below_the_board_until_the_first_move(visit: Visit) -> None:
    win = SHORTEST[0]
    page = visit(window=FOUR_TIMES).sit_down(win)
    _check_below_the_board(page, "#offer")
    # What is said meanwhile is seen without scrolling.
    page.keyboard.press("u")
    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
    page.locator("#offer a").scroll_into_view_if_needed()
    Table(page, win.rules, deal(win.rules, win.deck), 0).play(win.line[:1], click)
    assert page.evaluate(_SCROLLS) == 0
    page.keyboard.press("r")
    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
