"""What the page does before the server answers, and when the answer is not the one it expected."""

from itertools import count

import pytest
from playwright.sync_api import Page, Route, expect

from engine.moves import apply
from engine.position import deal, layout
from tests.chromium.conftest import Visit
from tests.chromium.tables import card_at, carry, press_keys, seen, shown, wait_for_seq
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.chromium.visitors import show
from tests.engine.verdicts import Verdict

pytestmark = pytest.mark.browser

FORTRESS, SIX_BY_FOUR = (
    next(win for win in ONE_OF_EACH_GAME if win.slug == slug) for slug in ("fortress", "six-by-four")
)
MANY = 50
MOVES = "**/sessions/*/moves"
UNREACHED = "The server can’t be reached."


def slow_down(page: Page, milliseconds: int) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def _lose_every_fifth(page: Page) -> None:
    """Lose the fifth request before it is carried out, the tenth one afterwards, and so on."""
    numbers = count(1)

    def pass_on(route: Route) -> None:
        number = next(numbers)
        if number % 10 == 0:
            # The connection that Playwright keeps may be one that the server has just let go.
            route.fetch(max_retries=2)
        if number % 5 == 0:
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route(MOVES, pass_on)


def _carry_at_once(page: Page, win: Verdict, moves: int) -> dict[str, list[str]]:
    """Make the first moves of a line with the mouse, waiting for no answer; return the board they should lead to."""
    position = deal(win.rules, win.deck)
    for move in win.line[:moves]:
        carry(page, move, len(position.piles[layout(win.rules).index[move.source]]) - move.count)
        position = apply(win.rules, position, move)
    return seen(win.rules, position)


@pytest.mark.long
def test_quick_moves_on_a_slow_and_faulty_connection_are_neither_lost_nor_doubled(visit: Visit) -> None:
    visitor = visit(connection="bad", refusals=[409])
    table = visitor.begin(SIX_BY_FOUR.slug, SIX_BY_FOUR.options, SIX_BY_FOUR.deal)
    page = visitor.open(table)
    slow_down(page, 400)
    _lose_every_fifth(page)
    expected = _carry_at_once(page, SIX_BY_FOUR, MANY)
    assert shown(page) == expected
    page.wait_for_selector(f'#board[data-seq="{MANY}"]', timeout=90_000)
    assert shown(page) == expected == visitor.session_at(table)["piles"]
    assert visitor.moves_recorded(table) == [str(move) for move in SIX_BY_FOUR.line[:MANY]]


def test_moves_that_wait_are_marked_until_they_are_confirmed(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    # Longer than a busy machine takes for two moves of the hand.
    slow_down(page, 2_000)
    _carry_at_once(page, FORTRESS, 2)
    assert page.locator(".card.waiting").count() == 2
    wait_for_seq(page, 2)
    expect(page.locator(".card.waiting")).to_have_count(0)


def test_a_lost_connection_is_shown_and_healed(visit: Visit) -> None:
    visitor = visit(connection="bad")
    page = visitor.sit_down(FORTRESS)
    visitor.context.set_offline(True)
    expected = _carry_at_once(page, FORTRESS, 1)
    expect(page.get_by_text(UNREACHED)).to_be_visible()
    assert shown(page) == expected
    visitor.context.set_offline(False)
    wait_for_seq(page, 1)
    expect(page.get_by_text(UNREACHED)).to_be_hidden()
    assert shown(page) == expected


def test_an_answer_lost_on_the_way_is_known_again(visit: Visit) -> None:
    visitor = visit(connection="bad", refusals=[409])
    table = visitor.begin(FORTRESS.slug, FORTRESS.options, FORTRESS.deal)
    page = visitor.open(table)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    def ask_for_a_login(route: Route) -> None:
        route.fulfill(body="<p>Welcome to this hotel’s network. Please log in.</p>", content_type="text/html")

    page.route(MOVES, lose, times=1)
    page.route(MOVES, ask_for_a_login, times=1)
    expected = _carry_at_once(page, FORTRESS, 1)
    wait_for_seq(page, 1)
    assert shown(page) == expected
    assert (page.locator("#notice").text_content(), visitor.session_at(table)["seq"]) == ("", 1)


def test_a_tab_left_behind_gets_the_board_as_it_is_and_lets_its_moves_go(visit: Visit) -> None:
    visitor = visit(refusals=[409])
    table = visitor.begin(FORTRESS.slug, FORTRESS.options, FORTRESS.deal)
    page, behind = visitor.open(table), visitor.open(table)
    # A hidden page hears nothing of what happens elsewhere.
    show(behind, hidden=True)
    press_keys(page, FORTRESS.line[0], 0, 1)
    slow_down(behind, 2_000)
    _carry_at_once(behind, FORTRESS, 3)
    wait_for_seq(behind, 1)
    expect(behind.locator("#notice")).to_have_text("The board has changed since then; this is how it stands now.")
    # The cards that were carried too early are still on their way back.
    expect(behind.locator("#board .waiting")).to_have_count(0)
    assert shown(behind) == shown(page)
    assert visitor.session_at(table)["seq"] == 1


def test_a_move_that_the_server_cannot_make_goes_back(visit: Visit) -> None:
    page = visit(refusals=[500]).sit_down(FORTRESS)
    dealt = shown(page)
    page.route(MOVES, lambda route: route.fulfill(status=500, body="Oh."), times=1)
    _carry_at_once(page, FORTRESS, 1)
    expect(page.locator("#notice")).to_have_text("The server’s answer made no sense, so nothing has changed.")
    assert shown(page) == dealt


def test_cards_dropped_where_they_may_not_lie_go_back_without_a_request(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    source, _ = legal[0].split("-")
    refused = next(f"t{at}" for at in range(10) if f"t{at}" != source and f"{source}-t{at}" not in legal)
    dealt = shown(page)
    top = len(dealt[source]) - 1
    before = card_at(page, source, top)
    page.mouse.move(*before)
    page.mouse.down()
    page.mouse.move(*card_at(page, refused, 0), steps=3)
    assert page.locator(".card.dragged").count() == 1
    page.mouse.up()
    assert (shown(page), card_at(page, source, top), sent) == (dealt, before, [])
