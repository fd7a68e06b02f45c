"""Lost, but not left: a lost game leads back to where it could be won, and a stuck table says what is left to do."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.deals import Deck, shuffled
from engine.moves import apply, legal_moves
from engine.position import deal
from engine.rules import Rules
from tests.app.study.test_review import FORTRESS, LOST
from tests.chromium.conftest import Visit
from tests.chromium.serving import serving
from tests.chromium.tables import expect_won, wait_for_seq
from tests.chromium.visitors import DESKTOP, PHONE, SMALL_PHONE, Window
from tests.engine.variants import rules_of
from tests.lengths import a_few

pytestmark = pytest.mark.browser

LOW_PHONE, ON_ITS_SIDE, TABLET = Window(390, 664), Window(664, 390), Window(820, 1180)
THINKING_MS = 60_000
"""How long a solver may take, which must compile on its first use."""
BY_ONES = rules_of("stalactites", by="ones")
NUMBER = 483920
"""A deal of Stalactites by ones that can be won, but where the last legal move each time soon leaves none."""
DECK = shuffled(NUMBER)


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve with a solver, and return the address."""
    with serving(tmp_path_factory.mktemp("solving"), solvers=1) as address:
        yield address


def until_stuck(rules: Rules = BY_ONES, deck: Deck = DECK) -> list[str]:
    """Return the moves after which none is left."""
    position, line = deal(rules, deck), list[str]()
    while legal := legal_moves(rules, position):
        line.append(str(legal[-1]))
        position = apply(rules, position, legal[-1])
    return line


def type_move(page: Page, move: str, seq: int) -> None:
    """Type a move, wait for its answer, and leave the field."""
    page.locator('form#typed-move [name="move"]').fill(move)
    page.locator('form#typed-move [name="move"]').press("Enter")
    wait_for_seq(page, seq)
    page.keyboard.press("Escape")


@pytest.mark.long
@pytest.mark.parametrize("window", [LOW_PHONE, ON_ITS_SIDE, TABLET, DESKTOP], ids=str)
def test_a_lost_game_leads_back_to_where_it_could_be_won_and_is_won_from_there(visit: Visit, window: Window) -> None:
    visitor, won = visit(window=window), FORTRESS.win
    line = [str(move) for move in (*won.line[: FORTRESS.after], FORTRESS.move)]
    page = visitor.open(visitor.begin(won.slug, {}, won.deck, line))
    board = page.locator("#board").bounding_box()
    page.locator("#hint").click()
    back = page.locator("#back-to-winnable")
    expect(back).to_have_text(f"Back to move {FORTRESS.after}, where it could still be won", timeout=THINKING_MS)
    back.click()
    wait_for_seq(page, len(line) + 1)
    expect(back).to_have_count(0)
    expect(page.locator("#board :focus")).to_have_count(1)
    page.locator("#redo").click()
    wait_for_seq(page, len(line) + 2)
    page.locator("#undo").click()
    wait_for_seq(page, len(line) + 3)
    assert page.locator("#board").bounding_box() == board
    for place, move in enumerate(won.line[FORTRESS.after :], start=len(line) + 4):
        type_move(page, str(move), place)
    expect_won(page)
    assert visitor.session_at(page.url.removeprefix(visitor.origin))["undos"] == 2


@pytest.mark.parametrize("window", a_few([LOW_PHONE, SMALL_PHONE, ON_ITS_SIDE, TABLET, DESKTOP], 1), ids=str)
def test_a_stuck_table_says_in_the_bar_what_is_left_and_its_board_stays_as_it_is(visit: Visit, window: Window) -> None:
    visitor, line = visit(window=window), until_stuck()
    page = visitor.open(visitor.begin("stalactites", {"by": "ones"}, str(NUMBER), line[:-1]))
    board = page.locator("#board").bounding_box()
    columns = page.locator(".tableau .pile").evaluate_all("piles => piles.map(pile => pile.clientWidth)")
    type_move(page, line[-1], len(line))
    expect(page.locator("#verdict")).to_contain_text("No legal moves are left.")
    expect(page.locator("#back-to-winnable")).to_contain_text("Back to move ", timeout=THINKING_MS)
    assert page.locator("#board").bounding_box() == board
    assert page.locator(".tableau .pile").evaluate_all("piles => piles.map(pile => pile.clientWidth)") == columns
    assert board
    offered = ["#undo", "#back-to-winnable", '.rail [form="restart"]', '.rail [form="new-deal"]', ".more > summary"]
    for each in (*offered, "#verdict"):
        box = page.locator(each).first.bounding_box()
        assert box, each
        assert box["x"] >= 0, each
        assert box["x"] + box["width"] <= window.width + 0.5, each
        beside = box["y"] >= board["y"] + board["height"] - 1 or box["y"] + box["height"] <= board["y"] + 1
        assert beside, each
    main = page.locator("#back-to-winnable").bounding_box()
    assert main
    assert main["y"] >= 3
    assert main["y"] + main["height"] <= window.height - 3
    page.locator("#back-to-winnable").click()
    expect(page.locator("#verdict")).to_have_count(0)
    expect(page.locator("#board")).to_have_attribute("data-status", "playing")


@pytest.mark.parametrize("window", [LOW_PHONE, SMALL_PHONE], ids=str)
def test_on_a_phone_the_tools_of_a_stuck_table_stay_as_they_are_and_one_button_stands_out(
    visit: Visit, window: Window
) -> None:
    visitor, line = visit(window=window), until_stuck()
    page = visitor.open(visitor.begin("stalactites", {"by": "ones"}, str(NUMBER), line[:-1]))
    undo = page.locator("#undo").bounding_box()
    assert undo
    type_move(page, line[-1], len(line))
    tools = page.locator(".rail .tool:visible")
    expect(tools).to_have_text(["Undo", "Same deal", "Next deal", "Hint", "More"])
    boxes = tools.evaluate_all("tools => tools.map(one => one.getBoundingClientRect())")
    assert {(box["top"], box["height"]) for box in boxes} == {(undo["y"], undo["height"])}
    assert page.locator(".rail .tool:visible .sign:visible").count() == len(boxes)
    back = page.locator("#back-to-winnable")
    expect(back).to_be_visible(timeout=THINKING_MS)
    main, said = back.bounding_box(), page.locator("#verdict > *").evaluate_all(_LINES)
    assert main
    assert main["height"] >= 44
    assert all(right <= main["x"] and top >= 0 and bottom <= 56 for right, top, bottom in said)


def test_on_a_stuck_table_of_a_deal_that_nobody_could_have_won_the_next_deal_stands_out(visit: Visit) -> None:
    line = until_stuck(LOST.rules, LOST.deck)
    visitor = visit(window=LOW_PHONE)
    page = visitor.open(visitor.begin(LOST.slug, {}, LOST.deck, line))
    expect(page.locator("#stuck-says")).to_have_text("Nobody could have won this deal.", timeout=THINKING_MS)
    assert page.locator(".rail .tool:visible").evaluate_all(_FILLED) == ["Next deal"]


_FILLED = """tools => {
    const shown = tools.map(tool => [getComputedStyle(tool).backgroundColor, tool.textContent.trim()]);
    const plain = shown.map(([colour]) => colour).sort()[Math.floor(shown.length / 2)];
    return shown.filter(([colour]) => colour !== plain).map(([, name]) => name);
}"""
_LINES = """parts => parts.flatMap(part => [...part.getClientRects()])
    .map(({ right, top, bottom }) => [right, top, bottom])"""


def test_over_a_lost_position_nothing_says_only_that_the_deal_can_be_won(visit: Visit) -> None:
    visitor, line = visit(window=DESKTOP), until_stuck()
    first = visitor.open(visitor.begin("stalactites", {"by": "ones"}, str(NUMBER)))
    first.locator("#hint").click()
    expect(first.locator("#advice")).to_contain_text("You can win from here.", timeout=THINKING_MS)
    page = visitor.open(visitor.begin("stalactites", {"by": "ones"}, str(NUMBER), line))
    expect(page.get_by_text("Winnable, lost here")).to_be_visible()
    expect(page.get_by_text("Proved winnable", exact=True)).to_be_hidden()
    page.locator("#back-to-winnable").click(timeout=THINKING_MS)
    expect(page.get_by_text("Proved winnable", exact=True)).to_be_visible()


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=str)
def test_on_a_stuck_table_a_hint_speaks_in_the_bar_and_covers_nothing(visit: Visit, window: Window) -> None:
    visitor = visit(window=window)
    page = visitor.open(visitor.begin("stalactites", {"by": "ones"}, str(NUMBER), until_stuck()))
    expect(page.locator("#back-to-winnable")).to_be_visible(timeout=THINKING_MS)
    page.locator("#hint").click()
    expect(page.locator("#stuck-says")).to_have_text("You can win if you go back.")
    expect(page.locator("#back-to-winnable")).to_have_count(1)
    expect(page.locator("#advice .advice")).to_have_count(0)
