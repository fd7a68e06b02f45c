"""Cards are named where they lie after answers that confirm, correct or refuse what the page has shown before."""

import pytest
from playwright.sync_api import Page, expect

from engine.moves import after
from engine.position import deal, layout
from tests.chromium.conftest import Visit
from tests.chromium.tables import carry, wait_for_seq
from tests.chromium.variants import SHORTEST
from tests.engine.verdicts import Verdict

pytestmark = pytest.mark.browser

GAMES = [next(win for win in SHORTEST if win.slug == slug) for slug in ("fortress", "stonewall")]
_LABELS = "() => [...document.querySelectorAll('#board button')].map(card => `${card.id}: ${card.ariaLabel}`)"

_IN_COLUMNS = """() => [...document.querySelectorAll(".column button:not([data-card='??'])")]
    .map(card => card.ariaLabel)"""


def _carry_some(page: Page, win: Verdict, count: int) -> None:
    position, ids = deal(win.rules, win.deck), layout(win.rules).index
    for move in win.line[:count]:
        carry(page, move, len(position.piles[ids[move.source]]) - move.count)
        position = after(win.rules, position, move)


def _labels(page: Page) -> list[str]:
    return list(page.evaluate(_LABELS))


@pytest.mark.parametrize("win", GAMES, ids=str)
def test_cards_are_named_as_on_a_fresh_page_after_moves_and_undos_that_waited(visit: Visit, win: Verdict) -> None:
    visitor = visit(connection="bad")
    page = visitor.sit_down(win)
    fresh = _labels(page)
    visitor.context.set_offline(True)
    _carry_some(page, win, 3)
    for key in "uuru":
        page.keyboard.press(key)
    visitor.context.set_offline(False)
    wait_for_seq(page, 7)
    now = _labels(page)
    page.reload()
    assert now == _labels(page)
    page.keyboard.press("u")
    wait_for_seq(page, 8)
    assert _labels(page) == fresh


@pytest.mark.parametrize("win", GAMES, ids=str)
def test_cards_are_named_as_before_after_moves_that_were_refused(visit: Visit, win: Verdict) -> None:
    visitor = visit(connection="bad", refusals=[422, 500])
    page = visitor.sit_down(win)
    fresh = _labels(page)
    visitor.context.set_offline(True)
    _carry_some(page, win, 3)
    page.keyboard.press("u")
    page.route("**/moves", lambda route: route.fulfill(status=500, body="Oh."), times=1)
    visitor.context.set_offline(False)
    expect(page.locator("#notice")).not_to_be_empty()
    assert _labels(page) == fresh


@pytest.mark.parametrize("win", GAMES, ids=str)
def test_cards_that_stay_under_a_moved_card_are_counted_anew_while_the_answer_waits(visit: Visit, win: Verdict) -> None:
    visitor = visit(connection="bad")
    page = visitor.sit_down(win)
    visitor.context.set_offline(True)
    _carry_some(page, win, 1)
    waiting = page.evaluate(_IN_COLUMNS)
    visitor.context.set_offline(False)
    wait_for_seq(page, 1)
    page.reload()
    assert waiting == page.evaluate(_IN_COLUMNS)
