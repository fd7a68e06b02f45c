"""The end of a game: the wall of a win with its panel beside it, and the result passed on in one tap."""

from itertools import product
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from app.play.values.shelf import Shelf
from engine.games import GAMES
from engine.rules import COMPLETE
from tests.app.play.test_proof import LISTED
from tests.chromium.conftest import Visit
from tests.chromium.places import the_daily
from tests.chromium.tables import wait_for_seq
from tests.chromium.variants import SHORTEST
from tests.chromium.visitors import PHONE, Visitor, Window
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

pytestmark = pytest.mark.browser

WINDOWS = [Window(390, 664), Window(320, 568), Window(664, 390), Window(820, 1180), Window(1440, 900)]
LARGEST_PICTURE = 60_000
"""In bytes: what a picture may weigh that is passed on."""

_SEEN = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  const at = (card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return document.elementFromPoint(left + Math.min(8, width / 4), top + Math.min(8, height / 4)) === card;
  };
  const piles = [...document.querySelectorAll("#board .foundation")].map((pile) => [...pile.querySelectorAll(".card")]);
  return {
    panel: box(document.getElementById("ending")),
    cards: piles.flat().map(box),
    piles: piles.map((cards) => cards.length),
    hidden: piles.flat().filter((card) => !at(card)).map((card) => card.dataset.card),
    wide: document.documentElement.scrollWidth,
  };
}"""

_PLAY = """async ([moves, pause]) => {
  const form = document.getElementById("typed-move");
  for (const move of moves) {
    form.elements.move.value = move;
    form.requestSubmit();
    await new Promise((after) => setTimeout(after, pause));
  }
}"""

_BOXES = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  return [...document.querySelectorAll(".proved > *, .tally")].map(box).filter((one) => one.width);
}"""

_LYING = """() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  const cards = [...document.querySelectorAll("#board .card")];
  return { panel: box(document.getElementById("ending")), cards: cards.map(box) };
}"""


def _meet(one: Any, other: Any) -> bool:
    """Return whether two boxes overlap."""
    apart = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
    return not (apart or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1)


def _check_wall(page: Page, width: int, height: int) -> None:
    seen = page.evaluate(_SEEN)
    assert seen["piles"] == [COMPLETE] * 4
    assert seen["hidden"] == []
    assert not any(_meet(card, seen["panel"]) for card in seen["cards"])
    for box in (*seen["cards"], seen["panel"]):
        assert box["left"] >= -1
        assert box["right"] <= width + 1
        assert box["top"] >= 0
        assert box["bottom"] <= height + 1
    assert seen["wide"] <= width


@pytest.mark.parametrize("win", a_few(SHORTEST, 2), ids=str)
def test_the_wall_of_a_win_stands_whole_beside_its_panel_in_every_window(visit: Visit, win: Verdict) -> None:
    page = visit().sit_down(win, len(win.line) - 1)
    page.evaluate(
        "move => { const form = document.getElementById('typed-move');"
        "form.elements.move.value = move; form.requestSubmit(); }",
        str(win.line[-1]),
    )
    expect(page.locator("#ending .feats").first).to_be_visible()
    for reloaded in (False, True):
        if reloaded:
            page.reload()
        expect(page.locator("#next")).to_have_text("New deal")
        expect(page.locator("#again")).to_be_visible()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            _check_wall(page, width, height)


@pytest.mark.parametrize("pause", [0, 60, 120])
def test_the_panel_comes_however_soon_the_last_moves_follow_one_another(visit: Visit, pause: int) -> None:
    win = SHORTEST[0]
    page = visit(motion="no-preference").sit_down(win, len(win.line) - 4)
    page.evaluate(_PLAY, [[str(move) for move in win.line[-4:]], pause])
    expect(page.locator("#ending .feats").first).to_be_visible()
    expect(page.locator("#next")).to_be_visible()


def test_a_game_given_up_leaves_its_cards_to_be_seen_beside_the_panel(visit: Visit) -> None:
    visitor, win = visit(), SHORTEST[0]
    table = visitor.begin(win.slug, win.options, win.deal)
    visitor.give_up(table, 0)
    page = visitor.open(table)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(_LYING)
        assert seen["cards"]
        assert not any(_meet(card, seen["panel"]) for card in seen["cards"]), (width, height)
        assert seen["panel"]["bottom"] <= height


@pytest.mark.long
def test_what_is_proved_never_lies_below_the_steps_of_a_game_on_a_phone(visit: Visit) -> None:
    visitor = visit()
    met, seen = [], 0
    for game in ("fortress", "stonewall"):
        table = visitor.begin(game, {}, str(LISTED[Shelf(GAMES[game], "")]))
        page = visitor.open(table)
        legal = (page.locator("#status").get_attribute("data-legal") or "").split()
        page.evaluate(_PLAY, [legal[:1], 0])
        wait_for_seq(page, 1)
        visitor.give_up(table, 1)
        page.reload()
        page.locator(".tally .steps").evaluate("steps => { steps.innerHTML = '<b>1,204</b> steps'; }")
        for size, width in product(("100%", "200%"), range(320, 601, 10)):
            page.set_viewport_size({"width": width, "height": 664})
            page.evaluate("size => document.documentElement.style.fontSize = size", size)
            boxes = page.evaluate(_BOXES)
            seen += len(boxes) == 2
            if len(boxes) == 2 and _meet(*boxes):
                met.append((game, size, width))
    assert seen, "there is room for it somewhere"
    assert met == []


def test_under_the_foundations_of_a_small_table_that_is_over_stands_one_figure(visit: Visit) -> None:
    visitor = visit()
    table = visitor.begin("stalactites", {"by": "ones"}, "1")
    page = visitor.open(table)
    figures = """() => ["::before", "::after"].map(
        (part) => getComputedStyle(document.querySelector("#pile-f0[data-next]"), part).content)"""
    page.set_viewport_size({"width": 390, "height": 664})
    assert "none" not in page.evaluate(figures)
    visitor.give_up(table, 0)
    page.reload()
    for (width, height), one in {(390, 664): True, (664, 390): True, (1440, 900): False}.items():
        page.set_viewport_size({"width": width, "height": height})
        shown = page.evaluate(figures)
        assert shown[0] != "none"
        assert (shown[1] == "none") is one, (width, height)


def test_a_result_is_shared_in_one_tap(visit: Visit) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    win = SHORTEST[0]
    page = visitor.sit_down(win, len(win.line))
    table = page.url
    page.click("#share")
    expect(page.locator("#shared")).to_contain_text("Copied")
    expect(page).to_have_url(table)
    text = page.evaluate("navigator.clipboard.readText()")
    assert f"solved, {len(win.line)} steps" in text
    assert text.endswith(f"{visitor.origin}/{win.slug}/{win.deal}")


_SHEET = """() => {
  window.sent = [];
  navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
  navigator.share = async ({ text, files }) => {
    if (window.refused) {
      window.refused = false;
      throw new DOMException("Too late", "NotAllowedError");
    }
    const bytes = new Uint8Array(await files[0].arrayBuffer());
    window.sent.push({ text, name: files[0].name, bytes: [...bytes] });
    document.documentElement.dataset.sent = "one";
  };
  const match = window.matchMedia.bind(window);
  window.matchMedia = (asked) => (asked === "(pointer: coarse)" ? { matches: true } : match(asked));
}"""
"""A device with a sheet of its own, which takes files."""


def _sheet(visitor: Visitor) -> None:
    visitor.context.add_init_script(f"({_SHEET})()")


def _check_sent(visitor: Visitor, page: Page, table: str, words: str) -> None:
    """Check that what was passed on last is a result with its picture, as the server draws it."""
    expect(page.locator("html[data-sent]")).to_be_attached()
    sent = page.evaluate("delete document.documentElement.dataset.sent, window.sent.pop()")
    assert words in sent["text"]
    assert sent["name"] == "rampart.png"
    picture = bytes(sent["bytes"])
    assert picture == visitor.context.request.get(f"{table.replace('/sessions/', '/replays/')}/square.png").body()
    assert picture.startswith(b"\x89PNG")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (1080, 1080)
    assert len(picture) <= LARGEST_PICTURE


def test_a_result_is_sent_with_its_picture_from_its_table_and_from_each_page_about_it(visit: Visit) -> None:
    visitor = visit(window=PHONE, touch=True)
    _sheet(visitor)
    # The shortest win is that of another test, to which its ghost would be offered.
    win = SHORTEST[1]
    page = visitor.sit_down(win, len(win.line))
    table = urlsplit(page.url).path
    said = f"solved, {len(win.line)} steps"
    # Looking back is among what comes first, also on the smallest screen.
    expect(page.locator("#review")).to_be_in_viewport(ratio=1)
    # A browser that finds the picture came too late is asked again.
    page.evaluate("window.refused = true")
    page.click("#share")
    expect(page.locator("#shared")).to_have_text("The picture is ready. Share again to send it.")
    page.click("#share")
    _check_sent(visitor, page, table, said)
    expect(page.locator("#shared")).to_have_text("")
    page.goto(table.replace("/sessions/", "/replays/"))
    page.get_by_role("link", name="Share", exact=True).click()
    _check_sent(visitor, page, table, said)
    visitor.post(f"{table}/share")
    page.goto(f"{table}/share")
    page.get_by_role("button", name="Send it…").click()
    _check_sent(visitor, page, table, said)


@pytest.mark.parametrize("window", a_few(WINDOWS, 1), ids=str)
def test_a_daily_is_sent_with_its_picture_from_its_page(visit: Visit, window: Window) -> None:
    visitor = visit(window=window, touch=True)
    _sheet(visitor)
    table = visitor.post(f"{the_daily(visitor)}/start")
    visitor.give_up(table, 0)
    page = visitor.open(the_daily(visitor))
    page.get_by_role("link", name="Share", exact=True).click()
    said = f"not solved, 0 cards home, first try. {visitor.origin}{the_daily(visitor)}"
    _check_sent(visitor, page, table, said)
    expect(page.get_by_text("Each square is a suit’s worth of cards")).to_be_visible()
    page.goto(table)
    expect(page.locator("#share-text")).to_be_attached()
    page.click("#share")
    _check_sent(visitor, page, table, said)


def test_without_scripts_sharing_leads_to_its_page(visit: Visit) -> None:
    visitor = visit(javascript=False)
    table = visitor.begin("fortress", {}, "4")
    visitor.give_up(table, 0)
    page = visitor.open(table)
    page.click("#share")
    expect(page).to_have_url(f"{visitor.origin}{table}/share")
    page.get_by_role("button", name="Publish the replay").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save its picture").click()
    assert saved.value.suggested_filename == "rampart.png"
