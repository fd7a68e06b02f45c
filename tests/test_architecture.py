"""Which module may enter which room, and how large a room may grow."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
LONGEST_MODULE = 400
ENGINE_MAY_IMPORT = {
    "caching": set(),
    "cards": set(),
    "deals": {"cards", "pysol_cards"},
    "rules": {"caching", "cards"},
    "tables": {"caching", "cards", "rules"},
    "position": {"caching", "cards", "deals", "rules"},
    "moves": {"caching", "cards", "deals", "position", "rules", "tables"},
    "automatic": {"cards", "moves", "position", "rules", "tables"},
    "conveniences": {"caching", "cards", "moves", "position", "rules", "tables"},
    "boards": {"cards", "deals", "position", "rules"},
    "likeness": {"caching", "cards", "deals", "position", "rules", "tables"},
    "circles": {"moves", "position", "rules"},
    "descent": {"automatic", "caching", "cards", "deals", "likeness", "moves", "position", "rules", "tables"},
    "sightings": {"automatic", "cards", "descent", "likeness", "moves", "position", "rules"},
    "nearness": {"caching", "cards", "deals", "likeness", "position", "rules"},
    "asking": {"moves", "msgspec", "position", "rules"},
    "perft": {"moves", "position", "rules"},
    "record": {"deals", "moves", "position", "rules"},
    "readable": set(),
    "variations": {"moves", "readable", "record"},
    "links": {"deals", "moves", "position", "record", "rules"},
    "proofs": {"cards", "rules"},
    "games": {"caching", "rules"},
    "lessons": {"caching", "deals", "games", "moves", "puzzles", "rules"},
    "measured": {"caching", "games", "rules"},
    "puzzles": {"cards", "deals", "moves", "msgspec", "position", "rules"},
}
"""For each module of the engine, but the solver, the others and the packages from outside that it may import."""
PURE = {
    *(
        "abc",
        "collections",
        "contextlib",
        "dataclasses",
        "enum",
        "functools",
        "hashlib",
        "heapq",
        "importlib",
        "itertools",
    ),
    *("math", "operator", "pkgutil", "re", "string", "types", "typing", "unicodedata"),
}
"""The standard modules that the engine may import: no clock, no randomness, no files and no sockets."""
ABOVE_SERVICES = {"app.web", "app.routes", "app.site.commands", "app.jobs"}
MAY_NOT = {
    "engine": {"app", "tests"},
    "app": {"tests", "rampart_client"},
    "rampart_client": {"app", "engine", "tests"},
    "app.model": {"sqlalchemy", "app.store", "fastapi", "app.services", "app.views", "app.live", "app.people"}
    | ABOVE_SERVICES,
    "app.people": {"sqlalchemy", "fastapi", "app.store", "app.services", "app.views", "app.live"} | ABOVE_SERVICES,
    "app.store": {"app.services", "app.views", "app.live", "app.people", "engine.solver"} | ABOVE_SERVICES,
    "app.services": {"fastapi", "starlette", "app.views", "app.live", "engine.solver"} | ABOVE_SERVICES,
    "app.views": {"app.live", "sqlalchemy", "engine.solver"} | ABOVE_SERVICES,
    "app.live": {"app.views"} | ABOVE_SERVICES,
    "app.core.live.topics": {"engine", "app.services"},
    "app.jobs": {"fastapi", "app.web", "app.routes", "app.views", "app.site.commands"},
    "app.routes": {"sqlalchemy", "app.site.application", "app.site.commands", "app.jobs", "engine.solver"},
    "app.web": {"app.site.commands"},
}
STORE_MAY_IMPORT = {"sqlalchemy", "alembic", "psycopg"}
"""Packages from outside in the store. The driver is one only to name its errors."""
ONLY_IN_COMMANDS = {"numba", "numpy", "llvmlite", "engine.solver"}
"""Modules that web processes never import; commands that solve import them when called."""


@dataclass(frozen=True, slots=True)
class Module:
    """One of our modules with its imports, by full name."""

    name: str
    lines: int
    imports: frozenset[str]

    def __str__(self) -> str:
        return self.name

    def within(self, room: str) -> bool:
        """Say whether it is that module or stands in that package."""
        return within(self.name, room)


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _modules() -> Iterator[Module]:
    for path in sorted(path for room in ("engine", "app", "rampart_client") for path in (ROOT / room).rglob("*.py")):
        text = path.read_text()
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield Module(name, len(text.splitlines()), frozenset(_imported(ast.parse(text))))


MODULES = tuple(_modules())
ENGINE = [module for module in MODULES if module.within("engine") and not module.within("engine.solver")]
PYTHON_FILES = [
    path
    for room in ("app", "bench", "engine", "examples", "migrations", "rampart_client", "tests")
    if (ROOT / room).is_dir()
    for path in sorted((ROOT / room).rglob("*.py"))
]


def test_the_rooms_are_found() -> None:
    assert {"engine.cards", "engine.games.fortress", "engine.moves"} <= {module.name for module in MODULES}


@pytest.mark.parametrize("module", ENGINE, ids=str)
def test_a_module_of_the_engine_imports_only_what_it_may(module: Module) -> None:
    if module.name == "engine":
        assert not module.imports
        return
    room = module.name.split(".")[1]
    assert room in ENGINE_MAY_IMPORT, "a new module of the engine gets its line in this test"
    for imported in module.imports:
        first, _, rest = imported.partition(".")
        if first == "engine":
            assert rest.split(".")[0] in {*ENGINE_MAY_IMPORT[room], room}, f"{module} imports {imported}"
        else:
            assert first in PURE | ENGINE_MAY_IMPORT[room], f"{module} imports {imported}"


@pytest.mark.parametrize("room", MAY_NOT)
def test_nothing_enters_a_room_by_the_wrong_door(room: str) -> None:
    for module in MODULES:
        if module.within(room):
            wrong = {name for name in module.imports if any(within(name, door) for door in MAY_NOT[room])}
            assert not wrong, f"{module} imports {sorted(wrong)}"


def test_the_store_knows_the_database_and_nothing_else() -> None:
    for module in MODULES:
        if module.within("app.store"):
            outside = {name.split(".")[0] for name in module.imports} - {"app", "engine"} - set(sys.stdlib_module_names)
            assert outside <= STORE_MAY_IMPORT, f"{module} imports {sorted(outside)}"


PARSES = re.compile(r"find\([\w.]*game\)|\bread_options\(|\bfromisoformat\(|(?<![\w.])Status\((?!StrEnum)")
"""What makes a value of a text that the store keeps."""


@pytest.mark.parametrize("room", ["services", "views", "routes"])
def test_no_stored_text_is_read_above_the_store(room: str) -> None:
    for path in sorted((ROOT / "app" / room).rglob("*.py")):
        found = PARSES.findall(path.read_text())
        assert not found, f"{path.relative_to(ROOT)} reads texts: {found}"


def test_mypy_checks_every_work_of_a_route() -> None:
    for path in sorted((ROOT / "app" / "routes").rglob("*.py")):
        assert "connection: Any" not in path.read_text(), f"{path.relative_to(ROOT)} has an unchecked work"


def test_the_api_sends_only_documents_that_mypy_has_checked() -> None:
    for path in sorted((ROOT / "app").rglob("*.py")):
        assert "JSONResponse" not in path.read_text(), f"{path.relative_to(ROOT)} sends JSON of no type"


def test_only_commands_import_the_solver_and_its_packages() -> None:
    for module in MODULES:
        if module.within("app") and not module.within("app.site.commands"):
            wrong = {name for name in module.imports if any(within(name, heavy) for heavy in ONLY_IN_COMMANDS)}
            assert not wrong, f"{module} imports {sorted(wrong)}"


def test_the_web_process_never_loads_the_compiler() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import app.site.application, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout.split()
    assert "app.site.application" in loaded
    assert not {name for name in loaded if any(within(name, heavy) for heavy in ONLY_IN_COMMANDS)}


@pytest.mark.parametrize("path", PYTHON_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_outgrows_its_reader(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_MODULE


def test_only_fragments_are_included_in_templates_and_only_pages_extend() -> None:
    for path in sorted(TEMPLATES.rglob("*.html")):
        text = path.read_text()
        for included in re.findall(r"""\{%-?\s*include\s+["']([^"']+)["']""", text):
            assert Path(included).name.startswith("_"), f"{path.name} includes the page {included}"
        if path.name.startswith("_"):
            assert not re.search(r"\{%-?\s*(extends|block)\b", text), f"the fragment {path.name} is no page"


def test_templates_have_no_macros_from_elsewhere() -> None:
    for path in sorted(TEMPLATES.rglob("*.html")):
        assert not re.search(r"\{%-?\s*(import|from)\b", path.read_text()), f"{path.name} imports a macro"
