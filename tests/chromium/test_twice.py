"""A double click does one thing: what its second half would hit by accident is left alone."""

import time
from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import CDPSession, Page, expect

from engine.moves import Move, apply, legal_moves
from engine.position import Position, deal, layout
from engine.rules import Rules
from tests.chromium.conftest import Visit
from tests.chromium.tables import card_at, top_of, wait_for_seq
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.chromium.visitors import PHONE
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

Hand = Callable[[CDPSession, float, float, float, int], None]
"""Clicks at a place, at a time in seconds, as the first or the second of two clicks."""
APART = 0.18


def with_the_mouse(screen: CDPSession, x: float, y: float, at: float, count: int) -> None:
    _press(screen, "mouse", (x, y), at, count)


def with_a_pen(screen: CDPSession, x: float, y: float, at: float, _count: int) -> None:
    _press(screen, "pen", (x, y), at, 1)


def with_a_finger(screen: CDPSession, x: float, y: float, at: float, _count: int) -> None:
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": at})


def _press(screen: CDPSession, kind: str, place: tuple[float, float], at: float, count: int) -> None:
    traits = {"x": place[0], "y": place[1], "button": "left", "clickCount": count, "pointerType": kind, "timestamp": at}
    for what in ("mousePressed", "mouseReleased"):
        screen.send("Input.dispatchMouseEvent", {"type": what, **traits})


HANDS = [with_the_mouse, with_a_finger, with_a_pen]


def in_quick_succession(page: Page, hand: Hand, places: list[tuple[float, float]]) -> None:
    """Click at two places so that the browser sees the second click soon after the first, however busy it is."""
    screen, began = page.context.new_cdp_session(page), time.time()
    for place, (x, y) in enumerate(places):
        hand(screen, x, y, began + place * APART, 1 + (places[0] == (x, y)) * place)
    screen.detach()


def lone_ways(rules: Rules, position: Position) -> dict[str, str]:
    """Return the piles whose top card has only one place to go, with that place."""
    ways: dict[str, list[str]] = {}
    for move in legal_moves(rules, position):
        if move.count == 1:
            ways.setdefault(move.source, []).append(move.target)
    return {source: targets[0] for source, targets in ways.items() if len(targets) == 1}


def double(win: Verdict) -> tuple[Position, str]:
    """Find, early in a winning line, a card with one way to go that would uncover another such card."""
    position = deal(win.rules, win.deck)
    for move in win.line:
        for source in lone_ways(win.rules, position):
            (first,) = (one for one in legal_moves(win.rules, position) if one.source == source and one.count == 1)
            if source in lone_ways(win.rules, apply(win.rules, position, first)):
                return position, source
        position = apply(win.rules, position, move)
    raise AssertionError("Nothing of the kind happens in this game.")


def sit_down_there(visit: Visit, win: Verdict, position: Position, *, touch: bool) -> Page:
    """Play a winning line up to a position, and open the table."""
    visitor = visit(window=PHONE, touch=True) if touch else visit()
    page = visitor.sit_down(win)
    at, seq = deal(win.rules, win.deck), 0
    for move in win.line:
        if at == position:
            break
        page.request.post(f"{page.url}/moves", form={"seq": str(seq), "move": str(move)})
        at, seq = apply(win.rules, at, move), seq + 1
    page.reload()
    wait_for_seq(page, seq)
    return page


def twice_in_one_place(visit: Visit, hand: Hand) -> tuple[Page, int]:
    """Click twice on a card whose move uncovers another; return the page, and its `seq` before."""
    win = ONE_OF_EACH_GAME[-1]
    position, source = double(win)
    page = sit_down_there(visit, win, position, touch=hand is with_a_finger)
    seq = int(page.locator("#board").get_attribute("data-seq") or "")
    row = len(position.piles[layout(win.rules).index[source]]) - 1
    place = card_at(page, source, row)
    in_quick_succession(page, hand, [place, place])
    return page, seq


def test_a_finger_that_taps_twice_in_one_place_makes_two_moves(visit: Visit) -> None:
    page, seq = twice_in_one_place(visit, with_a_finger)
    wait_for_seq(page, seq + 2)


@pytest.mark.parametrize("hand", a_few([with_the_mouse, with_a_pen], 1), ids=lambda hand: hand.__name__)
def test_the_second_click_of_a_double_click_leaves_the_uncovered_card(visit: Visit, hand: Hand) -> None:
    page, seq = twice_in_one_place(visit, hand)
    wait_for_seq(page, seq + 1)
    page.wait_for_load_state("networkidle")
    assert page.locator("#board").get_attribute("data-seq") == str(seq + 1)
    expect(page.locator(".chosen")).to_have_count(0)


def pair(win: Verdict) -> tuple[Position, str, str]:
    """Find two cards with one way to go each, which have nothing to do with one another."""
    position = deal(win.rules, win.deck)
    for move in win.line:
        ways = lone_ways(win.rules, position)
        for one, other in combinations(ways, 2):
            if not {one, ways[one]} & {other, ways[other]}:
                return position, one, other
        position = apply(win.rules, position, move)
    raise AssertionError("Nothing of the kind happens in this game.")


@pytest.mark.parametrize("hand", a_few(HANDS), ids=lambda hand: hand.__name__)
def test_two_quick_taps_on_two_cards_are_two_moves(visit: Visit, hand: Hand) -> None:
    win = ONE_OF_EACH_GAME[-1]
    position, *sources = pair(win)
    page = sit_down_there(visit, win, position, touch=hand is with_a_finger)
    seq = int(page.locator("#board").get_attribute("data-seq") or "")
    in_quick_succession(page, hand, [top_of(page, source) for source in sources])
    wait_for_seq(page, seq + 2)


def there_and_back() -> tuple[Verdict, Position, str, str]:
    """Find a card whose one way to go is onto another column, and its one way from there back again."""
    for win in ONE_OF_EACH_GAME:
        position = deal(win.rules, win.deck)
        for move in win.line:
            for source, target in lone_ways(win.rules, position).items():
                after = apply(win.rules, position, Move(source, target))
                if target.startswith("t") and lone_ways(win.rules, after).get(target) == source:
                    return win, position, source, target
            position = apply(win.rules, position, move)
    raise AssertionError("Nothing of the kind happens in any game.")


@pytest.mark.parametrize("hand", a_few(HANDS), ids=lambda hand: hand.__name__)
def test_a_card_and_then_its_place_are_tapped_for_one_move(visit: Visit, hand: Hand) -> None:
    win, position, source, target = there_and_back()
    page = sit_down_there(visit, win, position, touch=hand is with_a_finger)
    seq = int(page.locator("#board").get_attribute("data-seq") or "")
    in_quick_succession(page, hand, [top_of(page, source), top_of(page, target)])
    wait_for_seq(page, seq + 1)
    page.wait_for_load_state("networkidle")
    assert page.locator("#board").get_attribute("data-seq") == str(seq + 1)
    # The second tap chose the card, so that one more sends it back after all.
    expect(page.locator(f"#pile-{target} .chosen").last).to_be_visible()


def test_two_quick_undos_are_two(visit: Visit) -> None:
    win = ONE_OF_EACH_GAME[0]
    page = visit().sit_down(win)
    for seq, move in enumerate(win.line[:3]):
        page.request.post(f"{page.url}/moves", form={"seq": str(seq), "move": str(move)})
    page.reload()
    wait_for_seq(page, 3)
    page.get_by_role("button", name="Undo").first.dblclick()
    wait_for_seq(page, 5)
