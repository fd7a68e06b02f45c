"""A line that is slow, breaks and comes back, pages beside one another, and streams of news, in every engine."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from engine.moves import Move, apply
from engine.position import deal
from tests.chromium.serving import serving
from tests.chromium.tables import seen, shown
from tests.engine.verdicts import Verdict
from tests.engines.playing import FORTRESS, ask, begin, drag, name, press_names, sit_down, told, wait_for_seq
from tests.engines.relay import Relay
from tests.engines.windows import Window, click, leave, settled, texts, until, wait_until

pytestmark = pytest.mark.browser

_NEXT_EDITION = """
import sys
from app.site.commands import main
from app.web import assets

usual = assets._digest
assets._digest = lambda body: usual(body + b" and more")
sys.exit(main(sys.argv[1:]))
"""


def after(win: Verdict, moves: int) -> dict[str, list[str]]:
    """Return what lies on the piles after so many moves of a winning line."""
    position = deal(win.rules, win.deck)
    for move in win.line[:moves]:
        position = apply(win.rules, position, move)
    return seen(win.rules, position)


def make(window: Window, move: Move) -> None:
    """Move by naming the piles, whatever comes of it."""
    for pile in (move.source, move.target):
        name(window, pile)


def test_moves_are_shown_while_their_answers_wait_and_outlive_a_lost_line_and_a_reload(
    window: Window, relay: Relay
) -> None:
    sit_down(window, FORTRESS)
    address = window.evaluate("() => location.pathname")
    first, second, third = FORTRESS.line[:3]
    with relay.holding():
        make(window, first)
        until(lambda: shown(window) == after(FORTRESS, 1), "the first move is shown")
        make(window, second)
        until(lambda: shown(window) == after(FORTRESS, 2), "the second move is shown")
        assert settled(window, "document.querySelector('#board').dataset.seq") == ["0"]
        relay.cut()
    wait_until(window, "!document.querySelector('#connection').hidden")
    make(window, third)
    until(lambda: shown(window) == after(FORTRESS, 3), "the third move is shown")
    relay.mend()
    wait_for_seq(window, 3)
    assert shown(window) == after(FORTRESS, 3) == told(window, address)["piles"]
    wait_until(window, "document.querySelector('#connection').hidden")

    # A page that goes with moves unanswered leaves them to the next.
    relay.cut()
    make(window, FORTRESS.line[3])
    until(lambda: shown(window) == after(FORTRESS, 4), "the fourth move is shown")
    relay.mend()
    window.reload()
    wait_for_seq(window, 4)
    assert shown(window) == after(FORTRESS, 4) == told(window, address)["piles"]


def test_two_pages_of_one_table_are_in_step_and_a_hidden_one_catches_up(window: Window, relay: Relay) -> None:
    table = begin(window, FORTRESS)
    window.open(f"{relay.origin}{table}")
    other = window.open_another()
    window.open(f"{relay.origin}{table}")
    drag("mouse")(window, FORTRESS.line[0], len(after(FORTRESS, 0)[FORTRESS.line[0].source]) - 1, 1)
    window.turn_to(0)
    wait_for_seq(window, 1)
    press_names(window, FORTRESS.line[1], 0, 2)
    window.turn_to(other)
    wait_for_seq(window, 2)
    assert shown(window) == after(FORTRESS, 2)


def test_a_hidden_page_ends_its_stream_and_is_in_step_when_it_is_seen_again(window: Window, relay: Relay) -> None:
    sit_down(window, FORTRESS)
    address = window.evaluate("() => location.pathname")
    until(lambda: relay.streams == 1, "the table listens")
    window.hide()
    until(lambda: relay.streams == 0, "the hidden table does not listen")
    ask(window, "POST", f"{address}/moves", {"seq": "0", "move": str(FORTRESS.line[0])})
    assert shown(window) == after(FORTRESS, 0)
    window.show()
    wait_for_seq(window, 1)
    until(lambda: relay.streams == 1, "the table listens again")


def test_back_from_another_page_shows_the_game_as_it_stands(window: Window, relay: Relay) -> None:
    sit_down(window, FORTRESS)
    address = window.evaluate("() => location.pathname")
    press_names(window, FORTRESS.line[0], 0, 1)
    leave(window, lambda: window.open(f"{relay.origin}/settings"))
    ask(window, "POST", f"{address}/moves", {"seq": "1", "move": str(FORTRESS.line[1])})
    window.back()
    wait_for_seq(window, 2)
    assert shown(window) == after(FORTRESS, 2)
    until(lambda: relay.streams == 1, "the table listens again")
    press_names(window, FORTRESS.line[2], 0, 3)


@contextmanager
def somebody(origin: str) -> Iterator[httpx2.Client]:
    """Yield somebody else, without a browser."""
    with httpx2.Client(base_url=origin, headers={"Origin": origin}, trust_env=False) as client:
        client.get("/")
        yield client


def test_somebody_comes_into_the_room_of_a_race_and_it_starts(window: Window, relay: Relay, origin: str) -> None:
    _, room, _ = ask(
        window,
        "POST",
        "/races",
        {"game": "fortress?", "deals": "any", "best_of": "1", "minutes": "0", "name": "Ann"},
    )
    window.open(room)
    until(lambda: relay.streams == 1, "the room listens")
    path = room.removeprefix(relay.origin)
    with somebody(origin) as ben:
        ben.post(f"{path}/join", data={"name": "Ben"})
        until(lambda: "Ben" in " ".join(texts(window, ".racers")), "Ben is here")
        ben.post(f"{path}/ready")
        click(window, "#ready")
        wait_until(
            window,
            "location.pathname.startsWith('/sessions/') && document.querySelectorAll('#strip .run').length === 2",
        )
        theirs = until(lambda: re.findall(r"/sessions/[0-9a-z]+", ben.get(path).text), "Ben has a table")[0]
        ben.post(f"{theirs}/give-up", data={"seq": "0"})
        until(lambda: "gave up" in " ".join(texts(window, "#strip .how")), "Ben gave up")


def test_somebody_is_watched_move_by_move(window: Window, relay: Relay, origin: str) -> None:
    with somebody(origin) as ann:
        begun = ann.post("/api/v1/sessions", json={"game": "fortress", "deal": "4"}).json()
        table = f"/sessions/{begun['id']}"
        ann.post(f"{table}/company/watch")
        (link,) = re.findall(r"/(?:watch|with|company|guests)/[^\s\"<]+", ann.get(f"{table}/company").text)[:1]
        window.open(f"{relay.origin}{link}")
        until(lambda: relay.streams == 1, "the watcher listens")
        ann.post(f"/api/v1{table}/moves", json={"seq": 0, "move": "t1-f3"}).raise_for_status()
        wait_until(window, "document.querySelector('#watched[data-seq=\"1\"]') !== null")
        window.hide()
        until(lambda: relay.streams == 0, "the hidden watcher does not listen")


def test_a_page_for_times_without_a_connection_leads_on_once_there_is_one(window: Window, relay: Relay) -> None:
    window.open(f"{relay.origin}/settings")
    wait_until(window, "navigator.serviceWorker.ready.then(ready => ready.active?.state === 'activated')")
    window.open(f"{relay.origin}/settings")
    wait_until(window, "navigator.serviceWorker.controller !== null")
    relay.cut()
    window.open(f"{relay.origin}/history")
    wait_until(window, "document.querySelector('h1').textContent === 'No connection'")
    relay.mend()
    window.evaluate("() => { dispatchEvent(new Event('online')); }")
    wait_until(
        window, "location.pathname === '/history' && document.querySelector('h1').textContent !== 'No connection'"
    )


def test_the_service_worker_of_the_next_edition_replaces_that_of_the_last(
    window: Window, relay: Relay, tmp_path: Path
) -> None:
    wait_until(window, "navigator.serviceWorker.ready.then(ready => ready.active?.state === 'activated')")
    (kept,) = window.evaluate("() => caches.keys()")
    with serving(tmp_path, command=[sys.executable, "-c", _NEXT_EDITION]) as next_origin:
        relay.lead_to(next_origin)
        window.open(f"{relay.origin}/settings")
        wait_until(window, f"caches.keys().then(names => names.length === 1 && names[0] !== '{kept}')")
        window.open(f"{relay.origin}/")
        wait_until(window, "navigator.serviceWorker.controller?.state === 'activated'")
        edition = window.evaluate("() => document.querySelector('link[rel=stylesheet]').href.split('/')[4]")
        assert window.evaluate("() => caches.keys()") == [f"rampart {edition}"]
