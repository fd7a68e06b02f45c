"""Whether the moves that are left only go round in circles.

This is plain Python because the web process asks after every move. The answer follows from the visible cards alone: if
a face-down card can be turned up, it is no.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.moves import Move, after, legal_moves
from engine.position import Position, face_down_rows, layout
from engine.rules import Rules


class Reach(NamedTuple):
    """How far we look. What would take more stays unknown."""

    at_once: int
    """The most moves that one position may have."""
    in_all: int
    """The most moves that we try."""


NEAR = Reach(4, 100)
"""For after every move. It costs less than a tenth of a move while a game goes on, and still finds nearly every circle
that random play ends in."""
FAR = Reach(100, 20_000)
"""For somebody who asked and waits."""


_MOST_KNOWN = 10_000
_known: dict[tuple[Rules, Position], None] = {}
"""Positions of circles found before: a player who goes on in one asks about the same positions again."""


def goes_round(rules: Rules, position: Position, legal: Sequence[Move], reach: Reach) -> bool:
    """Say whether there are moves left, but none that ever leads to a card coming home or turning up.

    `legal` is what `legal_moves` returns for the position. If this reach is too short to know, the answer is no.
    """
    if legal and _known and (rules, position) in _known:
        return True
    if len(legal) > reach.at_once:
        # So it is after most moves.
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
    # No way leads out of any of them, so what holds for one holds for all.
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
