"""Play without a connection, and what a browser keeps for it."""

import pytest
from playwright.sync_api import Page, expect

from engine.moves import Move
from engine.position import deal, layout
from tests.chromium.conftest import Visit
from tests.chromium.tables import carry, shown, wait_for_seq
from tests.chromium.variants import ONE_OF_EACH_GAME

pytestmark = pytest.mark.browser

FORTRESS = next(win for win in ONE_OF_EACH_GAME if win.slug == "fortress")
TEN_MINUTES = 10 * 60_000
_CACHED = """async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).map(r => r.url)));
    return kept.flat().map(url => new URL(url).pathname);
}"""


def _carry(page: Page, move: Move) -> None:
    start = deal(FORTRESS.rules, FORTRESS.deck)
    carry(page, move, len(start.piles[layout(FORTRESS.rules).index[move.source]]) - move.count)


def test_moves_made_in_ten_minutes_without_a_connection_are_sent_in_order(visit: Visit) -> None:
    visitor = visit(connection="bad")
    table = visitor.begin(FORTRESS.slug, FORTRESS.options, FORTRESS.deal)
    page = visitor.context.new_page()
    page.clock.install()
    page.goto(table)
    first, *_ = FORTRESS.line
    visitor.context.set_offline(True)
    _carry(page, first)
    expect(page.locator("#connection")).to_be_visible()
    moved = shown(page)
    for key in ("u", "r", "u", "r"):
        page.keyboard.press(key)
        page.clock.run_for(TEN_MINUTES // 4)
    assert shown(page) == moved
    visitor.context.set_offline(False)
    page.clock.run_for(5_000)
    wait_for_seq(page, 5)
    assert shown(page) == moved == visitor.session_at(table)["piles"]
    expect(page.locator("#connection")).to_be_hidden()


def test_moves_that_wait_outlive_their_page(visit: Visit) -> None:
    visitor = visit(connection="bad", refusals=[409])
    table = visitor.begin(FORTRESS.slug, FORTRESS.options, FORTRESS.deal)
    page, other = visitor.open(table), visitor.open("/settings")
    visitor.context.set_offline(True)
    _carry(page, FORTRESS.line[0])
    moved = shown(page)
    page.close()
    visitor.context.set_offline(False)
    other.goto(table)
    wait_for_seq(other, 1)
    assert shown(other) == moved == visitor.session_at(table)["piles"]
    other.reload()
    expect(other.locator("#board .waiting")).to_have_count(0)
    assert visitor.session_at(table)["seq"] == 1


def test_a_browser_keeps_files_and_one_page_of_nobody_and_shows_it_without_a_connection(visit: Visit) -> None:
    visitor = visit(connection="bad", service_workers="allow")
    page = visitor.open(visitor.begin(FORTRESS.slug, FORTRESS.options, FORTRESS.deal))
    page.evaluate("() => navigator.serviceWorker.ready")
    page.goto("/history")
    page.goto("/settings")
    kept = page.evaluate(_CACHED)
    assert "/no-connection" in kept
    assert any(name.endswith("/settings.css") for name in kept)
    assert [name for name in kept if not name.startswith("/static/") and name != "/no-connection"] == []
    visitor.context.set_offline(True)
    page.goto("/history")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    visitor.context.set_offline(False)
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)
    expect(page).to_have_url(f"{visitor.origin}/history")
