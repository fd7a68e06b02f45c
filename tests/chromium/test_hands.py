"""What the hand may do while answers are awaited, and what the table says when it cannot."""

import re
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from engine.moves import apply, legal_moves
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import card_at, carry, shown, top_of, wait_for_seq
from tests.chromium.test_turns import slow_down
from tests.chromium.test_twice import in_quick_succession, with_a_finger
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.chromium.visitors import PHONE, SMALL_PHONE
from tests.engine.verdicts import WINS, Verdict

pytestmark = pytest.mark.browser

FORTRESS = next(win for win in ONE_OF_EACH_GAME if win.slug == "fortress")
FIRST_ROW = len(deal(FORTRESS.rules, FORTRESS.deck).piles[int(FORTRESS.line[0].source[1:])]) - 1


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


def _home_or_elsewhere(win: Verdict) -> tuple[int, str] | None:
    """Return after how many moves of a line a card can go home or elsewhere, and its pile."""
    position = deal(win.rules, win.deck)
    for played, move in enumerate(win.line[:30]):
        moves = [move for move in legal_moves(win.rules, position) if move.count == 1]
        for home in (move for move in moves if move.target[0] == "f"):
            if any(move.source == home.source and move.target[0] == "t" for move in moves):
                return played, home.source
        position = apply(win.rules, position, move)
    return None


def test_two_taps_of_a_finger_on_a_card_send_it_home(visit: Visit) -> None:
    win, (played, source) = next((win, found) for win in WINS if (found := _home_or_elsewhere(win)))
    page = visit(window=PHONE, touch=True).sit_down(win, played)
    in_quick_succession(page, with_a_finger, [top_of(page, source)] * 2)
    wait_for_seq(page, played + 1)
    assert (page.locator("#status").get_attribute("data-last") or "").startswith(f"{source}-f")


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
    expect(notice).to_have_text(re.compile(r"^The .+ of .+ can’t go on the .+ of .+\. Building: .+\.$"))
    page.clock.run_for(6_000)
    expect(notice).to_have_text("")
    # A foundation says what it takes as well.
    home = next(f"f{at}" for at in range(4) if f"{source}-f{at}" not in legal)
    page.mouse.move(*top_of(page, source))
    page.mouse.down()
    box = page.locator(f"#pile-{home}").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()
    expect(notice).to_have_text(re.compile(r"^The .+ of .+ can’t go to the foundation of \w+\. From the Ace .+\.$"))
    page.clock.run_for(6_000)
    # A buried card goes nowhere, and says so until the next card is taken up.
    page.mouse.move(*card_at(page, refused, 0))
    page.mouse.down()
    page.mouse.move(400, 600, steps=3)
    page.mouse.up()
    expect(notice).to_have_text(re.compile(r"^Those cards can’t go anywhere now\. Moving: One card at a time, .+\.$"))
    page.mouse.move(*top_of(page, source))
    page.mouse.down()
    page.mouse.move(400, 600, steps=3)
    expect(notice).to_have_text("")
    page.mouse.up()


def test_a_tap_that_is_refused_says_the_rule_as_a_drag_does(visit: Visit) -> None:
    page = visit(window=PHONE, touch=True).sit_down(FORTRESS)
    notice = page.locator("#notice")
    legal = [text.split("-") for text in (page.locator("#status").get_attribute("data-legal") or "").split()]
    leave = {source for source, _ in legal}
    fast = next(f"t{at}" for at in range(10) if f"t{at}" not in leave)
    page.touchscreen.tap(*top_of(page, fast))
    expect(notice).to_have_text(re.compile(r"^That card can’t go anywhere now\. Building: .+\.$"))
    source = legal[0][0]
    page.locator(f"#pile-{source} [data-card]").last.focus()
    page.keyboard.press(" ")
    home = next(f"f{at}" for at in range(4) if [source, f"f{at}"] not in legal)
    box = page.locator(f"#pile-{home}").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(notice).to_have_text(re.compile(r"^The .+ of .+ can’t go to the foundation of \w+\. From the Ace .+\.$"))


def test_a_tap_on_the_top_of_a_run_that_only_moves_whole_moves_the_run(visit: Visit) -> None:
    win = next(win for win in WINS if win.deal == "539342")
    played = 3
    page = visit().sit_down(win, played)
    page.mouse.click(*top_of(page, win.line[played].source))
    wait_for_seq(page, played + 1)
    assert page.locator("#status").get_attribute("data-last") == str(win.line[played])


def test_a_card_is_found_by_its_rank_and_one_that_lies_face_down_has_no_place(visit: Visit) -> None:
    stonewall = next(win for win in ONE_OF_EACH_GAME if win.slug == "stonewall")
    page = visit(window=SMALL_PHONE).sit_down(stonewall)
    up = {card for cards in shown(page).values() for card in cards} - {"??"}
    page.keyboard.press("l")
    finder = page.locator(".finder")
    wanted = (page.locator("#status").get_attribute("data-wanted") or "").split()
    expect(finder.locator("li")).to_have_count(len(wanted))
    expect(page.locator("#board .found")).to_have_count(len(up.intersection(wanted)))
    page.keyboard.press("0")
    tens = {f"T{suit}" for suit in "CSHD"}
    expect(page.locator("#board .found")).to_have_count(len(tens & up))
    expect(finder.locator("li.unseen")).to_have_count(len(tens - up))
    finder.get_by_role("button", name="king", exact=True).click()
    expect(finder.get_by_role("status")).to_contain_text("king of clubs: ")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE.width
    assert [found["id"] for found in Axe().run(page).response["violations"]] == []
    page.keyboard.press("Escape")
    expect(finder).to_be_hidden()
    expect(page.locator("#board .found")).to_have_count(0)
    # With the strip closed, a digit names a column again.
    page.keyboard.press("1")
    expect(page.locator("#pile-t0 .chosen, #notice:not(:empty)").first).to_be_attached()


def test_a_new_deal_can_be_taken_back(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS, 3)
    left = page.url
    page.evaluate("document.getElementById('restart').requestSubmit()")
    page.wait_for_url(lambda url: url != left)
    page.get_by_role("link", name="Back to the game you left").click()
    expect(page).to_have_url(left)
    wait_for_seq(page, 3)
    expect(page.get_by_role("link", name="Back to the game you left")).to_have_count(0)


_TICKS = """(chosen) => {
    document.documentElement.dataset.vibration = chosen;
    window.ticks = [];
    navigator.vibrate = (pattern) => window.ticks.push(pattern);
}"""


@pytest.mark.parametrize(
    ("motion", "chosen", "ticks"),
    [
        ("no-preference", "system", True),
        ("reduce", "system", False),
        ("reduce", "on", True),
        ("no-preference", "off", False),
    ],
)
def test_a_phone_ticks_for_a_card_home_and_no_other_where_that_is_wanted(
    visit: Visit, motion: Literal["reduce", "no-preference"], chosen: str, ticks: bool
) -> None:
    page = visit(motion=motion).sit_down(FORTRESS)
    # A deal that this browser has seen lies still at once.
    page.reload()
    page.evaluate(_TICKS, chosen)
    home, elsewhere = FORTRESS.line[:3], FORTRESS.line[3]
    assert {move.target[0] for move in home} == {"f"} != {elsewhere.target[0]}
    stands = deal(FORTRESS.rules, FORTRESS.deck)
    for at, move in enumerate([*home, elsewhere]):
        carry(page, move, len(stands.piles[int(move.source[1:])]) - 1)
        wait_for_seq(page, at + 1)
        stands = apply(FORTRESS.rules, stands, move)
    assert page.evaluate("window.ticks") == (3 * [[12]] if ticks else [])


def test_sound_is_fetched_only_once_it_is_switched_on(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    toggle = page.locator("[data-toggle=sound]")
    carry(page, FORTRESS.line[0], FIRST_ROW)
    wait_for_seq(page, 1)
    assert [url for url in fetched if "tones" in url] == []
    page.locator("#more").click()
    page.get_by_text("Everything else").click()
    with page.expect_request("**/tones.js"):
        toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    wait_for_seq(page, 2)
