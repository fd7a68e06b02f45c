"""`rampart legal`: list the legal moves of positions."""

from collections.abc import Sequence

from app.site.commands.console import Parser, answer, answer_json
from app.site.commands.tasks import add_task_arguments, read_tasks
from engine.moves import legal_moves


def run(arguments: Sequence[str]) -> int:
    """List the legal moves of every position, sorted as plain strings."""
    parser = Parser(
        prog="rampart legal",
        description="List every legal move. Moves to different spaces, empty cells or foundations are different moves.",
        epilog="Example: rampart legal six-by-four --decks decks.txt --option cells=four --json",
    )
    add_task_arguments(parser)
    read = parser.read(arguments)
    for task in read_tasks(read):
        moves = sorted(map(str, legal_moves(task.variant.rules, task.position)))
        if read.json:
            answer_json(task.head, moves=moves)
        else:
            answer(f"{task.name}: {' '.join(moves) or 'no legal move'}")
    return 0
