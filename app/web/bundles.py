"""Scripts sent as one: a folder's modules in a single file, since each file costs a browser a request of its own.

Every module becomes a function that runs once, in the order in which a browser would have run them. The other files of
the folder can still be imported, but only pass on what they export from the single file, so nothing runs twice.
Modules of other folders are imported as before.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath

ENTRIES = ("table/main.js",)
"""The scripts that bring the other modules of their folder along."""

_IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\} from )?"(?P<path>[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?P<what>(?:async )?(?:function\*?|class|const) (?P<name>\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class NotBundled(ValueError):
    """Raised for a module that is not written the way all of ours are."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module, taken apart."""

    imports: tuple[tuple[str, str], ...]
    """The address of each module it imports, in order, with a pattern of the names it takes, which may be empty."""
    exports: tuple[str, ...]
    body: str
    """The rest, without the word `export`."""

    @classmethod
    def read(cls, name: str, source: str) -> "Module":
        """Take a module apart; raise `NotBundled` for any form of import or export but the usual ones."""
        found = [(normpath(join(dirname(name), one["path"])), one["names"] or "") for one in _IMPORT.finditer(source)]
        rest = _IMPORT.sub("", source)
        exports = tuple(one["name"] for one in _EXPORT.finditer(rest))
        body = _EXPORT.sub(lambda one: one["what"], rest)
        if other := _OTHER.search(body):
            raise NotBundled(f"{name}: {other[0]}")
        patterns = ((path, " ".join(names.split()).replace(" as ", ": ")) for path, names in found)
        return cls(tuple(patterns), exports, body.lstrip())


def bundle(entry: str, sources: Mapping[str, str]) -> dict[str, str]:
    """Return an entry and the modules that it reaches in its folder, as sent: it holds them all, and they import it.

    Raises:
        NotBundled: a module is not written the way ours are, or two import each other.
    """
    order = dict[str, Module]()
    _reach(entry, sources, order, ())
    numbers = {name: f"$m{number}" for number, name in enumerate(order)}
    outside = {path: f"$o{number}" for number, path in enumerate(_outside(order))}
    head = "".join(f'import * as {known} from "{_from(entry, path)}";\n' for path, known in outside.items())
    known = numbers | outside
    parts = "".join(f"const {numbers[name]} = {_function(module, known)};\n" for name, module in order.items())
    tail = f"export {{ {', '.join(numbers.values())} }};\n"
    others = {name: _from_the_one(entry, numbers[name], module) for name, module in order.items() if name != entry}
    return {entry: head + parts + tail} | others


def _reach(name: str, sources: Mapping[str, str], order: dict[str, Module], within: tuple[str, ...]) -> None:
    """Add a module to the order, after all that it imports from its folder."""
    if name in within:
        raise NotBundled(f"{' > '.join((*within, name))}: these modules import each other")
    if name in order:
        return
    module = Module.read(name, sources[name])
    for path, _ in module.imports:
        if dirname(path) == dirname(name):
            _reach(path, sources, order, (*within, name))
    order[name] = module


def _outside(order: Mapping[str, Module]) -> Iterator[str]:
    return iter(dict.fromkeys(path for module in order.values() for path, _ in module.imports if path not in order))


def _function(module: Module, known: Mapping[str, str]) -> str:
    taken = "".join(f"const {{ {names} }} = {known[path]};\n" for path, names in module.imports if names)
    return f"(() => {{\n{taken}{module.body}return {{ {', '.join(module.exports)} }};\n}})()"


def _from_the_one(entry: str, number: str, module: Module) -> str:
    name = entry.rpartition("/")[2]
    taken = f'import {{ {number} }} from "./{name}";\n'
    return f"{taken}export const {{ {', '.join(module.exports)} }} = {number};\n" if module.exports else taken


def _from(entry: str, path: str) -> str:
    """Return the relative address of a module of another folder; scripts lie one folder deep at most."""
    return f"../{path}" if dirname(entry) else f"./{path}"
