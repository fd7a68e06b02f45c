"""A move restyles what it changes and not the whole table, which on a slow phone would take a tenth of a second.

`:has()` is what costs so much: if the part of a rule after it matches any element whatever, as `*` does, the browser
looks at every element again whenever one that `:has()` might mean has changed.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from engine.position import deal
from tests.chromium.conftest import Visit
from tests.chromium.tables import Table, drag_with_a_finger
from tests.chromium.variants import ONE_OF_EACH_GAME
from tests.chromium.visitors import PHONE
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

MOVES = 5
MOST = 700
"""A table has some 1,700 elements, and a column that an answer redraws up to 400."""


@pytest.mark.parametrize("win", a_few(ONE_OF_EACH_GAME, 1), ids=str)
def test_no_move_makes_the_browser_restyle_the_whole_table(
    visit: Visit, browser: Browser, win: Verdict, tmp_path: Path
) -> None:
    page = visit(window=PHONE, touch=True).sit_down(win)
    table = Table(page, win.rules, deal(win.rules, win.deck))
    # A typeface that arrives restyles everything, and so does room that a first move gives the board.
    page.wait_for_load_state()
    page.evaluate("() => document.fonts.ready.then(() => {})")
    table.play(win.line[:1], drag_with_a_finger)
    traced = tmp_path / "trace.json"
    browser.start_tracing(page=page, path=traced, categories=["devtools.timeline"])
    try:
        table.play(win.line[1:MOVES], drag_with_a_finger)
    finally:
        browser.stop_tracing()
    events = json.loads(traced.read_text())["traceEvents"]
    restyled = [event["args"]["elementCount"] for event in events if "elementCount" in event.get("args", {})]
    assert len(restyled) > MOVES
    assert max(restyled) < MOST, restyled
