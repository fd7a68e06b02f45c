"""What a screen reader gets: a name for every card, one message for every move, the whole table on a key."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine.cards import NAME
from engine.moves import Move
from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import Table, press_keys, wait_for_seq
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

CARD = r"(?:ace|[2-9]|10|jack|queen|king) of (?:clubs|diamonds|hearts|spades)"
PLACE = r"(?:column|cell|reserve|foundation) (?:\d+|of \w+)"
NEXT = r"(?:, next rank \w+, \d+ of 13 home)?"
NAMES = re.compile(rf"(?:{CARD}|face down)(?:, \d+ of \d+)?, {PLACE}{NEXT}|empty, {PLACE}{NEXT}")
_LISTEN = """() => {
    window.heard = [];
    for (const id of ["spoken", "notice"]) {
        const place = document.getElementById(id);
        new MutationObserver(() => place.textContent && heard.push(place.textContent.trim()))
            .observe(place, { childList: true, characterData: true, subtree: true });
    }
}"""


def _heard(page: Page) -> list[str]:
    heard: list[str] = page.evaluate("() => heard.splice(0)")
    return heard


@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 2), ids=str)
def test_every_card_and_every_space_has_a_name_with_its_place(visit: Visit, win: Verdict) -> None:
    page = visit().sit_down(win, len(win.line) // 2)
    named = "#board :is([data-card]:not(.under), [data-space])"
    names: list[str] = page.eval_on_selector_all(named, "all => all.map(control => control.ariaLabel)")
    assert [name for name in names if not NAMES.fullmatch(name)] == []
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 2), ids=str)
def test_each_move_is_told_in_one_message_after_its_choice(visit: Visit, win: Verdict) -> None:
    page = visit().sit_down(win)
    table = Table(page, win.rules, deal(win.rules, win.deck))
    page.evaluate(_LISTEN)

    def move_and_listen(page: Page, move: Move, row: int, seq: int) -> None:
        card = NAME[table.position.piles[table.index_of(move.source)][row]]
        press_keys(page, move, row, seq)
        *chosen, moved = _heard(page)
        assert chosen
        assert all("chosen. Can go to " in words for words in chosen)
        assert moved.startswith(f"Moved {card}")

    table.play(win.line[:12], move_and_listen)


def test_undo_and_redo_are_told(visit: Visit) -> None:
    win = ONE_OF_EACH_GAME[0]
    page = visit().sit_down(win, 1)
    page.evaluate(_LISTEN)
    page.keyboard.press("u")
    wait_for_seq(page, 2)
    page.keyboard.press("r")
    wait_for_seq(page, 3)
    back, again = _heard(page)
    assert " back to " in back
    assert " again." in again


def test_refusals_are_told(visit: Visit) -> None:
    page = visit(refusals=[422]).sit_down(ONE_OF_EACH_GAME[0])
    page.evaluate(_LISTEN)
    page.fill('#typed-move [name="move"]', "t0-f9")
    page.press('#typed-move [name="move"]', "Enter")
    expect(page.locator("#notice")).not_to_be_empty()
    (refusal,) = _heard(page)
    assert refusal.endswith(".")


@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 2), ids=str)
def test_one_key_speaks_the_whole_table(visit: Visit, win: Verdict) -> None:
    page = visit().sit_down(win)
    page.keyboard.press("s")
    expect(page.locator("#spoken")).to_contain_text("Column 1: ")
    told = page.locator("#spoken").text_content() or ""
    for pile in page.locator("#board [data-pile]").all():
        assert f"{pile.get_attribute('data-name')}: " in told
    assert ("face down" in told) == (win.slug == "stonewall")
    assert "??" not in told


def test_a_face_down_card_says_that_it_lies_so_and_no_more(visit: Visit) -> None:
    stonewall = next(win for win in ONE_OF_EACH_GAME if win.slug == "stonewall")
    page = visit().sit_down(stonewall)
    hidden = page.locator('#pile-t0 [data-card="??"]').first
    assert hidden.get_attribute("aria-label") == "face down, 1 of 6, column 1"
    assert not re.search(CARD, hidden.evaluate("control => control.outerHTML"))


def test_the_typed_box_takes_columns_as_they_are_spoken(visit: Visit) -> None:
    page = visit().sit_down(next(win for win in ONE_OF_EACH_GAME if win.slug == "fortress"))
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    source, target = next(move.split("-") for move in legal if move.count("t") == 2)
    page.fill('#typed-move [name="move"]', f"{int(source[1:]) + 1} {int(target[1:]) + 1}")
    page.press('#typed-move [name="move"]', "Enter")
    wait_for_seq(page, 1)
    assert page.locator("#status").get_attribute("data-last") == f"{source}-{target}"
