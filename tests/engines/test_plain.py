"""Copying, and a table whose scripts do not come, in every engine."""

import pytest

from tests.chromium.tables import top_of
from tests.engines.conftest import Visit
from tests.engines.playing import FORTRESS, begin
from tests.engines.relay import Relay
from tests.engines.windows import ENTER, Traits, Window, click, leave, texts, until

pytestmark = pytest.mark.browser


def test_whoever_copies_a_link_is_told_what_came_of_it(window: Window, relay: Relay) -> None:
    window.open(f"{relay.origin}/fortress/483920")
    click(window, ".passed-on [data-copy]")
    (said,) = until(lambda: [text for text in texts(window, ".passed-on [role=status]") if text], "something is said")
    assert said.startswith(("Link copied.", "Your browser didn’t allow copying."))


def test_a_game_is_played_by_forms_if_no_script_comes(visit: Visit, relay: Relay) -> None:
    relay.withhold_scripts()
    window = visit(Traits())
    address = f"{relay.origin}{begin(window, FORTRESS)}"
    window.open(address)
    first, second = FORTRESS.line[:2]
    leave(window, lambda: window.stroke("mouse", top_of(window, first.source)))
    leave(window, lambda: window.stroke("mouse", top_of(window, first.target)))
    assert _seq(window) == "1"
    window.evaluate("() => document.querySelector('#move').focus()")
    leave(window, lambda: window.type([*str(second), ENTER]))
    assert _seq(window) == "2"
    leave(window, lambda: click(window, "#undo"))
    assert _seq(window) == "3"
    window.evaluate("() => document.querySelector('#move').focus()")
    leave(window, lambda: window.type([*"undo", ENTER]))
    assert _seq(window) == "4"


def _seq(window: Window) -> str:
    return str(window.evaluate("() => document.querySelector('#board').dataset.seq"))
