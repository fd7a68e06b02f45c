"""A puzzle in a browser: the panel follows the moves, with scripts and without."""

import re
from collections.abc import Iterator, Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from app.features.puzzles.rows import puzzles
from engine.games import GAMES
from engine.lessons import lessons
from tests.app.puzzles.conftest import LOSING, PUZZLE
from tests.chromium.conftest import Visit
from tests.chromium.serving import serving
from tests.chromium.tables import top_of, wait_until
from tests.chromium.test_advice import THINKING_MS
from tests.chromium.visitors import DESKTOP, PHONE, PHONE_ON_ITS_SIDE, SMALL_PHONE, Window
from tests.databases import transaction
from tests.lengths import a_few

pytestmark = pytest.mark.browser

START = f"/puzzles/{PUZZLE.id}/start"


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve with a solver and a puzzle, and return the address."""
    folder = tmp_path_factory.mktemp("puzzling")
    with serving(folder, solvers=1) as address:
        with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
            puzzles.add(connection, PUZZLE, 0)
        yield address


def stands(page: Page, tone: str) -> None:
    """Wait until the panel says how the try stands."""
    expect(page.locator("#task")).to_have_class(re.compile(rf"\b{tone}\b"), timeout=THINKING_MS)


def play(page: Page, move: object) -> None:
    """Type a move."""
    page.fill("#move", str(move))
    page.press("#move", "Enter")


LONGEST = max(
    ((game, number) for game in GAMES.values() for number in range(1, len(lessons(game)) + 1)),
    key=lambda one: len(lessons(one[0])[one[1] - 1].rule + lessons(one[0])[one[1] - 1].task),
)
"""The lesson that says most on its table."""


@pytest.mark.parametrize("window", a_few([SMALL_PHONE, Window(390, 664), Window(664, 390), DESKTOP], 1), ids=str)
@pytest.mark.parametrize("javascript", [True, False], ids=["script", "plain"])
def test_the_rule_of_a_lesson_stands_over_its_table_with_its_piles_lit(
    visit: Visit, window: Window, javascript: bool
) -> None:
    game, number = LONGEST
    page = visit(window=window, javascript=javascript).open(f"/learn/{game.slug}/{number}")
    page.get_by_role("button", name="Start the lesson").click()
    head, board = page.locator(".table-head").bounding_box(), page.locator("#board").bounding_box()
    assert head
    assert board
    for part in (".rule", ".goal"):
        box = page.locator(f"#task {part}").bounding_box()
        assert box
        assert head["y"] <= box["y"]
        assert box["y"] + box["height"] <= board["y"]
    assert lit(page) == sorted(lessons(game)[number - 1].lit.split())


def lit(page: Page) -> list[str]:
    """Return the piles that a lesson lights up."""
    shine = """piles => piles.filter(one => {
        const { outlineStyle: style, outlineColor: colour } = getComputedStyle(one);
        return style === "solid" && colour !== "rgba(0, 0, 0, 0)";
    }).map(one => one.dataset.pile)"""
    return sorted(page.locator(".pile").evaluate_all(shine))


def test_the_lit_piles_of_a_lesson_give_way_to_a_chosen_card_and_go_with_the_first_move(visit: Visit) -> None:
    page = visit(window=PHONE, touch=True).open("/learn/fortress/1")
    page.get_by_role("button", name="Start the lesson").tap()
    stands(page, "going")
    page.wait_for_load_state()
    assert lit(page) == ["t7", "t8", "t9"]
    page.touchscreen.tap(*top_of(page, "t9"))
    expect(page.locator("#pile-t9 .chosen")).to_have_count(1)
    # The accent is the colour of a chosen card's places.
    assert lit(page) == []
    page.touchscreen.tap(*top_of(page, "t9"))
    expect(page.locator("#board .chosen")).to_have_count(0)
    assert lit(page) == ["t7", "t8", "t9"]
    play(page, "t7-t9")
    expect(page.get_by_text("The 4 fits on the 3 too")).to_be_visible()
    assert lit(page) == []


def test_the_rules_lie_on_the_table_of_a_puzzle_in_one_tap(visit: Visit) -> None:
    page = visit(window=PHONE).open(f"/puzzles/{PUZZLE.id}")
    page.get_by_role("button", name="Try it").click()
    stands(page, "going")
    page.wait_for_load_state()
    table = page.url
    page.get_by_role("link", name="The rules").click()
    expect(page.locator("#pile-rules")).to_be_visible()
    page.locator("#pile-rules").get_by_role("button", name="Close").click()
    expect(page.locator("#pile-rules")).to_be_hidden()
    assert page.url == table


@pytest.mark.long
def test_a_losing_move_ends_the_try_and_the_way_solves_the_next_one(visit: Visit) -> None:
    visitor = visit(window=PHONE)
    page = visitor.open(f"/puzzles/{PUZZLE.id}")
    page.get_by_role("button", name="Try it").click()
    stands(page, "going")
    expect(page.locator("#undo")).to_be_disabled()
    for move in (PUZZLE.way[0], LOSING):
        play(page, move)
    stands(page, "lost")
    expect(page.locator("#board")).to_have_attribute("data-status", "given-up")
    expect(page.locator("#task")).to_contain_text("That would have kept the win.")
    lost_at = page.get_by_role("link", name="See the lost position").get_attribute("href")
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Try again").click()
    for move in PUZZLE.way:
        play(page, move)
    stands(page, "solved")
    expect(page.locator("#task")).not_to_contain_text("Your rating")
    page.goto(f"{visitor.origin}{lost_at}")
    expect(page.locator("#verdict")).to_have_text(re.compile("Proved lost"), timeout=THINKING_MS)


def test_without_scripts_each_move_is_answered_by_a_page_that_says_how_the_try_stands(visit: Visit) -> None:
    visitor = visit(window=PHONE, javascript=False)
    page = visitor.open(visitor.post(START))
    for move in (PUZZLE.way[0], LOSING):
        play(page, move)
        for _ in range(60):
            if not page.locator("#task.thinking").count():
                break
            page.get_by_role("button", name="Check again").click()
    assert page.locator("#task.lost").count() == 1
    page.get_by_role("link", name="The proof").click()
    expect(page.locator("#proof")).to_contain_text("A solver has proved that nobody can win from this position.")
    expect(page.locator("#line")).to_have_text(re.compile(rf" {re.escape(str(LOSING))}$"))
    page.go_back()
    page.get_by_role("button", name="Try again").click()
    assert page.locator("#task.going").count() == 1


@pytest.mark.long
def test_the_panel_fits_every_window_and_axe_finds_nothing_to_better(visit: Visit) -> None:
    visitor = visit(window=PHONE)
    page = visitor.open(visitor.post(START))
    for tone in ("going", "lost"):
        if tone == "lost":
            play(page, PUZZLE.way[0])
            play(page, LOSING)
        stands(page, tone)
        for window in (SMALL_PHONE, PHONE, PHONE_ON_ITS_SIDE, DESKTOP):
            page.set_viewport_size({"width": window.width, "height": window.height})
            box = page.locator("#task .goal").bounding_box()
            assert box, (tone, window)
            board = page.locator("#board").bounding_box()
            assert board, (tone, window)
            assert box["y"] + box["height"] <= board["y"] + 1, (tone, window)
            assert page.evaluate("document.scrollingElement.scrollWidth") <= window.width, (tone, window)
            if tone == "lost":
                hides_nothing(page, window)
        found = Axe().run(page).response["violations"]
        assert [each["id"] for each in found] == [], tone


def hides_nothing(page: Page, window: Window, further: Sequence[str] = ("#next", "#again", "#share")) -> None:
    """Check that the panel of an end covers no card, and that what to do next is in sight in it or below the board."""
    ending, board = page.locator("#ending").bounding_box(), page.locator("#board").bounding_box()
    assert ending
    assert board
    right, bottom = ending["x"] + ending["width"], ending["y"] + ending["height"]
    for card in page.locator("#board .card:visible").all():
        box = card.bounding_box()
        assert box
        beside = box["x"] + box["width"] <= ending["x"] + 1 or box["x"] >= right - 1
        assert beside or box["y"] + box["height"] <= ending["y"] + 1 or box["y"] >= bottom - 1, window
    for name in further:
        box = page.locator(name).bounding_box()
        assert box
        below = box["y"] >= board["y"] + board["height"] and box["y"] + box["height"] <= window.height
        assert below or box["y"] + box["height"] <= bottom + 1, (name, window)
        assert box["x"] + box["width"] <= window.width, (name, window)


@pytest.mark.parametrize("window", a_few([SMALL_PHONE, Window(390, 664), Window(820, 1180)], 1), ids=str)
def test_the_piles_of_a_lesson_stay_where_they_are_when_it_is_solved(visit: Visit, window: Window) -> None:
    page = visit(window=window).open("/learn/stonewall/1")
    page.get_by_role("button", name="Start the lesson").click()
    stands(page, "going")
    page.wait_for_load_state()
    before = places(page)
    play(page, lessons(GAMES["stonewall"])[0].way)
    stands(page, "solved")
    expect(page.locator("#next")).to_be_visible()
    wait_until(page, "document.querySelector('#ending link').sheet")
    assert places(page) == before
    hides_nothing(page, window, ("#next", "#again"))


def places(page: Page) -> list[object]:
    """Return where each pile begins, and how wide it is."""
    where = "piles => piles.map(pile => pile.getBoundingClientRect()).map(({ x, y, width }) => [x, y, width])"
    return list(page.locator("#board .pile").evaluate_all(where))


def test_a_puzzle_that_is_over_is_shared_in_one_tap_by_its_address(visit: Visit) -> None:
    visitor = visit(window=PHONE)
    page = visitor.open(visitor.post(START))
    for move in (PUZZLE.way[0], LOSING):
        play(page, move)
    stands(page, "lost")
    # This browser neither shares nor copies, so the page shows what it would have passed on.
    page.locator("#share").click()
    expect(page.locator("#shared")).to_have_text(
        re.compile(rf"^A puzzle in Fortress\..* Can you\? {re.escape(visitor.origin)}/puzzles/{PUZZLE.id}$")
    )
    assert "/sessions/" in page.url
