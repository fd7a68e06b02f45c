"""The end of a game: the wall of a win with its panel beside it, and the result passed on in one tap."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.rules import COMPLETE
from tests.chromium.conftest import Visit
from tests.chromium.variants import SHORTEST
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

WINDOWS = [(390, 664), (320, 568), (664, 390), (820, 1180), (1440, 900)]

_SEEN = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  const at = (card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return document.elementFromPoint(left + Math.min(8, width / 4), top + Math.min(8, height / 4)) === card;
  };
  const piles = [...document.querySelectorAll("#board .foundation")].map((pile) => [...pile.querySelectorAll(".card")]);
  return {
    panel: box(document.getElementById("ending")),
    cards: piles.flat().map(box),
    piles: piles.map((cards) => cards.length),
    hidden: piles.flat().filter((card) => !at(card)).map((card) => card.dataset.card),
    wide: document.documentElement.scrollWidth,
  };
}"""

_LYING = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  const cards = [...document.querySelectorAll("#board .card")];
  return { panel: box(document.getElementById("ending")), cards: cards.map(box) };
}"""


def _meet(one: Any, other: Any) -> bool:
    """Return whether two boxes overlap."""
    apart = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
    return not (apart or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1)


def _check_wall(page: Page, width: int, height: int) -> None:
    seen = page.evaluate(_SEEN)
    assert seen["piles"] == [COMPLETE] * 4
    assert seen["hidden"] == []
    assert not any(_meet(card, seen["panel"]) for card in seen["cards"])
    for box in (*seen["cards"], seen["panel"]):
        assert box["left"] >= -1
        assert box["right"] <= width + 1
        assert box["top"] >= 0
        assert box["bottom"] <= height + 1
    assert seen["wide"] <= width


@pytest.mark.parametrize("win", a_few(SHORTEST, 2), ids=str)
def test_the_wall_of_a_win_stands_whole_beside_its_panel_in_every_window(visit: Visit, win: Verdict) -> None:
    page = visit().sit_down(win, len(win.line) - 1)
    page.evaluate(
        "move => { const form = document.getElementById('typed-move');"
        "form.elements.move.value = move; form.requestSubmit(); }",
        str(win.line[-1]),
    )
    expect(page.locator("#ending .feats")).to_be_visible()
    for reloaded in (False, True):
        if reloaded:
            page.reload()
        expect(page.locator("#next")).to_have_text("New deal")
        expect(page.locator("#again")).to_be_visible()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            _check_wall(page, width, height)


def test_a_game_given_up_leaves_its_cards_to_be_seen_beside_the_panel(visit: Visit) -> None:
    visitor, win = visit(), SHORTEST[0]
    table = visitor.begin(win.slug, win.options, win.deal)
    visitor.give_up(table, 0)
    page = visitor.open(table)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(_LYING)
        assert seen["cards"]
        assert not any(_meet(card, seen["panel"]) for card in seen["cards"]), (width, height)
        assert seen["panel"]["bottom"] <= height


def test_a_result_is_shared_in_one_tap(visit: Visit) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    win = SHORTEST[0]
    page = visitor.sit_down(win, len(win.line))
    table = page.url
    page.click("#share")
    expect(page.locator("#shared")).to_contain_text("Copied")
    expect(page).to_have_url(table)
    text = page.evaluate("navigator.clipboard.readText()")
    assert f"solved, {len(win.line)} steps" in text
    assert text.endswith(f"{visitor.origin}/{win.slug}/{win.deal}")
