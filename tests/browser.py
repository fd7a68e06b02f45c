"""Finding a Chromium for the browser tests, and installing one: `python -m tests.browser`."""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

# The first is the same Chromium without what draws windows, and does a page in half the time.
COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLAYWRIGHT_CACHES = ("~/.cache/ms-playwright", "~/Library/Caches/ms-playwright")
PLAYWRIGHT_BINARIES = (
    "chromium_headless_shell-*/*/*headless*shell",
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
)
ABSENT = (
    "No Chromium was found or could be installed, so the browser tests cannot run: "
    "install one, or name it by RAMPART_CHROMIUM."
)


_running = ExitStack()
"""What ends the Chromium that runs."""


@functools.cache
def chromium_path() -> Path | None:
    """Return the first Chromium that starts: RAMPART_CHROMIUM, a command, or Playwright's own download."""
    if named := os.environ.get("RAMPART_CHROMIUM"):
        return Path(named) if _starts(Path(named)) else None
    return next((path for path in _candidates() if _starts(path)), None)


def required_chromium() -> Path:
    """Return a Chromium for a test; without one the test is skipped, or fails where services are required."""
    path = chromium_path()
    if path is not None:
        return path
    if services_required():
        pytest.fail(ABSENT)
    pytest.skip(ABSENT)


@functools.cache
def running_chromium() -> Browser:
    """Return a headless Chromium for tests, which runs until `end_chromium`; raises as `required_chromium` does."""
    executable = required_chromium()
    playwright = _running.enter_context(sync_playwright())
    browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
    _running.callback(browser.close)
    return browser


def end_chromium() -> None:
    """End the Chromium, if one runs: while it does, nothing else in this thread can run an event loop."""
    running_chromium.cache_clear()
    _running.close()


def services_required() -> bool:
    """Return whether a missing browser or database fails a test instead of skipping it."""
    return os.environ.get("CI") == "true" or os.environ.get("RAMPART_REQUIRE_SERVICES") == "1"


def main() -> int:
    """Install a Chromium if there is none; fail only where services are required."""
    if chromium_path() is None and "RAMPART_CHROMIUM" not in os.environ:
        _install()
        chromium_path.cache_clear()
    if chromium_path() is not None:
        return 0
    print(ABSENT, file=sys.stderr)
    return 1 if services_required() else 0


def _candidates() -> Iterator[Path]:
    yield from (Path(found) for command in COMMANDS if (found := shutil.which(command)))
    caches = (os.environ.get("PLAYWRIGHT_BROWSERS_PATH"), *PLAYWRIGHT_CACHES)
    for cache in (Path(name).expanduser() for name in caches if name):
        for pattern in PLAYWRIGHT_BINARIES:
            yield from sorted(cache.glob(pattern), reverse=True)


def _starts(path: Path) -> bool:
    # Asked rather than looked at: on Ubuntu the command may be a mere notice that a snap is wanted.
    return _runs(str(path), "--version")


def _install() -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium with apt-get for the browser tests")
        if _runs("apt-get", "update") and any(_runs("apt-get", "install", "--yes", name) for name in COMMANDS[:2]):
            return
    print("Installing Chromium with Playwright for the browser tests")
    _runs(sys.executable, "-m", "playwright", "install", "chromium")


def _runs(*command: str) -> bool:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, env=quiet, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=600
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
