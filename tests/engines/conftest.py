"""A server behind a relay, and a window of the engine that a test is run in."""

from collections.abc import Callable, Iterator

import pytest

from tests.chromium.conftest import origin
from tests.engines import browsers
from tests.engines.relay import Relay
from tests.engines.windows import Traits, Window

__all__ = ["origin"]

Visit = Callable[[Traits], Window]


@pytest.fixture(scope="session", autouse=True)
def _browsers() -> Iterator[None]:
    yield
    browsers.end()


@pytest.fixture(params=browsers.ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Return the name of an engine."""
    name: str = request.param
    return name


@pytest.fixture
def relay(origin: str) -> Iterator[Relay]:
    """Return what lies between the browser and the server."""
    between = Relay(origin)
    yield between
    between.close()


@pytest.fixture
def visit(engine: str, relay: Relay) -> Iterator[Visit]:
    """Open windows on the front page for visitors with traits; they are closed after the test."""
    windows: list[Window] = []

    def opened(traits: Traits) -> Window:
        windows.append(browsers.start(engine, traits))
        windows[-1].open(f"{relay.origin}/")
        return windows[-1]

    yield opened
    for window in windows:
        window.close()


@pytest.fixture
def window(visit: Visit) -> Window:
    """Return a window of a visitor at a desk."""
    return visit(Traits())
