"""A server with a solver process of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from engine.deals import deck_code
from tests.app.play.table import BY_SCRIPT
from tests.cli.conftest import CHECKOUT, environment
from tests.cli.test_serve import trouble
from tests.engine.verdicts import WINS

WON = min((win for win in WINS if win.slug == "fortress"), key=lambda win: len(win.line))
MOST_TRIES = 600


@pytest.mark.long
def test_a_server_answers_hints_and_leaves_no_solver_behind(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "app.site.commands", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=CHECKOUT,
        env=environment(RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db", RAMPART_SOLVERS="1"),
        process_group=0,
    )
    with server:
        assert server.stdout is not None
        told = server.stdout.readline()
        with httpx2.Client(base_url=told.split()[3], timeout=60, trust_env=False, headers=BY_SCRIPT) as client:
            table = client.post(f"/fortress/custom/{deck_code(WON.deck)}").headers["location"]
            for _ in range(MOST_TRIES):
                hint = client.post(f"{table}/hints", data={"seq": "0"})
                if "data-thinking" not in hint.text:
                    break
        assert "You can win from here." in hint.text
        [solver] = children_of(server.pid)
        # As a key pressed at a terminal does, which everything that was started there hears.
        os.killpg(server.pid, signal.SIGINT)
        _, err = server.communicate(timeout=60)
    assert (server.returncode, trouble(err)) == (130, "")
    assert solver not in running()


def children_of(pid: int) -> set[str]:
    """Return the numbers of the processes that a process has started."""
    return {child for child, parent in _processes() if parent == str(pid)}


def running() -> set[str]:
    """Return the numbers of all processes."""
    return {child for child, _ in _processes()}


def _processes() -> list[list[str]]:
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in listed.splitlines()]
