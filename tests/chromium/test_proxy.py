"""A race of two telephones with somebody looking on, through a proxy and over two server processes."""

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.chromium.proxied import site
from tests.chromium.test_races import cards_home, give_up, join, make, make_move, way_home
from tests.chromium.visitors import PHONE, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.redis]


@pytest.mark.long
def test_two_telephones_race_through_a_proxy_over_two_servers_of_which_one_ends(
    browser: Browser, tmp_path: Path, postgres_url: str
) -> None:
    with site(tmp_path, postgres_url) as served:
        visitors = [Visitor(browser, served.origin, PHONE) for _ in range(3)]
        ann, ben, cid = (visitor.context.new_page() for visitor in visitors)
        code = make(ann, "Ann")
        assert visitors[0].context.cookies()[0]["name"].startswith("__Host-")
        join(ben, code, "Ben")
        cid.goto(f"/races/{code}")
        _start(ann, ben)
        assert _board(ann) == _board(ben)

        mark = ann.locator("#strip .run.you").get_attribute("data-run")
        for move in way_home(ann):
            make_move(ann, move)
        home = cards_home(ann)
        for page in (ann, ben, cid):
            expect(page.locator(f'[data-run="{mark}"] progress').first).to_have_js_property("value", home)

        # One of the two ends in the middle of it; its visitors go on at the other.
        served.servers[0].send_signal(signal.SIGTERM)
        served.servers[0].wait()
        for move in way_home(ben):
            make_move(ben, move)
        give_up(ann)
        give_up(ben)
        expect(cid.locator("#race-end")).to_contain_text(re.compile("won|tie"))
        for page in (ann, ben):
            page.goto(f"/races/{code}")
        _start(ann, ben)
        expect(cid.locator("#room")).to_contain_text("Round 2")
        for visitor in visitors:
            visitor.context.close()


def _start(*pages: Page) -> None:
    for page in pages:
        page.locator("#ready").click()
    for page in pages:
        page.wait_for_url(re.compile("/sessions/"))


def _board(page: Page) -> str:
    """Return the markup of the board without what stands in for a face that is still being fetched."""
    return re.sub(r' data-face="[^"]*"', "", page.locator("#board").inner_html())
