"""Passing on a result or a link through the device's own sheet, and where there is none, in every engine."""

import pytest

from tests.engines.playing import FORTRESS, sit_down
from tests.engines.windows import Window, click, settled, texts, wait_until

pytestmark = pytest.mark.browser

_RECORD = """refused => {
    window.sent = [];
    window.thrown = [];
    for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, ({ type }) => window.thrown.push(type));
    navigator.canShare = () => false;
    navigator.share = async data => {
        window.sent.push({ data, active: navigator.userActivation?.isActive ?? true });
        if (refused) throw new DOMException("Closed", refused);
    };
    const match = window.matchMedia.bind(window);
    window.matchMedia = asked => (asked === "(pointer: coarse)" ? { matches: true } : match(asked));
}"""
"""A device for fingers with a sheet of its own, which sends, or is closed with an error of that name."""
_TAKE_AWAY = "() => { delete navigator.share; delete Navigator.prototype.share; }"
_SHOW = "() => { document.querySelector('[data-send]').hidden = false; }"


def _ended(window: Window) -> None:
    sit_down(window, FORTRESS, len(FORTRESS.line))
    wait_until(window, "document.querySelector('#share-text') !== null")


@pytest.mark.parametrize("refused", ["", "AbortError"], ids=["sent", "closed"])
def test_the_sheet_gets_a_result_by_a_click_and_may_be_closed(window: Window, refused: str) -> None:
    _ended(window)
    window.evaluate(_RECORD, refused)
    table = window.evaluate("() => location.href")
    click(window, "#share")
    wait_until(window, "sent.length === 1")
    sent, thrown, here = settled(window, "sent[0]", "thrown", "location.href")
    assert (sent["active"], thrown, here) == (True, [], table)
    assert list(sent["data"]) == ["text"]
    words, link = sent["data"]["text"].rsplit(maxsplit=1)
    assert f"solved, {len(FORTRESS.line)} steps" in words
    # The deal was given as a deck, so the link leads to the game.
    assert link == f"{window.evaluate('() => location.origin')}/fortress"
    assert texts(window, "#shared") == [""]


@pytest.mark.parametrize("refused", ["", "AbortError"], ids=["sent", "closed"])
def test_the_sheet_gets_the_link_of_a_deal_by_a_click(window: Window, refused: str) -> None:
    address = f"{window.evaluate('() => location.origin')}/fortress/5"
    window.open(address)
    # Where the engine has no sheet, the button was left out when the page came.
    window.evaluate(_RECORD, refused)
    window.evaluate(_SHOW)
    click(window, "[data-send]")
    wait_until(window, "sent.length === 1")
    sent, thrown = settled(window, "sent[0]", "thrown")
    assert (sent, thrown) == ({"data": {"url": address}, "active": True}, [])
    assert texts(window, ".passed-on [role=status]") == [""]


def test_without_a_sheet_a_result_is_copied_or_else_shown(window: Window) -> None:
    _ended(window)
    window.evaluate(_RECORD, "")
    window.evaluate(_TAKE_AWAY)
    assert settled(window, "'share' in navigator") == [False]
    click(window, "#share")
    wait_until(window, "document.querySelector('#shared').textContent !== ''")
    said, thrown = settled(window, "document.querySelector('#shared').textContent", "thrown")
    assert said == "Copied." or f"solved, {len(FORTRESS.line)} steps" in said
    assert thrown == []
