"""`rampart solve`: say whether positions can be won."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import TypedDict

from app.core.words import numbered
from app.site.commands.console import BadInput, Parser, answer, answer_json
from app.site.commands.tasks import add_task_arguments, read_tasks
from engine.solver import DEFAULT_MEMORY, LEAST_MEMORY, Shortened, Solution, Solver, shorten

_MEBIBYTE = 1 << 20


def run(arguments: Sequence[str]) -> int:
    """Solve every position."""
    parser = Parser(
        prog="rampart solve",
        description="Say whether positions can be won: winnable (with a line), unwinnable (proved) or undecided.",
        epilog="Example: rampart solve stronghold --deals 1-100 --option cell=one --time-limit 5 --json",
    )
    add_task_arguments(parser)
    add_limit_arguments(parser)
    parser.add_argument(
        "--shorten",
        metavar="SECONDS",
        help="spend up to this many more seconds on shortening each winning line; the answer then also gives a lower "
        "bound for the number of moves",
    )
    parser.add_argument(
        "--effort",
        metavar="POSITIONS",
        type=int,
        help="shorten each winning line by looking at this many positions instead, so that every machine finds the "
        "same line; a daily's par takes 750000",
    )
    read = parser.read(arguments)
    seconds = read_seconds("--time-limit", read.time_limit)
    effort = _read_effort(read)
    tasks = read_tasks(read)
    solver = Solver(read_memory(read.memory))
    for task in tasks:
        solution, at_least = solver.solve(task.variant.rules, task.position, seconds=seconds), None
        if effort and solution.moves is not None:
            shortened = shorten(solver, task.variant.rules, task.position, solution.moves, **effort)
            solution, at_least = _with(solution, shortened), shortened.at_least
        if read.json:
            answer_json(task.head, **_document(solution), **({"at_least": at_least} if effort else {}))
        else:
            answer(f"{task.name}: {_words(solution, at_least)}")
    return 0


def add_limit_arguments(parser: Parser) -> None:
    """Add the limits of a search."""
    parser.add_argument(
        "--time-limit", metavar="SECONDS", default="inf", help="the most seconds for each deal (default: no limit)"
    )
    parser.add_argument(
        "--memory",
        metavar="MIB",
        type=int,
        default=DEFAULT_MEMORY // _MEBIBYTE,
        help="the most mebibytes for a search's positions (default: %(default)s)",
    )


def read_seconds(named: str, text: str) -> float:
    """Return a number of seconds; `inf` means no limit. Raise `BadInput` about the argument `named` if it is bad."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if text != "inf" and not (isfinite(seconds) and seconds > 0):
        raise BadInput(f"{named} must be a number of seconds above 0.")
    return seconds


class _Effort(TypedDict, total=False):
    """What the search may spend on shortening a line; empty if it should not shorten."""

    seconds: float
    nodes: int


def _read_effort(read: Namespace) -> _Effort:
    effort = _Effort()
    if read.shorten is not None:
        effort["seconds"] = read_seconds("--shorten", read.shorten)
    if read.effort is not None:
        if read.effort < 1:
            raise BadInput("--effort must be a number of positions above 0.")
        effort["nodes"] = read.effort
    return effort


def read_memory(mebibytes: int) -> int:
    """Return the memory in bytes, or raise `BadInput`."""
    if not LEAST_MEMORY <= mebibytes * _MEBIBYTE <= 1 << 40:
        raise BadInput(f"--memory must be a number of mebibytes from {LEAST_MEMORY // _MEBIBYTE} to {1 << 20}.")
    return mebibytes * _MEBIBYTE


def _with(solution: Solution, shortened: Shortened) -> Solution:
    """Return the answer with the shortened line and the total effort."""
    nodes, seconds = solution.nodes + shortened.nodes, solution.seconds + shortened.seconds
    return replace(solution, moves=shortened.moves, nodes=nodes, seconds=seconds)


def _document(solution: Solution) -> dict[str, object]:
    return {
        "verdict": solution.verdict,
        "moves": None if solution.moves is None else [str(move) for move in solution.moves],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }


def _words(solution: Solution, at_least: int | None) -> str:
    if solution.moves is None:
        return str(solution.verdict)
    count = len(solution.moves)
    bound = "" if at_least is None else ", the fewest there can be" if at_least == count else f", at least {at_least}"
    moves = numbered(count, "{count} move", "{count} moves")
    return f"{solution.verdict} in {moves}{bound}: {' '.join(map(str, solution.moves))}".rstrip(": ")
