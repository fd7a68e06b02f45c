"""How fast the table answers under the hand: `python -m tests.chromium.pace`, a game of 100 moves by mouse.

With `--phone` a finger plays at a window of a phone, whose processor has a quarter of this one's speed and whose
network answers after `--latency` milliseconds more, 40 by default. Told for the 50th, 75th and 95th percentile, in
milliseconds: the browser's own measure from a press to the next picture (the visible reaction), and the time from
letting go of a card to the server's confirmation.
"""

from argparse import ArgumentParser
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from engine.moves import Move
from engine.position import deal
from tests.browser import required_chromium
from tests.chromium.serving import serving
from tests.chromium.tables import Hand, Table, drag, drag_with_a_finger
from tests.chromium.visitors import DESKTOP, PHONE, Visitor
from tests.engine.verdicts import WINS

MOVES = 100
_WATCH = """() => {
    window.reactions = [];
    window.confirmations = [];
    const board = document.getElementById("board");
    let released = 0;
    addEventListener("pointerup", event => { released = event.timeStamp; }, true);
    new MutationObserver(() => confirmations.push(performance.now() - released))
        .observe(board, { attributeFilter: ["data-seq"] });
    new PerformanceObserver(list => {
        for (const { name, duration } of list.getEntries())
            if (name === "pointerdown" || name === "pointerup") reactions.push(duration);
    }).observe({ type: "event", durationThreshold: 16 });
}"""


def measure(phone: bool, latency: int) -> dict[str, list[float]]:
    """Play, and return the measurements of every press and every move."""
    win = max(WINS, key=lambda win: len(win.line))
    with TemporaryDirectory() as folder, serving(Path(folder)) as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=required_chromium(), args=["--no-sandbox"])
        visitor = Visitor(browser, origin, PHONE if phone else DESKTOP, touch=phone, motion="no-preference")
        page = visitor.sit_down(win)
        if phone:
            _slow_down(page, latency)
        page.evaluate(_WATCH)
        hand = drag_with_a_finger if phone else drag
        Table(page, win.rules, deal(win.rules, win.deck)).play(win.line[:MOVES], _at_rest(hand))
        measured: dict[str, list[float]] = page.evaluate("() => ({ reactions, confirmations })")
        browser.close()
    return measured


def _slow_down(page: Page, latency: int) -> None:
    """Put a page on the processor and the network of a phone."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    session.send("Network.enable")
    conditions = {"offline": False, "latency": latency, "downloadThroughput": 1_100_000, "uploadThroughput": 90_000}
    session.send("Network.emulateNetworkConditions", conditions)


def _at_rest(hand: Hand[Page]) -> Hand[Page]:
    def move_at_rest(page: Page, move: Move, row: int, seq: int) -> None:
        # Any key ends a movement, so that the cards are where they will be.
        page.keyboard.press("Escape")
        hand(page, move, row, seq)

    return move_at_rest


def main() -> None:
    """Measure and tell."""
    parser = ArgumentParser(description="Measure how fast the table answers under the hand.")
    parser.add_argument("--phone", action="store_true", help="with a finger on a slow phone")
    parser.add_argument("--latency", type=int, default=40, help="milliseconds of the phone's network")
    asked = parser.parse_args()
    for what, times in measure(asked.phone, asked.latency).items():
        # The browser reports no reaction that took less than a picture, 16 ms.
        half, most, nearly_all = (quantiles(times, n=20)[at] for at in (9, 14, 18)) if len(times) > 1 else (16, 16, 16)
        print(f"{what:14} {len(times):4}   p50 {half:5.0f}   p75 {most:5.0f}   p95 {nearly_all:5.0f}")


if __name__ == "__main__":
    main()
