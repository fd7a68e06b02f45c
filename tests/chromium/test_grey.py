"""Without colours: each state that a colour tells is told by a shape, a line or a weight as well."""

from collections.abc import Collection
from itertools import combinations

import pytest
from playwright.sync_api import Page

from engine.cards import SUIT_NAMES
from tests.chromium.conftest import Visit
from tests.chromium.places import address
from tests.chromium.visitors import Visitor

pytestmark = pytest.mark.browser

CARDS = ("", "chosen", "target", "target aimed", "last", "found", "advised")
"""What can be true of a card at the table."""
DAYS = (".", ".solved", ".later", ".rested", "[aria-current=date]", "[aria-current=page]")
"""What can be true of a day in the calendar of the dailies."""
LINES = ("winnable", "unwinnable", "undecided", "open")
"""What a solver says of a part of a game."""
ROWS = ("winnable", "unwinnable")
# What is left of a look without its colours.
_SHAPE = """(part) => {
    const kept = ["outlineStyle", "outlineWidth", "outlineOffset", "borderTopStyle", "borderTopWidth", "content", "top",
        "borderInlineStartStyle", "borderBottomStyle", "clipPath", "fontWeight", "strokeDasharray", "strokeWidth"];
    const bare = (shadow) => shadow.replace(/(rgba?|color|oklab)[(][^)]*[)]/g, "");
    return JSON.stringify([null, "::before", "::after"].map((pseudo) => {
        const style = getComputedStyle(part, pseudo);
        return [...kept.map((name) => style[name]), bare(style.boxShadow)];
    }));
}"""


def _assert_distinct(shapes: dict[str, str]) -> None:
    for one, other in combinations(shapes, 2):
        assert shapes[one] != shapes[other], (one, other)


def _shapes(page: Page, states: Collection[str], make: str) -> dict[str, str]:
    """Return the shape of a part in each of these states; `make` is a function that returns the part in a state."""
    return {
        state: page.evaluate(f"state => {{ const part = ({make})(state); return ({_SHAPE})(part); }}", state)
        for state in states
    }


def test_what_is_true_of_a_card_shows_without_its_colour(visit: Visit) -> None:
    visitor: Visitor = visit()
    page = visitor.open(address(visitor, "table-six-by-four"))
    page.evaluate("""() => new Promise((done) => {
        const sheet = document.getElementById("advice-style");
        sheet.onload = done;
        sheet.disabled = false;
    })""")
    make = """(state) => {
        const card = document.querySelector("#board .column .card:last-child:not(.last)");
        card.dataset.as ??= card.className;
        card.className = `${card.dataset.as} ${state}`;
        return card;
    }"""
    _assert_distinct(_shapes(page, CARDS, make))
    suits = page.evaluate(
        "names => names.map(name => getComputedStyle("
        "document.body.appendChild(Object.assign(document.createElement('i'), { className: 'foundation', innerHTML: "
        "`<i class=\"space ${name}\"></i>` })).firstChild, '::before').clipPath)",
        list(SUIT_NAMES),
    )
    assert len(set(suits)) == len(SUIT_NAMES)


def test_days_of_the_calendar_differ_without_their_colours(visit: Visit) -> None:
    make = """(state) => {
        const cell = document.querySelector(".calendar td:has(a)"), link = cell.querySelector("a");
        cell.className = state.startsWith(".") ? state.slice(1) : "";
        link.removeAttribute("aria-current");
        if (state.startsWith("[")) link.setAttribute("aria-current", state.slice(14, -1));
        return link;
    }"""
    _assert_distinct(_shapes(visit().open("/daily"), DAYS, make))


def test_what_a_solver_says_shows_without_its_colour(visit: Visit) -> None:
    page = visit().open("/analysis/stronghold?deal=1&cell=one&moves=t0-c0,t1-t7{as+dealt}(t2-t5)&at=3")
    line = """(state) => {
        const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        const part = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
        part.setAttribute("class", state);
        drawing.append(part);
        document.querySelector(".course-of-play").append(drawing);
        return part;
    }"""
    _assert_distinct(_shapes(page, LINES, line))
    for holder in ("move-row", "step-to"):
        row = f"""(state) => document.body.appendChild(
            Object.assign(document.createElement("button"), {{ className: `{holder} ${{state}}` }}))"""
        _assert_distinct(_shapes(page, ROWS, row))
