"""Whether a position can be won, and how soon, by trying everything with the engine alone: no kernel and no pruning."""

from collections.abc import Iterator
from itertools import count

from engine.moves import Move, Outcome, apply, legal_moves, outcome
from engine.position import Position, layout
from engine.rules import Rules


def winnable(rules: Rules, position: Position, at_most: int) -> bool | None:
    """Return whether any position that can be reached is won; None if there are more than `at_most`.

    Of positions that differ only by the order of columns or cells we look at one.
    """
    left, met = [position], {_unordered(rules, position)}
    while left:
        position = left.pop()
        moves = legal_moves(rules, position)
        if outcome(rules, position, moves) is Outcome.WON:
            return True
        left += _unmet(rules, position, moves, met)
        if len(met) > at_most:
            return None
    return False


def fewest_moves(rules: Rules, position: Position, at_most: int) -> int | None:
    """Return the length of a shortest winning line; None if there is none, or more than `at_most` positions."""
    layer, met = [position], {_unordered(rules, position)}
    for made in count():
        reached: list[Position] = []
        for before in layer:
            moves = legal_moves(rules, before)
            if outcome(rules, before, moves) is Outcome.WON:
                return made
            reached += _unmet(rules, before, moves, met)
        layer = reached
        if not layer or len(met) > at_most:
            return None
    raise AssertionError


def _unmet(rules: Rules, position: Position, moves: list[Move], met: set[object]) -> Iterator[Position]:
    """Return the positions after these moves that were not met before; they count as met from now on."""
    for move in moves:
        after = apply(rules, position, move)
        key = _unordered(rules, after)
        if key not in met:
            met.add(key)
            yield after


def _unordered(rules: Rules, position: Position) -> object:
    table = layout(rules)
    columns = sorted(zip(position.piles[: len(table.columns)], position.face_down, strict=True))
    return (
        tuple(columns),
        position.piles[table.foundations.start : table.foundations.stop],
        tuple(sorted(position.piles[table.cells.start :])),
    )
