"""Columns at their tallest, in every window: nothing leaves the table, and a finger can hit every movable card."""

import pytest
from playwright.sync_api import Page

from engine.games import GAMES
from engine.rules import Build, Rules
from tests.chromium.conftest import Visit
from tests.chromium.places import TABLES, address, choose_look
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.chromium.visitors import DESKTOP, PHONE, PHONE_ON_ITS_SIDE, SMALL_PHONE, TABLET, Visitor, Window
from tests.lengths import a_few

pytestmark = pytest.mark.browser

WINDOWS = (
    SMALL_PHONE,
    PHONE,
    PHONE_ON_ITS_SIDE,
    Window(568, 320),
    TABLET,
    Window(1024, 768),
    DESKTOP,
    Window(2560, 1440),
)
FINGER = 24
"""How wide and high a target should be, in pixels."""
# Copies of its top card are laid on a column until it has that many.
_PILE_UP = """(column, tall) => {
    column.classList.remove(`n${column.children.length}`);
    while (column.children.length < tall) column.append(column.lastElementChild.cloneNode(true));
    column.classList.add(`n${tall}`);
}"""
# The cards and spaces of the board that stand out of it, to a pixel.
_OUTSIDE = """board => {
    const table = board.getBoundingClientRect();
    return [...board.querySelectorAll(".card:not(.under), .space")].filter(card => {
        const { left, right, top, bottom } = card.getBoundingClientRect();
        return left < table.left - 1 || right > table.right + 1 || top < table.top - 1 || bottom > table.bottom + 1;
    }).map(card => `${card.parentElement.id} ${card.dataset.card}`);
}"""
# The piles that lie over one another, where only cards of one pile should.
_ENTANGLED = """board => {
    const piles = [...board.querySelectorAll(".pile")].map(pile => [pile.id, pile.getBoundingClientRect(),
        [...pile.querySelectorAll(".card:not(.under), .space")].map(card => card.getBoundingClientRect().bottom)]);
    return piles.flatMap(([one, a, bottoms]) => piles.filter(([other, b]) => one < other
        && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.top && Math.max(...bottoms) > b.top + 1)
        .map(([other]) => `${one} ${other}`));
}"""
# Width and height of what shows of the topmost cards of a column, covered ones by the strip that the next one leaves.
_TOPMOST = """(column, count) => [...column.children].slice(-count).map(card => {
    const { width, height, top } = card.getBoundingClientRect();
    const next = card.nextElementSibling;
    return [width, next ? next.getBoundingClientRect().top - top : height];
})"""


def tallest(rules: Rules) -> int:
    """Return the most cards that a column can ever hold: the deal, and a Queen's whole sequence on a King."""
    return max(rules.columns) + (0 if rules.build is Build.NONE else 12)


def _table(visit: Visit, name: str, look: str = "", played: float = 0) -> Page:
    visitor: Visitor = visit()
    choose_look(visitor, look)
    return visitor.open(address(visitor, name, played))


def _resize(page: Page, window: Window) -> None:
    page.set_viewport_size({"width": window.width, "height": window.height})


@pytest.mark.parametrize(
    ("name", "look"),
    a_few([*((name, "") for name in TABLES), ("table-fortress", "shape:columns"), ("table-stonewall", "side:left")]),
)
def test_neither_the_deal_nor_the_tallest_column_leaves_the_table(visit: Visit, name: str, look: str) -> None:
    page = _table(visit, name, look)
    board = page.locator("#board")
    for tall in (None, tallest(GAMES[TABLES[name]].rules)):
        if tall:
            page.locator(".column").first.evaluate(_PILE_UP, tall)
            page.locator(".column").last.evaluate(_PILE_UP, tall)
        for window in WINDOWS:
            _resize(page, window)
            assert board.evaluate(_OUTSIDE) == [], (window, tall)
            assert board.evaluate(_ENTANGLED) == [], (window, tall)


@pytest.mark.parametrize("name", a_few(TABLES))
def test_a_finger_finds_every_card_of_a_deal(visit: Visit, name: str) -> None:
    page = _table(visit, name)
    rules = GAMES[TABLES[name]].rules
    for window in WINDOWS:
        _resize(page, window)
        for at in range(len(rules.columns)):
            (width, height) = page.locator(f"#pile-t{at}").evaluate(_TOPMOST, 1)[0]
            assert min(width, height) >= FINGER, (window, at)


@pytest.mark.parametrize("name", a_few(["table-stonewall", "table-six-by-four"], 1))
def test_a_finger_finds_the_four_topmost_cards_of_a_long_column(visit: Visit, name: str) -> None:
    # A column is long only once moves are made, when the note of a first table is gone.
    page = _table(visit, name, played=0.1)
    column = page.locator(".column").last
    column.evaluate(_PILE_UP, 13)
    for window in (SMALL_PHONE, PHONE, TABLET, DESKTOP):
        _resize(page, window)
        assert [size for size in column.evaluate(_TOPMOST, 4) if min(size) < FINGER - 0.5] == [], window


def test_stonewalls_reserve_lies_in_two_rows_of_eight_on_a_phone(visit: Visit) -> None:
    page = _table(visit, "table-stonewall")
    for window, rows in ((PHONE, 2), (SMALL_PHONE, 2), (DESKTOP, 1)):
        _resize(page, window)
        tops = page.locator(".reserve .pile").evaluate_all(
            "piles => piles.map(pile => pile.getBoundingClientRect().top)"
        )
        assert [tops.count(top) for top in sorted(set(tops))] == [16 // rows] * rows, window


def test_a_used_up_place_of_the_reserve_covers_no_card(visit: Visit) -> None:
    page = visit(window=DESKTOP).sit_down(next(win for win in ONE_OF_EACH_GAME if win.slug == "stonewall"))
    page.locator("#pile-r5").evaluate("""pile => {
        pile.classList.replace("n1", "n0");
        pile.innerHTML = '<button type="button" class="space" data-space></button>';
    }""")
    card = page.locator("#pile-r4 .card")
    box = card.bounding_box()
    assert box
    hit = "([x, y]) => document.elementFromPoint(x, y).closest('[data-pile]').dataset.pile"
    for share in (0.2, 0.45):
        assert page.evaluate(hit, [box["x"] + share * box["width"], box["y"] + 20]) == "r4"
    assert page.evaluate(hit, [box["x"] + 0.8 * box["width"], box["y"] + 20]) == "r4"
