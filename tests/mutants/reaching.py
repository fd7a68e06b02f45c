"""A plugin of pytest that notes which functions of ours each test enters, in the file that `--reached` names."""

import json
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

HOME = Path.cwd()
OURS = tuple(str(HOME / room) for room in ("app", "engine"))
ENTERED: dict[int, CodeType] = {}
"""The code that the test has entered, by its id: that is quicker to compare than the code itself."""
SECONDS: dict[str, float] = {}
"""The processor's time, so that a test is not left out for being slow because the machine was busy."""
FUNCTIONS: defaultdict[str, list[str]] = defaultdict(list)
NOT_PASSED: set[str] = set()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the name of the file."""
    parser.addoption("--reached", type=Path, required=True, help="where to write which tests enter which functions")


def pytest_configure() -> None:
    """Begin to look, in this thread and in all that start from now on."""
    threading.settrace(_enter)
    sys.settrace(_enter)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what a test enters, what prepares it included."""
    ENTERED.clear()
    began = time.process_time()
    yield
    SECONDS[item.nodeid] = time.process_time() - began
    for code in list(ENTERED.values()):
        if code.co_filename.startswith(OURS):
            name = code.co_qualname.partition(".<locals>")[0]
            FUNCTIONS[f"{Path(code.co_filename).relative_to(HOME)}:{name}"].append(item.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember a test that failed or was skipped: it can find no mistake."""
    if report.outcome != "passed":
        NOT_PASSED.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what was noted: the seconds of each test that passed, and by function the tests that enter it."""
    sys.settrace(None)
    threading.settrace(None)
    seconds = {test: round(taken, 3) for test, taken in SECONDS.items() if test not in NOT_PASSED}
    functions = {name: sorted(seconds.keys() & set(tests)) for name, tests in FUNCTIONS.items()}
    file: Path = session.config.getoption("--reached")
    file.write_text(json.dumps({"seconds": seconds, "functions": functions}), encoding="utf-8")


def _enter(frame: FrameType, _event: str, _arg: object) -> None:
    code = frame.f_code
    ENTERED[id(code)] = code
