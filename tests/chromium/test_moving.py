"""Every way of moving, on every game; after each move the page shows what the engine says."""

import pytest
from playwright.sync_api import Page

from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import (
    Hand,
    Table,
    drag,
    drag_with_a_finger,
    press_keys,
    tap,
    type_in,
)
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.chromium.visitors import PHONE, Visitor
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

OPENING = 14
"""How many moves of a winning line to make in each way."""


def open_with(visitor: Visitor, win: Verdict, hand: Hand) -> Page:
    """Play the opening of a winning line."""
    page = visitor.sit_down(win)
    Table(page, win.rules, deal(win.rules, win.deck)).play(win.line[:OPENING], hand)
    return page


@pytest.mark.parametrize("hand", [drag, press_keys, type_in], ids=lambda hand: hand.__name__)
@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_cards_are_moved_by_mouse_by_key_and_in_writing(visit: Visit, win: Verdict, hand: Hand) -> None:
    open_with(visit(), win, hand)


@pytest.mark.parametrize("hand", [tap, drag_with_a_finger], ids=lambda hand: hand.__name__)
@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_cards_are_moved_with_a_finger_on_a_phone(visit: Visit, win: Verdict, hand: Hand) -> None:
    open_with(visit(window=PHONE, touch=True), win, hand)
