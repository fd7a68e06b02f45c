"""What a screen reader gets of a race: each thing once, and how the others stand only when it is asked for."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.chromium.conftest import Visit
from tests.chromium.test_races import give_up, join, make, make_move, race_a_ghost, way_home

pytestmark = pytest.mark.browser

_LISTEN = """() => {
    window.heard = [];
    const place = document.getElementById("race-news");
    new MutationObserver(changes => {
        for (const { addedNodes } of changes) for (const line of addedNodes) heard.push(line.textContent);
    }).observe(place, { childList: true });
}"""


def _listen(page: Page) -> None:
    page.evaluate(_LISTEN)


def _wait_for(page: Page, words: str) -> None:
    page.wait_for_function("words => heard.some(each => each.includes(words))", arg=words)


def _heard(page: Page) -> list[str]:
    heard: list[str] = page.evaluate("() => heard.splice(0)")
    return heard


def test_a_room_says_once_who_comes_who_is_ready_and_that_the_cards_come(visit: Visit) -> None:
    ann, ben = visit().context.new_page(), visit().context.new_page()
    code = make(ann, "Ann")
    _listen(ann)
    join(ben, code, "Ben")
    _wait_for(ann, "Ben has come in.")
    ann.locator("#ready").click()
    _wait_for(ann, "You are ready.")
    # The page stays, so nothing of it is read again.
    assert _heard(ann) == ["Ben has come in.", "You are ready."]
    ben.locator("#ready").click()
    # The news is gone with the page, which opens the table.
    _wait_for(ann, "Dealing in ")
    first = _heard(ann)
    assert [re.sub(r"\d", "5", each) for each in first] == ["Ben is ready. Dealing in 5…"]
    expect(ann.locator("#countdown")).to_have_text(re.compile("[12]"))
    assert _heard(ann) == []


def test_a_room_says_who_has_left(visit: Visit) -> None:
    ann, ben = visit().context.new_page(), visit().context.new_page()
    code = make(ann, "Ann")
    _listen(ann)
    join(ben, code, "Ben")
    _wait_for(ann, "Ben has come in.")
    ben.locator("#race-settings summary").click()
    ben.locator("#leave").click()
    _wait_for(ann, "Ben has left.")
    assert _heard(ann) == ["Ben has come in.", "Ben has left."]


def test_a_table_says_at_once_who_stops_and_how_the_race_ends_but_cards_only_when_asked(visit: Visit) -> None:
    ann, ben = visit().context.new_page(), visit().context.new_page()
    code = make(ann, "Ann")
    join(ben, code, "Ben")
    for page in (ann, ben):
        page.locator("#ready").click()
    for page in (ann, ben):
        page.wait_for_url(re.compile("/sessions/"))
    expect(ben.locator("#strip .run")).to_have_count(2)
    _listen(ben)
    for move in way_home(ann):
        make_move(ann, move)
    came = ann.locator("#strip .you .home b").text_content()
    expect(ben.locator('#strip [data-name="Ann"] .home b')).to_have_text(str(came))
    own = ben.locator("#strip .you .home b").text_content()
    # A bar would be spoken whenever it grows, without a name.
    expect(ben.get_by_role("progressbar")).to_have_count(0)
    ben.keyboard.press("o")
    expect(ben.locator("#spoken")).to_have_text(f"Ann: {came} home; You: {own} home.")
    assert _heard(ben) == []
    give_up(ann)
    _wait_for(ben, f"Ann stopped with {came} cards home.")
    give_up(ben)
    # The end is there when the page comes, and nothing of it is spoken as news.
    expect(ben.locator("#ending-first")).to_have_text(re.compile("Ann won by "))
    _listen(ben)
    ann.goto(f"/races/{code}")
    ann.get_by_role("button", name="Again").click()
    _wait_for(ben, "Ann wants to race again.")
    assert _heard(ben) == ["Ann wants to race again."]


def test_whoever_watches_the_room_hears_the_same_of_a_second_match_again(visit: Visit) -> None:
    ann, ben, watcher = (visit().context.new_page() for _ in range(3))
    code = make(ann, "Ann")
    join(ben, code, "Ben")
    watcher.goto(f"/races/{code}")
    _listen(watcher)
    for again in ("#ready", "#again"):
        for page in (ann, ben):
            page.locator(again).click()
        for page in (ann, ben):
            page.locator("#board:not(.over)").wait_for()
            page.wait_for_function("() => !document.getElementById('ending')")
        give_up(ann)
        _wait_for(watcher, "Ann stopped with ")
        give_up(ben)
        _wait_for(watcher, "It’s a tie.")
        assert len([each for each in _heard(watcher) if "Ann stopped with " in each]) == 1


def test_how_a_ghost_stands_is_told_to_whoever_asks(visit: Visit) -> None:
    page = race_a_ghost(visit())
    page.fill("#move", "race")
    page.press("#move", "Enter")
    expect(page.locator("#notice")).to_contain_text(re.compile(r"^You, earlier: 1 home[^;]*; You: 0 home\.$"))


def test_a_table_without_a_race_says_that_it_is_none(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(visitor.begin("fortress", {}, "4", []))
    page.keyboard.press("o")
    expect(page.locator("#spoken")).to_have_text("You play this alone.")


def test_what_a_script_could_not_ask_for_is_asked_for_as_without_scripts(visit: Visit) -> None:
    # What the script had of the refusal when it left the page counts as a request that was lost.
    page = visit(refusals=[422], connection="bad").context.new_page()
    make(page, "Ann")
    page.route("**/ready", lambda route: route.fulfill(status=422), times=1)
    with page.expect_navigation():
        page.locator("#ready").click()
    expect(page.locator(".racers")).to_contain_text("Ann (you), host, ready")
