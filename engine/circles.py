"""Whether what can still be moved only goes round in circles.

In plain Python, for the web process asks it after every move. What it tells follows from the cards that can be seen:
where a face-down card can be turned up the answer is no.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.moves import Move, after, legal_moves
from engine.position import Position, face_down_rows, layout
from engine.rules import Rules


class Reach(NamedTuple):
    """How far is looked; what would take more is not known."""

    at_once: int
    """Moves that one position may have,"""
    in_all: int
    """and moves that are tried."""


NEAR = Reach(4, 100)
"""After every move: less than a tenth of a move's own cost where a game goes on, and yet nearly every circle that
random play ends in is seen."""
FAR = Reach(100, 20_000)
"""Where somebody asked and waits."""


_MOST_KNOWN = 10_000
_known: dict[tuple[Rules, Position], None] = {}
"""Positions of circles that were gone round before: whoever plays on in one asks about the same positions again."""


def goes_round(rules: Rules, position: Position, legal: Sequence[Move], reach: Reach) -> bool:
    """Report whether there are moves left, but none that ever brings a card home or turns one up.

    `legal` are the `legal_moves` in the position. Where it is not known within this reach, the answer is no.
    """
    if legal and (rules, position) in _known:
        return True
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
    # From none of them does any way lead out, so what holds for one holds for all.
    if len(circle) > _MOST_KNOWN:
        return
    if len(_known) + len(circle) > _MOST_KNOWN:
        _known.clear()
    _known.update(dict.fromkeys((rules, position) for position in circle))


def _gets_on(rules: Rules, before: Position, move: Move) -> bool:
    """Say whether a legal move brings a card home or turns one up."""
    table = layout(rules)
    if table.index[move.target] in table.foundations:
        return True
    if not any(before.face_down):
        return False
    source = table.index[move.source]
    return len(before.piles[source]) - move.count - 1 in face_down_rows(rules, before, source)
