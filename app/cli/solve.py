"""`rampart solve`: whether positions can be won."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import TypedDict

from app.cli.answers import answer, answer_json
from app.cli.parser import BadInput, Parser
from app.cli.tasks import add_task_arguments, read_tasks
from engine.solver import DEFAULT_MEMORY, LEAST_MEMORY, Shortened, Solution, Solver, shorten

_MEBIBYTE = 1 << 20


def run(arguments: Sequence[str]) -> int:
    """Solve every position asked about."""
    parser = Parser(
        prog="rampart solve",
        description="Say whether positions can be won: winnable with a line, unwinnable by proof, or undecided.",
        epilog="Example: rampart solve stronghold --deals 1-100 --option cell=one --time-limit 5 --json",
    )
    add_task_arguments(parser)
    add_limit_arguments(parser)
    parser.add_argument(
        "--shorten",
        metavar="SECONDS",
        help="spend at most so many seconds more on shortening each winning line; the answer then says too how many "
        "moves it takes at least",
    )
    parser.add_argument(
        "--effort",
        metavar="POSITIONS",
        type=int,
        help="shorten by looking at so many positions instead, which comes to the same line everywhere; the par of a "
        "daily is found with 750000",
    )
    read = parser.read(arguments)
    seconds = read_seconds("--time-limit", read.time_limit)
    effort = _read_effort(read)
    tasks = read_tasks(read)
    solver = Solver(read_memory(read.memory))
    for task in tasks:
        solution, at_least = solver.solve(task.rules, task.position, seconds=seconds), None
        if effort and solution.moves is not None:
            shortened = shorten(solver, task.rules, task.position, solution.moves, **effort)
            solution, at_least = _with(solution, shortened), shortened.at_least
        if read.json:
            answer_json(task.head, **_document(solution), **({"at_least": at_least} if effort else {}))
        else:
            answer(f"{task.name}: {_words(solution, at_least)}")
    return 0


def add_limit_arguments(parser: Parser) -> None:
    """Add the limits that a search keeps to."""
    parser.add_argument(
        "--time-limit", metavar="SECONDS", default="inf", help="seconds for each deal at most (default: no limit)"
    )
    parser.add_argument(
        "--memory",
        metavar="MIB",
        type=int,
        default=DEFAULT_MEMORY // _MEBIBYTE,
        help="mebibytes for the positions of a search at most (default: %(default)s)",
    )


def read_seconds(named: str, text: str) -> float:
    """Read so many seconds, `inf` for no limit, or raise `BadInput` about the argument of that name."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if text != "inf" and not (isfinite(seconds) and seconds > 0):
        raise BadInput(f"{named} is a number of seconds above 0.")
    return seconds


class _Effort(TypedDict, total=False):
    """What may be spent on shortening a line; nothing where none was asked for."""

    seconds: float
    nodes: int


def _read_effort(read: Namespace) -> _Effort:
    effort = _Effort()
    if read.shorten is not None:
        effort["seconds"] = read_seconds("--shorten", read.shorten)
    if read.effort is not None:
        if read.effort < 1:
            raise BadInput("--effort is a number of positions above 0.")
        effort["nodes"] = read.effort
    return effort


def read_memory(mebibytes: int) -> int:
    """Give the bytes that were asked for, or raise `BadInput`."""
    if not LEAST_MEMORY <= mebibytes * _MEBIBYTE <= 1 << 40:
        raise BadInput(f"--memory is a number of mebibytes from {LEAST_MEMORY // _MEBIBYTE} to {1 << 20}.")
    return mebibytes * _MEBIBYTE


def _with(solution: Solution, shortened: Shortened) -> Solution:
    """Give the answer with its line shortened, and what was spent on both."""
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
    moves = len(solution.moves)
    bound = "" if at_least is None else ", the fewest there can be" if at_least == moves else f", at least {at_least}"
    return f"{solution.verdict} in {moves} moves{bound}: {' '.join(map(str, solution.moves))}".rstrip(": ")
