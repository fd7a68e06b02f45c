"""What a browser draws with: the weights of the typeface, and the pictures of the cards before they have come."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.chromium.conftest import Visit

pytestmark = pytest.mark.browser

_LOADED = """async () => {
    await document.fonts.ready;
    const faces = [...document.fonts].filter(each => each.status === "loaded" && each.family.includes("Crimson"));
    return faces.map(each => `${each.weight} ${each.style}`).sort();
}"""
_WRITTEN = "card => getComputedStyle(card, '::before').content"


def _loaded(page: Page) -> list[str]:
    """Return the weights and styles of the typeface that a page has fetched."""
    return [str(face) for face in page.evaluate(_LOADED)]


def test_bold_words_have_a_weight_of_their_own_which_the_front_page_does_without(visit: Visit) -> None:
    page = visit().open("/tournaments/rules")
    expect(page.locator("main b").first).to_be_visible()
    assert "600 700 normal" in _loaded(page)
    page.goto("/")
    assert _loaded(page) == ["normal normal"]


def test_cards_show_rank_and_suit_as_text_until_their_pictures_come(visit: Visit) -> None:
    visitor = visit()
    table = visitor.begin("fortress", {}, "5")
    page, held = visitor.context.new_page(), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/cards.svg", hold)
    page.goto(table, wait_until="commit")
    expect(page.locator("body")).to_have_class("playing unpainted")
    card = page.locator("#board .card").first
    text = card.get_attribute("data-card") or ""
    sign = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}[text[1]]
    assert card.evaluate(_WRITTEN) == f'"{text[0].replace("T", "10")}{sign}"'
    for one in held:
        one.continue_()
    page.unroute("**/cards.svg")
    expect(page.locator("body")).to_have_class("playing")
    assert card.evaluate(_WRITTEN) == "none"


def test_cards_whose_pictures_are_there_never_show_text(visit: Visit) -> None:
    visitor = visit()
    table = visitor.begin("fortress", {}, "5")
    page = visitor.open(table)
    page.wait_for_load_state("networkidle")
    page.reload(wait_until="networkidle")
    assert page.locator("[data-face]").count() == 0
