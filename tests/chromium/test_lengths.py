"""How long pages are on a phone, for somebody who has played for a year: the demo's Ada."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.chromium.conftest import Visit
from tests.chromium.serving import serving
from tests.chromium.visitors import Window
from tests.demo.__main__ import PASSWORD, fill
from tests.demo.making import FULL
from tests.demo.people import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.long]

SCREEN = 664
MOST_SCREENS = 3
PAGES = (
    *("/", "/daily", "/daily/{yesterday}", "/daily/{yesterday}/fortress", "/puzzles", "/learn", "/learn/fortress"),
    *("/fortress", "/stonewall", "/stronghold", "/six-by-four", "/stalactites", "/players/{me}", "/api"),
    "/analysis/stronghold?deal=483920&cell=one",
    *("/statistics", "/me", "/races", "/tournaments", "/settings", "/account", "/friends", "/reminders"),
)
"""All that are neither texts nor lists."""


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a demo, and return the address."""
    folder: Path = tmp_path_factory.mktemp("demo")
    fill(folder, 1, FULL)
    (folder / "demo.sqlite3").rename(folder / "rampart.sqlite3")
    (folder / "secret").rename(folder / "rampart.sqlite3.secret")
    with serving(folder) as address:
        yield address


def test_no_page_is_longer_than_three_screens_of_a_phone(visit: Visit) -> None:
    visitor = visit(window=Window(390, SCREEN))
    page = visitor.open("/account")
    form = page.locator("form[action*=sign-in]")
    form.locator("input[name=name]").fill(NAMES[0])
    form.locator("input[name=password]").fill(PASSWORD)
    with page.expect_navigation():
        form.get_by_role("button").click()
    page.goto(f"{visitor.origin}/me")
    expect(page.locator("h1")).to_have_text(NAMES[0])
    page.goto(f"{visitor.origin}/daily")
    days = page.locator(".calendar a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    yesterday = sorted(days)[-2].removeprefix("/daily/") if len(days) > 1 else sorted(days)[-1].removeprefix("/daily/")
    lengths = dict[str, int]()
    for address in PAGES:
        answer = page.goto(visitor.origin + address.format(yesterday=yesterday, me=NAMES[0]))
        assert answer
        assert answer.ok, address
        lengths[address] = page.evaluate("document.scrollingElement.scrollHeight")
    assert {where: pixels for where, pixels in lengths.items() if pixels > MOST_SCREENS * SCREEN} == {}
