"""The engines, and finding and starting their browsers; `python -m tests.engines.browsers` says which are here."""

import functools
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from tests.browser import chromium_path, running_chromium
from tests.engines import firefox, webkit
from tests.engines.chromium import Chromium
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit
from tests.engines.windows import NotHere, Traits, Window

ENGINES = ("chromium", "firefox", "webkit")
ABSENT = {
    "firefox": "No Firefox was found, so it is not tested: install firefox-esr.",
    "webkit": "No WebKit was found, so it is not tested: install webkit2gtk-driver and xvfb.",
}
_running = ExitStack()


def has(engine: str) -> bool:
    """Return whether a browser of that engine is installed."""
    finders: dict[str, Callable[[], object]] = {
        "chromium": chromium_path,
        "firefox": firefox.found,
        "webkit": webkit.found,
    }
    return finders[engine]() is not None


def start(engine: str, traits: Traits) -> Window:
    """Return a window for a new visitor. Without such a browser or trait, skip the test and say why."""
    try:
        match engine:
            case "chromium":
                return Chromium(running_chromium(), traits)
            case "firefox" if command := firefox.found():
                visited = _firefox(command)
                visited.visit(traits)
                return visited
            case "webkit" if browser := webkit.found():
                return WebKit(browser, traits)
    except NotHere as missing:
        pytest.skip(str(missing))
    pytest.skip(ABSENT[engine])


def end() -> None:
    """End the browsers that run on."""
    _firefox.cache_clear()
    _running.close()


@functools.cache
def _firefox(command: str) -> Firefox:
    started = Firefox(command)
    _running.callback(started.end)
    return started


if __name__ == "__main__":
    for each in ENGINES:
        print(each if has(each) else ABSENT.get(each, f"No {each} was found."))
