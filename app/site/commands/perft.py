"""`rampart perft`: count move sequences."""

from collections.abc import Sequence

from app.site.commands.console import BadInput, Parser, answer, answer_json
from app.site.commands.tasks import add_task_arguments, read_tasks
from engine.perft import perft

_DEEPEST = 100


def run(arguments: Sequence[str]) -> int:
    """Count the move sequences from every position."""
    parser = Parser(
        prog="rampart perft",
        description="Count the sequences of 1 to N legal moves. Moving a whole column into a space does not count.",
        epilog="Example: rampart perft fortress --deals 1-10 --depth 3 --json",
    )
    add_task_arguments(parser)
    parser.add_argument("--depth", metavar="N", type=int, required=True, help="the length of the longest sequences")
    read = parser.read(arguments)
    if not 1 <= read.depth <= _DEEPEST:
        raise BadInput(f"--depth must be a number from 1 to {_DEEPEST}.")
    for task in read_tasks(read):
        counts = perft(task.variant.rules, task.position, read.depth)
        if read.json:
            answer_json(task.head, counts=counts)
        else:
            answer(f"{task.name}: {' '.join(map(str, counts))}")
    return 0
