"""Whole games, from the deal to the last card on its foundation."""

import pytest
from playwright.sync_api import Page

from engine.moves import after
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import Hand, Table, click, click_plain_buttons, expect_won, press_keys, type_in
from tests.chromium.variants import ONE_OF_EACH_GAME, SHORTEST
from tests.chromium.visitors import Visitor
from tests.engine.verdicts import Verdict

pytestmark = pytest.mark.browser

LAST_MOVES = 12


def _games(wins: list[Verdict]) -> pytest.MarkDecorator:
    """Play each of these games at length; on every day the end of one."""
    first = wins[0]
    end = pytest.param(first, len(first.line) - LAST_MOVES, id=f"the end of {first}")
    games = [pytest.param(win, 0, id=str(win), marks=pytest.mark.long) for win in wins]
    return pytest.mark.parametrize(("win", "made"), [end, *games])


def _play(visitor: Visitor, win: Verdict, made: int, hand: Hand[Page]) -> None:
    page = visitor.sit_down(win, made)
    position = deal(win.rules, win.deck)
    for move in win.line[:made]:
        position = after(win.rules, position, move)
    Table(page, win.rules, position, made).play(win.line[made:], hand)
    expect_won(page)


@_games(SHORTEST)
def test_every_game_can_be_won_by_clicking(visit: Visit, win: Verdict, made: int) -> None:
    _play(visit(), win, made, click)


@_games(ONE_OF_EACH_GAME)
def test_every_game_can_be_won_by_keys_alone(visit: Visit, win: Verdict, made: int) -> None:
    _play(visit(), win, made, press_keys)


@_games(ONE_OF_EACH_GAME)
def test_every_game_can_be_won_without_javascript(visit: Visit, win: Verdict, made: int) -> None:
    _play(visit(javascript=False), win, made, click_plain_buttons)


@_games(ONE_OF_EACH_GAME[:1])
def test_a_game_can_be_won_by_typing_its_moves(visit: Visit, win: Verdict, made: int) -> None:
    _play(visit(), win, made, type_in)
