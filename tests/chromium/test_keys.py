"""Playing by keys: walking over the table, choosing, naming piles, and switching single letters off."""

from collections import deque

import pytest
from playwright.sync_api import Page, expect

from tests.chromium.conftest import Visit
from tests.chromium.tables import press_keys, wait_for_seq
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
FORTRESS, STONEWALL = (next(win for win in ONE_OF_EACH_GAME if win.slug == slug) for slug in ("fortress", "stonewall"))
# Walks from every control with every arrow and returns where each leads.
_WALKS = """arrows => {
    const all = [...document.querySelectorAll("#board :is([data-card]:not(.under), [data-space])")];
    return Object.fromEntries(all.map(control => [control.id, arrows.map(key => {
        control.focus();
        control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        return document.activeElement.id;
    })]));
}"""


def _focused(page: Page) -> str:
    name: str = page.evaluate("() => document.activeElement.id")
    return name


@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_arrows_lead_from_every_card_to_every_other(visit: Visit, win: Verdict) -> None:
    page = visit().sit_down(win, len(win.line) // 2)
    ways: dict[str, list[str]] = page.evaluate(_WALKS, ARROWS)
    for start in ways:
        reached, ahead = {start}, deque([start])
        while ahead:
            for place in ways[ahead.popleft()]:
                if place not in reached:
                    reached.add(place)
                    ahead.append(place)
        assert reached == set(ways)


def test_one_card_takes_part_in_the_order_of_tab(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    page.keyboard.press("1")
    assert page.locator('#board [tabindex="0"]').count() == 1
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert _focused(page) == page.locator("#pile-t0 [data-card]").last.get_attribute("id")


def test_space_chooses_and_lays_down_and_escape_lets_go(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    source, target = legal[0].split("-")
    card = page.locator(f"#pile-{source} [data-card]").last
    card.focus()
    page.keyboard.press("Space")
    expect(page.locator(".chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    page.keyboard.press("Space")
    page.locator(f"#pile-{target} :is([data-card], [data-space])").last.focus()
    page.keyboard.press("Space")
    wait_for_seq(page, 1)


def test_enter_acts_as_a_tap_does(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    sources = [move.split("-")[0] for move in legal]
    only = next(source for source in sources if sources.count(source) == 1)
    page.locator(f"#pile-{only} [data-card]").last.focus()
    page.keyboard.press("Enter")
    wait_for_seq(page, 1)


def test_the_focus_stays_on_the_card_that_moved(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    for seq, move in enumerate(FORTRESS.line[:6], start=1):
        card = page.locator(f"#pile-{move.source} [data-card]").last.get_attribute("id")
        press_keys(page, move, 0, seq)
        assert _focused(page) == card


def test_undo_and_redo_are_on_letters_and_on_their_usual_keys(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS, 2)
    for seq, keys in enumerate(("u", "Control+z", "r", "Control+y", "Control+z", "Control+Shift+z"), start=3):
        page.keyboard.press(keys)
        wait_for_seq(page, seq)
    assert page.locator("#status").get_attribute("data-last") == str(FORTRESS.line[1])


def test_a_cards_run_is_lengthened_and_shortened(visit: Visit) -> None:
    win = next(win for win in ONE_OF_EACH_GAME if win.slug == "six-by-four")
    place = next(place for place, move in enumerate(win.line) if move.count > 1)
    page = visit().sit_down(win, place)
    press_keys(page, win.line[place], 0, place + 1)


def test_a_question_mark_shows_the_keys(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_single_letters_can_be_switched_off(visit: Visit) -> None:
    visitor = visit()
    table = visitor.begin(FORTRESS.slug, FORTRESS.options, FORTRESS.deal, [str(FORTRESS.line[0])])
    visitor.context.request.post("/settings", form={"letters": "off"}, headers={"Origin": visitor.origin})
    page = visitor.open(table)
    for key in ("u", "1", "?", "s"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert (page.locator("#spoken").text_content(), page.locator(".chosen").count()) == ("", 0)
    page.keyboard.press("Control+z")
    wait_for_seq(page, 2)
