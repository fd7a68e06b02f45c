"""`rampart prove`: write certificates of deals that cannot be won."""

import gzip
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from app.features.study.values import position_text, prove
from app.site.commands.console import BadInput, Failure, Parser
from app.site.commands.solve import add_limit_arguments, read_memory, read_seconds
from app.site.commands.tasks import PositionTask, add_position_arguments, add_variant_arguments, read_tasks
from engine.asking import Verdict
from engine.position import deal
from engine.proofs import FORMS, Unwritten
from engine.solver import Solver


def run(arguments: Sequence[str]) -> int:
    """Write a certificate for each deal that cannot be won."""
    parser = Parser(
        prog="rampart prove",
        description="Write a certificate for each deal or position that cannot be won, with which anybody can check "
        "that. The exit code is 1 if one has none, with a line that says why.",
        epilog="Example: rampart prove stronghold 12 --output stronghold-12.gz, then rampart verify stronghold-12.gz",
    )
    add_variant_arguments(parser)
    add_position_arguments(parser)
    parser.add_argument(
        "--output", metavar="FILE", help="the file to write, through gzip (default: standard output, as text)"
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="lean on no argument, so that the certificate follows every move; this makes it many times as large",
    )
    parser.add_argument(
        "--limit",
        metavar="POSITIONS",
        type=int,
        default=1_000_000,
        help="the most positions of a certificate (default: %(default)s); a million take about 5 MB",
    )
    add_limit_arguments(parser)
    read = parser.read(arguments)
    if read.limit < 1:
        raise BadInput("--limit must be a number of positions above 0.")
    seconds, solver = read_seconds("--time-limit", read.time_limit), Solver(read_memory(read.memory))
    written, refused = 0, list[Failure]()
    for task in read_tasks(read):
        try:
            text = _prove(task, solver, seconds, read)
        except Failure as failure:
            refused.append(failure)
            print(failure, file=sys.stderr)
        else:
            _write(text, read.output, written)
            written += 1
    return 1 if refused else 0


def _prove(task: PositionTask, solver: Solver, seconds: float, read: Namespace) -> bytes:
    """Return the certificate of a deal or a position, or raise `Failure` if it has none."""
    rules = task.variant.rules
    verdict = solver.solve(rules, task.position, seconds=seconds).verdict
    if verdict is not Verdict.UNWINNABLE:
        raise Failure(f"{task.name}: {verdict}, so there is nothing to prove.")
    begun = task.position == deal(rules, task.deck)
    text = None if begun else position_text(rules, task.deck, task.position)
    proved = prove(task.variant, task.deal, task.deck, [()] if read.plain else FORMS, read.limit, text)
    match proved:
        case Unwritten.TOO_LARGE:
            raise Failure(f"{task.name}: The certificate would have more than {read.limit} positions.")
        case Unwritten.MEETS_A_WIN:
            raise Failure(f"{task.name}: The solver finds no win, but the moves lead to one. Please report this.")
        case bytes():
            return proved


def _write(text: bytes, path: str | None, already: int) -> None:
    if path is None:
        sys.stdout.buffer.write(text)
        return
    try:
        with Path(path).open("ab" if already else "wb") as file:
            file.write(gzip.compress(text, mtime=0))
    except OSError as refused:
        raise BadInput(f"Cannot write {path}: {refused.strerror}.") from None
