"""What the hand may do while answers are awaited, and what the table says when it cannot."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine.moves import legal_moves
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import card_at, shown, top_of, wait_for_seq
from tests.chromium.test_turns import slow_down
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.engine.verdicts import WINS, Verdict

pytestmark = pytest.mark.browser

FORTRESS = next(win for win in ONE_OF_EACH_GAME if win.slug == "fortress")


def _one_way_left(win: Verdict) -> tuple[str, str] | None:
    """Return a first move, and the column of a card that has several ways but one of them away from that move."""
    moves = legal_moves(win.rules, deal(win.rules, win.deck))
    for first in moves:
        touched = {first.source, first.target}
        for source in {move.source for move in moves if move.count == 1} - touched:
            ways = {move.target for move in moves if (move.source, move.count) == (source, 1)}
            if len(ways) > 1 and len(ways - touched) == 1 and first.count == 1:
                return str(first), source
    return None


def _wait_with(page: Page, first: str) -> None:
    source, target = first.split("-")
    slow_down(page, 1_500)
    page.mouse.move(*top_of(page, source))
    page.mouse.down()
    page.mouse.move(*top_of(page, target), steps=3)
    page.mouse.up()


def test_while_a_move_waits_a_tap_only_chooses_and_undo_is_shown_at_once(visit: Visit) -> None:
    win, (first, source) = next((win, found) for win in WINS if win.rules.cells and (found := _one_way_left(win)))
    page = visit().sit_down(win)
    dealt = shown(page)
    _wait_with(page, first)
    moved = shown(page)
    assert moved != dealt
    page.mouse.click(*top_of(page, source))
    assert shown(page) == moved
    expect(page.locator(f"#pile-{source} .chosen")).to_have_count(1)
    page.keyboard.press("u")
    assert (shown(page), page.locator("#board").get_attribute("data-seq")) == (dealt, "0")
    page.keyboard.press("r")
    assert (shown(page), page.locator("#board").get_attribute("data-seq")) == (moved, "0")
    wait_for_seq(page, 3)
    expect(page.locator("#board .waiting")).to_have_count(0)
    assert shown(page) == moved


def test_what_cannot_be_done_is_said_for_a_while_and_never_twice_over(visit: Visit) -> None:
    visitor = visit()
    page = visitor.context.new_page()
    page.clock.install()
    page.goto(visitor.begin(FORTRESS.slug, FORTRESS.options, FORTRESS.deal))
    notice = page.locator("#notice")
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    source = legal[0].split("-")[0]
    refused = next(f"t{at}" for at in range(10) if f"t{at}" != source and f"{source}-t{at}" not in legal)
    page.mouse.move(*top_of(page, source))
    page.mouse.down()
    page.mouse.move(*top_of(page, refused), steps=3)
    page.mouse.up()
    expect(notice).to_have_text(re.compile(r"^The .+ of .+ can’t go on the .+ of .+\.$"))
    page.clock.run_for(6_000)
    expect(notice).to_have_text("")
    # A buried card goes nowhere, and says so until the next card is taken up.
    page.mouse.move(*card_at(page, refused, 0))
    page.mouse.down()
    page.mouse.move(400, 600, steps=3)
    page.mouse.up()
    expect(notice).to_have_text("Those cards can’t go anywhere now.")
    page.mouse.move(*top_of(page, source))
    page.mouse.down()
    page.mouse.move(400, 600, steps=3)
    expect(notice).to_have_text("")
    page.mouse.up()


def test_a_tap_on_the_top_of_a_run_that_only_moves_whole_moves_the_run(visit: Visit) -> None:
    win = next(win for win in WINS if win.deal == "539342")
    played = 3
    page = visit().sit_down(win, played)
    page.mouse.click(*top_of(page, win.line[played].source))
    wait_for_seq(page, played + 1)
    assert page.locator("#status").get_attribute("data-last") == str(win.line[played])
