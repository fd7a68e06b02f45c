"""Whether what can still be moved only goes round in circles."""

from engine.moves import apply, legal_moves
from engine.position import Position, layout
from engine.rules import Rules

MOST_POSITIONS = 2000


def goes_round(rules: Rules, position: Position) -> bool:
    """Say whether there are moves left, but none that ever brings a card home or turns one up.

    Where more than `MOST_POSITIONS` can be reached the answer is no, for then it is not known.
    """
    homes, hidden = layout(rules).foundations, sum(position.face_down)
    home = sum(len(position.piles[at]) for at in homes)
    met, left = {position}, [position]
    while left:
        before = left.pop()
        for move in legal_moves(rules, before):
            after = apply(rules, before, move)
            if after in met:
                continue
            if sum(len(after.piles[at]) for at in homes) > home or sum(after.face_down) < hidden:
                return False
            if len(met) == MOST_POSITIONS:
                return False
            met.add(after)
            left.append(after)
    return len(met) > 1
