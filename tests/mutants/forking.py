"""A plugin of pytest that collects tests once and runs some of them in forks, each with a mistake put in.

It reads requests from the file descriptor `--asked` and answers on `--told`, each a line of JSON. The mistake is put
into the function that was imported, so a fork imports nothing and begins at once.
"""

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

import pytest

PASSED, FAILED, UNTOUCHED = 0, 1, 3
"""The exit codes of a fork; the last one means that it had no function to put the mistake into."""


@dataclass(frozen=True, slots=True)
class Request:
    """Tests to run with a mistake."""

    path: str
    inside: str
    source: str
    tests: Mapping[str, float]
    """How many seconds of the processor's time each of them may take, in the order in which they run."""
    seconds: float
    """How long they may take together."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the file descriptors."""
    parser.addoption("--asked", type=int, required=True, help="where requests come from")
    parser.addoption("--told", type=int, required=True, help="where answers go")


def pytest_configure() -> None:
    """Compile the tests to files, which are all sound, so that no later process has to compile them."""
    sys.dont_write_bytecode = False


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Announce that all is imported, and answer requests while there are any; without all tests, leave it to pytest."""
    if session.testsfailed:
        return None
    sys.dont_write_bytecode = True
    items = {item.nodeid: item for item in session.items}
    _prepare(session)
    with (
        os.fdopen(session.config.getoption("--asked")) as asked,
        os.fdopen(session.config.getoption("--told"), "w") as told,
    ):
        # From now on, nothing is imported from a file that has a mistake.
        print(json.dumps("ready"), file=told, flush=True)
        for line in asked:
            print(json.dumps(_answer(session, items, Request(**json.loads(line)))), file=told, flush=True)
    return True


def put(path: Path, inside: str, source: str) -> bool:
    """Put a function or method as it stands in `source` in the place of what was imported from the file.

    Return whether that was possible.
    """
    codes = {code.co_firstlineno: code for code in _codes(compile(source, str(path), "exec")) if _named(code, inside)}
    found = [
        one
        for one in gc.get_objects()
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(path) and _named(one.__code__, inside)
    ]
    try:
        for function in found:
            function.__code__ = codes[function.__code__.co_firstlineno]
    except (KeyError, ValueError):
        # What stands above has moved, or the function no longer closes over the same names.
        return False
    return bool(found)


def _named(code: CodeType, name: str) -> bool:
    return code.co_qualname == name


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _prepare(session: pytest.Session) -> None:
    """Run one test with a server, so that what is made for all tests is there."""
    for item in session.items:
        if "client" in getattr(item, "fixturenames", ()):
            # The session stands for the next test, so that its own fixtures stay.
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=session)
            return


def _answer(session: pytest.Session, items: Mapping[str, pytest.Item], request: Request) -> int | None:
    """Return the exit code of a fork with the mistake, or None if it hung."""
    child = os.fork()
    if not child:
        code = UNTOUCHED
        try:
            os.setsid()
            if put(Path.cwd() / request.path, request.inside, request.source):
                code = _run(session, [(items[test], limit) for test, limit in request.tests.items()])
        finally:
            os._exit(code)
    until, ended, status = time.monotonic() + request.seconds, 0, 0
    while not ended and time.monotonic() < until:
        time.sleep(0.01)
        ended, status = os.waitpid(child, os.WNOHANG)
    with suppress(ProcessLookupError):
        # So end the servers that its tests have started, too.
        os.killpg(child, signal.SIGKILL)
    if not ended:
        os.waitpid(child, 0)
    return os.WEXITSTATUS(status) if ended and os.WIFEXITED(status) else None


def _run(session: pytest.Session, tests: list[tuple[pytest.Item, float]]) -> int:
    """Run tests, each within its limit, until one fails; return the exit code."""
    session.config.pluginmanager.register(_First())
    for (item, limit), (following, _) in zip(tests, [*tests[1:], (session, 0.0)], strict=True):
        # The signal ends the process.
        signal.setitimer(signal.ITIMER_PROF, limit)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return PASSED


class _First:
    """Ends the process at the first failure."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(FAILED)
