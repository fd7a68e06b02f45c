"""What stands beside the board as a game goes on and ends."""

import pytest
from playwright.sync_api import Page, expect

from engine.conveniences import finishing
from engine.moves import apply, legal_moves
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.places import address, choose_look
from tests.chromium.tables import expect_won, seen, shown, wait_for_seq
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.chromium.visitors import PHONE, SMALL_PHONE, Visitor
from tests.engine.variants import rules_of
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

FORTRESS, STALACTITES, STONEWALL, STRONGHOLD = (
    next(win for win in ONE_OF_EACH_GAME if win.slug == slug)
    for slug in ("fortress", "stalactites", "stonewall", "stronghold")
)
# Returns for every corner of a note's words whether the note is on top there.
_OPEN_AT_ITS_CORNERS = """words => {
    const { left, top, right, bottom } = words.getBoundingClientRect();
    const corners = [left + 8, right - 8].flatMap(x => [top + 8, bottom - 8].map(y => [x, y]));
    return corners.map(([x, y]) => words.contains(document.elementFromPoint(x, y)));
}"""


def _choose_from_more(page: Page, name: str) -> None:
    page.get_by_text("More", exact=True).click()
    with page.expect_navigation():
        page.locator(".more").get_by_text(name, exact=True).click()


def test_undo_and_redo_show_the_boards_before_and_after(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS, 3)
    after = shown(page)
    for _ in range(3):
        page.click("#undo")
    wait_for_seq(page, 6)
    assert shown(page) == seen(FORTRESS.rules, deal(FORTRESS.rules, FORTRESS.deck))
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#redo")).to_be_focused()
    for _ in range(3):
        page.click("#redo")
    wait_for_seq(page, 9)
    assert shown(page) == after
    expect(page.locator("#redo")).to_be_disabled()
    expect(page.locator("#undo")).to_be_focused()


def test_the_head_of_a_tournaments_table_is_whole_on_a_phone_and_leads_to_the_tournament(visit: Visit) -> None:
    visitor: Visitor = visit(window=PHONE)
    page = visitor.open(address(visitor, "tournament-table"))
    told = page.locator(".table-head .deal")
    expect(told).to_have_text("deal 1 of a tournament, one cell")
    assert told.evaluate("words => words.scrollWidth <= words.clientWidth")
    told.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The days of the open gate")


def test_the_same_deal_again_leaves_the_game_to_be_resumed(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS, 2)
    left = page.url
    _choose_from_more(page, "This deal again")
    assert page.url != left
    assert shown(page) == seen(FORTRESS.rules, deal(FORTRESS.rules, FORTRESS.deck))
    page.go_back()
    wait_for_seq(page, 2)


def test_a_new_deal_is_one_of_the_same_game(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    dealt = shown(page)
    _choose_from_more(page, "New deal")
    assert page.locator("#board").get_attribute("data-game") == "fortress"
    assert shown(page) != dealt


def test_giving_up_is_asked_for_and_ends_the_game(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS, 1)
    for answer in ("Keep playing", "Give up"):
        page.get_by_text("More", exact=True).click()
        page.get_by_role("link", name="Give up…").click()
        page.get_by_role("dialog").get_by_role("button", name=answer).click()
        if answer == "Keep playing":
            expect(page.locator(".more > summary")).to_be_focused()
    wait_for_seq(page, 2)
    expect(page.locator("#ending")).to_be_focused()
    expect(page.get_by_text("This game was given up")).to_be_visible()
    expect(page.locator("#undo")).to_have_count(0)


def test_a_move_is_typed_over_the_tools_by_whoever_asks_for_the_field(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    page.locator("#pile-t0 [data-card]").last.focus()
    field = page.locator('form#typed-move [name="move"]')
    page.keyboard.press("m")
    expect(field).to_be_focused()
    page.keyboard.type(str(FORTRESS.line[0]))
    page.keyboard.press("Enter")
    wait_for_seq(page, 1)
    page.keyboard.press("Escape")
    expect(page.locator("#pile-t0 [data-card]").last).to_be_focused()


def test_no_legal_move_is_said_exactly_then_with_undo_beside_it(visit: Visit) -> None:
    rules = rules_of("stalactites", by="ones")
    position, line = deal(rules, STALACTITES.deck), []
    while legal := legal_moves(rules, position):
        line.append(legal[-1])
        position = apply(rules, position, legal[-1])
    visitor = visit()
    page = visitor.open(
        visitor.begin("stalactites", {"by": "ones"}, STALACTITES.deck, [str(move) for move in line[:-1]])
    )
    expect(page.get_by_text("No legal moves are left.")).to_have_count(0)
    page.fill('#typed-move [name="move"]', str(line[-1]))
    page.press('#typed-move [name="move"]', "Enter")
    expect(page.locator("#verdict")).to_contain_text("No legal moves are left.")
    page.click("#undo")
    expect(page.locator("#verdict")).to_have_count(0)


@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_what_is_left_is_brought_home_by_one_button(visit: Visit, win: Verdict) -> None:
    position, moves = deal(win.rules, win.deck), 0
    while not finishing(win.rules, position):
        position = apply(win.rules, position, win.line[moves])
        moves += 1
    page = visit().sit_down(win, moves)
    page.click("#finish")
    expect_won(page)
    expect(page.get_by_role("button", name="New deal")).to_be_visible()
    expect(page.locator("#ending")).to_be_focused()
    expect(page.locator("#ending .feats")).to_contain_text("This is your first win")
    assert page.locator("#board .tableau [data-card]").count() == 0


def test_rules_lie_on_the_table_until_the_next_click(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    page.get_by_text("More", exact=True).click()
    page.click("#show-rules")
    expect(page.locator(".more > summary")).to_be_focused()
    notes = page.locator("#pile-rules .note")
    assert notes.count() == 2
    expect(notes.first).to_be_visible()
    notes.first.click()
    expect(notes.first).to_be_hidden()


@pytest.mark.parametrize("side", a_few(["right", "left"], 1))
def test_rules_on_a_small_table_can_be_read_whole(visit: Visit, side: str) -> None:
    visitor = visit(window=SMALL_PHONE)
    choose_look(visitor, f"side:{side}")
    for win in (STRONGHOLD, STONEWALL):
        page = visitor.sit_down(win)
        page.locator(".more > summary").click()
        page.click("#show-rules")
        notes = page.locator("#pile-rules p")
        assert notes.count() == 3
        for note in notes.all():
            assert note.evaluate(_OPEN_AT_ITS_CORNERS) == [True] * 4


def test_without_javascript_no_button_is_shown_that_would_do_nothing(visit: Visit) -> None:
    page = visit(javascript=False).sit_down(FORTRESS)
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_role("link", name="Settings")).to_be_visible()
    expect(page.locator(".rail button[type=button]").filter(visible=True)).to_have_count(0)


def test_counters_are_hidden_and_stay_so(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("Everything else").click()
    for counter in ("clock", "steps"):
        with page.expect_response("**/settings"):
            page.click(f'[data-toggle="{counter}"]')
    page.reload()
    expect(page.locator(".tally .clock")).to_be_hidden()
    expect(page.locator(".tally .steps")).to_be_hidden()
