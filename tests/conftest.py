"""What holds for every test."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import app.site.features  # noqa: F401 - it puts the house together
from tests.browser import end_chromium
from tests.databases import _migrated_schema, backend, connection, empty_url, migrated, postgres_url, url

__all__ = ["_migrated_schema", "backend", "connection", "empty_url", "migrated", "postgres_url", "url"]

STATEMENTS = {"rows", "store"}
"""The folders in which tests of statements lie."""
TESTS = Path(__file__).parent
MEMORY, ROOM = Path("/dev/shm"), 4 << 30
COLLECT_AFTER = 5_000
"""After this many new objects, garbage is looked for: a million others stay, and Python's own 700 suits few."""

# However busy the machine is: slow cases are no failures.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# Solver processes cost seconds to start; the tests that need one say so.
os.environ.setdefault("RAMPART_SOLVERS", "0")


def pytest_configure() -> None:
    """Keep temporary files in memory if there is room: no test needs them afterwards, and a disk takes long to sync."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and _has_room(MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Look for no garbage meanwhile: nearly all that is made here stays, and looking takes a sixth of the time."""
    gc.disable()
    try:
        _import_in_turn(session.config)
        return (yield)
    finally:
        gc.set_threshold(COLLECT_AFTER)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests last: they share a browser. Only those of statements are short on PostgreSQL."""
    items.sort(key=_in_browser)
    for item in items:
        if item.get_closest_marker("postgres") and STATEMENTS.isdisjoint(item.path.parts):
            item.add_marker(pytest.mark.long)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """End the browser before a test that has none."""
    if not _in_browser(item):
        end_chromium()


def pytest_sessionfinish() -> None:
    """End the browser after all tests."""
    end_chromium()


def _import_in_turn(config: pytest.Config) -> None:
    """Let each worker import all test modules before it collects them, beginning where no other begins.

    What one has rewritten and compiled the others then find: in a fresh checkout that saves half of the start.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or {Path(arg).resolve() for arg in config.args} != {TESTS}:
        return
    files = sorted(TESTS.rglob("test_*.py"))
    first = int(worker["workerid"].removeprefix("gw")) * len(files) // worker["workercount"]
    for file in (*files[first:], *files[:first]):
        # What cannot be imported is reported when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


def _has_room(folder: Path) -> bool:
    """Return whether a folder has room for what tests write, and lets them run programs there."""
    return shutil.disk_usage(folder).free > ROOM and not os.statvfs(folder).f_flag & os.ST_NOEXEC


def _in_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None
