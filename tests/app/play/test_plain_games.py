"""Whole games from the lobby to the last card by links and forms alone, as a browser without JavaScript plays them."""

import re

import pytest
from starlette.testclient import TestClient

from tests.app.plain import Browser
from tests.engine.verdicts import WINS, Verdict
from tests.lengths import a_few

SHORTEST = list({win.slug: win for win in sorted(WINS, key=lambda win: -len(win.line))}.values())
"""For each game the shortest win that is recorded."""


@pytest.mark.parametrize("win", a_few(SHORTEST, 1), ids=str)
def test_every_game_is_won_from_the_lobby_by_links_and_forms(client: TestClient, win: Verdict) -> None:
    browser = Browser(client, "/")
    browser.follow(f"/{win.slug}")
    browser.fill_in(f"/{win.slug}/deal", number=win.deal)
    _play(browser, win.options)
    for move in win.line:
        browser.press(name="from", value=f"{move.source}:{move.count}")
        browser.press(name="move", value=str(move))
        assert browser.answer.status_code == 200
    assert f'Solved<span class="steps"> in {len(win.line)} steps' in browser.answer.text
    assert _stands(browser) == (len(win.line), "won")
    browser.press(form="restart")
    assert _stands(browser) == (0, "playing")


def test_undo_redo_giving_up_and_coming_back_need_no_script(client: TestClient) -> None:
    browser = Browser(client, "/fortress/4")
    browser.press(type="submit")
    table = browser.address
    browser.fill_in(_path(table, "moves"), move="t1-f3")
    browser.press(id="undo")
    assert _stands(browser) == (2, "playing")
    browser.press(id="redo")
    browser.follow("/")
    browser.follow(_path(table))
    browser.follow(_path(table, "give-up"))
    assert "Give up this game of Fortress?" in browser.answer.text
    browser.follow(_path(table))
    assert _stands(browser) == (3, "playing")
    browser.follow(_path(table, "give-up"))
    browser.press(**{"class": "button quiet-button"})
    assert _stands(browser) == (4, "given-up")


def test_going_back_to_an_older_page_and_playing_on_from_there_loses_nothing(client: TestClient) -> None:
    browser = Browser(client, "/fortress/4")
    browser.press(type="submit")
    older = browser.page
    browser.fill_in(_path(browser.address, "moves"), move="t1-f3")
    browser.page = older
    browser.fill_in(_path(browser.address, "moves"), move="t1-t3")
    assert browser.answer.status_code == 409
    assert _stands(browser) == (1, "playing")


def _play(browser: Browser, options: dict[str, str]) -> None:
    """Press Play on the page of a deal, under these options."""
    for name, value in options.items():
        if f"?{name}={value}" in browser.page.links:
            browser.follow(f"?{name}={value}")
    by = {"name": "by", "value": options["by"]} if "by" in options else {}
    browser.press(type="submit", **by)


def _path(table: str, verb: str = "") -> str:
    return "/".join(filter(None, [re.sub(r"^\w+://[^/]+", "", table), verb]))


def _stands(browser: Browser) -> tuple[int, str]:
    """Read the `seq` and the status off the board."""
    found = re.search(r'id="board"[^>]* data-seq="(\d+)" data-status="([a-z-]+)"', browser.answer.text)
    assert found
    return int(found[1]), found[2]
