"""Templates written as Python, so that mypy can check each name and each attribute that they use.

Whatever a template includes, extends or calls as a macro is written in its place, once for each place, with the values
that it has there. The Python is only checked and never run.
"""

import fnmatch
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import NamedTuple

from jinja2 import Environment, nodes

UNKNOWN = "_jinja_unknown"
"""What stands for a name that nobody gives. It has every attribute, so that one mistake gives one complaint."""
_OPERATORS: dict[str, str] = {
    "eq": "==",
    "ne": "!=",
    "gt": ">",
    "gteq": ">=",
    "lt": "<",
    "lteq": "<=",
    "in": "in",
    "notin": "not in",
}


@cache
def _parsed(templates: Environment, name: str) -> nodes.Template:
    source, _, _ = templates.loader.get_source(templates, name)  # type: ignore[union-attr]
    return templates.parse(source, name)


class Place(NamedTuple):
    """A line of a file."""

    file: str
    line: int


class Line(NamedTuple):
    """A line of Python, without the indentation of what stands around it, and the line of a template that it is for."""

    text: str
    place: Place


class Scope:
    """The names that a part of a template can use, each with what it is called in Python or with its macro."""

    def __init__(self, outer: "Scope | None" = None, names: "Mapping[str, str | Macro] | None" = None) -> None:
        self.outer = outer
        self.names = dict(names or {})

    def find(self, name: str) -> "str | Macro | None":
        """Return what a name stands for, None if nothing gives it."""
        if name in self.names:
            return self.names[name]
        return self.outer.find(name) if self.outer else None


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro, or what is written between a macro's `call` and `endcall`, with the names around it."""

    node: nodes.Macro | nodes.CallBlock
    around: Scope
    file: str


class Section(NamedTuple):
    """A fragment that a page includes because a feature says so."""

    template: str
    value: str
    """The name by which the fragment knows what was read for it."""
    module: str
    read: str
    """The function that reads it, and its module before."""

    @property
    def function(self) -> str:
        """Return what the function is called in Python."""
        return f"_section_{self.module}_{self.read}".replace(".", "_")


@dataclass(slots=True)
class Writing:
    """Writes templates as Python."""

    templates: Environment
    sections: Mapping[str, Sequence[Section]]
    """The sections of each page."""
    lines: list[Line] = field(default_factory=list)
    missing: set[tuple[Place, str]] = field(default_factory=set)
    """Names that nobody gives, and where they are used."""
    used: set[str] = field(default_factory=set)
    """The names that were found, and what these are called in Python."""
    drawn: set[str] = field(default_factory=set)
    """The templates that were written."""
    _file: str = ""
    _line: int = 1
    _depth: int = 0
    _blocks: dict[str, list[tuple[str, nodes.Block]]] = field(default_factory=dict)
    _block: tuple[str, int] = ("", 0)
    _open: list[nodes.Node] = field(default_factory=list)
    _names: Iterator[int] = field(default_factory=count)

    def page(self, name: str, given: Mapping[str, str]) -> None:
        """Write a template that is given these values, by their names in Python."""
        self._blocks = {}
        self._template(name, Scope(names=given))

    def fresh(self, name: str) -> str:
        """Return a name for Python that nothing else has."""
        return f"_{name}_{next(self._names)}"

    def _template(self, name: str, scope: Scope) -> None:
        self.drawn.add(name)
        tree = _parsed(self.templates, name)
        outer, self._file = self._file, name
        for block in tree.find_all(nodes.Block):
            self._blocks.setdefault(block.name, []).append((name, block))
        extended = tree.find(nodes.Extends)
        if extended:
            # What stands around the blocks of such a page is not shown, but it may define names.
            self._body([node for node in tree.body if isinstance(node, nodes.Assign | nodes.Macro)], scope)
            self._template(self._constant(extended.template), scope)
        else:
            self._body(tree.body, scope)
        self._file = outer

    def _constant(self, node: nodes.Node) -> str:
        assert isinstance(node, nodes.Const), f"{self._file} must name the template that it extends"
        return str(node.value)

    def _write(self, text: str) -> None:
        self.lines.append(Line("    " * self._depth + text, Place(f"templates/{self._file}", self._line)))

    @contextmanager
    def _below(self, head: str) -> Iterator[None]:
        """Indent what is written within."""
        self._write(head)
        self._depth += 1
        self._write("pass")
        yield
        self._depth -= 1

    def _body(self, body: Iterable[nodes.Node], scope: Scope) -> None:
        for node in body:
            self._line = node.lineno
            self._statement(node, scope)

    def _statement(self, node: nodes.Node, scope: Scope) -> None:  # noqa: PLR0912, a case for each kind of node
        match node:
            case nodes.Output():
                for each in node.nodes:
                    if not isinstance(each, nodes.TemplateData):
                        self._line = each.lineno
                        self._write(f"_jinja_drawn({self._text(each, scope)})")
            case nodes.If():
                self._if(node, scope)
            case nodes.For():
                self._for(node, scope)
            case nodes.With():
                self._with(node, scope)
            case nodes.Assign():
                self._assign(node.target, self._text(node.node, scope), scope)
            case nodes.AssignBlock():
                self._body(node.body, Scope(scope))
                self._assign(node.target, "str()", scope)
            case nodes.Macro():
                scope.names[node.name] = Macro(node, scope, self._file)
            case nodes.CallBlock():
                self._call(node.call, scope, {"caller": Macro(node, scope, self._file)})
            case nodes.Include():
                self._include(node.template, scope)
            case nodes.Block():
                self._in_block(node.name, 0, scope)
            case _:
                raise TypeError(f"{self._file}:{node.lineno}: no way to write {type(node).__name__}")

    def _in_block(self, name: str, nth: int, scope: Scope) -> None:
        """Write a block as its nth template from the outside defines it."""
        file, block = self._blocks[name][nth]
        (outer, self._file), (around, self._block) = (self._file, file), (self._block, (name, nth))
        self._body(block.body, Scope(scope))
        self._file, self._block = outer, around

    def _if(self, node: nodes.If, scope: Scope) -> None:
        test = self._text(node.test, scope)
        with self._below(f"if {test}:"):
            if test != str(False):
                self._body(node.body, scope)
        for other in node.elif_:
            self._line = other.lineno
            with self._below(f"elif {self._text(other.test, scope)}:"):
                self._body(other.body, scope)
        if node.else_:
            with self._below("else:"):
                self._body(node.else_, scope)

    def _with(self, node: nodes.With, scope: Scope) -> None:
        inner = Scope(scope)
        for target, value in zip(node.targets, node.values, strict=True):
            if isinstance(target, nodes.Name) and isinstance(value, nodes.Const) and isinstance(value.value, bool):
                # A fragment for several kinds of pages may leave out a part, and the names in it, by such a value.
                inner.names[target.name] = str(value.value)
            else:
                self._assign(target, self._text(value, scope), inner)
        self._body(node.body, inner)

    def _for(self, node: nodes.For, scope: Scope) -> None:
        values = self._text(node.iter, scope)
        inner = Scope(scope, {"loop": "_jinja_loop"})
        with self._below(f"for {self._target(node.target, inner)} in {values}:"):
            if node.test:
                self._write(f"if not ({self._text(node.test, inner)}): continue")
            self._body(node.body, inner)
        self._body(node.else_, Scope(scope))

    def _assign(self, target: nodes.Node, value: str, scope: Scope) -> None:
        self._write(f"{self._target(target, scope)} = {value}")

    def _target(self, target: nodes.Node, scope: Scope) -> str:
        if isinstance(target, nodes.Tuple):
            return f"({', '.join(self._target(each, scope) for each in target.items)},)"
        assert isinstance(target, nodes.Name)
        name = scope.names.get(target.name) or self.fresh(target.name)
        assert isinstance(name, str)
        scope.names[target.name] = name
        return name

    def _include(self, template: nodes.Expr, scope: Scope) -> None:
        """Write the templates that an `include` may mean: one, the sections of a page, or the rules of every game."""
        if isinstance(template, nodes.Const):
            self._template(str(template.value), Scope(scope))
            return
        self._write(f"_jinja_drawn({self._text(template, scope)})")
        if self._file in self.sections:
            for section in self.sections[self._file]:
                name = self.fresh(section.value)
                self._write(f"{name} = _jinja_returned({section.function})")
                self._template(section.template, Scope(scope, {section.value: name}))
            return
        for name in fnmatch.filter(self.templates.list_templates(), "rules/[!_]*.html"):
            self._template(name, Scope(scope))

    def _call(self, node: nodes.Call, scope: Scope, more: Mapping[str, Macro]) -> str:
        if isinstance(node.node, nodes.Name):
            if node.node.name == "super":
                name, nth = self._block
                self._in_block(name, nth + 1, scope)
                return "str()"
            found = scope.find(node.node.name)
            if isinstance(found, Macro):
                return self._macro(found, node, scope, more)
        given = [self._text(each, scope) for each in node.args]
        given += [f"{each.key}={self._text(each.value, scope)}" for each in node.kwargs]
        return f"{self._text(node.node, scope)}({', '.join(given)})"

    def _macro(self, macro: Macro, call: nodes.Call, scope: Scope, more: Mapping[str, Macro]) -> str:
        """Write what a macro holds, with what it is called with."""
        inner, names = Scope(macro.around, more), [each.name for each in macro.node.args]
        given = dict(zip(names, (self._text(each, scope) for each in call.args), strict=False))
        given |= {each.key: self._text(each.value, scope) for each in call.kwargs}
        defaults = dict(zip(reversed(names), reversed(macro.node.defaults), strict=False))
        (outer, self._file), line = (self._file, macro.file), self._line
        for name in names:
            value = given[name] if name in given else self._text(defaults[name], inner)
            inner.names[name] = self.fresh(name)
            self._write(f"{inner.names[name]} = {value}")
        if macro.node not in self._open:
            # A macro that calls itself is written once.
            self._open.append(macro.node)
            self._body(macro.node.body, inner)
            self._open.pop()
        self._file, self._line = outer, line
        return "str()"

    def _text(self, node: nodes.Node, scope: Scope) -> str:  # noqa: PLR0911, PLR0912, a case for each kind of node
        def text(each: nodes.Node) -> str:
            return self._text(each, scope)

        match node:
            case nodes.Name():
                return self._name(node, scope)
            case nodes.Const():
                return repr(node.value)
            case nodes.TemplateData():
                return repr(node.data)
            case nodes.Getattr():
                return f"{text(node.node)}.{node.attr}"
            case nodes.Getitem():
                return f"{text(node.node)}[{text(node.arg)}]"
            case nodes.Slice():
                return ":".join(text(each) if each else "" for each in (node.start, node.stop, node.step))
            case nodes.Call():
                return self._call(node, scope, {})
            case nodes.Filter():
                return self._filter(node, scope)
            case nodes.Test():
                return self._test(node, scope)
            case nodes.Tuple():
                return f"({''.join(f'{text(each)}, ' for each in node.items)})"
            case nodes.List():
                return f"[{', '.join(map(text, node.items))}]"
            case nodes.Dict():
                return f"{{{', '.join(f'{text(each.key)}: {text(each.value)}' for each in node.items)}}}"
            case nodes.Concat():
                return f"_jinja_joined({', '.join(map(text, node.nodes))})"
            case nodes.CondExpr():
                other = text(node.expr2) if node.expr2 else "str()"
                return f"({text(node.expr1)} if {text(node.test)} else {other})"
            case nodes.Compare():
                others = [f" {_OPERATORS[each.op]} {text(each.expr)}" for each in node.ops]
                return f"({text(node.expr)}{''.join(others)})"
            case nodes.BinExpr():
                return f"({text(node.left)} {node.operator} {text(node.right)})"
            case nodes.UnaryExpr():
                return f"({node.operator} {text(node.node)})"
            case _:
                raise TypeError(f"{self._file}:{node.lineno}: no way to write {type(node).__name__}")

    def _name(self, node: nodes.Name, scope: Scope) -> str:
        found = scope.find(node.name)
        if isinstance(found, str):
            self.used |= {node.name, found}
            return found
        if node.name in self.templates.globals:
            self.used.add(node.name)
            return f"_global_{node.name}"
        self.missing.add((Place(f"templates/{self._file}", node.lineno), node.name))
        return UNKNOWN

    def _filter(self, node: nodes.Filter, scope: Scope) -> str:
        assert node.node is not None, "a filter around a block is not written"
        name, value = node.name, node.node
        if name == "default":
            known = isinstance(value, nodes.Name) and scope.find(value.name) is not None
            return self._text(value if known else node.args[0], scope)
        values, arguments = self._text(value, scope), [self._text(each, scope) for each in node.args]
        named = {str(each.key): self._text(each.value, scope) for each in node.kwargs}
        if name == "map":
            mapped = f"_each.{named['attribute'][1:-1]}" if named else f"_filter_{arguments[0][1:-1]}(_each)"
            return f"[{mapped} for _each in {values}]"
        if name in {"selectattr", "rejectattr"}:
            attribute, *test = arguments
            which = f"_each.{attribute[1:-1]}"
            match test:
                case ["'none'"]:
                    which += " is None"
                case ["'eq'", other]:
                    which += f" == {other}"
                case _:
                    assert not test, f"no way to write the test {test}"
            return f"[_each for _each in {values} if {'not ' if name == 'rejectattr' else ''}({which})]"
        given = [values, *arguments, *(f"{key}={each}" for key, each in named.items())]
        return f"_filter_{name}({', '.join(given)})"

    def _test(self, node: nodes.Test, scope: Scope) -> str:
        if node.name == "defined":
            assert isinstance(node.node, nodes.Name)
            return str(scope.find(node.node.name) is not None)
        value = self._text(node.node, scope)
        match node.name:
            case "none":
                return f"({value} is None)"
            case "even":
                return f"({value} % 2 == 0)"
            case other:
                raise TypeError(f"{self._file}:{node.lineno}: no way to write the test “{other}”")
