"""Finds out whether the moves that are left only go round in circles.

This is plain Python because the web process asks after every move. The visible cards alone decide the answer: if a
face-down card can be turned up, the answer is no.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.moves import Move, after, legal_moves
from engine.position import Position, face_down_rows, layout
from engine.rules import Rules


class Reach(NamedTuple):
    """How far we look. A circle that would take more stays unknown."""

    at_once: int
    """The most moves that one position may have."""
    in_all: int
    """The most moves that we try."""


NEAR = Reach(4, 100)
"""The reach after every move. It costs less than a tenth of a move, and still finds nearly every circle in which random
play ends."""
FAR = Reach(100, 20_000)
"""The reach for a player who has asked and waits."""


_MOST_KNOWN = 10_000
_known: dict[tuple[Rules, Position], None] = {}
"""Positions of circles found before. A player who plays on in a circle asks about the same positions again."""


def goes_round(rules: Rules, position: Position, legal: Sequence[Move], reach: Reach) -> bool:
    """Return whether moves are left, but none ever leads to a card coming home or turning up.

    `legal` is what `legal_moves` returns for the position. If `reach` is too short to know, return False.
    """
    if legal and _known and (rules, position) in _known:
        return True
    if len(legal) > reach.at_once:
        # This is the case after most moves.
        return False
    met, left, tried = {position}, [position], 0
    while left:
        before = left.pop()
        if before is not position:
            legal = legal_moves(rules, before)
        tried += len(legal)
        if len(legal) > reach.at_once or tried > reach.in_all or any(_gets_on(rules, before, move) for move in legal):
            return False
        new = {after(rules, before, move) for move in legal} - met
        met |= new
        left += new
    if len(met) == 1:
        return False
    _remember(rules, met)
    return True


def _remember(rules: Rules, circle: set[Position]) -> None:
    # No move leads out of these positions, so what is true of one is true of all.
    if len(circle) > _MOST_KNOWN:
        return
    if len(_known) + len(circle) > _MOST_KNOWN:
        _known.clear()
    _known.update(dict.fromkeys((rules, position) for position in circle))


def _gets_on(rules: Rules, before: Position, move: Move) -> bool:
    """Return whether a legal move brings a card home or turns one up."""
    table = layout(rules)
    if table.index[move.target] in table.foundations:
        return True
    if not any(before.face_down):
        return False
    source = table.index[move.source]
    return len(before.piles[source]) - move.count - 1 in face_down_rows(rules, before, source)
