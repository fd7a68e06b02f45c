"""Mutants: a module with one small mistake, at which a test should fail.

Nothing is changed that no test has to notice: texts, docstrings, annotations, decorators, assertions and logs, what
locks rows (which SQLite does not), how many bytes are drawn for a secret, and outside of functions no figure of two
digits and no seconds with a point, where they are a choice.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}
"""What a mistake makes of an operator."""
FIGURE = 10
"""From here on, one more or one less is another choice and no mistake."""
SWITCHES = {"slots", "frozen", "strict", "examples"}
"""Arguments that change nothing in code without mistakes, or only what a document shows as an example."""

Position: TypeAlias = ast.expr | ast.stmt
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mistake in a module."""

    path: str
    """The module's file, from the root of the checkout."""
    line: int
    inside: str
    """The function or method that has the mistake; empty outside of them."""
    before: str
    """The lines that change."""
    after: str
    source: str
    """The module with the mistake."""


def mutants_of(path: str, text: str) -> list[Mutant]:
    """List all mutants of a module, from its first line to its last."""
    raw = text.encode()
    starts = [0, *accumulate(map(len, raw.splitlines(keepends=True)))]
    made = []
    for inside, node, becomes in _mistakes(ast.parse(text)):
        first, last = node.lineno - 1, node.end_lineno or 0
        start, end = starts[first] + node.col_offset, starts[last - 1] + (node.end_col_offset or 0)
        source = raw[:start] + becomes.encode() + raw[end:]
        before, after = raw[starts[first] : starts[last]], source[starts[first] : starts[last] + len(source) - len(raw)]
        made.append(Mutant(path, first + 1, inside, before.decode(), after.decode(), source.decode()))
    return made


def _mistakes(tree: ast.Module) -> Iterator[tuple[str, Position, str]]:
    for inside, node in _walk(tree.body, "", within=False):
        for place, becomes in _mistaken(node):
            yield inside, place, becomes


def _walk(nodes: Iterable[ast.AST], inside: str, *, within: bool) -> Iterator[tuple[str, ast.AST]]:
    """Yield all nodes that may get a mistake, each with the name of the function around it; `within` one, it stays."""
    for node in nodes:
        if _is_log(node) or _is_lock(node) or (not within and _is_a_choice(node)):
            continue
        name, deeper = inside, within
        if not within and isinstance(node, ast.ClassDef | Function):
            name, deeper = f"{inside}.{node.name}".lstrip("."), isinstance(node, Function)
        yield name if deeper else "", node
        yield from _walk(_parts(node), name, within=deeper)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node in which a mistake could matter."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from filter(None, (*node.args.defaults, *node.args.kw_defaults))
            yield from node.body
        case ast.ClassDef():
            yield from node.body
        case ast.AnnAssign():
            yield from filter(None, [node.value])
        case ast.JoinedStr() | ast.Assert():
            pass
        case ast.keyword() if node.arg in SWITCHES:
            pass
        case ast.Call(func=ast.Attribute(attr="with_for_update" | "limit") as call, args=args):
            # Whoever wants one row takes the first of any number.
            yield from (call.value, *(arg for arg in args if not isinstance(arg, ast.Constant)))
        case ast.Call(func=ast.Name(id="token_hex")):
            # A byte more or less makes nothing easier to guess.
            pass
        case _:
            yield from ast.iter_child_nodes(node)


def _mistaken(node: ast.AST) -> Iterator[tuple[Position, str]]:
    """Yield what mistakes make of a node, or of a part of it: the place, and what stands there instead."""
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                ops = [*node.ops[:at], OTHER[type(op)](), *node.ops[at + 1 :]]
                yield node, ast.unparse(ast.Compare(node.left, ops, node.comparators))  # type: ignore[arg-type]
        case ast.BoolOp():
            yield node, f"({ast.unparse(ast.BoolOp(OTHER[type(node.op)](), node.values))})"  # type: ignore[arg-type]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OTHER and not (_is_text(left) or _is_text(right)):
            yield node, f"({ast.unparse(ast.BinOp(left, OTHER[type(op)](), right))})"  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({ast.unparse(node.operand)})"
        case ast.Constant(value=bool()):
            yield node, str(not node.value)
        case ast.Constant(value=int() | float() as value):
            yield node, str(value + 1)
            yield node, str(value - 1)
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) not in {"None", "True", "False"}:
            yield node, "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield node, "pass"
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            yield from _denied(node.test)
        case ast.comprehension():
            for test in node.ifs:
                yield from _denied(test)


def _denied(test: ast.expr) -> Iterator[tuple[Position, str]]:
    """Yield a condition turned into its contrary, unless another mistake does just that."""
    if not isinstance(test, ast.Compare | ast.UnaryOp):
        yield test, f"(not ({ast.unparse(test)}))"


def _is_log(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and ast.unparse(node).startswith("_log.")


def _is_lock(node: ast.AST) -> bool:
    if not isinstance(node, ast.Expr):
        return False
    text = ast.unparse(node)
    return ".hold" in text.partition("(")[0] or ".with_for_update(" in text


def _is_a_choice(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=float()):
            return True
        case ast.Constant(value=int() as value):
            return value >= FIGURE
        case _:
            return False


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
