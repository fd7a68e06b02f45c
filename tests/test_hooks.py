"""The hook that a developer can switch on lets nothing be committed that fails `make check`."""

import os
import subprocess
from pathlib import Path

import pytest

HOOKS = Path(__file__).parents[1] / ".githooks"
NOBODY = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
MAKEFILE = """
check:
\t@test -z "$$GIT_DIR$$GIT_INDEX_FILE" || {{ echo "git still points at the repository"; exit 1; }}
\t@{}
"""


@pytest.mark.parametrize(("check", "commits"), [("true", 1), ("false", 0)])
def test_only_what_passes_the_check_is_committed(tmp_path: Path, check: str, commits: int) -> None:
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "config", "core.hooksPath", str(HOOKS))
    (tmp_path / "Makefile").write_text(MAKEFILE.format(check))
    below = tmp_path / "below"
    below.mkdir()
    _git(tmp_path, "add", "Makefile")
    tried = _git(below, *NOBODY, "commit", "--quiet", "--message", "something", check=False)
    assert (tried.returncode == 0) is (commits == 1), tried.stdout
    assert _git(tmp_path, "rev-list", "--all", "--count").stdout == f"{commits}\n"


def _git(folder: Path, *arguments: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(["git", *arguments], cwd=folder, env=clean, capture_output=True, text=True, check=check)
