"""Which modules get mistakes, and which tests may notice one."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, takewhile
from pathlib import Path

from tests.mutants.making import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
EXAMPLES = "tests/app/test_examples.py"
SEAMS = ("tests/app/account", "tests/app/people", "tests/app/moderation", EXAMPLES)
"""Here examples, names, leaving and decisions of moderators are tested in all features at once."""
ROOMS: Mapping[str, tuple[str, ...]] = {
    "engine": ("tests/engine", "tests/proofs"),
    "app/people": SEAMS,
    "app/play": (
        *("tests/app/play", "tests/app/study", "tests/app/archive", "tests/app/deals", "tests/app/site/test_lobby.py"),
        *("tests/app/daily/test_open_secrecy.py", "tests/app/puzzles/test_secrecy.py"),
        *("tests/app/test_openapi.py", EXAMPLES),
    ),
    "app/features/ratings": ("tests/app/ratings", EXAMPLES),
    "app/features/races": ("tests/app/races", *SEAMS),
    "app/features/tournaments": ("tests/app/tournaments", *SEAMS),
    "app/features/daily": ("tests/app/daily", "tests/app/archive", "tests/app/friends", "tests/app/profiles", *SEAMS),
    "app/features/puzzles": ("tests/app/puzzles", "tests/app/study", "tests/app/play/solving", *SEAMS),
}
"""The rooms whose modules get mistakes, each with the tests of what it does."""
LEFT_OUT = (
    *("engine/solver/*.py", "engine/solver/mining/*.py"),
    *("engine/lessons/*.py", "engine/measured/*.py", "engine/games/*.py"),
    *("*/tables.py", "*/tables/*.py"),
)
"""After a change in the compiled solver, it takes half a minute to compile again. Mining is done by hand, and what it
finds is checked again. The other modules only state what is, and tests compare each as a whole."""
LONGEST_SECONDS = 60.0
"""How long all tests of a mutant may take together while nothing is wrong; the slowest are left out."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Which tests enter which functions."""

    seconds: Mapping[str, float]
    """How long each test takes."""
    functions: Mapping[str, Iterable[str]]
    """By function, as `app/play/service/play.py:move`, the tests that enter it."""

    def tests_for(self, mutant: Mutant) -> list[str]:
        """Return the tests that may notice a mistake, those of files named like its module first, then the quickest.

        Those that enter its function come before those that enter its module, or that use it by what they import: what
        is kept from an earlier test is not worked out again, so that only the first test enters it.
        """
        entering = set(self.functions.get(f"{mutant.path}:{mutant.inside}", ()))
        beside = set(self._beside(mutant.path)) - entering
        met = [one for tests in (entering, beside) for one in self._in_order(tests, f"/test_{Path(mutant.path).stem}")]
        spent = accumulate(self.seconds[test] for test in met)
        return [test for test, _ in takewhile(lambda one: one[1] <= LONGEST_SECONDS, zip(met, spent, strict=True))]

    def _in_order(self, tests: Iterable[str], name: str) -> list[str]:
        return sorted(tests, key=lambda test: (name not in test.partition("::")[0], self.seconds[test], test))

    def _beside(self, path: str) -> Iterator[str]:
        users = importers(path)
        for name, tests in self.functions.items():
            if name.partition(":")[0] in users:
                yield from tests
        yield from (test for test in self.seconds if test.partition("::")[0] in users)


def mutants_in(room: str) -> list[Mutant]:
    """List all mutants of a room, or of one module."""
    paths = [path.relative_to(ROOT) for path in modules(room)]
    chosen = [path for path in paths if not any(path.match(pattern) for pattern in LEFT_OUT)]
    return [mutant for path in chosen for mutant in mutants_of(str(path), (ROOT / path).read_text(encoding="utf-8"))]


def modules(part: str) -> list[Path]:
    """List the modules in a folder, or the one that this is."""
    return sorted((ROOT / part).rglob("*.py")) or [ROOT / part]


@cache
def importers(path: str) -> set[str]:
    """Return a module and all that import it, tests included, by their paths."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, name = module.rpartition(".")
    uses = re.compile(rf"from {module} import|import {module}\n|from {package} import [^\n]*\b{name}\b")
    ours = [one for part in ("app", "engine", "tests") for one in modules(part)]
    users = {str(one.relative_to(ROOT)) for one in ours if uses.search(one.read_text(encoding="utf-8"))}
    return users | {path}
