"""A server and a Chromium for all browser tests of a process."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import running_chromium
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


@pytest.fixture
def browser() -> Browser:
    """Return the headless Chromium, started for the first test that wants it."""
    return running_chromium()


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
