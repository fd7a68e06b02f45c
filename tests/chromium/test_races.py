"""Races among several browsers at once."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine.moves import apply, legal_moves
from engine.position import Position
from tests.chromium.conftest import Visit
from tests.chromium.visitors import PHONE, PHONE_ON_ITS_SIDE, Visitor, show
from tests.engine.positions import place
from tests.engine.variants import rules_of

pytestmark = pytest.mark.browser


def make(page: Page, name: str) -> str:
    """Make a race in Stalactites, where every deal lets cards go home soon, and return its code."""
    page.goto("/races")
    page.get_by_label("Stalactites, by ones").check()
    page.get_by_text("Deals, rounds, time limit, and your name").click()
    page.get_by_label("any", exact=True).check()
    page.get_by_label("Your name in the race").fill(name)
    page.get_by_role("button", name="Make the race").click()
    page.wait_for_url(re.compile(r"/races/[A-Z]{6}$"))
    return page.url.rpartition("/")[2]


def join(page: Page, code: str, name: str) -> None:
    """Join a race by its link."""
    page.goto(f"/races/{code}")
    page.get_by_label("Your name in the race").fill(name)
    page.locator("#join").click()
    expect(page.locator("#ready")).to_be_visible()


def make_move(page: Page, move: str) -> None:
    """Type a move, and wait until the board shows it."""
    seq = int(page.locator("#board").get_attribute("data-seq") or "")
    page.locator('form#typed-move [name="move"]').fill(move)
    page.locator('form#typed-move [name="move"]').press("Enter")
    expect(page.locator(f'#board[data-seq="{seq + 1}"]')).to_have_count(1)


def piles_at(page: Page) -> dict[str, list[str]]:
    """Return what lies on each pile of a table, as the server has it."""
    address = page.url.replace("/sessions/", "/api/v1/sessions/")
    piles: dict[str, list[str]] = page.context.request.get(address).json()["piles"]
    return piles


def cards_home(page: Page) -> int:
    """Count the cards on the foundations of a table, as the server has them."""
    return sum(len(cards) for pile, cards in piles_at(page).items() if pile.startswith("f"))


def way_home(page: Page) -> list[str]:
    """Find the fewest moves that bring a card home at a table of Stalactites."""
    piles = piles_at(page)
    rules = rules_of("stalactites", by="ones")
    foundations = {pile for pile in piles if pile.startswith("f")}
    ways: list[tuple[Position, list[str]]] = [
        (place(rules, (), **{pile: " ".join(cards) for pile, cards in piles.items()}), [])
    ]
    for position, way in ways:
        for move in legal_moves(rules, position):
            if move.target in foundations:
                return [*way, str(move)]
            ways.append((apply(rules, position, move), [*way, str(move)]))
    raise AssertionError("No card can go home.")


def give_up(page: Page) -> None:
    """Give up the game at a table."""
    page.goto(f"{page.url}/give-up")
    page.get_by_role("main").get_by_role("button", name="Give up").click()


@pytest.mark.long
def test_all_that_the_head_of_a_races_table_says_lies_within_it_on_a_phone(visit: Visit) -> None:
    ann, ben = (visit(window=PHONE).open("/rooms") for _ in range(2))
    for page in (ann, ben):
        page.get_by_role("button", name="Race somebody: Fortress").click()
    for page in (ann, ben):
        page.wait_for_url(re.compile("/sessions/"))
    expect(ann.locator("#strip .run")).to_have_count(2)
    outside = """head => [...head.querySelectorAll("*")].filter(part => {
        const [mine, its] = [head.getBoundingClientRect(), part.getBoundingClientRect()];
        return its.top < mine.top || its.bottom > mine.bottom;
    }).map(part => part.outerHTML)"""
    assert ann.locator(".table-head").evaluate(outside) == []
    # On its side, too, it shows how both stand, and one's own run first.
    ann.set_viewport_size({"width": PHONE_ON_ITS_SIDE.width, "height": PHONE_ON_ITS_SIDE.height})
    ends = """strip => [".run.you", ".run:not(.you)"].map(run => strip.querySelector(run).getBoundingClientRect().right)
        .concat(strip.getBoundingClientRect().right)"""
    mine, theirs, edge = ann.locator("#strip").evaluate(ends)
    assert mine < theirs <= edge
    for page in (ann, ben):
        give_up(page)


def test_two_race_from_a_link_see_each_other_come_on_and_have_a_rematch_while_a_third_watches(visit: Visit) -> None:
    ann, ben, cid = (visit(window=PHONE).context.new_page() for _ in range(3))
    code = make(ann, "Ann")
    join(ben, code, "Ben")
    cid.goto(f"/races/{code}")
    expect(ann.locator(".racers")).to_contain_text("Ben")
    ann.locator("#ready").click()
    expect(cid.locator(".racers")).to_contain_text("Ann, host, ready")
    ben.locator("#ready").click()
    for page in (ann, ben):
        page.wait_for_url(re.compile("/sessions/"))
    # A card that waits for its picture has its rank and suit as text meanwhile.
    dealt = [re.sub(' data-face="[^"]*"', "", page.locator("#board").inner_html()) for page in (ann, ben)]
    assert dealt[0] == dealt[1]
    expect(cid.locator('#room[data-stage="running"] .run')).to_have_count(2)

    expect(ben.locator("#strip .run")).to_have_count(2)
    mark = ann.locator("#strip .run.you").get_attribute("data-run")
    home = f'[data-run="{mark}"] progress'
    for move in way_home(ann):
        make_move(ann, move)
    value = ann.locator(f"#strip {home}").evaluate("bar => bar.value")
    for page in (ben, cid):
        expect(page.locator(f"{home}").first).to_have_js_property("value", value)

    give_up(ann)
    expect(ben.locator(f'#strip [data-run="{mark}"] .how')).to_have_text("gave up")
    give_up(ben)
    expect(cid.locator("#race-end")).to_contain_text("won")
    for page in (ann, ben):
        page.goto(f"/races/{code}")
        page.get_by_role("button", name="Again").click()
    for page in (ann, ben):
        page.wait_for_url(re.compile("/sessions/"))
    expect(cid.locator("#room")).to_contain_text("Round 2")


@pytest.mark.long
def test_a_visitor_without_javascript_joins_plays_and_watches_by_reload(visit: Visit) -> None:
    ann, ben = visit(javascript=False).context.new_page(), visit().context.new_page()
    code = make(ann, "Ann")
    join(ben, code, "Ben")
    ben.locator("#ready").click()
    ann.locator("#ready").click()
    ben.wait_for_url(re.compile("/sessions/"))
    # The page reloads itself every few seconds.
    ann.locator("#to-table").click()
    make_move(ann, way_home(ann)[0])
    give_up(ben)
    ann.goto(f"/races/{code}")
    expect(ann.locator(".runs")).to_contain_text("gave up")


def race_a_ghost(visitor: Visitor) -> Page:
    """Give up a game of Fortress with one card home, race it, and return the page of the table, where the ghost is."""
    table = visitor.begin("fortress", {}, "4", ["t1-f3"])
    visitor.give_up(table, 1)
    page = visitor.open(table.replace("sessions", "replays"))
    page.get_by_role("button", name="Race against it").click()
    page.wait_for_url(re.compile("/sessions/"))
    expect(page.locator('[data-run="ghost"] progress')).to_have_js_property("value", 1)
    return page


def test_a_ghost_comes_on_beside_the_player(visit: Visit) -> None:
    page = race_a_ghost(visit())
    expect(page.locator('[data-run="you"] progress')).to_have_js_property("value", 0)
    field = page.locator('form#typed-move [name="move"]')
    field.fill("t1-f3")
    field.press("Enter")
    expect(page.locator('[data-run="you"] progress')).to_have_js_property("value", 1)


@pytest.mark.long
def test_a_page_that_slept_through_the_start_goes_to_the_table_when_it_wakes(visit: Visit) -> None:
    ann, ben = visit().context.new_page(), visit().context.new_page()
    code = make(ann, "Ann")
    join(ben, code, "Ben")
    ben.locator("#ready").click()
    expect(ben.locator(".racers")).to_contain_text("Ben (you), ready")
    show(ben, hidden=True)
    ann.locator("#ready").click()
    ann.wait_for_url(re.compile("/sessions/"))
    show(ben, hidden=False)
    ben.wait_for_url(re.compile("/sessions/"))


def test_one_button_finds_a_stranger_with_and_without_scripts(visit: Visit) -> None:
    ann, ben = visit(window=PHONE).open("/rooms"), visit(javascript=False).open("/rooms")
    button = re.compile("Race somebody: Stonewall")
    ann.get_by_role("button", name=button).click()
    expect(ann.locator(".lead")).to_contain_text("Looking for somebody")
    expect(ann.locator("#waited")).to_have_text("0:01")
    ben.get_by_role("button", name=button).click()
    for page in (ann, ben):
        page.wait_for_url(re.compile(r"/races/[A-Z]{6}$"), timeout=5_000)
    assert ann.url == ben.url
    expect(ben.locator(".countdown")).to_contain_text("Dealing")


def test_a_page_that_waits_moves_quietly_unless_no_motion_is_wanted(visit: Visit) -> None:
    page = visit().open("/rooms")
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name=re.compile("Race somebody: Stalactites")).first.click()
    expect(page.locator(".alive")).to_have_css("animation-name", "alive")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".alive")).to_have_css("animation-name", "none")


def test_whoever_leaves_the_page_is_not_found_by_the_next(visit: Visit) -> None:
    ann, ben = visit().open("/rooms"), visit().open("/rooms")
    button = re.compile("Race somebody: Fortress")
    ann.get_by_role("button", name=button).click()
    ann.wait_for_url("**/rooms/waiting")
    ann.goto("/")
    ben.get_by_role("button", name=button).click()
    ben.wait_for_url("**/rooms/waiting")
    ben.get_by_role("button", name="Steady").click()
    expect(ben.locator("#ghost")).to_contain_text("The house")


def test_on_a_phone_nothing_in_the_head_lies_over_how_the_race_against_the_house_stands(visit: Visit) -> None:
    page = visit(window=PHONE).open("/rooms")
    page.get_by_role("button", name=re.compile("Race somebody: Fortress")).click()
    page.get_by_role("button", name="Steady").click()
    expect(page.locator("#ghost")).to_contain_text("The house")
    ghost, band = page.locator("#ghost").bounding_box(), page.locator("button.band").bounding_box()
    assert ghost
    assert band
    assert band["y"] + band["height"] <= ghost["y"]
