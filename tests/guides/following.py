"""Doing what a guide says, with exactly what it prints, in a copy of Rampart."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from app.core.store.migrate import newest

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "docs" / "guides"
_NOT_COPIED = (".git", ".venv", "node_modules", "var", "__pycache__", ".*_cache", ".hypothesis")
_FILE = re.compile(r"`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHANGES = re.compile(r"```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DOCSTRING = re.compile(r'^ *""".*?"""$', re.MULTILINE | re.DOTALL)
_REVISION = re.compile(r"migrations/versions/(\d{4})_")


@dataclass(frozen=True, slots=True)
class Guide:
    """What a guide prints."""

    files: dict[str, str]
    """The new files, by their paths."""
    changes: str
    """The changes to other files, in the form that git applies."""

    @classmethod
    def read(cls, name: str) -> "Guide":
        """Read a guide, and give its migration the next number: the house may have grown since."""
        text = (GUIDES / f"{name}.md").read_text(encoding="utf-8")
        files = {path: _next(path, block) for path, block in _FILE.findall(text)}
        return cls({_next(path, path): block for path, block in files.items()}, "".join(_CHANGES.findall(text)))

    @property
    def lines_of_code(self) -> int:
        """Count the lines of its files and changes, without empty lines, docstrings and what is written for readers."""
        code = [_DOCSTRING.sub("", block) for path, block in self.files.items() if not path.endswith(".md")]
        added = re.findall(r"^\+(?!\+\+ )", self.changes, re.MULTILINE)
        return sum(bool(line.strip()) for block in code for line in block.splitlines()) + len(added)

    def follow(self, folder: Path) -> None:
        """Add the files and make the changes."""
        for path, block in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(block, encoding="utf-8")
        if self.changes:
            apply(self.changes, folder)


def _next(path: str, text: str) -> str:
    """Return a text of a guide with the numbers of revisions that are next now, if it is about a migration."""
    if not (given := _REVISION.match(path)):
        return text
    following = f"{int(newest()) + 1:04}"
    return text.replace(given[1], following).replace(f"{int(given[1]) - 1:04}", newest())


def apply(changes: str, folder: Path, *options: str) -> None:
    """Apply changes to the files of a folder; fail with the words of git if they do not fit."""
    command = ["git", "apply", "--unidiff-zero", *options, "-"]
    ran = subprocess.run(command, cwd=folder, input=changes, text=True, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr


def copied(folder: Path) -> Path:
    """Copy Rampart into a folder, and return the folder."""
    return Path(shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*_NOT_COPIED), dirs_exist_ok=True))


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a folder and return what it prints; fail with its words if it fails."""
    env = {**os.environ, "PYTHONPATH": str(folder)}
    ran = subprocess.run([sys.executable, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
