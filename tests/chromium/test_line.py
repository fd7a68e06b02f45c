"""The line to play by: moves by the names of cards, verbs and questions, and the keys that ask the same."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.cards import NAME
from engine.moves import after
from engine.position import deal, layout
from tests.app.play.verbs import REFUSED
from tests.chromium.conftest import Visit
from tests.chromium.tables import wait_for_seq
from tests.chromium.variants import SHORTEST
from tests.ear.playing import by_names
from tests.engine.verdicts import Verdict

pytestmark = pytest.mark.browser

FORTRESS = next(win for win in SHORTEST if win.slug == "fortress")
WITH_CELLS = next(win for win in SHORTEST if win.slug == "six-by-four" and win.options["cells"] == "four")
STONEWALL = next(win for win in SHORTEST if win.slug == "stonewall")


def _write(page: Page, text: str) -> None:
    page.fill("#move", text)
    page.press("#move", "Enter")


def _texts(win: Verdict, count: int) -> Iterator[str]:
    position = deal(win.rules, win.deck)
    for move in win.line[:count]:
        yield by_names(win.rules, position, move)
        position = after(win.rules, position, move)


@pytest.mark.parametrize("win", [FORTRESS, WITH_CELLS, STONEWALL], ids=str)
def test_moves_are_written_one_after_another_and_taken_back_by_number(visit: Visit, win: Verdict) -> None:
    page = visit().sit_down(win)
    page.keyboard.press("m")
    expect(page.locator("#move")).to_be_focused()
    for seq, text in enumerate(_texts(win, 4), 1):
        _write(page, text)
        wait_for_seq(page, seq)
        expect(page.locator("#spoken")).to_contain_text("Moved ")
        expect(page.locator("#move")).to_be_focused()
        expect(page.locator("#move")).to_have_value("")
    _write(page, "undo 3")
    wait_for_seq(page, 7)
    expect(page.locator("#status")).to_have_attribute("data-undoable", "1")
    _write(page, "redo 2")
    wait_for_seq(page, 9)
    expect(page.locator("#status")).to_have_attribute("data-undoable", "3")
    _write(page, "undo 9999")
    expect(page.locator("#status")).to_have_attribute("data-undoable", "0")
    _write(page, "undo")
    expect(page.locator("#notice")).to_have_text("There is nothing to undo.")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where 7h", "The 7 of hearts: column "),
        ("Where is the 10s?", "The 10 of spades: column "),
        ("what can move", "Can move: "),
        ("empty", "Empty: cell 1, cell 2, cell 3, cell 4."),
        ("next", "The foundations take ace of clubs, column "),
        ("4", "Column 4: "),
        ("t3", "Column 4: "),
        ("c0", "Cell 1: empty."),
        ("t77", "This game has no such pile."),
        ("table", "Cell 1: empty. "),
        ("again", "Nothing has been moved yet."),
        ("help", "A move: 7h 8s"),
        ("finish", "The cards that are left can’t all go straight home yet."),
        ("undo 0", "Write how many moves, as in undo 4."),
        ("undo x", "Write how many moves, as in undo 4."),
    ],
)
def test_a_question_is_answered_where_it_is_seen_and_heard(visit: Visit, question: str, answer: str) -> None:
    page = visit().sit_down(WITH_CELLS)
    _write(page, question)
    expect(page.locator("#notice")).to_contain_text(answer)
    expect(page.locator("#board")).to_have_attribute("data-seq", "0")


def test_a_verb_with_more_than_it_takes_is_refused_as_without_the_script(visit: Visit) -> None:
    page = visit().sit_down(WITH_CELLS)
    for written, answer in REFUSED.items():
        page.evaluate("document.getElementById('notice').textContent = ''")
        _write(page, written)
        expect(page.locator("#notice"), written).to_have_text(answer)
    expect(page.locator("#board")).to_have_attribute("data-seq", "0")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_other_text_is_answered_with_how_to_write_a_move(visit: Visit) -> None:
    page = visit(refusals=[400]).sit_down(FORTRESS)
    _write(page, "abracadabra")
    expect(page.locator("#notice")).to_have_text("Write a move like 7h 8s, 7h home, 4 6 or t3-t5.")


def test_blanks_are_not_sent_as_a_move(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    _write(page, "   ")
    expect(page.locator("#move")).to_have_value("")
    # What is written next is answered after what was written first.
    _write(page, "empty")
    expect(page.locator("#notice")).to_have_text("No column is empty.")
    assert not any(address.endswith("/moves") for address in asked)


def test_the_same_question_twice_is_answered_twice(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    _write(page, "empty")
    expect(page.locator("#notice")).to_have_text("No column is empty.")
    first = page.locator("#notice").text_content()
    _write(page, "empty")
    expect(page.locator("#move")).to_have_value("")
    expect(page.locator("#notice")).not_to_have_js_property("textContent", first)


def test_no_question_names_a_card_that_lies_face_down(visit: Visit) -> None:
    page = visit().sit_down(STONEWALL)
    hidden = NAME[deal(STONEWALL.rules, STONEWALL.deck).piles[0][0]]
    for question in ("table", "1", "what can move"):
        _write(page, question)
        expect(page.locator("#notice")).not_to_be_empty()
        assert hidden not in (page.locator("#notice").text_content() or "")


@pytest.mark.parametrize(
    ("key", "said"),
    [("w", "Column 1: "), ("e", "No column is empty."), ("n", "The foundations take "), ("g", "Can move: ")],
)
def test_one_key_says_what_is_seen_at_a_glance(visit: Visit, key: str, said: str) -> None:
    page = visit().sit_down(FORTRESS)
    page.locator("#pile-t0 > :last-child").focus()
    page.keyboard.press(key)
    expect(page.locator("#spoken")).to_contain_text(said)


def test_a_key_with_nothing_to_do_says_so(visit: Visit) -> None:
    page = visit().sit_down(WITH_CELLS)
    for key, said in (("u", "There is nothing to undo."), ("r", "There is nothing to redo.")):
        page.keyboard.press(key)
        expect(page.locator("#notice")).to_have_text(said)
    page.locator("#space-c0").focus()
    for key in ("Space", "Enter"):
        page.keyboard.press(key)
        expect(page.locator("#notice")).to_have_text("No card lies here.")


def test_the_board_is_a_toolbar_while_its_script_runs_and_tab_enters_at_the_first_column(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS)
    expect(page.locator("#board")).to_have_role("toolbar")
    expect(page.locator("#board")).to_have_accessible_name("Fortress, question mark lists the keys")
    (stop,) = page.locator("#board [tabindex='0']").all()
    assert stop.evaluate("stop => stop.parentElement.id") == "pile-t0"
    plain = visit(javascript=False).sit_down(FORTRESS)
    expect(plain.locator("#board")).to_have_role("group")
    expect(plain.locator("#board")).to_have_accessible_name("Fortress")


def test_every_pile_can_be_asked_for(visit: Visit) -> None:
    page = visit().sit_down(WITH_CELLS)
    for pile in layout(WITH_CELLS.rules).ids:
        _write(page, pile)
        expect(page.locator("#notice")).to_contain_text(str(page.locator(f"#pile-{pile}").get_attribute("data-name")))
