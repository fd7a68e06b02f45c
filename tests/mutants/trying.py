"""Runs tests on copies of the checkout, with a mistake in them and without."""

import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import IO

from tests.mutants.forking import PASSED, UNTOUCHED, Request
from tests.mutants.making import Mutant
from tests.mutants.rooms import ROOT, Reach, modules

KEPT = ROOT / ".mutants"
PATIENCE = 5
"""How many times as long tests may take with a mistake as without."""
START_SECONDS = 60.0
"""How long they may take to begin."""
SECOND = 1_000_000_000
"""In nanoseconds."""
LEAST_SECONDS = 5.0
"""How much of the processor's time each test may take at least."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not postgres and not long")


class Fate(StrEnum):
    """What becomes of a mutant."""

    KILLED = "killed"
    HUNG = "hung"
    """Its tests did not end in time; it counts as killed."""
    LIVED = "lived"
    UNMET = "unmet"
    """No test of its room enters the function or uses the module."""


@dataclass(frozen=True, slots=True)
class Forks:
    """A process of pytest that has collected tests, and runs some of them in forks of itself."""

    asked: IO[str]
    told: IO[str]

    def run(self, mutant: Mutant, tests: Sequence[str], among: Reach) -> int | None:
        """Run tests with a mistake that is inside a function; return the exit code, or None if one hung."""
        limits = {test: LEAST_SECONDS + PATIENCE * among.seconds[test] for test in tests}
        request = Request(mutant.path, mutant.inside, mutant.source, limits, _enough(tests, among))
        print(json.dumps(asdict(request)), file=self.asked, flush=True)
        code: int | None = json.loads(self.told.readline())
        return code


@contextmanager
def forks(tree: Path, wanted: Sequence[str]) -> Iterator[Forks]:
    """Yield a process that has collected the wanted tests of a copy; until then, no mistake may stand in it."""
    (asked_out, asked_in), (told_out, told_in) = os.pipe(), os.pipe()
    options = ("-p", "tests.mutants.forking", "--asked", str(asked_out), "--told", str(told_in))
    process = _start(tree, [*options, *wanted], (asked_out, told_in))
    os.close(asked_out)
    os.close(told_in)
    try:
        with os.fdopen(told_out) as told, os.fdopen(asked_in, "w") as asked:
            if not told.readline():
                raise RuntimeError(f"Not even without a mistake can these tests be collected: {', '.join(wanted)}.")
            yield Forks(asked, told)
    finally:
        process.wait()


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


def fate(tree: Path, mutant: Mutant, among: Reach, forked: Forks) -> Fate:
    """Put a mutant into the copy, run the tests that may notice it, and take it out again.

    What the forks do not notice is tried again in a new process: what they imported was worked out without the mistake.
    """
    tests = among.tests_for(mutant)
    if not tests:
        return Fate.UNMET
    module = tree / mutant.path
    sound, found = module.read_bytes(), module.stat()
    module.write_text(mutant.source, encoding="utf-8")
    # Python knows by the time, in whole seconds, whether what it has compiled is still that module.
    os.utime(module, ns=(found.st_atime_ns, found.st_mtime_ns + SECOND))
    try:
        code = forked.run(mutant, tests, among) if mutant.inside else UNTOUCHED
        if code in {PASSED, UNTOUCHED}:
            code = _run(tree, ["-x", *tests], _enough(tests, among))
    finally:
        module.write_bytes(sound)
        os.utime(module, ns=(found.st_atime_ns, found.st_mtime_ns))
    if code is None:
        return Fate.HUNG
    return Fate.KILLED if code else Fate.LIVED


def _enough(tests: Iterable[str], among: Reach) -> float:
    return START_SECONDS + PATIENCE * sum(among.seconds[test] for test in tests)


def _run(tree: Path, arguments: Sequence[str], seconds: float | None) -> int | None:
    """Run pytest in a copy; return its exit code, or None if it was ended because it took longer."""
    process = _start(tree, arguments, ())
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            # So end the servers that its tests have started.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _start(tree: Path, arguments: Sequence[str], passed: Iterable[int]) -> "subprocess.Popen[bytes]":
    # A mistake is never compiled to a file, so nothing can take it for the sound module later.
    settings = {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen(
        [*PYTEST, *arguments],
        cwd=tree,
        env=os.environ | settings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        pass_fds=tuple(passed),
    )
