"""A window of a browser as the tests in this folder use it, whatever its engine is."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Point = tuple[float, float]
Kind = Literal["mouse", "touch", "pen"]
PATIENCE_S = 15
"""How long a test waits for what must happen soon: the machine may be busy."""
_ASKED_AGAIN_AFTER_S = 0.03

ENTER, SPACE = "\ue007", " "
"""Keys, by the characters that stand for them in WebDriver."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What a visitor has set in the browser or the system."""

    width: int = 1440
    height: int = 900
    dark: bool = False
    still: bool = True
    """Whether less motion is wanted."""
    forced: bool = False
    """Whether the system forces its colours."""
    coarse: bool = False
    """Whether the device is one for fingers."""


class NotHere(Exception):
    """This engine's driver can't do what a test wants; the words say what."""


class Gone(Exception):
    """The page that was asked is being replaced."""


class Window(Protocol):
    """A browser with one visitor in it."""

    def open(self, address: str) -> None:
        """Go to an address and wait until it is loaded."""

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Return what a function of JavaScript returns for an argument, once its promise is kept; raises `Gone`."""

    def stroke(self, kind: Kind, *points: Point) -> None:
        """Press at the first point, move over the others, and release at the last; raises `NotHere`."""

    def cancel(self, *points: Point) -> None:
        """Touch the first point, move over the others, and have the system take the touch away; raises `NotHere`."""

    def press(self, *keys: str) -> None:
        """Press keys together and release them."""

    def type(self, keys: Sequence[str]) -> None:
        """Press keys one after another, so fast that a page which waits for the next never gives up."""

    def back(self) -> None:
        """Go back in the history."""

    def reload(self) -> None:
        """Load the page again."""

    def open_another(self) -> int:
        """Open another page of the same visitor beside the first; return its number."""

    def turn_to(self, number: int) -> None:
        """Use that page from now on; the first is 0."""

    def hide(self) -> None:
        """Put the page out of sight."""

    def show(self) -> None:
        """Put the page into sight again."""

    def close(self) -> None:
        """End the visit; the visitor is forgotten."""


def until(holds: Callable[[], Any], what: str) -> Any:
    """Ask again and again until something holds; return it."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            if found := holds():
                return found
        except Gone:
            pass
        assert time.monotonic() < end, f"This never came true: {what}"
        time.sleep(_ASKED_AGAIN_AFTER_S)


def wait_until(window: Window, holds: str) -> Any:
    """Wait until an expression of JavaScript is true in the page; return its value."""
    return until(lambda: window.evaluate(f"async () => {holds}"), holds)


def settled(window: Window, *expressions: str) -> list[Any]:
    """Return the values of expressions at one moment."""
    found: list[Any] = window.evaluate(f"async () => [{', '.join(expressions)}]")
    return found


_MIDDLE = """selector => {
    const shown = [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
    if (!shown.length) return null;
    shown[0].scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = shown[0].getBoundingClientRect();
    const point = [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(...point);
    return shown[0].contains(there) || there?.contains(shown[0]) || shown[0].labels?.length ? point : null;
}"""


def middle_of(window: Window, selector: str) -> Point:
    """Return the middle of the first thing shown that a selector names, once it can be hit."""
    x, y = until(lambda: window.evaluate(_MIDDLE, selector), f"{selector} is in sight")
    return x, y


def click(window: Window, selector: str, kind: Kind = "mouse") -> None:
    """Click on the first thing shown that a selector names."""
    window.stroke(kind, middle_of(window, selector))


def leave(window: Window, go: Callable[[], None]) -> None:
    """Do what leads to another page, and wait until that is there."""
    window.evaluate("() => { window.left = false; }")
    go()
    wait_until(window, "document.readyState === 'complete' && !('left' in window)")


def texts(window: Window, selector: str) -> Sequence[str]:
    """Return the texts of all that a selector names."""
    found: list[str] = window.evaluate(
        "selector => [...document.querySelectorAll(selector)].map(each => each.textContent.trim())", selector
    )
    return found
