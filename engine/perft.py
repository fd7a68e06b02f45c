"""Counts move sequences, to check that two programs play by the same rules."""

from engine.moves import apply, legal_moves, renames
from engine.position import Position
from engine.rules import Rules


def perft(rules: Rules, position: Position, depth: int) -> list[int]:
    """Count the move sequences of length 1 to `depth` from a position.

    Moving a whole column into a space only renames the two, so it neither counts such a move nor follows it.
    """
    counts = [0] * depth
    _count(rules, position, counts, 0)
    return counts


def _count(rules: Rules, position: Position, counts: list[int], length: int) -> None:
    moves = [move for move in legal_moves(rules, position) if not renames(rules, position, move)]
    counts[length] += len(moves)
    if length + 1 < len(counts):
        for move in moves:
            _count(rules, apply(rules, position, move), counts, length + 1)
