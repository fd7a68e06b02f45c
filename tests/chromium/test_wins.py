"""Whole games, from the deal to the last card on its foundation."""

import pytest

from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import Hand, Table, click, click_plain_buttons, expect_won, press_keys, type_in
from tests.chromium.variants import ONE_OF_EACH_GAME, SHORTEST
from tests.chromium.visitors import Visitor
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser


def _play(visitor: Visitor, win: Verdict, hand: Hand) -> None:
    page = visitor.open(visitor.begin(win.slug, win.options, win.deal))
    Table(page, win.rules, deal(win.rules, win.deck)).play(win.line, hand)
    expect_won(page)


@pytest.mark.parametrize("win", a_few(SHORTEST, 1), ids=str)
def test_every_game_can_be_won_by_clicking(visit: Visit, win: Verdict) -> None:
    _play(visit(), win, click)


@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_every_game_can_be_won_by_keys_alone(visit: Visit, win: Verdict) -> None:
    _play(visit(), win, press_keys)


@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_every_game_can_be_won_without_javascript(visit: Visit, win: Verdict) -> None:
    _play(visit(javascript=False), win, click_plain_buttons)


def test_a_game_can_be_won_by_typing_its_moves(visit: Visit) -> None:
    _play(visit(), SHORTEST[0], type_in)
