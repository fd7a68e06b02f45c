"""Going through a page with Tab: every stop shows that it has the focus, nothing lies over it, and Tab leads out."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.chromium.conftest import Visit
from tests.chromium.places import PAGES, address
from tests.chromium.visitors import DESKTOP, PHONE, Visitor, Window
from tests.lengths import a_few

pytestmark = pytest.mark.browser

FIRST = ("games", "table-fortress")
"""The pages that are walked through on every day."""
IN_TURN = a_few([*FIRST, *(name for name in PAGES if name not in FIRST)])
WINDOWS = (PHONE, DESKTOP, Window(320, 256))
MOST_STOPS = 400
# Returns where the focus is: whether it shows, on the part itself or on what holds it, and whether a part lies over it.
_STOP = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const rings = (part, pseudo) => {
        const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth, content } = getComputedStyle(part, pseudo);
        const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
        const bordered = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 2;
        return pseudo ? content !== "none" && bordered : outlined;
    };
    const label = at.labels?.[0];
    const ringed = rings(at) || rings(at, "::after") || [at.parentElement, label].some((part) => part && rings(part));
    const boxes = [...at.getClientRects()].filter(({ width, height }) => width && height);
    const across = [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.2, 0.8].map((y) => [x, y]));
    const points = boxes.flatMap(({ x, y, width, height }) =>
        across.map(([aside, down]) => [x + aside * width, y + down * height]));
    // What cannot be pressed now lets the pointer through, and is seen all the same.
    const through = getComputedStyle(at).pointerEvents === "none";
    const open = ([x, y]) => {
        const seen = document.elementFromPoint(x, y);
        return at.contains(seen) || (through && Boolean(seen?.contains(at))) || Boolean(label?.contains(seen));
    };
    at.dataset.stops = Number(at.dataset.stops ?? 0) + 1;
    const { outerHTML } = at.cloneNode(false);
    return { ringed, open: points.some(open), again: Number(at.dataset.stops) > 1, part: outerHTML.slice(0, 160) };
}"""


def _stops(page: Page) -> list[dict[str, Any]]:
    """Return every stop of Tab from the top of a page until the focus leaves the page or comes back to a stop."""
    page.evaluate("""() => {
        document.activeElement?.blur();
        for (const part of document.querySelectorAll("[data-stops]")) delete part.dataset.stops;
        getSelection().removeAllRanges();
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute("tabindex");
        scrollTo(0, 0);
    }""")
    stops = list[dict[str, Any]]()
    while len(stops) < MOST_STOPS:
        page.keyboard.press("Tab")
        stop = page.evaluate(_STOP)
        if stop is None or stop["again"]:
            return stops
        stops.append(stop)
    raise AssertionError("Tab does not lead out of this page.")


@pytest.mark.parametrize("name", IN_TURN)
def test_every_stop_of_tab_shows_and_none_is_covered(visit: Visit, name: str) -> None:
    visitor: Visitor = visit(refusals=[404])
    page = visitor.open(address(visitor, name))
    assert page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count() == 0
    wrong = dict[str, list[str]]()
    for window in WINDOWS:
        page.set_viewport_size({"width": window.width, "height": window.height})
        stops = _stops(page)
        assert len(stops) > 2
        for word, holds in (("shows", "ringed"), ("covered", "open")):
            if bad := [stop["part"] for stop in stops if not stop[holds]]:
                wrong[f"{window} {word}"] = bad
    assert wrong == {}


def _is_shown(page: Page) -> bool:
    """Return whether the focus is on a part that can be seen."""
    return bool(page.evaluate("document.activeElement !== document.body && document.activeElement.checkVisibility()"))


def test_what_opens_over_a_table_gives_the_focus_back(visit: Visit) -> None:
    visitor: Visitor = visit()
    page = visitor.open(address(visitor, "table-fortress"))
    card = page.locator("#pile-t0 [data-card]").last
    for key, opened in (("?", "#keys"), ("l", ".finder"), ("m", "#typed-move")):
        card.focus()
        page.keyboard.press(key)
        page.locator(opened).wait_for()
        page.keyboard.press("Escape")
        expect(card).to_be_focused()
    more = page.locator("#more")
    more.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('.sheet'))")
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_text("Everything else").click()
    page.get_by_role("link", name="Keys").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    assert _is_shown(page)


def test_how_hard_a_deal_is_gives_the_focus_back(visit: Visit) -> None:
    visitor: Visitor = visit()
    page = visitor.open(visitor.post("/stronghold/new?cell=one", deals="gentle"))
    band = page.locator(".band")
    band.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#band")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#band")).to_be_hidden()
    expect(band).to_be_focused()


def test_a_ring_that_is_missing_or_covered_is_noticed(visit: Visit) -> None:
    page = visit().open("/contact")
    assert all(stop["ringed"] and stop["open"] for stop in _stops(page))
    page.evaluate("""() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("* { outline: none !important } .colophon { position: relative } "
            + ".colophon::after { content: ''; position: absolute; inset: 0 }");
        document.adoptedStyleSheets = [sheet];
    }""")
    stops = _stops(page)
    assert not any(stop["ringed"] for stop in stops)
    assert {stop["open"] for stop in stops} == {True, False}
