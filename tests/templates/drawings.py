"""Where the application draws templates, and what it gives them: the calls, as they stand in its modules."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
Drawing = Mapping[tuple[str, str], int]
"""The functions that draw a template, by module and name, with the place of their argument `template`."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A call that draws a template, or one of several, with values."""

    module: str
    line: int
    statement: int
    """The line on which its statement begins."""
    indentation: int
    templates: Sequence[str]
    values: Mapping[str, str]
    """The values by name, as Python."""


class Unnamed(Exception):
    """Raised for a call that does not say which template it draws, or with which values."""


def drawing(modules: Mapping[str, ast.Module]) -> Drawing:
    """Return every function that takes the name of a template and its values, whatever these are called."""
    return {
        (module, node.name): [each.arg for each in (*node.args.posonlyargs, *node.args.args)].index("template")
        for module, tree in modules.items()
        for node in tree.body
        if isinstance(node, FunctionNode) and node.args.kwarg
        if any(each.arg == "template" for each in (*node.args.posonlyargs, *node.args.args))
    }


def drawn(module: str, tree: ast.Module, functions: Drawing) -> Iterator[Drawn]:
    """Yield the calls of a module that draw templates; raise `Unnamed`."""
    names = {name: at for (defined, name), at in functions.items() if defined == module}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if (node.module, alias.name) in functions:
                    names[alias.asname or alias.name] = functions[node.module, alias.name]
    for function in tree.body:
        for holder in ast.walk(function):
            if isinstance(holder, FunctionNode) and (module, holder.name) not in functions:
                # A parameter may have the name of such a function.
                known = {name: at for name, at in names.items() if name not in _parameters(holder)}
                for statement in _statements(holder):
                    yield from _drawn(module, holder, statement, known)


def _statements(holder: FunctionNode) -> Iterator[ast.stmt]:
    """Yield the statements of a function, but not those of functions within it."""
    waiting: list[ast.AST] = list(holder.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, FunctionNode | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)


def _parameters(holder: FunctionNode) -> dict[str, ast.expr | None]:
    every = (*holder.args.posonlyargs, *holder.args.args, *holder.args.kwonlyargs)
    return {each.arg: each.annotation for each in every}


def _drawn(module: str, holder: FunctionNode, statement: ast.stmt, names: Mapping[str, int]) -> Iterator[Drawn]:
    for call in _expressions(statement):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names:
            template = call.args[names[call.func.id]]
            values: dict[str, str] = {}
            for each in call.keywords:
                values |= {each.arg: ast.unparse(each.value)} if each.arg else _spread(module, holder, each.value)
            indentation, line = statement.col_offset, statement.lineno
            yield Drawn(module, call.lineno, line, indentation, list(_templates(template)), values)


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement, but not those of statements below it."""
    waiting = [each for each in ast.iter_child_nodes(statement) if isinstance(each, ast.expr)]
    for expression in waiting:
        yield from (each for each in ast.walk(expression) if isinstance(each, ast.expr))


def _templates(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(name)):
            yield name
        case ast.IfExp(body=one, orelse=other):
            yield from _templates(one)
            yield from _templates(other)
        case _:
            raise Unnamed(f"{ast.unparse(node)} does not name a template")


def _spread(module: str, holder: FunctionNode, values: ast.expr) -> dict[str, str]:
    """Return the values that a call gives with two stars: a mapping written out in the function, or a tuple’s names."""
    match values:
        case ast.Dict(keys=keys, values=parts):
            found: dict[str, str] = {}
            for key, value in zip(keys, parts, strict=True):
                match key:
                    case None:
                        found |= _spread(module, holder, value)
                    case ast.Constant(value=str(name)):
                        found[name] = ast.unparse(value)
                    case _:
                        raise Unnamed(f"{ast.unparse(key)} is no name")
            return found
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="_asdict")):
            match _parameters(holder).get(name):
                case ast.Name(id=kind):
                    fields = getattr(import_module(module), kind)._fields
                    return {each: f"{name}.{each}" for each in fields}
        case ast.Name(id=name):
            for node in ast.walk(holder):
                match node:
                    case ast.Assign(targets=[ast.Name(id=to)], value=ast.Dict() as written) if to == name:
                        return _spread(module, holder, written)
    raise Unnamed(f"**{ast.unparse(values)} does not name the values")


def parsed(root: Path, room: str) -> dict[str, ast.Module]:
    """Return every module of a room, by its full name."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): ast.parse(path.read_text())
        for path in sorted((root / room).rglob("*.py"))
    }
