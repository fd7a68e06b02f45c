"""The analysis board in a browser: labels that come by themselves, keys and wheel, and a link that keeps it all."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from app.site.commands import main
from tests.app.study.test_review import BLUNDERS, Blunder
from tests.chromium.conftest import Visit
from tests.chromium.serving import serving
from tests.chromium.tables import wait_until
from tests.chromium.test_advice import THINKING_MS, judge
from tests.chromium.visitors import DESKTOP, PHONE, Window

pytestmark = pytest.mark.browser

LOST: Blunder = BLUNDERS[3]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve with a solver, and return the address."""
    with serving(tmp_path_factory.mktemp("analysing"), solvers=1) as address:
        yield address


def labelled(page: Page) -> Page:
    """Wait until every move has its label."""
    expect(page.locator(".move-row.unknown, .move-row.thinking")).to_have_count(0, timeout=THINKING_MS)
    return page


@pytest.mark.long
def test_whoever_lost_finds_the_losing_move_and_what_would_have_won_and_sends_the_link(visit: Visit) -> None:
    visitor = visit(window=PHONE)
    line = [*map(str, LOST.win.line[: LOST.after]), str(LOST.move)]
    table = visitor.begin(LOST.win.slug, LOST.win.options, LOST.win.deal, line)
    visitor.give_up(table, len(line))
    page = visitor.open(f"{table}/review")
    judge(page)
    page.get_by_role("link", name="Analyse the position before this move").click()
    labelled(page)
    expect(page.locator(f'.move-row[value="{LOST.move}"]')).to_have_class(re.compile("unwinnable"))
    expect(page.locator(f'.move-row[value="{LOST.win.line[LOST.after]}"]')).to_contain_text("wins in")
    other = visit(window=DESKTOP).open(page.url.removeprefix(visitor.origin))
    expect(other.locator(".move-row.unwinnable").first).to_be_visible()


def test_a_long_line_takes_three_screens_of_a_phone_and_its_move_stays_in_sight(visit: Visit) -> None:
    visitor = visit(window=Window(390, 664))
    line = LOST.win.line[:-8]
    moves, options = ",".join(map(str, line)), "".join(f"&{name}={value}" for name, value in LOST.win.options.items())
    page = visitor.open(f"/analysis/{LOST.win.slug}?deal={LOST.win.deal}{options}&moves={moves}")
    # The steps stay within reach at the foot of the first screen, as those of a replay do.
    expect(page.locator(".reach")).to_be_in_viewport(ratio=1)
    page.locator("#pace-last").click()
    expect(page.locator(".reach")).to_be_in_viewport(ratio=1)
    expect(page.locator(".step")).to_contain_text(f"Step {len(line)} of {len(line)}.")
    inside = """shown => {
        const list = shown.closest(".tree"), [one, all] = [shown, list].map(each => each.getBoundingClientRect());
        return list.scrollTop > 0 && all.top <= one.top && one.bottom <= all.bottom;
    }"""
    wait_until(page, f"({inside})(document.querySelector('.tree [aria-current]'))")
    labelled(page)
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 3 * 664


def test_whoever_is_told_that_a_deal_is_lost_takes_the_proof_along(visit: Visit) -> None:
    page = visit(window=PHONE).open("/analysis/stronghold?deal=1&cell=none")
    page.get_by_role("link", name="The proof that nobody can win this deal").click(timeout=THINKING_MS)
    page.get_by_role("button", name="Write the certificate").click()
    download = page.get_by_role("link", name="Download the certificate")
    expect(download).to_be_visible(timeout=THINKING_MS)
    with page.expect_download() as taken:
        download.click()
    assert taken.value.suggested_filename == "stronghold-1-proof.txt"
    assert main(["verify", str(taken.value.path())]) == 0


def test_keys_wheel_and_moves_lead_about_the_tree_and_back_and_reload_keep_it(visit: Visit) -> None:
    visitor = visit(window=DESKTOP)
    page = labelled(visitor.open("/analysis/stronghold?deal=1&cell=one&moves=t0-c0,t1-t7(t2-t5)&at=3"))
    step = page.locator(".step b")
    current = page.locator(".step-to[aria-current]")
    expect(current).to_have_attribute("value", "3")
    page.keyboard.press("ArrowUp")
    expect(current).to_have_attribute("value", "2")
    page.keyboard.press("ArrowDown")
    expect(current).to_have_attribute("value", "3")
    page.keyboard.press("Home")
    expect(step).to_have_text("0")
    page.locator("#play .board").hover()
    page.mouse.wheel(0, 120)
    expect(step).to_have_text("1")
    labelled(page).locator(".move-row.winnable").first.click()
    expect(step).to_have_text("2")
    here = page.url
    page.reload()
    assert page.url == here
    page.go_back()
    expect(step).to_have_text("1")


def test_a_card_is_chosen_and_laid_on_the_board_itself(visit: Visit) -> None:
    page = labelled(visit(window=PHONE).open("/analysis/stronghold?deal=1&cell=one"))
    move = str(page.locator(".move-row").first.get_attribute("value"))
    source, target = move.split(":", maxsplit=1)[0].split("-")
    page.locator(f"#pile-{source} .card").last.click()
    expect(page.locator(f"#pile-{target} .target")).to_be_visible()
    page.locator(f"#pile-{target} .target").click()
    expect(page.locator(".step b")).to_have_text("1")
    assert f"moves={move}" in page.url
