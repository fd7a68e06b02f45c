"""A server for all browser tests of a process, and a Chromium for each module of them."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import required_chromium
from tests.chromium.neighbours import move_in
from tests.chromium.serving import serving
from tests.chromium.visitors import Visitor

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve, with neighbours, and return the address."""
    folder = tmp_path_factory.mktemp("served")
    with serving(folder) as address:
        move_in(folder)
        yield address


# Not for the whole session: while Playwright runs, nothing else in this thread can run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a headless Chromium."""
    executable = required_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, origin: str) -> Iterator[Visit]:
    """Make visitors as `Visitor` does; the test fails if anything went wrong in the browser of one."""
    visitors: list[Visitor] = []

    def make(**traits: object) -> Visitor:
        visitors.append(Visitor(browser, origin, **traits))  # type: ignore[arg-type]
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
    assert not [trouble for visitor in visitors for trouble in visitor.troubles]
