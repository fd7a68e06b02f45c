"""An SQLite file, or its folder, that somebody has made read-only: before a start, and under a running server."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from app.core.store.migrate import migrate

pytestmark = pytest.mark.long

PATIENCE = 60

OBEDIENT = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""Begins a command that obeys the modes of files, even if root runs it."""
SERVE = [*OBEDIENT, sys.executable, "-m", "app.site.commands", "serve", "--port", "0"]
READ_ONLY_FILE, READ_ONLY_FOLDER = 0o444, 0o555


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a database in a folder of its own."""
    folder = tmp_path / "kept"
    folder.mkdir()
    file = folder / "rampart.sqlite3"
    migrate(f"sqlite:///{file}")
    monkeypatch.setenv("RAMPART_DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setenv("RAMPART_SECRET", "a secret for tests alone")
    monkeypatch.setenv("RAMPART_SOLVERS", "0")
    yield file
    folder.chmod(0o755)


@pytest.mark.parametrize("which", ["file", "folder"])
def test_a_server_that_could_only_read_refuses_to_start_and_leaves_the_modes_alone(file: Path, which: str) -> None:
    closed, mode = (file, READ_ONLY_FILE) if which == "file" else (file.parent, READ_ONLY_FOLDER)
    closed.chmod(mode)
    ended = subprocess.run(SERVE, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"Cannot use the database {file}: attempt to write a readonly database\n"
    assert not closed.stat().st_mode & 0o222


def test_under_a_running_server_what_cannot_be_done_is_a_503_until_the_modes_are_right_again(file: Path) -> None:
    game = {"game": "fortress", "deal": 4}
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[3].rstrip("/")
            # Nobody has written yet, so the server has yet to open the file for that.
            for path in file.parent.iterdir():
                path.chmod(READ_ONLY_FILE)
            file.parent.chmod(READ_ONLY_FOLDER)
            with httpx2.Client(base_url=url, timeout=PATIENCE) as client:
                # What is open already can still be read.
                assert client.get("/").status_code in {200, 503}
                assert client.post("/api/v1/sessions", json=game).status_code == 503
                answer = client.get("/readyz")
                assert answer.status_code == 503
                assert answer.text.startswith("not ready: the database cannot be ")
                file.parent.chmod(0o755)
                for path in file.parent.iterdir():
                    path.chmod(0o600)
                assert client.post("/api/v1/sessions", json=game).status_code == 201
        finally:
            server.terminate()
            _, said = server.communicate(timeout=PATIENCE)
    assert '"cause": "OperationalError: ' in said
    assert "Traceback" not in said
