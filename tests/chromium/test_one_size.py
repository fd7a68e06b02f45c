"""All cards of a table have one size and one kind of face, in every window, and also while they fly."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page

from engine.conveniences import finishing
from engine.moves import apply
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import expect_won
from tests.chromium.variants import ONE_OF_EACH_GAME, SHORTEST
from tests.chromium.visitors import DESKTOP, PHONE, SMALL_PHONE, TABLET, Window
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

WINDOWS = (
    SMALL_PHONE,
    PHONE,
    Window(390, 664),
    Window(664, 390),
    Window(568, 320),
    TABLET,
    Window(820, 1180),
    Window(1000, 500),
    Window(1024, 768),
    DESKTOP,
)
LEAST_TARGET = 23.9
"""How many pixels of a covered card a finger needs."""
# Each width in pixels and each kind of face that cards show.
_SHOWN = """board => {
    const shown = new Set();
    for (const face of board.querySelectorAll(".card:not(.under, .back) > svg")) {
        const large = getComputedStyle(face).getPropertyValue("--face-large").trim();
        shown.add(`${face.parentElement.offsetWidth} ${large}`);
    }
    return [...shown];
}"""
# The same while cards fly, once a frame; and how many likenesses were seen.
_SHOWN_FLYING = (
    """async board => {
    const look = """
    + _SHOWN
    + """;
    const shown = new Set();
    let flying = 0;
    // A won game then builds a wall of them, in a size of its own.
    for (let frame = 0; frame < 40 && !board.classList.contains("walled"); frame += 1) {
        for (const one of look(board)) shown.add(one);
        flying = Math.max(flying, board.querySelectorAll(".likeness").length);
        await new Promise(requestAnimationFrame);
    }
    return [flying, ...shown];
}"""
)


def sit_down_late(visit: Visit, won: Verdict, window: Window) -> Page:
    """Open a table at which all that is left can go straight home."""
    position, moves = deal(won.rules, won.deck), 0
    while not finishing(won.rules, position):
        position = apply(won.rules, position, won.line[moves])
        moves += 1
    return visit(window=window, motion="no-preference").sit_down(won, moves)


@pytest.mark.parametrize("won", SHORTEST, ids=str)
def test_all_cards_of_a_table_have_one_size_and_one_face_in_every_window(visit: Visit, won: Verdict) -> None:
    page = visit().sit_down(won, len(won.line) // 2)
    for window in WINDOWS:
        page.set_viewport_size({"width": window.width, "height": window.height})
        assert len(page.locator("#board").evaluate(_SHOWN)) == 1, window


@pytest.mark.parametrize("won", SHORTEST, ids=str)
def test_the_one_size_is_as_wide_as_the_columns_allow(visit: Visit, won: Verdict) -> None:
    page = visit().sit_down(won, 0)
    rows = [page.locator(f"#board {row} .pile") for row in (".tableau", ".reserve")]
    columns = rows[0].count()
    for window, least in ((Window(390, 664), 44), (SMALL_PHONE, 30)):
        page.set_viewport_size({"width": window.width, "height": window.height})
        width = page.locator("#board .tableau .card").first.evaluate("card => card.offsetWidth")
        assert width >= min(least, (window.width - 17) / columns - 5), window
        lefts = rows[1].evaluate_all("piles => piles.map(pile => pile.getBoundingClientRect().x)")
        steps = [after - before for before, after in pairwise(lefts) if after > before]
        assert not steps or min(steps) >= LEAST_TARGET, window


@pytest.mark.parametrize("window", [Window(390, 664), DESKTOP], ids=str)
@pytest.mark.parametrize("won", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_cards_that_fly_home_have_the_size_and_the_face_of_those_that_lie(
    visit: Visit, won: Verdict, window: Window
) -> None:
    page = sit_down_late(visit, won, window)
    board = page.locator("#board")
    lying = board.evaluate(_SHOWN)
    page.locator("#finish").click()
    flying, *shown = board.evaluate(_SHOWN_FLYING)
    assert flying
    assert shown == lying
    expect_won(page)
