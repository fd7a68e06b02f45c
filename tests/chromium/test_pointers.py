"""Whatever the hand holds, and however the window lies: a pen, a mouse at a phone, a tablet that is turned."""

import pytest
from playwright.sync_api import Page, expect

from engine.moves import Move
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.places import choose_look
from tests.chromium.tables import Hand, Table, card_at, click, drag, drag_with_a_finger, top_of, wait_for_seq
from tests.chromium.variants import ONE_OF_EACH_GAME, SHORTEST
from tests.chromium.visitors import PHONE, Visitor, Window
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

TABLET, TURNED = Window(1024, 768), Window(768, 1024)
FOLDED, FOLDED_ON_ITS_SIDE = Window(280, 653), Window(653, 280)
MOVES = 8
_ASIDE = 8


def _touch(page: Page, kind: str, x: float, y: float) -> None:
    pen = page.context.new_cdp_session(page)
    pressed = {"button": "left", "buttons": int(kind != "mouseReleased"), "clickCount": 1, "pointerType": "pen"}
    pen.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **pressed})
    pen.detach()


def tap_with_a_pen(page: Page, move: Move, row: int, seq: int) -> None:
    """Move by touching the cards and, unless they went to their only place at once, the target with a pen.

    As `click` does, it touches every other card a little aside, for two quick taps in one place are a double tap.
    """
    x, y = card_at(page, move.source, row)
    for kind in ("mousePressed", "mouseReleased"):
        _touch(page, kind, x + _ASIDE * (seq % 2), y)
    page.wait_for_selector(f'#board[data-seq="{seq}"], #pile-{move.source} .chosen')
    if page.locator("#board").get_attribute("data-seq") != str(seq):
        for kind in ("mousePressed", "mouseReleased"):
            _touch(page, kind, *top_of(page, move.target))
    wait_for_seq(page, seq)


def drag_with_a_pen(page: Page, move: Move, row: int, seq: int) -> None:
    """Move by dragging with a pen."""
    start, end = card_at(page, move.source, row), top_of(page, move.target)
    _touch(page, "mousePressed", *start)
    for part in (1, 2, 3):
        _touch(page, "mouseMoved", *(begin + (to - begin) * part / 3 for begin, to in zip(start, end, strict=True)))
    _touch(page, "mouseReleased", *end)
    wait_for_seq(page, seq)


def _play(page: Page, won: Verdict, hand: Hand[Page], moves: int = MOVES) -> None:
    Table(page, won.rules, deal(won.rules, won.deck)).play(won.line[:moves], hand)


@pytest.mark.parametrize("hand", [tap_with_a_pen, drag_with_a_pen])
@pytest.mark.parametrize("won", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_cards_are_moved_with_a_pen(visit: Visit, won: Verdict, hand: Hand[Page]) -> None:
    page = visit(window=TABLET).sit_down(won)
    page.evaluate("addEventListener('pointerdown', event => window.kind = event.pointerType, true)")
    _play(page, won, hand)
    assert page.evaluate("window.kind") == "pen"


@pytest.mark.parametrize("hand", [click, drag])
@pytest.mark.parametrize("won", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_cards_are_moved_with_a_mouse_in_a_window_of_a_phones_size(
    visit: Visit, won: Verdict, hand: Hand[Page]
) -> None:
    _play(visit(window=PHONE).sit_down(won), won, hand)


@pytest.mark.parametrize("window", [FOLDED, FOLDED_ON_ITS_SIDE], ids=str)
@pytest.mark.parametrize("won", a_few(SHORTEST, 1), ids=str)
def test_cards_are_moved_on_a_folded_phone(visit: Visit, won: Verdict, window: Window) -> None:
    _play(visit(window=window, touch=True).sit_down(won), won, drag_with_a_finger)


@pytest.mark.parametrize("window", [PHONE, Window(320, 256), TABLET], ids=str)
@pytest.mark.parametrize("won", a_few(SHORTEST, 1), ids=str)
def test_cards_are_moved_at_a_table_for_the_left_hand(visit: Visit, won: Verdict, window: Window) -> None:
    visitor: Visitor = visit(window=window)
    choose_look(visitor, "side:left")
    _play(visitor.sit_down(won), won, click)


@pytest.mark.parametrize("won", a_few(SHORTEST, 1), ids=str)
def test_a_tablet_that_is_turned_while_a_card_is_dragged_lays_it_where_it_is_dropped(
    visit: Visit, won: Verdict
) -> None:
    page = visit(window=TABLET, touch=True).sit_down(won)
    move = won.line[0]
    pile = deal(won.rules, won.deck).piles[Table(page, won.rules, deal(won.rules, won.deck)).index_of(move.source)]
    screen = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    x, y = card_at(page, move.source, len(pile) - move.count)
    finger("touchStart", (x, y))
    finger("touchMove", (x + 40, y + 20))
    page.set_viewport_size({"width": TURNED.width, "height": TURNED.height})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    finger("touchMove", top_of(page, move.target))
    expect(page.locator(f"#pile-{move.target} .aimed")).to_have_count(1)
    finger("touchEnd")
    wait_for_seq(page, 1)
    assert page.locator("#status").get_attribute("data-last") == str(move)
    # Nothing of the drag is left, and the board fits the window as it is now.
    expect(page.locator("#board .dragged, #board .aloft")).to_have_count(0)
    edges = "cards => Math.max(...cards.map(card => card.getBoundingClientRect().right))"
    assert page.locator("#board .card").evaluate_all(edges) <= TURNED.width
