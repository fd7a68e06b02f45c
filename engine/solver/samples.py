"""Deals that need every way of searching. After solving them, no search waits for the compiler."""

from engine.deals import shuffled
from engine.position import Position, deal
from engine.rules import Build, Dealing, Foundation, Lift, Rules, Space

BUILT = Rules(
    dealing=Dealing.AS_IT_COMES,
    columns=(7, 7, 7, 7, 6, 6, 6, 6),
    face_down_rows=(),
    build=Build.DOWN_IN_ANY_SUIT,
    lift=Lift.TOP_CARD,
    space=Space.ANY_CARD,
    cells=0,
    reserve=0,
    foundation=Foundation.FROM_ACE_IN_SUIT,
)
"""Rules with cards that are alike, and that are built on one another."""
BARE = Rules(
    dealing=Dealing.AS_IT_COMES,
    columns=(6,) * 8,
    face_down_rows=(),
    build=Build.NONE,
    lift=Lift.TOP_CARD,
    space=Space.NOTHING,
    cells=2,
    reserve=0,
    foundation=Foundation.FROM_DEALT_CARD_BY_ONES,
)
"""Rules whose positions can be packed into single numbers."""
LONG_WAY, SHORT_WAY = 24, 1
"""Numbers of deals that the solver wins, but not within the first slices."""


def samples() -> tuple[tuple[Rules, Position], ...]:
    """Return the deals with their rules, the deal of `BUILT` first."""
    return (BUILT, deal(BUILT, shuffled(LONG_WAY))), (BARE, deal(BARE, shuffled(SHORT_WAY)))
