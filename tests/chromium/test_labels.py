"""What a control shows is in its name, so that somebody who plays by voice can say what stands there."""

from typing import cast

import pytest
from playwright.sync_api import Page

from tests.chromium.conftest import Visit
from tests.chromium.places import PAGES, address
from tests.chromium.visitors import DESKTOP, PHONE, Visitor
from tests.lengths import a_few

pytestmark = pytest.mark.browser

FIRST = ("games", "table-fortress", "analysis-with-branches")
"""The pages that are looked at on every day."""
IN_TURN = a_few([*FIRST, *(name for name in PAGES if name not in FIRST)], 3)
# Returns the controls whose words do not all stand in their names, in the same order. A sign, such as that of a suit,
# is a picture; the letter of a court card stands for its rank.
_UNNAMED = """() => {
    const RANKS = { a: "ace", j: "jack", q: "queen", k: "king" };
    const words = (text) => text.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) ?? [];
    const named = (seen, said) => {
        let at = 0;
        for (const word of said) if (at < seen.length && [seen[at], RANKS[seen[at]]].includes(word)) at += 1;
        return at === seen.length;
    };
    const texts = (ids) => ids.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const labelled = "a[href], button, summary, input, textarea, select, [role=button], [role=link]";
    return [...document.querySelectorAll(labelled)].flatMap((control) => {
        const name = control.ariaLabel ?? texts(control.getAttribute("aria-labelledby") ?? "");
        if (!name) return [];
        const shown = [...(control.labels ?? [])].map((label) => label.innerText).join(" ");
        const seen = control.matches("a, button, summary, [role]") ? control.innerText : shown;
        return named(words(seen), words(name)) ? [] : [`“${seen}” is called “${name}”`];
    });
}"""


def _unnamed(page: Page) -> list[str]:
    return cast("list[str]", page.evaluate(_UNNAMED))


@pytest.mark.parametrize("name", IN_TURN)
def test_what_a_control_shows_is_in_its_name(visit: Visit, name: str) -> None:
    visitor: Visitor = visit(refusals=[404])
    page = visitor.open(address(visitor, name))
    for window in (DESKTOP, PHONE):
        page.set_viewport_size({"width": window.width, "height": window.height})
        assert _unnamed(page) == [], window


def test_the_ranks_of_the_finder_are_in_their_names(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(address(visitor, "table-fortress"))
    page.keyboard.press("l")
    page.locator(".finder").wait_for()
    assert _unnamed(page) == []


def test_a_cards_face_is_a_picture_and_its_name_says_rank_and_suit(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(address(visitor, "table-stalactites"))
    cards = page.locator("#board [data-card]")
    assert set(cards.evaluate_all("cards => cards.map(card => card.innerText.trim())")) == {""}
    # What a foundation writes below it, the rank it takes next and how many are home, is in the name of its top card.
    counted = page.locator("#board [data-home]").all()
    assert counted
    for pile in counted:
        home = pile.get_attribute("data-home")
        said = pile.locator("[data-card], [data-space]").last.get_attribute("aria-label") or ""
        assert f"{home} of 13 home" in said
        assert "next rank" in said
