"""Which module may enter which room, and how large a room may grow."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
LONGEST_MODULE = 400
NAMES_TOURNAMENTS = {
    *("app/core/settings.py", "app/site/words/api_guide.py", "app/site/words/recorded.json", "app/site/features.py"),
    *("app/features/account/api.py", "app/features/moderation/tables.py", "app/features/open_data/values.py"),
    *("templates/account/account_tokens.html", "templates/open_data/data.html"),
    *("app/site/words/kept.py", "templates/site/privacy.html"),
}
"""The files that name tournaments outside their folders.

These are the list of features, the refusal of an old setting, a column that operators query, and what is promised in
words: the interface for programs, the scopes of tokens, the open data and privacy. Whatever else says something of
tournaments gets the words from the feature, so that a change to them stays in their folder.
"""
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
    *("abc", "collections", "contextlib", "dataclasses", "enum"),
    *("functools", "hashlib", "heapq", "importlib", "itertools"),
    *("math", "operator", "pkgutil", "re", "string", "types", "typing", "unicodedata"),
}
"""The standard modules that the engine may import: no clock, no randomness, no files and no sockets."""
BELOW = ("core", "people", "web", "play", "study", "profiles", "ratings", "moderation", "deals", "account")
ABOVE = ("archive", "open_data", "reminders", "site")
SIDE_BY_SIDE = {path.parent.name for path in (ROOT / "app" / "features").glob("*/__init__.py")} - {*BELOW, *ABOVE}
HOUSE = (*({room} for room in BELOW), SIDE_BY_SIDE, *({room} for room in ABOVE))
"""The rooms of the application from below, and side by side those that must not know each other.

A module enters only rooms below its own. What a host may leave out stands above all that stays. A new feature stands
beside the others.
"""
RANK = {room: height for height, rooms in enumerate(HOUSE) for room in rooms}
FLOORS = (("values",), ("tables",), ("rows",), ("service",), ("words", "documents", "table"), ("pages", "api"))
"""What the modules and packages of a room are called, from below. None enters a floor above its own, in any room."""
FLOOR = {name: height for height, names in enumerate(FLOORS) for name in names}
SQL = {"tables", "rows"}
WRITES_TOO = ".keeping"
"""How the names of the other modules with statements end: those that say what becomes of rows about a player."""
STORE_MAY_IMPORT = {"sqlalchemy", "alembic", "psycopg"}
"""Packages from outside in `app/core/store/`, `tables` and `rows`. The driver is one only to name its errors."""
NO_STATEMENT = {"sqlalchemy", "sqlalchemy.Connection", "sqlalchemy.Table"}
"""What others may name of SQLAlchemy, besides its errors."""
HTTP = {"fastapi", "starlette"}
PARTS = {"attendance", "presence", "referee", "scoreboard"}
"""What runs in a process that serves, and what pages reach there by type."""
PROCESSES = {"mining", "planning", "proving", "publishing", "solving", "steward", "storytelling"}
"""What else runs beside the requests."""
BELOW_PAGES = {"app.core.live", "app.web", "engine.solver", *PARTS, *PROCESSES}
OF_THE_DOOR = {"app.web.assets", "app.web.trouble"}
"""What words and documents may have of the front door: the addresses of pictures, and the form of a refusal."""
FLOOR_MAY_NOT = {
    "people": {"fastapi", "app.core.live", "engine.solver", *SQL, "service"},
    "values": {"sqlalchemy", "fastapi", "app.core.store", *BELOW_PAGES},
    "tables": {"engine", *HTTP, *BELOW_PAGES},
    "rows": {*HTTP, *BELOW_PAGES},
    "service": {*HTTP, *BELOW_PAGES},
    "keeping": {*HTTP, *BELOW_PAGES, *FLOORS[-1], *FLOORS[-2]},
    **{name: {"sqlalchemy", *HTTP, *BELOW_PAGES} for name in ("words", "documents", "table")},
    **{name: {"sqlalchemy", "app.site.application", "app.site.commands", *PROCESSES} for name in ("pages", "api")},
    **{name: {"app.web", *HTTP, *FLOORS[-1], *FLOORS[-2]} for name in {*PARTS, *PROCESSES} - {"scoreboard"}},
}
"""What modules and packages of a name may not import: packages, modules, and others by their name in any room."""
MAY_NOT = {
    "engine": {"app", "tests"},
    "app": {"tests", "rampart_client"},
    "rampart_client": {"app", "engine", "tests"},
    "app.core.store": {"app.core.live", "engine.solver", *HTTP},
    "app.core.live.topics": {"engine"},
}
ONLY_IN_COMMANDS = {"numba", "numpy", "llvmlite", "engine.solver"}
"""Modules that web processes never import; commands that solve import them when called."""
PROCESSES_OF_THEIR_OWN = ("app.site.commands", "app.web.palette")
"""What may import these: it runs in processes that serve no requests. The second belongs to `app.web.drawing`."""


MODULE_NAME = re.compile(r"app(\.\w+)+", re.ASCII)
"""A text that can name a module, which is then imported or started by it."""


@dataclass(frozen=True)
class Module:
    """One of our modules. Every worker collects them all, so each is read and parsed when a test asks."""

    name: str
    path: Path

    def __str__(self) -> str:
        return self.name

    @cached_property
    def text(self) -> str:
        return self.path.read_text()

    @cached_property
    def imports(self) -> frozenset[str]:
        return frozenset(_imported(ast.parse(self.text)))

    def within(self, room: str) -> bool:
        """Return whether it is that module or stands in that package."""
        return within(self.name, room)

    @property
    def floor(self) -> str:
        """The name of its floor, or else of what it is called in its room."""
        return floor(self.name)


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def room(name: str) -> str:
    """Return the room of a module of the application; nonsense for anything else."""
    return _path(name)[0]


def floor(name: str) -> str:
    """Return what a module, or the package that it is in, is called in its room; empty in the core and outside.

    What is on no floor of people is called people.
    """
    inside, called, *_ = (*_path(name), "")
    if not RANK.get(inside):
        return ""
    return "people" if inside == "people" and called not in FLOOR else called


def _path(name: str) -> list[str]:
    return name.removeprefix("app.").removeprefix("features.").split(".")


def may_enter(module: str, other: str) -> bool:
    """Return whether a module of the application may import another, as far as their rooms go."""
    return room(module) == room(other) or RANK[room(module)] > RANK[room(other)]


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and MODULE_NAME.fullmatch(node.value):
            yield node.value


def _modules() -> Iterator[Module]:
    for path in sorted(path for room in ("engine", "app", "rampart_client") for path in (ROOT / room).rglob("*.py")):
        yield Module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path)


@cache
def graph() -> dict[str, frozenset[str]]:
    """Return each module of the application with those that it imports, at once or when it is called."""
    graph = dict[str, frozenset[str]]()
    names = {module.name for module in MODULES if module.within("app") and room(module.name) in RANK}
    for module in MODULES:
        if module.name in names:
            # Importing a module from a package names both, and only the module is meant.
            found = module.imports & names
            packages = {one for one in found if any(other.startswith(f"{one}.") for other in found)}
            graph[module.name] = found - packages
    return graph


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


def test_every_module_of_the_application_stands_in_a_room() -> None:
    for module in MODULES:
        if module.within("app") and module.name not in {"app", "app.features"}:
            assert room(module.name) in RANK, f"{module} has no room"


def test_the_tests_of_a_room_lie_in_a_folder_of_its_name() -> None:
    tests = ROOT / "tests" / "app"
    folders = {path.parent.relative_to(tests).parts for path in tests.rglob("test_*.py")} - {()}
    parts = {(room(module.name), part) for module in MODULES for part in module.name.split(".")}
    assert folders <= {(name,) for name in RANK} | parts


def test_no_module_enters_a_room_above_or_beside_its_own() -> None:
    wrong = sorted(
        f"{module} {other}" for module, others in graph().items() for other in others if not may_enter(module, other)
    )
    assert not wrong, "what a lower room needs of the rooms above comes through a slot (app/core/slots.py)"


def test_no_chain_of_imports_leads_to_a_room_above_or_beside() -> None:
    for module in graph():
        reached, waiting = {module}, [module]
        while waiting:
            last = waiting.pop()
            fresh = graph()[last] - reached
            reached |= fresh
            waiting += fresh
        wrong = sorted(other for other in reached if not may_enter(module, other))
        assert not wrong, f"{module} leads to {wrong}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    TopologicalSorter(graph()).prepare()


@pytest.mark.parametrize("name", sorted(FLOOR_MAY_NOT))
def test_nothing_enters_a_floor_by_the_wrong_door(name: str) -> None:
    height = FLOOR.get(name, len(FLOORS))
    for module in MODULES:
        if module.floor == name:
            for other in module.imports:
                if name in FLOORS[-2] and any(within(other, door) for door in OF_THE_DOOR):
                    continue
                above = FLOOR.get(floor(other), 0) > height or floor(other) in FLOOR_MAY_NOT[name]
                assert not above, f"{module} imports {other}"
                assert not any(within(other, door) for door in FLOOR_MAY_NOT[name]), f"{module} imports {other}"


def test_the_store_knows_the_database_and_nothing_else() -> None:
    for module in MODULES:
        if module.within("app.core.store") or module.floor in SQL:
            outside = {name.split(".")[0] for name in module.imports} - {"app", "engine"} - set(sys.stdlib_module_names)
            assert outside <= STORE_MAY_IMPORT, f"{module} imports {sorted(outside)}"


def test_only_rows_write_statements_and_only_they_know_tables() -> None:
    for module in MODULES:
        writes = module.floor in SQL or module.name.endswith(WRITES_TOO) or module.within("app.core")
        if not writes and module.name != "app.site.schema":
            wrong = {
                name
                for name in module.imports - NO_STATEMENT
                if floor(name) == "tables" or (within(name, "sqlalchemy") and not within(name, "sqlalchemy.exc"))
            }
            assert not wrong, f"{module} imports {sorted(wrong)}"


def test_each_public_class_has_a_name_of_its_own() -> None:
    names = Counter(
        node.name
        for module in MODULES
        if module.within("app") or module.within("engine")
        for node in ast.walk(ast.parse(module.text))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert not {name for name, times in names.items() if times > 1}, "call a class by what it is in its room"


PARSES = re.compile(r"find\([\w.]*game\)|\bread_options\(|\bfromisoformat\(|(?<![\w.])Status\((?!StrEnum)")
"""What makes a value of a text that a row keeps."""


@pytest.mark.parametrize("name", [name for name, height in FLOOR.items() if height > FLOOR["rows"]])
def test_no_stored_text_is_read_above_the_rows(name: str) -> None:
    for module in MODULES:
        if module.floor == name:
            found = PARSES.findall(module.text)
            assert not found, f"{module} reads texts: {found}"


def test_mypy_checks_every_work_of_a_route() -> None:
    for module in MODULES:
        if module.floor in FLOORS[-1]:
            assert "connection: Any" not in module.text, f"{module} has an unchecked work"


def test_the_api_sends_only_documents_that_mypy_has_checked() -> None:
    for path in sorted((ROOT / "app").rglob("*.py")):
        assert "JSONResponse" not in path.read_text(), f"{path.relative_to(ROOT)} sends JSON of no type"


def test_only_commands_import_the_solver_and_its_packages() -> None:
    for module in MODULES:
        if module.within("app") and not any(module.within(part) for part in PROCESSES_OF_THEIR_OWN):
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


def test_tournaments_are_named_outside_their_folders_only_where_a_promise_names_them() -> None:
    ours = {ROOT / "app" / "features" / "tournaments", TEMPLATES / "tournaments"}
    naming = {
        path.relative_to(ROOT).as_posix()
        for room in ("app", "engine", "templates", "static")
        for path in (ROOT / room).rglob("*")
        if path.suffix in {".py", ".md", ".html", ".js", ".css", ".json"}
        if ours.isdisjoint(path.parents) and "vendor" not in path.parts
        if "tournament" in path.name.lower() or "tournament" in path.read_text().lower()
    }
    assert naming == NAMES_TOURNAMENTS
