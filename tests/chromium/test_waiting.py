"""The page on which somebody waits for a deal that can be won, in a browser."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from app.play.rows import stock
from app.play.values.shelf import Band, Shelf
from engine.games import find
from tests.chromium.serving import serving
from tests.chromium.visitors import Visitor
from tests.databases import transaction

pytestmark = pytest.mark.browser

SHELF, BAND = Shelf(find("fortress"), ""), Band.GENTLE
_FINDS_NOTHING = """
import sys
from app.play.service import stock
from app.play.solving.prospecting import Prospector
from app.site.commands import main

async def nothing(*_):
    return False

Prospector.grant = Prospector.seek = Prospector.fill = nothing
stock.shipped_deals = lambda: dict.fromkeys(stock.shelves(), dict.fromkeys(stock.Band, ()))
sys.exit(main(sys.argv[1:]))
"""
"""A server without a list of deals, whose solvers find none."""
AT_A_TABLE = re.compile(r"/sessions/[0-9a-z]+$")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("waiting")


@pytest.fixture(scope="module")
def looking(folder: Path) -> Iterator[str]:
    """Serve with a solver that never finishes."""
    with serving(folder, solvers=1, command=[sys.executable, "-c", _FINDS_NOTHING]) as address:
        yield address


def arrive(folder: Path, deal: int) -> None:
    """Make the solver find a deal."""
    with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
        assert stock.add(connection, SHELF, deal, BAND)


@pytest.mark.long
def test_a_deal_that_arrives_while_the_page_waits_is_played_at_once_or_by_a_button(
    browser: Browser, looking: str, folder: Path
) -> None:
    with_scripts, without = Visitor(browser, looking), Visitor(browser, looking, javascript=False)
    for visitor, deal in ((with_scripts, 123_456_789), (without, 123_456_790)):
        page = visitor.open(visitor.post("/fortress/new", deals=BAND))
        expect(page.get_by_role("status")).to_contain_text("A solver is looking for one now")
        arrive(folder, deal)
        if visitor is without:
            page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url(AT_A_TABLE)
        assert visitor.session_at(page.url.removeprefix(looking))["deal"] == str(deal)
        assert visitor.troubles == []
        visitor.context.close()
