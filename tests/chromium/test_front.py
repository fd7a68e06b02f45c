"""The front page on a phone: what to do now is whole on the first screen, and nothing is more than two taps away."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.chromium.conftest import Visit
from tests.chromium.visitors import Visitor, Window

pytestmark = pytest.mark.browser

WINDOWS = (Window(390, 664), Window(320, 568))
"""What a phone shows of a page, and a small one."""
FIRST = ("#main-action", "#today")


def _newcomer(_: Visitor) -> None:
    pass


def _returning(visitor: Visitor) -> None:
    visitor.give_up(visitor.begin("stonewall", {}, "5"), 0)


def _amid_games(visitor: Visitor) -> None:
    visitor.begin("fortress", {}, "4")
    visitor.begin("six-by-four", {"cells": "four"}, "4")


VISITORS = (_newcomer, _returning, _amid_games)


def _foot(page: Page) -> float:
    """Return where the places begin that are fixed at the foot of the window."""
    return float(page.locator(".masthead nav").evaluate("bar => bar.getBoundingClientRect().top"))


def _ends(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box, selector
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize("before", VISITORS)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_what_to_do_now_and_the_daily_are_whole_on_the_first_screen(
    visit: Visit, window: Window, before: Callable[[Visitor], None]
) -> None:
    visitor = visit(window=window, touch=True)
    before(visitor)
    page = visitor.open("/")
    shown = [*FIRST, "#of-day", ".faces"] if window == WINDOWS[0] else FIRST
    lines = [_ends(page, selector) for selector in shown]
    assert lines == sorted(lines), "in this order"
    assert lines[0][0] >= 0
    assert lines[-1][1] <= _foot(page)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_places_at_the_foot_cover_no_content(visit: Visit, window: Window) -> None:
    page = visit(window=window, touch=True).open("/")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert _ends(page, ".colophon")[1] <= _foot(page)
    for link in page.locator("main a, main button").all():
        link.focus()
        if link.bounding_box():
            assert link.evaluate("one => one.getBoundingClientRect().bottom") <= _foot(page)


def test_twice_the_size_of_text_never_scrolls_sideways(visit: Visit) -> None:
    visitor = visit(window=WINDOWS[0], touch=True)
    _amid_games(visitor)
    page = visitor.open("/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= WINDOWS[0].width


@pytest.mark.parametrize(
    ("taps", "end"),
    [
        (('.faces a[href="/fortress"]',), "/fortress"),
        (('.masthead a[href="/learn"]', 'a[href="/learn/fortress/1"].button'), "/learn/fortress/1"),
        (("#today .button", 'form[action$="/start"] button'), "/sessions/[0-9a-z]{16}"),
        (('.masthead a[href="/me"]', 'main a[href="/statistics"]'), "/statistics"),
        (('.masthead a[href="/me"]', 'main a[href="/settings"]'), "/settings"),
        (('main a[href="/races"]', '.race-form button[type="submit"]'), "/races/[A-Z]+"),
    ],
    ids=("rules", "first lesson", "daily board", "statistics", "settings", "race"),
)
def test_it_takes_at_most_two_taps_to_come_to(visit: Visit, taps: tuple[str, ...], end: str) -> None:
    page = visit(window=WINDOWS[0], touch=True).open("/")
    for tap in taps:
        page.locator(tap).first.tap()
    expect(page).to_have_url(re.compile(f".*{end}$"))
    expect(page.locator("h1").first).to_be_visible()


@pytest.mark.parametrize(
    ("address", "place"),
    [("/", "Play"), ("/races", "Play"), ("/daily", "Today"), ("/learn", "Learn"), ("/puzzles", "Learn"), ("/me", "Me")],
)
def test_a_page_says_in_which_place_it_is(visit: Visit, address: str, place: str) -> None:
    page = visit(window=WINDOWS[0], touch=True).open(address)
    marked = page.locator("nav[aria-label=Site] [aria-current]")
    assert marked.all_inner_texts() == [place]
