"""A server with an empty database of its own: within the test's process, or as a process of its own."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from signal import SIGTERM
from subprocess import Popen

import httpx2
import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from app.people.passwords import Passwords
from app.play.solving.worker import Worker
from app.play.values.solvers import Solvers
from tests.app.reader import read
from tests.app.won import won
from tests.cli.test_serve import end, serving
from tests.drawing import draw_once

__all__ = ["read", "won"]

SECRET = "a secret for tests alone"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def database_url(migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of the database behind `client`."""
    file = shutil.copy(migrated, tmp_path / "rampart.sqlite3")
    url = f"sqlite:///{file}"
    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    monkeypatch.setenv("RAMPART_SECRET", SECRET)
    # A password takes 20 ms by design. The one of nobody is made first, with all care, for those who test that.
    Passwords().close()
    monkeypatch.setattr("app.people.passwords._HASHER", QUICK)
    # The first request would wake whatever sleeps because nobody is here, and it would do its work within the test.
    monkeypatch.setattr("app.core.live.calm.Calm.lasts", False)
    return url


@pytest.fixture
def client(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Yield a client of a server within this process."""
    from app.site.application import create_app

    assert database_url
    # What is done once a day begins with the server. To walk through all deals that ship costs more than most tests;
    # `tests/app/site/test_housekeeping.py` shows that a server does it, and so do servers in processes of their own.
    monkeypatch.setattr("app.site.application.housekeeping", lambda *_: nullcontext())
    # The server runs no solvers; the test gives their answers, and tells its visitors so.
    monkeypatch.setattr("app.play.solving.worker.Worker.solvers", property(_at_hand))
    monkeypatch.setattr("app.web.gallery.draw", draw_once)
    with TestClient(create_app(), follow_redirects=False, headers={"accept": "text/html"}) as client:
        yield client


@pytest.fixture
def stranger(client: TestClient) -> TestClient:
    """Return a second visitor of the same server."""
    other = TestClient(client.app, follow_redirects=False)
    other.portal = client.portal
    return other


@dataclass(frozen=True, slots=True)
class Server:
    """A running `rampart serve`."""

    process: "Popen[str]"
    address: str
    visits: ExitStack

    def visitor(self, cookies: httpx2.Cookies | None = None) -> httpx2.Client:
        """Return a client with a cookie jar of its own, perhaps filled like another's."""
        return self.visits.enter_context(
            httpx2.Client(base_url=self.address, cookies=cookies, timeout=60, trust_env=False)
        )

    def log(self) -> str:
        """Stop the server and return its standard error."""
        return end(self.process, SIGTERM).err


def _at_hand(worker: Worker) -> Solvers:
    return Solvers.STARTING if worker.is_starting else Solvers.READY


Serve = Callable[[], AbstractContextManager[Server]]


@pytest.fixture
def serve(url: str) -> Serve:
    """Start a server on the database, as often as a test wants one."""

    @contextmanager
    def start() -> Iterator[Server]:
        settings = {"RAMPART_DATABASE_URL": url, "RAMPART_SECRET": SECRET}
        with serving(**settings) as (process, told), ExitStack() as visits:
            yield Server(process, told.split()[3], visits)

    return start
