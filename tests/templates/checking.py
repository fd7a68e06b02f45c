"""Checks what templates use against what they are given.

Names are compared here. For attributes, each module that draws templates is handed to mypy with its templates written
before the statements that draw them, so mypy knows the type of every value, and its complaints are about the templates'
own lines.
"""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from types import FunctionType, ModuleType
from typing import Any

from jinja2 import Environment

from app.features.account.sections import ACCOUNT_SECTIONS
from app.features.moderation.sections import MODERATION_SECTIONS
from app.people import showing
from app.play.front import FRONT, FrontPart
from app.site.doors import open_doors
from app.site.features import FEATURES, OPERATOR_SECTIONS
from app.web import doors
from app.web.rendering import _templates
from tests.templates.drawings import Drawn, drawing, drawn, parsed
from tests.templates.writing import UNKNOWN, Line, Place, Section, Writing

ROOT = Path(__file__).parents[2]
OURS = "tests.templates.filters"
_NOT_OF_TEMPLATES = re.compile(
    r"""Item "None" of|incompatible type ".* \| None"|Literal\[''\]|\[(unreachable|redundant-expr|var-annotated)\]$"""
)
"""What mypy may say of Python, but not of a template.

A page may know from one value that another is there, and a fragment tests what only some of its pages leave open.
"""
_FILTERS = {
    node.name
    for node in ast.parse(Path(__file__).with_name("filters.pyi").read_text()).body
    if isinstance(node, ast.FunctionDef)
}
_COMPLAINT = re.compile(r"(?P<file>[^:]+\.py):(?P<line>\d+): (?P<rest>.*)$")


@dataclass(frozen=True, slots=True)
class Sources:
    """The modules of a folder and the templates that they draw."""

    root: Path
    room: str
    templates: Environment
    for_pages: Mapping[str, str]
    """What every whole page is given besides, as `module.Class` by name."""
    sections: Mapping[str, Sequence[Section]]
    """The sections that each page includes, by the page."""


def site() -> Sources:
    """Return the application with all of its features, and its templates."""
    open_doors(FEATURES)
    by_page = {
        "account/account.html": _sections("found", ACCOUNT_SECTIONS),
        "site/lobby.html": _sections("found", FRONT),
        "site/operator.html": _sections("found", OPERATOR_SECTIONS),
        "moderation/moderation.html": _sections("found", MODERATION_SECTIONS),
        "friends/friends.html": _sections("found", FRONT),
        "profiles/player.html": _sections("shown", showing.SECTIONS),
    }
    return Sources(ROOT, "app", _templates, {"look": "app.people.looks.Look"}, by_page)


def _sections(value: str, slot: Iterable[showing.ProfileSection | doors.Section[Any] | FrontPart]) -> list[Section]:
    return [Section(each.template, value, each.read.__module__, each.read.__qualname__) for each in slot]


@dataclass(frozen=True, slots=True)
class Written:
    """Modules as mypy shall read them, by their path, and what was wrong with names."""

    modules: Mapping[Path, Sequence[Line]]
    complaints: Sequence[str]


def written(sources: Sources) -> Written:
    """Write the templates into the modules that draw them, and compare the names."""
    trees = parsed(sources.root, sources.room)
    functions = drawing(trees)
    uses, modules = _Uses(), {}
    for module, tree in trees.items():
        if found := list(drawn(module, tree, functions)):
            path = _path(sources.root, module)
            modules[path] = _with_templates(sources, path, found, uses)
    return Written(modules, sorted(uses.complaints(sources.templates.list_templates(extensions=["html"]))))


@dataclass(frozen=True, slots=True)
class _Uses:
    """What templates are given and use, by their names."""

    drawn: set[str] = field(default_factory=set)
    given: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    used: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    missing: set[str] = field(default_factory=set)

    def complaints(self, templates: Iterable[str]) -> Iterator[str]:
        """Yield a sentence for each name that is missing, and for whatever nothing needs."""
        yield from self.missing
        for name in {*templates} - self.drawn:
            yield f"templates/{name}: nobody draws it"
        for name, given in self.given.items():
            yield from (
                f"templates/{name}: nothing uses “{each}”, which it is given" for each in given - self.used[name]
            )


def _with_templates(sources: Sources, path: Path, found: Iterable[Drawn], uses: _Uses) -> list[Line]:
    """Return a module with the templates that it draws before the statements that draw them."""
    file = str(path.relative_to(sources.root))
    before: dict[int, list[Line]] = defaultdict(list)
    for number, each in enumerate(found):
        names = {name: f"_{name}_given_{number}" for name in each.values}
        given = [Line(f"{names[name]} = {value}", Place(file, each.line)) for name, value in each.values.items()]
        for template in each.templates:
            writing = Writing(sources.templates, sources.sections)
            is_fragment = PurePosixPath(template).name.startswith("_")
            for_pages = {} if is_fragment else {name: f"_page_{name}" for name in sources.for_pages}
            writing.page(template, for_pages | names)
            before[each.statement] += [
                line._replace(text=" " * each.indentation + line.text) for line in (*given, *writing.lines)
            ]
            uses.drawn.update(writing.drawn)
            uses.given[template].update(names)
            uses.used[template].update(writing.used)
            uses.missing.update(
                f"{at.file}:{at.line}: {file}:{each.line} gives no “{name}”" for at, name in writing.missing
            )
    lines: list[Line] = []
    for number, text in enumerate(path.read_text().splitlines(), 1):
        lines += [*before[number], Line(text, Place(file, number))]
    return lines + [Line(text, Place(file, len(lines))) for text in _names(sources)]


def complaints_of_mypy(sources: Sources, found: Written, *arguments: str) -> list[str]:
    """Return what mypy has to say about the modules with their templates, each complaint once and at its own place."""
    with TemporaryDirectory() as folder:
        shadows: list[str] = []
        for number, (path, lines) in enumerate(found.modules.items()):
            shadow = Path(folder) / f"{number}.py"
            shadow.write_text("".join(f"{line.text}\n" for line in lines))
            shadows += ["--shadow-file", str(path.relative_to(sources.root)), str(shadow)]
        command = [sys.executable, "-m", "mypy", *shadows, "--no-pretty", "--no-error-summary", *arguments]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    complaints: dict[str, None] = {}
    for line in (ran.stdout + ran.stderr).splitlines():
        complaint = _COMPLAINT.match(line)
        lines = found.modules.get(sources.root / complaint["file"], ()) if complaint else ()
        if not complaint or not lines:
            complaints[line] = None
            continue
        place = lines[int(complaint["line"]) - 1].place
        if place.file == complaint["file"] or not _NOT_OF_TEMPLATES.search(complaint["rest"]):
            complaints[f"{place.file}:{place.line}: {complaint['rest']}"] = None
    return list(complaints)


def _path(root: Path, module: str) -> Path:
    path = root.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _names(sources: Sources) -> list[str]:
    """Return the imports that templates written as Python need."""
    imports = [
        *(f"from {OURS} import {name} as _jinja_{name}" for name in ("drawn", "joined", "loop", "returned")),
        f"from {OURS} import unknown as {UNKNOWN}",
    ]
    for name, function in sources.templates.filters.items():
        if not function.__module__.startswith("jinja2"):
            imports.append(f"from {function.__module__} import {function.__name__} as _filter_{name}")
        elif own := next((each for each in (f"{name}_", name) if each in _FILTERS), None):
            imports.append(f"from {OURS} import {own} as _filter_{name}")
    for name, value in sources.templates.globals.items():
        if isinstance(value, ModuleType):
            imports.append(f"import {value.__name__} as _global_{name}")
        elif isinstance(value, FunctionType | type) and not value.__module__.startswith("jinja2"):
            imports.append(f"from {value.__module__} import {value.__name__} as _global_{name}")
        elif not callable(value):
            imports.append(f"_global_{name} = {value!r}")
    imports += [
        f"from {section.module} import {section.read} as {section.function}"
        for section in chain.from_iterable(sources.sections.values())
    ]
    for name, of in sources.for_pages.items():
        module, _, kind = of.rpartition(".")
        imports += [f"from {module} import {kind} as _{kind}", f"_page_{name}: _{kind}"]
    return imports
