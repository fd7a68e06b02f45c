"""Somebody at a browser: a context with cookies of its own, in which nothing may go wrong unnoticed."""

from collections.abc import Collection, Mapping
from itertools import count
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import httpx2
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, WebError

from engine.cards import spell
from engine.deals import Deck
from tests.engine.verdicts import Verdict


class Window(NamedTuple):
    """The size of a window in CSS pixels."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"


SMALL_PHONE, PHONE, TABLET, DESKTOP = Window(320, 568), Window(390, 844), Window(768, 1024), Window(1440, 900)
PHONE_ON_ITS_SIDE = Window(844, 390)
_NUMBERS = count(1)
_FAILED = "Failed to load resource"
_BLOCKED = "Service Worker registration blocked by Playwright"
# Without scripts, Chromium draws `<use>` from what was preloaded and does not count that as a use of it.
_PRELOADED = "The resource "


class Visitor:
    """A browser context, and the failures in it.

    Warnings, errors and failed requests are collected in `troubles`; of refusals only those whose status is among
    the `refusals` are expected, and that requests are lost only on a `connection` that is bad.
    """

    def __init__(
        self,
        browser: Browser,
        origin: str,
        window: Window = DESKTOP,
        *,
        javascript: bool = True,
        scheme: Literal["light", "dark"] = "light",
        touch: bool = False,
        refusals: Collection[int] = (),
        connection: Literal["good", "bad"] = "good",
        motion: Literal["reduce", "no-preference"] = "reduce",
        service_workers: Literal["allow", "block"] = "block",
    ) -> None:
        self.origin = origin
        self.troubles: list[str] = []
        self._refusals = refusals
        self._ignored = (_FAILED, _BLOCKED) if javascript else (_FAILED, _BLOCKED, _PRELOADED)
        self.context = browser.new_context(
            base_url=origin,
            viewport={"width": window.width, "height": window.height},
            java_script_enabled=javascript,
            color_scheme=scheme,
            has_touch=touch,
            reduced_motion=motion,
            service_workers=service_workers,
            # A proxy started for a test has made its certificate itself.
            ignore_https_errors=True,
        )
        self.context.set_default_timeout(10_000)
        self.context.on("console", self._on_console)
        self.context.on("weberror", self._on_error)
        if connection == "good":
            self.context.on("requestfailed", self._on_failure)
        self.context.on("response", self._on_response)

    def open(self, address: str) -> Page:
        """Open a page in a new tab."""
        page = self.context.new_page()
        page.goto(address)
        return page

    def begin(self, slug: str, options: Mapping[str, str], deal: str | Deck, moves: Collection[str] = ()) -> str:
        """Begin a session, make moves in it, and return the address of its table."""
        dealt = {"deal": deal} if isinstance(deal, str) else {"deck": spell(deal)}
        session = self._ask("/api/v1/sessions", {"game": slug, "options": dict(options), **dealt})
        # A hundred requests through the browser take seconds.
        cookies = {str(each["name"]): str(each["value"]) for each in self.context.cookies()}
        with httpx2.Client(base_url=self.origin, cookies=cookies, verify=False, trust_env=False) as client:
            for seq, move in enumerate(moves):
                client.post(
                    f"/api/v1/sessions/{session['id']}/moves", json={"seq": seq, "move": move}
                ).raise_for_status()
        return f"/sessions/{session['id']}"

    def sit_down(self, win: Verdict, moves: int = 0) -> Page:
        """Open a table at which the first moves of a winning line have been made."""
        return self.open(self.begin(win.slug, win.options, win.deal, [str(move) for move in win.line[:moves]]))

    def session_at(self, table: str) -> Any:
        """Return the session of that table as the JSON API tells it."""
        return self.context.request.get(f"/api/v1{table}").json()

    def moves_recorded(self, table: str) -> list[str]:
        """Return the moves in the log of that table's session."""
        exported = self.context.request.get(f"/api/v1{table}/export").json()
        return [entry["move"] for entry in exported["entries"]]

    def give_up(self, table: str, seq: int) -> None:
        """End the session of that table unwon."""
        self._ask(f"/api/v1{table}/give-up", {"seq": seq})

    def register(self) -> None:
        """Make an account of the visitor, by a name that nobody has."""
        named = {"name": f"Visitor {next(_NUMBERS)}", "password": "a long sentence is a good password"}
        self._ask("/api/v1/players", named)

    def open_race(self, slug: str) -> str:
        """Open the room of a race, and return its code."""
        return str(self._ask("/api/v1/races", {"game": slug})["code"])

    def read(self, address: str) -> str:
        """Return the text of a page."""
        answer = self.context.request.get(address)
        assert answer.ok, answer.text()
        return answer.text()

    def post(self, address: str, **fields: str) -> str:
        """Send a form, and return the address that it leads to."""
        answer = self.context.request.post(address, form=dict(fields), max_redirects=0)
        assert answer.status == 303, answer.text()
        return answer.headers["location"]

    def _ask(self, address: str, body: dict[str, Any]) -> Any:
        answer = self.context.request.post(address, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def _on_console(self, message: ConsoleMessage) -> None:
        # What became of a request is judged by its response, or by its want of one.
        if message.type in {"error", "warning"} and not message.text.startswith(self._ignored):
            self.troubles.append(f"console {message.type}: {message.text}")

    def _on_error(self, error: WebError) -> None:
        self.troubles.append(f"uncaught: {error.error}")

    def _on_failure(self, request: Request) -> None:
        # Leaving a page breaks off its requests, and so does another position on the analysis board.
        asks = request.method == "GET" or urlsplit(request.url).path.startswith("/analysis/")
        if asks and request.failure == "net::ERR_ABORTED":
            return
        self.troubles.append(f"failed: {request.method} {request.url} ({request.failure})")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self._refusals:
            self.troubles.append(f"{response.status}: {response.request.method} {response.url}")


def show(page: Page, *, hidden: bool) -> None:
    """Make a page believe that it is hidden, or visible again."""
    page.evaluate("hidden => Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })", hidden)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
