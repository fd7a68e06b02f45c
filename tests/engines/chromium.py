"""Chromium, driven by Playwright as in `tests/chromium`; fingers and pens come through its DevTools."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Browser, CDPSession, Error, Page

from tests.engines.windows import ENTER, SPACE, Gone, Kind, Point, Traits

_NAMES: Mapping[str, str] = {ENTER: "Enter", SPACE: "Space"}
_FRAME_S = 0.016
_LEAVING = ("context was destroyed", "context with specified id", "navigat", "closed", "detached")


class Chromium:
    """A context of the Chromium that all tests of a process share."""

    def __init__(self, browser: Browser, traits: Traits) -> None:
        self._context = browser.new_context(
            viewport={"width": traits.width, "height": traits.height},
            color_scheme="dark" if traits.dark else "light",
            has_touch=traits.coarse,
            reduced_motion="reduce" if traits.still else "no-preference",
            forced_colors="active" if traits.forced else "none",
            permissions=["clipboard-read", "clipboard-write"],
        )
        self._pages = [self._context.new_page()]
        self._at = 0

    def open(self, address: str) -> None:
        self._page.goto(address)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        try:
            return self._page.evaluate(function, argument)
        except Error as error:
            if any(word in error.message for word in _LEAVING):
                raise Gone(error.message) from error
            raise

    def stroke(self, kind: Kind, *points: Point) -> None:
        first, *others = points
        screen = self._screen()
        if kind == "touch":
            _touch(screen, points, "touchEnd")
        else:
            _point(screen, kind, "mouseMoved", first)
            _point(screen, kind, "mousePressed", first)
            for point in others:
                _point(screen, kind, "mouseMoved", point)
            _point(screen, kind, "mouseReleased", points[-1])
        screen.detach()

    def cancel(self, *points: Point) -> None:
        screen = self._screen()
        _touch(screen, points, "touchCancel")
        screen.detach()

    def press(self, *keys: str) -> None:
        self._page.keyboard.press("+".join(_NAMES.get(key, key) for key in keys))

    def type(self, keys: Sequence[str]) -> None:
        for key in keys:
            self.press(key)

    def back(self) -> None:
        self._page.go_back()

    def reload(self) -> None:
        self._page.reload()

    def open_another(self) -> int:
        self._pages.append(self._context.new_page())
        self._at = len(self._pages) - 1
        return self._at

    def turn_to(self, number: int) -> None:
        self._at = number

    def hide(self) -> None:
        self._seem("hidden")

    def show(self) -> None:
        self._seem("visible")

    def close(self) -> None:
        self._context.close()

    @property
    def _page(self) -> Page:
        return self._pages[self._at]

    def _screen(self) -> CDPSession:
        return self._context.new_cdp_session(self._page)

    def _seem(self, state: str) -> None:
        # A headless Chromium shows every page, so this one only believes that it is hidden.
        self.evaluate(
            """state => {
                Object.defineProperty(document, "hidden", { value: state === "hidden", configurable: true });
                Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            state,
        )


def _touch(screen: CDPSession, points: Sequence[Point], end: str) -> None:
    # As fast as a thumb, however slow the machine is.
    began = time.time()
    for place, (x, y) in enumerate(points):
        kind = "touchMove" if place else "touchStart"
        touched = {"type": kind, "touchPoints": [{"x": x, "y": y}], "timestamp": began + place * _FRAME_S}
        screen.send("Input.dispatchTouchEvent", touched)
    ended = {"type": end, "touchPoints": [], "timestamp": began + len(points) * _FRAME_S}
    screen.send("Input.dispatchTouchEvent", ended)


def _point(screen: CDPSession, kind: Kind, what: str, point: Point) -> None:
    pressed = {} if what == "mouseMoved" else {"button": "left", "clickCount": 1}
    traits = {"x": point[0], "y": point[1], "pointerType": kind, "type": what, **pressed}
    if what == "mouseMoved":
        traits["buttons"] = 1
    screen.send("Input.dispatchMouseEvent", traits)
