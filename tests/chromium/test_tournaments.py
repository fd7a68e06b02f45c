"""A tournament in two browsers: one plays, the other looks on."""

import re

import pytest
from playwright.sync_api import expect

from app.core.clock import now_ms
from app.features.tournaments.service import tournaments
from app.play.rows import sessions
from tests.app.tournaments.ground import LINES, TERMS, Ground, nearly_won
from tests.browser import running_chromium
from tests.chromium.serving import serving
from tests.chromium.visitors import PHONE, Visitor
from tests.databases import transaction

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_win_is_seen_by_somebody_who_looks_on_without_a_reload(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("arena")
    with serving(folder) as origin:
        with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
            ground = Ground(connection, now_ms())
            ground.stock(3)
            code = tournaments.add(connection, TERMS, ground.now, ground.now).code
            ground.look_after(code)
        ann, ben = Visitor(running_chromium(), origin), Visitor(running_chromium(), origin, PHONE)
        looks, plays = ann.open(f"/tournaments/{code}"), ben.open(f"/tournaments/{code}")
        plays.get_by_label("Your name in the tournament").fill("Ben")
        plays.locator("#join").click()
        expect(looks.get_by_role("row", name="Ben")).to_contain_text("0")
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
        plays.get_by_role("button", name="Next deal").click()
        plays.wait_for_url(re.compile(rf"/sessions/(?!{session_id})"))
        assert ann.troubles == ben.troubles == []
