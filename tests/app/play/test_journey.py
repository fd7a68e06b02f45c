"""The journey of a move: how many of our files somebody reads who follows a plain one."""

import os
import subprocess
import sys

import pytest

from tests.app.play.journey import ROOT, STORE

FILES = 19
"""How many files a plain move enters. Lower it whenever one fewer will do."""


@pytest.mark.usefixtures("database_url")
def test_a_plain_move_enters_few_files() -> None:
    """Count the files of `app` and `engine` in which a function runs because of a plain move by the table's script.

    Counted is every call, at any depth, made while the route or its transaction is running. So neither the guard before
    the route counts, nor what the server does beside it. Files that only define values run nothing, and functions that
    keep their results run once: the same move has been made before. All of `app/core/store` counts as one file: the
    queue, the threads, the commit and the driver are the database, of which a move sees `write` and its statements.
    """
    command = (sys.executable, "-m", "tests.app.play.journey")
    environment = os.environ | {"RAMPART_SOLVERS": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    files = done.stdout.split()
    assert {"app/play/pages/sessions.py", "app/play/rows/sessions.py", STORE, "engine/moves.py"} <= set(files)
    assert len(files) == FILES, done.stdout
