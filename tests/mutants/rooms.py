"""Which modules get mistakes, and which tests may notice one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, takewhile
from pathlib import Path

from tests.mutants.making import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
STORE = "tests/store/test_"
EXAMPLES = "tests/app/test_examples.py"
SEAMS = ("tests/app/accounts", "tests/app/moderation", EXAMPLES)
"""Here examples, names, leaving and decisions of moderators are tested in all features at once."""
ROOMS: Mapping[str, tuple[str, ...]] = {
    "engine": ("tests/engine", "tests/proofs"),
    "app/people": (
        *SEAMS,
        *(f"{STORE}{name}.py" for name in ("accounts", "players", "tokens", "keeping")),
    ),
    "app/play": (
        *("tests/app/sessions", "tests/app/company", "tests/app/records", "tests/app/analysis", "tests/app/api"),
        *("tests/app/pages", "tests/app/test_spoken.py", EXAMPLES),
        *("tests/app/test_secrecy.py", "tests/app/daily/test_open_secrecy.py", "tests/app/puzzles/test_secrecy.py"),
        *(f"{STORE}{name}.py" for name in ("sessions", "entries", "packing", "questions", "stock", "absences")),
    ),
    "app/features/ratings": ("tests/app/ratings", "tests/app/puzzles/test_ratings.py", EXAMPLES),
    "app/features/races": ("tests/app/races", f"{STORE}races.py", *SEAMS),
    "app/features/tournaments": ("tests/app/tournaments", *SEAMS),
    "app/features/daily": (
        *("tests/app/daily", "tests/app/records", *SEAMS),
        *(f"{STORE}{name}.py" for name in ("boards", "takings", "records")),
    ),
    "app/features/puzzles": (
        *("tests/app/puzzles", "tests/app/learn", "tests/app/analysis", *SEAMS),
        *(f"{STORE}{name}.py" for name in ("puzzles", "puzzle_runs", "lessons")),
    ),
}
"""The rooms whose modules get mistakes, each with the tests of what it does."""
LEFT_OUT = (
    *("engine/solver/*.py", "engine/solver/mining/*.py"),
    *("engine/lessons/*.py", "engine/measured/*.py", "engine/games/*.py", "*/tables*"),
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
        """Return the tests that may notice a mistake, the quickest first.

        Outside of functions, they are those that enter any function of its module, or of one that imports it.
        """
        met = sorted(set(self._met(mutant)), key=lambda test: (self.seconds[test], test))
        spent = accumulate(self.seconds[test] for test in met)
        return [test for test, _ in takewhile(lambda one: one[1] <= LONGEST_SECONDS, zip(met, spent, strict=True))]

    def _met(self, mutant: Mutant) -> Iterator[str]:
        if mutant.inside:
            yield from self.functions.get(f"{mutant.path}:{mutant.inside}", ())
            return
        users = importers(mutant.path)
        for name, tests in self.functions.items():
            if name.partition(":")[0] in users:
                yield from tests


def mutants_in(room: str) -> list[Mutant]:
    """List all mutants of a room, or of one module."""
    paths = [path.relative_to(ROOT) for path in modules(room)]
    chosen = [path for path in paths if not any(path.match(pattern) for pattern in LEFT_OUT)]
    return [mutant for path in chosen for mutant in mutants_of(str(path), (ROOT / path).read_text(encoding="utf-8"))]


def modules(part: str) -> list[Path]:
    """List the modules in a folder, or the one that this is."""
    return sorted((ROOT / part).rglob("*.py")) or [ROOT / part]


def importers(path: str) -> set[str]:
    """Return a module and all that import it, by their paths."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, name = module.rpartition(".")
    ways = (f"from {module} import", f"import {module}\n", f"from {package} import {name}")
    ours = [one for part in ("app", "engine") for one in modules(part)]
    users = {str(one.relative_to(ROOT)) for one in ours if any(way in one.read_text(encoding="utf-8") for way in ways)}
    return users | {path}
