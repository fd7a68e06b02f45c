"""Games watched and shared, and the statistics, in a browser."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import Connection

from app.features.daily.rows import attempts, boards, dailies
from app.features.daily.values.daily import DailyAttempt
from app.play.rows import sessions
from engine.games import GAMES
from engine.moves import Move
from engine.record import Status
from tests.app.daily.factories import a_daily
from tests.chromium.conftest import Visit
from tests.chromium.serving import serving
from tests.chromium.visitors import PHONE, SMALL_PHONE, Visitor
from tests.databases import transaction
from tests.engine.verdicts import win

pytestmark = pytest.mark.browser

WON = win("stalactites", {"by": "ones"}, "4")
WEEKS = 20
NOTE_MOTION = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...frames) {
    window.travelled = this.id;
    return animate.apply(this, frames);
  };
}"""
"""Notes the last element that anything animates."""


def _nothing_to_better(page: Page) -> None:
    for theme in ("light", "dark", "contrast"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        assert Axe().run(page).response["violations"] == [], theme
    page.set_viewport_size({"width": SMALL_PHONE.width, "height": SMALL_PHONE.height})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= SMALL_PHONE.width


def _won_by(visitor: Visitor) -> str:
    return visitor.begin(WON.slug, WON.options, WON.deal, [str(move) for move in WON.line])


def test_a_result_is_shared_and_copied_with_its_link(visit: Visit) -> None:
    visitor: Visitor = visit(window=PHONE)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = _won_by(visitor)
    page = visitor.open(f"{table}/share")
    page.get_by_role("button", name="Publish the replay").click()
    page.get_by_role("button", name="Copy it").click()
    expect(page.locator("#share-said")).to_have_text("Result copied.")
    link = f"{visitor.origin}{table.replace('/sessions/', '/replays/')}"
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"Stalactites, by ones, deal 4: solved, {len(WON.line)} steps, no hints. {link}"
    _nothing_to_better(page)


def test_a_game_is_walked_along_by_keys_and_by_the_slider(visit: Visit) -> None:
    visitor: Visitor = visit(window=PHONE)
    page = visitor.open(_won_by(visitor).replace("/sessions/", "/replays/"))
    step = page.locator(".step b")
    for key, place in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", len(WON.line)), ("Home", 0)):
        page.keyboard.press(key)
        expect(step).to_have_text(str(place))
    box = page.locator("#pace-next").bounding_box()
    assert box
    for place in (1, 2):
        # The finger stays where it is.
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(step).to_have_text(str(place))
    page.locator("#pace").fill("20")
    expect(step).to_have_text("20")
    assert page.url.endswith("step=20")
    page.locator("#pace-first").press("Enter")
    expect(step).to_have_text("0")
    expect(page.locator("#pace-next")).to_be_focused()
    _nothing_to_better(page)


@pytest.mark.long
def test_a_replay_plays_to_its_end_at_a_pace_that_is_remembered(visit: Visit) -> None:
    visitor: Visitor = visit(window=PHONE)
    replay = _won_by(visitor).replace("/sessions/", "/replays/")
    page = visitor.open(f"{replay}?step={len(WON.line) - 3}")
    page.get_by_label("Pace").select_option("Fast")
    page.keyboard.press("Space")
    expect(page.locator(".step b")).to_have_text(str(len(WON.line)))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.locator("#steps [aria-current]").inner_text().startswith(str(len(WON.line)))
    _nothing_to_better(page)
    page.goto(replay)
    expect(page.get_by_label("Pace")).to_have_value("300")
    page.get_by_label("Pace").select_option("Slow")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".step b")).to_have_text("1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".step b")).to_have_text("0")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_cards_of_a_replay_travel_unless_motion_is_unwanted(visit: Visit) -> None:
    for motion, travelled in (("no-preference", True), ("reduce", False)):
        visitor: Visitor = visit(motion=motion)
        page = visitor.open(_won_by(visitor).replace("/sessions/", "/replays/"))
        page.evaluate(NOTE_MOTION)
        page.locator("#steps a").first.click()
        expect(page.locator(".step b")).to_have_text("1")
        moved = page.evaluate("document.querySelector('.card.last').id")
        assert (page.evaluate("window.travelled") == moved) is travelled


def test_a_step_opens_in_a_tab_of_its_own_where_that_is_asked_for(visit: Visit) -> None:
    visitor: Visitor = visit()
    page = visitor.open(_won_by(visitor).replace("/sessions/", "/replays/"))
    with visitor.context.expect_page() as opened:
        page.locator("#pace-next").click(modifiers=["ControlOrMeta"])
    expect(opened.value.locator(".step b")).to_have_text("1")
    expect(page.locator(".step b")).to_have_text("0")


@pytest.fixture
def played(browser: Browser, tmp_path: Path) -> Iterator[Visitor]:
    """Yield a visitor who has tried dailies for weeks."""
    with serving(tmp_path) as origin:
        visitor = Visitor(browser, origin, PHONE)
        table = visitor.begin("fortress", {}, "4")
        with transaction(f"sqlite:///{tmp_path / 'rampart.sqlite3'}") as connection:
            _try_dailies(connection, table.rpartition("/")[2])
        yield visitor
        visitor.context.close()
        assert visitor.troubles == []


@pytest.mark.long
def test_statistics_of_many_weeks_fit_a_small_phone_and_read_well(played: Visitor) -> None:
    page = played.open("/statistics")
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.get_by_role("img")).to_have_count(6)
    tries = page.get_by_role("table", name="Your first tries, the latest first.")
    expect(tries.get_by_role("row")).to_have_count(1 + WEEKS * len(GAMES))
    _nothing_to_better(page)


def _try_dailies(connection: Connection, session_id: str) -> None:
    """Make a session's player try every game once a week, each week in more steps and in a larger field."""
    session = sessions.find(connection, session_id)
    assert session is not None
    today = datetime.now(UTC).date()
    for week in range(WEEKS):
        for game in GAMES.values():
            day, variant = today - timedelta(weeks=week), game.variants({})[0]
            lines = {variant: (Move("t0", "t1"),) * 100}
            dailies.add(connection, a_daily(day, game, deck=session.deck, lines=lines, settled=True))
            status = Status.GIVEN_UP if week % 4 == 3 else Status.WON
            tried = session._replace(id=f"{game.slug[:12]:-<12}{week:04}", steps=90 + 7 * week, status=status)
            sessions.add(connection, tried)
            begun = DailyAttempt(tried.id, day, variant, session.player_id, 1, True, 0)
            attempts.add(connection, begun)
            ended = replace(begun, ended_at=1, solved=week % 4 != 3, steps=tried.steps, score=tried.steps << 32)
            attempts.end(connection, ended)
            for score in (0, 100 << 32, 200 << 32):
                boards.count_in(connection, replace(ended, score=score))
