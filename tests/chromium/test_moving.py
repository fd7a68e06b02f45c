"""Every way of moving, on every game; after each move the page shows what the engine says."""

import pytest
from playwright.sync_api import Page, expect

from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import (
    Hand,
    Table,
    drag,
    drag_with_a_finger,
    press_keys,
    tap,
    top_of,
    type_in,
    wait_for_seq,
)
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.chromium.visitors import DESKTOP, PHONE, Visitor
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

OPENING = 14
"""How many moves of a winning line to make in each way."""


def open_with(visitor: Visitor, win: Verdict, hand: Hand[Page]) -> Page:
    """Play the opening of a winning line."""
    page = visitor.sit_down(win)
    Table(page, win.rules, deal(win.rules, win.deck)).play(win.line[:OPENING], hand)
    return page


@pytest.mark.parametrize("hand", [drag, press_keys, type_in], ids=lambda hand: hand.__name__)
@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_cards_are_moved_by_mouse_by_key_and_in_writing(visit: Visit, win: Verdict, hand: Hand[Page]) -> None:
    open_with(visit(), win, hand)


@pytest.mark.parametrize("hand", [tap, drag_with_a_finger], ids=lambda hand: hand.__name__)
@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_cards_are_moved_with_a_finger_on_a_phone(visit: Visit, win: Verdict, hand: Hand[Page]) -> None:
    open_with(visit(window=PHONE, touch=True), win, hand)


def test_a_window_that_changes_its_size_during_a_drag_is_aimed_at_anew(visit: Visit) -> None:
    visitor = visit(window=DESKTOP)
    page = visitor.open(visitor.begin("fortress", {}, "4"))
    source, target = (str(page.locator("#status").get_attribute("data-legal")).split()[0]).split("-")
    page.mouse.move(*top_of(page, source))
    page.mouse.down()
    page.mouse.move(DESKTOP.width / 2, DESKTOP.height / 2, steps=3)
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    page.mouse.move(*top_of(page, target), steps=3)
    expect(page.locator(f"#pile-{target} .aimed")).to_have_count(1)
    page.mouse.up()
    wait_for_seq(page, 1)
