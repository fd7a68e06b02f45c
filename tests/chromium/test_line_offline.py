"""The line to play by and the keys of the table while answers wait or do not come."""

import pytest
from playwright.sync_api import Page, Route, expect

from engine.moves import after
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import wait_for_seq
from tests.chromium.variants import SHORTEST
from tests.ear.playing import by_names

pytestmark = pytest.mark.browser

FORTRESS = next(win for win in SHORTEST if win.slug == "fortress")
OFFLINE_HELP = "The list of keys did not come. Try again when you are online."


def _write(page: Page, text: str) -> None:
    page.fill("#move", text)
    page.press("#move", "Enter")


def _texts(count: int) -> list[str]:
    texts, position = list[str](), deal(FORTRESS.rules, FORTRESS.deck)
    for move in FORTRESS.line[:count]:
        texts.append(by_names(FORTRESS.rules, position, move))
        position = after(FORTRESS.rules, position, move)
    return texts


def test_as_many_moves_are_taken_back_as_was_written_while_an_answer_waits(visit: Visit) -> None:
    visitor = visit(connection="bad")
    page = visitor.sit_down(FORTRESS)
    for seq, text in enumerate(_texts(4), 1):
        _write(page, text)
        wait_for_seq(page, seq)
    visitor.context.set_offline(True)
    _write(page, "undo")
    expect(page.locator("#redo")).to_be_enabled()
    _write(page, "undo 2")
    _write(page, "undo 1.5")
    expect(page.locator("#notice")).to_have_text("Write how many moves, as in undo 4.")
    visitor.context.set_offline(False)
    wait_for_seq(page, 7)
    expect(page.locator("#status")).to_have_attribute("data-undoable", "1")
    _write(page, "redo 9")
    wait_for_seq(page, 10)


def test_a_move_that_is_written_first_without_a_connection_waits_for_it(visit: Visit) -> None:
    visitor = visit(connection="bad")
    page = visitor.sit_down(FORTRESS)
    visitor.context.set_offline(True)
    page.keyboard.press("e")
    expect(page.locator("#notice")).to_have_text("That can’t be answered offline.")
    _write(page, _texts(1)[0])
    expect(page.locator("#connection")).to_be_visible()
    visitor.context.set_offline(False)
    wait_for_seq(page, 1)


def test_a_written_move_whose_answer_is_lost_is_known_when_it_is_sent_again(visit: Visit) -> None:
    visitor = visit(connection="bad", refusals=[409])
    page = visitor.sit_down(FORTRESS)
    answers = list[int]()

    def lose_the_first(route: Route) -> None:
        answers.append(route.fetch().status)
        if len(answers) > 1:
            route.continue_()
        else:
            route.abort()

    page.route("**/moves", lose_the_first)
    _write(page, _texts(1)[0])
    wait_for_seq(page, 1)
    expect(page.locator("#notice")).to_be_empty()
    assert answers[0] == 200


def test_the_keys_are_listed_once_however_often_they_are_asked_for(visit: Visit) -> None:
    visitor = visit(connection="bad")
    page = visitor.sit_down(FORTRESS)
    visitor.context.set_offline(True)
    page.keyboard.press("?")
    expect(page.locator("#notice")).to_have_text(OFFLINE_HELP)
    visitor.context.set_offline(False)
    page.evaluate("""() => {
        const press = () => new KeyboardEvent("keydown", { key: "?", bubbles: true });
        for (const _ of [1, 2, 3]) document.body.dispatchEvent(press());
    }""")
    expect(page.locator("#keys")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#keys h2")).to_have_count(1)
    expect(page.locator("#keys #key-list")).to_have_count(1)
