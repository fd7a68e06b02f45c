"""Checking a certificate line by line, as it is read."""

from collections.abc import Iterable
from math import inf

from engine.proofs.checker import NUMBER, PositionTable


class Unsound(Exception):
    """Raised when positions prove nothing. The text names the line."""


def check(table: PositionTable, lines: Iterable[str], first: int = 1, most: float = inf) -> int:
    """Check a certificate's positions, one to a line, and return how many there are. `first` numbers the first line.

    Each line is checked before the next one is read. `most` is how many positions there may be: those that were read,
    and those to which their moves lead, are all that is kept.

    Raises:
        Unsound: the positions do not prove that the deal cannot be won.
    """
    read, awaited = set[str](), dict.fromkeys(sorted(table.start()), 0)
    for number, line in enumerate(lines, first):
        text, _, last = line.rpartition(" ")
        if text in read:
            raise Unsound(f"line {number}: This position appears twice.")
        if not NUMBER.fullmatch(last):
            raise Unsound(f"line {number}: A line ends with the number of its moves.")
        position = table.read(text)
        if position is None or table.lines(position) != {text}:
            raise Unsound(f"line {number}: This is not the text of a position.")
        if position.is_won:
            raise Unsound(f"line {number}: This position is won.")
        reached = table.steps(position)
        if len(reached) != int(last):
            raise Unsound(f"line {number}: This position has {len(reached)} moves, not {last}.")
        read.add(text)
        awaited.pop(text, None)
        for each in reached - read:
            awaited.setdefault(each, number)
        if len(read) + len(awaited) > most:
            raise Unsound(f"line {number}: The moves up to here lead to more than {most} positions.")
    for missing, number in awaited.items():
        if not number:
            raise Unsound(f"start: The deal begins with “{missing}”, which is missing.")
        raise Unsound(f"line {number}: A move leads to “{missing}”, which is missing.")
    return len(read)
