"""How cards travel, seen with the browser's clock for movements all but stopped."""

import pytest
from playwright.sync_api import Page, expect

from engine.conveniences import finishing
from engine.moves import apply
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import card_at, drag, top_of, type_in, wait_for_seq
from tests.chromium.variants import ONE_OF_EACH_GAME, SHORTEST
from tests.chromium.visitors import Visitor

pytestmark = pytest.mark.browser

FORTRESS, STONEWALL = (next(win for win in ONE_OF_EACH_GAME if win.slug == slug) for slug in ("fortress", "stonewall"))
_MOVING = """() => document.getAnimations().filter(({ constructor }) => constructor === Animation)
    .map(({ effect }) => ({ of: effect.target.dataset.card ?? effect.target.className, ...effect.getTiming() }))"""


def _nearly_stop(page: Page) -> None:
    """Slow movements down so much that they stand still for a test."""
    clock = page.context.new_cdp_session(page)
    clock.send("Animation.enable")
    clock.send("Animation.setPlaybackRate", {"playbackRate": 0.001})


def _moving(page: Page) -> dict[str, float]:
    """Return the travelling cards, with the time in milliseconds."""
    return {found["of"]: found["duration"] for found in page.evaluate(_MOVING)}


def _settled(visitor: Visitor) -> Page:
    """Open a table whose deal this browser has seen before, so that it lies still."""
    page = visitor.sit_down(FORTRESS)
    page.reload()
    _nearly_stop(page)
    return page


def _choose_and_lay(page: Page) -> str:
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    source, target = legal[0].split("-")
    top = page.locator(f"#pile-{source} [data-card]")
    card = top.last.get_attribute("data-card") or ""
    page.keyboard.press(str((int(source[1:]) + 1) % 10))
    page.mouse.click(*top_of(page, target))
    return card


def test_a_card_travels_in_a_fifth_of_a_second_and_input_ends_it(visit: Visit) -> None:
    page = _settled(visit(motion="no-preference"))
    card = _choose_and_lay(page)
    assert 180 <= _moving(page)[card] <= 200
    wait_for_seq(page, 1)
    page.keyboard.press("Escape")
    assert _moving(page) == {}


def test_a_press_is_for_the_card_that_lies_there_not_for_one_still_passing_over_it(visit: Visit) -> None:
    line = FORTRESS.line
    played = next(place for place, move in enumerate(line) if line[place + 1].source == move.source)
    page = visit(motion="no-preference").sit_down(FORTRESS, played)
    _nearly_stop(page)
    type_in(page, line[played], 0, played + 1)
    assert _moving(page)
    left = page.locator(f"#pile-{line[played].source} [data-card]").last.bounding_box()
    assert left
    page.mouse.click(left["x"] + left["width"] / 2, left["y"] + left["height"] / 2)
    page.wait_for_selector(f'#board[data-seq="{played + 2}"], #pile-{line[played].source} .chosen')


@pytest.mark.parametrize(("chosen", "share"), [("fast", 0.5), ("off", 0)])
def test_the_speed_setting_is_honoured(visit: Visit, chosen: str, share: float) -> None:
    visitor = visit(motion="no-preference")
    visitor.begin(FORTRESS.slug, FORTRESS.options, FORTRESS.deal)
    visitor.context.request.post("/settings", form={"motion": chosen}, headers={"Origin": visitor.origin})
    page = _settled(visitor)
    card = _choose_and_lay(page)
    assert _moving(page).get(card, 0) == pytest.approx(190 * share, abs=1)


def test_nothing_travels_for_those_who_want_less_motion(visit: Visit) -> None:
    page = _settled(visit())
    _choose_and_lay(page)
    wait_for_seq(page, 1)
    assert _moving(page) == {}


def test_a_card_glides_home_from_where_it_was_dropped_in_vain(visit: Visit) -> None:
    page = _settled(visit(motion="no-preference"))
    source = (page.locator("#status").get_attribute("data-legal") or "").split("-")[0]
    row = page.locator(f"#pile-{source} [data-card]").count() - 1
    page.mouse.move(*card_at(page, source, row))
    page.mouse.down()
    page.mouse.move(700, 800, steps=3)
    page.mouse.up()
    assert page.locator(f"#pile-{source} [data-card]").last.get_attribute("data-card") in _moving(page)


def test_a_new_deal_is_dealt_within_600_milliseconds_and_once(visit: Visit) -> None:
    page = visit(motion="no-preference").sit_down(FORTRESS)
    _nearly_stop(page)
    page.evaluate("() => sessionStorage.clear()")
    page.reload()
    dealt = page.evaluate(_MOVING)
    assert len(dealt) == 52
    assert max(found["delay"] + found["duration"] for found in dealt) <= 600
    page.reload()
    assert _moving(page) == {}


def test_a_win_is_told_when_its_cards_have_landed_and_the_wall_goes_up(visit: Visit) -> None:
    win = SHORTEST[-1]
    position, moves = deal(win.rules, win.deck), 0
    while not finishing(win.rules, position):
        position = apply(win.rules, position, win.line[moves])
        moves += 1
    page = visit(motion="no-preference").sit_down(win, moves)
    _nearly_stop(page)
    page.click("#finish")
    page.wait_for_selector('#board[data-status="won"]')
    wall, ending = page.locator(".board.walled"), page.locator("#ending")
    expect(ending).to_be_hidden()
    expect(wall).to_have_count(0)
    # A key has the cards land at once.
    page.keyboard.press("Shift")
    expect(ending).to_be_focused()
    expect(wall).to_have_count(1)
    assert len(_moving(page)) == len(win.deck)


def test_a_card_turned_up_turns_over(visit: Visit) -> None:
    played, position = 0, deal(STONEWALL.rules, STONEWALL.deck)
    while sum(position.face_down) == sum(apply(STONEWALL.rules, position, STONEWALL.line[played]).face_down):
        position = apply(STONEWALL.rules, position, STONEWALL.line[played])
        played += 1
    page = visit(motion="no-preference").sit_down(STONEWALL, played)
    move = STONEWALL.line[played]
    _nearly_stop(page)
    row = page.locator(f"#pile-{move.source} [data-card]").count() - move.count
    drag(page, move, row, played + 1)
    turned = page.locator(f"#pile-{move.source} [data-card]").last.get_attribute("data-card")
    assert turned in _moving(page)


def test_two_clicks_send_a_card_home_whatever_else_it_could_do(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    homeward = [move for move in legal if "-f" in move]
    for seq in range(len(FORTRESS.line)):
        if homeward and sum(move.startswith(homeward[0].split("-")[0] + "-") for move in legal) > 1:
            break
        page.fill('#typed-move [name="move"]', str(FORTRESS.line[seq]))
        page.press('#typed-move [name="move"]', "Enter")
        wait_for_seq(page, seq + 1)
        legal = (page.locator("#status").get_attribute("data-legal") or "").split()
        homeward = [move for move in legal if "-f" in move]
    source, target = homeward[0].split("-")
    row = page.locator(f"#pile-{source} [data-card]").count() - 1
    page.mouse.dblclick(*card_at(page, source, row))
    page.wait_for_selector(f'#status[data-last="{source}-{target}"]')
