"""The reader that says what somebody cannot read on a page: pages made by hand, with one fault each, and without."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser import running_chromium
from tests.chromium.legible import lost

pytestmark = pytest.mark.browser

WIDTH, HEIGHT = 320, 256
FAULTS = {
    '<div style="width: 400px">A wide part</div><p style="width: 500px; margin: 0">Some words</p>': (
        "the page scrolls sideways: 508"
    ),
    '<p style="position: absolute; left: -30px">Beyond</p>': "“Beyond” lies beyond the window",
    '<div class="box" style="width: 40px; overflow: hidden; white-space: nowrap">Many words in a line</div>': (
        "div.box cuts “Many words in a line” at its side"
    ),
    '<div class="box" style="height: 8px; overflow: clip; line-height: 20px">Halved</div>': "div.box cuts “Halved”",
    '<p style="position: fixed; top: 245px; margin: 0">Foot</p>': "“Foot” lies below the window",
    '<p style="position: fixed; top: -12px; margin: 0">Head</p>': "“Head” lies above the window",
    '<style>body { overflow: hidden }</style><p style="margin-top: 400px">Deep</p>': "“Deep” lies below the window",
    '<p>First words <b style="margin-inline-start: -60px">Second</b></p>': "“First words” and “Second” cross",
}
"""Pages with a fault, and what is found."""
FAULTLESS = [
    "<p>Words that fit.</p>",
    '<p style="margin-top: 900px">The page scrolls to this.</p>',
    '<div style="width: 100px; overflow: auto; white-space: nowrap">A part that scrolls sideways to its end.</div>',
    '<div style="height: 40px; overflow-y: scroll">' + "<p>One of many lines.</p>" * 9 + "</div>",
    '<p style="position: fixed; clip-path: inset(50%); top: -40px">For screen readers</p>',
    '<p style="position: fixed; top: -40px; visibility: hidden">Hidden</p>',
    '<p style="position: fixed; top: -40px; opacity: 0">Transparent</p>',
    '<a class="skip" style="position: absolute; left: -900px">Skip</a>',
    # The blank part of a line may be cut.
    '<div style="height: 16px; overflow: hidden; font-size: 14px; line-height: 20px">Whole</div>',
    # What stays in sight while the page scrolls covers one part after another, and each can be scrolled from below it.
    '<p style="margin: 0">Covered now <b style="position: fixed; top: 8px; left: 8px">Stays</b></p>',
    # What lies under another part is not seen, so it crosses nothing.
    '<p style="margin: 0">Under</p><div style="position: absolute; top: 0; left: 0; width: 200px; background: #fff">'
    '<p style="margin: 0">Over</p></div>',
]


@pytest.fixture(scope="module")
def blank() -> Iterator[Page]:
    """Open an empty tab."""
    page = running_chromium().new_page(viewport={"width": WIDTH, "height": HEIGHT})
    yield page
    page.close()


def _found(page: Page, body: str) -> list[str]:
    page.set_content(f"<!doctype html><title>A page</title><body style='margin: 8px'>{body}")
    return lost(page)


@pytest.mark.parametrize(("body", "found"), FAULTS.items(), ids=FAULTS.values())
def test_a_fault_is_found_and_named(blank: Page, body: str, found: str) -> None:
    assert found in _found(blank, body)


@pytest.mark.parametrize("body", FAULTLESS)
def test_what_can_be_read_or_scrolled_to_is_no_fault(blank: Page, body: str) -> None:
    assert _found(blank, body) == []


def test_each_of_several_faults_is_named_once(blank: Page) -> None:
    cut = '<div class="box" style="width: 40px; overflow: hidden; white-space: nowrap">Many words in a line</div>'
    foot = '<p style="position: fixed; top: 245px; margin: 0">Foot</p>'
    assert sorted(_found(blank, cut + cut + foot)) == [
        "div.box cuts “Many words in a line” at its side",
        "“Foot” lies below the window",
    ]
