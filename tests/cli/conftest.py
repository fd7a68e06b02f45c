"""Running the command: within this process, or as one of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.site.commands import main
from engine.cards import spell
from engine.deals import shuffled

CHECKOUT = Path(__file__).resolve().parents[2]
DECK_1 = spell(shuffled(1))


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


Rampart = Callable[..., Ended]


@pytest.fixture
def rampart(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rampart:
    """Run the command within this process, with the settings given by keyword beside those of the test."""

    def run(*arguments: str, stdin: str | bytes = "", **settings: str) -> Ended:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        capfd.readouterr()
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Ended(code, *capfd.readouterr())

    return run


@pytest.fixture
def process() -> Rampart:
    """Run the command as a process of its own, with the settings given by keyword.

    That takes a second, so it is for what only a process shows: its exit code, its signals, its standard streams.
    """

    def run(*arguments: str, stdin: str = "", **settings: str) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "app.site.commands", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=CHECKOUT,
            env=environment(**settings),
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


def environment(**settings: str) -> dict[str, str]:
    """Return the environment without any setting of Rampart's but these, and without solver processes."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("RAMPART_")}
    return others | {"RAMPART_SOLVERS": "0"} | settings
