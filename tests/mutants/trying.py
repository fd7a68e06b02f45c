"""Runs tests on copies of the checkout, with a mistake in them and without."""

import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from tests.mutants.making import Mutant
from tests.mutants.rooms import ROOT, Reach, modules

KEPT = ROOT / ".mutants"
PATIENCE = 5
"""How many times as long tests may take with a mistake as without."""
START_SECONDS = 60.0
"""How long they may take to begin."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not postgres and not long")


class Fate(StrEnum):
    """What becomes of a mutant."""

    KILLED = "killed"
    HUNG = "hung"
    """Its tests did not end in time; it counts as killed."""
    LIVED = "lived"
    UNMET = "unmet"
    """No test of its room enters the function or uses the module."""


@contextmanager
def copied() -> Iterator[Path]:
    """Yield a copy of the checkout, in which mistakes do no harm."""
    with TemporaryDirectory(prefix="rampart-mutants-") as folder:
        tree = Path(folder, "rampart")
        copytree(ROOT, tree, ignore=ignore_patterns(".git", ".venv", "node_modules", "var", KEPT.name))
        yield tree


def reach(tree: Path, wanted: Iterable[str]) -> Reach:
    """Return which of the wanted tests enter which functions, as found now or when nothing was different."""
    seconds: dict[str, float] = {}
    functions: dict[str, list[str]] = defaultdict(list)
    for tests in wanted:
        sources = [path for part in ("app", "engine", tests) for path in modules(part)]
        digest = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
        name = tests.replace("/", "-")
        file = KEPT / f"{name}-{digest}.json"
        if not file.exists():
            print(f"Looking at what the tests in {tests} enter…", flush=True)
            KEPT.mkdir(exist_ok=True)
            for old in KEPT.glob(f"{name}-{'?' * len(digest)}.json"):
                old.unlink()
            _run(tree, ["-p", "tests.mutants.reaching", "--reached", str(file), tests], None)
        found = json.loads(file.read_text(encoding="utf-8"))
        seconds |= found["seconds"]
        for function, entering in found["functions"].items():
            functions[function] += entering
    return Reach(seconds, functions)


def fate(tree: Path, mutant: Mutant, among: Reach) -> Fate:
    """Put a mutant into the copy, run the tests that may notice it, and take it out again."""
    tests = among.tests_for(mutant)
    if not tests:
        return Fate.UNMET
    module = tree / mutant.path
    sound, found = module.read_bytes(), module.stat()
    module.write_text(mutant.source, encoding="utf-8")
    try:
        code = _run(tree, ["-x", *tests], START_SECONDS + PATIENCE * sum(among.seconds[test] for test in tests))
    finally:
        module.write_bytes(sound)
        # Python knows by the time whether what it has compiled is still that module.
        os.utime(module, ns=(found.st_atime_ns, found.st_mtime_ns))
    if code is None:
        return Fate.HUNG
    return Fate.KILLED if code else Fate.LIVED


def _run(tree: Path, arguments: Sequence[str], seconds: float | None) -> int | None:
    """Run pytest in a copy; return its exit code, or None if it was ended because it took longer."""
    # A mistake is never compiled to a file, so nothing can take it for the sound module later.
    settings = {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [*PYTEST, *arguments],
        cwd=tree,
        env=os.environ | settings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            # So end the servers that its tests have started.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
