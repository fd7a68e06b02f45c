"""How large and how slow a newcomer's first visit is on a phone with 4G: the lobby, a table, the first move."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import CDPSession, Page

from bench.effort import Effort
from bench.report import Figure
from bench.servers import running
from tests.browser import end_chromium, running_chromium

WEIGHT, TIME = "A newcomer's first visit, kilobytes on the wire", "A newcomer on a phone, seconds"
FOUR_G = {"latency": 165, "downloadThroughput": 8.1e6 / 8, "uploadThroughput": 1.35e6 / 8, "offline": False}
"""The fast 4G of Chromium's own tools: latency in milliseconds, the other figures in bytes a second."""
SLOWER_PROCESSOR = 4
"""How many times slower the phone is than this machine."""
_MOVE, _FONT = "move", "Font"
_IS_OFFERED = "#main-action"
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
_LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"


@dataclass(slots=True)
class Arrival:
    """One newcomer's visit."""

    kilobytes: dict[str, float] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)


def measure(effort: Effort) -> list[Figure]:
    """Measure the weight and the time, each newcomer with an empty cache."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running("app.site.commands", ["serve", "--port", "0"], Path(folder, "rampart.sqlite3")) as server,
    ):
        _arrive(server.address)
        arrivals = [_arrive(server.address) for _ in range(effort.rounds)]
    end_chromium()
    most = {"lobby": 60.0, "lobby and table": 90.0, "without the typeface": 70.0}
    weights = {name: median(one.kilobytes[name] for one in arrivals) for name in most}
    at_most = {"lobby painted": 1.0, "lobby loaded": None, "first move": 15.0}
    times = {name: median(one.seconds[name] for one in arrivals) for name in at_most}
    return [
        *(Figure(WEIGHT, "first visit", name, value, most[name]) for name, value in weights.items()),
        *(Figure(TIME, "on 4G", name, value, at_most[name]) for name, value in times.items()),
    ]


def _arrive(address: str) -> Arrival:
    """Open the lobby, begin the game that it offers, and make the first legal move."""
    arrival, sizes = Arrival(), dict[str, float]()
    context = running_chromium().new_context(
        base_url=f"http://{address}", viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"
    )
    page = context.new_page()
    tools, kinds = _slowed_down(page), dict[str, str]()
    tools.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: _kind(told)}))
    tools.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}))
    page.goto("/", wait_until="networkidle")
    arrival.kilobytes["lobby"] = sum(sizes.values()) / 1000
    arrival.seconds["lobby painted"] = page.evaluate(_PAINTED) / 1000
    arrival.seconds["lobby loaded"] = page.evaluate(_LOADED) / 1000
    began = page.evaluate("Date.now()")
    page.tap(_IS_OFFERED)
    page.wait_for_url("**/sessions/*", wait_until="load")
    _move(page)
    arrival.seconds["first move"] = (page.evaluate("Date.now()") - began) / 1000 + arrival.seconds["lobby loaded"]
    page.wait_for_load_state("networkidle")
    # The answer to the first move is not part of what the page weighs.
    visit = {request: size for request, size in sizes.items() if kinds.get(request) != _MOVE}
    arrival.kilobytes["lobby and table"] = sum(visit.values()) / 1000
    arrival.kilobytes["without the typeface"] = (
        sum(size for request, size in visit.items() if kinds.get(request) != _FONT) / 1000
    )
    context.close()
    return arrival


def _kind(told: dict[str, Any]) -> str:
    """Return the browser's kind of an answer, or our own for the answer to a move."""
    return _MOVE if told["response"]["url"].endswith("/moves") else str(told["type"])


def _slowed_down(page: Page) -> CDPSession:
    """Slow down a page's processor and connection. Return the session that reports its requests."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", FOUR_G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_PROCESSOR})
    return tools


def _move(page: Page) -> None:
    """Make a move by two taps, and wait until the board shows it."""
    session = page.url.rpartition("/")[2]
    move = page.context.request.get(f"/api/v1/sessions/{session}/moves").json()["moves"][0]
    source, _, target = move.partition("-")
    card = page.locator(f"#pile-{source} [data-card]").last
    text = card.get_attribute("data-card")
    card.tap()
    moved = page.locator(f'.pile:not(#pile-{source}) [data-card="{text}"]')
    if page.locator(f"#pile-{target} .target").count():
        page.locator(f"#pile-{target} .target").last.tap()
    moved.wait_for()
