"""What holds on every page: it fits its window, it is open to everybody, and it is light."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from engine.games import GAMES
from tests.browser import running_chromium
from tests.chromium.conftest import Visit
from tests.chromium.places import PAGES, PLAIN, TABLES, address
from tests.chromium.visitors import DESKTOP, PHONE, PHONE_ON_ITS_SIDE, SMALL_PHONE, TABLET, Visitor, Window
from tests.lengths import a_few

pytestmark = pytest.mark.browser

WINDOWS = (SMALL_PHONE, PHONE, PHONE_ON_ITS_SIDE, TABLET, DESKTOP, Window(2560, 1440))
FIRST_VISIT = 90_000
"""The most bytes that a first visit to the lobby and a table may take on their way, headers and typeface included."""
# Cards lie over one another; that a finger finds those that can be moved is tested with the tables.
AT_LENGTH = re.compile(r"(game|deal|table)-(?!stonewall)|people-|programs")
"""Of pages that are there for every game, one is looked at on every day, and so of the pages for programs.

Of pages about people, that of friends has all that the others have.
"""
_EVERY_DAY = [name for name in PAGES if not AT_LENGTH.match(name)]
IN_TURN = a_few([*_EVERY_DAY, *filter(AT_LENGTH.match, PAGES)], len(_EVERY_DAY))
_RULES = {"rules": {"target-size": {"enabled": True}}}
_COLOURS = {"runOnly": ["color-contrast"]}
"""All that a theme changes."""
_ROOT = "Object.fromEntries([...document.documentElement.attributes].map(({ name, value }) => [name, value]))"
_AS_BEFORE = """before => {
    const root = document.documentElement;
    for (const name of root.getAttributeNames()) if (!(name in before)) root.removeAttribute(name);
    for (const name in before) root.setAttribute(name, before[name]);
}"""


def _violations(page: Page, options: dict[str, Any]) -> Iterator[str]:
    """Return what axe finds on a page into which it was put; to name all that is right as well would take longer."""
    ask = "async options => (await axe.run(document, options)).violations"
    for violation in page.evaluate(ask, {"resultTypes": ["violations"], **options}):
        for node in violation["nodes"]:
            yield f"{violation['id']}: {node['target']} {node['failureSummary']}"


@pytest.fixture(scope="module")
def anybody(origin: str) -> Iterator[Page]:
    """Open an empty tab for the pages that are the same for everybody, to each of which its visitor comes anew.

    So the browser reads the styles and scripts once, and starts one process for all of these pages.
    """
    visitor = Visitor(running_chromium(), origin, PHONE, refusals=[404])
    yield visitor.context.new_page()
    visitor.context.close()
    assert not visitor.troubles


@pytest.fixture(scope="module", params=IN_TURN)
def opened(request: pytest.FixtureRequest, origin: str) -> Iterator[tuple[str, Page, dict[str, str]]]:
    """Open a page once for all that is asked of it; yield its name, the page, and how its root is written."""
    if request.param in PLAIN:
        page: Page = request.getfixturevalue("anybody")
        page.goto(PLAIN[request.param])
        yield request.param, page, page.evaluate(_ROOT)
        page.evaluate("() => [localStorage, sessionStorage].forEach(kept => kept.clear())")
        page.context.clear_cookies()
        return
    visitor = Visitor(running_chromium(), origin, PHONE, refusals=[404])
    page = visitor.open(address(visitor, request.param))
    yield request.param, page, page.evaluate(_ROOT)
    visitor.context.close()
    assert not visitor.troubles


@pytest.fixture
def shown(opened: tuple[str, Page, dict[str, str]]) -> tuple[str, Page]:
    """Return the name of a page, and the page as a phone shows it, whatever was done to it before."""
    name, page, root = opened
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    page.evaluate(_AS_BEFORE, root)
    return name, page


def test_a_page_never_scrolls_sideways_and_a_table_not_at_all(shown: tuple[str, Page]) -> None:
    name, page = shown
    for window in WINDOWS:
        page.set_viewport_size({"width": window.width, "height": window.height})
        width, height = page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
        assert width <= window.width, window
        assert name not in TABLES or height <= window.height, window
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE.width, "with text of twice the size"


def test_axe_finds_nothing_to_better(shown: tuple[str, Page]) -> None:
    name, page = shown
    page.evaluate(AXE_SCRIPT)
    assert list(_violations(page, _RULES if name not in TABLES else {})) == []
    for theme in ("dark", "contrast"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        assert list(_violations(page, _COLOURS)) == [], theme


@pytest.mark.parametrize("slug", a_few(GAMES, 1))
def test_a_first_visit_to_the_lobby_and_a_table_is_light(visit: Visit, slug: str) -> None:
    visitor: Visitor = visit()
    table = address(visitor, f"table-{slug}")
    page = visitor.context.new_page()
    taken: dict[str, float] = {}
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": False})
    network.on(
        "Network.loadingFinished", lambda loaded: taken.update({loaded["requestId"]: loaded["encodedDataLength"]})
    )
    page.goto("/", wait_until="networkidle")
    page.goto(table, wait_until="networkidle")
    assert len(taken) > 10
    assert sum(taken.values()) <= FIRST_VISIT


def test_a_page_leads_to_an_installable_application(visit: Visit) -> None:
    page = visit().open("/")
    manifest = page.locator("link[rel=manifest]").evaluate("async link => (await fetch(link.href)).json()")
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    sizes = page.evaluate(
        """(icons) => Promise.all(icons.map(async ({src}) => {
            const image = new Image();
            image.src = new URL(src, document.querySelector("link[rel=manifest]").href);
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
        }))""",
        manifest["icons"],
    )
    assert sizes == [icon["sizes"] for icon in manifest["icons"]]


def test_settings_and_the_pages_of_a_player_use_the_width_of_a_desktop(visit: Visit) -> None:
    visitor = visit(window=DESKTOP)
    visitor.register()
    page = visitor.open("/")
    for place in ("/settings", "/settings/cards", "/settings/counters", "/account"):
        page.goto(place)
        parts = page.locator(".subjects > li, .setting, .chapter")
        begin = parts.evaluate_all("parts => parts.map(part => part.getBoundingClientRect().left)")
        assert len(set(begin)) == 2, place


def test_a_printed_deal_is_the_deal_alone(visit: Visit) -> None:
    page = visit().open("/stonewall/5")
    page.emulate_media(media="print")
    expect(page.locator(".dealt")).to_be_visible()
    for left_out in ("nav", "form", ".colophon", ".deal-side"):
        expect(page.locator(left_out)).to_be_hidden()
