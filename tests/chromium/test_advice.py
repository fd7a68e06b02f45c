"""Help in the browser: hints at the table, and a winnable deal lost on purpose and looked back over."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from app.play.values.shelf import Shelf
from engine.games import GAMES
from tests.app.play.test_proof import LISTED
from tests.app.study.test_review import FORTRESS
from tests.chromium.conftest import Visit
from tests.chromium.places import choose_look
from tests.chromium.serving import serving
from tests.chromium.tables import top_of, wait_for_seq, wait_until
from tests.chromium.visitors import DESKTOP, PHONE, Visitor, Window
from tests.engine.verdicts import win
from tests.lengths import a_few

pytestmark = pytest.mark.browser

# The cards that a box lies over.
_COVERED_BY = """(cards, box) => cards.filter(card => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y + 1;
}).map(card => card.dataset.card)"""
HIDING = win("stonewall", {}, "32005")
THINKING_MS = 60_000
"""How long a solver may take, which must compile on its first use."""


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve with a solver, and return the address."""
    with serving(tmp_path_factory.mktemp("solving"), solvers=1) as address:
        yield address


def advice(page: Page) -> list[str]:
    """Wait for the helper's answer, and return its sentences."""
    expect(page.locator("#advice .advice:not([data-thinking])")).to_be_visible(timeout=THINKING_MS)
    return page.locator("#advice .said p").all_inner_texts()


def further(page: Page, name: str) -> None:
    """Ask for the next hint."""
    page.get_by_role("button", name=name).click()


def judge(page: Page) -> None:
    """Ask for the game on the page to be judged, and wait for the end."""
    page.get_by_role("button", name="Judge the game").click()
    expect(page.locator("#judged")).to_have_count(0, timeout=THINKING_MS)


@pytest.mark.parametrize("window", a_few([PHONE, DESKTOP], 1), ids=str)
def test_hints_come_rung_by_rung_and_go_with_the_next_move(visit: Visit, window: Window) -> None:
    page = visit(window=window).sit_down(HIDING, moves=20)
    page.keyboard.press("h")
    told = advice(page)
    # At some of them, the solver can't tell.
    guessed = r"You can win in (all|\d+ of) 16 guesses at the face-down cards(; in (one|\d+) we can’t tell)?\."
    assert re.fullmatch(guessed, told[0])
    expect(page.locator("#spoken")).to_have_text(" ".join(told))
    expect(page.locator("#board .advised")).to_have_count(1)
    expect(page.locator("#board .pile.advised")).to_have_attribute("data-name", re.compile("^(Column|Reserve|Cell)"))
    further(page, "Which card?")
    expect(page.locator("#board .pile.advised")).to_have_count(0)
    expect(page.locator("#board .advised:last-child")).to_have_count(1)
    run = page.locator("#board .advised").count()
    page.keyboard.press("h")
    expect(page.locator("#board .advised")).to_have_count(run + 1)
    expect(page.get_by_role("button", name="Play it", exact=True)).to_be_visible()
    said = page.locator("#advice").bounding_box()
    assert page.locator("#board .card:not(.under)").evaluate_all(_COVERED_BY, said) == []
    assert " goes to " in advice(page)[1]
    further(page, "Why?")
    expect(page.locator("#advice")).to_contain_text("with this move.")
    further(page, "Use every card")
    expect(page.locator("#advice")).to_contain_text("You can win from here.")
    page.locator('form#typed-move [name="move"]').fill(str(HIDING.line[20]))
    page.locator('form#typed-move [name="move"]').press("Enter")
    wait_for_seq(page, 21)
    expect(page.locator("#advice .advice")).to_have_count(0)
    expect(page.locator("#board .advised")).to_have_count(0)


def choosable(page: Page) -> str:
    """Return a pile whose top card has several ways."""
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    sources = [move.split("-")[0] for move in legal]
    return next(source for source in sources if sources.count(source) > 1)


def test_whoever_asks_for_help_lets_go_of_the_chosen_card_and_taps_the_one_that_is_named(visit: Visit) -> None:
    page = visit(window=PHONE, touch=True).sit_down(FORTRESS.win, moves=1)
    source = choosable(page)
    chosen, marks = page.locator(f"#pile-{source} .chosen"), page.locator("#board :is(.chosen, .target)")
    page.touchscreen.tap(*top_of(page, source))
    expect(chosen).to_have_count(1)
    page.get_by_role("button", name="Hint").tap()
    expect(marks).to_have_count(0)
    advice(page)
    # Nor does a card stay chosen that was tapped before the next hint named one.
    page.touchscreen.tap(*top_of(page, source))
    expect(chosen).to_have_count(1)
    further(page, "Which card?")
    expect(page.locator("#board .pile.advised")).to_have_count(0)
    expect(marks).to_have_count(0)
    # What was tapped while the answer was on its way gives way to it, too.
    page.route("**/hints", answer_after_a_tap(page, source))
    further(page, "Where to?")
    expect(page.get_by_role("button", name="Play it", exact=True)).to_be_visible()
    expect(marks).to_have_count(0)


def answer_after_a_tap(page: Page, source: str) -> Callable[[Route], None]:
    """Let a hint through once a card has been chosen meanwhile."""

    def answer(route: Route) -> None:
        fetched = route.fetch()
        page.evaluate("pile => document.querySelector(`#pile-${pile} > :last-child`).click()", source)
        assert page.locator(f"#pile-{source} .chosen").count()
        route.fulfill(response=fetched)

    return answer


def test_a_choice_ends_with_undo_and_with_a_search_for_a_card(visit: Visit) -> None:
    page = visit().sit_down(FORTRESS.win, moves=1)
    source = choosable(page)
    marks = page.locator("#board :is(.chosen, .target)")
    for key in ("l", "u"):
        page.mouse.click(*top_of(page, source))
        expect(page.locator(f"#pile-{source} .chosen")).to_have_count(1)
        page.keyboard.press(key)
        expect(marks).to_have_count(0)
        page.keyboard.press("Escape")


def test_help_can_be_put_away_and_what_it_advises_be_played(visit: Visit) -> None:
    page = visit().sit_down(HIDING, moves=20)
    legal = page.locator("#status").get_attribute("data-legal") or ""
    refused = next(at for at in range(1, 5) if f"t0-t{at}" not in legal)
    for column in (0, refused):
        page.keyboard.press(str(column + 1))
    expect(page.locator("#notice")).to_contain_text("can’t go")
    page.keyboard.press("h")
    advice(page)
    expect(page.locator("#notice")).to_be_empty()
    further(page, "Close")
    expect(page.locator("#advice .advice")).to_have_count(0)
    expect(page.locator("#board :focus")).to_have_count(1)
    # By the space bar, which on the board chooses cards; the focus goes from button to button, and along with the card.
    page.get_by_role("button", name="Hint").press("Space")
    page.get_by_role("button", name="Where to?").press("Space")
    expect(page.get_by_role("button", name="Play it", exact=True)).to_be_focused()
    page.keyboard.press("Space")
    wait_for_seq(page, 21)
    expect(page.locator("#board :focus")).to_have_count(1)


def test_once_a_move_is_made_what_is_proved_is_said_of_the_deal_as_dealt(visit: Visit) -> None:
    visitor: Visitor = visit(window=DESKTOP)
    page = visitor.open(visitor.begin("fortress", {}, str(LISTED[Shelf(GAMES["fortress"], "")])))
    page.get_by_role("button", name=re.compile("Proved winnable(?! as dealt)")).wait_for()
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    page.locator("#write-move").evaluate("button => button.click()")
    page.locator("#move").fill(legal[0])
    page.locator("#move").press("Enter")
    wait_for_seq(page, 1)
    page.get_by_role("button", name="Proved winnable as dealt").wait_for()


def test_whether_the_game_can_still_be_won_is_one_tap_away(visit: Visit) -> None:
    visitor: Visitor = visit(window=DESKTOP)
    page = visitor.open(visitor.begin("fortress", {}, str(LISTED[Shelf(GAMES["fortress"], "")])))
    page.get_by_role("button", name="Proved winnable").click()
    assert advice(page) == ["You can win from here."]
    # A phone has no room for that in the head of its table.
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    expect(page.get_by_role("button", name="Proved winnable")).to_be_hidden()
    page.locator(".more > summary").click()
    page.get_by_role("button", name="Can I still win?", exact=True).click()
    expect(page.locator(".more .sheet")).to_be_hidden()
    assert advice(page) == ["You can win from here."]


def test_who_wants_to_know_is_told_after_every_turn_how_the_game_stands(visit: Visit) -> None:
    visitor = visit()
    choose_look(visitor, "outlook:on")
    moves = [str(move) for move in FORTRESS.win.line[: FORTRESS.after]]
    page = visitor.open(visitor.begin(FORTRESS.win.slug, {}, FORTRESS.win.deck, moves))
    assert advice(page) == ["You can win from here."]
    page.locator('form#typed-move [name="move"]').fill(str(FORTRESS.move))
    page.locator('form#typed-move [name="move"]').press("Enter")
    expect(page.locator("#advice")).to_contain_text("Back to move ", timeout=THINKING_MS)
    page.locator("#undo").click()
    expect(page.locator("#advice")).to_contain_text("You can win from here.", timeout=THINKING_MS)


def test_one_tap_plays_what_is_advised_and_shows_the_next_move(visit: Visit) -> None:
    page = visit(window=PHONE).sit_down(FORTRESS.win)
    page.keyboard.press("h")
    advice(page)
    expect(page.locator("#board .pile.advised")).to_have_count(1)
    page.keyboard.press("h")
    page.get_by_role("button", name="Where to?").click()
    for made in (1, 2):
        page.get_by_role("button", name="Play it, show the next").click()
        wait_for_seq(page, made)
        expect(page.locator("#advice .used")).to_have_text(f"{made + 1} hints used in this game.", timeout=THINKING_MS)
        expect(page.locator("#board .advised")).not_to_have_count(0)
    further(page, "Close")
    expect(page.locator("#board .advised")).to_have_count(0)


@pytest.mark.parametrize("window", a_few([PHONE, DESKTOP], 1), ids=str)
def test_the_review_names_the_move_that_lost_and_one_goes_on_from_before_it(visit: Visit, window: Window) -> None:
    visitor = visit(window=window)
    moves = [str(move) for move in (*FORTRESS.win.line[: FORTRESS.after], FORTRESS.move)]
    page = visitor.open(visitor.begin(FORTRESS.win.slug, {}, FORTRESS.win.deck, moves))
    page.goto(f"{page.url}/give-up")
    page.get_by_role("main").get_by_role("button", name="Give up").click()
    page.get_by_role("link", name="Review").click()
    if page.get_by_role("button", name="Judge the game").count():
        judge(page)
    expect(page.locator(".turnings li b")).to_have_text([f"Move {FORTRESS.after + 1}."])
    review = page.url
    page.get_by_role("link", name="A way to win from here").click()
    page.wait_for_url(re.compile("/review/way"))
    walk_to_the_end(page)
    page.goto(review)
    page.get_by_role("button", name="Continue from here").click()
    wait_for_seq(page, FORTRESS.after)
    expect(page.locator("#board")).to_have_attribute("data-status", "playing")


def walk_to_the_end(page: Page) -> None:
    """Walk by keys: on, back, to the end and to the beginning."""
    step = page.locator("#walk .step b")
    for key, place in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("Home", "0")):
        page.keyboard.press(key)
        expect(step).to_have_text(place)
    page.keyboard.press("End")
    expect(page.locator("#pace-next")).to_have_count(0)
    assert page.locator(".foundations [data-card]").evaluate_all("cards => cards.length") >= 4


@pytest.mark.long
def test_a_deal_asked_for_as_gentle_is_lost_on_purpose_and_told_of(visit: Visit) -> None:
    # The table may still be asking for the way back when it is left.
    visitor = visit(connection="bad")
    page = visitor.open("/stalactites/483920")
    table = begin_gentle(visitor, page)
    legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    seq = 0
    while legal and seq < 60:
        page.locator('form#typed-move [name="move"]').fill(legal[0])
        page.locator('form#typed-move [name="move"]').press("Enter")
        expect(page.locator(f'#board[data-seq="{seq}"]')).to_have_count(0)
        seq = int(page.locator("#board").get_attribute("data-seq") or "")
        legal = (page.locator("#status").get_attribute("data-legal") or "").split()
    assert visitor.session_at(table)["status"] == "stuck"
    page.goto(f"{table}/give-up")
    page.get_by_role("main").get_by_role("button", name="Give up").click()
    page.get_by_role("link", name="Review").click()
    judge(page)
    expect(page.locator(".turnings > li")).to_have_count(1)
    page.get_by_role("button", name="Continue from here").click()
    page.wait_for_selector('#board[data-status="playing"]')


def begin_gentle(visitor: Visitor, page: Page) -> str:
    """Ask for a gentle deal of Stalactites by ones, and return its table."""
    answer = visitor.context.request.post("/stalactites/new", form={"deals": "gentle", "by": "ones"})
    assert answer.ok
    page.goto(answer.url)
    if "/sessions/" not in page.url:
        page.locator('button[name="by"][value="ones"]').click()
    page.wait_for_selector("#board")
    return page.url.removeprefix(visitor.origin)


@pytest.mark.parametrize("window", [Window(390, 664), Window(664, 390), DESKTOP], ids=str)
def test_the_close_button_of_help_covers_no_word_and_no_button(visit: Visit, window: Window) -> None:
    page = visit(window=window).sit_down(HIDING, moves=20)
    page.keyboard.press("h")
    advice(page)
    close = page.locator("#advice .close").bounding_box()
    assert close
    covered = """(parts, box) => parts.filter(part => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return [...range.getClientRects()].some(one => one.left < box.x + box.width && one.right > box.x
            && one.top < box.y + box.height && one.bottom > box.y);
    }).map(part => part.textContent)"""
    assert page.locator("#advice .said p, #advice .turns .button").evaluate_all(covered, close) == []


@pytest.mark.parametrize("window", a_few([Window(320, 568), Window(390, 664), Window(664, 390), DESKTOP], 1), ids=str)
def test_the_offer_of_lessons_covers_no_card(visit: Visit, window: Window) -> None:
    for slug in ("fortress", "stonewall", "stronghold"):
        page = visit(window=window).open(f"/{slug}/4")
        page.locator("main").get_by_role("button", name="Play", exact=True).first.click()
        page.wait_for_selector("#offer")
        # The board makes room once the offer is measured, which may be after the first picture.
        covered = f"({_COVERED_BY})([...board.querySelectorAll('.card:not(.under)')], offer.getBoundingClientRect())"
        wait_until(page, f"(({{ board, offer }}) => !{covered}.length)(window)")
