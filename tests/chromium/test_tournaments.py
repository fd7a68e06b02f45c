"""A tournament in two browsers: one plays, the other looks on."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from app.core.clock import now_ms
from app.features.tournaments.service import tournaments
from app.features.tournaments.tables import tournament
from app.play.rows import sessions
from tests.app.tournaments.ground import LINES, TERMS, Ground, nearly_won
from tests.browser import running_chromium
from tests.chromium.serving import serving
from tests.chromium.visitors import PHONE, Visitor
from tests.databases import transaction

pytestmark = pytest.mark.browser


def opened(folder: Path) -> str:
    """Open an arena on the server that keeps its games in a folder, and return its code."""
    with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
        ground = Ground(connection, now_ms())
        ground.stock(3)
        code = tournaments.add(connection, TERMS, ground.now, ground.now).code
        ground.look_after(code)
        return code


@pytest.mark.long
def test_a_win_is_seen_by_somebody_who_looks_on_without_a_reload(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("arena")
    with serving(folder) as origin:
        code = opened(folder)
        ann, ben = Visitor(running_chromium(), origin), Visitor(running_chromium(), origin, PHONE)
        looks, plays = ann.open(f"/tournaments/{code}"), ben.open(f"/tournaments/{code}")
        plays.get_by_label("Your name in the tournament").fill("Ben")
        plays.locator("#join").click()
        expect(looks.get_by_role("row", name="Ben")).to_contain_text("0")
        expect(plays.locator(".mine")).to_contain_text("Ben")
        watches = ben.context.new_page()
        watches.goto(f"/tournaments/{code}")
        plays.locator("#next").click()
        plays.wait_for_url(re.compile(r"/sessions/"))
        session_id = plays.url.rpartition("/")[2]
        with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
            found = sessions.find(connection, session_id)
            assert found is not None
            assert found.deal is not None
            assert sessions.advance(connection, found._replace(position=nearly_won(found.deal), steps=99), 0)
        plays.reload()
        plays.locator('form#typed-move [name="move"]').fill(str(LINES[found.deal].line[-1]), force=True)
        plays.locator('form#typed-move [name="move"]').press("Enter")
        expect(plays.get_by_role("button", name="Next deal")).to_be_visible()
        expect(looks.get_by_role("row", name="Ben")).to_contain_text("3")
        expect(looks.locator(".mine")).to_have_count(0)
        # The row of the player stays marked when the standings come anew.
        mine = watches.locator('.mine[aria-current="true"]')
        expect(mine).to_contain_text("3")
        expect(mine).to_contain_text("Ben")
        plays.get_by_role("button", name="Next deal").click()
        plays.wait_for_url(re.compile(rf"/sessions/(?!{session_id})"))
        assert ann.troubles == ben.troubles == []


@pytest.mark.long
def test_a_table_counts_the_time_down_and_says_by_itself_when_it_is_up(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("arena")
    with serving(folder) as origin:
        code = opened(folder)
        ben = Visitor(running_chromium(), origin, PHONE)
        page = ben.open(f"/tournaments/{code}")
        page.locator("#join").click()
        page.locator("#next").click()
        page.wait_for_url(re.compile(r"/sessions/"))
        left = page.locator("#standing [data-seconds-left]")
        expect(left).not_to_have_text(str(left.text_content()))
        with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
            connection.execute(update(tournament).values(closes_at=now_ms() + 4_000))
        page.reload()
        expect(page.locator("#day")).to_have_text("The tournament ends in less than a minute.")
        expect(page.locator("#time-up summary")).to_have_text("Time’s up", timeout=10_000)
        expect(page.locator("#standing")).to_contain_text("time’s up")
        expect(page.locator("#day")).to_be_hidden()
        page.goto(f"{page.url}/give-up")
        page.get_by_role("main").get_by_role("button", name="Give up").click()
        expect(page.locator("#tournament-ending strong")).to_have_text("Time’s up")
        expect(page.locator("#time-up")).to_be_hidden()
        assert ben.troubles == []
