"""`rampart solve`: whether positions can be won."""

from collections.abc import Sequence
from math import isfinite

from app.cli.answers import answer, answer_json
from app.cli.parser import BadInput, Parser
from app.cli.tasks import add_task_arguments, read_tasks
from engine.solver import DEFAULT_MEMORY, LEAST_MEMORY, Solution, Solver

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
    read = parser.read(arguments)
    seconds = read_seconds(read.time_limit)
    tasks = read_tasks(read)
    solver = Solver(read_memory(read.memory))
    for task in tasks:
        solution = solver.solve(task.rules, task.position, seconds=seconds)
        if read.json:
            answer_json(task.head, **_document(solution))
        else:
            answer(f"{task.name}: {_words(solution)}")
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


def read_seconds(text: str) -> float:
    """Read a time limit, or raise `BadInput`."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if text != "inf" and not (isfinite(seconds) and seconds > 0):
        raise BadInput("--time-limit is a number of seconds above 0.")
    return seconds


def read_memory(mebibytes: int) -> int:
    """Give the bytes that were asked for, or raise `BadInput`."""
    if not LEAST_MEMORY <= mebibytes * _MEBIBYTE <= 1 << 40:
        raise BadInput(f"--memory is a number of mebibytes from {LEAST_MEMORY // _MEBIBYTE} to {1 << 20}.")
    return mebibytes * _MEBIBYTE


def _document(solution: Solution) -> dict[str, object]:
    return {
        "verdict": solution.verdict,
        "moves": None if solution.moves is None else [str(move) for move in solution.moves],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }


def _words(solution: Solution) -> str:
    if solution.moves is None:
        return str(solution.verdict)
    return f"{solution.verdict} in {len(solution.moves)} moves: {' '.join(map(str, solution.moves))}".rstrip(": ")
